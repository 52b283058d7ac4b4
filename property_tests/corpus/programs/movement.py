"""Slices, padding, concatenation, reversal, iota, reshapes and transposes of what lies on several devices; boundaries."""
from pairs import pair


@pair("x=4", "a:T[4*x,3]@x,-", "@-",
      wrong={"start_not_localised": "slice start not localised", "one_row_late": "wrong offset", "limit_not_localised": "slice limit of the whole",
             "stride_restarts": "stride restarts on each shard"},
      right=["bits", "bits; T=i8 in.a=full", "bits; T=c64", "sums; how=masked T=f64"])
def strided_slice(c, a):
    """Every third row from the second on, wherever it lies."""
    if c.spec:
        return c.slice(a, (1, 16, 3))
    whole = c.all_gather(a, 0, "x")
    if c.wrong("start_not_localised"):
        shifted = c.concat([c.slice(a, (1, 4)), c.slice(a, (0, 1))], 0)
        return c.slice(c.all_gather(shifted, 0, "x"), (0, 15, 3))
    if c.wrong("one_row_late"):
        return c.pad(c.slice(whole, (2, 14, 3)), 0, [0, 0], [1, 0])
    if c.wrong("limit_not_localised"):
        return c.concat([c.slice(whole, (1, 13, 3)), c.slice(whole, (15, 16))], 0)
    if c.wrong("stride_restarts"):
        parts = c.all_gather(c.slice(a, (1, 2)), 0, "x")
        return c.concat([parts, c.slice(whole, (13, 14))], 0)
    if c.how("masked"):
        row = c.iota(0, (5, 4)) * 3 + 1
        here = row.eq(c.iota(1, (5, 4)) + c.id("x") * 4)
        picked = c.select(c.broadcast(here, (5, 4, 3), [0, 1]), c.broadcast(a, (5, 4, 3), [1, 2]), 0)
        return c.all_reduce(c.sum(picked, 1), "x")
    return c.slice(whole, (1, 16, 3))


@pair("x=2", "a:T[8*x,2]@x,-", "@x,-",
      wrong={"halves_of_each_shard": "slice of a sharded dimension divided by the devices", "second_half_first": "order", "gate_not_shifted": "missing op"},
      right=["bits", "bits; T=bf16", "bits; how=permuted x=2 T=f64"])
def split_and_gate(c, a):
    """Split into two halves (a chunk along the sharded dimension), one scaled by the other: each device needs rows of another."""
    def gate(u, v):
        return u * (v if c.wrong("gate_not_shifted") else v + 1)
    if c.spec:
        n = a.shape[0]
        return gate(c.slice(a, (0, n // 2)), c.slice(a, (n // 2, n)))
    n, whole = a.shape[0], None
    if c.wrong("halves_of_each_shard"):
        return gate(c.slice(a, (0, n // 2)), c.slice(a, (n // 2, n)))
    if c.how("permuted"):
        other = c.permute(a, c.shift("x"))
        first = c.id("x").eq(0)
        u = c.select(first, c.slice(a, (0, n // 2)), c.slice(other, (n // 2, n)))
        v = c.select(first, c.slice(other, (0, n // 2)), c.slice(a, (n // 2, n)))
        return gate(u, v)
    whole = c.all_gather(a, 0, "x")
    size = whole.shape[0]
    u, v = c.slice(whole, (0, size // 2)), c.slice(whole, (size // 2, size))
    return c.own(gate(v, u) if c.wrong("second_half_first") else gate(u, v), 0, "x")


@pair("x=4", "a:T[3*x,2]@x,- b:T[x,2]@x,-", "@x,-",
      wrong={"each_with_its_own": "concatenation of shards", "counted_twice": "over-counted", "b_first": "order", "b_of_first_device": "wrong groups"},
      right=["bits", "bits; T=i32 x=3", "bits; T=bf16 x=6", "bits; how=updates x=2 T=f64"])
def concatenate(c, a, b):
    if c.spec:
        return c.concat([a, b], 0)
    if c.wrong("each_with_its_own"):
        return c.concat([a, b], 0)
    whole_a, whole_b = c.all_gather(a, 0, "x"), c.all_gather(b, 0, "x")
    if c.wrong("counted_twice"):
        first = c.concat([whole_a, c.select(c.iota(0, whole_b.shape).lt(-1), whole_b, 0)], 0)
        return c.own(c.all_reduce(first, "x"), 0, "x") + c.own(c.pad(whole_b, 0, [whole_a.shape[0], 0], [0, 0]), 0, "x")
    if c.wrong("b_of_first_device"):
        whole_b = c.all_gather(c.all_reduce(c.select(c.id("x").eq(0), b, 0), "x"), 0, "x")
    if c.how("updates"):
        room = c.const(0, c.T, (whole_a.shape[0] + whole_b.shape[0], 2))
        return c.own(c.dynamic_update(c.dynamic_update(room, whole_a, [0, 0]), whole_b, [whole_a.shape[0], 0]), 0, "x")
    return c.own(c.concat([whole_b, whole_a] if c.wrong("b_first") else [whole_a, whole_b], 0), 0, "x")


@pair("x=4", "a:T[2*x,3]@x,-", "@-", wrong={"pads_count": "padding that leaks into a mean", "pads_are_zero_for_max": "padding that leaks into a max; in.a=u(-5,-1)",
                                            "one_pad_too_few": "padding of another extent", "low_for_high": "order"},
      right=["sums; how=masked", "sums; T=f64 x=3 how=masked", "sums; x=5", "roundings; T=bf16 x=6"])
def mean_and_max_of_padded(c, a):
    """Mean plus max of rows, after a row of zeros is put in front: each device pads its own rows and masks what it added."""
    if c.spec:
        padded = c.pad(a, 0, [1, 0], [0, 0])
        return c.sum(padded, 0) / padded.shape[0] + c.max_of(a, 0)
    n = a.shape[0] * c.n("x")
    padded = c.pad(a, 0, [0, 0] if c.wrong("one_pad_too_few") else [1, 0], [0, 0])
    rows = n if c.wrong("one_pad_too_few") else n + c.n("x") if c.wrong("pads_count") else n + 1
    mean = c.all_reduce(c.sum(padded, 0), "x") / rows
    if c.how("masked"):
        most = c.max_of(c.select(c.iota(0, padded.shape).gt(0), padded, float("-inf")), 0)
    elif c.wrong("pads_are_zero_for_max"):
        most = c.max_of(padded, 0)
    else:
        most = c.max_of(c.slice(padded, (0, a.shape[0])) if c.wrong("low_for_high") else a, 0)
    return mean + c.all_reduce(most, "x", op="max")


@pair("x=3", "a:T[2*x,4]@x,-", "@x,-",
      wrong={"each_shard_only": "reversed within shards only", "shards_only": "order of shards only", "other_dimension": "layout axes swapped"},
      right=["bits", "bits; T=i64 in.a=full x=4", "bits; T=f16 x=5", "bits; how=gathered x=2", "bits; T=i1 x=7"])
def reverse_rows(c, a):
    if c.spec:
        return c.reverse(a, 0)
    if c.how("gathered"):
        return c.own(c.reverse(c.all_gather(a, 0, "x"), 0), 0, "x")
    n = c.n("x")
    local = a if c.wrong("shards_only") else c.reverse(a, 1 if c.wrong("other_dimension") else 0)
    return local if c.wrong("each_shard_only") else c.permute(local, [(d, n - 1 - d) for d in range(n)])


@pair("x=4 y=2", "a:T[3*x,2*y]@x,y", "@x,y",
      wrong={"rows_without_offset": "iota without offset", "columns_without_offset": "iota without offset", "offsets_swapped": "wrong offset by device",
             "offset_of_one_row": "wrong offset by device", "upper_for_lower": "comparison turned"},
      right=["bits", "bits; T=i32 x=2 y=3", "bits; T=bf16 x=5 y=1", "bits; how=gathered x=3 y=2", "bits; how=flat x=2 y=4 T=f16"])
def lower_triangle(c, a):
    """What lies on or below the diagonal."""
    if c.how("gathered"):
        shape = (a.shape[0] * c.n("x"), a.shape[1] * c.n("y"))
        keep = c.iota(0, shape).ge(c.iota(1, shape)).to("i32")
        return c.select(c.own(c.own(keep, 0, "x"), 1, "y").eq(1), a, 0)
    down = c.id("y" if c.wrong("offsets_swapped") else "x") * (1 if c.wrong("offset_of_one_row") else a.shape[0])
    right = c.id("x" if c.wrong("offsets_swapped") else "y") * a.shape[1]
    row, column = c.iota(0, a.shape), c.iota(1, a.shape)
    row = row if c.wrong("rows_without_offset") else row + down
    column = column if c.wrong("columns_without_offset") else column + right
    if c.how("flat"):
        return c.select((row * 1000).ge(column * 1000 - 999), a, 0)
    return c.select(row.le(column) if c.wrong("upper_for_lower") else row.ge(column), a, 0)


@pair("x=2", "a:T[4*x,6]@x,-", "@x,-", wrong={"columns_major": "layout axes swapped", "shards_interleaved": "reshape across shards", "rows_swapped": "order"},
      right=["bits", "bits; T=ui8 in.a=full x=3", "bits; T=c64 x=5", "bits; how=by_transposes"])
def merge_and_split(c, a):
    """[8, 6] read as [16, 3]: rows stay with their device."""
    n = a.shape[0]
    if c.wrong("columns_major"):
        return c.reshape(c.transpose(a), 2 * n, 3)
    if c.wrong("shards_interleaved"):
        return c.reshape(c.transpose(c.reshape(a, 2, n // 2, 6), 1, 0, 2), 2 * n, 3)
    if c.wrong("rows_swapped"):
        return c.reshape(c.reverse(c.reshape(a, n, 2, 3), 1), 2 * n, 3)
    if c.how("by_transposes"):
        return c.reshape(c.transpose(c.transpose(c.reshape(a, n, 2, 3), 1, 0, 2), 1, 0, 2), 2 * n, 3)
    return c.reshape(a, 2 * n, 3)


@pair("x=2 y=2", "a:T[4,4]@x,y b:T[4,4]@y,x", "@x,-",
      wrong={"a_transposed": "boundary restated wrongly; declares=a@y,x", "b_transposed": "boundary restated wrongly; declares=b@x,y",
             "result_on_y": "boundary restated wrongly; declares=result0@y,-", "both": "boundary restated wrongly; declares=a@y,x;b@x,y",
             "order_of_axes": "boundary restated wrongly; declares=a@x,y;b@y,x;result0@y,-"},
      right=["sums", "sums; T=f64", "bits; T=i32", "roundings; T=bf16"])
def boundary(c, a, b):
    """A product on a square mesh, where another boundary has the same local types."""
    return c.all_reduce(c.dot(a, c.all_gather(b, 1, "x")), "y")


@pair("x=2 y=2", "a:T[8]@x+y", "@y+x",
      wrong={"axes_in_one_order": "boundary restated wrongly; declares=a@y+x", "result_in_one_order": "boundary restated wrongly; declares=result0@x+y",
             "not_moved": "wrong device order", "moved_within_x": "wrong permutation"},
      right=["bits", "bits; T=i16", "bits; T=f16 x=2 y=2 how=gathered"])
def other_order_of_axes(c, a):
    """The same vector, the other axis being major."""
    if c.spec or c.wrong("not_moved"):
        return a
    if c.how("gathered"):
        whole = c.all_gather(a, 0, "x", "y")
        return c.own(whole, 0, "y", "x")
    return c.permute(a, [(0, 1), (1, 0), (2, 3), (3, 2)] if c.wrong("moved_within_x") else [(0, 0), (1, 2), (2, 1), (3, 3)])


@pair("x=4", "a:T[2*x]@x", "@x", wrong={"zeros_at_both_ends": "halo one short", "wraps": "wrong permutation", "left_for_right": "wrong permutation",
                                        "edge_of_own_shard": "halo missing"},
      right=["bits", "bits; T=f64 x=3", "bits; T=i32 x=6", "bits; how=gathered x=5"])
def differences(c, a):
    """Each element less the one before it; before the first stands zero."""
    if c.spec:
        return a - c.pad(c.slice(a, (0, a.shape[0] - 1)), 0, [1], [0])
    if c.how("gathered"):
        whole = c.all_gather(a, 0, "x")
        return c.own(whole - c.pad(c.slice(whole, (0, whole.shape[0] - 1)), 0, [1], [0]), 0, "x")
    edge = c.slice(a, (1, 2))
    if c.wrong("zeros_at_both_ends"):
        edge = edge * 0
    elif c.wrong("edge_of_own_shard"):
        pass
    else:
        edge = c.permute(edge, c.shift("x", by=-1 if c.wrong("left_for_right") else 1, wrap=c.wrong("wraps")))
    return a - c.concat([edge, c.slice(a, (0, 1))], 0)
