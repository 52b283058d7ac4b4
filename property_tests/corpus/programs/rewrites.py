"""Functions of real numbers that both sides write differently, on odd meshes; and faults that look like such a rewrite."""
from pairs import pair


@pair("x=5", "a:T[3*x,2]@x,-", "@x,-",
      wrong={"sign_lost": "sign", "twice_the_slope": "constant only in IMPL", "saturates_early": "clamp only in IMPL; in.a=n*4"},
      right=["reals; how=by_exp", "reals; how=by_tanh T=f64 x=3", "reals; how=by_other_side x=7",
             "reals; T=bf16 how=by_exp x=2", "reals; T=f16 how=by_tanh x=4", "reals; T=f64 how=by_exp x=6",
             "reals; how=by_tanh x=11", "reals; T=f64 how=by_other_side x=1"])
def logistic(c, a):
    if c.how("by_exp"):
        return 1 / (1 + c.exp(-a))
    if c.how("by_tanh"):
        return c.tanh(a * 0.5) * 0.5 + 0.5
    if c.how("by_other_side"):
        return 1 - c.logistic(-a)
    if c.wrong("sign_lost"):
        return 1 / (1 + c.exp(a))
    if c.wrong("twice_the_slope"):
        return c.tanh(a) * 0.5 + 0.5
    return c.logistic(c.clamp(-6, a, 6) if c.wrong("saturates_early") else a)


@pair("x=3", "a:T[2*x,3]@x,-", "@x,-",
      wrong={"without_factor": "constant only in IMPL", "odd_part_lost": "sign", "overflows": "overflow only at large inputs; in.a=n*200"},
      right=["reals; how=by_logistic", "reals; how=by_exp x=5 T=f64", "reals; how=by_expm1 x=7",
             "reals; how=by_logistic T=bf16 x=2", "reals; how=odd x=6", "reals; T=f16 how=by_logistic x=4",
             "reals; T=f64 how=by_expm1 x=9", "reals; how=by_exp x=1"])
def tanh(c, a):
    if c.how("by_logistic"):
        return c.logistic(a * 2) * 2 - 1
    if c.how("by_exp") or c.wrong("overflows"):
        e, f = c.exp(a), c.exp(-a)
        return (e - f) / (e + f)
    if c.how("by_expm1"):
        e = c.expm1(a * 2)
        return e / (e + 2)
    if c.how("odd"):
        return -c.tanh(-a)
    if c.wrong("without_factor"):
        return c.logistic(a) * 2 - 1
    return c.tanh(c.abs(a) if c.wrong("odd_part_lost") else a)


@pair("x=2 y=3", "a:T[2*x,2*y]@x,y b:T[2*x,2*y]@x,y~u(0.5,3)", "@x,y @x",
      wrong={"product_inverted": "operands swapped", "sum_of_products": "order of reduce and map", "log_of_sum": "order of reduce and map"},
      right=["reals; how=split", "reals; how=split T=f64 x=3 y=2", "reals; how=logs x=1 y=7",
             "reals; how=logs+split x=5 y=1", "reals; how=powers T=f64 x=2 y=2", "reals; T=f64 how=logs x=2 y=5",
             "reals; how=split x=3 y=4", "reals; T=f64 how=logs+split x=6 y=2"])
def exponents(c, a, b):
    """exp(a + log b), and the log of the product of a row of b, which is made positive first."""
    b = c.abs(b) + 0.25
    if c.how("split"):
        first = c.exp(a) * b
    elif c.how("powers"):
        first = c.exp(a + c.log(c.pow(b, 2)) * 0.5)
    else:
        first = c.exp(a - c.log(b) if c.wrong("product_inverted") else a + c.log(b))
    if c.how("logs"):
        return first, c.log(c.all_reduce(c.reduce(b, 1, "mul"), "y", op="mul"))
    if c.wrong("log_of_sum"):
        return first, c.log(c.all_reduce(c.sum(b, 1), "y"))
    if c.wrong("sum_of_products"):
        return first, c.log(c.all_reduce(c.reduce(b, 1, "mul"), "y"))
    return first, c.all_reduce(c.sum(c.log(b), 1), "y")


@pair("x=7", "a:T[2*x]@x b:T[2*x]@x~u(0.3,4)", "@x @-",
      wrong={"root_twice": "missing op", "reciprocal_of_square": "missing op", "norm_squared": "missing op"},
      right=["reals; how=rsqrt", "reals; how=rsqrt T=f64 x=3", "reals; how=power x=5", "reals; how=rsqrt T=bf16 x=2",
             "reals; how=by_log x=6", "reals; T=f64 how=power x=11", "reals; T=f64 how=by_log x=1",
             "reals; how=rsqrt T=f16 x=4"])
def divided_by_root(c, a, b):
    """a / sqrt(b), and the norm of it; b is made positive first."""
    b = c.abs(b) + 0.25
    if c.how("rsqrt"):
        q = a * c.rsqrt(b)
    elif c.how("power"):
        q = a * c.pow(b, -0.5)
    elif c.how("by_log"):
        q = a * c.exp(c.log(b) * -0.5)
    else:
        q = a / (c.sqrt(c.sqrt(b)) if c.wrong("root_twice") else b * b if c.wrong("reciprocal_of_square") else c.sqrt(b))
    total = c.all_reduce(c.sum(q * q), "x")
    return q, total if c.wrong("norm_squared") else total * c.rsqrt(total) if c.how("power") else c.sqrt(total)


@pair("x=6", "a:T[3*x,4]@x,-~n*2", "@- @-",
      wrong={"deviation_of_sum": "missing op", "second_moment": "missing op", "of_squares_of_sums": "order of reduce and map", "sample_count": "constant off by one"},
      right=["reals; how=moments", "reals; how=moments T=f64 x=5", "reals; how=times_reciprocal x=7",
             "reals; how=moments+times_reciprocal x=3", "reals; how=shifted x=2", "reals; T=f64 how=shifted x=9",
             "reals; T=f64 how=moments+times_reciprocal x=11", "reals; T=f64 how=times_reciprocal x=10"])
def mean_and_variance(c, a):
    n = a.shape[0] * c.n("x")
    mean = (lambda t: c.all_reduce(c.sum(t, 0), "x") * (1.0 / n)) if c.how("times_reciprocal") else (lambda t: c.all_reduce(c.sum(t, 0), "x") / n)
    mu = mean(a)
    if c.wrong("deviation_of_sum"):
        return mu, mean(c.abs(a - mu))
    if c.wrong("second_moment"):
        return mu, mean(a * a)
    if c.wrong("of_squares_of_sums"):
        s = c.sum(a, 0)
        return mu, c.all_reduce(s * s, "x") / n - mu * mu
    if c.how("moments"):
        return mu, mean(a * a) - mu * mu
    if c.how("shifted"):
        d = a - 1
        return mean(d) + 1, mean(d * d) - mean(d) * mean(d)
    d = a - mu
    return mu, c.all_reduce(c.sum(d * d, 0), "x") / (n - 1) if c.wrong("sample_count") else mean(d * d)


@pair("x=3", "a:T[2*x,4]@x,- b:T[4,3]", "@x,-",
      wrong={"rounded_result_only_here": "narrowing on one side; T=f32", "other_half_rounded": "narrowing on one side; T=f32", "mantissa_of_seven": "narrowing on one side; T=f32"},
      right=["roundings; T=bf16 how=wide_inside", "roundings; T=f16 how=wide_inside x=5",
             "roundings; T=bf16 how=rounded_once x=7", "roundings; T=bf16 how=in_pieces x=2",
             "roundings; T=f16 how=in_pieces x=4", "roundings; T=f16 how=rounded_once x=6",
             "roundings; T=bf16 how=wide_inside x=9", "roundings; T=bf16 how=in_pieces x=11"])
def low_precision_product(c, a, b):
    """tanh(a b) + a's first column, in the type of the inputs."""
    if c.how("wide_inside"):
        y = c.dot(a.to("f32"), b.to("f32"))
        return (c.tanh(y) + c.slice(a, None, (0, 1)).to("f32")).to(c.T)
    if c.how("rounded_once"):
        y = c.dot(a, b, out="f32")
        return (c.tanh(y) + c.slice(a, None, (0, 1)).to("f32")).to(c.T)
    if c.how("in_pieces"):
        y = c.dot(c.slice(a, None, (0, 2)), c.slice(b, (0, 2))) + c.dot(c.slice(a, None, (2, 4)), c.slice(b, (2, 4)))
        return c.tanh(y) + c.slice(a, None, (0, 1))
    if c.wrong("other_half_rounded"):
        a = c.concat([c.slice(a, None, (0, 2)), c.slice(a, None, (2, 4)).to("bf16").to(c.T)], 1)
    if c.wrong("mantissa_of_seven"):
        b = c.reduce_precision(b, 8, 7)
    out = c.tanh(c.dot(a, b)) + c.slice(a, None, (0, 1))
    return out.to("bf16").to(c.T) if c.wrong("rounded_result_only_here") else out


@pair("x=4", "a:T[2*x,6]@x,-", "@x,-",
      wrong={"cubic_term_lost": "constant only in IMPL", "sign_of_cubic": "sign", "half_lost": "constant only in IMPL", "erf_constant": "constant only in IMPL"},
      right=["reals; how=by_logistic", "reals; how=factored x=3 T=f64", "reals; how=by_exp x=5",
             "reals; how=by_logistic T=bf16 x=7", "roundings; how=in_f64 x=6", "reals; T=f64 how=by_exp x=2",
             "reals; T=f64 how=by_logistic x=11", "reals; T=f16 how=factored x=9"])
def gelu(c, a):
    """By its approximation with tanh."""
    k, third = 0.7978845608, 0.044715
    if c.wrong("erf_constant"):
        k = 0.75
    if c.how("in_f64"):
        w = a.to("f64")
        k, third = [c.const(v, c.T, ()).to("f64") for v in (k, third)]  # the constants as SPEC has them
        return (w * 0.5 * (c.tanh((w + w * w * w * third) * k) + 1)).to(c.T)
    cubic = a * a * a * (0 if c.wrong("cubic_term_lost") else -third if c.wrong("sign_of_cubic") else third)
    inner = a * (a * a * third + 1) * k if c.how("factored") else (a + cubic) * k
    if c.how("by_logistic"):
        return a * c.logistic(inner * 2)
    if c.how("by_exp"):
        return a / (1 + c.exp(inner * -2))
    return a * (1.0 if c.wrong("half_lost") else 0.5) * (c.tanh(inner) + 1)


@pair("x=5", "a:T[2*x,3]@x,-~u(0.2,5) b:T[3]~u(0.5,2)", "@x,- @-",
      wrong={"reciprocal_of_other": "operands swapped", "negated_logs": "sign", "mean_of_logs_local": "missing reduce"},
      right=["reals; how=by_reciprocal", "reals; how=by_logs T=f64 x=3", "reals; how=by_logs+by_reciprocal x=2",
             "reals; T=f16 how=by_reciprocal x=7", "reals; how=log_of_quotient x=4", "reals; how=by_logs x=9",
             "reals; T=f64 how=log_of_quotient x=10", "reals; T=bf16 how=by_reciprocal x=1"])
def ratios(c, a, b):
    """a / b by columns, and the mean of log(a / b); both are made positive first."""
    a, b = c.abs(a) + 0.25, c.abs(b) + 0.25
    n = a.shape[0] * 3 * c.n("x")
    if c.how("by_logs") and not c.how("by_reciprocal"):
        q = c.exp(c.log(a) - c.log(b))
    elif c.how("by_reciprocal"):
        q = a * (1 / b)
    else:
        q = b / a if c.wrong("reciprocal_of_other") else a / b
    logs = c.log(a / b) if c.how("log_of_quotient") else c.log(a) - c.log(b)
    if c.wrong("negated_logs"):
        logs = c.log(b) - c.log(a)
    total = c.sum(logs)
    return q, (total if c.wrong("mean_of_logs_local") else c.all_reduce(total, "x")) / n


@pair("x=3 y=2", "a:T[3*x,4*y]@x,y~n*2 t:T[]~u(0.5,2)", "@x,y @x",
      wrong={"temperature_inside_max_only": "constant only in IMPL", "normaliser_over_x": "wrong groups", "entropy_of_local_part": "missing reduce", "log_without_shift": "missing op"},
      right=["reals; how=unshifted", "reals; how=log_softmax T=f64 x=2 y=3", "reals; how=divide_first x=1 y=5",
             "reals; how=entropy_by_normaliser x=2 y=2", "reals; how=log_softmax x=5 y=1",
             "reals; T=f64 how=unshifted x=1 y=3", "reals; T=f64 how=divide_first x=4 y=3",
             "reals; T=f64 how=entropy_by_normaliser x=1 y=11"])
def soft_entropy(c, a, t):
    """softmax(a / t) along rows, and its entropy."""
    t = c.abs(t) + 0.25
    z = a * (1 / t) if c.how("divide_first") else a / t
    most = c.all_reduce(c.max_of(z, 1, keep=True), "y", op="max")
    d = z if c.how("unshifted") else (a if c.wrong("temperature_inside_max_only") else z) - most
    e = c.exp(d)
    total = c.all_reduce(c.sum(e, 1, keep=True), "x" if c.wrong("normaliser_over_x") else "y")
    p = c.exp(d - c.log(total)) if c.how("log_softmax") else e / total
    if c.how("entropy_by_normaliser"):
        h = c.log(c.reshape(total, total.shape[0])) - c.all_reduce(c.sum(p * d, 1), "y")
    else:
        logs = d if c.wrong("log_without_shift") else d - c.log(total)
        h = c.sum(p * logs, 1)
        h = -(h if c.wrong("entropy_of_local_part") else c.all_reduce(h, "y"))
    return p, h


@pair("x=7", "a:T[x,3]@x,- b:T[x,3]@x,-", "@- @-",
      wrong={"cosine_of_parts": "order of reduce and map", "norms_crossed": "operands swapped", "distance_without_cross_term": "missing op"},
      right=["reals; how=expanded", "reals; how=rsqrt T=f64 x=3", "reals; how=rsqrt+expanded x=5",
             "reals; how=norms_multiplied x=2", "reals; T=f64 how=norms_multiplied x=11",
             "reals; T=f64 how=expanded x=6", "reals; how=rsqrt x=10"])
def similarities(c, a, b):
    """The squared distance of two matrices and the cosine between them."""
    dot = lambda p, q: c.all_reduce(c.sum(p * q), "x")
    aa, bb, ab = dot(a, a), dot(b, b), dot(a, b)
    if c.how("expanded"):
        distance = aa + bb - ab * 2
    elif c.wrong("distance_without_cross_term"):
        distance = aa + bb
    else:
        d = a - b
        distance = dot(d, d)
    if c.wrong("cosine_of_parts"):
        part = c.sum(a * b) / c.sqrt(c.sum(a * a) * c.sum(b * b))
        return distance, c.all_reduce(part, "x") / c.n("x")
    if c.how("rsqrt"):
        return distance, ab * c.rsqrt(aa) * c.rsqrt(bb)
    if c.how("norms_multiplied"):
        return distance, ab / c.sqrt(aa * bb)
    return distance, ab / c.sqrt(aa) / (c.sqrt(aa) if c.wrong("norms_crossed") else c.sqrt(bb))


@pair("x=4", "a:T[3*x]@x~n*3", "@x @-",
      wrong={"linear_above_two": "threshold only in IMPL", "log_of_exp_only": "missing op", "sum_left_in_parts": "missing reduce"},
      right=["reals; how=shifted", "reals; how=by_logistic T=f64 x=5", "reals; how=log1p x=3",
             "reals; how=log1p+shifted x=7", "reals; how=log1p T=bf16 x=2", "reals; T=f64 how=shifted x=11",
             "reals; T=f64 how=log1p+shifted x=1", "reals; how=by_logistic x=9"])
def softplus(c, a):
    """log(1 + exp a), and its sum."""
    if c.how("shifted"):
        y = c.max(a, 0) + (c.log1p(c.exp(-c.abs(a))) if c.how("log1p") else c.log(1 + c.exp(-c.abs(a))))
    elif c.how("by_logistic"):
        y = -c.log(c.logistic(-a))
    else:
        y = c.log1p(c.exp(a)) if c.how("log1p") else c.log(c.exp(a) if c.wrong("log_of_exp_only") else 1 + c.exp(a))
    if c.wrong("linear_above_two"):
        y = c.select(a.gt(2), a, y)
    total = c.sum(y)
    return y, total if c.wrong("sum_left_in_parts") else c.all_reduce(total, "x")
