"""Loops and branches: trip counts, conditions, what a loop carries, branches that usual inputs never take."""
from pairs import pair


@pair("x=4", "a:T[2*x,3]@x,- n:i32[]~i(0,6)", "@x,- @-",
      wrong={"never_runs": "loop that never runs", "one_trip_short": "loop one step short; in.n=i(1,6)", "one_trip_more": "loop one step long", "carry_not_reduced": "missing reduce; in.n=i(2,6)",
             "starts_at_one": "loop starts elsewhere; in.n=i(1,6)"},
      right=["sums", "sums; T=f64 x=3", "sums; x=5 how=counts_down", "roundings; T=bf16 x=2"])
def repeated_centring(c, a, n):
    """n times: subtract a tenth of the mean and remember the sum."""
    rows = a.shape[0] * c.n("x") * 3

    def step(i, x, total):
        mean = c.sum(x)
        if not c.wrong("carry_not_reduced"):
            mean = c.all_reduce(mean, "x")
        mean = mean / rows
        return [x - mean * 0.1 - c.convert(i, c.T) * 0.5, total + mean]
    start = c.const(0, c.T, ())
    if c.how("counts_down"):
        out = c.while_([n, a, start], lambda i, *v: i.gt(0), lambda i, x, t: [i - 1] + step(n - i, x, t))
        return out[1:]
    if c.wrong("never_runs"):
        out = c.while_([c.const(0, "i32", ()), a, start], lambda i, *v: i.gt(n), lambda i, *v: [i + 1] + step(i, *v))
        return out[1:]
    first = c.const(1 if c.wrong("starts_at_one") else 0, "i32", ())
    last = n - 1 if c.wrong("one_trip_short") else n + 1 if c.wrong("one_trip_more") else n
    return c.while_([first, a, start], lambda i, *v: i.lt(last), lambda i, *v: [i + 1] + step(i, *v))[1:]


@pair("x=4", "a:T[3*x]@x t:T[]~n*1", "@x",
      wrong={"branch_never_taken": "branch never taken; in.t=v(4.5)", "condition_is_local": "branch on local data", "condition_turned": "comparison turned; in.t=v(0)",
             "branches_swapped": "branches swapped", "third_branch": "branch only in IMPL; in.t=v(-7)"},
      right=["bits", "bits; T=f64 x=3", "bits; x=5 how=select"])
def branch_on_threshold(c, a, t):
    """Doubled where t >= 0, else less the greatest of all."""
    most = c.max_of(a)
    if not c.wrong("condition_is_local"):
        most = c.all_reduce(most, "x", op="max")
    p = t.gt(0) if c.wrong("condition_turned") else t.ge(0)
    if c.wrong("condition_is_local"):
        most = c.all_reduce(most, "x", op="max")
        p = (t + c.sum(a)).ge(0)
    if c.how("select"):
        return c.select(p, a + a, a - most)
    then, other = (lambda: a + a), (lambda: a - most)
    if c.wrong("branches_swapped"):
        then, other = other, then
    out = c.if_(p, then, other)[0]
    if c.wrong("branch_never_taken"):
        out = c.if_(t.gt(4), lambda: out * -1.0, lambda: out)[0]
    if c.wrong("third_branch"):
        out = c.if_(t.lt(-5), lambda: out + 1, lambda: out)[0]
    return out


@pair("x=3", "a:T[2*x,2]@x,- k:i32[]~i(-2,6)", "@x,-",
      wrong={"default_is_first": "index out of range", "order_of_branches": "branches swapped", "index_off_by_one": "index off by one", "clamped_low": "index out of range"},
      right=["bits", "bits; T=f64 x=4", "bits; T=i32 x=5 how=selects"])
def case_of_four(c, a, k):
    """Four branches; an index outside takes the last."""
    branches = [lambda: a + 1, lambda: a * 2, lambda: -a, lambda: c.max(a, 0)]
    if c.how("selects"):
        out = c.max(a, 0)
        for i, b in enumerate(branches[:3]):
            out = c.select(k.eq(i), b(), out)
        return out
    if c.wrong("order_of_branches"):
        branches[1], branches[2] = branches[2], branches[1]
    if c.wrong("default_is_first"):
        k = c.select(c.or_(k.lt(0), k.gt(3)), 0, k)
    if c.wrong("clamped_low"):
        k = c.max(k, 0)
    return c.case(k + 1 if c.wrong("index_off_by_one") else k, *branches)[0]


@pair("x=4", "q:T[2*x,3]@x,- k:T[2*x,3]@x,-", "@x,-",
      wrong={"one_step_short": "ring one step short", "wrong_way": "wrong permutation", "never_sends": "ring never moves", "counts_own_twice": "over-counted"},
      right=["sums", "sums; T=f64 x=3", "sums; how=gathered x=5", "roundings; T=bf16 x=2"])
def ring_scores(c, q, k):
    """q (k'k) + sum of k, with k passed around a ring in a loop."""
    def part(block):
        return c.dot(c.dot(q, block, contract=((1,), (1,))), block)
    if c.spec:
        return part(k)
    if c.how("gathered"):
        return part(c.all_gather(k, 0, "x"))
    n = c.n("x")
    zero = c.broadcast(c.const(0, c.T, ()), q.shape)

    def step(i, acc, block):
        moved = block if c.wrong("never_sends") else c.permute(block, c.shift("x", by=-1))
        return [acc + part(block), moved]
    if c.wrong("wrong_way"):
        # the last block is taken from the wrong neighbour
        acc = c.loop(n - 1, [zero, k], step)[0]
        return acc + part(c.permute(k, c.shift("x", by=-1)))
    out = c.loop(n - 1 if c.wrong("one_step_short") else n, [zero, k], step)[0]
    return out + part(k) if c.wrong("counts_own_twice") else out


@pair("x=4", "a:T[2*x]@x~u(0.1,2)", "@- @-",
      wrong={"stops_on_local_error": "loop condition is local; hang=1", "looser_bound": "constant only in IMPL", "at_most_two_trips": "loop one step short", "other_limit": "comparison turned"},
      right=["sums", "sums; T=f64 x=3", "sums; x=5 how=flipped"])
def iterate_until_small(c, a):
    """Halves until the sum of all is at most one tenth; also counts."""
    bound = 0.2 if c.wrong("looser_bound") else 0.1

    def total(x):
        return c.sum(x) if c.wrong("stops_on_local_error") else c.all_reduce(c.sum(x), "x")

    def more(i, x, t):
        go = c.compare("LT", c.const(bound, c.T, ()), t) if c.how("flipped") else t.gt(bound)
        return c.and_(go, i.lt(2)) if c.wrong("at_most_two_trips") else c.and_(go, i.lt(50))

    def step(i, x, t):
        y = x * 0.5
        t = c.all_reduce(c.sum(y), "x") * 1.0
        if c.wrong("stops_on_local_error"):
            t = c.sum(y) + 0 * t
        return [i + 1, y, t]
    out = c.while_([c.const(0, "i32", ()), a, total(a)], more, step)
    last = c.all_reduce(c.sum(out[1]), "x")
    return out[0] + 1 if c.wrong("other_limit") else out[0], last


@pair("x=2", "g:T[3,2*x]@-,x w:T[4]", "@-",
      wrong={"scaled_twice": "gradient accumulation scaled twice", "last_micro_batch_lost": "loop one step short", "reduced_in_each_step": "over-counted",
             "scale_of_local_count": "local size for global", "order_of_accumulation": "accumulator overwritten"},
      right=["sums", "sums; T=f64 x=3", "roundings; T=f16 x=4", "sums; x=5 how=reduced_each_time"])
def accumulated_gradients(c, g, w):
    """Three micro-batches: the mean gradient of all examples, taken off four equal weights."""
    n = g.shape[1] * c.n("x")

    def step(i, acc):
        row = c.sum(c.dynamic_slice(g, [i, 0], (1, g.shape[1])))
        if c.how("reduced_each_time"):
            row = c.all_reduce(row, "x")
        if c.wrong("reduced_in_each_step"):
            return [c.all_reduce(acc + row, "x")]
        return [row if c.wrong("order_of_accumulation") else acc + row]
    acc = c.loop(2 if c.wrong("last_micro_batch_lost") else 3, [c.const(0, c.T, ())], step)[0]
    if not c.how("reduced_each_time"):
        acc = c.all_reduce(acc, "x")
    mean = acc / (3 * (g.shape[1] if c.wrong("scale_of_local_count") else n))
    return w - (mean / 3 if c.wrong("scaled_twice") else mean)


@pair("x=4", "a:T[3*x,2]@x,- v:T[2]", "@x,-",
      wrong={"scan_over_other_dimension": "loop index", "update_at_next_row": "index off by one", "carry_reset": "accumulator overwritten", "stops_before_last": "loop one step short"},
      right=["bits", "bits; T=f64 x=3", "bits; T=i32 x=5", "bits; T=bf16 x=2 rounds=1"])
def recurrence(c, a, v):
    """h = h/2 + row, for every row of a device's own part from the same start; the stacked h's, scaled by v. Rows per device are one sequence."""
    n = 3
    blocks = c.reshape(a, a.shape[0] // n, n, 2)
    count = a.shape[0] // n

    def step(i, h, ys):
        row = c.reshape(c.dynamic_slice(blocks, [0, n - 1 - i if c.wrong("scan_over_other_dimension") else i, 0], (count, 1, 2)), count, 2)
        h = (row if c.wrong("carry_reset") else h / 2 + row)
        at = i + 1 if c.wrong("update_at_next_row") else i
        return [h, c.dynamic_update(ys, c.reshape(h, count, 1, 2), [0, at, 0])]
    zero = c.broadcast(c.const(0, c.T, ()), (count, 2))
    ys = c.loop(n - 1 if c.wrong("stops_before_last") else n, [zero, c.broadcast(c.const(0, c.T, ()), blocks.shape)], step)[1]
    return c.reshape(ys, *a.shape) * v
