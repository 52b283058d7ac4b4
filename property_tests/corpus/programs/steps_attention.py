"""Attention in whole blocks: heads, sequences and caches on several devices, in one pass or around a ring."""
from pairs import pair
from programs import layers as L

BLOCK = ("x:T[4*b,8]@b,- g:T[8] h:T[8] wq:T[8,8*m]@-,m wk:T[8,8*m]@-,m wv:T[8,8*m]@-,m wo:T[8*m,8]@m,- "
         "w1:T[8,6*m]@-,m w2:T[6*m,8]@m,- g2:T[8] h2:T[8]")


@pair("b=2 m=2", BLOCK, "@b,- @-",
      wrong={"output_left_in_parts": "missing reduce", "rotary_by_row_of_device": "rotary offset", "scale_of_all_heads": "local size for global", "mask_turned": "comparison turned",
             "residual_added_per_device": "op on a partial sum"},
      right=["sums", "sums; T=f64 b=3 m=2", "sums; b=1 m=3", "roundings; T=bf16 b=2 m=1", "reals; b=1 m=2 how=scale_later",
             "reals; b=3 m=1 how=scale_later T=f64"], tolerance=3)
def attention_block(c, x, g, h, wq, wk, wv, wo, w1, w2, g2, h2):
    """Two heads a device; each shard of the batch is one sequence of four rows. Rotary positions, causal mask, gated MLP."""
    rows = x.shape[0] if not c.spec else 4
    blocks = [c.slice(x, (k, k + 4)) for k in range(0, x.shape[0], 4)]
    out = []
    for x in blocks:
        y = L.layer_norm(c, x, g, h)
        q, k, v = [L.heads(c, c.dot(y, w), w.shape[1] // 4) for w in (wq, wk, wv)]
        at = c.iota(0, (4,))
        shifted = at + c.id("b") if c.wrong("rotary_by_row_of_device") else at
        q, k = L.rotary(c, q, shifted), L.rotary(c, k, at)
        row, column = c.iota(0, (4, 4)), c.iota(1, (4, 4))
        mask = row.le(column) if c.wrong("mask_turned") else row.ge(column)
        scale = (4 * c.n("m")) ** -0.5 if c.wrong("scale_of_all_heads") else 0.5
        if c.how("scale_later"):
            q, scale = q * 0.25, 2
        o = c.dot(L.merge_heads(c, L.attend(c, q, k, v, mask, scale)), wo)
        if c.wrong("residual_added_per_device"):
            x = c.all_reduce(x + o, "m")
        else:
            x = x + (o if c.wrong("output_left_in_parts") else c.all_reduce(o, "m"))
        y = L.layer_norm(c, x, g2, h2)
        u, _ = L.gelu(c, c.dot(y, w1))
        gate = c.logistic(c.dot(y, w1))
        out.append(x + c.all_reduce(c.dot(u * gate, w2), "m"))
    y = c.concat(out, 0) if len(out) > 1 else out[0]
    norm = c.sqrt(c.all_reduce(c.sum(y * y), "b"))
    return y, norm


SEQUENCE = "x:T[4*s,8]@s,- g:T[8] h:T[8] wq:T[8,8] wk:T[8,8] wv:T[8,8] wo:T[8,8] w1:T[8,12] w2:T[12,8]"


@pair("s=3", SEQUENCE, "@s,- @-",
      wrong={"mask_by_local_position": "causal mask by local position", "rotary_without_offset": "rotary offset", "keys_of_own_shard": "missing gather", "keys_rotated_after_gather_locally": "wrong permutation",
             "last_shard_lost": "mask off by one"},
      right=["bits; rounds=1", "bits; rounds=1 T=f64 s=2", "bits; rounds=1 s=5", "reals; s=2 how=unshifted", "reals; s=4 how=by_log",
             "reals; s=3 how=unshifted T=f64", "reals; s=1 how=by_log"], tolerance=3)
def sequence_parallel_block(c, x, g, h, wq, wk, wv, wo, w1, w2):
    """Rows of one sequence on several devices: keys and values are gathered, queries stay."""
    n = x.shape[0]
    y = L.layer_norm(c, x, g, h)
    q, k, v = [L.heads(c, c.dot(y, w), 2) for w in (wq, wk, wv)]
    here = c.id("s") * n
    at = c.iota(0, (n,)) + here
    rotated_at = c.iota(0, (n,)) if c.wrong("rotary_without_offset") else at
    q, k = L.rotary(c, q, rotated_at), L.rotary(c, k, at)
    if c.wrong("keys_of_own_shard"):
        k, v = c.concat([k] * c.n("s"), 1), c.concat([v] * c.n("s"), 1)
    else:
        if c.wrong("keys_rotated_after_gather_locally"):
            v = c.permute(v, c.shift("s"))
        k, v = c.all_gather(k, 1, "s"), c.all_gather(v, 1, "s")
    shape = (n, k.shape[1])
    row, column = c.iota(0, shape), c.iota(1, shape)
    if not c.wrong("mask_by_local_position"):
        row = row + here
    mask = row.ge(column)
    if c.wrong("last_shard_lost"):
        mask = c.and_(mask, column.lt(k.shape[1] - n))
        mask = c.or_(mask, column.eq(0))
    if c.how("unshifted") or c.how("by_log"):
        scores = c.dot(q, k, contract=((2,), (2,)), batch=((0,), (0,))) * 0.5
        scores = c.select(c.broadcast(mask, scores.shape, [1, 2]), scores, -1e9)
        if c.how("by_log"):
            most = c.max_of(scores, -1, keep=True)
            p = c.exp(scores - (most + c.log(c.sum(c.exp(scores - most), -1, keep=True))))
        else:
            e = c.exp(scores)
            p = e / c.sum(e, -1, keep=True)
        o = c.dot(p, v, contract=((2,), (1,)), batch=((0,), (0,)))
    else:
        o = L.attend(c, q, k, v, mask, 0.5)
    x = x + c.dot(L.merge_heads(c, o), wo)
    a, _ = L.gelu(c, c.dot(L.layer_norm(c, x, g, h), w1))
    x = x + c.dot(a, w2)
    z = L.layer_norm(c, x, h, g)
    q2 = c.tanh(c.dot(z, wq)) * c.logistic(c.dot(z, wk))
    x = x + q2 * 0.5
    return x, c.all_reduce(c.max_of(c.abs(x)), "s", op="max")


@pair("s=4", SEQUENCE, "@s,- @-",
      wrong={"one_step_short": "ring attention one step short", "sum_not_rescaled": "running maximum not applied", "wrong_way": "wrong permutation", "mask_of_own_block": "causal mask by local position",
             "values_stay": "ring moves keys only"},
      right=["reals", "reals; T=f64 s=3", "reals; s=2", "reals; s=5 how=loop"], tolerance=4)
def ring_attention(c, x, g, h, wq, wk, wv, wo, w1, w2):
    """Keys and values go around a ring; a running maximum and sum make the softmax of all (SPEC has the usual softmax)."""
    n = x.shape[0]
    y = L.layer_norm(c, x, g, h)
    q, k, v = [L.heads(c, c.dot(y, w), 2) for w in (wq, wk, wv)]
    at = c.iota(0, (n,)) + c.id("s") * n
    q, k = L.rotary(c, q, at), L.rotary(c, k, at)
    if c.spec:
        row, column = c.iota(0, (n, n)), c.iota(1, (n, n))
        o = L.attend(c, q, k, v, row.ge(column), 0.5)
    else:
        devices = c.n("s")

        def step(i, k, v, most, total, acc):
            source = c.rem(c.id("s") + devices - i, devices) if not isinstance(i, int) else c.rem(c.id("s") + (devices - i), devices)
            row, column = c.iota(0, (n, n)) + c.id("s") * n, c.iota(1, (n, n))
            column = column + (c.id("s") if c.wrong("mask_of_own_block") else source) * n
            scores = c.dot(q, k, contract=((2,), (2,)), batch=((0,), (0,))) * 0.5
            scores = c.select(c.broadcast(row.ge(column), scores.shape, [1, 2]), scores, -1e9)
            new = c.max(most, c.max_of(scores, -1, keep=True))
            e = c.exp(scores - new)
            old = c.exp(most - new)
            part = c.dot(e, v, contract=((2,), (1,)), batch=((0,), (0,)))
            total = (total if c.wrong("sum_not_rescaled") else total * old) + c.sum(e, -1, keep=True)
            by = -1 if c.wrong("wrong_way") else 1
            return [c.permute(k, c.shift("s", by=by)), v if c.wrong("values_stay") else c.permute(v, c.shift("s", by=by)), new, total, acc * old + part]
        low = c.broadcast(c.const(-1e30, c.T, ()), (2, n, 1))
        zero = c.broadcast(c.const(0, c.T, ()), (2, n, 1))
        state = [k, v, low, zero, c.broadcast(c.const(0, c.T, ()), q.shape)]
        trips = devices - (1 if c.wrong("one_step_short") else 0)
        if c.how("loop"):
            state = c.loop(trips, state, step)
        else:
            for i in range(trips):
                state = step(i, *state)
        o = state[4] / state[3]
    x = x + c.dot(L.merge_heads(c, o), wo)
    a, _ = L.gelu(c, c.dot(L.layer_norm(c, x, g, h), w1))
    x = x + c.dot(a, w2)
    return x, c.all_reduce(c.sum(x * x), "s")


@pair("s=4", "x:T[1,8] ck:T[2,4*s,4]@-,s,- cv:T[2,4*s,4]@-,s,- p:i32[]~i(0,16) g:T[8] h:T[8] wq:T[8,8] wk:T[8,8] wv:T[8,8] wo:T[8,8] w1:T[8,12] w2:T[12,8]",
      "@- @-,s,- @-,s,-",
      wrong={"written_on_every_device": "KV cache written in the wrong shard", "values_in_next_shard": "KV cache written in the wrong shard", "mask_by_local_position": "causal mask by local position",
             "normaliser_is_local": "softmax normaliser left local", "position_excluded": "comparison turned"},
      right=["sums", "sums; T=f64 s=3 in.p=i(0,12)", "sums; s=2 in.p=i(-1,9)", "bits; s=6 how=cache_gathered rounds=1 in.p=i(0,24)"], tolerance=4)
def decode_step(c, x, ck, cv, p, g, h, wq, wk, wv, wo, w1, w2):
    """One token: written into a cache split along positions, attended over all positions up to its own."""
    rows = ck.shape[1]
    p = c.clamp(0, p, rows * c.n("s") - 1)
    y = L.layer_norm(c, x, g, h)
    at = c.reshape(p, 1)
    q, k, v = [L.heads(c, c.dot(y, w), 2) for w in (wq, wk, wv)]
    q, k = L.rotary(c, q, at), L.rotary(c, k, at)
    local = p - c.id("s") * rows
    mine = c.and_(local.ge(0), local.lt(rows))

    def write(cache, row, off=0):
        at = local - off * rows
        owner = c.and_(at.ge(0), at.lt(rows))
        if c.wrong("written_on_every_device"):
            owner, at = c.const(True, "i1", ()), c.rem(p, c.const(rows, "i32", ()))
        return c.select(owner, c.dynamic_update(cache, row, [0, at, 0]), cache)
    ck, cv = write(ck, k), write(cv, v, 1 if c.wrong("values_in_next_shard") else 0)
    if c.how("cache_gathered"):
        all_k, all_v = c.all_gather(ck, 1, "s"), c.all_gather(cv, 1, "s")
        column = c.iota(1, (1, all_k.shape[1]))
        o = L.attend(c, q, all_k, all_v, column.le(p), 0.5)
    else:
        column = c.iota(1, (1, rows))
        if not c.wrong("mask_by_local_position"):
            column = column + c.id("s") * rows
        seen = column.lt(p) if c.wrong("position_excluded") else column.le(p)
        scores = c.dot(q, ck, contract=((2,), (2,)), batch=((0,), (0,))) * 0.5
        scores = c.select(c.broadcast(seen, scores.shape, [1, 2]), scores, -1e9)
        most = c.all_reduce(c.max_of(scores, -1, keep=True), "s", op="max")
        e = c.exp(scores - most)
        total = c.sum(e, -1, keep=True)
        total = total if c.wrong("normaliser_is_local") else c.all_reduce(total, "s")
        o = c.all_reduce(c.dot(e / total, cv, contract=((2,), (1,)), batch=((0,), (0,))), "s")
    x = x + c.dot(L.merge_heads(c, o), wo)
    a, _ = L.gelu(c, c.dot(L.layer_norm(c, x, g, h), w1))
    x = x + c.dot(a, w2)
    z = c.tanh(c.dot(L.layer_norm(c, x, h, g), wq)) * c.logistic(c.dot(x, wk))
    return x + z * 0.5, ck, cv
