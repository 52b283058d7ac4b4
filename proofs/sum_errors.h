// The floats of a program that are the error of a sum: y - ((x + y) - x), which a compensated sum adds again, or x - ((x + c) - c), the digits that are
// left when x is cut in two. The field has 0 for them and would find anything equal that is made of them; and they are as large as what
// rounding explains, so that no run in the programs' own types shows them with another sign, or doubled.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include "interp/core_interp.h"
#include "interp/field.h"
#include "proofs/bounded_tensor.h"
#include "proofs/core_sites.h"
#include "proofs/sums.h"
#include "proofs/tables.h"

namespace partir {

/// Finds them in runs of a Core program, outside its loops: elements that are 0 in each run in the field, where numbers that are not 0 were added up, and in a run in
/// the program's own types a number that is not 0 but far below these.
class SumErrors {
 public:
  /// Borrows the program. Of ops that add up elements of one operand, as a reduction does, those in `folds` are looked at: others add up numbers that may be far from one
  /// another, as those that are above their mean and below it, of which nothing is left by chance.
  SumErrors(const core::Program& core, std::set<ValueId> folds) : core_(core), folds_(std::move(folds)) {}

  template <class D>
  void run_at(const std::vector<Tensor<D>>& args) {
    CoreTable<D> values(core_);
    run<D>(core_, args, &values);
    for (const core::Stmt& s : core_.main.body.stmts) {
      const auto* o = std::get_if<OpExpr>(&s.expr);
      if (!o || s.results.size() != 1 || !is_float(real_part(core_.main.type(s.results[0]).element))) continue;
      Types types;
      for (ValueId x : o->operands) types.push_back(core_.main.type(x));
      const TensorType& type = core_.main.type(s.results[0]);
      if (terms_added(o->op, types, type) == 0) continue;
      const bool elementwise = o->op.get_if<Add>() || o->op.get_if<Subtract>(), multiplies = o->op.get_if<DotGeneral>() || o->op.get_if<Convolution>();
      if (!elementwise && !multiplies && !folds_.contains(s.results[0])) continue;
      std::vector<std::vector<double>> operands;
      for (ValueId x : o->operands)
        if (is_float(real_part(core_.main.type(x).element))) operands.push_back(magnitudes(values.at(x)[0]));
      const std::vector<double> sum = magnitudes(values.at(s.results[0])[0]);
      Seen& seen = seen_[s.results[0]];
      seen.resize(sum.size());
      double all = multiplies ? 1 : 0;
      for (const std::vector<double>& v : operands) {
        const double most = *std::max_element(v.begin(), v.end());
        all = multiplies ? all * most : std::max(all, most);
      }
      const double far_below = std::ldexp(1.0, 5 - float_format(real_part(type.element)).precision);
      for (size_t i = 0; i < sum.size(); ++i) {
        const double added = elementwise ? std::max(operands[0].at(i), operands[1].at(i)) : all;
        if constexpr (std::is_same_v<D, Native>) seen[i].is_left = seen[i].is_left || (sum[i] > 0 && sum[i] <= far_below * added);
        else seen[i].is_lost = seen[i].is_lost && sum[i] == 0 && added > 0;
      }
      // where many products are added up, some may be 0 by what masks choose: not all
      if (multiplies && !std::is_same_v<D, Native> && std::any_of(sum.begin(), sum.end(), [](double v) { return v != 0; }))
        for (Element& e : seen) e.is_lost = false;
    }
  }

  /// In the order of the program.
  std::vector<ValueId> found() const {
    std::vector<ValueId> found;
    for (const auto& [x, seen] : seen_)
      if (std::any_of(seen.begin(), seen.end(), [](const Element& e) { return e.is_lost && e.is_left; })) found.push_back(x);
    return found;
  }

 private:
  struct Element {
    bool is_lost = true;   ///< 0 in each run in the field
    bool is_left = false;  ///< in some run in its own type there was a little left
  };
  using Seen = std::vector<Element>;
  /// Of all (parts of) numbers; in the field 1 for any but 0. Of what is no number 0.
  static std::vector<double> magnitudes(const Tensor<Native>& t) {
    std::vector<double> v = parts(t);
    for (double& x : v) x = std::isfinite(x) ? std::fabs(x) : 0;
    v.resize(std::max<size_t>(v.size(), 1));
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
    v.resize(std::max<size_t>(v.size(), 1));
    return v;
  }

  const core::Program& core_;
  std::set<ValueId> folds_;
  std::map<ValueId, Seen> seen_;
};

}  // namespace partir
