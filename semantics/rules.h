// The rules of the calculus as identifiers, names, judgements and numbered premises.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semantics/instances.h"

namespace partir {

/// One enumerator per rule of calculus.md; `T_Slice` stands for the rule printed `T-Slice`.
enum class Rule {
#define PARTIR_RULE(id, ...) id,
#include "semantics/rules.def"
#undef PARTIR_RULE
};

/// What a rule says, as data for messages, derivations and the documentation table.
struct RuleInfo {
  Rule rule;
  std::string_view id;         ///< `T_Slice`, the name of the function and of the test suite
  std::string_view name;       ///< `T-Slice`
  std::string_view kind;       ///< typing, denotation, translation, simplification, propagation
  std::string_view judgement;  ///< the conclusion
  std::vector<std::string_view> premises;
};

/// All rules, in the order of the calculus.
PARTIR_INLINE const std::vector<RuleInfo>& rules()
#if PARTIR_SEMANTICS_BODIES
{
  static const std::vector<RuleInfo> table = {
#define PARTIR_RULE(id, name, kind, judgement, ...) \
  {Rule::id, #id, name, #kind, judgement, {__VA_ARGS__}},
#include "semantics/rules.def"
#undef PARTIR_RULE
  };
  return table;
}
#else
    ;
#endif

inline const RuleInfo& info(Rule r) { return rules()[static_cast<size_t>(r)]; }
inline std::string_view name(Rule r) { return info(r).name; }

/// The text of premise `n` (from 1) of a rule.
inline std::string premise_text(Rule r, int n) {
  const auto& p = info(r).premises;
  return n >= 1 && static_cast<size_t>(n) <= p.size() ? std::string(p[n - 1]) : "";
}

/// One step of a derivation: a rule applied to a phrase, giving a type.
struct DerivationStep {
  Rule rule;
  int depth = 0;  ///< nesting of the phrase (0 is the function)
  std::string phrase;
  std::string conclusion;
};
/// Rules applied, outermost last within a phrase, in program order.
using Derivation = std::vector<DerivationStep>;

}  // namespace partir
