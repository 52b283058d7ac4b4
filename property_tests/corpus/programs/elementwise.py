"""Arithmetic on shards where only IMPL compares, clamps, rounds, wraps or narrows: every device does the same wrong thing."""
from pairs import pair


@pair("x=4", "a:T[3*x]@x~n*2", "@x",
      wrong={"clamped_at_four": "clamp only in IMPL; in.a=n*5", "zero_below_tiny": "threshold only in IMPL; in.a=v(1e-30,2,-1e-31,3)",
             "branch_above_1000": "branch only in IMPL; in.a=v(999.5,1000.5,1e4,-3)", "equal_to_a_constant": "constant only IMPL compares with; in.a=v(0.5,7.25,1,2)",
             "masked_by_place": "mask only in IMPL"},
      right=["bits", "bits; T=f64 x=3", "bits; T=bf16 x=5", "reals; how=factored", "bits; how=flipped x=7 T=f16"])
def polynomial(c, a):
    """a^2 - 3a + 2."""
    if c.how("factored"):
        return (a - 1) * (a - 2)
    out = a * a - a * 3 + 2
    if c.how("flipped"):
        out = 2 + (a * a - 3 * a)
    if c.wrong("clamped_at_four"):
        b = c.clamp(-4, a, 4)
        out = b * b - b * 3 + 2
    if c.wrong("zero_below_tiny"):
        # what is below the threshold is multiplied up, which only tiny numbers show
        out = c.select(c.abs(a).lt(1e-20), out + 1, out)
    if c.wrong("branch_above_1000"):
        out = c.if_(c.max_of(a).gt(1000), lambda: out * 0.5, lambda: out * 1.0)[0]
    if c.wrong("equal_to_a_constant"):
        out = c.select(a.eq(7.25), 0, out)
    if c.wrong("masked_by_place"):
        out = c.select((c.iota(0, a.shape) + c.id("x") * a.shape[0]).eq(5), 0, out)
    return out


@pair("x=4", "a:T[2*x,3]@x,-", "@x,-", dtype="f32",
      wrong={"scaled_by_2_to_61": "constant times 2^61; exact=1 in.a=n*1e-10", "offset_by_2_to_61_less_one": "constant times 2^61",
             "tiny_scale": "constant times 2^61; in.a=n*1e10", "two_errors_cancel_in_part": "constant times 2^61"},
      right=["bits", "bits; T=f64 x=3", "bits; how=by_division x=5"])
def scale_by_a_quarter(c, a):
    if c.wrong("scaled_by_2_to_61"):
        return a * (0.25 * 2.0**61)
    if c.wrong("offset_by_2_to_61_less_one"):
        return a * 0.25 + (2.0**61 - 1)
    if c.wrong("tiny_scale"):
        return a * (0.25 * 2.0**-61)
    if c.wrong("two_errors_cancel_in_part"):
        return (a * 2.0**31) * (2.0**28)
    return a / 4 if c.how("by_division") else a * 0.25


@pair("x=4", "w:T[2*x,6]@x,- v:T[4,2*x]@-,x", "@-",
      wrong={"through_f16": "weights gathered in f16", "through_bf16": "weights gathered in bf16", "through_reduce_precision": "narrowing on one side",
             "sum_in_bf16": "narrowing on one side", "through_i32": "narrowing on one side"},
      right=["sums", "sums; T=f64 x=3", "roundings; how=through_f64 x=5", "roundings; T=bf16 x=2 how=sum_in_f32", "roundings; T=f16 x=6"])
def gathered_weights(c, w, v):
    """v w, contracted over what lies on several devices; the weights are gathered first (and the other factor is, too)."""
    small = {"through_f16": "f16", "through_bf16": "bf16", "through_i32": "i32"}
    narrow = next((t for f, t in small.items() if c.wrong(f)), None)
    if c.how("through_f64"):
        return c.all_reduce(c.dot(v.to("f64"), w.to("f64")), "x").to(c.T)
    if narrow:
        whole, other = c.all_gather(w.to(narrow), 0, "x").to(c.T), c.all_gather(v, 1, "x")
        return c.dot(other, whole)
    if c.wrong("through_reduce_precision"):
        w = c.reduce_precision(w, 8, 10)
    part = c.dot(v, w)
    if c.wrong("sum_in_bf16"):
        return c.all_reduce(part.to("bf16"), "x").to(c.T)
    if c.how("sum_in_f32"):
        return c.all_reduce(part.to("f32"), "x").to(c.T)
    return c.all_reduce(part, "x")


@pair("x=4", "a:T[3*x]@x~full b:T[3*x]@x~full", "@x @x @x @x", dtype="i32",
      wrong={"unsigned_compare": "signed or unsigned compare", "halves_by_shift": "integer division rounds", "saturates": "integer overflow",
             "less_or_equal": "comparison turned; in.a=i(-2,3) in.b=i(-2,3)", "average_in_i64": "integer overflow"},
      right=["bits", "bits; T=i8 x=3", "bits; T=i64 x=5", "bits; T=i16 x=6 how=by_not", "bits; T=i8 x=7 how=halving_corrected"])
def integer_arithmetic(c, a, b):
    """A comparison, half of a number, a product and an average, all of which wrap."""
    unsigned = {"i8": "ui8", "i16": "ui16", "i32": "ui32", "i64": "ui64"}[c.T]
    if c.wrong("unsigned_compare"):
        less = c.bitcast(a, unsigned).lt(c.bitcast(b, unsigned))
    elif c.how("by_not"):
        less = c.not_(b.le(a))
    else:
        less = a.le(b) if c.wrong("less_or_equal") else a.lt(b)
    if c.wrong("halves_by_shift"):
        half = c.sra(a, 1)
    elif c.how("halving_corrected"):
        half = c.sra(a + c.and_(c.sra(a, 7), 1), 1)
    else:
        half = a / 2
    product = a * b
    if c.wrong("saturates"):
        product = c.clamp(-2**31, a.to("i64") * b.to("i64"), 2**31 - 1).to(c.T)
    average = ((a.to("i64") + b.to("i64")) / 2).to(c.T) if c.wrong("average_in_i64") else (a + b) / 2
    return less, half, product, average


@pair("x=4", "a:T[4*x]@x~full s:T[4*x]@x~i(0,8)", "@x @x @x", dtype="i8",
      wrong={"logical_for_arithmetic": "shift", "amount_masked": "shift amount; in.s=i(0,20)", "amount_off_by_one": "shift amount", "left_for_right": "shift"},
      right=["bits", "bits; T=i16 x=3", "bits; T=ui32 in.s=i(0,32) x=5", "bits; T=i8 x=2 how=by_multiplying"])
def shifts(c, a, s):
    amount = c.and_(s, 7) if c.wrong("amount_masked") else s + 1 if c.wrong("amount_off_by_one") else s
    right = (c.srl if c.wrong("logical_for_arithmetic") else c.shl if c.wrong("left_for_right") else c.sra)(a, amount)
    left = c.shl(a, amount)
    if c.how("by_multiplying"):
        left = a * c.shl(c.const(1, c.T, a.shape), s)
    return right, left, c.popcnt(a) + c.clz(a)


@pair("x=3", "a:T[5*x]@x~special b:T[5*x]@x~special", "@x @x @x",
      wrong={"by_compare_and_select": "NaN handling", "equal_bits": "signed zero or NaN in compare", "nan_below_all": "NaN handling", "not_less_for_ge": "NaN handling"},
      right=["bits; in.a=n*1 in.b=n*1", "bits; T=f64 x=5", "bits; T=bf16 x=4", "bits; T=f16 x=2 how=turned"])
def greatest_and_order(c, a, b):
    """The greater (NaN if one is), whether a >= b, and whether both are equal (NaN never, signed zeros always)."""
    greater = c.select(a.gt(b), a, b) if c.wrong("by_compare_and_select") else c.max(a, b)
    if c.wrong("nan_below_all"):
        greater = c.select(a.ne(a), b, greater)
    ge = b.le(a) if c.how("turned") else c.not_(a.lt(b)) if c.wrong("not_less_for_ge") else a.ge(b)
    # with zero added both zeros are the same number
    equal = c.compare("EQ", a, b, "TOTALORDER") if c.wrong("equal_bits") else a.eq(b)
    return greater + 0, ge, equal


@pair("x=3", "a:T[4*x]@x~v(0,-1,2,-3) b:T[4*x]@x~v(-1,0,-2,5)", "@x",
      wrong={"zero_is_positive": "signed zero; exact=1 freedom=bits", "by_subtraction": "signed zero; exact=1 freedom=bits", "magnitude_only": "sign"},
      right=["bits; in.a=n*1 in.b=n*1", "bits; T=f64 x=5", "bits; T=bf16 in.a=n*1 x=4"])
def reciprocal_of_product(c, a, b):
    """1 / (a b): the sign of a zero decides which infinity comes out."""
    p = a * b
    if c.wrong("zero_is_positive"):
        p = c.select(p.eq(0), 0, p)
    if c.wrong("by_subtraction"):
        p = 0 - (0 - p)
    return 1 / (c.abs(p) if c.wrong("magnitude_only") else p)


@pair("x=4", "a:f32[4*x]@x~n*40", "@x @x @x",
      wrong={"floor_for_truncation": "conversion rounds", "rounded_first": "conversion rounds", "through_i8": "integer overflow; in.a=n*300", "through_f16": "narrowing on one side; in.a=n*30000"},
      right=["bits", "bits; x=3", "bits; x=5 how=by_parts"])
def conversions(c, a):
    """To an integer, to unsigned bits, to half the precision and back."""
    b = c.floor(a) if c.wrong("floor_for_truncation") else c.round_even(a) if c.wrong("rounded_first") else a
    if c.wrong("through_f16"):
        b = b.to("f16").to("f32")
    whole = b.to("i32")
    if c.wrong("through_i8"):
        whole = whole.to("i8").to("i32")
    if c.how("by_parts"):
        whole = c.select(a.lt(0), -(c.floor(-a)), c.floor(a)).to("i32")
    return whole, c.bitcast(a, "ui32"), a.to("bf16").to("f32")


@pair("x=4", "a:f32[2*x]@x b:ui8[2*x,4]@x,-~full", "@x @x @x,-",
      wrong={"bytes_reversed": "order of bytes", "sign_kept": "sign", "exponent_one_up": "constant off by one", "as_number": "bitcast for convert"},
      right=["bits; in.b=i(0,64)", "bits; x=3 in.b=i(0,64)", "bits; x=5 in.b=i(0,64) how=by_shifts"])
def bits_of_floats(c, a, b):
    """The sign off by its bit, four bytes as a word, a word as four bytes."""
    word = c.bitcast(a, "ui32")
    magnitude = c.bitcast(word if c.wrong("sign_kept") else c.and_(word, 0x7FFFFFFF), "f32")
    if c.wrong("exponent_one_up"):
        magnitude = c.bitcast(c.and_(word, 0x7FFFFFFF) + (1 << 23), "f32")
    n = b.shape[0]
    if c.how("by_shifts"):
        joined = c.const(0, "ui32", (n,))
        for k in range(4):
            joined = joined | c.shl(c.reshape(c.slice(b, None, (k, k + 1)), n).to("ui32"), 8 * k)
    else:
        joined = c.bitcast(c.reverse(b, 1) if c.wrong("bytes_reversed") else b, "ui32", (n,))
    parts = c.bitcast(a.to("ui32") if c.wrong("as_number") else word, "ui8", (n, 4))
    return magnitude, joined, parts


@pair("x=4", "a:c64[2*x]@x b:c64[2*x]@x", "@x @x @-",
      wrong={"not_conjugated": "complex conjugate", "imaginary_of_other_sign": "sign", "norm_of_real_parts": "complex parts", "sum_left_in_parts": "missing reduce",
             "parts_crossed": "order"},
      right=["sums", "sums; x=3", "sums; x=5 how=by_parts", "sums; x=6"])
def complex_products(c, a, b):
    """a times b's conjugate, the squared magnitude of a, and the sum of the products."""
    conj = c.complex(c.real(b), c.imag(b) if c.wrong("not_conjugated") else -c.imag(b))
    if c.how("by_parts"):
        product = c.complex(c.real(a) * c.real(b) + c.imag(a) * c.imag(b), c.imag(a) * c.real(b) - c.real(a) * c.imag(b))
    else:
        product = a * conj
    if c.wrong("imaginary_of_other_sign"):
        product = c.complex(c.real(product), -c.imag(product))
    if c.wrong("parts_crossed"):
        product = c.complex(c.imag(product), c.real(product))
    square = c.real(a) * c.real(a) + (0 if c.wrong("norm_of_real_parts") else 1) * (c.imag(a) * c.imag(a))
    total = c.sum(product)
    return product, square, total if c.wrong("sum_left_in_parts") else c.all_reduce(total, "x")


@pair("x=3", "a:T[4*x]@x~i(-50,50) b:T[4*x]@x~i(1,9)", "@x @x", dtype="i32",
      wrong={"remainder_never_negative": "integer division rounds", "quotient_rounds_down": "integer division rounds", "operands_swapped": "operands swapped", "float_quotient": "narrowing; in.a=full"},
      right=["bits", "bits; T=i16 in.a=full x=5", "bits; T=ui8 in.a=full x=4", "bits; how=remainder_by_quotient x=2"])
def quotient_and_remainder(c, a, b):
    b = c.or_(b, 1)  # never zero: what a division by zero gives is not said
    q, r = (b / (c.abs(a) + 1), c.rem(a, b)) if c.wrong("operands_swapped") else (a / b, c.rem(a, b))
    if c.wrong("remainder_never_negative"):
        r = c.select(r.lt(0), r + b, r)
    if c.wrong("quotient_rounds_down"):
        q = c.select(c.and_(r.ne(0), a.lt(0)), q - 1, q)
    if c.wrong("float_quotient"):
        q = (a.to("f32") / b.to("f32")).to(c.T)
    return q, a - q * b if c.how("remainder_by_quotient") else r


@pair("x=4", "a:T[3*x]@x~n*2", "@x @x",
      wrong={"nan_everywhere": "NaN everywhere", "zero_times_infinity": "NaN everywhere", "square_root_of_negative": "NaN in part", "log_without_guard": "NaN in part; in.a=v(0,1,2,-1)"},
      right=["bits", "bits; T=f64 x=3", "bits; T=f16 x=5 rounds=1"])
def guarded_roots(c, a):
    """sqrt(max(a, 0)) and a log(a) that is 0 where a is not positive."""
    positive = a.gt(0)
    root = c.sqrt(a if c.wrong("square_root_of_negative") else c.max(a, 0))
    safe = a if c.wrong("log_without_guard") else c.select(positive, a, 1)
    out = safe * c.log(safe)
    if not c.wrong("log_without_guard"):
        out = c.select(positive, out, 0)
    if c.wrong("nan_everywhere"):
        root = root + (a - a) / (a - a)
    if c.wrong("zero_times_infinity"):
        out = out + 0 * c.log(c.abs(a) * 0)
    return root, out
