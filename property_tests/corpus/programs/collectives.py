"""Which devices talk to which, in what order, and whether all of them do."""
from pairs import pair


@pair("x=2 y=3", "a:T[2*x,6]@x,- b:T[6,3*y]@-,y", "@x,y", wrong={"rows_move": "wrong permutation", "adds_once_more": "over-counted"},
      right=["bits", "bits; T=i32 x=3 y=2", "bits; T=c64 x=1 y=5 rounds=1"])
def outer_matmul(c, a, b):
    """Nothing has to be sent: every device has its rows and columns."""
    out = c.dot(a, b)
    if c.wrong("rows_move"):
        return c.permute(out, c.shift("x"))
    return c.all_reduce(out, "y") if c.wrong("adds_once_more") else out


@pair("x=2 y=3", "a:T[4,2*x*y]@-,x+y b:T[2*x*y,3]@x+y,-", "@-",
      wrong={"sums_over_x_only": "wrong groups", "sums_over_y_only": "wrong groups", "left_in_parts": "missing reduce", "twice_over_x": "over-counted",
             "mean_for_sum": "constant only in IMPL"},
      right=["sums", "sums; T=f64 x=3 y=2", "bits; T=i32", "roundings; T=bf16 x=2 y=2", "sums; how=in_two_steps x=3 y=2"])
def contracted_matmul(c, a, b):
    part = c.dot(a, b)
    if c.wrong("left_in_parts"):
        return part
    if c.wrong("sums_over_x_only"):
        return c.all_reduce(part, "x")
    if c.wrong("sums_over_y_only"):
        return c.all_reduce(part, "y")
    if c.how("in_two_steps"):
        return c.all_reduce(c.all_reduce(part, "y"), "x")
    out = c.all_reduce(part, "x", "y")
    if c.wrong("mean_for_sum"):
        return out / c.n("x", "y")
    return c.all_reduce(out, "x") if c.wrong("twice_over_x") else out


@pair("x=2 y=2", "a:T[4*x*y,2]@x+y,-", "@-",
      wrong={"order_of_axes": "wrong device order", "own_first": "wrong permutation", "one_axis_twice": "wrong groups"},
      right=["bits", "bits; T=bf16 x=3 y=2", "bits; T=ui16 in.a=full x=2 y=3", "bits; T=i1 x=1 y=6"])
def gather_rows(c, a):
    if c.wrong("order_of_axes"):
        return c.all_gather(a, 0, "y", "x")
    if c.wrong("own_first"):
        return c.all_gather(c.permute(a, c.shift("y")), 0, "x", "y")
    if c.wrong("one_axis_twice"):
        return c.all_gather(c.all_gather(a, 0, "y"), 0, "y")
    return c.all_gather(c.all_gather(a, 0, "y"), 0, "x")


@pair("x=4", "a:T[4*x,3]@x,-", "@-,- @x,-",
      wrong={"own_slice_by_next": "wrong offset by device", "reversed_slice": "wrong offset by device", "shard_of_another": "wrong permutation"},
      right=["sums", "bits; T=i32 x=3", "sums; T=f64 x=6"])
def sum_and_scatter(c, a):
    """x'x on every device, and the rows of its product with x that are one's own."""
    gram = c.all_reduce(c.dot(a, a, contract=((0,), (0,))), "x")
    out = c.dot(c.all_gather(a, 0, "x"), gram)
    at = c.id("x")
    if c.wrong("own_slice_by_next"):
        at = c.rem(at + 1, c.n("x"))
    if c.wrong("reversed_slice"):
        at = c.n("x") - 1 - at
    mine = c.own(out, 0, "x", at=at)
    return gram, c.permute(mine, c.shift("x")) if c.wrong("shard_of_another") else mine


@pair("x=4", "a:T[2*x,3*x]@-,x b:T[3*x,2*x]@x,-", "@x,-",
      wrong={"scatters_columns": "layout axes swapped", "max_for_add": "wrong reducer", "keeps_first_slice": "wrong offset by device",
             "scatters_twice": "over-counted"},
      right=["sums", "sums; T=f64 x=3", "bits; T=ui8 in.a=full in.b=full x=2", "roundings; T=f16 x=5", "sums; how=reduce_then_slice x=6"])
def matmul_reduce_scatter(c, a, b):
    part = c.dot(a, b)
    if c.how("reduce_then_slice"):
        return c.own(c.all_reduce(part, "x"), 0, "x")
    if c.wrong("scatters_columns"):
        out = c.reduce_scatter(c.transpose(part), 0, "x")
        return out
    if c.wrong("keeps_first_slice"):
        return c.own(c.all_reduce(part, "x"), 0, "x", at=c.const(0, "i32", ()))
    if c.wrong("scatters_twice"):
        part = c.all_reduce(part, "x")
    return c.reduce_scatter(part, 0, "x", op="max" if c.wrong("max_for_add") else "add")


@pair("x=4", "a:T[x*2,x*3,2]@x,-,-", "@-,x,-",
      wrong={"axes_swapped": "all_to_all swapped dims", "split_in_other_order": "all_to_all order of pieces", "groups_reversed": "wrong device order"},
      right=["bits", "bits; T=f16 x=3", "bits; T=i64 in.a=full x=5", "bits; x=4 how=gather_and_slice"])
def reshard(c, a):
    if c.spec:
        return a
    if c.how("gather_and_slice"):
        return c.own(c.all_gather(a, 0, "x"), 1, "x")
    if c.wrong("axes_swapped"):
        out = c.all_to_all(a, 1, 0, "x")
        return c.reshape(c.transpose(c.reshape(out, c.mesh.sizes["x"], 2, 3, 2), 1, 0, 2, 3), *out.shape)
    if c.wrong("split_in_other_order"):
        return c.all_to_all(c.reverse(a, 1), 1, 0, "x")
    if c.wrong("groups_reversed"):
        return c.all_to_all(a, 1, 0, "x", groups=[list(reversed(range(c.mesh.devices)))])
    return c.all_to_all(a, 1, 0, "x")


@pair("x=5", "a:T[2*x,3]@x,-", "@x,-",
      wrong={"wrong_way": "wrong permutation", "does_not_wrap": "wrong permutation", "by_two": "wrong permutation", "one_row_only": "halo one short"},
      right=["bits", "bits; T=i8 in.a=full x=3", "bits; T=bf16 x=7", "bits; x=2 how=gathered"])
def roll_by_a_shard(c, a):
    """Rows moved down by two, around the end."""
    if c.spec:
        n = a.shape[0]
        return c.concat([c.slice(a, (n - 2, n)), c.slice(a, (0, n - 2))], 0)
    if c.how("gathered"):
        whole = c.all_gather(a, 0, "x")
        n = whole.shape[0]
        return c.own(c.concat([c.slice(whole, (n - 2, n)), c.slice(whole, (0, n - 2))], 0), 0, "x")
    moved = c.permute(a, c.shift("x", by=-1 if c.wrong("wrong_way") else 2 if c.wrong("by_two") else 1, wrap=not c.wrong("does_not_wrap")))
    return c.concat([c.slice(moved, (1, 2)), c.slice(a, (0, 1))], 0) if c.wrong("one_row_only") else moved


@pair("x=3 y=2", "a:T[6*x,6*y]@x,y", "@x,y", wrong={"never_transposed": "layout axes swapped", "rows_by_y": "wrong offset by device",
                                                    "moved_on": "wrong permutation"},
      right=["bits; x=2 y=2", "bits; T=f64", "bits; T=ui32 in.a=full x=2 y=6", "bits; x=3 y=3 how=one_permutation"])
def transpose_on_a_mesh(c, a):
    """The transpose lies along the same axes as the operand: on a square mesh one permutation moves it."""
    t = c.transpose(a)
    if c.how("one_permutation"):
        n = c.mesh.sizes["x"]
        return c.permute(t, [(n * i + k, n * k + i) for i in range(n) for k in range(n)])
    whole = c.all_gather(c.all_gather(t, 0, "y"), 1, "x")
    if c.wrong("never_transposed"):
        whole = c.reshape(c.all_gather(c.all_gather(a, 0, "x"), 1, "y"), *whole.shape)
    at = c.rem(c.id("x") + 1, c.n("x")) if c.wrong("rows_by_y") else c.id("x")
    out = c.own(c.own(whole, 0, "x", at=at), 1, "y")
    return c.permute(out, c.shift("y")) if c.wrong("moved_on") else out


@pair("x=4", "a:T[x*2,3]@x,-", "@-",
      wrong={"adds_first_device_only": "order of devices", "keeps_zeros_for_max": "a permute's zeros; in.a=u(-3,-1)", "one_round_short": "one step short"},
      right=["sums", "bits; T=i32 x=3 in.a=i(-9,-1)", "sums; T=f64 x=5"])
def ring_reduction(c, a):
    """A sum (and for negative numbers a maximum) made by passing parts around a ring."""
    part, total = c.sum(a, 0), None
    most = c.max_of(a, 0)
    if c.spec:
        return part + most
    total, moving, highest = part, part, most
    for _ in range(c.n("x") - (2 if c.wrong("one_round_short") else 1)):
        moving = c.permute(moving, c.shift("x"))
        total = total + moving
    if c.wrong("keeps_zeros_for_max"):
        for k in range(1, c.n("x")):
            highest = c.max(highest, c.permute(most, c.shift("x", by=k, wrap=False)))
            highest = c.max(highest, c.permute(most, c.shift("x", by=-k, wrap=False)))
    else:
        highest = c.all_reduce(most, "x", op="max")
    if c.wrong("adds_first_device_only"):
        total = c.all_reduce(c.select(c.id("x").eq(0), part, 0), "x")
    return total + highest


@pair("x=4", "a:T[x*2]@x", "@x",
      wrong={"pairs_crossed": "wrong groups", "whole_group": "wrong groups", "neighbour_only": "missing reduce"},
      right=["sums", "bits; T=i16 x=6", "sums; T=f64 x=8"])
def sums_in_halves(c, a):
    """Each half of the vector less its own sum; the halves lie on neighbouring devices."""
    n = c.mesh.devices
    if c.spec:
        halves = c.reshape(a, 2, a.shape[0] // 2)
        return c.reshape(halves - c.sum(halves, 1, keep=True), *a.shape)
    groups = [list(range(n // 2)), list(range(n // 2, n))]
    if c.wrong("pairs_crossed"):
        groups = [list(range(0, n, 2)), list(range(1, n, 2))]
    if c.wrong("whole_group"):
        groups = [list(range(n))]
    part = c.sum(a)
    return a - (part if c.wrong("neighbour_only") else c.all_reduce(part, "x", groups=groups))


@pair("x=4", "a:T[2*x]@x t:T[]~u(0.5,3)", "@x",
      wrong={"waits_above_two": "deadlock on some inputs; hang=1", "waits_for_first_device": "deadlock; hang=1", "skips_in_a_loop": "deadlock in a loop; hang=1",
             "first_device_gathers": "deadlock; hang=1"},
      right=["sums", "sums; x=3 T=f64", "sums; x=5 how=branch"])
def centred_by_threshold(c, a, t):
    """The mean is taken off where the threshold, the same everywhere, is below two."""
    n = a.shape[0] * c.n("x")
    part = c.sum(a)
    if c.spec or not any(map(c.wrong, ("waits_above_two", "waits_for_first_device", "skips_in_a_loop", "first_device_gathers"))):
        if c.how("branch"):
            mean = c.if_(t.lt(2), lambda: c.all_reduce(part, "x") / n, lambda: c.const(0, c.T, ()))[0]
        else:
            mean = c.select(t.lt(2), c.all_reduce(part, "x") / n, 0)
        return a - mean
    first = c.id("x").eq(0)
    if c.wrong("waits_above_two"):
        p = c.or_(t.lt(2), first)
        mean = c.if_(p, lambda: c.all_reduce(part, "x") / n, lambda: c.const(0, c.T, ()))[0]
        return a - c.select(t.lt(2), mean, 0)
    if c.wrong("waits_for_first_device"):
        mean = c.if_(first, lambda: part * 1.0, lambda: c.all_reduce(part, "x"))[0] / n
    elif c.wrong("first_device_gathers"):
        mean = c.if_(first, lambda: c.sum(c.all_gather(c.reshape(part, 1), 0, "x")), lambda: part * 1.0)[0] / n
    else:
        mean = c.loop(c.select(first, c.const(1, "i32", ()), 2), [part], lambda i, p: [c.all_reduce(p, "x")])[0] / n
    return a - c.select(t.lt(2), mean, 0)


@pair("x=2 y=2 z=2", "a:T[2*x,2*y,3*z]@x,y,z", "@x",
      wrong={"leaves_z": "missing reduce", "sums_over_x_too": "wrong groups", "z_before_map": "order of reduce and map", "swaps_y_for_x": "wrong groups"},
      right=["sums", "sums; x=3 y=2 z=2", "sums; x=1 y=3 z=2 T=f64", "bits; T=i32 x=2 y=1 z=5", "sums; how=separately x=2 y=3 z=1"])
def sums_over_two_axes(c, a):
    part = c.sum(a, 1, 2)
    if c.wrong("leaves_z"):
        return c.abs(c.all_reduce(part, "y"))
    if c.wrong("z_before_map"):
        return c.all_reduce(c.abs(c.all_reduce(part, "y")), "z")
    if c.how("separately"):
        return c.abs(c.all_reduce(c.all_reduce(part, "z"), "y"))
    axes = ("x", "y", "z") if c.wrong("sums_over_x_too") else ("x", "z") if c.wrong("swaps_y_for_x") else ("y", "z")
    return c.abs(c.all_reduce(part, *axes))
