// Bounds of ops that are procedures: where these move numbers, the bounds that move with them; where they add numbers up, those of
// sums; where they are defined by equations, those of the ops in them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "interp/core_interp.h"
#include "interp/procedures/batch_norm.h"
#include "proofs/bounded_tensor.h"
#include "proofs/sum_bound.h"
#include "semantics/instances.h"
#include "semantics/scalar_body.h"

namespace partir::detail {

/// Bounds of the parts of `y`, and `y` is exact where all of them are 0.
inline BoundedTensor bounded_by(const Tensor<Native>& y, const std::vector<double>& bounds) {
  if (std::all_of(bounds.begin(), bounds.end(), [](double e) { return e == 0; })) return BoundedTensor::exactly(y);
  return {y, of_parts(y.type(), bounds)};
}

/// Bounds of `y`, whose parts are sums of some parts of `terms`. `add(t)` adds up the numbers of `t`, of the terms' shapes and of
/// bound_type, in places of these, one after another.
template <class Add>
BoundedTensor added_up(const std::vector<const BoundedTensor*>& terms, const Tensor<Native>& y, const BoundOptions& options, Add&& add) {
  ExactSum all;
  for (const BoundedTensor* t : terms) {
    const std::vector<double> v = parts(t->value), e = parts(t->bound);
    for (size_t k = 0; k < v.size(); ++k) all.add({v[k], e[k]});
  }
  const auto sums_of = [&](auto&& f) {
    std::vector<Tensor<Native>> of;
    for (const BoundedTensor* t : terms) {
      std::vector<double> v = parts(t->value);
      const std::vector<double> e = parts(t->bound), mass = t->terms.defined() ? parts(t->terms) : v;
      for (size_t k = 0; k < v.size(); ++k) v[k] = f(v[k], e[k], mass[k]);
      of.push_back(of_parts(t->value.type(), v));
    }
    return parts(add(of));
  };
  const std::vector<double> bounds = sums_of([](double, double e, double) { return e; });
  const std::vector<double> masses = sums_of([](double v, double e, double) { return std::isfinite(v) ? std::fabs(v) + e : 0; });
  const std::vector<double> counts = sums_of([](double v, double e, double) { return v != 0 || e != 0 ? 1 : 0; });
  // Which infinities and NaN a sum has, whatever the finite numbers in it are: 1 for infinity, 2^20 for -infinity and 2^40 for NaN.
  const std::vector<double> specials = sums_of([](double v, double e, double) {
    return e != 0 || std::isfinite(v) ? 0 : std::isnan(v) ? 0x1p40 : v > 0 ? 1 : 0x1p20;
  });
  const ElementType t = real_part(y.element());
  const std::vector<double> values = parts(y);
  std::vector<double> e(values.size());
  for (size_t k = 0; k < e.size(); ++k) {
    const double several = std::fmod(specials[k], 0x1p20);
    const bool is_nan = specials[k] >= 0x1p40 || (specials[k] >= 0x1p20 && several > 0);
    if (!std::isfinite(values[k]) || specials[k] != 0)
      e[k] = is_nan || (specials[k] != 0 && std::isfinite(bounds[k]) && masses[k] <= largest(t)) || (counts[k] == 1 && bounds[k] == 0) ? 0 : infinite;
    else if (counts[k] <= 1)
      e[k] = bounds[k];
    else if (!all.holds(masses[k], t))
      e[k] = within_range(values[k], bounds[k] + of_sum(t, static_cast<int64_t>(counts[k]), masses[k], true, options), t);
  }
  BoundedTensor r = bounded_by(y, e);
  r.exact_sum = r.exact;
  if (options.narrows || options.any_order)
    r.terms = of_parts(y.type(), sums_of([](double, double, double mass) { return std::fabs(mass); }));
  return r;
}

/// The result of a scatter into one input at indices that are exact, if it overwrites, adds up, or takes a maximum or minimum.
inline std::optional<BoundedTensor> bound_of(const Scatter& op, const std::vector<BoundedTensor>& x, const Tensor<Native>& y, const BoundOptions& options) {
  const ElementType t = y.element(), wide = bound_type(t);
  if (x.size() != 3 || !x[1].exact || !(is_float(t) || is_complex(t))) return std::nullopt;
  const auto run = [&](ScalarBody body, const Tensor<Native>& input, const Tensor<Native>& updates) {
    Scatter by = op;
    by.body = std::move(body);
    return E_Op<Native>(by, {input, x[1].value, updates})[0];
  };
  if (op.moves()) return bounded_by(y, parts(run(second_body(wide), x[0].bound, x[2].bound)));
  const std::optional<Monoid> m = monoid_of(op.body);
  if (m == Monoid::Add)
    return added_up({&x[0], &x[2]}, y, options, [&](const std::vector<Tensor<Native>>& of) { return run(monoid_body(Monoid::Add, wide), of[0], of[1]); });
  if ((m != Monoid::Max && m != Monoid::Min) || is_complex(t)) return std::nullopt;
  // a greatest number is never further off than the one of those it is taken from that is furthest off
  std::vector<double> e = parts(run(monoid_body(Monoid::Max, wide), x[0].bound, x[2].bound));
  const std::vector<double> values = parts(y);
  for (size_t k = 0; k < e.size(); ++k)
    if (e[k] != 0 && !std::isfinite(values[k])) e[k] = infinite;
  return bounded_by(y, e);
}

/// The result of adding up where exact numbers are selected.
inline std::optional<BoundedTensor> bound_of(const SelectAndScatter& op, const std::vector<BoundedTensor>& x, const Tensor<Native>& y, const BoundOptions& options) {
  const std::optional<ScalarFn> selects = single_fn(op.select);
  if (!x[0].exact || !is_float(y.element()) || !selects || monoid_of(op.scatter) != Monoid::Add) return std::nullopt;
  SelectAndScatter by = op;
  by.select = comparison_body(*selects, ElementType::F64);
  by.scatter = monoid_body(Monoid::Add, ElementType::F64);
  const Tensor<Native> selected = as_doubles(x[0].value);
  return added_up({&x[1], &x[2]}, y, options, [&](const std::vector<Tensor<Native>>& of) { return E_Op<Native>(by, {selected, of[0], of[1]})[0]; });
}

/// Rows of a tensor along a dimension: `f(k)` of each, where `k(i)` is the place of its i-th element, row-major.
template <class F>
void for_each_row(const Shape& shape, size_t dimension, F&& f) {
  int64_t inner = 1;
  for (size_t d = dimension + 1; d < shape.size(); ++d) inner *= shape[d];
  const int64_t n = shape[dimension];
  for (int64_t row = 0, rows = n == 0 ? 0 : num_elements(shape) / n; row < rows; ++row)
    f([start = row / inner * inner * n + row % inner, inner](int64_t i) { return static_cast<size_t>(start + i * inner); });
}

/// Whether `comparator` looks at nothing but the first of the numbers that are sorted together.
inline bool compares_first_only(const ScalarBody& comparator) {
  std::set<int> used = {comparator.results[0]};
  for (int n = static_cast<int>(comparator.nodes.size()); n-- > 0;) {
    if (!used.contains(n)) continue;
    if (const auto* a = std::get_if<ApplyNode>(&comparator.nodes[static_cast<size_t>(n)].expr)) used.insert(a->args.begin(), a->args.end());
    if (std::holds_alternative<ReadNode>(comparator.nodes[static_cast<size_t>(n)].expr) && n > 1) return false;
  }
  return true;
}

/// The results `out` of a sort by its first operand. Where numbers of a row are so far apart that all evaluations have them in this order, what is sorted
/// along moves as it does here; else nothing bounds it, but the sorted numbers: if each is moved by `e` at most, then so is the i-th of them.
inline std::optional<std::vector<BoundedTensor>> bounds_of(const Sort& op, const std::vector<BoundedTensor>& x, const std::vector<Tensor<Native>>& out) {
  const ElementType t = x[0].value.element();
  if (!compares_first_only(op.comparator) || is_complex(t)) return std::nullopt;
  // the bounds, too, are sorted along
  Sort along = op;
  std::vector<Tensor<Native>> operands;
  std::vector<ElementType> twice = op.comparator.params;
  for (const BoundedTensor& operand : x) operands.push_back(operand.value);
  for (const BoundedTensor& operand : x) {
    operands.push_back(operand.bound);
    twice.insert(twice.end(), 2, operand.bound.element());
  }
  std::vector<int> params;
  for (int k = 0; k < static_cast<int>(op.comparator.params.size()); ++k) params.push_back(k);
  along.comparator = ScalarBody::of(twice);
  const std::vector<int> nodes = splice(along.comparator, op.comparator.nodes, params);
  along.comparator.results = {nodes.at(static_cast<size_t>(op.comparator.results[0]))};
  const std::vector<Tensor<Native>> sorted = E_Op<Native>(along, operands);

  const auto dimension = static_cast<size_t>(op.along(x[0].value.rank()));
  const std::vector<double> keys = parts(out[0]), moved = parts(sorted[x.size()]);
  std::vector<double> of_keys = moved;
  std::vector<char> is_open(keys.size(), false);
  for_each_row(out[0].shape(), dimension, [&](auto&& at) {
    const int64_t n = out[0].shape()[dimension];
    double furthest = 0;
    for (int64_t i = 0; i < n; ++i) furthest = std::max(furthest, moved[at(i)]);
    if (furthest == 0) return;
    bool ascends = true, descends = true, apart = true;
    for (int64_t i = 0; i < n; ++i) {
      if (std::isnan(keys[at(i)])) ascends = descends = apart = false;
      if (i == 0) continue;
      const double step = keys[at(i)] - keys[at(i - 1)];
      ascends = ascends && !(step < 0);
      descends = descends && !(step > 0);
      apart = apart && std::fabs(step) > 2 * furthest;
    }
    if ((ascends || descends) && apart) return;
    for (int64_t i = 0; i < n; ++i) {
      is_open[at(i)] = true;
      of_keys[at(i)] = !ascends && !descends ? infinite : std::isinf(keys[at(i)]) && std::isfinite(furthest) ? 0 : furthest;
    }
  });
  std::vector<BoundedTensor> results = {bounded_by(out[0], of_keys)};
  for (size_t j = 1; j < x.size(); ++j) {
    std::vector<double> e = parts(sorted[x.size() + j]);
    const size_t of_each = e.size() / std::max<size_t>(is_open.size(), 1);
    for (size_t k = 0; k < e.size(); ++k)
      if (is_open[k / of_each]) e[k] = infinite;
    results.push_back(bounded_by(out[j], e));
  }
  return results;
}

/// The values and indices of a top_k, in the same way.
inline std::optional<std::vector<BoundedTensor>> bounds_of(const TopK&, const std::vector<BoundedTensor>& x, const std::vector<Tensor<Native>>& out) {
  const std::vector<double> all = parts(x[0].value), moved = parts(x[0].bound), values = parts(out[0]);
  std::vector<double> of_values(values.size(), 0.0), of_indices(values.size(), 0.0);
  const int64_t n = x[0].value.shape().back(), k = out[0].shape().back();
  for (int64_t row = 0, rows = n == 0 ? 0 : x[0].value.elements() / n; row < rows; ++row) {
    double furthest = 0;
    bool is_nan = false;
    for (int64_t i = row * n; i < row * n + n; ++i) {
      furthest = std::max(furthest, moved[static_cast<size_t>(i)]);
      is_nan = is_nan || std::isnan(all[static_cast<size_t>(i)]);
    }
    if (furthest == 0 || k == 0) continue;
    const auto at = [&](int64_t i) { return values[static_cast<size_t>(row * k + i)]; };
    int64_t may_be_among = 0;
    for (int64_t i = row * n; i < row * n + n; ++i) may_be_among += !(all[static_cast<size_t>(i)] < at(k - 1) - 2 * furthest);
    bool apart = may_be_among == k;
    for (int64_t i = 1; i < k; ++i) apart = apart && at(i - 1) - at(i) > 2 * furthest;
    for (int64_t i = 0; i < k; ++i) {
      const auto place = static_cast<size_t>(row * k + i);
      of_values[place] = is_nan ? infinite : std::isinf(at(i)) && std::isfinite(furthest) ? 0 : furthest;
      of_indices[place] = is_nan || !apart ? infinite : 0;
    }
  }
  return std::vector<BoundedTensor>{bounded_by(out[0], of_values), bounded_by(out[1], of_indices)};
}

/// Whether nodes do nothing but to compare and choose; with `signs`, or to change signs.
inline bool only_choose(const std::vector<Node>& nodes, bool signs = false) {
  return std::all_of(nodes.begin(), nodes.end(), [&](const Node& n) {
    const auto* a = std::get_if<ApplyNode>(&n.expr);
    if (!a || is_comparison(a->fn)) return true;
    switch (a->fn) {
      case ScalarFn::And: case ScalarFn::Or: case ScalarFn::Not: case ScalarFn::Max: case ScalarFn::Min: case ScalarFn::Select: return true;
      case ScalarFn::Negate: case ScalarFn::Abs: return signs;
      default: return false;
    }
  });
}

/// The results of a reduction that gives the greatest (or the least) of the first operand's numbers, and what belongs to it in exact operands: its index.
/// As those of a top_k of 1.
inline std::optional<std::vector<BoundedTensor>> bounds_of(const VariadicReduce& op, const std::vector<BoundedTensor>& x, const std::vector<Tensor<Native>>& out) {
  const size_t n = x.size() / 2;
  if (!is_float(x[0].value.element()) || !only_choose(op.body.nodes)) return std::nullopt;
  for (size_t i = 1; i < x.size(); ++i)
    if (!x[i].exact) return std::nullopt;
  const Shape& shape = x[0].value.shape();
  const std::vector<double> values = parts(x[0].value), bounds = parts(x[0].bound), chosen = parts(out[0]);
  const std::vector<int64_t> strides = row_major_strides(out[0].shape());
  std::vector<int64_t> step(shape.size(), 0);
  for (size_t d = 0, kept = 0; d < shape.size(); ++d)
    if (!is_in(op.dims, static_cast<int64_t>(d))) step[d] = strides[kept++];
  const auto each = [&](auto&& f) {
    std::vector<int64_t> at(shape.size(), 0);
    for (size_t k = 0, place = 0; k < values.size(); ++k) {
      f(k, place);
      for (size_t d = shape.size(); d-- > 0;) {
        place += static_cast<size_t>(step[d]);
        if (++at[d] < shape[d]) break;
        place -= static_cast<size_t>(step[d] * shape[d]);
        at[d] = 0;
      }
    }
  };
  std::vector<double> furthest(chosen.size(), 0.0);
  each([&](size_t k, size_t place) { furthest[place] = std::max(furthest[place], bounds[k]); });
  std::vector<int64_t> near(chosen.size(), 0), above(near), below(near), others(near);
  each([&](size_t k, size_t place) {
    const double apart = values[k] - chosen[place];
    near[place] += std::fabs(apart) <= 2 * furthest[place];
    above[place] += apart > 0;
    below[place] += apart < 0;
    others[place] += std::isnan(apart);
  });
  std::vector<double> of_chosen(chosen.size(), 0.0), of_places(chosen.size(), 0.0);
  for (size_t k = 0; k < chosen.size(); ++k) {
    const bool is_known = others[k] == 0 && (above[k] == 0 || below[k] == 0);
    of_chosen[k] = is_known ? furthest[k] : infinite;
    // of exact numbers the same is chosen in every evaluation, be they infinite or NaN
    of_places[k] = furthest[k] == 0 || (is_known && near[k] == 1) ? 0 : infinite;
  }
  std::vector<BoundedTensor> results = {bounded_by(out[0], of_chosen)};
  for (size_t i = 1; i < n; ++i) {
    std::vector<double> e;
    for (double own : of_places) e.insert(e.end(), parts_of(out[i].element()), own);
    results.push_back(bounded_by(out[i], e));
  }
  return results;
}

/// The bounds of `out` that its equations have, of which compilers make others, with a rounding more here and there.
inline std::vector<BoundedTensor> with_bounds(const std::vector<Tensor<Native>>& out, const std::vector<BoundedTensor>& by) {
  constexpr double times = 2;
  std::vector<BoundedTensor> results;
  for (size_t j = 0; j < out.size(); ++j) {
    std::vector<double> e = parts(by[j].bound);
    for (double& own : e) own *= times;
    results.push_back(bounded_by(out[j], e));
    results.back().estimated = by[j].estimated;
  }
  return results;
}

/// Of batch_norm_grad. `apply(op, x)` is an op's one result with its bounds.
template <class Apply>
std::vector<BoundedTensor> bounds_of(const BatchNormGrad& op, const std::vector<BoundedTensor>& x, const std::vector<Tensor<Native>>& out, Apply&& apply) {
  const Equations<BoundedTensor, std::decay_t<Apply>> of(apply, x[0].value.shape(), x[0].value.element(), op.feature);
  return with_bounds(out, batch_norm(op, of, x));
}
/// Of batch_norm_training, whose variance may be the mean of squares less the square of the mean, too.
template <class Apply>
std::vector<BoundedTensor> bounds_of(const BatchNormTraining& op, const std::vector<BoundedTensor>& x, const std::vector<Tensor<Native>>& out, Apply&& apply) {
  const Equations<BoundedTensor, std::decay_t<Apply>> of(apply, x[0].value.shape(), x[0].value.element(), op.feature);
  std::vector<BoundedTensor> r = batch_norm(op, of, x);
  const BoundedTensor &mean = r[1], other = of(Subtract{}, of.mean(of(Multiply{}, x[0], x[0])), of(Multiply{}, mean, mean));
  std::vector<double> e = parts(r[2].bound);
  const std::vector<double> values = parts(r[2].value), others = parts(other.value), bounds = parts(other.bound);
  for (size_t k = 0; k < e.size(); ++k) {
    const double furthest = std::fabs(others[k] - values[k]) + bounds[k];
    e[k] = std::isnan(furthest) ? infinite : std::max(e[k], furthest);
  }
  r[2] = bounded_by(r[2].value, e);
  r[0] = of(BatchNormInference{op.epsilon, op.feature}, {x[0], x[1], x[2], r[1], r[2]});
  return with_bounds(out, r);
}

/// The results `out` of an op that is a procedure, where bounds of them are derived. `apply(op, x)` is an op's one result with its bounds.
template <class Apply>
std::optional<std::vector<BoundedTensor>> procedure_bounds(const Op& op, const std::vector<BoundedTensor>& x, const std::vector<Tensor<Native>>& out,
                                                           const BoundOptions& options, Apply&& apply) {
  const auto alone = [](std::optional<BoundedTensor> r) { return r ? std::optional(std::vector{*std::move(r)}) : std::nullopt; };
  if (const auto* s = op.get_if<Scatter>()) return alone(bound_of(*s, x, out[0], options));
  if (const auto* s = op.get_if<SelectAndScatter>()) return alone(bound_of(*s, x, out[0], options));
  if (const auto* s = op.get_if<Sort>()) return bounds_of(*s, x, out);
  if (const auto* s = op.get_if<TopK>()) return bounds_of(*s, x, out);
  if (const auto* s = op.get_if<VariadicReduce>()) return bounds_of(*s, x, out);
  if (const auto* s = op.get_if<BatchNormTraining>()) return bounds_of(*s, x, out, apply);
  if (const auto* s = op.get_if<BatchNormGrad>()) return bounds_of(*s, x, out, apply);
  return std::nullopt;
}

}  // namespace partir::detail
