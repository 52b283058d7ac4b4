// Of how many numbers a program takes the greatest, the least, or asks whether all or any are true. A run in which max, min, and, or choose one
// of their arguments tells nothing of the others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>

#include "proofs/free_reading.h"
#include "proofs/value_flow.h"

namespace partir {

/// Follows a program; values that no argument decides are among the numbers.
class Choices : public ValueFlow {
 public:
  /// The most numbers that are put together to one by one of those, whether at once or one after another.
  double most() const { return most_; }

  void argument(ValueId, size_t) override {}
  void op(const OpSite& s) override {
    const auto by = chooses(s);
    for (ValueId x : s.results) {
      if (!by) {
        // what only moves elements hands on what they are chosen from
        if (only_moves(s.op, s.operands))
          for (ValueId o : s.operand_values) join(x, at(o));
        continue;
      }
      double of = 0;
      for (size_t i = 0; i < s.operand_values.size(); ++i) {
        const Chosen& c = at(s.operand_values[i]);
        of += c.by == by ? c.of : 1;
      }
      const double each = static_cast<double>(s.operands[0].elements()) / static_cast<double>(std::max<int64_t>(s.result_type.elements(), 1));
      const Chosen& first = at(s.operand_values[0]);
      note(x, by, is_elementwise(s) ? of : std::max(each, window(s)) * (first.by == by ? first.of : 1));
    }
  }
  void moved(ValueId result, std::span<const ValueId> operands, bool) override {
    for (ValueId o : operands) join(result, at(o));
  }
  void reduced(ValueId result, ValueId operand, std::optional<ScalarFn> by, int64_t of) override {
    if (is_choice(by)) note(result, by, static_cast<double>(of) * (at(operand).by == by ? at(operand).of : 1));
  }
  void device(ValueId) override {}
  void unknown(ValueId) override {}
  void chosen(std::span<const ValueId> results, ValueId, const std::vector<BranchSite>& branches, const Location&) override {
    for (size_t i = 0; i < results.size(); ++i)
      for (const BranchSite& b : branches) join(results[i], at(b.results[i]));
  }
  void enters(std::span<const ValueId> carried, std::span<const ValueId> from) override {
    for (size_t i = 0; i < carried.size(); ++i) join(carried[i], at(from[i]));
  }
  /// What grows in one iteration may grow in all.
  void repeats(std::span<const ValueId> carried, std::span<const ValueId> from) override {
    for (size_t i = 0; i < carried.size(); ++i)
      if (const Chosen c = at(from[i]); c.of > at(carried[i]).of) note(carried[i], c.by, std::numeric_limits<double>::infinity());
  }
  void leaves(std::span<const ValueId> results, std::span<const ValueId> carried, ValueId) override { enters(results, carried); }
  void returned(std::span<const ValueId>) override {}

 private:
  struct Chosen {
    std::optional<ScalarFn> by = std::nullopt;
    double of = 1;
  };
  static bool is_choice(std::optional<ScalarFn> f) { return f == ScalarFn::Max || f == ScalarFn::Min || f == ScalarFn::And || f == ScalarFn::Or; }
  static bool is_elementwise(const OpSite& s) { return s.op.get_if<Maximum>() || s.op.get_if<Minimum>() || s.op.get_if<And>() || s.op.get_if<Or>(); }
  static double window(const OpSite& s) {
    const auto* w = s.op.get_if<ReduceWindow>();
    double n = 1;
    if (w)
      for (size_t d = 0; d < s.operands[0].shape.size(); ++d) n *= static_cast<double>(w->lists.size[d]);
    return n;
  }
  /// By which of them the op makes its results, if by one.
  static std::optional<ScalarFn> chooses(const OpSite& s) {
    if (s.operands.empty()) return std::nullopt;
    if (s.op.get_if<Maximum>()) return ScalarFn::Max;
    if (s.op.get_if<Minimum>()) return ScalarFn::Min;
    if (s.op.get_if<And>()) return ScalarFn::And;
    if (s.op.get_if<Or>()) return ScalarFn::Or;
    if (const auto* r = s.op.get_if<Reduce>(); r && is_choice(scalar_fn(r->reducer))) return scalar_fn(r->reducer);
    if (s.op.get_if<ReduceWindow>() || s.op.get_if<VariadicReduce>() || s.op.get_if<Scatter>())
      for (const ScalarBody* b : s.op.bodies())
        for (const Node& n : b->nodes)
          if (const auto* a = std::get_if<ApplyNode>(&n.expr); a && is_choice(a->fn)) return a->fn;
    return std::nullopt;
  }
  const Chosen& at(ValueId x) const {
    static const Chosen one;
    const auto found = chosen_.find(x);
    return found == chosen_.end() ? one : found->second;
  }
  void join(ValueId x, const Chosen& c) {
    Chosen& now = chosen_[x];
    if (c.of > now.of) now = c;
  }
  void note(ValueId x, std::optional<ScalarFn> by, double of) {
    join(x, {by, of});
    most_ = std::max(most_, of);
  }

  std::map<ValueId, Chosen> chosen_;
  double most_ = 1;
};

}  // namespace partir
