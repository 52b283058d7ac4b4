// Entries as rows of text: `(tile<1>, any) -> tile<1>`.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "proofs/rule_text.h"
#include "semantics/registry.h"
#include "semantics/verdict.h"

namespace partir {

/// What an entry may say of an operand or a result.
struct RankedType {
  int64_t rank = 0;
  ElementType element = ElementType::F32;
};
/// What entries are about.
struct RuleSignature {
  std::string name;
  std::vector<RankedType> operands, results;
};

/// An entry, and where it stands.
struct WrittenEntry {
  Entry entry;
  Location location;
  std::string text;
  std::string factor{};  ///< of a list of factors: which of them it stands for, `k (reduction)`
};
/// A factor of such a list for which no entry stands, and what is said of it.
struct UnclaimedFactor {
  std::string factor, why;
  Location location;
  bool holds = false;  ///< whatever the op is; else the rule claims nothing of it
};

namespace detail {

/// `any`, `tile<0>` or `partial<add>`, of a type that has such dimensions and parts.
inline EntryAttr read_entry_attribute(RuleText& t) {
  const Location begin = t.begin();
  const std::string kind = t.word("any, tile<d> or partial<op>");
  if (kind == "any") return any;
  if (kind == "tile") {
    t.expect("<");
    const int64_t d = t.integer();
    t.expect(">");
    return tile(d);
  }
  if (kind != "partial") throw BadInput("expected any, tile<d> or partial<op>", begin);
  t.expect("<");
  const std::string of = t.word("add, mul, max, min, and or or");
  const std::optional<Monoid> m = monoid(of);
  if (!m) throw BadInput("no partial<" + of + ">", begin);
  t.expect(">");
  return partial(*m);
}

/// `(tile<1>, any) -> tile<1>`; of several results `.. -> (any, any)`.
inline Entry read_entry_row(RuleText& t, const RuleSignature& s) {
  const Location begin = t.begin();
  const auto list = [&](const std::vector<RankedType>& of, const char* what, bool one) {
    std::vector<EntryAttr> all;
    std::vector<Location> places;
    if (!one) t.expect("(");
    if (one || !t.take(")")) {
      do {
        places.push_back(t.begin());
        all.push_back(read_entry_attribute(t));
      } while (!one && t.take(","));
      if (!one) t.expect(")");
    }
    if (all.size() != of.size())
      throw BadInput("has " + counted(static_cast<int64_t>(all.size()), what) + ", " + s.name +
                         " has " + std::to_string(of.size()), begin);
    for (size_t i = 0; i < all.size(); ++i) {
      if (all[i].is_tile() && all[i].dim >= of[i].rank)
        throw BadInput(to_string(all[i]) + " of rank " + std::to_string(of[i].rank), begin);
      if (all[i].is_partial() && !defined_on(all[i].monoid, of[i].element))
        throw BadInput("no " + to_string(all[i]) + " of " + std::string(name(of[i].element)),
                       places[i]);
    }
    return all;
  };
  Entry e;
  e.operands = list(s.operands, "operand", false);
  t.expect("->");
  e.results = list(s.results, "result", t.peek() != '(');
  return e;
}

}  // namespace detail
}  // namespace partir
