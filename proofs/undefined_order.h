// Sorts of numbers that their comparator puts in no order, and reductions by a body for which the order of its arguments matters. By x < y a NaN is
// neither before nor after any number, so that it may come out at any place, and with it the others: what a program makes of that is the
// implementation's, and a difference says nothing.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "interp/op_watch.h"
#include "interp/procedures/sort.h"
#include "proofs/bounded_tensor.h"
#include "semantics/instances.h"

namespace partir {

/// Sees whether an op met such numbers in Native: of a sort, a NaN in a row where one element goes before another one, but a third is neither after
/// the first nor before the second (then the comparator is no strict weak order); of a reduction of several operands, as argmax is one, a NaN of
/// which the body makes another result when it is the second of two (StableHLO, reduce: the order of the arguments is the implementation's); of a top_k,
/// which orders NaN by its sign, one with a minus, as inf - inf has: that sign is the implementation's.
class UndefinedOrder : public OpWatch {
 public:
  bool met() const { return met_; }
  /// What `f` returns, while this sees what it does, beside what sees it already.
  template <class F>
  std::invoke_result_t<F> watch(F&& f) {
    BothWatches both(OpWatch::current(), this);
    const OpWatch::Use use(OpWatch::current() ? static_cast<OpWatch*>(&both) : this);
    return f();
  }

  void see(const Op& op, const std::vector<Tensor<Native>>& operands, const std::vector<Tensor<Native>>&) override {
    if (met_) return;
    if (const auto* sort = op.get_if<Sort>()) see(*sort, operands);
    else if (const auto* reduce = op.get_if<VariadicReduce>()) see(*reduce, operands);
    else if (op.get_if<TopK>() && is_float(operands[0].element()))
      for (double v : as_doubles(operands[0]).values<double>()) met_ = met_ || (std::isnan(v) && std::signbit(v));
  }
  void see(const Op&, const std::vector<Tensor<Field>>&, const std::vector<Tensor<Field>>&) override {}

 private:
  /// Places with a NaN in one of the operands, and some others; empty if there is no NaN. A place `i` is element `first + i * step`.
  static std::vector<int64_t> places(const std::vector<std::vector<double>>& floats, int64_t n, int64_t first, int64_t step) {
    constexpr size_t most = 24;
    std::vector<int64_t> with, without;
    for (int64_t i = 0; i < n; ++i) {
      const auto at = static_cast<size_t>(first + i * step);
      (std::any_of(floats.begin(), floats.end(), [&](const auto& v) { return std::isnan(v[at]); }) ? with : without).push_back(i);
    }
    if (with.empty()) return {};
    with.resize(std::min(with.size(), most));
    with.insert(with.end(), without.begin(), without.begin() + static_cast<int64_t>(std::min(without.size(), most)));
    return with;
  }
  static std::vector<std::vector<double>> floats_of(std::span<const Tensor<Native>> x) {
    std::vector<std::vector<double>> floats;
    for (const Tensor<Native>& t : x)
      if (is_float(t.element())) floats.push_back(as_doubles(t).values<double>());
    return floats;
  }
  static std::vector<Tensor<Native>> contiguous(std::span<const Tensor<Native>> x) {
    std::vector<Tensor<Native>> all;
    for (const Tensor<Native>& t : x) all.push_back(t.contiguous());
    return all;
  }
  void see(const Sort& sort, const std::vector<Tensor<Native>>& operands);
  void see(const VariadicReduce& reduce, const std::vector<Tensor<Native>>& operands);
  bool met_ = false;
};

#if PARTIR_PROOFS_BODIES  // each compiles what runs a scalar body
PARTIR_INLINE void UndefinedOrder::see(const Sort& sort, const std::vector<Tensor<Native>>& operands) {
  const Shape& shape = operands[0].shape();
  const auto d = static_cast<size_t>(sort.along(operands[0].rank()));
  const std::vector<Tensor<Native>> x = contiguous(operands);
  const auto floats = floats_of(operands);
  const int64_t step = row_major_strides(shape)[d];
  detail::BodyRows<Native> body(sort.comparator, 1);
  for (int64_t first : detail::row_starts(shape, static_cast<int64_t>(d))) {
    const std::vector<int64_t> some = places(floats, shape[d], first, step);
    const size_t n = some.size();
    detail::RowComparator<Native> before(body, x, first, step);
    std::vector<char> is_before(n * n);
    for (size_t a = 0; a < n; ++a)
      for (size_t b = 0; b < n; ++b) is_before[a * n + b] = before(some[a], some[b]);
    for (size_t a = 0; a < n; ++a)
      for (size_t b = 0; b < n; ++b)
        for (size_t c = 0; is_before[a * n + b] && c < n; ++c) met_ = met_ || !(is_before[a * n + c] || is_before[c * n + b]);
  }
}
PARTIR_INLINE void UndefinedOrder::see(const VariadicReduce& reduce, const std::vector<Tensor<Native>>& operands) {
  const size_t n = operands.size() / 2;
  const std::span inputs(operands.data(), n);
  const std::vector<Tensor<Native>> x = contiguous(inputs);
  const std::vector<int64_t> some = places(floats_of(inputs), operands[0].elements(), 0, 1);
  detail::BodyRows<Native> body(reduce.body, 1);
  const std::vector<int64_t> zeros(2 * n, 0);
  // the results' bytes, one after the other
  const auto of = [&](int64_t a, int64_t b) {
    std::vector<const void*> args;
    for (int64_t place : {a, b})
      for (const Tensor<Native>& t : x) args.push_back(static_cast<const char*>(t.raw()) + place * scalar_size<Native>(t.element()));
    body(args.data(), zeros.data(), 1);
    std::vector<char> bytes;
    for (size_t j = 0; j < n; ++j) {
      const char* result = static_cast<const char*>(body.result(j));
      bytes.insert(bytes.end(), result, result + scalar_size<Native>(x[j].element()));
    }
    return bytes;
  };
  // those that are reduced to one result
  const Shape& shape = operands[0].shape();
  std::vector<int64_t> kept = row_major_strides(shape);
  for (int64_t d : reduce.dims) kept[static_cast<size_t>(d)] = 0;
  const std::vector<int64_t> strides = row_major_strides(shape);
  const auto result_of = [&](int64_t place) {
    int64_t result = 0;
    for (size_t d = 0; d < shape.size(); ++d) {
      result += place / strides[d] * kept[d];
      place %= strides[d];
    }
    return result;
  };
  for (int64_t a : some)
    for (int64_t b : some) met_ = met_ || (result_of(a) == result_of(b) && of(a, b) != of(b, a));
}
#endif

}  // namespace partir
