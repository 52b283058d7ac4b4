"""Reductions whose parts lie on several devices."""
from pairs import pair


@pair("x=4", "w:T[4*x,6]@x,- g:T[4*x,6]@x,-", "@x,-",
      wrong={"norm_is_local": "missing reduce", "norm_by_max": "wrong reducer", "root_before_sum": "order of reduce and map",
             "clip_by_its_own_threshold": "constant only in IMPL; in.g=n*3"},
      right=["sums", "sums; x=3 T=f64", "sums; x=5", "roundings; how=reciprocal"])
def clip_by_norm(c, w, g):
    squares = c.sum(g * g)
    if c.wrong("root_before_sum"):
        norm = c.all_reduce(c.sqrt(squares), "x")
    else:
        norm = c.sqrt(squares if c.wrong("norm_is_local") else c.all_reduce(squares, "x", op="max" if c.wrong("norm_by_max") else "add"))
    limit = 1.5 if c.wrong("clip_by_its_own_threshold") else 1.0
    scale = c.min(1.0, 1.0 / norm if c.how("reciprocal") else limit / norm)
    return w - g * scale * 0.1


@pair("x=2 y=3", "x:T[2*x,6*y]@x,y~wide", "@x",
      wrong={"max_as_add": "wrong reducer", "over_other_axis": "wrong groups", "init_counts_per_device": "initial value per device",
             "min_for_max": "wrong reducer"},
      right=["bits", "bits; T=i32 in.x=full", "bits; T=ui8 in.x=full x=3 y=2", "bits; T=bf16 x=1 y=5", "bits; T=i16 in.x=full x=2 y=2"])
def row_max(c, x):
    if c.wrong("init_counts_per_device"):
        part = c.reduce(x, 1, "max", init=100)
    else:
        part = c.reduce(x, 1, "min" if c.wrong("min_for_max") else "max")
    return c.all_reduce(part, "x" if c.wrong("over_other_axis") else "y", op="add" if c.wrong("max_as_add") else "max")
