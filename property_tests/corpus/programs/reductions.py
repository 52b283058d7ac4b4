"""Reductions whose parts lie on several devices."""
from pairs import pair


@pair("x=4", "w:T[4*x,6]@x,- g:T[4*x,6]@x,-", "@x,-",
      wrong={"norm_is_local": "missing reduce", "norm_by_max": "wrong reducer", "root_before_sum": "order of reduce and map",
             "clip_by_its_own_threshold": "constant only in IMPL; in.g=n*3"},
      right=["sums", "sums; x=3 T=f64", "sums; x=5", "reals; how=rsqrt",
             "reals; how=rsqrt T=f64 x=7", "reals; how=rsqrt x=1"])
def clip_by_norm(c, w, g):
    squares = c.sum(g * g)
    if c.wrong("root_before_sum"):
        norm = c.all_reduce(c.sqrt(squares), "x")
    else:
        total = squares if c.wrong("norm_is_local") else c.all_reduce(squares, "x", op="max" if c.wrong("norm_by_max") else "add")
        norm = c.sqrt(total)
    limit = 1.5 if c.wrong("clip_by_its_own_threshold") else 1.0
    scale = c.min(1.0, c.rsqrt(total) if c.how("rsqrt") else limit / norm)
    return w - g * scale * 0.1


@pair("x=2 y=3", "x:T[2*x,6*y]@x,y~wide", "@x",
      wrong={"max_as_add": "wrong reducer", "over_other_axis": "wrong groups", "init_counts_per_device": "initial value per device",
             "min_for_max": "wrong reducer", "left_in_parts": "missing reduce"},
      right=["bits", "bits; T=i32 in.x=full", "bits; T=ui8 in.x=full x=3 y=2", "bits; T=bf16 x=1 y=5", "bits; T=i16 in.x=full x=2 y=2"])
def row_max(c, x):
    part = c.reduce(x, 1, "max", init=100) if c.wrong("init_counts_per_device") else c.reduce(x, 1, "min" if c.wrong("min_for_max") else "max")
    if c.wrong("left_in_parts"):
        return part
    return c.all_reduce(part, "x" if c.wrong("over_other_axis") else "y", op="add" if c.wrong("max_as_add") else "max")


@pair("x=4", "w:T[6] g:T[4*x,6]@x,-~rare", "@- @-",
      wrong={"flag_is_local": "flag left local", "flag_by_or": "wrong reducer", "only_looks_at_row_0": "constant only in IMPL",
             "infinity_is_finite": "comparison turned"},
      right=["bits", "bits; x=3 T=f64", "bits; x=7 T=f16", "bits; how=count"])
def loss_scaling_step(c, w, g):
    """A step is taken only if every gradient on every device is finite."""
    finite = c.is_finite(c.slice(g, (0, 1)) if c.wrong("only_looks_at_row_0") else g)
    if c.wrong("infinity_is_finite"):
        finite = g.eq(g)
    if c.how("count"):
        bad = c.all_reduce(c.sum(c.not_(finite).to("i32")), "x")
        flag = bad.eq(0)
    else:
        flag = c.reduce(finite, [0, 1], "and")
        if not c.wrong("flag_is_local"):
            flag = c.all_reduce(flag, "x", op="or" if c.wrong("flag_by_or") else "and")
    return c.select(flag, w * 0.5, w), flag


@pair("x=4", "x:T[4*x,5]@x,- m:i1[4*x,5]@x,-~b(0.6)", "@-",
      wrong={"mean_of_means": "average of averages", "count_is_local": "missing reduce", "sum_is_local": "missing reduce",
             "counts_all": "mask dropped"},
      right=["sums", "sums; x=5", "roundings; T=bf16 x=2", "reals; x=3 how=times_reciprocal",
             "reals; x=7 how=times_reciprocal", "reals; x=6 T=f64 how=times_reciprocal"])
def masked_mean(c, x, m):
    total, count = c.sum(c.select(m, x, 0)), c.sum(c.convert(m, c.T))
    if c.wrong("counts_all"):
        count = c.sum(c.select(m, 1, c.const(1, c.T, x.shape)))
    if c.wrong("mean_of_means"):
        return c.all_reduce(total / count, "x") / c.n("x")
    total = total if c.wrong("sum_is_local") else c.all_reduce(total, "x")
    count = count if c.wrong("count_is_local") else c.all_reduce(count, "x")
    return total * (1 / count) if c.how("times_reciprocal") else total / count


@pair("x=4", "x:T[6,3*x]@-,x~n*2", "@-,x",
      wrong={"variance_is_local": "normaliser left local", "mean_is_local": "normaliser left local", "divides_by_local_size": "local size for global",
             "epsilon_counts_per_device": "op on a partial sum", "sums_absolute": "wrong map"},
      right=["sums", "sums; x=3 T=f64", "reals; x=5 how=square_of_mean", "reals; x=7 how=rsqrt", "reals; x=6 how=rsqrt+square_of_mean T=f64",
             "reals; x=1 how=rsqrt", "reals; x=2 how=square_of_mean T=f64", "reals; T=bf16 x=2 how=rsqrt"])
def layer_norm(c, x):
    n = x.shape[1] if c.wrong("divides_by_local_size") else x.shape[1] * c.n("x")
    total = c.sum(x, 1, keep=True)
    mean = (total if c.wrong("mean_is_local") else c.all_reduce(total, "x")) / n
    d = x - mean
    if c.how("square_of_mean"):
        variance = c.all_reduce(c.sum(x * x, 1, keep=True), "x") / n - mean * mean + 1e-2
    else:
        squares = c.sum(c.abs(d) if c.wrong("sums_absolute") else d * d, 1, keep=True)
        if c.wrong("epsilon_counts_per_device"):
            variance = c.all_reduce(squares / n + 1e-2, "x")
        else:
            variance = (squares if c.wrong("variance_is_local") else c.all_reduce(squares, "x")) / n + 1e-2
    return d * c.rsqrt(variance) if c.how("rsqrt") else d / c.sqrt(variance)


@pair("x=4", "x:T[3,5*x]@-,x~n*4", "@-",
      wrong={"shift_is_local": "normaliser left local", "sum_of_logs": "order of reduce and map", "no_shift": "overflow only at large inputs; in.x=n*90",
             "shift_by_sum": "overflow only at large inputs; in.x=n*40", "shift_not_added": "missing op"},
      right=["sums", "sums; x=3 T=f64", "reals; how=unshifted", "reals; x=7 how=unshifted T=f64", "reals; x=2 how=rescale",
             "reals; x=5 how=rescale T=f64", "reals; x=6 how=rescale", "reals; x=1 how=unshifted"])
def log_sum_exp(c, x):
    most = c.max_of(x, 1)
    if c.wrong("no_shift") or c.how("unshifted"):
        return c.log(c.all_reduce(c.sum(c.exp(x), 1), "x"))
    if c.how("rescale"):
        whole = c.all_reduce(most, "x", op="max")
        parts = c.sum(c.exp(x - c.reshape(most, 3, 1)), 1) * c.exp(most - whole)
        return c.log(c.all_reduce(parts, "x")) + whole
    if not c.wrong("shift_is_local"):
        most = c.all_reduce(most, "x", op="add" if c.wrong("shift_by_sum") else "max")
    total = c.sum(c.exp(x - c.reshape(most, 3, 1)), 1)
    if c.wrong("sum_of_logs"):
        return c.all_reduce(c.log(total), "x") + most
    total = c.log(c.all_reduce(total, "x"))
    return total if c.wrong("shift_not_added") else total + most


@pair("x=4", "x:T[3,5*x]@-,x~n*3", "@-,x",
      wrong={"normaliser_is_local": "normaliser left local", "normaliser_by_max": "wrong reducer", "max_as_add": "wrong reducer; in.x=n*60",
             "max_of_first_device": "overflow only at large inputs; in.x=n*100", "temperature_on_one_side": "constant only in IMPL"},
      right=["sums", "sums; x=3 T=f64", "roundings; T=bf16 x=2", "reals; how=unshifted", "reals; x=5 how=log_space", "reals; x=6 how=times_reciprocal",
             "reals; x=7 how=log_space T=f64", "reals; x=3 how=unshifted T=f64", "reals; x=2 how=times_reciprocal T=bf16"])
def softmax(c, x):
    most = c.max_of(x, 1, keep=True)
    if c.wrong("max_of_first_device"):
        most = c.all_reduce(c.select(c.id("x").eq(0), most, 0), "x")
    else:
        most = c.all_reduce(most, "x", op="add" if c.wrong("max_as_add") else "max")
    e = c.exp(x if c.how("unshifted") else (x - most) * (0.98 if c.wrong("temperature_on_one_side") else 1.0))
    total = c.sum(e, 1, keep=True)
    if not c.wrong("normaliser_is_local"):
        total = c.all_reduce(total, "x", op="max" if c.wrong("normaliser_by_max") else "add")
    if c.how("log_space"):
        return c.exp((x - most) - c.log(total))
    return e * (1 / total) if c.how("times_reciprocal") else e / total


@pair("x=3", "x:T[4,2*x]@-,x~i(-4,5)", "@-", dtype="i32",
      wrong={"as_sum": "wrong reducer", "left_in_parts": "missing reduce", "twice": "over-counted", "narrow_product": "narrowing; in.x=i(-300,300)"},
      right=["bits", "bits; T=i8 in.x=full x=2", "bits; T=ui16 in.x=full x=5", "bits; T=i64 in.x=full x=4", "reals; T=bf16 x=2 in.x=n*1"])
def product(c, x):
    if c.wrong("narrow_product"):
        x = x.to("i8").to("i32")
    part = c.reduce(x, 1, "mul")
    if c.wrong("left_in_parts"):
        return part
    out = c.all_reduce(part, "x", op="add" if c.wrong("as_sum") else "mul")
    return c.all_reduce(out, "x", op="mul") if c.wrong("twice") else out


@pair("x=4", "x:T[3,2*x]@-,x~full", "@- @- @-", dtype="ui32",
      wrong={"or_for_xor": "wrong reducer", "and_for_or": "wrong reducer", "and_is_local": "missing reduce", "xor_counts_one_twice": "over-counted"},
      right=["bits", "bits; T=i8 x=3", "bits; T=ui64 x=5", "bits; T=i1 in.x=b(0.5) x=6"])
def bit_reductions(c, x):
    parts = [c.reduce(x, 1, m) for m in ("and", "or", "xor")]
    if c.wrong("xor_counts_one_twice"):
        parts[2] = parts[2] ^ c.reshape(c.slice(x, None, (0, 1)), 3)
    return (parts[0] if c.wrong("and_is_local") else c.all_reduce(parts[0], "x", op="and"),
            c.all_reduce(parts[1], "x", op="and" if c.wrong("and_for_or") else "or"),
            c.all_reduce(parts[2], "x", op="or" if c.wrong("or_for_xor") else "xor"))


@pair("x=4", "x:T[3,4*x]@-,x", "@- @-",
      wrong={"no_offset": "argmax without offset", "local_winner": "missing reduce", "last_of_equals": "ties; in.x=i(0,3)",
             "by_magnitude": "sign", "offset_by_rows": "wrong offset"},
      right=["bits", "bits; T=i32 in.x=full x=3", "bits; x=5 in.x=i(0,3)", "bits; T=bf16 x=2 in.x=i(0,4)", "bits; x=4 how=gathered"])
def argmax(c, x):
    offset = c.id("x") * (3 if c.wrong("offset_by_rows") else x.shape[1])
    index = c.iota(1, x.shape)
    if not c.wrong("no_offset"):
        index = index + offset
    key = c.abs(x) if c.wrong("by_magnitude") else x
    if c.T != "i32":
        key = c.select(key.eq(0), 0, key)  # one zero only: which of the two is the greatest is then no question
    value, where = c.argmax(key, index, 1)
    if c.spec or c.wrong("local_winner"):
        return value, where
    if c.how("gathered"):
        return c.argmax(c.all_gather(c.reshape(value, 3, 1), 1, "x"), c.all_gather(c.reshape(where, 3, 1), 1, "x"), 1)
    best = c.all_reduce(value, "x", op="max")
    won = value.eq(best) if c.T == "i32" else c.or_(value.eq(best), value.ne(value))
    if c.wrong("last_of_equals"):
        return best, c.all_reduce(c.select(won, where, -1), "x", op="max")
    return best, c.all_reduce(c.select(won, where, 2**31 - 1), "x", op="min")


@pair("x=4", "x:T[3*x,2]@x,-", "@x,-",
      wrong={"no_carry": "missing prefix", "own_total_too": "mask off by one", "from_the_right": "comparison turned", "reversed_within": "order"},
      right=["sums", "bits; T=i32 x=3", "bits; T=ui8 in.x=full x=5", "sums; T=f64 x=6"])
def prefix_sum(c, x):
    """A running sum: what lies on devices before is added to the local running sum."""
    local = c.cumulative(c.reverse(x, 0) if c.wrong("reversed_within") else x, 0)
    if c.spec or c.wrong("no_carry"):
        return local
    totals = c.all_gather(c.sum(x, 0, keep=True), 0, "x")
    place, mine = c.iota(0, totals.shape), c.id("x")
    before = place.le(mine) if c.wrong("own_total_too") else place.gt(mine) if c.wrong("from_the_right") else place.lt(mine)
    return local + c.sum(c.select(before, totals, 0), 0, keep=True)


@pair("x=3", "x:T[2*x,4]@x,-~special", "@- @-",
      wrong={"ignores_nan": "NaN handling", "counts_nan": "NaN handling", "left_in_parts": "missing reduce; in.x=n*1"},
      right=["bits; in.x=n*1", "bits; T=f64 x=5 in.x=wide", "bits; T=f16 x=4 in.x=n*1"])
def extremes(c, x):
    """Least and greatest of each column; NaN wins."""
    y = c.select(x.eq(x), x, 0) if c.wrong("ignores_nan") else x
    low, high = c.reduce(y, 0, "min"), c.reduce(y, 0, "max")
    if c.wrong("counts_nan"):
        low = c.select(low.eq(low), low, 7)
    if c.wrong("left_in_parts"):
        return low, c.all_reduce(high, "x", op="max")
    return c.all_reduce(low, "x", op="min"), c.all_reduce(high, "x", op="max")
