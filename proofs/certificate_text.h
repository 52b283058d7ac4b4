// Certificates for readers: each step a sentence.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "proofs/certificate.h"
#include "proofs/certify.h"

namespace partir::certificate {

/// What a law says of `fn`, or of a read or a choice, where parts are combined by `m`.
inline std::string to_string(Law law, Monoid m, const std::string& what) {
  const std::string by(name(m));
  switch (law) {
    case Law::Parts: return what + " is read, which is the " + by + " of its parts";
    case Law::Choice:
      return what + " by a condition free of the partial operands chooses in all parts alike";
    case Law::Reassociation:
      return what + " is " + by + " itself, which is associative and commutative";
    case Law::SameType: return what + " to the same type changes nothing";
    case Law::Negation:
    case Law::ComplexPart: return what + " distributes over add";
    case Law::Difference:
    case Law::ComplexSum: return what + " distributes over add in both arguments together";
    case Law::Product: return what + " distributes over add in each argument";
    case Law::Shift: return what + " is multiplication by a power of two, or by 0";
    case Law::Quotient:
      return what + " by a divisor free of the partial operands distributes over add";
    case Law::RealConversion:
      return what + " between floats distributes over " + (m == Monoid::Add ? "add" : "multiply") +
             ", as real numbers";
    case Law::ModularConversion:
      return what + " to no more bits is a homomorphism of " +
             (m == Monoid::Add ? "addition" : "multiplication") + " modulo powers of two";
    case Law::QuotientOfProducts: return what + " of products is the product of quotients";
    case Law::AbsOfProduct: return what + " of a product is the product of absolute values";
    case Law::SignOfProduct: return what + " of a product is the product of signs";
    case Law::Complement:
      return what + " exchanges " +
             (m == Monoid::And || m == Monoid::Or ? "and and or" : "max and min of i1");
    case Law::BitwiseLattice:
    case Law::OrderLattice: return what + " distributes over " + by;
    case Law::BitConversion: return what + " between integers keeps, drops or repeats bits";
    case Law::AnyBit: return what + " to i1 asks whether any bit is set";
    case Law::OrderReversal: return what + " exchanges max and min";
    case Law::OrderedConversion: return what + " keeps the order";
    case Law::Idempotent:
      return what + " is free of the partial operands, and " + by + " is idempotent";
    case Law::Identity: return what + " is the identity of " + by;
  }
  return "";
}

/// A step of a proof of `s`, as a sentence.
class StepText {
 public:
  explicit StepText(const Statement& s) : s_(s) {}

  std::string operator()(const VariableMoves& m) const {
    const std::string v = variable(m.variable);
    return v + " goes over " + text(range(s_.whole, m.variable)) + " values in the whole, " +
           text(m.by) + " in a part: " + v + " there is i*(" + text(m.by) + ") + " + v + " here";
  }
  std::string operator()(const IndexMoves& m) const {
    const auto [what, index] = place(m);
    const std::string moves = what + ", " + text(index) + ", moves by i*(" + text(m.quotient) + ")";
    if (!index.mod.empty()) return moves + ", which " + text(index.mod) + " divides: it stays";
    return moves + (m.quotient.empty() ? ": it stays" : ": the place in chunk i");
  }
  std::string operator()(const SplitReduction&) const {
    return std::string(name(*s_.whole.reducer)) +
           " is associative and commutative, so the reduction over all of K is that of the parts' "
           "reductions";
  }
  std::string operator()(const InitialValue& v) const {
    const std::string by(name(*s_.whole.reducer));
    switch (v.why) {
      case Initial::OfParts:
        return "the initial value is that of the parts together: each folds its own in";
      case Initial::OfPartsChosen:
        return "the initial value is that of the parts together, and " + by +
               " is idempotent: it may be chosen again";
      case Initial::Idempotent:
        return by + " is idempotent: the initial value may be folded in once per part";
      case Initial::Identity:
        return "operand " + std::to_string(*s_.whole.init) + " is the identity of " + by +
               ": folding it in once per part changes nothing";
    }
    return "";
  }
  std::string operator()(const SameRest&) const {
    return "all else of the two comprehensions is the same";
  }
  std::string operator()(const NodeLaw& l) const {
    return certificate::to_string(l.law, l.monoid, node(l.node));
  }
  std::string operator()(const HomomorphicBody&) const {
    const std::string by(name(s_.result.monoid));
    if (!s_.whole.reducer) return "the body is a homomorphism to " + by + ", so the result is";
    return "a reduction by " + by + " of homomorphisms to " + by +
           " is one: it commutes with itself";
  }
  std::string operator()(const MapVariables& m) const {
    std::string all;
    for (int v : m.variables) all += (all.empty() ? "" : ", ") + variable(v);
    return all + (m.variables.size() == 1 ? " occurs" : " occur") +
           " only along dimensions that are not tiled: any number of such may be added or taken out";
  }

 private:
  std::string text(const Polynomial& p) const {
    return partir::to_string(polynomial(p), s_.unknowns);
  }
  std::string text(const Index& e) const {
    return symbolic::to_string(index(e), s_.unknowns, s_.whole.shape.size());
  }
  std::string variable(int v) const {
    return partir::detail::variable_name(v, s_.whole.shape.size());
  }
  static const Polynomial& range(const Comprehension& c, int v) {
    const auto at = static_cast<size_t>(v);
    return at < c.shape.size() ? c.shape[at] : c.reduction[at - c.shape.size()];
  }
  /// What an expression is the index of, and the expression.
  std::pair<std::string, Index> place(const IndexMoves& m) const {
    const auto& expr = s_.whole.body[static_cast<size_t>(m.node)].expr;
    const auto at = static_cast<size_t>(m.position);
    const auto along = [&](int operand) {
      return "the index of x" + std::to_string(operand) + " along " + std::to_string(at);
    };
    if (const auto* r = std::get_if<Read>(&expr)) return {along(r->operand), r->index[at]};
    if (const auto* r = std::get_if<DynamicRead>(&expr)) return {along(r->operand), r->index[at]};
    if (const auto* k = std::get_if<Constant>(&expr))
      return {"an index of a constant", k->index[at]};
    if (const auto* g = std::get_if<Guard>(&expr))
      return {"the condition of a guard", g->condition};
    return {"the value of an index", std::get<IndexValue>(expr).value};
  }
  std::string node(int n) const {
    const auto& expr = s_.whole.body[static_cast<size_t>(n)].expr;
    if (const auto* r = std::get_if<Read>(&expr)) return "x" + std::to_string(r->operand);
    if (const auto* r = std::get_if<DynamicRead>(&expr)) return "x" + std::to_string(r->operand);
    if (const auto* a = std::get_if<Apply>(&expr)) return std::string(name(a->fn));
    if (std::holds_alternative<Constant>(expr)) return "a constant";
    return std::holds_alternative<IndexValue>(expr) ? "an index" : "a choice";
  }

  const Statement& s_;
};
inline std::string to_string(const Step& step, const Statement& of) {
  return std::visit(StepText(of), step);
}

}  // namespace partir::certificate
