"""Layers and updates that the whole steps share; nothing here talks to another device unless an axis is given."""


def linear(c, x, w, b=None):
    y = c.dot(x, w)
    return y if b is None else y + b


def linear_back(c, x, w, dy):
    """(dx, dw, db) of x w + b; rows of x are examples."""
    return c.dot(dy, w, contract=((1,), (1,))), c.dot(x, dy, contract=((0,), (0,))), c.sum(dy, 0)


def gelu(c, x):
    """The approximation by tanh, and what its derivative needs."""
    inner = c.tanh((x + x * x * x * 0.044715) * 0.7978845608)
    return x * 0.5 * (inner + 1), inner


def gelu_back(c, x, inner, dy):
    slope = (inner + 1) * 0.5 + x * 0.5 * (1 - inner * inner) * ((x * x * (3 * 0.044715) + 1) * 0.7978845608)
    return dy * slope


def layer_norm(c, x, gain, bias, axis=None, local=False):
    """Over the last dimension, whose parts lie along `axis` if one is given."""
    total = (lambda v: c.all_reduce(c.sum(v, -1, keep=True), axis)) if axis and not local else (lambda v: c.sum(v, -1, keep=True))
    n = x.shape[-1] * (c.n(axis) if axis and not local else 1)
    mean = total(x) / n
    d = x - mean
    variance = total(d * d) / n
    return d * c.rsqrt(variance + 1e-3) * gain + bias


def softmax(c, x):
    e = c.exp(x - c.max_of(x, -1, keep=True))
    return e / c.sum(e, -1, keep=True)


def cross_entropy(c, logits, labels):
    """(loss of each row, gradient by the logits) for integer labels."""
    z = logits - c.max_of(logits, -1, keep=True)
    e = c.exp(z)
    total = c.sum(e, -1, keep=True)
    hot = c.convert(c.broadcast(labels, logits.shape, [0]).eq(c.iota(1, logits.shape)), logits.dtype)
    loss = c.log(c.reshape(total, logits.shape[0])) - c.sum(z * hot, 1)
    return loss, e / total - hot


def adam(c, w, g, m, v, step, rate=0.05, bias_at=0, root=True):
    """(w, m, v) after a step; `step` counts from 0."""
    m = m * 0.9 + g * 0.1
    v = v * 0.99 + g * g * 0.01
    t = c.convert(step, w.dtype) + (1 + bias_at)
    mh = m / (1 - c.pow(c.const(0.9, w.dtype, ()), t))
    vh = v / (1 - c.pow(c.const(0.99, w.dtype, ()), t))
    return w - mh / ((c.sqrt(vh) if root else vh) + 1e-2) * rate, m, v


def rotary(c, x, positions):
    """Rotates pairs (first and second half of the last dimension) by the position; x is [heads, rows, size]."""
    half = x.shape[-1] // 2
    rate = c.exp(c.convert(c.iota(0, (half,)), x.dtype) * (-2.0 / half))
    angle = c.broadcast(c.convert(positions, x.dtype), (x.shape[1], half), [0]) * rate
    cos, sin = c.cos(angle), c.sin(angle)
    a, b = c.slice(x, None, None, (0, half)), c.slice(x, None, None, (half, 2 * half))
    return c.concat([a * cos - b * sin, a * sin + b * cos], 2)


def heads(c, x, count):
    """[rows, count * size] to [count, rows, size]."""
    return c.transpose(c.reshape(x, x.shape[0], count, x.shape[1] // count), 1, 0, 2)


def attend(c, q, k, v, mask, scale):
    """Softmax attention of [heads, rows, size]; mask [rows, columns] says what is seen."""
    scores = c.dot(q, k, contract=((2,), (2,)), batch=((0,), (0,))) * scale
    p = softmax(c, c.select(c.broadcast(mask, scores.shape, [1, 2]), scores, -1e9))
    return c.dot(p, v, contract=((2,), (1,)), batch=((0,), (0,)))


def merge_heads(c, x):
    y = c.transpose(x, 1, 0, 2)
    return c.reshape(y, y.shape[0], y.shape[1] * y.shape[2])
