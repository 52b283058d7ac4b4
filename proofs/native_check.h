// One HLO result in its element type against a reference with bounds, element by element.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "interp/collectives.h"
#include "proofs/error_bound.h"
#include "semantics/dist_type.h"
#include "semantics/verdict.h"

namespace partir {

/// What a comparison in Native saw.
struct NativeSummary {
  double worst = 0;             ///< largest error as a part of what the bound allows
  int64_t ambiguous = 0;        ///< branches that rounding could decide either way
  bool either_branch = false;   ///< whether the bounds had to cover both sides of those
  int64_t unbounded = 0;        ///< elements that differ and that the analysis cannot bound
  int64_t beyond_estimates = 0; ///< those of them that differ by more than the bound that was estimated
  int64_t loose = 0;            ///< elements that differ, by no more than a bound that is greater than all that the device has of the result
  int64_t elements = 0;
  int64_t nan = 0;              ///< elements that are NaN on both sides: no evidence
  double bounds = 0, values = 0;  ///< sums of finite bounds and of magnitudes, over float elements
  double resolution = 0;        ///< the smallest of the runs' mean bound by mean magnitude
  int64_t runs = 0;

  /// Adds a run's summary to that of the runs before.
  void add(const NativeSummary& run) {
    const double own = run.bounds == 0 ? 0 : run.values == 0 ? 1 : run.bounds / run.values;
    // a run without a rounding is no measure of the bounds
    if (run.bounds > 0) resolution = resolution == 0 ? own : std::min(resolution, own);
    worst = std::max(worst, run.worst);
    ambiguous += run.ambiguous;
    either_branch = either_branch || run.either_branch;
    unbounded += run.unbounded;
    beyond_estimates += run.beyond_estimates;
    loose += run.loose;
    elements += run.elements;
    nan += run.nan;
    ++runs;
  }
};

/// `native within the derived bound on 2 runs (mean bound 0.001 of the mean value in the tightest;
/// largest error 0.02 of its bound; in all 128 elements, 0 ambiguous branches)`.
inline std::string to_string(const NativeSummary& s) {
  char head[120];
  std::snprintf(head, sizeof head,
                " (mean bound %.2g of the mean value in the tightest; largest error %.2g of its bound; ",
                s.resolution, s.worst);
  std::string t = "native within the derived bound on " + counted(s.runs, "run") + head + "in all " +
                  counted(s.elements, "element") + ", " + std::to_string(s.ambiguous) +
                  (s.ambiguous == 1 ? " ambiguous branch" : " ambiguous branches");
  if (s.either_branch) t += " bounded over both sides";
  if (s.unbounded > 0) t += ", " + std::to_string(s.unbounded) + " differ and have no bound";
  if (s.nan > 0) t += ", " + std::to_string(s.nan) + " NaN on both sides";
  return t + ")";
}

/// An element that is farther from the reference than its bound.
struct BoundViolation {
  size_t result = 0;
  Device device;
  std::vector<int64_t> index;
  std::string expected, found;
  double error = 0, bound = 0;
  bool overflows = false; ///< a number was expected, and an infinity or NaN found
  bool measured = false;  ///< `bound` is what rounding was measured to do (measured.h), not derived
};

/// Of what doubles do not hold, wide integers, which elements are equal; empty for other types.
inline std::vector<char> equal_wide(const Tensor<Native>& a, const Tensor<Native>& b) {
  const ElementType e = a.element();
  if (!is_integer(e) || bit_width(e) <= 32) return {};
  return with_scalar<Native>(a.element(), [&]<class T>() {
    const std::vector<T> x = a.template values<T>(), y = b.template values<T>();
    std::vector<char> same(x.size());
    for (size_t k = 0; k < x.size(); ++k) same[k] = Native::template same<T>(x[k], y[k]);
    return same;
  });
}

/// What a bound says nothing of.
struct SpecialValues {
  /// A result of the reference at arguments without infinities and NaN: where it is finite, a finite number in place of
  /// an infinity or NaN that a single special argument makes of it is wrong. Null: says nothing.
  const Tensor<Native>* without = nullptr;
  bool sign_is_wrong = false;    ///< an infinity, or a zero that was not rounded, of the other sign
};

/// Compares `V` at `D` with a reference result, elementwise, complex numbers part by part; the first violation, if any. Partial axes
/// of `D` are reduced first. What is beyond an estimated bound is no violation, but is counted.
inline std::optional<BoundViolation> check_within_bound(const Mesh& mesh, const DistType& D,
                                                        const Family<Native>& V,
                                                        const BoundedTensor& y, NativeSummary& summary,
                                                        const SpecialValues& specials = {}) {
  // without partial axes D names no ⊕: add is not even defined on i1
  const Family<Native> whole = D.partial.empty() ? V : P_Reduce(D.monoid, D.partial, V);
  DistType values = D;
  values.partial.clear();
  DistType bounds = values;
  bounds.global.element = bound_type(D.global.element);
  const size_t each = parts_of(D.global.element);
  const bool rounds = is_float(real_part(D.global.element));
  std::optional<BoundViolation> bad;
  Device device(mesh.rank(), 0);
  const AxisList axes = axes_union(mesh, whole.depends_on(), flatten(D.dims));
  for_each_coordinate(mesh, axes, device, [&](const Device& δ) {
    const Tensor<Native> expected = chunk_of(mesh, values, y.value, δ);
    const Tensor<Native> found = whole.at(δ);
    const std::vector<double> e = parts(expected), f = parts(found), b = parts(chunk_of(mesh, bounds, y.bound, δ));
    const std::vector<char> same_wide = equal_wide(expected, found);
    const std::vector<double> usual =
        specials.without ? parts(chunk_of(mesh, values, *specials.without, δ)) : std::vector<double>();
    double largest = 0;
    for (double x : e)
      if (std::isfinite(x)) largest = std::max(largest, std::fabs(x));
    for (size_t k = 0; k < e.size(); ++k) {
      summary.elements += k % each == 0;
      if (rounds && std::isfinite(b[k]) && std::isfinite(e[k])) {
        summary.bounds += b[k];
        summary.values += std::fabs(e[k]);
      }
      if (std::isnan(e[k]) && std::isnan(f[k]) && (same_wide.empty() || same_wide[k])) {
        summary.nan += k % each == 0;
        continue;
      }
      const bool is_other_sign = specials.sign_is_wrong && std::signbit(e[k]) != std::signbit(f[k]) &&
                                 ((std::isinf(e[k]) && std::isinf(f[k])) || (e[k] == 0 && f[k] == 0 && b[k] == 0));
      const bool is_special = is_other_sign || (!usual.empty() && std::isfinite(usual[k]) && !std::isfinite(e[k]) &&
                                                std::isfinite(f[k]));
      if (!is_special) {
        if (e[k] == f[k] && (same_wide.empty() || same_wide[k])) continue;
        if (std::isinf(b[k]) || std::isnan(b[k])) {
          ++summary.unbounded;
          continue;
        }
      }
      const double error = std::fabs(e[k] - f[k]);
      if (!is_special && b[k] > 0 && error <= b[k]) {
        summary.loose += rounds && b[k] > largest;
        summary.worst = std::max(summary.worst, error / b[k]);
        continue;
      }
      if (y.estimated && !is_special) {
        ++summary.unbounded;
        ++summary.beyond_estimates;
        continue;
      }
      if (bad) continue;
      std::vector<int64_t> index;
      int64_t rest = static_cast<int64_t>(k / each);
      for (int64_t s : row_major_strides(expected.shape())) {
        index.push_back(rest / s);
        rest %= s;
      }
      bad = BoundViolation{0,     δ,    index, expected.element_text(index), found.element_text(index),
                           error, b[k], std::isfinite(e[k]) && !std::isfinite(f[k]), false};
    }
  });
  return bad;
}

/// The same of all results, `V[i]` at `D[i]`; the violation says of which it is. `usual`, if there is one, is the reference at arguments without
/// infinities and NaN; `sign_is_wrong`: see SpecialValues.
inline std::optional<BoundViolation> check_within_bounds(const Mesh& mesh, const std::vector<DistType>& D, const std::vector<Family<Native>>& V, const BoundedRun& y,
                                                         NativeSummary& summary, const BoundedRun* usual, bool sign_is_wrong) {
  for (size_t i = 0; i < V.size(); ++i)
    if (auto bad = check_within_bound(mesh, D[i], V[i], y.results[i], summary, {usual ? &usual->results[i].value : nullptr, sign_is_wrong})) {
      bad->result = i;
      return bad;
    }
  return std::nullopt;
}

}  // namespace partir
