// Windows that slide over a dimension: convolution, reduce_window, select_and_scatter.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "semantics/elementwise.h"

namespace partir {

/// How a window moves along one dimension of extent n: the base is spread `base` apart and padded by
/// `low` and `high` (negative ones crop); window o starts at `o · stride`, its element k lies
/// `k · dilation` further, or `(size - 1 - k) · dilation` where it is reversed.
struct Window {
  int64_t size = 1, stride = 1, low = 0, high = 0, base = 1, dilation = 1;
  bool reversed = false;

  /// The extent of n elements spread `by` apart.
  static int64_t spread(int64_t n, int64_t by) { return n == 0 ? 0 : (n - 1) * by + 1; }
  /// Number of windows.
  int64_t count(int64_t n) const {
    const int64_t padded = low + spread(n, base) + high, window = spread(size, dilation);
    return padded <= 0 || window > padded ? 0 : (padded - window) / stride + 1;
  }
  /// Whether a dimension of extent n falls into blocks, a window in each: parts of whole blocks then
  /// have the windows of the whole.
  bool is_blocked(int64_t n) const {
    return base == 1 && low <= 0 && high == 0 && spread(size, dilation) - low <= stride &&
           n == count(n) * stride;
  }
  /// Whether the one window is the dimension itself, in order.
  bool covers(int64_t n) const {
    return size == n && base == 1 && dilation == 1 && low == 0 && high == 0 && !reversed;
  }
  /// Whether every place of every window is an element of the dimension.
  bool is_full() const { return base == 1 && low <= 0 && high <= 0; }
  /// Where element `k` of window `o` (variables) lies in the spread base; a window of one element has no k.
  IndexExpr place(int o, std::optional<int> k) const {
    IndexExpr e{{{o, stride}}, -low + (reversed ? (size - 1) * dilation : 0), 1, 0};
    if (k) e.terms.push_back({*k, reversed ? -dilation : dilation});
    return e;
  }
  /// The node that is `value` where element `k` of window `o` is an element of the base, else `padding`.
  int guard(Comprehension& c, ElementType e, int64_t n, int o, std::optional<int> k, int value,
            int padding) const {
    // of no elements the last lies before the first, a multiple of the spread like every other
    const int64_t last = (n - 1) * base, windows = count(n);
    if (base > 1) {
      IndexExpr rest = place(o, k);
      rest.offset += base - 1;
      rest.mod = base;
      value = c.add(e, GuardNode{rest, value, padding, base - 1});
    }
    // places off the ends by less than the spread are no multiples of it: the first guard tells them
    if ((windows - 1) * stride + (size - 1) * dilation - low > last + base - 1) {
      IndexExpr before_end = place(o, k);
      for (IndexTerm& t : before_end.terms) t.coefficient = -t.coefficient;
      before_end.offset = last - before_end.offset;
      value = c.add(e, GuardNode{before_end, value, padding});
    }
    if (low > base - 1) value = c.add(e, GuardNode{place(o, k), value, padding});
    return value;
  }
  /// Which element of the base that is.
  IndexExpr element(int o, std::optional<int> k) const {
    IndexExpr at = place(o, k);
    at.div = base;
    return at;
  }
};

/// The lists of a window's attributes, one number per dimension.
struct WindowLists {
  std::vector<int64_t> size, stride, low, high, base, dilation;

  /// Over a base of shape `base_shape`; C-labels of "one of each per dimension", and of the bounds: sizes,
  /// strides and dilations are positive, and no place leaves 64 bits.
  void check(const Shape& base_shape, const char* lengths, const char* bounds) const {
    const size_t rank = base_shape.size();
    for (const auto* list : {&size, &stride, &low, &high, &base, &dilation})
      constraint(list->size() == rank, lengths, "a window's lists have one number per dimension",
                 [&] { return to_string(*list); });
    for (const auto* list : {&size, &stride, &base, &dilation})
      for (int64_t v : *list)
        constraint(v >= 1, bounds, "window sizes, strides and dilations are positive",
                   [&] { return to_string(*list); });
    for (const auto* list : {&size, &stride, &low, &high, &base, &dilation})
      check_places(*list, bounds);
    check_places(base_shape, bounds);
  }
  Window operator[](size_t d) const {
    return {size[d], stride[d], low[d], high[d], base[d], dilation[d], false};
  }
  friend bool operator==(const WindowLists&, const WindowLists&) = default;
};

}  // namespace partir
