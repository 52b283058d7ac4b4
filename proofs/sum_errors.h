// The floats of a program that are the error of a sum: y - ((x + y) - x), which a compensated sum adds again, or x - ((x + c) - c), the digits that are
// left when x is cut in two. The field has 0 for them and would find anything equal that is made of them; and they are as large as what
// rounding explains, so that no run in the programs' own types shows them with another sign, or doubled.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <type_traits>
#include <vector>

#include "interp/field.h"
#include "interp/op_watch.h"
#include "proofs/bounded_tensor.h"
#include "proofs/core_sites.h"
#include "proofs/sums.h"
#include "semantics/core.h"

namespace partir {

/// Finds them in runs of a Core program that it watches, outside its loops: elements that are 0 in each run in the field, where numbers that are not 0 were added
/// up, and in a run in the program's own types a number that is not 0.
class SumErrors : public OpWatch {
 public:
  /// Borrows the program.
  explicit SumErrors(const core::Program& core) {
    const std::vector<char> depends = argument_dependent(core);
    std::map<ValueId, const OpExpr*> made_by;
    for (const core::Stmt& s : core.main.body.stmts) {
      const auto* o = std::get_if<OpExpr>(&s.expr);
      if (!o || s.results.size() != 1) continue;
      const ValueId x = s.results[0];
      made_by[x] = o;
      if (!depends[x] || !is_float(real_part(core.main.type(x).element))) continue;
      const bool elementwise = o->op.get_if<Add>() || o->op.get_if<Subtract>(), multiplies = o->op.get_if<DotGeneral>() || o->op.get_if<Convolution>();
      // other reductions may add up numbers that are above their mean and below it, of which nothing is left by chance
      const auto of_pieces = [&] {
        if (!o->op.get_if<Reduce>()) return false;
        ValueId of = o->operands[0];
        for (auto at = made_by.find(of); at != made_by.end(); at = made_by.find(of)) {
          if (at->second->op.get_if<Concatenate>()) return true;
          if (at->second->operands.size() != 1) return false;
          of = at->second->operands[0];
        }
        return false;
      };
      if (elementwise || multiplies || of_pieces()) sums_.emplace(&o->op, Sum{x, elementwise, multiplies, {}});
    }
  }

  void see(const Op& op, const std::vector<Tensor<Field>>& operands, const std::vector<Tensor<Field>>& results) override { note(op, operands, results); }
  void see(const Op& op, const std::vector<Tensor<Native>>& operands, const std::vector<Tensor<Native>>& results) override { note(op, operands, results); }

  /// In the order of the program.
  std::vector<ValueId> found() const {
    std::vector<ValueId> found;
    for (const auto& [op, s] : sums_)
      if (std::any_of(s.elements.begin(), s.elements.end(), [](const Element& e) { return e.is_lost && e.is_left; })) found.push_back(s.value);
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  struct Element {
    bool is_lost = false;  ///< 0 in each run in the field
    bool is_met = false;   ///< there was such a run
    bool is_left = false;  ///< not 0 in some run in its own type
  };
  struct Sum {
    ValueId value;
    bool elementwise, multiplies;
    std::vector<Element> elements;
  };
  template <class D>
  void note(const Op& op, const std::vector<Tensor<D>>& x, const std::vector<Tensor<D>>& results) {
    const auto at = sums_.find(&op);
    if (at == sums_.end()) return;
    Sum& s = at->second;
    const std::vector<double> sum = magnitudes(results[0]);
    s.elements.resize(sum.size());
    if constexpr (std::is_same_v<D, Native>) {
      for (size_t i = 0; i < sum.size(); ++i) s.elements[i].is_left = s.elements[i].is_left || sum[i] > 0;
    } else {
      std::vector<std::vector<double>> operands;
      for (const Tensor<D>& t : x) operands.push_back(magnitudes(t));
      const auto any = [](const std::vector<double>& v) { return std::any_of(v.begin(), v.end(), [](double e) { return e > 0; }); };
      // where many products are added up, some may be 0 by what masks choose: not all
      const bool some_left = s.multiplies && any(sum);
      for (size_t i = 0; i < sum.size(); ++i) {
        Element& e = s.elements[i];
        const bool added = s.elementwise ? operands[0][i] > 0 && operands[1][i] > 0 : any(operands[0]) && (!s.multiplies || any(operands[1]));
        const bool is_lost = sum[i] == 0 && added && !some_left;
        e.is_lost = is_lost && (e.is_lost || !e.is_met);
        e.is_met = true;
      }
    }
  }
  /// Of all (parts of) numbers; in the field 1 for any but 0. Of what is no number 0.
  static std::vector<double> magnitudes(const Tensor<Native>& t) {
    std::vector<double> v = parts(t);
    for (double& x : v) x = std::isfinite(x) ? std::fabs(x) : 0;
    return v;
  }
  static std::vector<double> magnitudes(const Tensor<Field>& t) {
    std::vector<double> v;
    const auto add = [&](FieldElement e) { v.push_back(!e.special() && FieldModel::current().seen(e.v) == 0 ? 0 : 1); };
    if (is_complex(t.element())) {
      for (const Complex<FieldElement>& e : t.template values<Complex<FieldElement>>()) add(e.re), add(e.im);
    } else {
      for (const FieldElement& e : t.template values<FieldElement>()) add(e);
    }
    return v;
  }

  std::map<const Op*, Sum> sums_;
};

}  // namespace partir
