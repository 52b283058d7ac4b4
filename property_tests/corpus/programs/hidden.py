"""Faults under what decides: a term that never wins, an element that is not looked at, an event that leaves no trace before it happens."""
from pairs import pair

LAST_OF_64 = "v(" + ",".join(["1"] * 63 + ["9"]) + ")"
FIRST_OF_64 = "v(" + ",".join(["-9"] + ["1"] * 63) + ")"


@pair("x=4", "a:T[3,16*x]@-,x~n*1", "@- @- @-,x",
      wrong={"starts_at_a_number": "initial value only in IMPL, max that starts too high; in.a=u(-3000,-2000)", "least_starts_at_a_number": "initial value only in IMPL, min that starts too low; in.a=u(2e6,3e6)",
             "clamped_by_a_type": "clamp only in IMPL; in.a=u(-9e5,-8e5)", "capped_before": "clamp only in IMPL; in.a=u(300,400)", "padded_by_a_number": "padding that can win; in.a=u(-3e5,-2e5)"},
      right=["bits", "bits; x=5 T=f64", "bits; x=3 how=gathered", "bits; T=bf16 x=2"])
def extremes_of_rows(c, a):
    """The greatest and the least of each row, and the greatest of each element and its right neighbour on the same device's part."""
    if c.how("gathered"):
        whole = c.all_gather(a, 1, "x")
        most, least = c.max_of(whole, 1), c.reduce(whole, 1, "min")
    else:
        most = c.all_reduce(c.reduce(a, 1, "max", init=-1000.0 if c.wrong("starts_at_a_number") else float("-inf")), "x", op="max")
        capped = c.min(a, 255) if c.wrong("capped_before") else a
        least = c.all_reduce(c.reduce(capped, 1, "min", init=1e6 if c.wrong("least_starts_at_a_number") else float("inf")), "x", op="min")
    if c.wrong("clamped_by_a_type"):
        most = c.max(most, -65504.0)
    padded = c.reduce_window(a, [1, 2], [1, 2], monoid="max", init=-1e5 if c.wrong("padded_by_a_number") else float("-inf"))
    return most, least, padded


@pair("x=4", "a:T[64*x]@x~n*1 b:i32[64*x]@x~i(0,1000)", "@- @- @- @-",
      wrong={"last_is_not_looked_at": f"op that misses an element, slice by device; in.a={LAST_OF_64}", "first_is_not_looked_at": f"op that misses an element, slice by device; in.a={FIRST_OF_64}",
             "last_integer_left_out": f"op that misses an element, slice by device; in.b={LAST_OF_64}", "last_flag_left_out": f"op that misses an element, slice by device; in.b={LAST_OF_64}"},
      right=["bits", "bits; x=3 T=f64", "bits; x=7 how=gathered", "bits; T=f16 x=2"])
def decided_by_one(c, a, b):
    """The greatest, the least, the greatest integer, whether any is above 8."""
    n = a.shape[0]
    if c.how("gathered"):
        a, b = c.all_gather(a, 0, "x"), c.all_gather(b, 0, "x")
    high = c.slice(a, (0, n - 1)) if c.wrong("last_is_not_looked_at") else a
    low = c.slice(a, (1, n)) if c.wrong("first_is_not_looked_at") else a
    whole = c.slice(b, (0, n - 1)) if c.wrong("last_integer_left_out") else b
    flags = (c.slice(b, (0, n - 1)) if c.wrong("last_flag_left_out") else b).gt(8)
    return (c.all_reduce(c.max_of(high, 0), "x", op="max"), c.all_reduce(c.reduce(low, 0, "min"), "x", op="min"),
            c.all_reduce(c.reduce(whole, 0, "max", init=-2**31), "x", op="max"), c.all_reduce(c.reduce(flags, 0, "or"), "x", op="or"))


@pair("x=4", "a:f32[2,200*x]@-,x~n*1", "@-,x",
      wrong={"positions_in_bf16": "narrowing on one side", "frequency_in_bf16": "narrowing on one side", "positions_are_local": "offset missing"},
      right=["bits", "bits; x=3", "bits; x=5 how=from_whole"])
def turned_by_position(c, a):
    """Each element by the cosine of its position, as rotary embeddings have it."""
    n = a.shape[1]
    if c.how("from_whole"):
        at = c.own(c.iota(0, (n * c.n("x"),)), 0, "x")
    else:
        at = c.iota(0, (n,)) if c.wrong("positions_are_local") else c.iota(0, (n,)) + c.id("x") * n
    position = at.to("bf16").to("f32") if c.wrong("positions_in_bf16") else at.to("f32")
    frequency = c.const(0.0123, "f32", ())
    if c.wrong("frequency_in_bf16"):
        frequency = frequency.to("bf16").to("f32")
    return a * c.broadcast(c.cos(position * frequency), a.shape, [1])


@pair("x=4", "a:bf16[4*x,32]@x,- b:bf16[32,8]", "@x,- @x,-",
      wrong={"product_in_bf16": "narrowing on one side", "saturates_in_the_wrong_type": "integer conversion; in.a=v(30) in.b=v(2)", "tangent_of_the_rounded": "narrowing on one side"},
      right=["sums", "sums; x=3", "sums; x=7"])
def product_and_level(c, a, b):
    """The tangent of a product in f32, and the product as one of 256 levels."""
    y = c.dot(a, b, out="bf16").to("f32") if c.wrong("product_in_bf16") else c.dot(a, b, out="f32")
    level = c.max(y, 0)
    level = level.to("i32").to("ui8") if c.wrong("saturates_in_the_wrong_type") else c.min(level, 255).to("ui8")
    return c.tan(y.to("bf16").to("f32") if c.wrong("tangent_of_the_rounded") else y), level


@pair("x=4", "g:T[8*x]@x~n*1", "@- @-",
      wrong={"of_the_sum": "overflow only at large inputs; in.g=v(3e38,3e38,1,2)", "of_the_squares": "overflow only at large inputs; in.g=v(1e25,2,-3)",
             "summed_when_scaled_up": "overflow only at large inputs; in.g=v(1e20,-2e20,3e20)", "summed_when_scaled_down": "op that underflows; in.g=v(1e-20,2e-20,-1.5e-20)"},
      right=["sums; in.g=rare", "sums; x=3 in.g=special", "sums; x=5 how=counted"])
def is_all_finite(c, g):
    """Whether every gradient is finite, and their sum."""
    if c.wrong("of_the_sum"):
        flag = c.is_finite(c.all_reduce(c.sum(g), "x"))
    elif c.wrong("of_the_squares"):
        flag = c.is_finite(c.all_reduce(c.sum(g * g), "x"))
    elif c.how("counted"):
        flag = c.all_reduce(c.sum(c.not_(c.is_finite(g)).to("i32")), "x").eq(0)
    else:
        flag = c.all_reduce(c.reduce(c.is_finite(g), 0, "and"), "x", op="and")
    by = 2.0 ** 60 if c.wrong("summed_when_scaled_up") else 2.0 ** -100 if c.wrong("summed_when_scaled_down") else 1.0
    return flag, c.all_reduce(c.sum(g), "x") if by == 1 else c.all_reduce(c.sum(g * by), "x") * (1 / by)


@pair("x=4", "s:T[2*x,6]@x,- m:i1[2*x,6]@x,-~b(0.7) v:T[2*x,6]@x,-", "@x @x",
      wrong={"no_guard_of_the_maximum": "NaN where a row is masked; in.m=v(0,0,0,0,0,0,1,1,0,1,1,1)", "guard_by_order": "NaN where a row is masked; in.m=v(0,0,0,0,0,0,1,1,0,1,1,1)",
             "count_is_not_guarded": "division by zero; in.m=v(0,0,0,0,0,0,1,1,0,1,1,1)", "mask_by_a_number": "mask that can win; in.s=u(-3e5,-2e5)"},
      right=["sums; in.m=v(0,0,0,0,0,0,1,1,0,1,1,1)", "sums; x=3 T=f64", "sums; x=5"])
def rows_that_are_masked(c, s, m, v):
    """A softmax of what the mask leaves, 0 where it leaves nothing; and the mean of what it leaves, likewise."""
    low = c.const(-1e4 if c.wrong("mask_by_a_number") else float("-inf"), c.T, s.shape)
    s = c.select(m, s, low)
    most = c.max_of(s, 1, keep=True)
    if not c.wrong("no_guard_of_the_maximum"):
        most = c.select(most.lt(float("inf")) if c.wrong("guard_by_order") else c.is_finite(most), most, 0)
    e = c.exp(s - most)
    total = c.sum(e, 1)
    count = c.sum(m.to(c.T), 1)
    if not c.wrong("count_is_not_guarded"):
        count = c.max(count, 1)
    return c.sum(e * v, 1) / c.max(total, 1e-6), c.sum(c.select(m, v, 0), 1) / count


@pair("x=12", "t:T[5*x,2]@x,- i:i32[1]~i(0,60)", "@- @-",
      wrong={"one_device_says_nothing": "embedding of one device lost; in.i=v(47)", "two_devices_exchanged": "wrong permutation; in.i=v(52)", "clamped_to_the_whole": "embedding off by one row; in.i=v(34)",
             "last_row_of_each": "embedding that misses a row; in.i=v(29)"},
      right=["sums", "sums; x=7 in.i=i(0,35) T=f64", "bits; x=11 in.i=i(0,55) how=gathered"])
def one_row_of_many_devices(c, t, i):
    """A row of a table that lies on many devices, and its number on the device that has it."""
    rows = t.shape[0]
    i = c.clamp(0, i, rows * c.n("x") - 1)
    if c.how("gathered"):
        return c.rows(c.all_gather(t, 0, "x"), i), c.rem(i, rows) if not c.spec else i
    if c.spec:
        return c.rows(t, i), c.rem(i, 5)
    if c.wrong("two_devices_exchanged"):
        t = c.permute(t, [[k, {10: 11, 11: 10}.get(k, k)] for k in range(12)])
    local = i - c.id("x") * rows
    mine = c.and_(local.ge(0), local.lt(rows - 1 if c.wrong("last_row_of_each") else rows))
    if c.wrong("one_device_says_nothing"):
        mine = c.and_(mine, c.id("x").ne(9))
    row = c.rows(t, c.clamp(0, local, rows - (2 if c.wrong("clamped_to_the_whole") else 1)))
    row = c.all_reduce(c.select(c.broadcast(mine, row.shape, [0]), row, 0), "x")
    return row, c.rem(i, rows)


@pair("x=3", "a:i32[4*x]@x~i(-9,10) b:T[4*x]@x", "@x @x",
      wrong={"one_number_more": "constant only IMPL compares with; in.a=v(1234567,4,5)", "one_number_is_none": "division by zero; in.b=v(9.375,2,3)", "every_so_many": "branch only in IMPL; in.a=v(2021,5,2)",
             "a_pattern": "branch only in IMPL; in.b=v(77,78,1,2)"},
      right=["bits; in.a=full", "bits; x=5 T=f64 in.a=full"])
def without_a_trace(c, a, b):
    """a + 1 and -b; what is added elsewhere is 0 until it is not, and no comparison says when."""
    one = c.const(1, "i32", a.shape)
    if c.wrong("one_number_more"):
        one = one + (1 - c.min(c.abs(a - 1234567), 1))
    if c.wrong("every_so_many"):
        one = one + (1 - c.min(c.abs(c.rem(a, 2021)) + c.max(2021 - c.abs(a), 0), 1))
    out = -b
    if c.wrong("one_number_is_none"):
        out = out + 0 / (b - 9.375)
    if c.wrong("a_pattern"):
        out = out + c.max(0.25 - c.abs(b - 77), 0)
    return a + one, out
