// What an op lists beside what its comprehension has (derive.h): which entries are incorrect, which
// are missing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "proofs/derive.h"
#include "proofs/entry_judgement.h"

namespace partir {

/// An entry, and what is to be said of it.
struct ReasonedEntry {
  Entry entry;
  std::string why;
};

/// An op's list of entries judged by derivation.
struct ListJudgement {
  std::vector<Entry> derived, missing;   ///< missing: derived, neither listed nor declined
  std::vector<ReasonedEntry> incorrect;  ///< listed and refuted
  std::vector<ReasonedEntry> declined;   ///< derived and not listed, with the op's reason
  std::vector<ReasonedEntry>
      beyond;  ///< listed, not derived, and not refuted: what judge_entry says
  bool complete() const { return incorrect.empty() && missing.empty(); }
};

/// Why the op does not list a valid entry, if it says so: its `declines`, which is asked of no
/// entry that the op lists.
inline std::optional<std::string_view> decline_reason(const OpInstance& x, const Entry& entry) {
  const std::vector<Entry> listed = x.op.entries(x.operands);
  if (std::find(listed.begin(), listed.end(), entry) != listed.end()) return std::nullopt;
  return x.op.visit([&](const auto& op) -> std::optional<std::string_view> {
    if constexpr (requires { op.declines(entry, x.operands); })
      return op.declines(entry, x.operands);
    else
      return std::nullopt;
  });
}

/// `listed` beside what is derived of `x`. What derivation has no answer to is judged on small
/// instances, for inputs of `seeds` seeds each.
inline ListJudgement judge_list(const OpInstance& x, const std::vector<Entry>& listed,
                                int64_t seeds = 24) {
  ListJudgement d;
  d.derived = derive_entries(x);
  const auto is_in = [](const Entry& e, const std::vector<Entry>& all) {
    return std::find(all.begin(), all.end(), e) != all.end();
  };
  for (const Entry& e : d.derived) {
    if (is_in(e, listed)) continue;
    if (const auto why = decline_reason(x, e))
      d.declined.push_back({e, std::string(*why)});
    else
      d.missing.push_back(e);
  }
  for (const Entry& e : listed) {
    if (is_in(e, d.derived)) continue;
    const Verdict v = judge_entry(x, e, seeds).verdict;
    (v.kind == Verdict::Kind::Refuted ? d.incorrect : d.beyond).push_back({e, v.detail});
  }
  return d;
}

}  // namespace partir
