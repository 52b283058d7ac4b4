// What is to be proved of a registry entry, and a proof of it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "proofs/symbolic_comprehension.h"
#include "semantics/registry.h"

namespace partir {

/// A proof, as steps for a reader; or why there is none.
struct EntryProof {
  bool proved = false;
  std::vector<std::string> steps;
  std::string why_not;
};

namespace detail {

/// The two comprehensions of an entry at unknown extents, and how operands are split.
struct EntryProblem {
  symbolic::Comprehension global, local;
  Entry entry;
  std::vector<std::vector<Polynomial>> local_extents;  ///< of operands
  std::vector<char> neutral;                           ///< operands known to be the identity of the entry's ⊕
  std::vector<std::string> names;                      ///< of unknowns, n last
  size_t n() const { return names.size() - 1; }
};

/// What provers share: the steps so far, and that the first failure ends a proof.
class ProofSteps {
 public:
  explicit ProofSteps(const EntryProblem& p) : p_(p) {}
  struct Failed {
    std::string why;
  };

 protected:
  [[noreturn]] static void fail(std::string why) { throw Failed{std::move(why)}; }
  void step(std::string s) { steps_.push_back(std::move(s)); }
  std::string text(const Polynomial& p) const { return partir::to_string(p, p_.names); }
  std::string text(const symbolic::Index& e) const { return symbolic::to_string(e, p_.names, p_.global.shape.size()); }
  static std::string text(Monoid m) { return std::string(name(m)); }
  bool is_partial(int operand) const { return p_.entry.operands[static_cast<size_t>(operand)].is_partial(); }
  bool neutral(int operand) const { return p_.neutral[static_cast<size_t>(operand)] != 0; }

  const EntryProblem& p_;
  std::vector<std::string> steps_;
};

}  // namespace detail
}  // namespace partir
