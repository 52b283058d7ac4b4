"""Sorting, the best few of each device, ties, promises; random bits, transforms, solves."""
from pairs import pair
from text import is_float


def order(values):
    """The kind of comparison that orders all values of a type, NaN and both zeros too."""
    return "TOTALORDER" if is_float(values.dtype) else None


def top(c, values, ids, k, stable=True):
    """The k greatest of each row with their ids, earlier ones first among equals."""
    v, i = c.sort([values, ids], 1, body=lambda a, b, i, j: c.compare("GT", a, b, order(values)), stable=stable)
    return c.slice(v, None, (0, k)), c.slice(i, None, (0, k))


@pair("x=4", "a:T[2,6*x]@-,x", "@- @-",
      wrong={"ids_without_offset": "top-k merged without offset", "best_of_each_only": "top-k merged from too few; in.a=v(9,8,7,6,5,4,3,2,1,0)", "not_stable": "false promise; in.a=i(0,4)",
             "least_for_greatest": "comparison turned", "merged_in_other_order": "ties; in.a=i(0,3)"},
      right=["bits", "bits; T=i32 x=3 in.a=i(0,9)", "bits; T=bf16 x=2 in.a=i(0,5)", "bits; how=gathered_first x=5 in.a=i(0,3)"])
def top_three(c, a):
    ids = c.iota(1, a.shape)
    if not c.wrong("ids_without_offset"):
        ids = ids + c.id("x") * a.shape[1]
    if c.how("gathered_first"):
        a, ids = c.all_gather(a, 1, "x"), c.all_gather(ids, 1, "x")
        return top(c, a, ids, 3)
    if c.wrong("least_for_greatest"):
        v, i = c.sort([a, ids], 1)
        v, i = c.slice(v, None, (0, 3)), c.slice(i, None, (0, 3))
    else:
        v, i = top(c, a, ids, 1 if c.wrong("best_of_each_only") else 3, stable=not c.wrong("not_stable"))
    v, i = c.all_gather(v, 1, "x"), c.all_gather(i, 1, "x")
    if c.wrong("merged_in_other_order"):
        v, i = c.reverse(v, 1), c.reverse(i, 1)
    return top(c, v, i, 3)


@pair("x=3", "a:T[2*x,7]@x,- b:i32[2*x,7]@x,-", "@x,- @x,-",
      wrong={"values_left_behind": "operands not moved along", "descending": "comparison turned", "unstable": "false promise; in.a=i(0,3)", "along_rows": "dimension of sort",
             "sorted_by_magnitude": "sign"},
      right=["bits", "bits; T=i32 x=4 in.a=i(0,4)", "bits; T=f16 x=5 in.a=i(0,3)", "bits; how=flipped x=2 in.a=i(0,3)"])
def sort_pairs(c, a, b):
    if c.wrong("values_left_behind"):
        return c.sort([a], 1)[0], b
    if c.wrong("sorted_by_magnitude"):
        return c.sort([a, b], 1, body=lambda p, q, r, s: c.abs(p).lt(c.abs(q)))
    if c.how("flipped"):
        return c.sort([a, b], 1, body=lambda p, q, r, s: q.gt(p))
    return c.sort([a, b], 0 if c.wrong("along_rows") else 1, "GT" if c.wrong("descending") else "LT", stable=not c.wrong("unstable"))


@pair("x=4", "a:T[4*x]@x", "@x", wrong={"sorts_each_shard": "sorted within shards only", "own_slice_of_next": "wrong offset by device", "as_unsigned": "signed or unsigned compare; T=i32"},
      right=["bits", "bits; T=i8 in.a=full x=3", "bits; T=ui16 in.a=full x=5", "bits; T=f64 x=2 how=by_rank"])
def sort_all(c, a):
    if c.wrong("sorts_each_shard"):
        return c.sort([a], 0, kind=order(a))[0]
    whole = c.all_gather(a, 0, "x")
    n = whole.shape[0]
    if c.wrong("as_unsigned"):
        sorted_ = c.bitcast(c.sort([c.bitcast(whole, "ui32")], 0)[0], "i32")
    elif c.how("by_rank"):
        # the place of each: how many are less, or equal and before
        row, column = c.broadcast(whole, (n, n), [0]), c.broadcast(whole, (n, n), [1])
        less, same = [c.compare(d, column, row, order(a)) for d in ("LT", "EQ")]
        before = c.or_(less, c.and_(same, c.iota(1, (n, n)).lt(c.iota(0, (n, n)))))
        rank = c.sum(before.to("i32"), 1)
        sorted_ = c.scatter(c.const(0, c.T, (n,)), c.reshape(rank, n, 1), whole, [], [0], [0], 1, "set")
    else:
        sorted_ = c.sort([whole], 0, kind=order(a))[0]
    at = c.rem(c.id("x") + 1, c.n("x")) if c.wrong("own_slice_of_next") else c.id("x")
    return c.own(sorted_, 0, "x", at=at)


@pair("x=4", "a:T[4*x,3]@x,- s:ui64[2]~i(0,1000)", "@x,-",
      wrong={"same_mask_everywhere": "dropout mask same on all devices", "mask_of_next": "wrong offset by device", "keep_for_drop": "comparison turned", "not_rescaled": "missing op",
             "key_plus_device": "random key"},
      right=["bits", "bits; T=f64 x=2", "bits; T=bf16 x=3", "reals; how=times_factor x=5",
             "reals; how=times_factor x=7 T=f64", "reals; how=times_factor x=3"])
def dropout(c, a, s):
    """Kept with probability 3/4; the mask is the part of one drawn for the whole."""
    shape = (a.shape[0] * c.n("x"), 3)
    if c.wrong("key_plus_device"):
        s = s + c.id("x", dtype="ui64")
    bits = c.rng_bits(s, a.shape if c.wrong("same_mask_everywhere") else shape)[1]
    if not c.spec and not c.wrong("same_mask_everywhere"):
        bits = c.own(bits, 0, "x", at=c.rem(c.id("x") + 1, c.n("x")) if c.wrong("mask_of_next") else c.id("x"))
    keep = bits.lt(3 << 30)
    if c.wrong("keep_for_drop"):
        keep = c.not_(keep)
    return c.select(keep, a if c.wrong("not_rescaled") else a * (1 / 0.75) if c.how("times_factor") else a / 0.75, 0)


@pair("x=2", "a:c64[2*x,8]@x,-", "@x,- @-",
      wrong={"inverse_for_forward": "fft kind", "rows_mixed": "dimension of fft", "not_scaled": "fft scale", "spectrum_left_in_parts": "missing reduce"},
      right=["sums", "sums; x=3", "sums; x=5"])
def spectrum(c, a):
    """The transform of every row, and the transform back of the sum of all rows."""
    forward = c.fft(a, "IFFT" if c.wrong("inverse_for_forward") else "FFT", [8])
    if c.wrong("rows_mixed"):
        forward = c.transpose(c.reshape(c.fft(c.reshape(c.transpose(a), *a.shape), "FFT", [8]), 8, a.shape[0]))
    total = c.sum(forward, 0)
    if not c.wrong("spectrum_left_in_parts"):
        total = c.all_reduce(total, "x")
    if c.wrong("not_scaled"):
        total = total * c.const(8, "c64", (8,))
    return forward, c.fft(total, "IFFT", [8])


@pair("x=3", "a:T[2*x,3,3]@x,-,- b:T[2*x,3,2]@x,-,-", "@x",
      wrong={"without_diagonal": "missing op", "matrix_of_next": "wrong permutation", "upper_for_lower": "comparison turned", "transposed_right_side": "order"},
      right=["bits; rounds=1", "bits; T=f64 x=4 rounds=1", "bits; x=1 rounds=1"])
def solve(c, a, b):
    """Solves (a a' + 3 I) y = b up to one triangle, each device its own matrices."""
    spd = c.dot(a, a, contract=((2,), (2,)), batch=((0,), (0,)))
    eye = c.convert(c.iota(1, spd.shape).eq(c.iota(2, spd.shape)), c.T)
    if not c.wrong("without_diagonal"):
        spd = spd + eye * 3
    lower = c.cholesky(spd)
    # above the diagonal nothing is said of what stands there
    lower = c.select(c.iota(1, spd.shape).ge(c.iota(2, spd.shape)), lower, 0)
    if c.wrong("matrix_of_next"):
        lower = c.permute(lower, c.shift("x"))
    if c.wrong("transposed_right_side"):
        b = c.reverse(b, 1)
    if c.wrong("upper_for_lower"):
        return c.triangular_solve(c.transpose(lower, 0, 2, 1), b, lower=False)
    return c.triangular_solve(lower, b)


@pair("x=4", "s:ui64[2]~i(0,1000) a:T[6*x]@x", "@x @-",
      wrong={"state_of_each_device": "random key", "bits_of_all_devices": "random bits", "next_state_lost": "random key"},
      right=["bits", "bits; x=3", "bits; T=f64 x=2"])
def noise(c, s, a):
    """Uniform noise drawn for the whole vector, every device its own part; the next state everywhere."""
    n = a.shape[0] * c.n("x")
    if c.wrong("state_of_each_device"):
        state, bits = c.rng_bits(s + c.id("x", dtype="ui64"), (n,))
    else:
        state, bits = c.rng_bits(s, (a.shape[0] if c.wrong("bits_of_all_devices") else n,))
    uniform = c.convert(c.srl(bits, 8), c.T) * 2.0**-24
    if not c.spec and not c.wrong("bits_of_all_devices"):
        uniform = c.own(uniform, 0, "x")
    return a + uniform, s if c.wrong("next_state_lost") else state
