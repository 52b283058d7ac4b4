// Tile Mapping Registry entries (calculus.md section 6) and the small DSL in which ops list them:
//   operands(tile(1), tile(0)) >> partial(Monoid::Add)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "semantics/few.h"
#include "semantics/literal.h"

namespace partir {

/// What an entry says of one operand or result along one axis.
struct EntryAttr {
  enum class Kind : uint8_t { Any, Tile, Partial };
  int32_t dim = 0;              ///< for Tile
  Kind kind = Kind::Any;
  Monoid monoid = Monoid::Add;  ///< for Partial
  bool is_any() const { return kind == Kind::Any; }
  bool is_tile() const { return kind == Kind::Tile; }
  bool is_partial() const { return kind == Kind::Partial; }
  friend bool operator==(const EntryAttr& a, const EntryAttr& b) {
    if (a.kind != b.kind) return false;
    if (a.is_tile()) return a.dim == b.dim;
    return !a.is_partial() || a.monoid == b.monoid;
  }
};

inline constexpr EntryAttr any{};
constexpr EntryAttr tile(int64_t d) { return {dimension(d), EntryAttr::Kind::Tile, Monoid::Add}; }
constexpr EntryAttr partial(Monoid m) { return {0, EntryAttr::Kind::Partial, m}; }

/// `tile<0>`, `any`, `partial<add>`.
inline std::string to_string(const EntryAttr& a) {
  if (a.is_tile()) return "tile<" + std::to_string(a.dim) + ">";
  if (a.is_partial()) return "partial<" + std::string(name(a.monoid)) + ">";
  return "any";
}

/// What an entry says of operands or of results.
using EntryAttrs = Few<EntryAttr, 2>;

/// `(σ1..σn) ↦ (σ'1..σ'm)`.
struct Entry {
  EntryAttrs operands;
  EntryAttrs results;
  bool has_partial_operand() const {
    for (const EntryAttr& a : operands)
      if (a.is_partial()) return true;
    return false;
  }
  friend bool operator==(const Entry&, const Entry&) = default;
};

/// `(tile<1>, tile<0>) -> partial<add>`.
inline std::string to_string(const Entry& e) {
  std::string s = "(";
  for (size_t i = 0; i < e.operands.size(); ++i) s += (i ? ", " : "") + to_string(e.operands[i]);
  s += ") -> ";
  if (e.results.size() != 1) s += "(";
  for (size_t i = 0; i < e.results.size(); ++i) s += (i ? ", " : "") + to_string(e.results[i]);
  return e.results.size() == 1 ? s : s + ")";
}

/// Left-hand side of an entry in the DSL.
struct EntryOperands {
  EntryAttrs attrs;
};
template <class... Attrs>
EntryOperands operands(Attrs... attrs) {
  return {{attrs...}};
}
inline EntryOperands operands(EntryAttrs attrs) { return {std::move(attrs)}; }
inline Entry operator>>(EntryOperands lhs, EntryAttr result) {
  return {std::move(lhs.attrs), {result}};
}
inline Entry operator>>(EntryOperands lhs, EntryAttrs results) {
  return {std::move(lhs.attrs), std::move(results)};
}

/// What entries may depend on besides the type: whether the operand is a known splat constant
/// (a reduction may split only when its initial value is ⊕'s identity).
struct OperandInfo {
  TensorType type;
  std::optional<ElementBits> splat;  ///< element bits
};

/// Whether all tiles of `attrs` have extents that `n` divides and does not exceed.
inline bool extents_divide(const EntryAttrs& attrs, const std::vector<TensorType>& types, int64_t n) {
  for (size_t i = 0; i < attrs.size(); ++i) {
    if (!attrs[i].is_tile()) continue;
    if (attrs[i].dim < 0 || attrs[i].dim >= types[i].rank()) return false;
    const int64_t extent = types[i].shape[attrs[i].dim];
    if (extent < n || extent % n != 0) return false;
  }
  return true;
}

}  // namespace partir
