"""Other whole steps: mixture of experts, a convolutional net with batch statistics, a pipeline, a recurrent net, a graph net."""
from pairs import pair
from programs import layers as L


@pair("e=4", "x:T[4*e,6]@e,- wr:T[6,e] w1:T[e,6,8]@e w2:T[e,8,6]@e g:T[6] h:T[6]", "@e,- @- @-",
      wrong={"all_to_all_swapped": "MoE all_to_all swapped dims", "experts_of_neighbour": "wrong permutation", "gate_not_applied": "missing op", "balance_is_local": "missing reduce",
             "route_by_local_expert": "wrong offset by device"},
      right=["sums", "sums; T=f64 e=3", "sums; e=2 how=gathered", "reals; e=5 how=unshifted",
             "reals; e=3 how=unshifted T=f64"], tolerance=4)
def moe_layer(c, x, wr, w1, w2, g, h):
    """Every token goes to its best expert, with room for all tokens of a device; one expert a device."""
    n, experts = x.shape[0], wr.shape[1]
    y = L.layer_norm(c, x, g, h)
    scores = c.dot(y, wr)
    shifted = scores if c.how("unshifted") else scores - c.max_of(scores, 1, keep=True)
    e = c.exp(shifted)
    p = e / c.sum(e, 1, keep=True)
    gate, chosen = c.argmax(p, c.iota(1, p.shape), 1)
    hot = c.broadcast(chosen, (n, experts), [0]).eq(c.iota(1, (n, experts)))
    if c.wrong("route_by_local_expert"):
        chosen = c.rem(chosen + c.id("e"), c.const(experts, "i32", (n,)))
        hot = c.broadcast(chosen, (n, experts), [0]).eq(c.iota(1, (n, experts)))
    hot = c.convert(hot, c.T)
    # [experts, rows, features]: each token stands in its own row of its expert's slab
    slabs = c.broadcast(c.transpose(hot), (experts, n, 6), [0, 1]) * c.broadcast(y, (experts, n, 6), [1, 2])

    def expert(slab):
        a, _ = L.gelu(c, c.dot(slab, w1, contract=((2,), (1,)), batch=((0,), (0,))))
        return c.dot(a, w2, contract=((2,), (1,)), batch=((0,), (0,)))
    if c.how("gathered"):
        sent = c.own(c.all_gather(slabs, 1, "e"), 0, "e")
        back = c.own(c.all_gather(expert(sent), 0, "e"), 1, "e")
    else:
        sent = c.all_to_all(slabs, 0, 1, "e")
        if c.wrong("experts_of_neighbour"):
            sent = c.permute(sent, c.shift("e"))
        done = expert(sent)
        if c.wrong("all_to_all_swapped"):
            size = c.n("e")
            done = c.reshape(c.transpose(c.reshape(done, 1, n, size, 6), 0, 2, 1, 3), 1, size * n, 6)
        back = c.all_to_all(done, 1, 0, "e")
    # a row without the token gives what zeros give, which is zero here
    mixed = c.sum(back * c.broadcast(c.transpose(hot), back.shape, [0, 1]), 0)
    out = x + (mixed if c.wrong("gate_not_applied") else mixed * c.reshape(gate, n, 1))
    load, belief = c.sum(hot, 0), c.sum(p, 0)
    if not c.wrong("balance_is_local"):
        load, belief = c.all_reduce(load, "e"), c.all_reduce(belief, "e")
    total = n * c.n("e")
    balance = c.sum(load * belief) * (experts / (total * total))
    z = c.log(c.sum(c.exp(scores), 1))
    z_loss = c.all_reduce(c.sum(z * z), "e") / total
    a, _ = L.gelu(c, L.layer_norm(c, out, h, g))
    final = out + a * 0.5
    gated = c.tanh(final) * c.logistic(final)
    spread = L.softmax(c, gated)
    entropy = c.all_reduce(c.sum(spread * c.log(spread + 1e-3)), "e") / total
    return final + gated * spread, balance + z_loss, entropy


@pair("d=4", "x:T[2*d,6,6,2]@d y:i32[2*d]@d~i(0,3) k:T[3,3,2,4] g:T[4] b:T[4] w:T[4,3] mean:T[4] var:T[4]~u(0.5,2) m:T[4,3]", "@- @- @- @- @- @- @-",
      wrong={"statistics_are_local": "BatchNorm statistics local", "variance_of_local_mean": "normaliser left local", "gradient_of_gain_local": "missing reduce", "running_mean_of_device": "missing reduce",
             "average_pool_of_padding": "padding that leaks into a mean"},
      right=["sums", "sums; T=f64 d=3", "reals; d=2 how=square_of_mean", "reals; d=5 how=division",
             "reals; d=3 how=division T=f64", "reals; d=1 how=square_of_mean"], tolerance=6)
def conv_net_step(c, x, y, k, g, b, w, mean, var, m):
    """Convolution, synchronised batch norm, relu, mean pool, linear, cross entropy; gradients of the last layers, running statistics."""
    z = c.conv(x, k, "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", pad=[[1, 1], [1, 1]])
    dims, n = (0, 1, 2), x.shape[0] * 36 * c.n("d")
    reduce = (lambda v: v * c.n("d")) if c.wrong("statistics_are_local") else (lambda v: c.all_reduce(v, "d"))
    mu = reduce(c.sum(z, *dims)) / n
    if c.wrong("variance_of_local_mean"):
        d0 = z - c.sum(z, *dims) / (x.shape[0] * 36)
    else:
        d0 = z - mu
    if c.how("square_of_mean"):
        sigma = reduce(c.sum(z * z, *dims)) / n - mu * mu
    else:
        sigma = reduce(c.sum(d0 * d0, *dims)) / n
    d = z - mu
    hat = d / c.sqrt(sigma + 1e-3) if c.how("division") else d * c.rsqrt(sigma + 1e-3)
    act = c.max(hat * g + b, 0)
    if c.wrong("average_pool_of_padding"):
        pooled = c.reduce_window(act, [1, 8, 8, 1], pad=[[0, 0], [1, 1], [1, 1], [0, 0]]) / 64
    else:
        pooled = c.reduce_window(act, [1, 6, 6, 1]) / 36
    feature = c.reshape(pooled, x.shape[0], 4)
    loss, dl = L.cross_entropy(c, c.dot(feature, w), y)
    count = x.shape[0] * c.n("d")
    loss = c.all_reduce(c.sum(loss), "d") / count
    df, gw, _ = L.linear_back(c, feature, w, dl / count)
    gw = c.all_reduce(gw, "d")
    dact = c.broadcast(c.reshape(df / 36, x.shape[0], 1, 1, 4), act.shape)
    dact = c.select(act.gt(0), dact, 0)
    gg, gb = c.sum(dact * hat, *dims), c.sum(dact, *dims)
    gg = gg if c.wrong("gradient_of_gain_local") else c.all_reduce(gg, "d")
    gb = c.all_reduce(gb, "d")
    # the input's gradient through the statistics, of which only its norm is kept
    dz = (dact * g - (gb * g + hat * gg * g) / n) * c.rsqrt(sigma + 1e-3)
    norm = c.sqrt(c.all_reduce(c.sum(dz * dz), "d") + c.sum(gw * gw) + c.sum(gg * gg) + c.sum(gb * gb))
    scale = c.min(1, 0.5 / (norm + 1e-3))
    seen = c.sum(z, *dims) / (x.shape[0] * 36) if c.wrong("running_mean_of_device") else mu
    m = m * 0.9 + gw * scale
    return (w - m * 0.1, g - gg * scale * 0.1, b - gb * scale * 0.1, mean * 0.9 + seen * 0.1, var * 0.9 + sigma * 0.1, m, loss + norm)


@pair("p=3", "x:T[4,2,6] w1:T[p,6,8]@p w2:T[p,8,6]@p g:T[p,6]@p h:T[p,6]@p y:T[4,2,6]", "@- @-",
      wrong={"sends_backwards": "pipeline stage wrong permute", "first_stage_takes_passed": "wrong mask", "last_micro_batch_lost": "loop one step short", "results_of_first_stage": "wrong offset by device",
             "micro_batch_by_stage": "index off by one"},
      right=["sums", "sums; T=f64 p=2", "sums; p=4", "reals; p=5 how=sum_of_selects"], tolerance=5)
def pipeline(c, x, w1, w2, g, h, y):
    """Each device is one stage; four micro-batches pass through, a step of the clock at a time."""
    def stage(v, w1, w2, g, h):
        u = L.layer_norm(c, v, g, h)
        a, _ = L.gelu(c, c.dot(u, w1))
        return v + c.dot(a, w2) * 0.5
    one = lambda t, k=0: c.reshape(c.slice(t, (k, k + 1)), *t.shape[1:])
    batches = [one(x, k) for k in range(4)]
    if c.spec:
        out = []
        for v in batches:
            for s in range(w1.shape[0]):
                v = stage(v, one(w1, s), one(w2, s), one(g, s), one(h, s))
            out.append(v)
    else:
        n, at = c.n("p"), c.id("p")
        passed, out = c.broadcast(c.const(0, c.T, ()), (2, 6)), []
        for tick in range(4 + n - 1):
            feed = batches[min(tick + 1 if c.wrong("micro_batch_by_stage") else tick, 3)]
            entry = at.eq(1 if c.wrong("first_stage_takes_passed") else 0)
            v = stage(c.select(entry, feed, passed), one(w1), one(w2), one(g), one(h))
            if tick >= n - 1:
                last = at.eq(0 if c.wrong("results_of_first_stage") else n - 1)
                if c.how("sum_of_selects"):
                    out.append(c.all_reduce(v * c.convert(last, c.T), "p"))
                else:
                    out.append(c.all_reduce(c.select(last, v, 0), "p"))
            passed = c.permute(v, c.shift("p", by=-1 if c.wrong("sends_backwards") else 1, wrap=False))
        if c.wrong("last_micro_batch_lost"):
            out[3] = out[2]
    z = c.concat([c.reshape(v, 1, 2, 6) for v in out], 0)
    d = z - y
    return z, c.sum(d * d) / 48


@pair("d=2 m=2", "x:T[5,2*d,4]@-,d s:T[2*d,3*m]@d,m wz:T[4,3*m]@-,m wr:T[4,3*m]@-,m wh:T[4,3*m]@-,m uz:T[3*m,3*m]@-,m ur:T[3*m,3*m]@-,m uh:T[3*m,3*m]@-,m v:T[3*m,2]@m,- y:T[5,2*d,2]@-,d",
      "@d,m @- @-,m",
      wrong={"state_not_gathered": "missing gather", "one_step_short": "loop one step short", "gates_swapped": "operands swapped", "error_over_model_axis_only": "wrong groups", "state_gathered_in_bf16": "narrowing on one side"},
      right=["sums", "sums; T=f64 d=3 m=1", "reals; d=1 m=2 how=logistic_by_exp", "reals; d=2 m=3 how=tanh_by_logistic",
             "reals; d=3 m=2 how=logistic_by_exp", "reals; d=1 m=3 how=tanh_by_logistic T=f64"], tolerance=10)
def recurrent_step(c, x, s, wz, wr, wh, uz, ur, uh, v, y):
    """A gated recurrent net over five steps: the state is split by features and gathered for the next step's gates."""
    def gather(t):
        if c.wrong("state_gathered_in_bf16"):
            return c.all_gather(t.to("bf16"), 1, "m").to(c.T)
        return c.concat([t] * c.n("m"), 1) if c.wrong("state_not_gathered") else c.all_gather(t, 1, "m")
    sigmoid = (lambda t: 1 / (1 + c.exp(-t))) if c.how("logistic_by_exp") else c.logistic
    tanh = (lambda t: c.logistic(t * 2) * 2 - 1) if c.how("tanh_by_logistic") else c.tanh

    def step(i, s, error):
        row = lambda t: c.reshape(c.dynamic_slice(t, [i, 0, 0], (1,) + t.shape[1:]), *t.shape[1:])
        xi, full = row(x), gather(s)
        z = sigmoid(c.dot(xi, wz) + c.dot(full, uz))
        r = sigmoid(c.dot(xi, wr) + c.dot(full, ur))
        h = tanh(c.dot(xi, wh) + c.dot(gather(r * s), uh))
        s = (1 - z) * h + z * s if c.wrong("gates_swapped") else (1 - z) * s + z * h
        out = c.all_reduce(c.dot(s, v), "m")
        e = out - row(y)
        return [s, error + c.sum(e * e)]
    steps = 4 if c.wrong("one_step_short") else 5
    zero = c.const(0, c.T, ())
    s, error = c.loop(3, [s, zero], step)
    for i in range(3, steps):
        s, error = step(i, s, error)
    error = c.all_reduce(error, "m" if c.wrong("error_over_model_axis_only") else "d") / (x.shape[1] * c.n("d"))
    # the last state's own projection, centred over the batch, and one more pass of its gates without input
    mean = c.all_reduce(c.sum(s, 0, keep=True), "d") / (s.shape[0] * c.n("d"))
    d = s - mean
    spread = c.sqrt(c.all_reduce(c.sum(d * d, 0, keep=True), "d") + 1e-2)
    full = gather(d / spread)
    z = sigmoid(c.dot(full, uz))
    h = tanh(c.dot(full, uh) * z)
    last = s + h * 0.5
    penalty = c.sqrt(c.all_reduce(c.sum(c.abs(last)), "d", "m")) * 0.1
    return last, error + penalty, mean + spread


@pair("n=4", "x:T[3*n,4]@n,- a:i32[5*n]@n~i(0,12) b:i32[5*n]@n~i(0,12) wm:T[4,6] wu:T[6,4] ws:T[4,4] g:T[4] h:T[4] y:T[3*n,4]@n,-",
      "@n,- @- @- @-",
      wrong={"messages_left_in_parts": "missing reduce", "degree_is_local": "normaliser left local", "source_without_offset": "slice start not localised", "last_edges_dropped": "scatter dropped or doubled", "own_rows_of_next": "wrong offset by device"},
      right=["sums", "sums; T=f64 n=3 in.a=i(0,9) in.b=i(0,9)", "sums; n=2 in.a=i(0,6) in.b=i(0,6) how=all_reduce_and_slice", "reals; n=5 how=rsqrt in.a=i(0,15) in.b=i(0,15)",
             "reals; n=3 how=rsqrt T=f64 in.a=i(0,9) in.b=i(0,9)"], tolerance=6)
def graph_step(c, x, a, b, wm, wu, ws, g, h, y):
    """Nodes and edges are split over devices: messages along edges are summed at their targets; two rounds, a loss, gradients."""
    n, rows, edges = x.shape[0] * c.n("n"), x.shape[0], a.shape[0]

    def summed(v):
        """[all nodes, k] in parts to [own nodes, k]."""
        if c.wrong("messages_left_in_parts"):
            return c.own(v, 0, "n")
        if c.how("all_reduce_and_slice"):
            return c.own(c.all_reduce(v, "n"), 0, "n")
        return c.reduce_scatter(v, 0, "n")
    ones = c.broadcast(c.const(1, c.T, ()), (edges, 1))
    zeros = lambda k: c.broadcast(c.const(0, c.T, ()), (n, k))
    target = c.reshape(b, edges, 1)
    if c.wrong("last_edges_dropped"):
        target = c.select(c.iota(0, (edges, 1)).eq(edges - 1), n, target)
    degree = c.scatter_rows(zeros(1), c.reshape(b, edges, 1), ones)
    degree = c.own(degree, 0, "n") * c.n("n") if c.wrong("degree_is_local") else summed(degree) if not c.wrong("messages_left_in_parts") else c.reduce_scatter(degree, 0, "n")
    weight = c.rsqrt(degree + 1) if c.how("rsqrt") else 1 / c.sqrt(degree + 1)
    inputs = x
    for _ in range(2):
        u = L.layer_norm(c, x, g, h) * weight
        whole = c.all_gather(u, 0, "n")
        if c.wrong("source_without_offset"):
            source = c.rows(whole, c.rem(a, c.const(rows, "i32", a.shape)))
        else:
            source = c.rows(whole, a)
        message = c.tanh(c.dot(source, wm))
        got = summed(c.scatter_rows(zeros(6), target, message))
        if c.wrong("own_rows_of_next"):
            got = c.permute(got, c.shift("n"))
        x = x + c.dot(got, wu) * weight + c.dot(x, ws) * 0.2
    e = L.softmax(c, x) - y
    loss = c.all_reduce(c.sum(e * e), "n") / n
    _, gs, _ = L.linear_back(c, inputs, ws, e)
    gs = c.all_reduce(gs, "n") / n
    gu = c.all_reduce(c.dot(got, e * weight, contract=((0,), (0,))), "n") / n
    norm = c.sqrt(c.sum(gs * gs) + c.sum(gu * gu))
    scale = c.min(1, 1 / norm)
    return x, ws - gs * scale, wu - gu * scale, loss
