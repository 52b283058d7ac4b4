// What every op header builds on: constraints of shape rules, attribute reflection, operand lists.
#pragma once

#include <algorithm>
#include <boost/hana/for_each.hpp>
#include <boost/hana/tuple.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semantics/comprehension.h"
#include "semantics/registry.h"

namespace partir {

/// Operand types of an op instance.
using Types = std::vector<TensorType>;
/// Operand types and what is known of their values.
using Operands = std::vector<OperandInfo>;

inline Types types_of(const Operands& operands) {
  Types types;
  for (const OperandInfo& o : operands) types.push_back(o.type);
  return types;
}
inline Operands without_values(const Types& types) {
  Operands operands;
  for (const TensorType& t : types) operands.push_back({t, std::nullopt});
  return operands;
}

/// A labelled constraint of a shape rule fails: premise 1 of T-Op and of H-Op.
struct ConstraintViolation {
  std::string label;  ///< "C3"
  std::string text;   ///< the constraint
  std::string found;
};

/// States constraint `label` of a shape rule; throws ConstraintViolation when it does not hold.
inline void constraint(bool holds, const char* label, const char* text, std::string found) {
  if (!holds) throw ConstraintViolation{label, text, std::move(found)};
}
/// The same; `found()` is made only where it fails.
template <class Found>
  requires std::is_invocable_r_v<std::string, Found&>
void constraint(bool holds, const char* label, const char* text, Found&& found) {
  if (!holds) throw ConstraintViolation{label, text, found()};
}

/// A named attribute of an op: its name in StableHLO and the member that holds it. Attributes called
/// `result_shape` and `result_element` stand for what StableHLO keeps in the result type.
template <class Op, class T>
struct AttributeRef {
  std::string_view name;
  T Op::*member;
};
template <class Op, class T>
constexpr AttributeRef<Op, T> attribute(std::string_view name, T Op::*member) {
  return {name, member};
}

/// The name of an op type in MLIR text: its `dialect` is stablehlo and its `mnemonic` its name, unless it
/// says otherwise.
template <class Op>
std::string full_name() {
  std::string dialect = "stablehlo", mnemonic(Op::name);
  if constexpr (requires { Op::dialect; }) dialect = Op::dialect;
  if constexpr (requires { Op::mnemonic; }) mnemonic = Op::mnemonic;
  return dialect + "." + mnemonic;
}

/// A dimension over which an op without a comprehension is a map: slice i of the results along
/// `results` is the op on slice i of the operands along `operands`; -1 is a whole operand.
struct MapDimension {
  std::vector<int64_t> operands, results;
};
/// The entries that say so.
inline std::vector<Entry> map_entries(const std::vector<MapDimension>& maps) {
  std::vector<Entry> entries;
  auto attrs = [](const std::vector<int64_t>& dims) {
    EntryAttrs a;
    for (int64_t d : dims) a.push_back(d < 0 ? any : tile(d));
    return a;
  };
  for (const MapDimension& m : maps) entries.push_back({attrs(m.operands), attrs(m.results)});
  return entries;
}

/// An op instance that generators and laws start from.
template <class Op>
struct Sample {
  Op op;
  Types operands;
};

/// Row `d` divided by `n`.
inline Shape divided(Shape shape, int64_t d, int64_t n) {
  shape[d] /= n;
  return shape;
}

/// The types that operands or results have on one part: tiles divided by `n`.
inline Types local_types(Types types, const EntryAttrs& attrs, int64_t n) {
  for (size_t i = 0; i < types.size() && i < attrs.size(); ++i)
    if (attrs[i].is_tile()) types[i].shape[attrs[i].dim] /= n;
  return types;
}

/// Entries of an op that only moves elements of its one operand: `partial` passes for every ⊕.
inline void add_movement_partials(std::vector<Entry>& entries, ElementType e, size_t count) {
  for (Monoid m : all_monoids)
    if (defined_on(m, e))
      entries.push_back(operands(EntryAttrs(count, partial(m))) >> partial(m));
}

/// Whether `x` is known to be `⊕`'s identity throughout.
inline bool is_known_identity(Monoid m, const OperandInfo& x) {
  return x.splat && is_identity(m, x.type.element, *x.splat);
}
/// Whether `a ⊕ a = a`.
constexpr bool is_idempotent(Monoid m) { return m != Monoid::Add && m != Monoid::Mul; }

/// Whether operands alike in all parts are in parts of ⊕ themselves.
inline bool equal_parts_are_parts(Monoid m, const OperandInfo& x) {
  return is_idempotent(m) || is_known_identity(m, x);
}
/// Whether a row of operands says no more than `other`, which has operands in parts that are alike here.
inline bool follows_from(const EntryAttrs& row, const EntryAttrs& other,
                         const Operands& x) {
  for (size_t i = 0; i < row.size(); ++i)
    if (!(row[i] == other[i]) && !(row[i].is_any() && other[i].is_partial() &&
                                   equal_parts_are_parts(other[i].monoid, x[i])))
      return false;
  return true;
}
/// The reason not to list an entry, if it follows from one of `listed`: what an op's `declines` says
/// that lists each row of partial operands once, with as many in parts as there may be.
inline std::optional<std::string_view> declines_equal_parts(const Entry& e, const Operands& x,
                                                            const std::vector<Entry>& listed) {
  for (const Entry& other : listed)
    if (other.results == e.results && follows_from(e.operands, other.operands, x))
      return "it follows from a listed entry: an operand that is alike in all parts is in parts "
             "itself, as its ⊕ is idempotent or it is known to be ⊕'s identity";
  return std::nullopt;
}

/// `sorted distinct dims below rank` as a predicate, used by many shape rules.
inline bool distinct_dims(const std::vector<int64_t>& dims, int64_t rank) {
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] < 0 || dims[i] >= rank) return false;
    for (size_t j = 0; j < i; ++j)
      if (dims[i] == dims[j]) return false;
  }
  return true;
}
inline bool is_in(const std::vector<int64_t>& dims, int64_t d) {
  for (int64_t e : dims)
    if (e == d) return true;
  return false;
}
inline int64_t position(const std::vector<int64_t>& dims, int64_t d) {
  for (size_t i = 0; i < dims.size(); ++i)
    if (dims[i] == d) return static_cast<int64_t>(i);
  return -1;
}

/// The dimensions below `rank` that stand in neither list, in order.
inline std::vector<int64_t> dims_outside(int64_t rank, const std::vector<int64_t>& a,
                                         const std::vector<int64_t>& b = {}) {
  std::vector<int64_t> dims;
  for (int64_t d = 0; d < rank; ++d)
    if (!is_in(a, d) && !is_in(b, d)) dims.push_back(d);
  return dims;
}

/// Numbers that places are computed from (paddings, strides, dilations, window sizes) are within ±2^31, so
/// that no place leaves 64 bits; constraint `label`.
inline void check_places(std::span<const int64_t> numbers, const char* label) {
  constexpr int64_t most = int64_t{1} << 31;
  for (int64_t v : numbers)
    constraint(-most <= v && v <= most, label, "places are computed from numbers within 2^31",
               [&] { return to_string(numbers); });
}

/// Number of operands as constraint C1 of every fixed-arity op.
inline void expect_operands(const Types& types, size_t n) {
  constraint(types.size() == n, "C1", "the number of operands", [&] { return std::to_string(types.size()); });
}

}  // namespace partir
