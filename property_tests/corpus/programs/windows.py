"""Windows, pooling, convolutions and their gradients on shards: halos, padding, groups."""
from pairs import pair


def with_halo(c, a, dim, low, high, fill=0, wrong=""):
    """The local part with rows of the neighbours on both sides, `fill` beyond the ends of the whole."""
    if c.spec:
        return c.pad(a, fill, [low if d == dim else 0 for d in range(len(a.shape))], [high if d == dim else 0 for d in range(len(a.shape))])
    n, cut = a.shape[dim], lambda lo, hi: c.slice(a, *[(lo, hi) if d == dim else None for d in range(len(a.shape))])
    pieces, at = [a], c.id("x")
    for rows, by, end, edge in ((low, 1, 0, lambda: cut(n - low, n)), (high, -1, c.n("x") - 1, lambda: cut(0, high))):
        if not rows:
            continue
        moved = c.permute(edge(), c.shift("x", by=by))
        if wrong != "wraps":
            moved = c.select(at.eq(end), fill, moved)
        pieces = [moved] + pieces if by > 0 else pieces + [moved]
    return c.concat(pieces, dim)


@pair("x=4", "a:T[3*x,2]@x,-", "@x,-",
      wrong={"wraps_around": "halo wraps", "zeros_for_max": "padding that leaks into a max; in.a=u(-5,-1)", "own_edge": "halo one short", "sum_for_max": "wrong reducer",
             "one_sided": "halo one short"},
      right=["bits", "bits; T=i32 x=3 in.a=full", "bits; T=bf16 x=5", "bits; how=gathered x=2", "bits; how=by_maximum x=6"])
def max_of_three(c, a):
    """The greatest of each row and its neighbours."""
    low = -2**31 if c.T == "i32" else float("-inf")
    if c.how("gathered"):
        whole = c.all_gather(a, 0, "x")
        return c.own(c.reduce_window(whole, [3, 1], pad=[[1, 1], [0, 0]], monoid="max"), 0, "x")
    if c.wrong("own_edge"):
        return c.reduce_window(a, [3, 1], pad=[[1, 1], [0, 0]], monoid="max")
    h = with_halo(c, a, 0, 1, 1, 0 if c.wrong("zeros_for_max") else low, "wraps" if c.wrong("wraps_around") else "")
    if c.how("by_maximum"):
        n = a.shape[0]
        return c.max(c.max(c.slice(h, (0, n)), c.slice(h, (1, n + 1))), c.slice(h, (2, n + 2)))
    if c.wrong("one_sided"):
        h = c.concat([c.slice(h, (0, a.shape[0] + 1)), c.slice(h, (a.shape[0], a.shape[0] + 1))], 0)
    return c.reduce_window(h, [3, 1], monoid="add" if c.wrong("sum_for_max") else "max")


@pair("x=4", "a:T[1,4*x,2]@-,x k:T[3,2,3]", "@-,x",
      wrong={"edges_are_zero": "halo one short", "wraps_around": "halo wraps", "kernel_reversed": "order", "halo_of_other_side": "wrong permutation"},
      right=["bits; rounds=1", "bits; rounds=1 T=f64 x=3", "bits; rounds=1 T=bf16 x=2", "sums; how=as_dots x=5", "bits; how=gathered x=6 rounds=1"])
def convolution_1d(c, a, k):
    dims = "[b, 0, f]x[0, i, o]->[b, 0, f]"
    if c.how("gathered"):
        return c.own(c.conv(c.all_gather(a, 1, "x"), k, dims, pad=[[1, 1]]), 1, "x")
    if c.wrong("edges_are_zero"):
        return c.conv(a, k, dims, pad=[[1, 1]])
    if c.wrong("kernel_reversed"):
        k = c.reverse(k, 0)
    h = with_halo(c, a, 1, 1, 1, 0, "wraps" if c.wrong("wraps_around") else "")
    if c.wrong("halo_of_other_side"):
        n = a.shape[1]
        h = c.concat([c.slice(h, None, (n + 1, n + 2)), c.slice(h, None, (1, n + 1)), c.slice(h, None, (0, 1))], 1)
    if c.how("as_dots"):
        n = a.shape[1]
        parts = [c.dot(c.slice(h, None, (t, t + n)), c.reshape(c.slice(k, (t, t + 1)), 2, 3), contract=((2,), (0,))) for t in range(3)]
        return parts[0] + parts[1] + parts[2]
    return c.conv(h, k, dims)


@pair("x=2 y=2", "a:T[2*x,5,5,2*y]@x,-,-,y k:T[3,3,2*y,4]@-,-,y", "@x",
      wrong={"features_in_parts": "missing reduce", "over_the_batch": "wrong groups", "stride_one_cropped": "wrong window", "padding_uneven": "wrong window"},
      right=["sums", "sums; T=f64 x=3 y=2", "roundings; T=bf16 x=1 y=3", "sums; how=transposed_kernel x=2 y=3"])
def convolution_2d(c, a, k):
    """Batch on one axis, input features (contracted) on the other; stride two, one row of padding."""
    dims, pad, stride = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", [[1, 1], [1, 1]], [2, 2]
    if c.how("transposed_kernel"):
        k, dims = c.transpose(k, 3, 2, 0, 1), "[b, 0, 1, f]x[o, i, 0, 1]->[b, 0, 1, f]"
    if c.wrong("padding_uneven"):
        pad = [[0, 2], [1, 1]]
    if c.wrong("stride_one_cropped"):
        part = c.slice(c.conv(a, k, dims, pad=pad), None, (0, 3), (0, 3))
    else:
        part = c.conv(a, k, dims, stride, pad)
    return part if c.wrong("features_in_parts") else c.all_reduce(part, "x" if c.wrong("over_the_batch") else "y")


@pair("x=3", "a:T[2,6,2*x]@-,-,x k:T[3,1,4*x]@-,-,x", "@-,-,x",
      wrong={"one_group": "feature groups", "dilated": "wrong window", "groups_reversed": "wrong permutation"},
      right=["bits; rounds=1", "bits; T=f64 x=4 rounds=1", "bits; T=f16 x=2 rounds=1"])
def depthwise_convolution(c, a, k):
    """Every device has whole feature groups: nothing is sent."""
    dims = "[b, 0, f]x[0, i, o]->[b, 0, f]"
    if c.wrong("one_group"):
        both = c.sum(a, 2, keep=True)
        return c.conv(both, k, dims, pad=[[1, 1]])
    if c.wrong("dilated"):
        return c.conv(a, k, dims, pad=[[2, 2]], rhs_dilate=[2], groups=a.shape[2])
    if c.wrong("groups_reversed"):
        k = c.reverse(k, 2)
    return c.conv(a, k, dims, pad=[[1, 1]], groups=a.shape[2])


@pair("x=2", "a:T[4*x,2]@x,- g:T[2*x,2]@x,-", "@x,- @x,-",
      wrong={"last_of_equals": "ties; in.a=i(0,2)", "least_chosen": "comparison turned", "windows_overlap": "wrong window", "gradient_reversed": "order"},
      right=["bits", "bits; T=f64 x=3 in.a=i(0,3)", "bits; T=i32 x=5", "bits; T=bf16 x=4"])
def max_pool_and_gradient(c, a, g):
    """Windows of two rows do not cross devices."""
    low = -2**31 if c.T == "i32" else float("-inf")
    pooled = c.reduce_window(a, [2, 1], [2, 1], monoid="max", init=low)
    direction = "GT" if c.wrong("last_of_equals") else "LE" if c.wrong("least_chosen") else "GE"
    if c.wrong("gradient_reversed"):
        g = c.reverse(g, 0)
    if c.wrong("windows_overlap"):
        n = g.shape[0]
        back = c.select_and_scatter(c.slice(a, (0, 2 * n - 2)), c.slice(g, (0, n - 1)), [2, 1], [2, 1])
        return pooled, c.pad(back, 0, [1, 0], [1, 0])
    return pooled, c.select_and_scatter(a, g, [2, 1], [2, 1], direction=direction)


@pair("x=4", "a:T[4*x,3]@x,-", "@x,-",
      wrong={"counts_padding": "padding that leaks into a mean", "own_shard_only": "halo one short", "divides_by_three": "padding that leaks into a mean"},
      right=["bits", "bits; T=f64 x=3", "bits; x=5 how=gathered rounds=1", "reals; x=2 how=times_reciprocal",
             "reals; x=7 how=times_reciprocal", "reals; T=f64 x=3 how=times_reciprocal"])
def mean_of_neighbours(c, a):
    """The mean over a window of three rows, of those that exist."""
    ones = c.broadcast(c.const(1, c.T, ()), a.shape)
    if c.how("gathered"):
        whole = c.all_gather(a, 0, "x")
        count = c.reduce_window(c.broadcast(c.const(1, c.T, ()), whole.shape), [3, 1], pad=[[1, 1], [0, 0]])
        return c.own(c.reduce_window(whole, [3, 1], pad=[[1, 1], [0, 0]]) / count, 0, "x")
    if c.wrong("own_shard_only"):
        return c.reduce_window(a, [3, 1], pad=[[1, 1], [0, 0]]) / c.reduce_window(ones, [3, 1], pad=[[1, 1], [0, 0]])
    total = c.reduce_window(with_halo(c, a, 0, 1, 1), [3, 1])
    if c.wrong("divides_by_three"):
        return total / 3
    fill = 1 if c.wrong("counts_padding") else 0
    count = c.reduce_window(with_halo(c, ones, 0, 1, 1, fill), [3, 1])
    return total * (1 / count) if c.how("times_reciprocal") else total / count


@pair("x=4", "a:T[2,3*x]@-,x", "@-,x @-",
      wrong={"scan_restarts": "missing prefix", "max_of_all_before_and_after": "wrong mask", "last_is_local": "missing reduce", "from_the_end": "order"},
      right=["bits", "bits; T=i16 in.a=full x=3", "bits; T=f64 x=5", "bits; how=gathered x=6"])
def running_maximum(c, a):
    """The greatest so far, along the sharded dimension; and the greatest of all."""
    if c.how("gathered"):
        whole = c.cumulative(c.all_gather(a, 1, "x"), 1, "max")
        return c.own(whole, 1, "x"), c.reshape(c.slice(whole, None, (whole.shape[1] - 1, whole.shape[1])), 2)
    local = c.cumulative(c.reverse(a, 1) if c.wrong("from_the_end") else a, 1, "max")
    most = c.max_of(a, 1, keep=True)
    if c.spec:
        return local, c.reshape(most, 2)
    all_most = c.all_gather(most, 1, "x")
    lowest = -2**15 if c.T == "i16" else float("-inf")
    before = c.iota(1, all_most.shape).lt(c.id("x")) if not c.wrong("max_of_all_before_and_after") else c.iota(1, all_most.shape).ge(0)
    carry = c.max_of(c.select(before, all_most, lowest), 1, keep=True)
    whole = c.reshape(most, 2) if c.wrong("last_is_local") else c.max_of(all_most, 1)
    return local if c.wrong("scan_restarts") else c.max(local, carry), whole


@pair("x=2", "a:T[2,4*x,3]@-,x g:T[2,4*x,2]@-,x", "@-",
      wrong={"left_in_parts": "missing reduce", "no_halo": "halo one short", "taps_reversed": "order"},
      right=["sums", "sums; T=f64 x=3", "sums; how=as_convolution x=2"])
def kernel_gradient(c, a, g):
    """The gradient of a convolution's kernel of two taps: a sum over all positions, the left neighbour's last row included."""
    h = c.concat([c.slice(a, None, (0, 1)) * 0, a], 1) if c.wrong("no_halo") else with_halo(c, a, 1, 1, 0)
    n = a.shape[1]
    if c.how("as_convolution"):
        part = c.conv(h, g, "[f, 0, b]x[i, 0, o]->[0, b, f]")
    else:
        taps = [c.dot(c.slice(h, None, (t, t + n)), g, contract=((0, 1), (0, 1))) for t in (0, 1)]
        if c.wrong("taps_reversed"):
            taps.reverse()
        part = c.concat([c.reshape(t, 1, 3, 2) for t in taps], 0)
    return part if c.wrong("left_in_parts") else c.all_reduce(part, "x")
