// What is to be proved of a registry entry, and a proof of it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "proofs/certificate_text.h"
#include "proofs/certify.h"
#include "proofs/symbolic_comprehension.h"
#include "semantics/op_base.h"
#include "semantics/registry.h"

namespace partir {

/// A proof, as data and as steps for a reader; or why there is none.
struct EntryProof {
  bool proved = false;
  std::vector<std::string> steps;  ///< of the certificate
  std::string why_not;
  Certificate certificate;
  std::vector<std::string> fixed{};       ///< extents that do not vary: `extent 0 of x1 is 4`
  std::vector<EntryProof> other_cases{};  ///< at extents where the definition is another
};

namespace detail {

/// The two comprehensions of an entry at unknown extents, and how operands are split.
struct EntryProblem {
  symbolic::Comprehension global, local;
  Entry entry;
  std::vector<std::vector<Polynomial>> extents, local_extents;  ///< of operands, in the whole and in a part
  std::vector<char> neutral;                           ///< operands known to be the identity of the entry's ⊕
  std::vector<std::string> fixed{};  ///< extents that do not vary, for people
  std::vector<std::string> names;                      ///< of unknowns, n last
  size_t n() const { return names.size() - 1; }
};

/// The problem as data.
inline certificate::Statement statement_of(const EntryProblem& p) {
  certificate::Statement s;
  s.unknowns = p.names;
  s.whole = certificate::plain(p.global);
  s.part = certificate::plain(p.local);
  s.result = certificate::plain(p.entry.results[0]);
  for (size_t o = 0; o < p.entry.operands.size(); ++o)
    s.operands.push_back({certificate::plain(p.entry.operands[o]), certificate::plain(p.extents[o]),
                          certificate::plain(p.local_extents[o]), p.neutral[o] != 0});
  return s;
}

/// What provers share: the steps so far, and that the first failure ends a proof.
class ProofSteps {
 public:
  explicit ProofSteps(const EntryProblem& p) : p_(p) {}
  struct Failed {
    std::string why;
  };

 protected:
  [[noreturn]] static void fail(std::string why) { throw Failed{std::move(why)}; }
  void step(certificate::Step s) { steps_.push_back(std::move(s)); }
  std::string text(const Polynomial& p) const { return partir::to_string(p, p_.names); }
  std::string text(const symbolic::Index& e) const { return symbolic::to_string(e, p_.names, p_.global.shape.size()); }
  static std::string text(Monoid m) { return std::string(name(m)); }
  bool is_partial(int operand) const { return p_.entry.operands[static_cast<size_t>(operand)].is_partial(); }
  /// That the initial value may be folded in once per part.
  void initial_value(int operand, Monoid m) {
    using certificate::Initial;
    if (is_partial(operand)) {
      if (p_.entry.operands[static_cast<size_t>(operand)].monoid != m) fail("the initial value is partial in another way");
      return step(certificate::InitialValue{Initial::OfParts});
    }
    if (is_idempotent(m)) return step(certificate::InitialValue{Initial::Idempotent});
    if (!neutral(operand)) fail("each part folds the initial value in, which is not known to be the identity of " + text(m));
    step(certificate::InitialValue{Initial::Identity});
  }
  bool neutral(int operand) const { return p_.neutral[static_cast<size_t>(operand)] != 0; }

  const EntryProblem& p_;
  std::vector<certificate::Step> steps_;
};

}  // namespace detail
}  // namespace partir
