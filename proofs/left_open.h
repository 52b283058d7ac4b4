// Ops whose result StableHLO leaves to the implementation at some operands. A free reading takes such an op for any function of what arguments decide; where no
// argument decides anything, its operands are the same in every run, and are looked at.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "interp/evaluate.h"
#include "interp/native.h"
#include "proofs/bounded_tensor.h"
#include "proofs/ranges.h"
#include "proofs/subject.h"
#include "proofs/sum_bound.h"
#include "proofs/tensor_bits.h"
#include "semantics/instances.h"

namespace partir {

/// Sums of floats of which some order rounds; integers divided by 0, or the least by -1, shifted by their width or more, converted to a type that does not have
/// them. (What else depends on an order, see `UnfreedOps`.)
class LeftOpen {
 public:
  /// Whether an op is one of these, whatever its operands.
  static bool may_be(const OpSite& s) {
    const ElementType type = s.result_type.element;
    if (is_float(real_part(type))) return sums(s.op);
    return is_integer(type) && !s.operands.empty() && is_integer(s.operands[0].element) && (s.op.get_if<Convert>() || shifts(s.op) || divides(s.op));
  }
  /// Why it is left open what such an op makes of these operands, in words that follow the op's name; empty if it is not.
  static std::string why(const Op& op, const std::vector<Tensor<Native>>& operands, const Tensor<Native>& result) {
    const ElementType type = result.element();
    if (sums(op)) return may_round(op, operands, type) ? "sums numbers of which another order makes another sum" : "";
    const std::vector<__int128> x = integers(operands[0]);
    if (op.get_if<Convert>()) return x == integers(result) ? "" : "converts a number to a type that does not have it";
    const std::vector<__int128> y = integers(operands.at(1));
    for (size_t i = 0; i < y.size(); ++i) {
      if (shifts(op) && (y[i] < 0 || y[i] >= bit_width(type))) return "shifts a number by as many bits as it has";
      if (divides(op) && (y[i] == 0 || (y[i] == -1 && x[i] == Ranges::of_type(type).low))) return "divides by 0, or the least number by -1";
    }
    return "";
  }

 private:
  static bool sums(const Op& op) {
    const auto* r = op.get_if<Reduce>();
    return (r && (r->reducer == Monoid::Add || r->reducer == Monoid::Mul)) || op.get_if<DotGeneral>() || op.get_if<Convolution>() || op.get_if<ReduceWindow>() || op.get_if<VariadicReduce>() ||
           op.get_if<SelectAndScatter>() || op.get_if<Scatter>();
  }
  static bool shifts(const Op& op) { return op.get_if<ShiftLeft>() || op.get_if<ShiftRightArithmetic>() || op.get_if<ShiftRightLogical>(); }
  static bool divides(const Op& op) { return op.get_if<Divide>() || op.get_if<Remainder>(); }

  /// The numbers of a float operand; of a complex one those of its real and imaginary parts. Nothing of others.
  static std::vector<double> terms(const Tensor<Native>& t) {
    if (is_float(t.element())) return as_doubles(t).values<double>();
    if (!is_complex(t.element())) return {};
    std::vector<double> both = terms(apply_op<Native>(Real{}, {t})[0]), imaginary = terms(apply_op<Native>(Imag{}, {t})[0]);
    both.insert(both.end(), imaginary.begin(), imaginary.end());
    return both;
  }
  /// How many terms each sum of a product or a reduction has at most; all elements of others.
  static int64_t terms_of_each(const Op& op, const std::vector<Tensor<Native>>& operands) {
    int64_t n = is_complex(operands[0].element()) ? 2 : 1;
    const auto* r = op.get_if<Reduce>();
    const auto* d = op.get_if<DotGeneral>();
    if (!r && !d) return n * operands[0].elements();
    for (int64_t dim : r ? r->dims : d->lhs_contract) n *= operands[0].shape()[static_cast<size_t>(dim)];
    return r ? n / (is_complex(operands[0].element()) ? 2 : 1) : n;
  }
  /// Whether some order may round, unless all terms are multiples of a number that is small enough for the type to have each sum of some of them. Of a product of many
  /// numbers, unless all are powers of 2.
  static bool may_round(const Op& op, const std::vector<Tensor<Native>>& operands, ElementType type) {
    if (terms_of_each(op, operands) == 1) return false;
    bool powers = true;
    detail::ExactSum all;
    std::vector<detail::ExactSum> each;
    for (const Tensor<Native>& t : operands) {
      if (is_integer(t.element())) continue;
      each.emplace_back();
      for (double v : terms(t)) {
        if (std::isinf(v) && t.elements() == 1) continue;  // what a maximum starts from
        int exponent = 0;
        powers = powers && std::fabs(std::frexp(v, &exponent)) == 0.5;
        all.add({std::fabs(v), 0});
        each.back().add({std::fabs(v), 0});
      }
    }
    const auto* r = op.get_if<Reduce>();
    if (r && r->reducer == Monoid::Mul) return !powers || is_complex(type);
    if (!op.get_if<DotGeneral>() && !op.get_if<Convolution>()) return !all.is_held(real_part(type));
    return each.size() != 2 || !detail::ExactSum::is_product_held(each[0], each[1], terms_of_each(op, operands), real_part(type));
  }
};

}  // namespace partir
