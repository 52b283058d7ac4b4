// That the statement of a certificate is about the op: the one premise that its checker cannot see.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proofs/certificate.h"
#include "proofs/certify.h"
#include "proofs/split_family.h"

namespace partir {

namespace detail {

/// A comprehension with its numbers as constant polynomials.
inline certificate::Comprehension plain_numbers(const Comprehension& c) {
  std::vector<Polynomial> numbers;
  for (int64_t v : symbolic::numbers(c)) numbers.emplace_back(v);
  return certificate::plain(symbolic::with_numbers(c, numbers));
}

/// Data of certificates at numbers for the unknowns.
class AtNumbers {
 public:
  explicit AtNumbers(const std::vector<int64_t>& numbers) : numbers_(numbers) {}

  int64_t value(const certificate::Polynomial& p) const {
    return certificate::polynomial(p).at(numbers_);
  }
  certificate::Comprehension operator()(certificate::Comprehension c) const {
    for (certificate::Polynomial& p : c.shape) put(p);
    for (certificate::Polynomial& p : c.reduction) put(p);
    for (certificate::Node& n : c.body) {
      if (auto* r = std::get_if<certificate::Read>(&n.expr)) put(r->index);
      if (auto* r = std::get_if<certificate::DynamicRead>(&n.expr)) {
        put(r->index), put(r->scale);
        for (certificate::Polynomial& p : r->limit) put(p);
      }
      if (auto* k = std::get_if<certificate::Constant>(&n.expr)) put(k->index);
      if (auto* v = std::get_if<certificate::IndexValue>(&n.expr)) put(v->value);
      if (auto* g = std::get_if<certificate::Guard>(&n.expr)) put(g->condition), put(g->least);
    }
    return c;
  }

 private:
  void put(certificate::Polynomial& p) const { p = certificate::plain(Polynomial(value(p))); }
  void put(certificate::Index& e) const {
    for (certificate::Term& t : e.terms) put(t.coefficient), put(t.div);
    put(e.offset), put(e.div), put(e.mod);
  }
  void put(std::vector<certificate::Index>& all) const {
    for (certificate::Index& e : all) put(e);
  }

  std::vector<int64_t> numbers_;
};

}  // namespace detail

/// Where the statement is not that of `entry` for the family of `x`: its comprehensions and
/// extents, at numbers, against what the op's own rules give there. Nothing if they agree at
/// `places` of them, or as many as are well typed.
inline std::optional<std::string> statement_gap(const OpInstance& x, const Entry& entry,
                                                const certificate::Statement& s, int places = 8) {
  const SplitFamily family(x, entry);
  if (!family.problem()) return family.why_not();
  if (s.unknowns.size() != family.start().size()) return "there are other unknowns";
  if (s.result != certificate::plain(entry.results[0])) return "the result is another";
  if (s.operands.size() != x.operands.size()) return "there are other operands";
  for (size_t o = 0; o < x.operands.size(); ++o) {
    if (s.operands[o].attr != certificate::plain(entry.operands[o])) return "an operand is another";
    if (s.operands[o].identity && !(entry.results[0].is_partial() &&
                                    is_known_identity(entry.results[0].monoid, x.operands[o])))
      return "an operand is not known to be the identity";
  }
  const Comprehension own = *comprehension_like(x.op, x.op, types_of(x.operands));
  uint64_t state = 7;
  int agreed = 0;
  for (int tries = 0; agreed < places && tries < 8 * places; ++tries) {
    std::vector<int64_t> numbers = family.start();
    for (int64_t& u : numbers) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      if (tries > 0) u += static_cast<int64_t>(state >> 61);
    }
    const detail::AtNumbers at(numbers);
    try {
      const OpInstance whole = family.whole(numbers);
      const Types types = types_of(whole.operands);
      const Comprehension of_whole = *comprehension_like(x.op, whole.op, types);
      const Comprehension of_part = family.part(numbers);
      // other cases have statements of their own
      if (of_whole.result.elements() == 0 || !symbolic::same_structure(of_whole, own)) continue;
      std::string where;
      for (size_t u = 0; u < numbers.size(); ++u)
        where += " " + s.unknowns[u] + "=" + std::to_string(numbers[u]);
      if (at(s.whole) != detail::plain_numbers(of_whole)) return "the whole is another at" + where;
      if (at(s.part) != detail::plain_numbers(of_part)) return "a part is another at" + where;
      const Types local = local_types(types, entry.operands, numbers.back());
      for (size_t o = 0; o < types.size(); ++o) {
        if (s.operands[o].whole.size() != types[o].shape.size()) return "an operand's rank";
        for (size_t d = 0; d < types[o].shape.size(); ++d)
          if (at.value(s.operands[o].whole[d]) != types[o].shape[d] ||
              at.value(s.operands[o].part[d]) != local[o].shape[d])
            return "an operand is of another extent at" + where;
      }
      ++agreed;
    } catch (const ConstraintViolation&) {
      // extents that are ill-typed together
    }
  }
  return agreed > 0 ? std::nullopt : std::optional<std::string>("no place is well typed");
}

}  // namespace partir
