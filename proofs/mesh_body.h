// What locating a fault needs to know of a program whose values lie on a mesh, whatever its syntax:
// PartIR:HLO or an SPMD program from anywhere.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interp/family.h"
#include "semantics/hlo.h"
#include "semantics/phrase.h"

namespace partir {

/// Values, statements in the order in which they run, and the boundary.
struct MeshBody {
  struct Value {
    std::optional<TensorType> type;  ///< device-local; nothing for what is no tensor
    std::string name;
  };
  struct Stmt {
    std::vector<ValueId> results, operands;
    std::optional<hlo::Expr> expr;  ///< what it is in PartIR:HLO, if anything
    bool moves = false;             ///< only puts elements elsewhere, or constants beside them
    std::string phrase;             ///< `%3 = add(%1, %2)`
    Location location;
  };
  Mesh mesh;
  std::vector<Value> values;
  std::vector<ValueId> params, results;
  std::vector<DistType> param_dists, result_dists;
  std::vector<Stmt> stmts;
  Location location;
  /// Whether each value is to represent one of the program that this came from, as in PartIR:HLO;
  /// elsewhere offsets made of a device's number need not.
  bool all_represent = false;
};

/// The family of each value of a body; nothing for a value that the run never bound.
template <class D>
using FamilyTable = std::vector<std::optional<Family<D>>>;

/// A PartIR:HLO program as such a body.
inline MeshBody mesh_body(const hlo::Program& p) {
  const hlo::Function& f = p.main;
  MeshBody b;
  b.mesh = p.mesh;
  for (const Value& v : f.values) b.values.push_back({v.type, v.name});
  b.params = f.params;
  b.results = f.body.results;
  b.param_dists = f.param_dists;
  b.result_dists = f.result_dists;
  for (const hlo::Stmt& s : f.body.stmts) {
    const std::span<const ValueId> operands = hlo::operands(s.expr);
    b.stmts.push_back({s.results, {operands.begin(), operands.end()}, s.expr, false, phrase(f, s), s.location});
  }
  b.location = f.location;
  b.all_represent = true;
  return b;
}

}  // namespace partir
