// Partial operands of a registry entry: where a comprehension's body is a homomorphism of ⊕ in them, by the laws of its
// scalar functions over the reals, and modulo powers of two.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "proofs/entry_problem.h"
#include "semantics/op_base.h"

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
    if (!g.reducer) return step("the body is a homomorphism to " + text(m) + ", so the result is");
    if (*g.reducer != m) fail("a reduction by " + text(*g.reducer) + " is no homomorphism of " + text(m));
    step("a reduction by " + text(m) + " of homomorphisms to " + text(m) + " is one: it commutes with itself");
    if (!g.init) return;
    if (is_partial(*g.init)) {
      if (p_.entry.operands[static_cast<size_t>(*g.init)].monoid != m) fail("the initial value is partial in another way");
      return step("the initial value is that of the parts together");
    }
    if (is_idempotent(m)) return step(text(m) + " is idempotent: the initial value may be folded in once per part");
    if (!neutral(*g.init)) fail("each part folds the initial value in, which is not known to be the identity of " + text(m));
    step("operand " + std::to_string(*g.init) + " is the identity of " + text(m));
  }
  std::vector<std::string> take_steps() { return std::move(steps_); }

 private:
  // A node is a homomorphism from the operands' ⊕ to some ⊕' if it is ⊕' of what it is for the parts; `kinds_` has the ⊕',
  // nothing for a node that is free of the partial operands.
  using Kind = std::optional<Monoid>;

  /// That a node is a homomorphism to m; one that is free is where m of equal values is that value, or where it is m's
  /// identity.
  void require(int n, Monoid m, const std::string& what) {
    const Kind& k = kinds_[static_cast<size_t>(n)];
    if (k == m) return;
    if (k) fail(what + " is combined by " + text(*k) + ", not by " + text(m));
    if (is_idempotent(m)) return step(what + " is free of the partial operands, and " + text(m) + " is idempotent");
    if (is_identity_node(static_cast<size_t>(n), m)) return step(what + " is the identity of " + text(m));
    fail(what + " does not depend on the partial operands: each part would have it");
  }
  bool is_identity_node(size_t n, Monoid m) const {
    const symbolic::Node& node = p_.global.body[n];
    const bool of_result = m == p_.entry.results[0].monoid;
    if (const auto* r = std::get_if<symbolic::Read>(&node.expr)) return of_result && neutral(r->operand);
    if (const auto* r = std::get_if<symbolic::DynamicRead>(&node.expr)) return of_result && neutral(r->operand);
    const auto* c = std::get_if<symbolic::Constant>(&node.expr);
    return c && c->literal->splat && is_identity(m, node.element, c->literal->bits(0));
  }

  Kind kind(size_t n) {
    const symbolic::Node& node = p_.global.body[n];
    const auto of = [&](int i) { return kinds_[static_cast<size_t>(i)]; };
    const auto read = [&](int operand) -> Kind {
      if (!is_partial(operand)) return std::nullopt;
      return p_.entry.operands[static_cast<size_t>(operand)].monoid;
    };
    if (const auto* r = std::get_if<symbolic::Read>(&node.expr)) return read(r->operand);
    if (const auto* r = std::get_if<symbolic::DynamicRead>(&node.expr)) {
      for (int at : r->at)
        if (at >= 0 && of(at)) fail("an index depends on a partial operand");
      return read(r->operand);
    }
    if (const auto* g = std::get_if<symbolic::Guard>(&node.expr)) return all_to({g->then_node, g->else_node}, "a branch");
    if (const auto* c = std::get_if<ChooseNode>(&node.expr)) {
      if (of(c->condition)) fail("a condition depends on a partial operand");
      return all_to({c->then_node, c->else_node}, "a branch");
    }
    const auto* a = std::get_if<ApplyNode>(&node.expr);
    if (!a || std::none_of(a->args.begin(), a->args.end(), [&](int i) { return of(i).has_value(); })) return std::nullopt;
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
  /// The ⊕ to which `a` is a homomorphism, where at least one argument is one.
  Monoid applied(const ApplyNode& a, ElementType to) {
    using enum ScalarFn;
    std::vector<size_t> where;  // arguments that depend on the partial operands
    for (size_t i = 0; i < a.args.size(); ++i)
      if (kinds_[static_cast<size_t>(a.args[i])]) where.push_back(i);
    const int first = a.args[where[0]];
    const Monoid m = *kinds_[static_cast<size_t>(first)];
    const ElementType from = p_.global.body[static_cast<size_t>(first)].element;
    const std::string fn(name(a.fn));
    const auto says = [&](const std::string& why, std::optional<Monoid> other = {}) {
      step(fn + " " + why);
      return other.value_or(m);
    };
    if (a.fn == Select && where[0] != 0) {
      all_to({a.args[1], a.args[2]}, "an argument of select");
      return says("by a condition free of the partial operands chooses in all parts alike");
    }
    if (is_fold(a.fn, m, from)) {
      all_to(a.args, "an argument of " + fn);
      return says("is " + text(m) + " itself, which is associative and commutative");
    }
    if (a.fn == Convert && to == from) return says("to the same type changes nothing");
    const bool real = is_float(to) && is_float(from), whole_numbers = is_integer(to) && is_integer(from);
    const bool numbers = real || whole_numbers || (is_complex(to) && is_complex(from)), one = where.size() == 1;
    const bool fewer_bits = whole_numbers && bit_width(to) <= bit_width(from);
    if (m == Monoid::Add) {
      if (a.fn == Negate && numbers) return says("distributes over add");
      if (a.fn == Subtract && numbers) {
        all_to(a.args, "an argument of " + fn);
        return says("distributes over add in both arguments together");
      }
      if (a.fn == Multiply && one && numbers) return says("distributes over add in each argument");
      if (a.fn == ShiftLeft && one && where[0] == 0 && whole_numbers) return says("is multiplication by a power of two, or by 0");
      if (a.fn == Divide && one && where[0] == 0 && !whole_numbers && numbers)
        return says("by a divisor free of the partial operands distributes over add");
      if ((a.fn == Real || a.fn == Imag) && is_complex(from)) return says("distributes over add");
      if (a.fn == MakeComplex) {
        all_to(a.args, "an argument of " + fn);
        return says("distributes over add in both arguments together");
      }
      if (a.fn == Convert && (real || (is_complex(to) && (is_complex(from) || is_float(from)))))
        return says("between floats distributes over add, as real numbers");
      if (a.fn == Convert && fewer_bits) return says("to no more bits is a homomorphism of addition modulo powers of two");
    }
    if (m == Monoid::Mul) {
      if (a.fn == Divide && where.size() == 2 && !whole_numbers && numbers) {
        all_to(a.args, "an argument of " + fn);
        return says("of products is the product of quotients");
      }
      if (a.fn == Abs && numbers) return says("of a product is the product of absolute values");
      if (a.fn == Sign && real) return says("of a product is the product of signs");
      if (a.fn == Convert && fewer_bits) return says("to no more bits is a homomorphism of multiplication modulo powers of two");
      if (a.fn == Convert && (real || (is_complex(to) && (is_complex(from) || is_float(from)))))
        return says("between floats distributes over multiply, as real numbers");
    }
    if (m == Monoid::And || m == Monoid::Or) {
      if (a.fn == Not) return says("exchanges and and or", m == Monoid::And ? Monoid::Or : Monoid::And);
      if (one && (a.fn == And || a.fn == Or)) return says("distributes over " + text(m));
      if (one && is_bool(from) && (a.fn == Max || a.fn == Min || a.fn == Add || a.fn == Multiply))
        return says("of i1 is or or and, which distributes over " + text(m));
      if (a.fn == Convert && is_integer(to) && (is_integer(from) || is_bool(from))) return says("between integers keeps, drops or repeats bits");
      if (a.fn == Convert && m == Monoid::Or && is_bool(to) && is_integer(from)) return says("to i1 asks whether any bit is set");
    }
    if (m == Monoid::Max || m == Monoid::Min) {
      if (one && (a.fn == Max || a.fn == Min)) return says("distributes over " + text(m));
      if (one && is_bool(from) && (a.fn == And || a.fn == Or || a.fn == Add || a.fn == Multiply))
        return says("of i1 is max or min, which distributes over " + text(m));
      if (a.fn == Not && is_bool(from)) return says("exchanges max and min of i1", m == Monoid::Max ? Monoid::Min : Monoid::Max);
      if (a.fn == Negate && real) return says("exchanges max and min", m == Monoid::Max ? Monoid::Min : Monoid::Max);
      if (a.fn == Convert && real) return says("between floats keeps their order");
      if (a.fn == Convert && whole_numbers && widens(from, to)) return says("to more bits keeps the order");
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
