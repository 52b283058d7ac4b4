// Where the numbers of a program just have room in their types, does another program lose them? `(x * 4) / 4` is x for almost all floats: it
// overflows where x is within a factor of 4 of the largest, and random arguments hardly ever bring a result there. So arguments are scaled until
// a result of the first program is about to overflow, or to become subnormal.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "interp/core_interp.h"
#include "proofs/comprehension_bound.h"
#include "proofs/inputs.h"
#include "proofs/locate.h"
#include "proofs/subject.h"

namespace partir {

/// Scales arguments of one sign, on which sums lose nothing by cancellation, to the edges of what a program's types hold.
class Edges {
 public:
  /// Borrows both, whose results correspond. `most_cost`: scalar operations that may be spent, about.
  Edges(const core::Program& core, const Subject& subject, double most_cost) : core_(core), subject_(subject), inputs_(core) {
    const double cost = 2 * std::max(inputs_.cost(), 1e3);
    runs_left_ = static_cast<int64_t>(most_cost / cost);
    const auto see = [&](const TensorType& t) {
      if (is_float(t.element)) least_precision_ = std::min(least_precision_, static_cast<int>(float_format(t.element).precision));
    };
    for (const Value& v : core.main.values) see(*v.type);
    subject.for_each_op([&](const Op&, const Types& types) { std::for_each(types.begin(), types.end(), see); });
  }

  /// What the second program loses at an edge, on all arguments of a kind that were tried; empty if it loses nothing.
  std::string loses(uint64_t seed) {
    std::vector<std::optional<size_t>> scaled{std::nullopt};
    size_t floats = 0;
    for (size_t i = 0; i < core_.main.params.size(); ++i) {
      if (!is_float(core_.main.type(core_.main.params[i]).element)) continue;
      ++floats;
      if (scaled.size() < 5) scaled.push_back(i);
    }
    if (floats == 0) return "";
    if (floats == 1) scaled.resize(1);
    for (const std::optional<size_t>& which : scaled)
      for (FloatDraw how : {FloatDraw::Positive, FloatDraw::Negative})
        for (bool up : {true, false}) {
          // at an edge rounding may decide, but hardly of several random arguments
          std::string lost;
          for (uint64_t k = 0; k < 2; ++k) {
            lost = lost_at_edge(mix64(seed + k), how, which, up);
            if (lost.empty()) break;
          }
          if (!lost.empty()) return lost + " (floats " + std::string(text(how)) + ")";
        }
    return "";
  }

 private:
  using Tensors = std::vector<Tensor<Native>>;

  std::string lost_at_edge(uint64_t seed, FloatDraw how, std::optional<size_t> which, bool up) {
    const Tensors base = inputs_.draw_native(seed, how);
    const auto at = [&](double exponent) { return scaled(base, which, std::exp2(up ? exponent : -exponent)); };
    const std::optional<Tensors> usual = of_core(base);
    if (!usual) return "";
    const auto has_room = [&](double exponent) {
      const auto now = of_core(at(exponent));
      return now && still_hold(*usual, *now);
    };
    double in = 0, out = greatest_exponent(up);
    if (!has_room(in) || has_room(out)) return "";
    while (out - in > margin() / 4) {
      const double middle = (in + out) / 2;
      (has_room(middle) ? in : out) = middle;
    }
    if (runs_left_ < 3 || !difference(base, *usual).empty()) return "";
    if (in <= margin() || !has_room(in - margin())) return "";
    const Tensors args = at(in - margin());
    const std::optional<Tensors> expected = of_core(args);
    return expected ? difference(args, *expected) : "";
  }
  /// So far from the edge that no other order of sums is beyond it, and as near as that allows: an exponential is far from it soon.
  double margin() const { return std::exp2(-least_precision_ / 2); }
  double most_lost() const { return std::exp2(-least_precision_ / 4.0); }
  /// Of a power of 2 by which arguments become infinite, or of the inverse of one by which they become 0.
  double greatest_exponent(bool up) const {
    double most = 0;
    for (ValueId x : core_.main.params) {
      if (!is_float(core_.main.type(x).element)) continue;
      const FloatFormat f = float_format(core_.main.type(x).element);
      most = std::max(most, std::ldexp(1, static_cast<int>(f.exponent_bits) - 1) + (up ? 0 : static_cast<double>(f.precision)));
    }
    return most;
  }
  static Tensors scaled(const Tensors& args, std::optional<size_t> which, double by) {
    Tensors r = args;
    for (size_t i = 0; i < r.size(); ++i)
      if (is_float(r[i].element()) && (!which || *which == i)) {
        const std::vector<double> v = as_doubles(r[i]).values<double>();
        r[i] = Inputs::of_reals(r[i].type(), [&](int64_t k) { return v[static_cast<size_t>(k)] * by; });
      }
    return r;
  }
  /// The results; nothing where the program has no meaning, or no more may be spent.
  std::optional<Tensors> of_core(const Tensors& args) {
    if (--runs_left_ < 0) return std::nullopt;
    try {
      return run<Native>(core_, args);
    } catch (const BrokenPromise&) {
      return std::nullopt;
    }
  }
  double least_normal(size_t result) const {
    return std::ldexp(1, 2 - (1 << (float_format(core_.main.result_types[result].element).exponent_bits - 1)));
  }
  /// Whether what was a number with all its digits still is.
  bool still_hold(const Tensors& usual, const Tensors& now) const {
    for (size_t i = 0; i < usual.size(); ++i) {
      if (!is_float(usual[i].element())) continue;
      const std::vector<double> before = as_doubles(usual[i]).values<double>(), x = as_doubles(now[i]).values<double>();
      for (size_t k = 0; k < x.size(); ++k)
        if (is_held(i, before[k]) && !is_held(i, x[k])) return false;
    }
    return true;
  }
  bool is_held(size_t result, double x) const { return std::isfinite(x) && std::fabs(x) >= least_normal(result); }
  /// An element of the second program's of whose digits not even a quarter are right, of those that are not small beside the others.
  std::string difference(const Tensors& args, const Tensors& expected) {
    const Mesh& mesh = subject_.mesh();
    const std::vector<Family<Native>> found = subject_.run(distribute_arguments(mesh, subject_.params(), args, 0));
    --runs_left_;
    for (size_t i = 0; i < expected.size(); ++i) {
      if (!is_float(expected[i].element())) continue;
      DistType lies = subject_.results()[i];
      const Family<Native> whole = lies.partial.empty() ? found[i] : P_Reduce(lies.monoid, lies.partial, found[i]);
      lies.partial.clear();
      double largest = 0;
      for (double x : as_doubles(expected[i]).values<double>())
        if (is_held(i, x)) largest = std::max(largest, std::fabs(x));
      std::string what;
      Device device(mesh.rank(), 0);
      for_each_coordinate(mesh, axes_union(mesh, whole.depends_on(), flatten(lies.dims)), device, [&](const Device& δ) {
        if (!what.empty()) return;
        const std::vector<double> e = as_doubles(chunk_of(mesh, lies, expected[i], δ)).values<double>(), f = as_doubles(whole.at(δ)).values<double>();
        for (size_t k = 0; k < e.size() && what.empty(); ++k) {
          if (!is_held(i, e[k]) || std::fabs(e[k]) < largest * 0x1p-4 || std::fabs(e[k] - f[k]) <= std::fabs(e[k]) * most_lost()) continue;
          char numbers[96];
          std::snprintf(numbers, sizeof numbers, " has %.6g where the Core program has %.6g", f[k], e[k]);
          what = "result " + std::to_string(i) + numbers;
        }
      });
      if (!what.empty()) return what;
    }
    return "";
  }

  const core::Program& core_;
  const Subject& subject_;
  Inputs inputs_;
  int64_t runs_left_;
  int least_precision_ = 53;
};

}  // namespace partir
