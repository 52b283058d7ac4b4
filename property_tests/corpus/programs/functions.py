"""Elementwise functions one after another, and ops that are small programs themselves."""
from pairs import pair


@pair("x=3", "a:T[4*x]@x~n*3", "@x @x @x @x",
      wrong={"floor_for_ceil": "rounding", "half_to_even": "rounding; in.a=v(0.5,1.5,2.5,-0.5)", "sign_of_zero": "sign; in.a=v(0,1,-1,2)", "cosine_shifted": "constant only in IMPL"},
      right=["bits", "bits; T=f64 x=5", "bits; T=f16 x=7", "bits; how=negated x=4"])
def roundings_and_signs(c, a):
    up = c.floor(a) if c.wrong("floor_for_ceil") else -c.floor(-a) if c.how("negated") else c.ceil(a)
    near = c.round_even(a) if c.wrong("half_to_even") else c.round_afz(a)
    sign = c.select(a.ge(0), c.const(1, c.T, a.shape), -1) if c.wrong("sign_of_zero") else c.sign(a)
    wave = c.cos(a + 0.01 if c.wrong("cosine_shifted") else a) + c.sin(a)
    return up, near, sign, wave


@pair("x=4", "a:T[3*x]@x~u(0.2,4) b:T[3*x]@x", "@x @x @x @x",
      wrong={"log_for_log1p": "missing op", "square_root_for_cube_root": "missing op", "power_swapped": "operands swapped", "angle_swapped": "operands swapped", "exp_for_expm1": "missing op"},
      right=["bits; rounds=1", "bits; T=f64 x=3 rounds=1", "reals; how=spelled x=5", "reals; how=spelled T=f64 x=7", "reals; how=by_root x=2",
             "reals; how=by_root T=f64 x=6", "reals; how=spelled x=1"])
def transcendental(c, a, b):
    a = c.abs(a) + 0.25
    if c.how("spelled"):
        return c.log(1 + a), c.exp(b * c.log(a)), c.atan2(b, a), c.exp(b * 0.1) - 1 + c.exp(c.log(a) / 3)
    logs = c.log(a) if c.wrong("log_for_log1p") else c.log1p(a)
    power = c.pow(c.abs(b), a) if c.wrong("power_swapped") else c.pow(a, b)
    angle = c.atan2(a, b) if c.wrong("angle_swapped") else c.atan2(b, a)
    if c.how("by_root"):
        power = c.sqrt(c.pow(a, b * 2))
    grown = c.exp(b * 0.1) if c.wrong("exp_for_expm1") else c.expm1(b * 0.1)
    return logs, power, angle, grown + (c.sqrt(a) if c.wrong("square_root_for_cube_root") else c.cbrt(a))


@pair("x=2", "a:T[8,3*x]@-,x g:T[3*x]@x b:T[3*x]@x", "@-,x @x @x",
      wrong={"offset_of_neighbour": "wrong permutation", "epsilon_only_here": "constant only in IMPL", "gain_twice": "op doubled", "halves_of_the_batch": "BatchNorm statistics local",
             "output_rounded": "narrowing on one side; freedom=reals"},
      right=["bits; rounds=1", "bits; x=5 rounds=1", "reals; how=spelled x=3", "reals; how=moments x=4",
             "reals; how=moments x=7", "reals; how=spelled x=6"])
def batch_norm(c, a, g, b):
    """Features on several devices: the whole batch is on each."""
    if c.how("spelled") or c.how("moments"):
        mean = c.sum(a, 0) / 8
        d = a - mean
        variance = c.sum(a * a, 0) / 8 - mean * mean if c.how("moments") else c.sum(d * d, 0) / 8
        return d * c.rsqrt(variance + 0.001) * g + b, mean, variance
    if c.wrong("offset_of_neighbour"):
        b = c.permute(b, c.shift("x"))
    if c.wrong("halves_of_the_batch"):
        first, mean, variance = c.batch_norm_training(c.slice(a, (0, 4)), g, b, 0.001, 1)
        second = c.batch_norm_training(c.slice(a, (4, 8)), g, b, 0.001, 1)[0]
        return c.concat([first, second], 0), mean, variance
    if c.wrong("output_rounded"):
        mean = c.sum(a, 0) / 8
        d = a - mean
        variance = c.sum(d * d, 0) / 8
        return (d * c.rsqrt(variance + 0.001) * g).to("bf16").to("f32") + b, mean, variance
    y, mean, variance = c.batch_norm_training(a, g, b, 0.1 if c.wrong("epsilon_only_here") else 0.001, 1)
    return (y - b) * g + b if c.wrong("gain_twice") else y, mean, variance


@pair("x=5", "a:T[2*x]@x b:T[2*x]@x", "@x @-",
      wrong={"operands_swapped": "operands swapped", "replica_for_partition": "replica_id for partition_id", "last_device_twice": "over-counted", "reduced_in_parts": "missing reduce"},
      right=["sums", "sums; T=f64 x=3", "bits; T=i32 x=4", "sums; how=directly x=6"])
def mapped(c, a, b):
    """Elementwise by a body; weights by place, summed."""
    if c.how("directly"):
        y = a * 2 - b
    else:
        y = c.map([b, a] if c.wrong("operands_swapped") else [a, b], lambda p, q: p * 2 - q)
    place = c.iota(0, a.shape) + (c.replica_id() if c.wrong("replica_for_partition") else c.id("x")) * a.shape[0]
    z = y * c.convert(place, c.T)
    if c.wrong("last_device_twice"):
        z = c.select(c.id("x").eq(c.n("x") - 1), z + z, z)
    total = c.sum(z)
    return y, total if c.wrong("reduced_in_parts") else c.all_reduce(total, "x")


@pair("x=4", "a:T[3*x,2]@x,- b:i32[3*x,2]@x,-~i(1,5)", "@- @- @-",
      wrong={"sum_and_max_swapped": "wrong reducer", "count_as_max": "wrong reducer", "sum_is_local": "missing reduce", "max_starts_at_zero": "initial value per device; in.a=u(-4,-1)"},
      right=["sums", "sums; T=f64 x=3", "bits; T=i32 x=5 in.a=full", "sums; how=separately x=7"])
def variadic_reduction(c, a, b):
    """Sum, maximum and product of columns in one reduction."""
    low = -2**31 if c.T == "i32" else float("-inf")
    if c.how("separately"):
        parts = [c.sum(a, 0), c.max_of(a, 0), c.reduce(b, 0, "mul")]
    else:
        def body(s, m, p, v, w, q):
            return [c.max(s, v), m + w, p * q] if c.wrong("sum_and_max_swapped") else [s + v, c.max(m, w), p * q]
        inits = [0, low, 1]
        if c.wrong("sum_and_max_swapped"):
            inits = [low, 0, 1]
        if c.wrong("max_starts_at_zero"):
            inits = [0, 0, 1]
        parts = c.reduce_many([a, a, b], inits, [0], body)
    total = parts[0] if c.wrong("sum_is_local") else c.all_reduce(parts[0], "x")
    most = c.all_reduce(parts[1], "x", op="max")
    return total, most, c.all_reduce(parts[2], "x", op="max" if c.wrong("count_as_max") else "mul")
