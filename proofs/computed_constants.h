// Numbers that programs compare with, clamp to, divide by, .. where they are calculated, but from no argument: a device's
// offset, a product of literals.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "interp/op_watch.h"
#include "proofs/comprehension_bound.h"
#include "proofs/subject.h"

namespace partir {

/// Collects them from a run in Native.
class ComputedConstants : public OpWatch {
 public:
  /// An op of a program that is to run. The program outlives this.
  void follow(const OpSite& s) {
    const bool decides = s.op.get_if<Compare>() || s.op.get_if<Maximum>() || s.op.get_if<Minimum>() || s.op.get_if<Clamp>() ||
                         s.op.get_if<Remainder>() || s.op.get_if<Divide>() || s.op.get_if<Subtract>() || s.op.get_if<And>();
    if (!decides || !s.depends) return;
    for (size_t i = 0; i < s.operands.size(); ++i) {
      const TensorType& t = s.operands[i];
      if (!s.operand_depends[i] && (is_float(t.element) || is_integer(t.element)) && t.elements() <= most) operands_[&s.op].push_back(i);
    }
  }
  void see(const Op& op, const std::vector<Tensor<Native>>& operands, const std::vector<Tensor<Native>>&) override {
    const auto at = operands_.find(&op);
    if (at == operands_.end()) return;
    for (size_t i : at->second)
      for (double v : as_doubles(operands[i]).template values<double>())
        if (found_.size() < most) found_.insert(v);
  }
  void see(const Op&, const std::vector<Tensor<Field>>&, const std::vector<Tensor<Field>>&) override {}

  const std::set<double>& found() const { return found_; }

 private:
  static constexpr int64_t most = 4096;
  std::map<const Op*, std::vector<size_t>> operands_;
  std::set<double> found_;
};

}  // namespace partir
