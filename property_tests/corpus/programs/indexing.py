"""Gathers, scatters, dynamic slices and updates: who owns an index, and what happens to one outside."""
from pairs import pair


def owned_rows(c, table, index, low=0, width=None):
    """(local index, whether this device owns the row) for a table split along its rows."""
    n = table.shape[0]
    local = index - c.id("x") * n + low
    return local, c.and_(local.ge(0), local.lt(n if width is None else width))


@pair("x=4", "t:T[3*x,2]@x,- i:i32[7]~i(0,3)", "@-",
      wrong={"off_by_one_row": "embedding off by one row; in.i=i(0,12)", "no_mask": "wrong mask; in.i=i(0,12)", "mask_one_wide": "wrong mask; in.i=i(0,12)",
             "outside_is_zero": "clamped per shard rather than globally; in.i=i(-3,16)", "max_for_add": "wrong reducer; in.i=i(0,12)"},
      right=["sums; in.i=i(0,9)", "sums; T=bf16 x=3 in.i=i(-2,14)", "bits; T=i32 x=5 in.i=i(0,15)", "sums; T=c64 x=2 in.i=i(0,6)", "bits; how=gathered in.i=i(-1,13)"])
def embedding(c, t, i):
    """Rows of a table whose rows lie on several devices; indices outside are clamped."""
    if c.spec:
        return c.rows(t, i)
    if c.how("gathered"):
        return c.rows(c.all_gather(t, 0, "x"), i)
    n = t.shape[0]
    if not c.wrong("outside_is_zero"):
        i = c.clamp(0, i, n * c.n("x") - 1)
    local, mine = owned_rows(c, t, i, low=1 if c.wrong("off_by_one_row") else 0, width=n + 1 if c.wrong("mask_one_wide") else None)
    rows = c.rows(t, c.clamp(0, local, n - 1))
    if not c.wrong("no_mask"):
        rows = c.select(c.broadcast(mine, rows.shape, [0]), rows, 0)
    return c.all_reduce(rows, "x", op="max" if c.wrong("max_for_add") else "add")


@pair("x=4", "t:T[3*x,2]@x,- i:i32[6]~p u:T[6,2]", "@x,-",
      wrong={"every_shard_adds": "scatter doubled across shards", "never_localised": "slice start not localised",
             "clamped_not_dropped": "scatter dropped or doubled; in.i=i(0,12)", "set_for_add": "wrong reducer; in.i=i(0,3)", "promises_unique": "false promise; in.i=v(2,2,2,5,5,5)"},
      right=["sums; in.i=i(0,12)", "bits; T=i32 x=3 in.i=i(-2,11)", "bits; T=i8 x=2 in.u=full in.i=i(0,6)", "sums; T=f64 x=5 in.i=i(0,15)"])
def scatter_add_rows(c, t, i, u):
    """Each device adds the updates to its own rows; those of others fall outside and are dropped."""
    if c.spec:
        return c.scatter_rows(t, c.reshape(i, 6, 1), u)
    n = t.shape[0]
    local = i if c.wrong("never_localised") else i - c.id("x") * n
    if c.wrong("every_shard_adds"):
        local = c.rem(i, c.const(n, "i32", (6,)))
    if c.wrong("clamped_not_dropped"):
        local = c.clamp(0, local, n - 1)
    else:
        # a negative index must not come back from the other end
        local = c.select(local.lt(0), n, local)
    return c.scatter_rows(t, c.reshape(local, 6, 1), u, "set" if c.wrong("set_for_add") else "add", unique=c.wrong("promises_unique"))


@pair("x=4", "x:T[3*x,2]@x,- s:i32[]~i(-2,14)", "@-",
      wrong={"clamped_per_shard": "dynamic slice clamped per shard rather than globally", "start_not_localised": "slice start not localised",
             "last_row_missed": "wrong mask", "clamped_one_short": "clamp off by one"},
      right=["sums", "bits; T=i16 x=3", "sums; T=bf16 x=5", "bits; how=gathered x=6"])
def slice_of_four_rows(c, x, s):
    """Four rows from a start that is clamped; rows lie on several devices."""
    if c.spec:
        return c.dynamic_slice(x, [s, 0], (4, 2))
    n, count = x.shape[0], c.n("x")
    if c.how("gathered"):
        return c.dynamic_slice(c.all_gather(x, 0, "x"), [s, 0], (4, 2))
    if c.wrong("clamped_per_shard"):
        whole = c.all_gather(x, 0, "x")
        local = c.clamp(0, s, n - 1)
        return c.dynamic_slice(whole, [local, 0], (4, 2))
    start = c.clamp(0, s, n * count - (5 if c.wrong("clamped_one_short") else 4))
    want = start + c.iota(0, (4,)) - (c.const(0, "i32", ()) if c.wrong("start_not_localised") else c.id("x") * n)
    mine = c.and_(want.ge(0), want.lt(n - 1 if c.wrong("last_row_missed") else n))
    rows = c.rows(x, c.clamp(0, want, n - 1))
    return c.all_reduce(c.select(c.broadcast(mine, rows.shape, [0]), rows, 0), "x")


@pair("x=4", "k:T[4*x,2]@x,- v:T[1,2] s:i32[]~i(0,16)", "@x,-",
      wrong={"every_shard_writes": "KV cache written in the wrong shard", "next_shard_writes": "KV cache written in the wrong shard",
             "raw_start": "update dropped where its start is clamped; in.s=i(13,30)", "adds_to_row": "wrong reducer"},
      right=["bits; in.s=i(-3,20)", "bits; T=f16 x=3", "bits; T=ui8 x=5 in.s=i(0,20)", "bits; how=by_mask"])
def write_a_row(c, k, v, s):
    """A row of a cache is overwritten, on the device that has it; the position is clamped."""
    if c.spec:
        return c.dynamic_update(k, v, [s, 0])
    n = k.shape[0]
    s = s if c.wrong("raw_start") else c.clamp(0, s, n * c.n("x") - 1)
    local = s - (c.id("x") + 1 if c.wrong("next_shard_writes") else c.id("x")) * n
    if c.how("by_mask"):
        here = c.iota(0, (n, 2)).eq(local)
        return c.select(here, v, k)
    mine = c.const(True, "i1", ()) if c.wrong("every_shard_writes") else c.and_(local.ge(0), local.lt(n))
    if c.wrong("adds_to_row"):
        v = v + c.dynamic_slice(k, [local, 0], (1, 2))
    return c.select(mine, c.dynamic_update(k, v, [local, 0]), k)


@pair("x=3", "x:T[2*x,5]@x,- i:i32[2*x,1]@x,-~i(0,5)", "@x,-",
      wrong={"index_of_first_row": "index of another row", "index_plus_device": "wrong offset by device", "promises_sorted": "false promise; in.i=v(4,3,2,1,0)"},
      right=["bits", "bits; T=i64 x=4 in.i=i(-1,7)", "bits; T=bf16 x=7", "sums; how=one_hot x=5"])
def pick_in_each_row(c, x, i):
    """One element of each row, its own column: rows are batch dimensions."""
    n = x.shape[0]
    if c.how("one_hot"):
        i = c.clamp(0, i, 4)  # as gather clamps
        return c.sum(c.select(c.iota(1, x.shape).eq(i), x, 0), 1, keep=True)
    if c.wrong("index_of_first_row"):
        i = c.broadcast(c.slice(i, (0, 1)), (n, 1))
    if c.wrong("index_plus_device"):
        i = c.rem(i + c.id("x"), c.const(5, "i32", i.shape))
    if c.wrong("promises_sorted"):
        # columns one after the other: the rows' places in them are in no order
        flat = c.reshape(c.transpose(x), n * 5)
        at = c.reshape(i, n) * n + c.iota(0, (n,))
        return c.reshape(c.gather(flat, c.reshape(at, n, 1), (1,), [], [0], [0], 1, sorted_=True), n, 1)
    pairs = c.concat([c.iota(0, (n, 1)), i], 1)
    return c.reshape(c.gather(x, pairs, (1, 1), [], [0, 1], [0, 1], 1), n, 1)


@pair("x=4", "x:T[6,2*x]@-,x i:i32[3]~i(0,6) u:T[3,2*x]@-,x", "@-,x",
      wrong={"columns_reversed": "order", "rows_by_local_size": "wrong index arithmetic", "only_first": "scatter dropped or doubled", "max_for_set": "wrong reducer"},
      right=["bits; in.i=v(4,0,2)", "bits; T=i32 x=3 in.i=v(1,5,0)", "bits; T=f16 x=6 in.i=v(-1,3,9)"])
def overwrite_rows(c, x, i, u):
    """Whole rows are overwritten; columns lie on several devices."""
    if c.wrong("columns_reversed"):
        u = c.reverse(u, 1)
    if c.wrong("rows_by_local_size"):
        i = c.clamp(0, i, x.shape[1])
    if c.wrong("only_first"):
        u, i = c.slice(u, (0, 1)), c.slice(i, (0, 1))
    return c.scatter_rows(x, c.reshape(i, *i.shape, 1), u, "max" if c.wrong("max_for_set") else "set")


@pair("x=4", "x:i32[5*x]@x~i(-2,9)", "@-",
      wrong={"bins_left_local": "missing reduce", "outside_in_last_bin": "clamped not dropped", "negative_wraps": "negative index", "one_device_twice": "over-counted"},
      right=["bits", "bits; x=3", "bits; x=7 how=compare", "bits; x=2 how=compare in.x=full"])
def histogram(c, x):
    """How often each of six values occurs; others are not counted."""
    n = x.shape[0]
    if c.how("compare"):
        hits = c.broadcast(x, (n, 6), [0]).eq(c.iota(1, (n, 6)))
        return c.all_reduce(c.sum(hits.to("i32"), 0), "x")
    at = c.clamp(-1, x, 5) if c.wrong("outside_in_last_bin") else c.select(x.lt(0), x + 6, x) if c.wrong("negative_wraps") else x
    at = c.select(at.lt(0), 6, at)
    ones = c.const(1, "i32", (n,))
    if c.wrong("one_device_twice"):
        ones = c.select(c.id("x").eq(1), 2, ones)
    bins = c.scatter(c.const(0, "i32", (6,)), c.reshape(at, n, 1), ones, [], [0], [0], 1)
    return bins if c.wrong("bins_left_local") else c.all_reduce(bins, "x")


@pair("x=2 y=2", "t:T[4*x,3*y]@x,y i:i32[5]~i(0,8) g:T[5,3*y]@-,y", "@x,y",
      wrong={"gradient_over_all_rows": "scatter doubled across shards", "mask_of_first_device": "wrong mask", "columns_summed": "over-counted"},
      right=["sums", "sums; x=3 y=2 T=f64", "bits; T=i32 x=1 y=5", "reals; how=one_hot x=4 y=1"])
def embedding_gradient(c, t, i, g):
    """The gradient of a lookup: rows of g are added where the index says, table split both ways."""
    n = t.shape[0]
    local = i - (c.const(0, "i32", ()) if c.wrong("mask_of_first_device") else c.id("x") * n)
    if c.how("one_hot"):
        hot = c.broadcast(local, (n, 5), [1]).eq(c.iota(0, (n, 5)))
        return c.dot(c.convert(hot, c.T), g)
    if c.wrong("gradient_over_all_rows"):
        local = c.rem(i, c.const(n, "i32", (5,)))
    local = c.select(local.lt(0), n, local)
    out = c.scatter_rows(c.broadcast(c.const(0, c.T, ()), t.shape), c.reshape(local, 5, 1), g)
    return c.all_reduce(out, "y") if c.wrong("columns_summed") else out
