// A reading of ops without signs (interp/field_model.h): no number is another one's negative, so that nothing cancels. Two programs that agree with signs and
// without are equal by the laws of sums alone, of which none is that x - x is 0: neither adds anything that it takes away again, as the other one does not.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "interp/evaluate.h"
#include "interp/field.h"
#include "interp/op_reading.h"
#include "proofs/core_sites.h"
#include "proofs/subject.h"

namespace partir {

/// Floats and complex numbers that no argument decides by their magnitudes, which `signless` notes; others as they are.
inline Tensor<Field> magnitudes(const Tensor<Field>& x, const FieldModel& signless) {
  const auto magnitude = [&](FieldElement e) {
    e = Field::magnitude(e);
    if (!e.special()) signless.note_fixed(e.v);
    return e;
  };
  return with_scalar<Field>(x.element(), [&]<class T>() {
    if constexpr (is_discrete<T>) {
      return x;
    } else {
      const std::vector<T> of = x.template values<T>();
      return Tensor<Field>::template build<T>(x.type(), [&](T* out) {
        for (size_t k = 0; k < of.size(); ++k) {
          if constexpr (is_complex_scalar<T>) out[k] = T{magnitude(of[k].re), magnitude(of[k].im)};
          else out[k] = magnitude(of[k]);
        }
      });
    }
  });
}
/// The operands of an op as it is told them without signs: floats that no argument decides, which are calculated as they are, count by their magnitudes.
/// `depends`: see OpSite.
inline std::vector<Tensor<Field>> without_signs(const std::vector<char>& depends, std::vector<Tensor<Field>> operands, const FieldModel& signless) {
  for (size_t i = 0; i < operands.size(); ++i)
    if (!depends[i]) operands[i] = magnitudes(operands[i], signless);
  return operands;
}
/// What an op makes that no argument decides and that is handed on (OpSite), without signs.
inline std::vector<Tensor<Field>> handed_on_without_signs(const Op& op, const std::vector<Tensor<Field>>& operands, const FieldModel& signless) {
  const OpReading::Use none(nullptr);
  std::vector<Tensor<Field>> results = apply_op<Field>(op, operands);
  for (Tensor<Field>& r : results) r = magnitudes(r, signless);
  return results;
}

/// What two tensors that devices or a loop's turns have make together, without signs; nothing where that is what it is with them: only the product of
/// complex numbers takes a difference. `signless`: a model without signs.
inline std::optional<Tensor<Field>> combined_without_signs(Monoid m, const Tensor<Field>& a, const Tensor<Field>& b, const FieldModel& signless) {
  if (m != Monoid::Mul || !is_complex(a.element())) return std::nullopt;
  const OpReading::Use none(nullptr);
  const FieldModel::Use in_use(signless);
  return combine(m, a, b);
}

/// Reads the ops of two programs so that depend on their arguments, or whose results are handed on to what does, and means otherwise what they mean.
class WithoutSigns : public OpReading {
 public:
  /// Borrows both. `model`: with signs.
  WithoutSigns(const core::Program& core, const Subject& subject, const FieldModel& model) : model_(model.without_signs()) {
    const auto see = [&](const OpSite& s) {
      if (s.depends) depends_.insert_or_assign(&s.op, s.operand_depends);
      else if (s.handed_on) handed_on_.insert(&s.op);
    };
    for_each_site(core, see);
    subject.for_each_site(see);
  }
  bool read(const Op& op, const std::vector<Tensor<Field>>& operands, std::vector<Tensor<Field>>& results) override {
    if (handed_on_.contains(&op)) {
      results = handed_on_without_signs(op, operands, model_);
      return true;
    }
    const auto found = depends_.find(&op);
    if (found == depends_.end()) return false;
    const OpReading::Use none(nullptr);
    const FieldModel::Use in_use(model_);
    results = apply_op<Field>(op, without_signs(found->second, operands, model_));
    return true;
  }
  bool read(const Op&, const std::vector<Tensor<Native>>&, std::vector<Tensor<Native>>&) override { return false; }
  bool combine(Monoid m, const Tensor<Field>& a, const Tensor<Field>& b, std::optional<Tensor<Field>>& result) override {
    result = combined_without_signs(m, a, b, model_);
    return result.has_value();
  }
  bool stands_for(const TensorType&, const TensorType&) const override { return false; }
  std::optional<Tensor<Field>> decide(const Tensor<Field>&, ElementType) override { return std::nullopt; }
  std::optional<Tensor<Native>> decide(const Tensor<Native>&, ElementType) override { return std::nullopt; }

 private:
  FieldModel model_;
  std::map<const Op*, std::vector<char>> depends_;
  std::set<const Op*> handed_on_;
};

}  // namespace partir
