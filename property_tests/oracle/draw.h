// Programs that the oracle knows: the generator's, of some ops and element types; and such programs a little
// changed, most of which are ill typed.
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "property_tests/generate/ill_typed.h"
#include "property_tests/generate/program.h"
#include "property_tests/generate/recipe.h"
#include "property_tests/oracle/answer.h"
#include "semantics/core.h"

namespace partir::oracle {

using generate::Recipe;
using generate::Source;

/// Small meshes: the oracle computes each device's tensors. Sizes are 1 to 7.
inline generate::Limits limits() {
  generate::Limits l;
  l.axis_size = 7;
  l.devices = 16;
  l.steps = 9;
  return l;
}

/// The ops whose definitions the mechanisation has. What is made often stands twice.
inline const std::vector<generate::InstanceFn>& makers() {
  static const std::vector<generate::InstanceFn> all =
      generate::makers_of<Add, Subtract, Multiply, Maximum, Minimum, Negate, And, Or, Xor, Not, Abs, Sign,
                          Square, DotGeneral, DotGeneral, Transpose, Transpose, Reduce, Reduce,
                          BroadcastInDim, Reshape, SliceOp, Pad, Reverse, Concatenate, DynamicSlice, Constant,
                          Iota, Select, Compare, Clamp>();
  return all;
}

namespace detail {

/// Element types of 64 bits do not fit the oracle's integers, and it has no complex numbers.
inline ElementType known(ElementType e) {
  if (is_complex(e)) return ElementType::F32;
  return e == ElementType::I64 ? ElementType::I32 : e == ElementType::UI64 ? ElementType::UI32 : e;
}
inline Literal known(const Literal& l) {
  const TensorType t{l.type.shape, known(l.type.element)};
  if (t == l.type) return l;
  if (l.splat) return Literal::splat_value(t, l.as_double(0));
  Literal same{t, false, {}};
  for (int64_t i = 0; i < t.elements(); ++i) {
    const ElementBits bits = Literal::encode(t.element, l.as_double(i));
    const auto* bytes = reinterpret_cast<const std::byte*>(&bits);
    same.data.insert(same.data.end(), bytes, bytes + byte_width(t.element));
  }
  return same;
}
/// An op on what `known` makes of its operands.
inline Op known(const Op& op) {
  return op.visit([](const auto& o) -> Op {
    auto same = o;
    boost::hana::for_each(std::decay_t<decltype(o)>::attributes(), [&](auto a) {
      auto& value = same.*(a.member);
      using T = std::decay_t<decltype(value)>;
      if constexpr (std::is_same_v<T, ElementType> || std::is_same_v<T, Literal>) value = known(value);
    });
    return same;
  });
}

/// Calls `f` on each block, a loop's body after the block that it stands in.
template <class F>
void each_block(core::Block& b, F&& f) {
  f(b);
  for (core::Stmt& s : b.stmts)
    if (auto* loop = std::get_if<core::LoopExpr>(&s.expr)) each_block(*loop->body, f);
}

}  // namespace detail

/// The program of a recipe, with other element types for those that the oracle does not know: what the
/// generator makes of these ops stays well typed.
inline core::Program known_program(const Recipe& recipe) {
  core::Program p = generate::Decoder::program(recipe, makers());
  detail::each_block(p.main.body, [](core::Block& b) {
    for (core::Stmt& s : b.stmts)
      if (auto* e = std::get_if<OpExpr>(&s.expr)) e->op = detail::known(e->op);
  });
  for (Value& v : p.main.values) v.type.element = detail::known(v.type.element);
  for (TensorType& t : p.main.result_types) t.element = detail::known(t.element);
  return p;
}

/// `p` with the types declared that its right-hand sides have, where they have one.
core::Program redeclared(core::Program p);

/// A change to a program. Where it finds no place, it leaves the program as it was and returns false.
struct Mutation {
  const char* name;
  bool (*apply)(core::Program&, Source&);
};
/// Changes of dimensions, extents, axes, monoids, attributes, operands: mostly, not always, to ill-typed
/// programs.
const std::vector<Mutation>& mutations();

/// What a case of the campaign is made of: a recipe, and which mutation of the program is to happen, if any.
struct Draw {
  Recipe recipe;
  int mutation = -1;  ///< of `mutations`, or after those of `generate::breakages`; -1 for none
  uint64_t seed = 0;  ///< of everything but the recipe: arguments, place of the mutation, device-local program
  int64_t statements = most_statements;  ///< of the device-local program at most; -1 for no such program
  static constexpr int64_t most_statements = 1000;
};
Draw draw(uint64_t seed);
/// The program of a draw, with arguments, and a device-local program where it is well typed: what it is
/// lowered to, or one that is dense in collectives.
Question question(const Draw& d);
/// For people: `well typed`, or the mutation.
std::string describe(const Draw& d);
/// Draws that are a little simpler.
std::vector<Draw> simpler(const Draw& d);

}  // namespace partir::oracle
