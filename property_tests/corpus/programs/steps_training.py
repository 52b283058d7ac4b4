"""Whole training steps: several layers, their gradients, and an optimiser, on a mesh of data and model axes."""
from pairs import pair
from programs import layers as L


@pair("d=2 m=2", "x:T[4*d,6]@d,- y:i32[4*d]@d~i(0,4) w1:T[6,4*m]@-,m b1:T[4*m]@m w2:T[4*m,5]@m,- w3:T[5,4] "
      "m1:T[6,4*m]@-,m v1:T[6,4*m]@-,m~u(0,1) m2:T[4*m,5]@m,- v2:T[4*m,5]@m,-~u(0,1) m3:T[5,4] v3:T[5,4]~u(0,1) t:i32[]~i(0,5)",
      "@-,m @-,m @-,m @m,- @m,- @m,- @- @- @- @-",
      wrong={"bias_correction_off": "Adam bias correction step; in.t=v(0)", "loss_of_local_batch": "loss mean over the local batch", "hidden_left_in_parts": "missing reduce",
             "gradient_over_wrong_axis": "wrong groups", "no_root": "missing op"},
      right=["sums", "sums; T=f64 d=3 m=2", "sums; d=1 m=4", "sums; d=2 m=3 how=bucket", "reals; d=3 m=1 how=reciprocal_of_count",
             "reals; d=5 m=1 how=reciprocal_of_count T=f64"], tolerance=4)
def mlp_adam_step(c, x, y, w1, b1, w2, w3, m1, v1, m2, v2, m3, v3, t):
    h1 = L.linear(c, x, w1, b1)
    a1, i1 = L.gelu(c, h1)
    h2 = L.linear(c, a1, w2)
    h2 = h2 if c.wrong("hidden_left_in_parts") else c.all_reduce(h2, "m")
    a2 = c.max(h2, 0)
    loss, dz = L.cross_entropy(c, L.linear(c, a2, w3), y)
    n = x.shape[0] * (1 if c.wrong("loss_of_local_batch") else c.n("d"))
    loss = c.all_reduce(c.sum(loss), "d") / n
    dz = dz * (1.0 / n) if c.how("reciprocal_of_count") else dz / n
    da2, g3, _ = L.linear_back(c, a2, w3, dz)
    dh2 = c.select(h2.gt(0), da2, 0)
    da1, g2, _ = L.linear_back(c, a1, w2, dh2)
    dh1 = L.gelu_back(c, h1, i1, da1)
    _, g1, _ = L.linear_back(c, x, w1, dh1)
    axis = "m" if c.wrong("gradient_over_wrong_axis") else "d"
    if c.how("bucket"):
        # one bucket for all gradients
        sizes = [g.shape[0] * g.shape[1] for g in (g1, g2, g3)]
        bucket = c.all_reduce(c.concat([c.reshape(g, n) for g, n in zip((g1, g2, g3), sizes)], 0), "d")
        ends = [0, sizes[0], sizes[0] + sizes[1], sum(sizes)]
        g1, g2, g3 = [c.reshape(c.slice(bucket, (ends[k], ends[k + 1])), *g.shape) for k, g in enumerate((g1, g2, g3))]
    else:
        g1, g2, g3 = c.all_reduce(g1, axis), c.all_reduce(g2, "d"), c.all_reduce(g3, "d")
    out = []
    for w, g, m, v in ((w1, g1, m1, v1), (w2, g2, m2, v2), (w3, g3, m3, v3)):
        out += L.adam(c, w, g, m, v, t, bias_at=1 if c.wrong("bias_correction_off") else 0, root=not c.wrong("no_root"))
    return out + [loss]


@pair("d=4", "x:T[2*d,6]@d,- y:T[2*d,4]@d,- w1:T[6*d,8]@d,- w2:T[8,4*d]@-,d m1:T[6*d,8]@d,- m2:T[8,4*d]@-,d p:T[6,6*d]",
      "@d,- @-,d @d,- @-,d @-",
      wrong={"scatters_to_other_slice": "ZeRO reduce_scatter then wrong slice", "gathers_bf16": "weights gathered in bf16", "norm_of_own_shard": "missing reduce", "loss_of_local_batch": "loss mean over the local batch",
             "second_layer_stale": "update lost"},
      right=["sums", "sums; T=f64 d=3", "sums; d=2 how=reduce_then_slice", "reals; d=6 how=rsqrt_of_norm",
             "reals; d=3 how=rsqrt_of_norm T=f64"], tolerance=4)
def zero3_step(c, x, y, w1, w2, m1, m2, p):
    """Parameters live in shards: gathered for use, gradients reduced and scattered, each device updates its own."""
    use = (lambda w, d: c.all_gather(w.to("bf16"), d, "d").to(c.T)) if c.wrong("gathers_bf16") else (lambda w, d: c.all_gather(w, d, "d"))
    f1, f2 = use(w1, 0), use(w2, 1)
    x = c.dot(x, p)
    h = c.dot(x, f1)
    a, inner = L.gelu(c, h)
    z = c.tanh(c.dot(a, f2))
    n = x.shape[0] * c.n("d")
    target = c.concat([y] * (z.shape[1] // y.shape[1]), 1)
    e = z - target
    loss = c.all_reduce(c.sum(e * e), "d") / (x.shape[0] if c.wrong("loss_of_local_batch") else n)
    dz = e * 2 * (1 - z * z) / n
    da, g2, _ = L.linear_back(c, a, f2, dz)
    _, g1, _ = L.linear_back(c, x, f1, L.gelu_back(c, h, inner, da))
    if c.how("reduce_then_slice"):
        g1, g2 = c.own(c.all_reduce(g1, "d"), 0, "d"), c.own(c.all_reduce(g2, "d"), 1, "d")
    else:
        g1, g2 = c.reduce_scatter(g1, 0, "d"), c.reduce_scatter(g2, 1, "d")
    if c.wrong("scatters_to_other_slice"):
        g1 = c.permute(g1, c.shift("d"))
    squares = c.sum(g1 * g1) + c.sum(g2 * g2)
    squares = squares if c.wrong("norm_of_own_shard") else c.all_reduce(squares, "d")
    scale = c.min(1, c.rsqrt(squares) * 0.3) if c.how("rsqrt_of_norm") else c.min(1, 0.3 / c.sqrt(squares))
    m1, m2 = m1 * 0.9 + g1 * scale, m2 * 0.9 + g2 * scale
    extra = []
    for w, m in ((w1, m1), (w2, m2)):
        # weight decay, and a trust ratio by the norms of all shards
        wn, mn = [c.sqrt(c.all_reduce(c.sum(v * v), "d")) for v in (w, m)]
        ratio = c.select(c.and_(wn.gt(0), mn.gt(0)), wn / (mn + 1e-3), 1)
        extra.append(w - (m + w * 0.01) * c.min(ratio, 10) * 0.1)
    if c.wrong("second_layer_stale"):
        extra[1] = w2 - (m2 * 0.9 + w2 * 0.01) * 0.1
    return extra[0], extra[1], m1, m2, loss


@pair("d=4", "x:f32[2*d,6]@d,-~n*1 y:f32[2*d,3]@d,- w1:f32[6,8] w2:f32[8,3] m1:f32[6,8] m2:f32[8,3] s:f32[]~v(64)", "@- @- @- @- @- @-",
      wrong={"flag_left_local": "flag left local; in.x=rare", "unscaled_twice": "gradient scaled twice", "master_in_bf16": "narrowing on one side", "scale_never_grows": "branch never taken",
             "sum_of_gradients_in_f16": "narrowing on one side"},
      right=["roundings", "roundings; d=3", "roundings; d=6 how=gradients_in_f32", "reals; d=5 how=unscale_first"], tolerance=2000)
def mixed_precision_step(c, x, y, w1, w2, m1, m2, s):
    """Computed in bf16 from f32 masters with a loss scale, which shrinks when a gradient is not finite and grows otherwise."""
    h1, h2 = w1.to("bf16"), w2.to("bf16")
    xb, yb = x.to("bf16"), y.to("bf16")
    z1 = c.dot(xb, h1)
    a1 = c.logistic(z1) * z1
    z2 = c.dot(a1, h2)
    e = z2 - yb
    n = x.shape[0] * c.n("d")
    loss = c.all_reduce(c.sum(e.to("f32") * e.to("f32")), "d") / n
    dz2 = (e * 2).to("f32") * s / n
    dz2 = dz2.to("bf16")
    da1, g2, _ = L.linear_back(c, a1, h2, dz2)
    sig = c.logistic(z1)
    dz1 = da1 * (sig + z1 * sig * (1 - sig))
    _, g1, _ = L.linear_back(c, xb, h1, dz1)
    wide = "f16" if c.wrong("sum_of_gradients_in_f16") else "bf16"
    if c.how("gradients_in_f32"):
        g1, g2 = c.all_reduce(g1.to("f32"), "d"), c.all_reduce(g2.to("f32"), "d")
    elif c.how("unscale_first"):
        g1, g2 = c.all_reduce(g1.to("f32") / s, "d") * s, c.all_reduce(g2.to("f32") / s, "d") * s
    else:
        g1, g2 = c.all_reduce(g1.to(wide), "d").to("f32"), c.all_reduce(g2.to(wide), "d").to("f32")
    g1, g2 = g1 / s, g2 / s
    if c.wrong("unscaled_twice"):
        g1 = g1 / s
    finite = c.and_(c.reduce(c.is_finite(g1), [0, 1], "and"), c.reduce(c.is_finite(g2), [0, 1], "and"))
    if c.wrong("flag_left_local"):
        # looks at what this device's own examples gave
        finite = c.reduce(c.is_finite(z1), [0, 1], "and")
    else:
        finite = c.all_reduce(finite, "d", op="and")
    out, moments = [], []
    for w, g, m in ((w1, g1, m1), (w2, g2, m2)):
        clean = c.select(finite, g, 0)
        norm = c.sqrt(c.sum(clean * clean))
        clean = clean * (1 / c.max(1, norm))
        new = m * 0.9 + clean
        moments.append(c.select(finite, new, m))
        w_next = w - new * 0.1
        if c.wrong("master_in_bf16"):
            w_next = w_next.to("bf16").to("f32")
        out.append(c.select(finite, w_next, w))
    grown = s if c.wrong("scale_never_grows") else s * 2
    scale = c.select(finite, c.min(grown, 65536), c.max(s / 2, 1))
    rows = [c.sum(c.abs(v)) for v in out + moments]
    total = rows[0] + rows[1] + rows[2] + rows[3]
    return out + moments + [scale, c.select(finite, loss, 0) + total]


@pair("v=2 d=2", "e:T[6*v,4]@v,- u:T[4,6*v]@-,v i:i32[3*d]@d~i(0,12) y:i32[3*d]@d~i(0,12) g:T[4] b:T[4] w:T[4,8] z:T[8,4]", "@v,- @-,v @- @- @- @-",
      wrong={"off_by_one_row": "embedding off by one row", "target_of_first_shard": "wrong mask", "normaliser_is_local": "normaliser left local", "gradient_misses_columns": "missing reduce",
             "last_row_never_trained": "scatter dropped or doubled"},
      right=["sums", "sums; T=f64 v=3 d=2 in.i=i(0,18) in.y=i(0,18)", "sums; v=4 d=1 in.i=i(0,24) in.y=i(0,24)", "reals; v=2 d=3 how=unshifted", "sums; v=1 d=5 in.i=i(0,6) in.y=i(0,6)",
             "reals; v=3 d=1 how=unshifted in.i=i(0,18) in.y=i(0,18)"], tolerance=4)
def language_model_step(c, e, u, i, y, g, b, w, z):
    """Embedding and output matrix split along the vocabulary: lookup, a block, a cross entropy over shards, gradients."""
    rows = e.shape[0]
    local = i - c.id("v") * rows - (1 if c.wrong("off_by_one_row") else 0)
    mine = c.and_(local.ge(0), local.lt(rows))
    x = c.rows(e, c.clamp(0, local, rows - 1))
    x = c.all_reduce(c.select(c.broadcast(mine, x.shape, [0]), x, 0), "v")
    h = L.layer_norm(c, x, g, b)
    a, inner = L.gelu(c, c.dot(h, w))
    h = h + c.dot(a, z)
    logits = c.dot(h, u)
    most = c.all_reduce(c.max_of(logits, 1, keep=True), "v", op="max")
    shifted = logits if c.how("unshifted") else logits - most
    exp = c.exp(shifted)
    total = c.sum(exp, 1, keep=True)
    total = total if c.wrong("normaliser_is_local") else c.all_reduce(total, "v")
    column = c.iota(1, logits.shape)
    if not c.wrong("target_of_first_shard"):
        column = column + c.id("v") * logits.shape[1]
    # for a target that is no row the loss would be one of the shifted logits
    y = c.clamp(0, y, rows * c.n("v") - 1)
    hot = c.convert(c.broadcast(y, logits.shape, [0]).eq(column), c.T)
    n = x.shape[0] * c.n("d")
    picked = c.all_reduce(c.sum(shifted * hot, 1), "v")
    loss = c.all_reduce(c.sum(c.log(c.reshape(total, x.shape[0])) - picked), "d") / n
    dl = (exp / total - hot) / n
    du = c.all_reduce(c.dot(h, dl, contract=((0,), (0,))), "d")
    dh = c.dot(dl, u, contract=((1,), (1,)))
    dh = dh if c.wrong("gradient_misses_columns") else c.all_reduce(dh, "v")
    dz = c.all_reduce(c.dot(a, dh, contract=((0,), (0,))), "d")
    da = c.dot(dh, z, contract=((1,), (1,)))
    dx = dh + c.dot(L.gelu_back(c, c.dot(h, w), inner, da), w, contract=((1,), (1,)))
    at = c.select(mine, local, rows)
    if c.wrong("last_row_never_trained"):
        at = c.select(at.eq(rows - 1), rows, at)
    de = c.scatter_rows(c.broadcast(c.const(0, c.T, ()), e.shape), c.reshape(at, x.shape[0], 1), dx)
    de = c.all_reduce(de, "d")
    norm = c.sqrt(c.all_reduce(c.sum(de * de) + c.sum(du * du), "v") + c.sum(dz * dz))
    k = 1 / c.max(norm, 1)
    return e - de * k, u - du * k, z - dz * k, loss, norm, c.all_reduce(c.sum(c.abs(dx)), "d")
