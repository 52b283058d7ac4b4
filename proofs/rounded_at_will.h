// Sums whose roundings depend on how they are added up, and always do: where numbers have few digits, or one is far larger than the others, two orders of a sum
// hardly ever come to two floats in a run, but at other arguments they do.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "interp/evaluate.h"
#include "interp/native.h"
#include "interp/op_reading.h"
#include "interp/random.h"
#include "proofs/bounded_tensor.h"
#include "proofs/inputs.h"
#include "proofs/sums.h"
#include "semantics/op.h"

namespace partir {

/// In Native, adds to each sum of floats a few units of its last place, which are a function of the terms and of their order: to the results of ops that add
/// (terms_added) and of sums over loops and devices. Where terms are too many, or follow from no comprehension (a scatter), their number and what they come to
/// stand for them. What is exact in any order stays: sums of which at most one term is not 0, and those of small integers.
class RoundedAtWill : public OpReading {
 public:
  static constexpr int64_t most_terms = int64_t{1} << 22;  ///< that one op is asked for

  bool read(const Op&, const std::vector<Tensor<Field>>&, std::vector<Tensor<Field>>&) override { return false; }
  bool read(const Op& op, const std::vector<Tensor<Native>>& x, std::vector<Tensor<Native>>& results) override {
    if (std::none_of(x.begin(), x.end(), has_parts)) return false;
    const OpReading::Use none(nullptr);
    results = apply_op<Native>(op, x);
    Types types;
    for (const Tensor<Native>& t : x) types.push_back(t.type());
    for (size_t k = 0; k < results.size(); ++k) {
      const double added = has_parts(results[k]) ? terms_added(op, types, results[k].type(), k) : 0;
      if (added == 0) continue;
      if (op.get_if<Add>() || op.get_if<Subtract>()) results[k] = rounded(results[k], terms_of_two(x[0], x[1], op.get_if<Subtract>() ? -1 : 1));
      else results[k] = rounded(results[k], terms_of(op, types, x, results[k], added));
    }
    return true;
  }
  bool combine(Monoid, const Tensor<Field>&, const Tensor<Field>&, std::optional<Tensor<Field>>&) override { return false; }
  bool combine(Monoid m, const Tensor<Native>& a, const Tensor<Native>& b, std::optional<Tensor<Native>>& result) override {
    if (m != Monoid::Add || !has_parts(a)) return false;
    const OpReading::Use none(nullptr);
    result = rounded(partir::combine(m, a, b), terms_of_two(a, b, 1));
    return true;
  }
  bool stands_for(const TensorType&, const TensorType&) const override { return false; }
  std::optional<Tensor<Field>> decide(const Tensor<Field>&, ElementType) override { return std::nullopt; }
  std::optional<Tensor<Native>> decide(const Tensor<Native>&, ElementType) override { return std::nullopt; }

 private:
  /// The terms of a sum.
  class Terms {
   public:
    void add(double v) {
      if (v == 0) return;
      whole_ = whole_ && v == std::trunc(v);
      mass_ += std::fabs(v);
      join(std::bit_cast<uint64_t>(v));
    }
    /// Some terms of which nothing is known but how many they are, and what they come to.
    void add_many(double terms, double sum) {
      add(sum);
      if (sum != 0) join(std::bit_cast<uint64_t>(terms));
    }
    /// What is added to the sum, in units of the last of `precision` digits: from -8 to 8.
    double units(int precision) const {
      const bool exact = n_ < 2 || (whole_ && mass_ <= std::ldexp(1.0, precision));
      return exact ? 0 : static_cast<double>(mix64(all_) % 17) - 8;
    }

   private:
    /// Two terms come to the same in either order.
    void join(uint64_t bits) {
      const uint64_t h = mix64(bits);
      ++n_;
      all_ = n_ == 1 ? h : n_ == 2 ? mix64(all_ + h) : mix64(all_) + h;
    }
    uint64_t n_ = 0, all_ = 0;
    bool whole_ = true;
    double mass_ = 0;
  };

  static bool has_parts(const Tensor<Native>& t) { return is_float(real_part(t.element())); }
  static std::vector<Terms> terms_of_two(const Tensor<Native>& a, const Tensor<Native>& b, double sign) {
    const std::vector<double> first = parts(a), second = parts(b);
    std::vector<Terms> terms(first.size());
    for (size_t i = 0; i < first.size(); ++i) {
      terms[i].add(first[i]);
      terms[i].add(sign * second[i]);
    }
    return terms;
  }
  /// Those of each part of `sums`, a result of `op`, which adds `added` terms to one of its elements.
  static std::vector<Terms> terms_of(const Op& op, const Types& types, const std::vector<Tensor<Native>>& x, const Tensor<Native>& sums, double added) {
    const std::vector<double> values = parts(sums);
    std::vector<Terms> terms(values.size());
    const std::optional<Comprehension> c = op.comprehension(types);
    const int64_t of_each = c ? num_elements(c->reduction) : 0;
    if (!c || c->reducer != Monoid::Add || c->result.elements() * of_each > most_terms) {
      for (size_t i = 0; i < values.size(); ++i) terms[i].add_many(added, values[i]);
      return terms;
    }
    const size_t parts_of_one = parts_of(c->result.element);
    if (c->init) {
      const std::vector<double> first = parts(x[static_cast<size_t>(*c->init)]);
      for (size_t i = 0; i < terms.size(); ++i) terms[i].add(first[i % parts_of_one]);
    }
    Comprehension each = *c;
    each.result.shape.insert(each.result.shape.end(), c->reduction.begin(), c->reduction.end());
    each.reduction.clear();
    each.reducer.reset();
    each.init.reset();
    const std::vector<double> all = parts(evaluate<Native>(each, x));
    for (size_t i = 0; i < all.size(); ++i) terms[i / parts_of_one / static_cast<size_t>(of_each) * parts_of_one + i % parts_of_one].add(all[i]);
    return terms;
  }
  static Tensor<Native> rounded(const Tensor<Native>& sums, const std::vector<Terms>& terms) {
    const int precision = float_format(sums.element()).precision;
    const double unit = std::ldexp(1.0, 1 - precision);
    const std::vector<double> values = parts(sums);
    return Inputs::of_reals(sums.type(), [&](int64_t i) {
      const double v = values[static_cast<size_t>(i)];
      return std::isfinite(v) ? v + v * unit * terms[static_cast<size_t>(i)].units(precision) : v;
    });
  }
};

}  // namespace partir
