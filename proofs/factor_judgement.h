// Factors of sharding rules (factor_rule.h) judged by the op's own definition: what a rule says of a factor is read as
// registry entries, and these are proved or refuted.
//
// A factor along which an axis divides claims that parts need nothing of each other: parts of the results come out
// (pass-through), or results that a reduction completes. An operand without the factor is there as a whole, which a part
// may also turn into a partial one by itself: one part keeps it, the others have the identity. Where the op itself on
// parts is not it, parts that know their place may be (adapted_parts.h). A factor that a rule calls need_replication or
// permutation claims nothing of parts; whether it could is said beside it.
#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "proofs/adapted_parts.h"
#include "proofs/components.h"
#include "proofs/entry_judgement.h"
#include "proofs/factor_rule.h"
#include "semantics/instances.h"

namespace partir {

/// What is known of one factor of one rule.
struct FactorJudgement {
  enum class Outcome : uint8_t {
    Proved,    ///< for all extents and axis sizes
    Verified,  ///< the op is a map along it by its definition, and does so when run
    Refuted,   ///< on a smallest instance
    NoClaim,   ///< the rule says that parts need each other
    Undecided
  };
  int factor = 0;
  FactorRule::Kind kind = FactorRule::Kind::PassThrough;
  Outcome outcome = Outcome::Undecided;
  bool adapted = false;            ///< holds of parts that know their place, not of the op itself on parts
  std::string detail;              ///< the entries that say it; where it fails, or why it is not decided
  std::vector<std::string> steps;  ///< of proofs
  std::optional<EntryJudgement> refutation;
};

/// `proved`, `verified`, `refuted`, `no_claim`, `undecided`.
constexpr std::string_view name(FactorJudgement::Outcome o) {
  constexpr std::string_view names[] = {"proved", "verified", "refuted", "no_claim", "undecided"};
  return names[static_cast<size_t>(o)];
}

namespace detail {

/// `x` where the factors `ones` have one element: as it is on a device once axes divide them to the end. Nothing where
/// extents are no products of the factors, or no attributes make that an instance of the op.
inline std::optional<OpInstance> without_factors(const OpInstance& x, const FactorRule& rule, const std::set<int>& ones) {
  if (ones.empty()) return x;
  const auto rest = [&](const FactorRule::Dims& dims, const Shape& shape) -> std::optional<Shape> {
    Shape s = shape;
    for (size_t d = 0; d < s.size(); ++d) {
      const std::optional<int64_t> all = extent_of(rule, dims[d]);
      if (!all) return std::nullopt;
      std::vector<int> divided;
      std::copy_if(dims[d].begin(), dims[d].end(), std::back_inserter(divided), [&](int f) { return ones.contains(f); });
      if (divided.empty()) continue;
      const std::optional<int64_t> by = extent_of(rule, divided);
      if (*all != s[d] || !by || *by == 0) return std::nullopt;  // nothing is divided among no devices
      s[d] /= *by;
    }
    return s;
  };
  const Slots slots(x);
  std::vector<int64_t> values = slots.values;
  std::vector<Shape> wanted;
  const Types results = x.op.infer(types_of(x.operands));
  for (size_t r = 0; r < results.size(); ++r) {
    const auto s = rest(rule.results[r], results[r].shape);
    if (!s) return std::nullopt;
    wanted.push_back(*s);
  }
  size_t of_result = 0;
  for (size_t i = 0; i < slots.extents.size(); ++i) {
    const auto [o, d] = slots.extents[i];
    if (o < 0) {
      if (wanted.size() != 1 || of_result >= wanted[0].size()) return std::nullopt;
      values[i] = wanted[0][of_result++];
      continue;
    }
    const auto s = rest(rule.operands[static_cast<size_t>(o)], x.operands[static_cast<size_t>(o)].type.shape);
    if (!s) return std::nullopt;
    values[i] = (*s)[static_cast<size_t>(d)];
  }
  // the number of a convolution's groups goes with the factor that counts them
  std::vector<std::pair<size_t, int64_t>> attributes;
  if (const auto* c = x.op.get_if<Convolution>())
    for (size_t i : group_slots(x, *c))
      if (std::any_of(ones.begin(), ones.end(), [&](int f) { return values[i] == rule.sizes[static_cast<size_t>(f)] && values[i] > 1; }))
        attributes.emplace_back(i, values[i]);
  for (size_t subset = 0; subset < size_t{1} << attributes.size(); ++subset) {
    std::vector<int64_t> tried = values;
    for (size_t a = 0; a < attributes.size(); ++a)
      if (subset >> a & 1) tried[attributes[a].first] = 1;
    try {
      OpInstance y = Slots::set(x, tried);
      const Types types = y.op.infer(types_of(y.operands));
      bool right = types.size() == wanted.size();
      for (size_t r = 0; right && r < types.size(); ++r) right = types[r].shape == wanted[r];
      if (right) return y;
    } catch (const ConstraintViolation&) {
      // attributes that do not go with these extents
    }
  }
  return std::nullopt;
}

#if PARTIR_PROOFS_BODIES
/// Judges one factor of a rule of an op.
class FactorJudge {
 public:
  FactorJudge(const OpInstance& x, const FactorRule& rule, int factor) : x_(x), rule_(rule), f_(factor) {}

  FactorJudgement judge() {
    using Kind = FactorRule::Kind;
    using Outcome = FactorJudgement::Outcome;
    const Kind kind = rule_.kinds[static_cast<size_t>(f_)];
    if (kind == Kind::PassThrough || kind == Kind::Reduction) return claim(kind);
    const bool kept = std::any_of(rule_.results.begin(), rule_.results.end(), [&](const auto& dims) { return where(dims).is_tile(); });
    FactorJudgement j = claim(kept ? Kind::PassThrough : Kind::Reduction);
    const std::string as = std::string(name(j.kind)) + ": ";
    j.detail = j.outcome == Outcome::Refuted ? "and needs it; as " + as + j.detail
               : j.outcome == Outcome::Undecided ? "as " + as + j.detail
                                                 : "but could be " + as + j.detail;
    j.kind = kind;
    j.outcome = Outcome::NoClaim;
    j.refutation.reset();
    return j;
  }

 private:
  EntryAttr where(const FactorRule::Dims& dims) const {
    for (size_t d = 0; d < dims.size(); ++d)
      if (std::find(dims[d].begin(), dims[d].end(), f_) != dims[d].end()) return tile(static_cast<int64_t>(d));
    return any;
  }

  /// Whether the sizes of factors beside this one make up the extents.
  bool sizes_are_extents() const {
    const auto right = [&](const FactorRule::Dims& dims, const Shape& shape) {
      for (size_t d = 0; d < dims.size(); ++d) {
        if (std::find(dims[d].begin(), dims[d].end(), f_) == dims[d].end()) continue;
        if (extent_of(rule_, dims[d]) != shape[d]) return false;
      }
      return true;
    };
    for (size_t o = 0; o < rule_.operands.size(); ++o)
      if (!right(rule_.operands[o], x_.operands[o].type.shape)) return false;
    const Types results = x_.op.infer(types_of(x_.operands));
    for (size_t r = 0; r < results.size(); ++r)
      if (!right(rule_.results[r], results[r].shape)) return false;
    return true;
  }

  FactorJudgement claim(FactorRule::Kind kind) {
    using Outcome = FactorJudgement::Outcome;
    FactorJudgement j;
    j.factor = f_;
    j.kind = kind;
    const auto says = [&](Outcome o, std::string why) {
      j.outcome = o;
      j.detail = std::move(why);
      return j;
    };
    const bool read = std::any_of(rule_.operands.begin(), rule_.operands.end(), [&](const auto& d) { return where(d).is_tile(); });
    if (!read)
      return says(Outcome::Proved, "no operand has it: each part has all operands as wholes, computes the results and keeps its chunk");
    if (stands_behind_itself(rule_, f_)) return says(Outcome::Undecided, "factors stand before each other: no order of division reaches it");
    if (const int64_t size = rule_.sizes[static_cast<size_t>(f_)]; (size == 0 || size == 1) && sizes_are_extents())
      return says(Outcome::Proved, "it has " + counted(size, "element") + ": no axis of more than one device divides it");
    const std::set<int> majors = major_factors(rule_, f_);
    const std::optional<OpInstance> y = without_factors(x_, rule_, majors);
    if (!y) return says(Outcome::Undecided, "no instance of the op has the factors before it divided to the end");
    if (!majors.empty()) {
      std::string names;
      for (int m : majors) names += (names.empty() ? "" : ", ") + rule_.factors[static_cast<size_t>(m)];
      j.steps.push_back("an axis reaches the factor where those before it (" + names + ") are divided to the end: " +
                        std::string(y->op.name()) + " of " + to_string(types_of(y->operands)));
    }
    j.outcome = Outcome::Proved;
    for (const OpComponent& c : components(*y)) {
      component(c, kind, j);
      if (j.outcome != Outcome::Proved && j.outcome != Outcome::Verified) break;
    }
    return j;
  }

  /// The entries that the claim allows of a component: operands without the factor are whole, or partial in a result's
  /// ⊕; results without it are partial in a reduction, each in a ⊕ of its own, else whole. `all_of_them`: whether there
  /// are no others.
  std::vector<Entry> entries(const OpComponent& c, FactorRule::Kind kind, bool& all_of_them) const {
    const Types results = c.instance.op.infer(types_of(c.instance.operands));
    std::vector<EntryAttr> attrs;
    std::vector<size_t> whole, reduced;
    for (size_t o : c.operands) {
      attrs.push_back(where(rule_.operands[o]));
      if (attrs.back().is_any()) whole.push_back(attrs.size() - 1);
    }
    std::vector<EntryAttr> to;
    for (size_t r : c.results) {
      to.push_back(where(rule_.results[r]));
      if (to.back().is_any() && kind == FactorRule::Kind::Reduction) reduced.push_back(to.size() - 1);
    }
    all_of_them = true;
    if (reduced.empty()) return {{attrs, to}};
    // initial values stand in the order of results
    constexpr size_t most_results = 2, most_wholes = 4;
    all_of_them = reduced.size() <= most_results && whole.size() <= most_wholes;
    std::vector<std::vector<EntryAttr>> of_results{to};
    for (size_t r : reduced) {
      std::vector<std::vector<EntryAttr>> more;
      for (const auto& row : of_results)
        for (Monoid m : all_monoids) {
          if (!defined_on(m, results[r].element)) continue;
          // beyond so many results all have one ⊕
          if (reduced.size() > most_results && r != reduced[0] && row[reduced[0]] != partial(m)) continue;
          more.push_back(row);
          more.back()[r] = partial(m);
        }
      of_results = std::move(more);
    }
    std::vector<Entry> all;
    for (const auto& row : of_results)
      for (size_t subset = 0; subset < size_t{1} << std::min(most_wholes, whole.size()); ++subset) {
        std::vector<EntryAttr> of_operands = attrs;
        bool defined = true;
        for (size_t w = 0; w < std::min(most_wholes, whole.size()); ++w)
          if (subset >> w & 1) {
            const Monoid m = row[reduced[w % reduced.size()]].monoid;
            of_operands[whole[w]] = partial(m);
            defined = defined && defined_on(m, c.instance.operands[whole[w]].type.element);
          }
        if (defined) all.push_back({std::move(of_operands), row});
      }
    return all;
  }

  void component(const OpComponent& c, FactorRule::Kind kind, FactorJudgement& j) const {
    using Outcome = FactorJudgement::Outcome;
    bool all_of_them = true;
    const std::vector<Entry> candidates = entries(c, kind, all_of_them);
    const auto add = [&](const std::string& text) { j.detail += (j.detail.empty() ? "" : "; ") + text; };
    for (const Entry& e : candidates) {
      EntryProof proof = prove_entry(c.instance, e);
      if (!proof.proved) continue;
      add(to_string(e));
      const std::vector<std::string> steps = replayed_steps(std::move(proof));
      j.steps.insert(j.steps.end(), steps.begin(), steps.end());
      return;
    }
    std::vector<Entry> order = candidates;  // what the op lists first: it tells most
    std::stable_partition(order.begin(), order.end(), [&](const Entry& e) { return lists(c.instance, e); });
    std::optional<EntryJudgement> refuted;
    std::string undecided;
    for (const Entry& e : order) {
      EntryJudgement judged = judge_entry(c.instance, e);
      const Verdict& v = judged.verdict;
      if (v.kind == Verdict::Kind::Verified) {
        add(to_string(e) + ", by the op's definition");
        j.outcome = Outcome::Verified;
        return;
      }
      if (v.kind != Verdict::Kind::Refuted && undecided.empty()) undecided = to_string(e) + ": " + v.detail;
      if (v.kind == Verdict::Kind::Refuted && !refuted) refuted = std::move(judged);
    }
    for (const Entry& e : order)
      if (const std::optional<AdaptedParts> adapted = adapted_parts(c.instance, e)) {
        add(to_string(e) + ", " + adapted->how);
        j.adapted = true;
        if (adapted->by_definition) j.outcome = Outcome::Verified;
        return;
      }
    if (!all_of_them && undecided.empty()) undecided = "the rows that were tried are refuted; there are others";
    // one that is not refuted may be it
    j.outcome = undecided.empty() ? Outcome::Refuted : Outcome::Undecided;
    j.detail = !undecided.empty() ? undecided : refuted ? refuted->verdict.detail : "no ⊕ is defined on the results";
    if (undecided.empty()) j.refutation = std::move(refuted);
  }

  const OpInstance& x_;
  const FactorRule& rule_;
  int f_;
};
#endif

}  // namespace detail

/// Why a rule does not go with an op's types; empty if it does.
PARTIR_INLINE std::string mismatch(const OpInstance& x, const FactorRule& rule)
#if PARTIR_PROOFS_BODIES
{
  const Types operands = types_of(x.operands), results = x.op.infer(operands);
  const auto differs = [](const std::vector<FactorRule::Dims>& dims, const Types& types, const std::string& what) -> std::string {
    if (dims.size() != types.size())
      return "the rule is of " + counted(static_cast<int64_t>(dims.size()), what) + ", the op of " + std::to_string(types.size());
    for (size_t i = 0; i < types.size(); ++i)
      if (static_cast<int64_t>(dims[i].size()) != types[i].rank())
        return "the rule gives " + what + " " + std::to_string(i) + " rank " + std::to_string(dims[i].size()) + ", the op " + to_string(types[i]);
    return "";
  };
  const std::string why = differs(rule.operands, operands, "operand");
  return why.empty() ? differs(rule.results, results, "result") : why;
}
#else
    ;
#endif

/// The dimensions that the sizes of their factors do not make up, for people: Shardy's verifier accepts such rules, and
/// what is judged is the op at its types, not the sizes. The rule goes with the op's types (`mismatch`).
PARTIR_INLINE std::vector<std::string> size_notes(const OpInstance& x, const FactorRule& rule)
#if PARTIR_PROOFS_BODIES
{
  std::vector<std::string> notes;
  const auto add = [&](const std::vector<FactorRule::Dims>& side, const Types& types, const std::string& what) {
    for (size_t i = 0; i < side.size(); ++i)
      for (size_t d = 0; d < side[i].size(); ++d) {
        const std::optional<int64_t> made = extent_of(rule, side[i][d]);
        if (!made || *made == types[i].shape[d]) continue;
        std::string factors;
        for (int f : side[i][d])
          factors += (factors.empty() ? "" : ", ") + rule.factors[static_cast<size_t>(f)] + "=" +
                     std::to_string(rule.sizes[static_cast<size_t>(f)]);
        notes.push_back("dimension " + std::to_string(d) + " of " + what + " " + std::to_string(i) + " has " +
                        std::to_string(types[i].shape[d]) + " elements, its factors make " + std::to_string(*made) + " (" +
                        factors + ")");
      }
  };
  const Types operands = types_of(x.operands);
  add(rule.operands, operands, "operand");
  add(rule.results, x.op.infer(operands), "result");
  return notes;
}
#else
    ;
#endif

/// Each factor of the rule, judged. The rule goes with the op's types (`mismatch`).
PARTIR_INLINE std::vector<FactorJudgement> judge_factors(const OpInstance& x, const FactorRule& rule)
#if PARTIR_PROOFS_BODIES
{
  std::vector<FactorJudgement> all;
  for (size_t f = 0; f < rule.factors.size(); ++f) all.push_back(detail::FactorJudge(x, rule, static_cast<int>(f)).judge());
  return all;
}
#else
    ;
#endif

}  // namespace partir
