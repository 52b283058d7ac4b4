// How the values of a program come to be, one after another: what asks that of any program under test, and of the Core
// program, is a ValueFlow.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "proofs/core_sites.h"
#include "semantics/core.h"

namespace partir {

/// One branch of those among which data choose.
struct BranchSite {
  const void* block;  ///< its address in the program, as OpWatch::take is told
  std::span<const ValueId> results;
};

/// For messages: where an op is, with a space before it; nothing where that is not known.
inline std::string at_place(const Location& where) { return where.known() ? " at " + to_string(where) : std::string(); }

/// Is told of each value, operands before results. Of the body of a loop it is told twice, as what a loop carries is made
/// of what it made before. Values are of the program's entry, whose number is 0 in OpSite::function; of functions that are
/// called within regions it is told nothing.
class ValueFlow {
 public:
  virtual ~ValueFlow() = default;
  /// The `i`-th argument.
  virtual void argument(ValueId x, size_t i) = 0;
  virtual void op(const OpSite& s) = 0;
  /// Its elements are the operands', in other places or on other devices. `loses`: not all of them, or zeros besides.
  virtual void moved(ValueId result, std::span<const ValueId> operands, bool loses = false) = 0;
  /// Values of `of` devices, or of as many iterations, combined; `by` is nothing where that goes not in any order and grouping.
  virtual void reduced(ValueId result, ValueId operand, std::optional<ScalarFn> by, int64_t of) = 0;
  /// A number that each device has of its own.
  virtual void device(ValueId result) = 0;
  /// A value of which nothing is known: what other programs send, a call within a region.
  virtual void unknown(ValueId result) = 0;
  /// The results of one of the branches, `by` says which.
  virtual void chosen(std::span<const ValueId> results, ValueId by, const std::vector<BranchSite>& branches, const Location& where) = 0;
  /// What a loop carries in its first iteration; in all others, after the values of the body; and after the last.
  virtual void enters(std::span<const ValueId> carried, std::span<const ValueId> from) = 0;
  virtual void repeats(std::span<const ValueId> carried, std::span<const ValueId> from) = 0;
  virtual void leaves(std::span<const ValueId> results, std::span<const ValueId> carried, ValueId condition) = 0;
  /// At the end, what the program returns.
  virtual void returned(std::span<const ValueId> results) = 0;
};

/// Follows a program of which it must be known what each value is made of: ops, moves and reductions, one after another.
/// Notes why a program is none such.
class StraightFlow : public ValueFlow {
 public:
  /// Empty if it is one.
  const std::string& why_not() const { return why_not_; }
  void unknown(ValueId) override { fail("has values of which nothing is known"); }
  void chosen(std::span<const ValueId>, ValueId, const std::vector<BranchSite>&, const Location&) override { fail("has branches"); }
  void enters(std::span<const ValueId>, std::span<const ValueId>) override { fail("has loops"); }
  void repeats(std::span<const ValueId>, std::span<const ValueId>) override {}
  void leaves(std::span<const ValueId>, std::span<const ValueId>, ValueId) override {}
  void returned(std::span<const ValueId>) override {}

 protected:
  void fail(const std::string& why) {
    if (why_not_.empty()) why_not_ = why;
  }
  void fail(const OpSite& s, const std::string& why) { fail(std::string(s.op.name()) + " at " + to_string(s.location) + " " + why); }

 private:
  std::string why_not_;
};

/// Follows a Core program.
inline void follow(const core::Program& p, ValueFlow& flow) {
  const core::Function& g = p.main;
  for (size_t i = 0; i < g.params.size(); ++i) flow.argument(g.params[i], i);
  for_each_by_dependence(p, [&](const core::Stmt& s, bool any, std::vector<char>& depends) {
    for (ValueId x : s.results) depends[x] = any;
    if (const auto* o = std::get_if<OpExpr>(&s.expr)) {
      flow.op(core_site(g, *o, s, depends));
    } else if (const auto* slice = std::get_if<core::SliceExpr>(&s.expr)) {
      flow.moved(s.results[0], {&slice->operand, 1});
    } else if (const auto* l = std::get_if<core::LoopExpr>(&s.expr)) {
      for (size_t i = 0; i < s.results.size(); ++i) {
        const ValueId& x = l->body->results[i];
        if (l->attrs[i].kind == core::LoopAttr::Kind::Reduce) flow.reduced(s.results[i], x, scalar_fn(l->attrs[i].monoid), p.mesh.size(l->axis));
        else flow.moved(s.results[i], {&x, 1});
      }
    }
  });
  flow.returned(p.main.body.results);
}

}  // namespace partir
