// Entries as lists of factors, as JAX and Shardy write them.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "proofs/entry_text.h"
#include "proofs/factor_rule.h"
#include "proofs/inline_op.h"
#include "proofs/rule_text.h"
#include "semantics/verdict.h"

namespace partir::detail {

/// JAX's `i k, k j -> i j`: a factor for each dimension; those that the results lack are reduced over.
inline FactorRule read_jax_factors(RuleText& t) {
  FactorRule rule;
  rule.location = t.begin();
  const auto list = [&](std::vector<FactorRule::Dims>& to) {
    to.emplace_back();
    for (;;) {
      if (t.take(",")) {
        to.emplace_back();
      } else if (t.peek() == '\0' || !RuleText::is_word(t.peek())) {
        return;
      } else {
        const Location at = t.begin();
        const std::string f = t.word("a factor");
        const auto it = std::find(rule.factors.begin(), rule.factors.end(), f);
        for (const std::vector<int>& dim : to.back())
          if (dim[0] == static_cast<int>(it - rule.factors.begin()))
            throw BadInput("factor " + f + " stands twice in one tensor", at);
        to.back().push_back({static_cast<int>(it - rule.factors.begin())});
        if (it == rule.factors.end()) rule.factors.push_back(f);
      }
    }
  };
  list(rule.operands);
  t.expect("->");
  list(rule.results);
  rule.sizes.assign(rule.factors.size(), -1);
  rule.kinds.assign(rule.factors.size(), FactorRule::Kind::Reduction);
  for (const FactorRule::Dims& dims : rule.results)
    for (const std::vector<int>& dim : dims)
      for (int f : dim) rule.kinds[static_cast<size_t>(f)] = FactorRule::Kind::PassThrough;
  return rule;
}
/// Shardy's `([i, k],[k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}>`.
inline FactorRule read_shardy_factors(RuleText& t) {
  const Location begin = t.begin();
  const std::string text = t.until('>');
  FactorRule rule = read_factor_rule(text, begin);
  t.expect(">");
  return rule;
}

/// `; factors are separated by blanks: ..`, where each tensor of a list has but one, of several letters.
inline std::string blanks_meant(const FactorRule& rule) {
  std::string text;
  size_t longest = 0;
  for (const auto* side : {&rule.operands, &rule.results}) {
    if (side == &rule.results) text += " -> ";
    for (const FactorRule::Dims& dims : *side) {
      if (dims.size() > 1) return "";
      if (&dims != &side->front()) text += ", ";
      const std::string& f = dims.empty() ? "" : rule.factors[static_cast<size_t>(dims[0][0])];
      for (size_t i = 0; i < f.size(); ++i) text += (i ? " " : "") + std::string(1, f[i]);
      longest = std::max(longest, f.size());
    }
  }
  return longest < 2 ? "" : "; factors are separated by blanks: " + text;
}

/// What a rule says of an op of a file.
struct FactorEntries {
  std::vector<std::pair<Entry, std::string>> entries;  ///< with the factor
  std::vector<UnclaimedFactor> unclaimed;
};
/// The entries of a comprehension that a rule stands for, one for each factor; those that it reduces
/// over are partial. Factors that need replication or permute, or are the result's alone, claim nothing.
inline FactorEntries entries_of(const InlineOp& op, const FactorRule& rule) {
  const auto check = [&](const std::string& what, const FactorRule::Dims& dims, size_t rank) {
    if (dims.size() != rank)
      throw BadInput("gives " + what + " rank " + std::to_string(dims.size()) + ", which is " +
                         std::to_string(rank) + blanks_meant(rule), rule.location);
    for (const std::vector<int>& dim : dims)
      if (dim.size() != 1)
        throw BadInput("gives " + what + " a dimension of several factors, which an index is not", rule.location);
  };
  if (rule.operands.size() != op.operands.size() || rule.results.size() != 1)
    throw BadInput("is about " + counted(static_cast<int64_t>(rule.operands.size()), "operand") + " and " +
                       counted(static_cast<int64_t>(rule.results.size()), "result") + ", " + op.name + " has " +
                       std::to_string(op.operands.size()) + " and 1", rule.location);
  for (size_t o = 0; o < rule.operands.size(); ++o)
    check(op.operands[o], rule.operands[o], op.extents[o].size());
  check("the result", rule.results[0], op.comprehension.shape.size());
  FactorEntries all;
  for (size_t f = 0; f < rule.factors.size(); ++f) {
    using Kind = FactorRule::Kind;
    const std::string factor = rule.factors[f] + " (" + std::string(name(rule.kinds[f])) + ")";
    if (rule.kinds[f] == Kind::NeedReplication || rule.kinds[f] == Kind::Permutation) {
      all.unclaimed.push_back({factor, "the rule claims nothing of parts", rule.location});
      continue;
    }
    const auto where = [&](const FactorRule::Dims& dims) {
      for (size_t d = 0; d < dims.size(); ++d)
        if (dims[d][0] == static_cast<int>(f)) return tile(static_cast<int64_t>(d));
      return any;
    };
    Entry e;
    for (const FactorRule::Dims& dims : rule.operands) e.operands.push_back(where(dims));
    if (std::none_of(e.operands.begin(), e.operands.end(), [](const EntryAttr& σ) { return σ.is_tile(); })) {
      all.unclaimed.push_back({factor, "no operand has it: each part computes the result and keeps its chunk", rule.location, true});
      continue;
    }
    e.results = {where(rule.results[0])};
    if (rule.kinds[f] == Kind::Reduction)
      e.results = {partial(op.comprehension.reducer.value_or(Monoid::Add))};
    all.entries.emplace_back(std::move(e), factor);
  }
  return all;
}

}  // namespace partir::detail
