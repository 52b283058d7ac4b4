// Partial operands of a registry entry: where a comprehension's body is a homomorphism of ⊕ in them, by the laws of its
// scalar functions over the reals, and modulo powers of two.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proofs/entry_problem.h"

namespace partir::detail {

/// Proves that `result(⊕ x_i) = ⊕' result(x_i)` for the partial operands x together, where each part computes what the
/// whole computes of its own operands.
class HomomorphismProver : public ProofSteps {
 public:
  using ProofSteps::ProofSteps;

  /// Adds the steps; throws Failed.
  void prove() {
    const symbolic::Comprehension& g = p_.global;
    const Monoid m = p_.entry.results[0].monoid;
    kinds_.clear();
    for (size_t n = 0; n < g.body.size(); ++n) kinds_.push_back(kind(n));
    require(static_cast<int>(g.body.size()) - 1, m, "the body");
    if (g.reducer && *g.reducer != m) fail("a reduction by " + text(*g.reducer) + " is no homomorphism of " + text(m));
    step(certificate::HomomorphicBody{});
    if (g.init) initial_value(*g.init, m);
  }
  std::vector<certificate::Step> take_steps() { return std::move(steps_); }

 protected:
  // A node is a homomorphism from the operands' ⊕ to some ⊕' if it is ⊕' of what it is for the parts; `kinds_` has the ⊕',
  // nothing for a node that is free of the partial operands.
  using Kind = std::optional<Monoid>;
  using Law = certificate::Law;

  /// That a node is a homomorphism to m; one that is free is where m of equal values is that value, or where it is m's
  /// identity.
  void require(int n, Monoid m, const std::string& what) {
    const Kind& k = kinds_[static_cast<size_t>(n)];
    if (k == m) return;
    if (k) fail(what + " is combined by " + text(*k) + ", not by " + text(m));
    if (is_idempotent(m)) return passes(n, m, Law::Idempotent);
    if (is_identity_node(static_cast<size_t>(n), m)) return passes(n, m, Law::Identity);
    fail(what + " does not depend on the partial operands: each part would have it");
  }
  /// Says so once.
  void passes(int n, Monoid m, Law law) {
    const certificate::Step said = certificate::NodeLaw{n, m, law};
    if (std::find(steps_.begin(), steps_.end(), said) == steps_.end()) step(said);
  }
  bool is_identity_node(size_t n, Monoid m) const {
    const symbolic::Node& node = p_.global.body[n];
    const bool of_result = m == p_.entry.results[0].monoid;
    if (const auto* r = std::get_if<symbolic::Read>(&node.expr)) return of_result && neutral(r->operand);
    if (const auto* r = std::get_if<symbolic::DynamicRead>(&node.expr)) return of_result && neutral(r->operand);
    const auto* c = std::get_if<symbolic::Constant>(&node.expr);
    return c && c->literal->splat && is_identity(m, node.element, c->literal->bits(0));
  }

  /// What node n is, with a step if it is not free.
  Kind kind(size_t n) {
    const auto [kind, law] = kind_and_law(n);
    if (kind) step(certificate::NodeLaw{static_cast<int>(n), *kind, law});
    return kind;
  }
  std::pair<Kind, Law> kind_and_law(size_t n) {
    const symbolic::Node& node = p_.global.body[n];
    const auto of = [&](int i) { return kinds_[static_cast<size_t>(i)]; };
    const auto read = [&](int operand) -> std::pair<Kind, Law> {
      if (!is_partial(operand)) return {std::nullopt, Law::Parts};
      const Monoid m = p_.entry.operands[static_cast<size_t>(operand)].monoid;
      if (!is_bool(node.element) && !defined_on(m, node.element)) fail(text(m) + " is not defined on the operand's elements");
      return {m, Law::Parts};
    };
    if (const auto* r = std::get_if<symbolic::Read>(&node.expr)) return read(r->operand);
    if (const auto* r = std::get_if<symbolic::DynamicRead>(&node.expr)) {
      for (int at : r->at)
        if (at >= 0 && of(at)) fail("an index depends on a partial operand");
      return read(r->operand);
    }
    if (const auto* g = std::get_if<symbolic::Guard>(&node.expr)) return {all_to({g->then_node, g->else_node}, "a branch"), Law::Choice};
    if (const auto* c = std::get_if<ChooseNode>(&node.expr)) {
      if (of(c->condition)) fail("a condition depends on a partial operand");
      return {all_to({c->then_node, c->else_node}, "a branch"), Law::Choice};
    }
    const auto* a = std::get_if<ApplyNode>(&node.expr);
    if (!a || std::none_of(a->args.begin(), a->args.end(), [&](int i) { return of(i).has_value(); })) return {std::nullopt, Law::Parts};
    return applied(*a, node.element);
  }
  /// That all nodes are homomorphisms to one ⊕; none if all are free.
  Kind all_to(const std::vector<int>& nodes, const std::string& what) {
    Kind m;
    for (int n : nodes)
      if (!m) m = kinds_[static_cast<size_t>(n)];
    if (m)
      for (int n : nodes) require(n, *m, what);
    return m;
  }

  /// ⊕ as i1 has it: or is max and add, and is min and multiply.
  static bool is_fold(ScalarFn fn, Monoid m, ElementType e) {
    if (fn == scalar_fn(m)) return true;
    if (!is_bool(e)) return false;
    using enum ScalarFn;
    const bool disjunction = fn == Or || fn == Max || fn == Add, conjunction = fn == And || fn == Min || fn == Multiply;
    const bool to_or = m == Monoid::Or || m == Monoid::Max || m == Monoid::Add;
    return to_or ? disjunction : conjunction;
  }
  /// The ⊕ to which `a` is a homomorphism, where at least one argument is one, and by which law.
  std::pair<Kind, Law> applied(const ApplyNode& a, ElementType to) {
    using enum ScalarFn;
    std::vector<size_t> where;  // arguments that depend on the partial operands
    for (size_t i = 0; i < a.args.size(); ++i)
      if (kinds_[static_cast<size_t>(a.args[i])]) where.push_back(i);
    const int first = a.args[where[0]];
    const Monoid m = *kinds_[static_cast<size_t>(first)];
    const ElementType from = p_.global.body[static_cast<size_t>(first)].element;
    const std::string fn(name(a.fn));
    const auto says = [&](Law law, std::optional<Monoid> other = {}) { return std::pair(Kind(other.value_or(m)), law); };
    if (a.fn == Select && where[0] != 0) {
      all_to({a.args[1], a.args[2]}, "an argument of select");
      return says(Law::Choice);
    }
    if (is_fold(a.fn, m, from)) {
      all_to(a.args, "an argument of " + fn);
      return says(Law::Reassociation);
    }
    if (a.fn == Convert && to == from) return says(Law::SameType);
    const bool real = is_float(to) && is_float(from), whole_numbers = is_integer(to) && is_integer(from);
    const bool numbers = real || whole_numbers || (is_complex(to) && is_complex(from)), one = where.size() == 1;
    const bool fewer_bits = whole_numbers && bit_width(to) <= bit_width(from);
    if (m == Monoid::Add) {
      if (a.fn == Negate && numbers) return says(Law::Negation);
      if (a.fn == Subtract && numbers) {
        all_to(a.args, "an argument of " + fn);
        return says(Law::Difference);
      }
      if (a.fn == Multiply && one && numbers) return says(Law::Product);
      if (a.fn == ShiftLeft && one && where[0] == 0 && whole_numbers) return says(Law::Shift);
      if (a.fn == Divide && one && where[0] == 0 && !whole_numbers && numbers)
        return says(Law::Quotient);
      if ((a.fn == Real || a.fn == Imag) && is_complex(from)) return says(Law::ComplexPart);
      if (a.fn == MakeComplex) {
        all_to(a.args, "an argument of " + fn);
        return says(Law::ComplexSum);
      }
      if (a.fn == Convert && (real || (is_complex(to) && (is_complex(from) || is_float(from)))))
        return says(Law::RealConversion);
      if (a.fn == Convert && fewer_bits) return says(Law::ModularConversion);
    }
    if (m == Monoid::Mul) {
      if (a.fn == Divide && where.size() == 2 && !whole_numbers && numbers) {
        all_to(a.args, "an argument of " + fn);
        return says(Law::QuotientOfProducts);
      }
      // not of integers: |16·9| of i8 is 112, |16|·|9| is -112
      if (a.fn == Abs && real) return says(Law::AbsOfProduct);
      if (a.fn == Sign && real) return says(Law::SignOfProduct);
      if (a.fn == Convert && fewer_bits) return says(Law::ModularConversion);
      if (a.fn == Convert && (real || (is_complex(to) && (is_complex(from) || is_float(from)))))
        return says(Law::RealConversion);
    }
    if (m == Monoid::And || m == Monoid::Or) {
      if (a.fn == Not) return says(Law::Complement, m == Monoid::And ? Monoid::Or : Monoid::And);
      if (one && (a.fn == And || a.fn == Or)) return says(Law::BitwiseLattice);
      if (one && is_bool(from) && (a.fn == Max || a.fn == Min || a.fn == Add || a.fn == Multiply))
        return says(Law::BitwiseLattice);
      if (a.fn == Convert && is_integer(to) && (is_integer(from) || is_bool(from))) return says(Law::BitConversion);
      if (a.fn == Convert && m == Monoid::Or && is_bool(to) && is_integer(from)) return says(Law::AnyBit);
    }
    if (m == Monoid::Max || m == Monoid::Min) {
      if (one && !is_bool(from) && (a.fn == Max || a.fn == Min)) return says(Law::OrderLattice);
      if (one && is_bool(from) && (a.fn == And || a.fn == Or || a.fn == Add || a.fn == Multiply || a.fn == Max || a.fn == Min))
        return says(Law::BitwiseLattice);
      if (a.fn == Not && is_bool(from)) return says(Law::Complement, m == Monoid::Max ? Monoid::Min : Monoid::Max);
      if (a.fn == Negate && real) return says(Law::OrderReversal, m == Monoid::Max ? Monoid::Min : Monoid::Max);
      if (a.fn == Convert && real) return says(Law::OrderedConversion);
      if (a.fn == Convert && whole_numbers && widens(from, to)) return says(Law::OrderedConversion);
    }
    fail(fn + " is not known to be a homomorphism of " + text(m));
  }
  /// Whether every value of `from` is one of `to`.
  static bool widens(ElementType from, ElementType to) {
    if (from == to) return true;
    if (is_unsigned_int(from) == is_unsigned_int(to)) return bit_width(to) >= bit_width(from);
    return is_unsigned_int(from) && bit_width(to) > bit_width(from);
  }

  std::vector<Kind> kinds_;  ///< by node
};

}  // namespace partir::detail
