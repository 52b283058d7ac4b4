// A program with every float type widened to f64: its error bounds are 2^29 times smaller than in f32, so that
// a difference which f32 cannot tell from rounding is told apart. DEVIATION from [architecture, `Wide`]: f64, for
// which bounds are derived, instead of Wide, for which there are none.
//
// What is no rounding of the reference's, but one to a narrower format than it has anywhere, stays: no freedom allows it.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "interp/field_model.h"
#include "semantics/core.h"
#include "semantics/hlo.h"

namespace partir {

/// The float formats of a program, as values have them.
using FloatFormats = std::vector<FloatFormat>;
inline FloatFormats float_formats(const core::Program& p) {
  FloatFormats formats;
  for (const Value& v : p.main.values)
    if (is_float(v.type->element) || is_complex(v.type->element)) formats.push_back(float_format(v.type->element));
  return formats;
}
/// Whether a format holds none of these whole.
inline bool is_narrower(FloatFormat f, const FloatFormats& than) {
  return !than.empty() && std::none_of(than.begin(), than.end(), [&](FloatFormat g) { return fits(g, f); });
}

namespace detail {

inline void widen(ElementType& e) {
  if (is_float(e)) e = ElementType::F64;
  if (is_complex(e)) e = ElementType::C128;
}
inline void widen(TensorType& t) { widen(t.element); }
inline void widen(InternedType& t) {
  t.change([](TensorType& own) { widen(own); });
}
/// The same values, exactly: every float type's are f64's.
inline void widen(Literal& l) {
  const ElementType from = l.type.element;
  ElementType to = from;
  widen(to);
  if (to == from) return;
  const int64_t n = l.splat ? 1 : l.type.elements(), width = byte_width(to);
  std::vector<std::byte> data(static_cast<size_t>(width * n));
  for (int64_t i = 0; i < n; ++i) {
    const double parts[] = {l.as_double(i), Literal::decode_imag(from, l.bits(i))};
    std::memcpy(data.data() + width * i, parts, static_cast<size_t>(width));
  }
  l.data = std::move(data);
  l.type.element = to;
}
/// What regions compute.
inline void widen(ScalarBody& b) {
  for (ElementType& e : b.params) widen(e);
  for (Node& n : b.nodes) {
    widen(n.element);
    if (auto* l = std::get_if<LiteralNode>(&n.expr)) {
      Literal wide = *l->literal;
      widen(wide);
      l->literal = std::make_shared<const Literal>(std::move(wide));
    }
  }
}
/// Of an op's attributes, those that hold an element type. A convert of floats to a format that is narrower than each of
/// `reference` becomes the rounding that it is.
inline Op widened(const Op& op, ElementType operand = ElementType::I1, const FloatFormats& reference = {}) {
  if (const auto* c = op.get_if<Convert>(); c && is_float(operand) && is_float(c->element))
    if (const auto f = float_format(c->element); is_narrower(f, reference))
      return ReducePrecision{{}, f.exponent_bits, f.precision - 1};
  return op.visit([](auto copy) -> Op {
    using T = decltype(copy);
    if constexpr (requires { T::attributes(); })
      boost::hana::for_each(T::attributes(), [&](auto a) {
        if constexpr (requires { widen(copy.*a.member); }) widen(copy.*a.member);
      });
    return copy;
  });
}
inline void widen(core::Block& block) {
  for (core::Stmt& s : block.stmts) {
    if (auto* o = std::get_if<OpExpr>(&s.expr)) o->op = widened(o->op);
    if (auto* l = std::get_if<core::LoopExpr>(&s.expr)) widen(*l->body);
  }
}

}  // namespace detail

/// Whether an op means something else once floats are wider: it, or what its regions compute, looks at bits, or rounds
/// on purpose; not where it rounds to less than each of `reference`, which stays.
inline bool looks_at_width(const Op& op, const FloatFormats& reference = {}) {
  using enum ScalarFn;
  if (const auto* r = op.get_if<partir::ReducePrecision>())
    return !is_narrower({static_cast<int>(r->exponent_bits), static_cast<int>(r->mantissa_bits) + 1}, reference);
  for (const ScalarBody* b : op.bodies())
    for (const Node& n : b->nodes)
      if (const auto* a = std::get_if<ApplyNode>(&n.expr))
        if (a->fn == Bitcast || a->fn == ReducePrecision || a->fn == NextAfter) return true;
  return op.get_if<BitcastConvert>() || op.get_if<partir::NextAfter>();
}
inline bool looks_at_width(const core::Program& p) {
  bool found = false;
  core::walk(p.main.body, [&](const core::Stmt& s, int) {
    if (const auto* e = std::get_if<OpExpr>(&s.expr)) found = found || looks_at_width(e->op);
  });
  return found;
}

/// The program on f64 in place of every float type, but for roundings to less than each of `reference`.
inline core::Program widened(core::Program p) {
  for (Value& v : p.main.values) detail::widen(v.type);
  for (TensorType& t : p.main.result_types) detail::widen(t);
  detail::widen(p.main.body);
  return p;
}
inline hlo::Program widened(hlo::Program p, const FloatFormats& reference = {}) {
  for (hlo::Stmt& s : p.main.body.stmts)
    if (auto* o = std::get_if<OpExpr>(&s.expr))
      o->op = detail::widened(o->op, o->operands.empty() ? ElementType::I1 : p.main.type(o->operands[0]).element, reference);
  for (Value& v : p.main.values) detail::widen(v.type);
  for (DistType& d : p.main.param_dists) detail::widen(d.global);
  for (DistType& d : p.main.result_dists) detail::widen(d.global);
  return p;
}

}  // namespace partir
