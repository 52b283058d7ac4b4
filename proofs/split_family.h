// The instances of an op and those of its parts, at unknown extents and axis sizes: the problem of
// an entry.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proofs/entry_problem.h"
#include "proofs/extent_family.h"

namespace partir {

/// The instances of `x` at all extents that `accepts` has, and their comprehension there.
struct LiftedFamily {
  ExtentFamily::Accepts accepts;
  ExtentFamily family;
  Lifted global;

  LiftedFamily(const OpInstance& x, ExtentFamily::Accepts which)
      : accepts(std::move(which)), family(x, accepts) {
    if (!x.op.comprehension(types_of(x.operands))) {
      global.why_not = "has no comprehension";
      return;
    }
    global = lift(
        [&](const std::vector<int64_t>& t) {
          const OpInstance y = family.at(t);
          return *comprehension_like(x.op, y.op, types_of(y.operands));
        },
        family.start());
  }
};

/// Whether the op lists the entry for these operands.
inline bool lists(const OpInstance& x, const Entry& entry) {
  const std::vector<Entry> listed = x.op.entries(x.operands);
  return std::find(listed.begin(), listed.end(), entry) != listed.end();
}
/// An entry that is listed is about the instances that list it; any other is about all.
inline ExtentFamily::Accepts instances_that_list(const OpInstance& x, const Entry& entry) {
  if (!lists(x, entry)) return [](const OpInstance&) { return true; };
  return [entry](const OpInstance& y) { return lists(y, entry); };
}

/// The instances to which an entry applies: the extents of a family of `x`, of which those that are
/// tiled are multiples of the axis size.
class SplitFamily {
 public:
  SplitFamily(const OpInstance& x, const Entry& entry)
      : SplitFamily(x, entry, LiftedFamily(x, instances_that_list(x, entry))) {}
  SplitFamily(const OpInstance& x, Entry entry, const LiftedFamily& of)
      : op_(x.op), entry_(std::move(entry)), family_(of.family) {
    if (const auto* c = x.op.get_if<Convolution>())
      of_groups_ = c->feature_groups > 1 || c->batch_groups > 1;
    why_not_ = find(x, of.global);
    if (!why_not_.empty()) problem_.reset();
  }

  /// What is to be proved; nothing if the instances have no symbolic comprehension, for the reason
  /// `why_not`.
  const std::optional<detail::EntryProblem>& problem() const { return problem_; }
  const std::string& why_not() const { return why_not_; }

  /// Instances at which parts have another structure, as wholes have.
  const std::vector<OpInstance>& other_cases() const { return other_cases_; }

  /// Numbers of the unknowns, the axis size last, from which others are counted.
  const std::vector<int64_t>& start() const { return start_; }
  /// The whole at these numbers of the unknowns.
  OpInstance whole(const std::vector<int64_t>& t) const {
    std::vector<int64_t> extents(t.begin(), t.end() - 1);
    for (size_t u = 0; u < extents.size(); ++u)
      if (divided_[u]) extents[u] *= t.back();
    return family_.at(extents);
  }
  /// The comprehension of a part, there.
  Comprehension part(const std::vector<int64_t>& t) const {
    const OpInstance y = whole(t);
    const Types all = types_of(y.operands);
    const Types local = local_types(all, entry_.operands, t.back());
    return *comprehension_like(op_, y.op.localise(entry_, t.back(), all), local);
  }

 private:
  static const Polynomial::Monomial& unknowns(const Polynomial& p) {
    return p.terms().begin()->first;
  }
  /// What is tiled is c·t·.. for unknowns of which one, the first, is a multiple of n. Why not, or
  /// nothing.
  std::string divide(const symbolic::Comprehension& global) {
    std::vector<std::pair<Polynomial, std::string>> tiled;
    for (size_t o = 0; o < entry_.operands.size(); ++o)
      if (const EntryAttr& σ = entry_.operands[o]; σ.is_tile())
        tiled.emplace_back(family_.extent(static_cast<int>(o), σ.dim),
                           "extent " + std::to_string(σ.dim) + " of x" + std::to_string(o));
    if (const EntryAttr& σ = entry_.results[0]; σ.is_tile()) {
      const auto d = static_cast<size_t>(σ.dim);
      if (σ.dim < 0 || d >= global.shape.size()) return "the result has no such dimension";
      tiled.emplace_back(global.shape[d], "extent " + std::to_string(σ.dim) + " of the result");
    }
    for (const auto& [extent, what] : tiled) {
      if (extent.constant()) return what + " does not vary";
      if (extent.terms().size() != 1) return what + " has a part that does not divide";
    }
    std::stable_sort(tiled.begin(), tiled.end(), [](const auto& a, const auto& b) {
      return unknowns(a.first).size() < unknowns(b.first).size();
    });
    for (const auto& [extent, what] : tiled) {
      const Polynomial::Monomial& of = unknowns(extent);
      if (std::none_of(of.begin(), of.end(),
                       [&](int u) { return divided_[static_cast<size_t>(u)] != 0; }))
        divided_[static_cast<size_t>(of[0])] = 1;
    }
    return unforced(tiled);
  }
  /// That n divides what is tiled must force that it divides the unknowns that are to be its multiples: their
  /// coefficients where they stand alone have no common divisor. A convolution by groups says itself that it
  /// divides their number (`allows`).
  std::string unforced(const std::vector<std::pair<Polynomial, std::string>>& tiled) const {
    for (size_t u = 0; u < divided_.size(); ++u) {
      if (!divided_[u] || of_groups_) continue;
      int64_t common = 0;
      for (const auto& [extent, what] : tiled)
        if (unknowns(extent) == Polynomial::Monomial{static_cast<int>(u)})
          common = std::gcd(common, extent.terms().begin()->second);
      if (common != 1) return tiled[0].second + " may be divided where its factors are not";
    }
    return "";
  }
  /// Why there is no problem, or nothing.
  std::string find(const OpInstance& x, const Lifted& global) {
    if (entry_.results.size() != 1 || entry_.operands.size() != x.operands.size())
      return "the entry is of other operands or results";
    start_ = family_.start();
    const size_t k = start_.size();
    if (!global.comprehension)
      return (x.op.comprehension(types_of(x.operands)) ? "the whole: " : "") + global.why_not;
    divided_.assign(k, 0);
    if (std::string why = divide(*global.comprehension); !why.empty()) return why;
    problem_.emplace();
    problem_->entry = entry_;
    std::vector<Polynomial> in_parts;  // the unknowns of the whole
    for (size_t u = 0; u < k; ++u) {
      problem_->names.push_back((divided_[u] ? "l" : "e") + std::to_string(u));
      const Polynomial part = Polynomial::unknown(static_cast<int>(u));
      in_parts.push_back(divided_[u] ? Polynomial::unknown(static_cast<int>(k)) * part : part);
    }
    problem_->names.emplace_back("n");
    start_.push_back(2);
    // parts shorter than those of `x` may be of a simpler structure
    Lifted local = lift([&](const std::vector<int64_t>& t) { return part(t); }, start_, false);
    if (!local.comprehension) return "a part: " + local.why_not;
    const Comprehension own = *comprehension_like(x.op, x.op, types_of(x.operands));
    for (const std::vector<int64_t>& t : local.other_cases) {
      OpInstance y = whole(t);
      try {
        if (symbolic::same_structure(own, *comprehension_like(x.op, y.op, types_of(y.operands))))
          return "the comprehension of a part has another structure at other extents";
      } catch (const ConstraintViolation&) {
        continue;  // the whole is no instance
      }
      other_cases_.push_back(std::move(y));
    }
    problem_->local = std::move(*local.comprehension);
    problem_->global = symbolic::substituted(*global.comprehension, in_parts);
    operands(x, in_parts);
    return "";
  }
  void operands(const OpInstance& x, const std::vector<Polynomial>& in_parts) {
    const Polynomial n = Polynomial::unknown(static_cast<int>(in_parts.size()));
    const EntryAttr& result = entry_.results[0];
    for (size_t o = 0; o < x.operands.size(); ++o) {
      std::vector<Polynomial> whole, part;
      for (int64_t d = 0; d < x.operands[o].type.rank(); ++d) {
        whole.push_back(family_.extent(static_cast<int>(o), d).at(in_parts));
        const EntryAttr& σ = entry_.operands[o];
        // divide() saw to it that n is a factor
        part.push_back(σ.is_tile() && σ.dim == d ? *exact_quotient(whole.back(), n) : whole.back());
      }
      for (size_t d = 0; d < whole.size(); ++d)
        if (const auto c = whole[d].constant(); c && *c > 1)
          problem_->fixed.push_back("extent " + std::to_string(d) + " of x" + std::to_string(o) + " is " + std::to_string(*c));
      problem_->extents.push_back(std::move(whole));
      problem_->local_extents.push_back(std::move(part));
      problem_->neutral.push_back(result.is_partial() &&
                                  is_known_identity(result.monoid, x.operands[o]));
    }
  }

  Op op_;
  Entry entry_;
  ExtentFamily family_;
  std::vector<char>
      divided_;  ///< by unknown: whether it is a part's, n times as large in the whole
  bool of_groups_ = false;
  std::vector<int64_t> start_;
  std::optional<detail::EntryProblem> problem_;
  std::vector<OpInstance> other_cases_;
  std::string why_not_;
};

}  // namespace partir
