// Proofs of registry entries as data: what is said, and the steps that show it. No logic:
// proofs/entry_proof.h finds the steps, proofs/replay.h checks them, and the two have nothing but
// this in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "semantics/scalar_fn.h"

namespace partir {

namespace certificate {

/// `coefficient · Π unknowns`: unknowns by their numbers, sorted, repeated for powers.
struct Monomial {
  int64_t coefficient;
  std::vector<int> unknowns;
  friend bool operator==(const Monomial&, const Monomial&) = default;
};
/// A sum of them, over extents and axis sizes, each at least 1.
using Polynomial = std::vector<Monomial>;

/// `coefficient * (variable floordiv div)`.
struct Term {
  int variable;
  Polynomial coefficient, div;
  friend bool operator==(const Term&, const Term&) = default;
};
/// `((Σ terms + offset) floordiv div) mod mod`; a `mod` of zero is none.
struct Index {
  std::vector<Term> terms;
  Polynomial offset, div, mod;
  friend bool operator==(const Index&, const Index&) = default;
};

/// The nodes of a body, as in semantics/comprehension.h.
struct Read {
  int operand;
  std::vector<Index> index;
  friend bool operator==(const Read&, const Read&) = default;
};
struct DynamicRead {
  int operand;
  std::vector<Index> index;
  std::vector<int> at;
  std::vector<Polynomial> limit;
  Polynomial scale;
  friend bool operator==(const DynamicRead&, const DynamicRead&) = default;
};
/// Elements are little-endian bytes, each in whole bytes; a splat has one, and no extents.
struct Constant {
  ElementType element;
  bool splat;
  std::vector<int64_t> extents;
  std::vector<std::byte> data;
  std::vector<Index> index;
  friend bool operator==(const Constant&, const Constant&) = default;
};
struct IndexValue {
  Index value;
  friend bool operator==(const IndexValue&, const IndexValue&) = default;
};
struct Apply {
  ScalarFn fn;
  std::vector<int> args;
  friend bool operator==(const Apply&, const Apply&) = default;
};
struct Guard {
  Index condition;
  int then_node, else_node;
  Polynomial least;
  friend bool operator==(const Guard&, const Guard&) = default;
};
struct Choose {
  int condition, then_node, else_node;
  friend bool operator==(const Choose&, const Choose&) = default;
};
struct Node {
  ElementType element;
  std::variant<Read, DynamicRead, Constant, IndexValue, Apply, Guard, Choose> expr;
  friend bool operator==(const Node&, const Node&) = default;
};
/// Variables are numbered: those of the result, then those of the reduction.
struct Comprehension {
  ElementType element;
  std::vector<Polynomial> shape, reduction;  ///< of the result; of K
  std::vector<Node> body;
  std::optional<Monoid> reducer;
  std::optional<int> init;
  friend bool operator==(const Comprehension&, const Comprehension&) = default;
};

/// What an entry says of one operand or of the result.
struct Attr {
  enum class Kind : uint8_t { Any, Tile, Partial };
  Kind kind = Kind::Any;
  int64_t dim = 0;              ///< of a tile
  Monoid monoid = Monoid::Add;  ///< of parts
  friend bool operator==(const Attr&, const Attr&) = default;
};
/// An operand: its extents in the whole and in a part.
struct Operand {
  Attr attr;
  std::vector<Polynomial> whole, part;
  /// Whether it is known to be the identity of the result's ⊕.
  bool identity = false;
  friend bool operator==(const Operand&, const Operand&) = default;
};

/// For all numbers of the unknowns, at least 1 each, and all values of operands that are split as
/// their entries say: what the parts' comprehension makes of them, combined as the result's entry
/// says, is what the whole's makes of the whole. The same with any number of further variables like
/// those of `maps`, or without these.
struct Statement {
  std::vector<std::string> unknowns;  ///< names; the axis size last
  std::vector<Operand> operands;
  Attr result;
  Comprehension whole, part;
  std::vector<int> maps;
  friend bool operator==(const Statement&, const Statement&) = default;
};

/// Why a node is the ⊕ of what it is in the parts, or why a node that is alike in all parts may
/// stand there.
enum class Law : uint8_t {
  Parts,               ///< a read of an operand that is the ⊕ of its parts
  Choice,              ///< a choice by what is alike in all parts
  Reassociation,       ///< ⊕ itself
  SameType,            ///< a conversion that does nothing
  Negation,            ///< of a sum
  Difference,          ///< of two sums
  Product,             ///< of a sum and what is alike in all parts
  Shift,               ///< of a sum, to the left
  Quotient,            ///< of a sum by what is alike in all parts
  ComplexPart,         ///< of a sum of complex numbers
  ComplexSum,          ///< a complex number of two sums
  RealConversion,      ///< between floats or complex numbers, of a sum or product of numbers
  ModularConversion,   ///< of a sum or product to integers of no more bits
  QuotientOfProducts,  ///< is the product of quotients
  AbsOfProduct,        ///< of real numbers
  SignOfProduct,       ///< of real numbers
  Complement,          ///< exchanges and and or
  BitwiseLattice,      ///< and, or distribute over each other and over themselves
  BitConversion,       ///< keeps, drops or repeats bits
  AnyBit,              ///< whether any bit of an or is set
  OrderLattice,        ///< max, min distribute over each other and over themselves
  OrderReversal,       ///< a negation exchanges max and min
  OrderedConversion,   ///< keeps the order
  Idempotent,          ///< alike in all parts: a ⊕ a = a
  Identity,            ///< alike in all parts: ⊕'s identity
};
/// Why the initial value, folded in once per part, is right.
enum class Initial : uint8_t {
  OfParts,        ///< each part has its own
  OfPartsChosen,  ///< the same, and ⊕ is idempotent: the body may choose it, too
  Idempotent,
  Identity,
};

/// `variable` goes over n times as many values in the whole: there it is `i·by` + what it is in
/// part i.
struct VariableMoves {
  int variable;
  Polynomial by;
  friend bool operator==(const VariableMoves&, const VariableMoves&) = default;
};
/// An index expression of a node (along `position`, where it has several) moves on where its
/// variables do. `terms[t]` is by how much (times i) term t does before its coefficient, which is
/// to say the quotient by its `div`; `quotient` that of all by `div`. With a `mod` that must be
/// `wraps` times it, and the expression stays.
struct IndexMoves {
  int node, position;
  std::vector<Polynomial> terms;
  Polynomial quotient, wraps;
  friend bool operator==(const IndexMoves&, const IndexMoves&) = default;
};
/// The reduction is split: its ⊕ is associative and commutative.
struct SplitReduction {
  friend bool operator==(const SplitReduction&, const SplitReduction&) = default;
};
struct InitialValue {
  Initial why;
  friend bool operator==(const InitialValue&, const InitialValue&) = default;
};
/// Whatever of the comprehensions does not move is the same in both.
struct SameRest {
  friend bool operator==(const SameRest&, const SameRest&) = default;
};
/// `node` is the `monoid` of what it is in the parts, or (by Idempotent or Identity) may be taken
/// for that.
struct NodeLaw {
  int node;
  Monoid monoid;
  Law law;
  friend bool operator==(const NodeLaw&, const NodeLaw&) = default;
};
/// The result is the ⊕ of the parts' results, as the body is and a reduction by ⊕ commutes with ⊕.
struct HomomorphicBody {
  friend bool operator==(const HomomorphicBody&, const HomomorphicBody&) = default;
};
/// `variables` range alike in the whole and in a part, and occur, by themselves, only in the places
/// along operands' dimensions that are not tiled: so any number of such may be added or taken out.
struct MapVariables {
  std::vector<int> variables;
  friend bool operator==(const MapVariables&, const MapVariables&) = default;
};
using Step = std::variant<VariableMoves, IndexMoves, SplitReduction, InitialValue, SameRest,
                          NodeLaw, HomomorphicBody, MapVariables>;

}  // namespace certificate

/// A proof of a registry entry.
struct Certificate {
  certificate::Statement statement;
  std::vector<certificate::Step> steps;
  friend bool operator==(const Certificate&, const Certificate&) = default;
};

}  // namespace partir
