// How a rule function states its premises: numbered, located, with what was found and expected.
#pragma once

#include <string>

#include "semantics/diagnostics.h"
#include "semantics/op.h"

namespace partir {

/// The premises of one use of a rule. `premise(n, holds, found, expected)` throws Rejected when
/// premise `n` (numbered as in rules.def) fails; the texts are made only then.
class Premises {
 public:
  Premises(Rule rule, const Location& where) : rule_(rule), where_(where) {}
  template <class Found, class Expected>
  void operator()(int n, bool holds, Found&& found, Expected&& expected) const {
    if (!holds) throw Rejected(rule_, n, where_, text(found), text(expected));
  }

 private:
  static std::string text(const std::string& s) { return s; }
  template <class F>
    requires std::is_invocable_v<F&>
  static std::string text(F& f) {
    return f();
  }
  Rule rule_;
  const Location& where_;
};

/// Premises shared by T-Op and H-Op: operand types satisfy the shape rule, results are what it says.
inline void op_premises(const Premises& premise, const Op& op, const Types& operands,
                        const Types& declared) {
  Types inferred;
  try {
    inferred = op.infer(operands);
  } catch (const ConstraintViolation& v) {
    premise(1, false, v.found, std::string(op.name()) + " " + v.label + ": " + v.text);
  }
  premise(2, inferred == declared, [&] { return to_string(declared); },
          [&] { return to_string(inferred); });
}

/// A step of a derivation, if one is asked for.
inline void derive(Derivation* derivation, Rule rule, int depth, std::string phrase,
                   std::string conclusion) {
  if (derivation)
    derivation->push_back({rule, depth, std::move(phrase), std::move(conclusion)});
}

}  // namespace partir
