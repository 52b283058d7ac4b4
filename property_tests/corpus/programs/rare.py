"""Faults that one value in thousands shows: a row of a large table, a class, a pair of indices, a flag, a position."""
from pairs import pair

FLAG_700 = "v(" + ",".join("1" if k == 700 else "0" for k in range(1024)) + ")"


def exchanged(c, t, k):
    """`t` with rows k and k + 1 exchanged."""
    n, rest = t.shape[0], [(0, m) for m in t.shape[1:]]
    return c.concat([c.slice(t, (0, k), *rest), c.slice(t, (k + 1, k + 2), *rest), c.slice(t, (k, k + 1), *rest), c.slice(t, (k + 2, n), *rest)], 0)


@pair("x=4", "t:T[700*x,2]@x,- i:i32[3]~i(0,2800)", "@-",
      wrong={"two_rows_exchanged": "embedding, two rows exchanged; in.i=v(1033,5,2000)", "a_row_is_its_neighbour": "embedding off by one row; in.i=v(1111,1,2)",
             "a_row_is_nowhere": "embedding that misses a row; in.i=v(2200,1,2)"},
      right=["sums", "sums; x=3 T=f64 in.i=i(0,2100)", "bits; x=5 how=gathered in.i=i(0,3500)"])
def row_of_a_large_table(c, t, i):
    """Rows of a table that lies on several devices."""
    n = t.shape[0]
    if c.spec:
        return c.rows(t, i)
    if c.how("gathered"):
        return c.rows(c.all_gather(t, 0, "x"), i)
    if c.wrong("two_rows_exchanged"):
        t = exchanged(c, t, 333)
    if c.wrong("a_row_is_its_neighbour"):
        t = c.concat([c.slice(t, (0, 411), (0, 2)), c.slice(t, (412, 413), (0, 2)), c.slice(t, (412, n), (0, 2))], 0)
    i = c.clamp(0, i, n * c.n("x") - 1)
    local = i - c.id("x") * n
    mine = c.and_(local.ge(0), local.lt(n))
    if c.wrong("a_row_is_nowhere"):
        mine = c.and_(mine, local.ne(100))
    row = c.rows(t, c.clamp(0, local, n - 1))
    return c.all_reduce(c.select(c.broadcast(mine, row.shape, [0]), row, 0), "x")


@pair("x=4", "t:T[300*x,2]@x,- i:i32[4]~i(0,1200)", "@-",
      wrong={"a_class_has_no_row": "embedding that misses a row; in.i=v(850,1,2,3)", "two_classes_exchanged": "embedding, two rows exchanged; in.i=v(377,1,2,3)",
             "classes_in_bf16": "narrowing on one side; in.i=v(257,513,1,2)"},
      right=["sums", "sums; x=3 T=f64 in.i=i(0,900)"])
def class_of_many(c, t, i):
    """Rows of a table by a product with one-hot rows."""
    n = t.shape[0]
    if c.wrong("classes_in_bf16"):
        i = i.to("bf16").to("i32")
    own = c.iota(1, (4, n)) if c.spec else c.iota(1, (4, n)) + c.id("x") * n
    hot = c.broadcast(i, (4, n), [0]).eq(own).to(c.T)
    if c.wrong("a_class_has_no_row"):
        hot = c.select(c.iota(1, (4, n)).eq(250), 0, hot)
    if c.wrong("two_classes_exchanged"):
        t = exchanged(c, t, 76)
    y = c.dot(hot, t)
    return y if c.spec else c.all_reduce(y, "x")


@pair("x=4", "t:T[8*x,24]@-,- i:i32[]~i(0,32) j:i32[]~i(0,24)", "@-",
      wrong={"two_elements_exchanged": "dynamic slice whose indices are rare together, cache; in.i=v(11) in.j=v(13)"},
      right=["bits", "bits; x=3 T=f64"])
def element_at_two_indices(c, t, i, j):
    """One element of a matrix."""
    if c.wrong("two_elements_exchanged"):
        row = c.slice(t, (11, 12), (0, 24))
        row = c.concat([c.slice(row, (0, 1), (0, 13)), c.slice(row, (0, 1), (14, 15)), c.slice(row, (0, 1), (13, 14)), c.slice(row, (0, 1), (15, 24))], 1)
        t = c.concat([c.slice(t, (0, 11), (0, 24)), row, c.slice(t, (12, t.shape[0]), (0, 24))], 0)
    return c.dynamic_slice(t, [i, j], [1, 1])


@pair("x=4", "m:i1[256*x]@x~b(0.002) a:T[256*x]@x~n*1", "@- @- @x",
      wrong={"a_flag_is_not_looked_at": f"op that misses an element, slice by device; in.m={FLAG_700}", "a_count_stops_early": f"op that misses an element, slice by device; in.m={FLAG_700}",
             "a_position_is_masked": "mask that misses a position"},
      right=["bits; in.m=b(0.001)", "bits; x=3 T=f64", "bits; x=5 how=gathered"])
def one_flag_of_many(c, m, a):
    """Whether any flag is set, whether more than none are, and what the flags leave."""
    n = m.shape[0]
    seen = m
    if c.how("gathered"):
        whole = c.all_gather(m, 0, "x")
        return c.reduce(whole, 0, "or"), c.min(c.sum(whole.to("i32")), 1), c.select(m, 0, a)
    if c.wrong("a_flag_is_not_looked_at"):
        seen = c.concat([c.slice(m, (0, 188)), c.slice(m, (189, n))], 0)
    counted = c.concat([c.slice(m, (0, 188)), c.slice(m, (189, n))], 0) if c.wrong("a_count_stops_early") else m
    left = m
    if c.wrong("a_position_is_masked"):
        left = c.or_(m, c.iota(0, (n,)).eq(77))
    return c.all_reduce(c.reduce(seen, 0, "or"), "x", op="or"), c.min(c.all_reduce(c.sum(counted.to("i32")), "x"), 1), c.select(left, 0, a)


@pair("x=4", "a:T[256*x]@x~n*1 n:i32[]~i(0,1024)", "@x",
      wrong={"two_positions_exchanged": "mask whose positions are exchanged; in.n=v(301)", "one_position_more": "mask off by one"},
      right=["bits", "bits; x=3 T=f64 in.n=i(0,768)"])
def what_comes_before(c, a, n):
    """The elements before a position."""
    m = a.shape[0]
    at = c.iota(0, (m,))
    if c.wrong("two_positions_exchanged"):
        at = exchanged(c, at, 44)
    if not c.spec:
        at = at + c.id("x") * m
    n = c.broadcast(n, (m,), [])
    return c.select(at.le(n) if c.wrong("one_position_more") else at.lt(n), a, 0)


INTEGER_700 = "v(" + ",".join("50" if k == 700 else "3" for k in range(1024)) + ")"


@pair("x=4", "a:i32[256*x]@x~i(-9,10)", "@- @-",
      wrong={"greatest_of_the_others": f"op that misses an element, slice by device; in.a={INTEGER_700}"},
      right=["bits", "bits; x=3", "bits; x=5 how=gathered"])
def one_integer_of_many(c, a):
    """The greatest and the least, compared with nothing."""
    n = a.shape[0]
    if c.how("gathered"):
        whole = c.all_gather(a, 0, "x")
        return c.reduce(whole, 0, "max", init=-2**31), c.reduce(whole, 0, "min", init=2**31 - 1)
    seen = c.concat([c.slice(a, (0, 188)), c.slice(a, (189, n))], 0) if c.wrong("greatest_of_the_others") else a
    return (c.all_reduce(c.reduce(seen, 0, "max", init=-2**31), "x", op="max"), c.all_reduce(c.reduce(a, 0, "min", init=2**31 - 1), "x", op="min"))
