// Which models of Field (interp/field_model.h) a comparison runs in, and what they tell of roundings.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "interp/field.h"
#include "proofs/subject.h"
#include "interp/collectives.h"
#include "semantics/core.h"

namespace partir {

/// A model of Field, but for the prime, which changes from run to run.
struct StructureModel {
  Freedom laws = Freedom::Reals;
  bool ordered = true;                ///< whether the compare op asks for an order of floats
  std::optional<RoundingLoss> lost{};  ///< floats stand for what roundings take away
  /// Of Reals: whether exp, log and sqrt keep their laws, and whether tanh, .. are formulas of that exp.
  enum class Exponents : uint8_t { None, All, Apart } exponents = Exponents::None;
  bool chooses = true;  ///< whether max and min are the greater and the lesser, or functions of all their arguments
  friend auto operator<=>(const StructureModel&, const StructureModel&) = default;

  /// In the first run the prime is 2^61-1, which is fast; in the others it is random, as there is no telling which
  /// constants a fixed one makes equal (2^61 and 1).
  FieldModel at(int64_t run, uint64_t seed) const {
    if (exponents != Exponents::None) return FieldModel::with_exponents(seed, exponents == Exponents::Apart, chooses);
    return FieldModel(laws, run == 0 ? FieldModel::mersenne : FieldModel::random_prime(seed), ordered, lost, chooses);
  }
};

/// Marks the elements, row-major, of which a run in Field tells something: those that are not NaN, which is what Field has for
/// everything that it cannot say.
inline void note_known(const Tensor<Field>& t, std::vector<char>& known) {
  known.resize(static_cast<size_t>(t.elements()));
  with_scalar<Field>(t.element(), [&]<class T>() {
    const std::vector<T> x = t.template values<T>();
    for (size_t k = 0; k < x.size(); ++k) {
      bool is_known = true;
      if constexpr (std::is_same_v<T, FieldElement>) is_known = !x[k].is_nan();
      if constexpr (is_complex_scalar<T>) is_known = !x[k].re.is_nan() && !x[k].im.is_nan();
      known[k] = known[k] || is_known;
    }
  });
}

/// Where two programs differ in Field.
struct FieldDifference {
  StructureModel model;
  int64_t run = 0;
  size_t result = 0;
};

/// `8 significant bits`, `5 exponent bits`.
inline std::string to_string(const RoundingLoss& l) {
  return std::to_string(l.bits) + (l.range ? " exponent bits" : " significant bits");
}

/// Calls `f` with each format to which the op may round: of its results, and those it converts to on the way.
template <class F>
void for_each_rounding(const Op& op, const Types& operands, F&& f) {
  const auto number = [](ElementType e) { return is_float(e) || is_complex(e); };
  const auto convert = [&](ElementType from, ElementType to) {
    if (number(from) && number(to) && !fits(float_format(from), float_format(to))) f(float_format(to));
  };
  for (const TensorType& r : op.infer(operands))
    if (number(r.element)) f(float_format(r.element));
  if (const auto* r = op.get_if<ReducePrecision>())
    f(FloatFormat{static_cast<int>(r->exponent_bits), static_cast<int>(r->mantissa_bits) + 1});
  for (const ScalarBody* b : op.bodies())
    for (const Node& n : b->nodes)
      if (const auto* a = std::get_if<ApplyNode>(&n.expr); a && a->fn == ScalarFn::Convert)
        convert(b->nodes[static_cast<size_t>(a->args.at(0))].element, n.element);
}

/// What the roundings of either program take away, but those to the widest format of all.
inline std::set<RoundingLoss> rounding_losses(const core::Program& core, const Subject& subject) {
  std::set<FloatFormat> formats;
  const auto see = [&](const Op& op, const Types& types) {
    for_each_rounding(op, types, [&](FloatFormat format) { formats.insert(format); });
    for (const TensorType& t : types)
      if (is_float(t.element) || is_complex(t.element)) formats.insert(float_format(t.element));
  };
  core::walk(core.main.body, [&](const core::Stmt& s, int) {
    const auto* o = std::get_if<OpExpr>(&s.expr);
    if (!o) return;
    Types types;
    for (ValueId x : o->operands) types.push_back(core.main.type(x));
    see(o->op, types);
  });
  subject.for_each_op(see);
  std::set<RoundingLoss> losses;
  for (FloatFormat f : formats) {
    const auto wider = [&](auto part) {
      return std::any_of(formats.begin(), formats.end(), [&](FloatFormat g) { return g.*part > f.*part; });
    };
    if (wider(&FloatFormat::precision)) losses.insert({false, f.precision});
    if (wider(&FloatFormat::exponent_bits)) losses.insert({true, f.exponent_bits});
  }
  return losses;
}

/// Of results in a model with `lost`: whether some element of `V` at `D` has lost all where `expected` has not.
inline bool loses_more(const Mesh& mesh, const DistType& D, const Family<Field>& V, const Tensor<Field>& expected) {
  if (!is_float(D.global.element)) return false;
  const Family<Field> whole = D.partial.empty() ? V : P_Reduce(D.monoid, D.partial, V);
  DistType values = D;
  values.partial.clear();
  bool found = false;
  Device device(mesh.rank(), 0);
  for_each_coordinate(mesh, axes_union(mesh, whole.depends_on(), flatten(D.dims)), device, [&](const Device& δ) {
    const std::vector<FieldElement> e = chunk_of(mesh, values, expected, δ).template values<FieldElement>(),
                                    f = whole.at(δ).template values<FieldElement>();
    for (size_t k = 0; k < e.size(); ++k) found = found || (e[k].v != 0 && f[k].v == 0);
  });
  return found;
}

}  // namespace partir
