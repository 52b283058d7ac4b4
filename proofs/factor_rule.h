// Sharding rules by factors, as Shardy writes them: each dimension of each operand and result is a product of
// factors, major first; a mesh axis along a factor divides all dimensions that have it.
//
//   ([i, jk], [k])->([i, j]) {i=8, j=16, k=2} reduction={k}
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semantics/diagnostics.h"
#include "semantics/instances.h"

namespace partir {

/// One rule of one op.
struct FactorRule {
  /// What a rule says of a factor.
  enum class Kind : uint8_t {
    PassThrough,      ///< parts compute parts of the results
    Reduction,        ///< parts compute results that a reduction over parts completes
    NeedReplication,  ///< parts need the whole
    Permutation       ///< parts need elements of other parts
  };
  using Dims = std::vector<std::vector<int>>;  ///< by dimension: factors, major first

  std::vector<std::string> factors;   ///< names
  std::vector<int64_t> sizes;         ///< by factor; -1 where the rule gives none
  std::vector<Kind> kinds;            ///< by factor
  std::vector<Dims> operands, results;
  Location location;
};

/// `pass-through`, `reduction`, `need_replication`, `permutation`.
constexpr std::string_view name(FactorRule::Kind k) {
  constexpr std::string_view names[] = {"pass-through", "reduction", "need_replication", "permutation"};
  return names[static_cast<size_t>(k)];
}

namespace detail {

/// Reads the text of one rule; throws BadInput with the place of what is not understood.
class FactorRuleReader {
 public:
  FactorRuleReader(std::string_view text, Location where) : text_(text), where_(where) {}

  FactorRule read() {
    rule_.location = where_;
    rule_.operands = tensors();
    expect("->");
    rule_.results = tensors();
    rule_.sizes.assign(rule_.factors.size(), -1);
    rule_.kinds.assign(rule_.factors.size(), FactorRule::Kind::PassThrough);
    if (peek() == '{') sizes();
    check_sizes();
    while (std::isalpha(static_cast<unsigned char>(peek()))) kinds();
    if (take(",") && !take("custom")) fail("expected `custom`");
    if (peek() != '\0') fail("expected the end of the rule");
    for (const Dims& dims : rule_.results)
      for (const std::vector<int>& dim : dims)
        for (int f : dim)
          if (rule_.kinds[static_cast<size_t>(f)] == FactorRule::Kind::Reduction)
            throw BadInput("factor " + rule_.factors[static_cast<size_t>(f)] + " is reduced over and stands in a result", where_);
    return std::move(rule_);
  }

 private:
  using Dims = FactorRule::Dims;
  Location here() const {
    return {where_.file(), where_.line(), where_.column() + static_cast<unsigned>(at_), where_.name()};
  }
  [[noreturn]] void fail(const std::string& what) const { throw BadInput(what, here()); }
  char peek() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(std::string_view what) {
    peek();
    if (text_.compare(at_, what.size(), what) != 0) return false;
    at_ += what.size();
    return true;
  }
  void expect(std::string_view what) {
    if (!take(what)) fail("expected `" + std::string(what) + "`");
  }
  /// A factor is a letter, or a letter, `_` and a number: `ij` and `z_1z_2` are two factors each.
  std::string factor() {
    if (!std::isalpha(static_cast<unsigned char>(peek()))) fail("expected a factor");
    const size_t begin = at_++;
    if (at_ < text_.size() && text_[at_] == '_')
      do ++at_;
      while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])));
    return std::string(text_.substr(begin, at_ - begin));
  }
  int known() {
    const Location begin = here();
    const std::string f = factor();
    const auto it = std::find(rule_.factors.begin(), rule_.factors.end(), f);
    if (it == rule_.factors.end()) throw BadInput("no dimension has a factor " + f, begin);
    return static_cast<int>(it - rule_.factors.begin());
  }
  std::vector<FactorRule::Dims> tensors() {
    std::vector<FactorRule::Dims> all;
    expect("(");
    if (take(")")) return all;
    do {
      all.emplace_back();
      std::set<std::string> seen;
      expect("[");
      if (take("]")) continue;
      do {
        auto& dim = all.back().emplace_back();
        peek();
        do {
          const Location begin = here();
          const std::string f = factor();
          if (!seen.insert(f).second) throw BadInput("factor " + f + " stands twice in one tensor", begin);
          const auto it = std::find(rule_.factors.begin(), rule_.factors.end(), f);
          dim.push_back(static_cast<int>(it - rule_.factors.begin()));
          if (it == rule_.factors.end()) rule_.factors.push_back(f), first_.push_back(begin);
        } while (at_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[at_])));
      } while (take(","));
      expect("]");
    } while (take(","));
    expect(")");
    return all;
  }
  void sizes() {
    expect("{");
    if (take("}")) return;
    do {
      peek();
      const Location at = here();
      const int f = known();
      if (rule_.sizes[static_cast<size_t>(f)] >= 0) throw BadInput("factor " + rule_.factors[static_cast<size_t>(f)] + " has two sizes", at);
      expect("=");
      peek();
      const size_t begin = at_;
      while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) ++at_;
      if (begin == at_) fail("expected a size");
      if (at_ - begin > 18) fail("a size of more than 18 digits");
      rule_.sizes[static_cast<size_t>(f)] = std::stoll(std::string(text_.substr(begin, at_ - begin)));
    } while (take(","));
    expect("}");
  }
  /// Where sizes are given, each factor has one; as in Shardy's verifier, none of several in a dimension has one element.
  void check_sizes() const {
    const auto& sizes = rule_.sizes;
    if (std::all_of(sizes.begin(), sizes.end(), [](int64_t s) { return s < 0; })) return;
    for (size_t f = 0; f < sizes.size(); ++f)
      if (sizes[f] < 0) throw BadInput("factor " + rule_.factors[f] + " has no size, as others have", first_[f]);
    for (const auto* side : {&rule_.operands, &rule_.results})
      for (const Dims& dims : *side)
        for (const std::vector<int>& dim : dims)
          for (int f : dim)
            if (dim.size() > 1 && sizes[static_cast<size_t>(f)] == 1)
              throw BadInput("factor " + rule_.factors[static_cast<size_t>(f)] + " has size 1 beside others in a dimension",
                             first_[static_cast<size_t>(f)]);
  }
  void kinds() {
    using Kind = FactorRule::Kind;
    const Location begin = here();
    std::optional<Kind> kind;
    if (take("reduction")) kind = Kind::Reduction;
    else if (take("need_replication")) kind = Kind::NeedReplication;
    else if (take("permutation")) kind = Kind::Permutation;
    // where propagation stops says nothing of the op
    else if (!take("blocked_propagation"))
      throw BadInput("expected reduction, need_replication, permutation or blocked_propagation", begin);
    expect("=");
    expect("{");
    if (take("}")) return;
    do {
      peek();
      const Location at = here();
      const int f = known();
      if (!kind) continue;
      Kind& of = rule_.kinds[static_cast<size_t>(f)];
      if (of != Kind::PassThrough && of != *kind) throw BadInput("factor " + rule_.factors[static_cast<size_t>(f)] + " is of two kinds", at);
      of = *kind;
    } while (take(","));
    expect("}");
  }

  std::string_view text_;
  Location where_;
  size_t at_ = 0;
  FactorRule rule_;
  std::vector<Location> first_;  ///< by factor: where it first stands
};

}  // namespace detail

/// Reads `([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}`, what stands in
/// `#sdy.op_sharding_rule<..>`, of which the first character is at `where`. Throws BadInput.
PARTIR_INLINE FactorRule read_factor_rule(std::string_view text, const Location& where)
#if PARTIR_PROOFS_BODIES
{
  return detail::FactorRuleReader(text, where).read();
}
#else
    ;
#endif

/// The factors in front of `f`, in any dimension that has it: only where they are divided to the end does an axis
/// reach f.
inline std::set<int> major_factors(const FactorRule& rule, int f) {
  std::set<int> majors;
  for (const auto* side : {&rule.operands, &rule.results})
    for (const FactorRule::Dims& dims : *side)
      for (const std::vector<int>& dim : dims)
        if (const auto it = std::find(dim.begin(), dim.end(), f); it != dim.end()) majors.insert(dim.begin(), it);
  return majors;
}

/// The extent that a dimension's factors make up; nothing where a size is not given, or it leaves 64 bits.
inline std::optional<int64_t> extent_of(const FactorRule& rule, const std::vector<int>& dim) {
  int64_t all = 1;
  for (int f : dim) {
    const int64_t size = rule.sizes[static_cast<size_t>(f)];
    if (size < 0 || (size != 0 && all > INT64_MAX / size)) return std::nullopt;
    all *= size;
  }
  return all;
}

/// Whether `f` stands behind itself: before one of the factors before it. No order of division reaches it then.
inline bool stands_behind_itself(const FactorRule& rule, int f) {
  std::set<int> reached = major_factors(rule, f), fresh = reached;
  while (!fresh.empty()) {
    const int m = *fresh.begin();
    fresh.erase(fresh.begin());
    for (int next : major_factors(rule, m))
      if (reached.insert(next).second) fresh.insert(next);
  }
  return reached.contains(f);
}

}  // namespace partir
