"""Faults that few inputs show: one value, one place, one magnitude, overflow where real numbers have none."""
from pairs import pair


@pair("x=4", "a:i32[3*x]@x~i(-9,10) b:T[3*x]@x", "@x",
      wrong={"one_number": "constant only IMPL compares with; in.a=v(123456789,4,5)", "least_integer": "extreme of the type; in.a=v(-2147483648,7)",
             "number_and_device": "constant only IMPL compares with; in.a=v(5,5,777,5,5,5,5,777,5,777,777,5)", "two_conditions": "branch only in IMPL; in.a=i(90,110) in.b=n*30",
             "odd_multiples": "branch only in IMPL; in.a=v(1009,2018,4,5)"},
      right=["bits", "bits; T=f64 x=3 in.a=full", "bits; x=5 how=turned in.a=full"])
def chosen_by_number(c, a, b):
    """b where a is positive, else -b."""
    out = c.select(c.not_(a.le(0)) if c.how("turned") else a.gt(0), b, -b)
    if c.wrong("one_number"):
        return c.select(a.eq(123456789), -out, out)
    if c.wrong("least_integer"):
        return c.select((-a).gt(0), -b, c.select(a.eq(0), -b, b))
    if c.wrong("number_and_device"):
        return c.select(c.and_(a.eq(777), c.id("x").eq(2)), out + 1, out)
    if c.wrong("two_conditions"):
        return c.select(c.and_(a.gt(100), b.gt(40)), out * 2, out)
    if c.wrong("odd_multiples"):
        return c.select(c.rem(a, 1009).eq(0), 0, out)
    return out


@pair("x=3", "a:T[4*x]@x~n*1", "@x",
      wrong={"added_and_taken_off": "cancels only in real numbers", "scaled_up_and_down": "overflow only at large inputs; in.a=v(1e10,-3e12,5)", "log_of_exp": "overflow only at large inputs; in.a=n*100",
             "zero_times": "NaN for infinite inputs only; in.a=special", "square_root_of_square": "overflow only at large inputs; in.a=v(1e25,2,-3e30)"},
      right=["bits", "bits; T=f64 x=5", "bits; T=bf16 x=7"])
def magnitude(c, a):
    if c.wrong("added_and_taken_off"):
        return c.abs((a + 30000000.0) - 30000000.0)
    if c.wrong("scaled_up_and_down"):
        return c.abs((a * 1e30) * 1e-30)
    if c.wrong("log_of_exp"):
        return c.log(c.exp(c.abs(a)))
    if c.wrong("zero_times"):
        return c.select((a * 0).eq(0), c.abs(a), 0)
    return c.sqrt(a * a) if c.wrong("square_root_of_square") else c.abs(a)


@pair("x=4", "a:T[3*x]@x~u(0.5,4) b:T[3*x]@x~v(0,1,2,-3)", "@x",
      wrong={"cancelled_factor": "division by zero", "angle_of_quotient": "sign; in.a=n*1 in.b=n*1", "power_by_log": "NaN in part"},
      right=["bits; in.b=n*1", "bits; T=f64 in.b=n*1 x=5"])
def kept_factor(c, a, b):
    """a^2 + atan2(b, a) + b^3."""
    square, cube = a * a, b * b * b
    if c.wrong("cancelled_factor"):
        square = square * b / b
    if c.wrong("power_by_log"):
        cube = c.exp(c.log(b) * 3)
    angle = c.atan2(b / a, c.const(1, c.T, a.shape)) if c.wrong("angle_of_quotient") else c.atan2(b, a)
    return square + angle + cube


@pair("x=4", "a:T[4*x]@x~full b:T[4*x]@x~full", "@x @x @x @x", dtype="i32",
      wrong={"less_by_subtraction": "integer overflow", "through_f32": "narrowing", "shifted_up_and_down": "integer overflow", "product_cancelled": "integer overflow", "magnitude_by_negation_of_less": "extreme of the type; in.a=v(-2147483648,5,-7)"},
      right=["bits", "bits; T=i64 x=3", "bits; T=i8 x=5 how=by_xor", "bits; T=i16 x=7 how=by_xor"])
def integer_identities(c, a, b):
    """a < b, a, a again, max(a, -a)."""
    less = (a - b).lt(0) if c.wrong("less_by_subtraction") else a.lt(b)
    same = a.to("f32").to(c.T) if c.wrong("through_f32") else (a ^ b) ^ b if c.how("by_xor") else a
    again = c.sra(c.shl(a, 1), 1) if c.wrong("shifted_up_and_down") else (a * 6) / 6 if c.wrong("product_cancelled") else a
    most = c.select(a.lt(-2147483647), 0, c.max(a, -a)) if c.wrong("magnitude_by_negation_of_less") else c.max(a, -a)
    return less, same, again, most


@pair("x=4", "a:T[2*x]@x~full", "@x @-", dtype="i64",
      wrong={"offset_by_the_prime": "constant times 2^61", "times_2_to_61": "constant times 2^61", "reduced_modulo_the_prime": "constant times 2^61", "high_bit_lost": "integer overflow", "sum_in_i32": "narrowing"},
      right=["bits", "bits; T=ui64 x=3", "bits; T=i64 x=5 how=by_parts"])
def wide_integers(c, a):
    """3a + 5, and the sum of a, modulo 2^64."""
    if c.wrong("offset_by_the_prime"):
        y = a * 3 + (5 + 2**61 - 1)
    elif c.wrong("times_2_to_61"):
        y = a * 3 + 5 + (c.and_(a, 1) * (2**61 - 1))
    elif c.wrong("reduced_modulo_the_prime"):
        y = c.rem(a, 2**61 - 1) * 3 + 5
    elif c.wrong("high_bit_lost"):
        y = c.and_(a, 2**63 - 1) * 3 + 5
        y = c.and_(y, 2**62 - 1)
    elif c.how("by_parts"):
        y = a + a + a + 2 + 3
    else:
        y = a * 3 + 5
    total = c.sum(a.to("i32")).to(c.T) if c.wrong("sum_in_i32") else c.sum(a)
    return y, c.all_reduce(total, "x")


@pair("x=4", "p:i1[64*x]@x~b(0.5)", "@- @-",
      wrong={"counted_in_i8": "integer overflow; in.p=b(1)", "any_by_parity": "wrong reducer; in.p=v(1,0,1,0)", "all_by_any": "wrong reducer; in.p=b(0.99)", "any_is_local": "flag left local; in.p=b(0.01)"},
      right=["bits", "bits; x=3 in.p=b(0.99)", "bits; x=5 in.p=b(0.01) how=counted", "bits; x=7 how=by_not in.p=b(1)"])
def any_and_all(c, p):
    if c.wrong("any_is_local"):
        return c.reduce(p, 0, "or"), c.all_reduce(c.reduce(p, 0, "and"), "x", op="and")
    if c.wrong("counted_in_i8"):
        count = c.all_reduce(c.sum(p.to("i8")), "x")
        return count.ne(0), c.all_reduce(c.reduce(p, 0, "and"), "x", op="and")
    if c.wrong("any_by_parity"):
        count = c.all_reduce(c.sum(p.to("i32")), "x")
        return c.and_(count, 1).eq(1), c.all_reduce(c.reduce(p, 0, "and"), "x", op="and")
    if c.how("counted"):
        count = c.all_reduce(c.sum(p.to("i32")), "x")
        return count.ne(0), count.eq(p.shape[0] * c.n("x"))
    most, least = c.all_reduce(c.reduce(p, 0, "or"), "x", op="or"), c.reduce(p, 0, "and")
    if c.how("by_not"):
        return most, c.not_(c.all_reduce(c.reduce(c.not_(p), 0, "or"), "x", op="or"))
    return most, c.all_reduce(least, "x", op="or" if c.wrong("all_by_any") else "and")


@pair("x=2", "t:T[125*x]@x i:i8[9]~full", "@-",
      wrong={"local_index_wraps": "integer overflow", "clamped_to_127": "clamp off by one; in.i=v(127,126,-128,3)", "index_as_unsigned": "signed or unsigned compare", "mask_at_both_ends": "wrong mask; in.i=v(124,125,0,-1)"},
      right=["sums", "bits; T=i32 in.t=full", "sums; T=bf16", "bits; how=gathered T=f64"])
def byte_index(c, t, i):
    """A table of 250 rows looked up by signed bytes: a shard has 125, and what is subtracted must not wrap."""
    if c.spec or c.how("gathered"):
        return c.rows(c.all_gather(t, 0, "x"), i)
    wide = i if c.wrong("local_index_wraps") else c.bitcast(i, "ui8").to("i32") if c.wrong("index_as_unsigned") else i.to("i32")
    if not c.wrong("local_index_wraps"):
        wide = c.clamp(0, wide, 126 if c.wrong("clamped_to_127") else 249)
        local = wide - c.id("x") * 125
    else:
        local = wide - c.id("x", dtype="i8") * 125
    high = 124 if c.wrong("mask_at_both_ends") else 125
    mine = c.and_(local.ge(0), local.lt(high))
    if c.wrong("local_index_wraps"):
        mine = c.or_(mine, c.and_(c.id("x").eq(0), i.lt(0)))
    rows = c.rows(t, c.clamp(0, local, 124))
    return c.all_reduce(c.select(mine, rows, 0), "x")


@pair("x=3", "a:T[2*x]@x n:i32[]~i(0,9)", "@x",
      wrong={"differs_after_fifty": "branch in a loop that few trips reach; in.n=i(51,60)", "stops_at_forty": "loop bound only in IMPL; in.n=i(41,60)", "first_trip_differs": "branch in a loop; in.n=i(1,4)", "negative_counts": "comparison turned; in.n=i(-9,-1)"},
      right=["bits", "bits; T=f64 x=5", "bits; T=i32 x=2 in.n=i(0,70)", "bits; x=7 how=down in.n=i(-3,40)"])
def alternate(c, a, n):
    """n times: a becomes 3 - a/2 (integers divide)."""
    if c.how("down"):
        return c.while_([n, a], lambda i, v: i.ge(1), lambda i, v: [i - 1, 3 - v / 2])[1]

    def step(i, v):
        out = 3 - v / 2
        if c.wrong("differs_after_fifty"):
            out = c.select(i.ge(50), out + 1, out)
        if c.wrong("first_trip_differs"):
            out = c.select(i.eq(0), v, out)
        return [i + 1, out]
    last = c.min(n, 40) if c.wrong("stops_at_forty") else c.abs(n) if c.wrong("negative_counts") else n
    if c.wrong("stops_at_forty"):
        # the fixed point is nearly reached by then: what is left is the last change of sign
        return c.while_([c.const(0, "i32", ()), a], lambda i, v: i.lt(last), step)[1] * c.select(n.gt(40), c.const(1.5, c.T, ()), 1)
    return c.while_([c.const(0, "i32", ()), a], lambda i, v: i.lt(last), step)[1]


@pair("x=4", "a:f32[3*x]@x~wide", "@x @x",
      wrong={"subnormals_flushed": "threshold only in IMPL; exact=1 in.a=v(1.1e-40,2,3e-42)", "huge_is_infinite": "threshold only in IMPL; in.a=v(1e38,2e38,3)", "through_bf16_above_one": "narrowing on one side", "mantissa_cut_by_a_mask": "narrowing on one side"},
      right=["bits", "bits; x=3 in.a=special", "bits; how=by_bits x=5 in.a=n*1"])
def sign_and_size(c, a):
    """-a, and |a|."""
    if c.how("by_bits"):
        word = c.bitcast(a, "ui32")
        return c.bitcast(word ^ 0x80000000, "f32"), c.bitcast(c.and_(word, 0x7FFFFFFF), "f32")
    b = a
    if c.wrong("subnormals_flushed"):
        word = c.bitcast(a, "ui32")
        b = c.select(c.and_(word, 0x7F800000).eq(0), 0, a)
    if c.wrong("huge_is_infinite"):
        b = c.select(a.gt(1.5e38), float("inf"), a)
    if c.wrong("through_bf16_above_one"):
        b = c.select(c.abs(a).gt(1), a.to("bf16").to("f32"), a)
    if c.wrong("mantissa_cut_by_a_mask"):
        b = c.bitcast(c.and_(c.bitcast(a, "ui32"), 0xFFFF0000), "f32")
    return -b, c.abs(b)


@pair("x=2 y=2", "a:T[4*x,3]@x,- w:T[3,2*y]@-,y", "@x,y @-",
      wrong={"constant_by_a_thousandth": "constant only in IMPL", "one_element_of_one_device": "mask only in IMPL", "second_moment_of_y": "missing reduce", "doubled_where_negative_everywhere": "branch only in IMPL; in.a=u(-2,-1) in.w=u(1,2)",
             "scaled_by_count_of_devices": "local size for global"},
      right=["sums", "sums; T=f64 x=3 y=2", "sums; x=1 y=5", "roundings; T=f16 x=2 y=3"])
def scaled_product(c, a, w):
    y = c.dot(a, w) * (0.1001 if c.wrong("constant_by_a_thousandth") else 0.1)
    if c.wrong("one_element_of_one_device"):
        here = c.and_(c.id("x").eq(1), c.id("y").eq(0))
        corner = c.and_(c.iota(0, y.shape).eq(3), c.iota(1, y.shape).eq(1))
        y = c.select(c.and_(corner, here), 0, y)
    if c.wrong("doubled_where_negative_everywhere"):
        most = c.all_reduce(c.max_of(y), "x", "y", op="max")
        y = c.select(most.lt(0), y * 2, y)
    total = c.sum(y * y)
    total = c.all_reduce(total, "x") if c.wrong("second_moment_of_y") else c.all_reduce(total, "x", "y")
    return y, total / (y.shape[0] * y.shape[1] if c.wrong("scaled_by_count_of_devices") else y.shape[0] * y.shape[1] * c.n("x", "y"))
