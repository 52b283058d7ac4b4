// Files of ops with entries beside them.
//
//   op matmul: out[b,m,n] = sum(k) l[b,m,k] * r[b,k,n]
//     (tile<1>, any) -> tile<1>
//     (tile<2>, tile<1>) -> partial<add>
//     b m k, b k n -> b m n                  # an entry for each factor
//     #sdy.op_sharding_rule<([b, m, k],[b, k, n])->([b, m, n]) {b=2, m=4, k=8, n=4} reduction={k}>
//   op reverse(f32[6,4]) {dimensions = [0]}
//     (tile<1>) -> tile<1>
//     #sdy.op_sharding_rule<([i, j])->([i, j]) {i=6, j=4} need_replication={i}>
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "proofs/entry_text.h"
#include "proofs/factor_judgement.h"
#include "proofs/factor_text.h"
#include "proofs/inline_op.h"
#include "proofs/named_op.h"
#include "semantics/instances.h"

namespace partir {

/// A rule by factors of an op that is given by name, and where it stands.
struct WrittenFactors {
  FactorRule rule;
  std::string text;
};

/// An op of a file, with its entries and rules.
struct WrittenRule {
  std::variant<InlineOp, NamedOp> op;
  std::vector<WrittenEntry> entries;
  std::vector<WrittenFactors> factors{};
  std::vector<UnclaimedFactor> unclaimed{};
  const std::string& name() const {
    return std::visit([](const auto& o) -> const std::string& { return o.name; }, op);
  }
  const Location& location() const {
    return std::visit([](const auto& o) -> const Location& { return o.location; }, op);
  }
  bool says_nothing() const { return entries.empty() && factors.empty() && unclaimed.empty(); }
};

namespace detail {

inline RuleSignature signature(const InlineOp& op) {
  RuleSignature s{op.name, {}, {}};
  const ElementType e = op.comprehension.element;
  for (const auto& extents : op.extents)
    s.operands.push_back({static_cast<int64_t>(extents.size()), e});
  s.results.push_back({static_cast<int64_t>(op.comprehension.shape.size()), e});
  return s;
}
inline RuleSignature signature(const NamedOp& op) {
  RuleSignature s{op.name, {}, {}};
  const Types types = types_of(op.instance.operands);
  for (const TensorType& t : types) s.operands.push_back({t.rank(), t.element});
  for (const TensorType& t : op.instance.op.infer(types))
    s.results.push_back({t.rank(), t.element});
  return s;
}

#if PARTIR_PROOFS_BODIES
/// One line that is not blank: an op, or entries of the last one.
inline void read_rule_line(RuleText& t, std::vector<WrittenRule>& rules) {
  const Location begin = t.begin();
  const size_t from = t.at();
  FactorEntries found;
  if (t.take_keyword("op")) {
    const Location at = t.begin();
    std::string name = t.word("the op's name");
    if (t.peek() == '{' || t.peek() == '\0')
      t.fail("operand types are missing: `op " + name + "(f32[6,4], ..)`; or a definition: `op " + name + ": out[..] = ..`");
    if (t.peek() == '(') rules.push_back({NamedOpReader(t).read(name, at), {}});
    else rules.push_back({InlineOpReader(t).read(std::move(name), begin), {}});
  } else if (rules.empty()) {
    t.fail("expected `op NAME: ..` before the first entry");
  } else if (t.peek() == '(') {
    const auto of = [](const auto& op) { return signature(op); };
    found.entries.emplace_back(read_entry_row(t, std::visit(of, rules.back().op)), "");
  } else {
    FactorRule rule = t.take("#sdy.op_sharding_rule<") ? read_shardy_factors(t) : read_jax_factors(t);
    if (const auto* op = std::get_if<InlineOp>(&rules.back().op)) {
      found = entries_of(*op, rule);
    } else {
      const std::string why = mismatch(std::get<NamedOp>(rules.back().op).instance, rule);
      if (!why.empty()) throw BadInput(why + blanks_meant(rule), rule.location);
      rules.back().factors.push_back({std::move(rule), t.since(from)});
    }
  }
  if (!t.done()) t.fail("expected the end of the line");
  for (auto& [e, factor] : found.entries)
    rules.back().entries.push_back({std::move(e), begin, t.since(from), std::move(factor)});
  for (UnclaimedFactor& u : found.unclaimed) rules.back().unclaimed.push_back(std::move(u));
}
#endif

/// Throws BadInput at the first character that no text has.
inline void check_characters(const std::string& text, const std::string& path) {
  unsigned line = 1, column = 1;
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if ((u < ' ' && !std::isspace(u)) || u == 127) throw BadInput("not a text file", {path, line, column, ""});
    ++column;
    if (c == '\n') ++line, column = 1;
  }
}

}  // namespace detail

/// The ops and entries of a file's text. Throws BadInput, with line and column, where it is not
/// understood. A byte-order mark at its begin is skipped.
PARTIR_INLINE std::vector<WrittenRule> read_rules(const std::string& text, const std::string& path)
#if PARTIR_PROOFS_BODIES
{
  detail::check_characters(text, path);
  detail::RuleText t(text.starts_with("\xef\xbb\xbf") ? text.substr(3) : text, path);
  std::vector<WrittenRule> rules;
  while (t.next_line())
    if (!t.done()) detail::read_rule_line(t, rules);
  if (rules.empty()) throw BadInput("has no op: `op NAME: out[..] = ..`", {path, 0, 0, ""});
  return rules;
}
#else
    ;
#endif

/// Throws BadInput at an op of which a file says nothing: it would be checked without a check.
PARTIR_INLINE void check_entries(const std::vector<WrittenRule>& rules)
#if PARTIR_PROOFS_BODIES
{
  for (const WrittenRule& rule : rules)
    if (rule.says_nothing()) throw BadInput("op " + rule.name() + " has no entries", rule.location());
}
#else
    ;
#endif

}  // namespace partir
