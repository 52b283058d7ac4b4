// Which terms the sums of a program are of, told by what they are made of: not, of which of their elements, nor how often or with which sign.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "proofs/made_of.h"
#include "proofs/sums.h"
#include "proofs/value_flow.h"

namespace partir {

/// Follows a program, of which `made` numbers the values.
class SumTerms : public ValueFlow {
 public:
  explicit SumTerms(const MadeOf& made) : made_(made) {}
  /// Whether a value is a sum of terms that are not all in one sum of the other program.
  bool has_own(ValueId x, const SumTerms& others) const {
    const auto at = terms_.find(x);
    if (at == terms_.end() || !sums_.contains(x) || at->second.size() < 2) return false;
    return std::none_of(others.sums_.begin(), others.sums_.end(), [&](ValueId y) {
      const auto there = others.terms_.find(y);
      return there != others.terms_.end() && std::includes(there->second.begin(), there->second.end(), at->second.begin(), at->second.end());
    });
  }

  void argument(ValueId, size_t) override {}
  void op(const OpSite& s) override {
    for (size_t k = 0; k < s.results.size(); ++k)
      if (is_float(real_part(s.result_type.element)) || s.op.get_if<Constant>()) see(s, k);
  }
  void moved(ValueId result, std::span<const ValueId> operands, bool) override { join(result, operands); }
  void reduced(ValueId result, ValueId operand, std::optional<ScalarFn> by, int64_t) override {
    if (by != ScalarFn::Add) return;
    join(result, {&operand, 1});
    sums_.insert(result);
  }
  void device(ValueId) override {}
  void unknown(ValueId) override {}
  void chosen(std::span<const ValueId> results, ValueId, const std::vector<BranchSite>& branches, const Location&) override {
    for (const BranchSite& b : branches) each(results, b.results);
  }
  void enters(std::span<const ValueId> carried, std::span<const ValueId> from) override { each(carried, from); }
  void repeats(std::span<const ValueId> carried, std::span<const ValueId> from) override { each(carried, from); }
  void leaves(std::span<const ValueId> results, std::span<const ValueId> carried, ValueId) override { each(results, carried); }
  void returned(std::span<const ValueId>) override {}

 private:
  using Terms = std::set<uint64_t>;
  static constexpr size_t most = 4096;  ///< terms of one sum that are told apart
  static constexpr uint64_t of_constants = 1;

  void see(const OpSite& s, size_t k) {
    const Op& op = s.op;
    const ValueId x = s.results[k];
    if (const auto* c = op.get_if<Constant>()) {
      const bool is_zero = c->value.splat && !is_complex(s.result_type.element) && s.result_type.elements() > 0 && c->value.as_double(0) == 0;
      terms_[x] = is_zero ? Terms{} : Terms{of_constants};
      return;
    }
    const bool adds = terms_added(s, k) > 0 && !op.get_if<DotGeneral>() && !op.get_if<Convolution>();  // a product is a term of its own
    // but not one by what no argument decides
    const bool scales = (op.get_if<Multiply>() || (op.get_if<Divide>() && s.operand_depends[0])) && s.operand_depends[0] != s.operand_depends[1];
    const bool hands_over = op.get_if<Select>() || op.get_if<Negate>() || op.get_if<Convert>() || op.get_if<DynamicUpdateSlice>() || op.get_if<Sort>() || only_moves(op, s.operands);
    if (!adds && !hands_over && !scales) return;
    Terms all;
    for (size_t i = 0; i < s.operands.size(); ++i) {
      const bool counts = (is_float(real_part(s.operands[i].element)) || op.get_if<Convert>()) && (!scales || s.operand_depends[i]);
      if (counts) all.merge(of(s.operand_values[i]));
    }
    if (all.size() > most) return;  // it is a term of what it is added to
    terms_[x] = std::move(all);
    if (adds) sums_.insert(x);
  }
  Terms of(ValueId x) const {
    const auto at = terms_.find(x);
    return at != terms_.end() ? at->second : Terms{made_.of(x)};
  }
  void join(ValueId result, std::span<const ValueId> operands) {
    Terms all = terms_.contains(result) ? terms_[result] : Terms{};
    for (ValueId x : operands) all.merge(of(x));
    if (all.size() <= most) terms_[result] = std::move(all);
  }
  void each(std::span<const ValueId> to, std::span<const ValueId> from) {
    for (size_t i = 0; i < to.size(); ++i) join(to[i], from.subspan(i, 1));
  }

  const MadeOf& made_;
  std::map<ValueId, Terms> terms_;
  std::set<ValueId> sums_;
};

}  // namespace partir
