// Programs that show that an entry is wrong: what is computed of the whole, and of parts, side by side.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proofs/witness_values.h"
#include "semantics/core.h"
#include "semantics/instances.h"

namespace partir {

/// Writes the statements of a function without parameters.
class WitnessWriter {
 public:
  core::Program program;

  const TensorType& type(ValueId x) const { return program.main.type(x); }
  /// All results of an op.
  std::vector<ValueId> ops(Op op, std::vector<ValueId> operands, const std::string& name) {
    Types types;
    for (ValueId x : operands) types.push_back(type(x));
    std::vector<ValueId> results;
    for (const TensorType& t : op.infer(types))
      results.push_back(program.main.add_value(t, name));
    program.main.body.stmts.push_back({results, OpExpr{std::move(op), std::move(operands)}, {}});
    return results;
  }
  ValueId op(Op op, std::vector<ValueId> operands, const std::string& name) {
    return ops(std::move(op), std::move(operands), name).at(0);
  }
  /// The `r`-th of `n` chunks along `dim`.
  ValueId chunk(ValueId x, int64_t dim, int64_t r, int64_t n, const std::string& name) {
    const Shape& shape = type(x).shape;
    SliceOp s{std::vector<int64_t>(shape.size(), 0), shape, std::vector<int64_t>(shape.size(), 1)};
    const auto d = static_cast<size_t>(dim);
    s.start[d] = r * (shape[d] / n), s.limit[d] = (r + 1) * (shape[d] / n);
    return op(s, {x}, name);
  }
  /// `⊕` of them, from the left.
  ValueId fold(Monoid m, const std::vector<ValueId>& xs, const std::string& name) {
    ValueId sum = xs.at(0);
    for (size_t i = 1; i < xs.size(); ++i) sum = op(op_of(m), {sum, xs[i]}, name);
    return sum;
  }

 private:
  static Op op_of(Monoid m) {
    switch (m) {
      case Monoid::Add: return Add{};
      case Monoid::Mul: return Multiply{};
      case Monoid::Max: return Maximum{};
      case Monoid::Min: return Minimum{};
      case Monoid::And: return And{};
      default: return Or{};
    }
  }
};

/// Statements that make results of operands.
using WitnessStatements =
    std::function<std::vector<ValueId>(WitnessWriter&, const std::vector<ValueId>&)>;

/// A program that returns the results of the whole, then those of the parts, combined as `entry` says,
/// on the values of a witness.
PARTIR_INLINE core::Program witness_program(const Entry& entry, int64_t n, const WitnessValues& values,
                                     const WitnessStatements& whole,
                                     const WitnessStatements& local)
#if PARTIR_PROOFS_BODIES
{
  WitnessWriter w;
  w.program.mesh = Mesh({{"a", n}});
  std::vector<ValueId> x;
  std::vector<std::vector<ValueId>> parts(static_cast<size_t>(n));
  for (size_t o = 0; o < entry.operands.size(); ++o) {
    const EntryAttr& attr = entry.operands[o];
    const std::string name = "x" + std::to_string(o);
    std::vector<ValueId> given;
    for (size_t r = 0; r < values.operands[o].size(); ++r)
      given.push_back(w.op(Constant{values.operands[o][r]}, {},
                           attr.is_partial() ? name + "_part" + std::to_string(r) : name));
    x.push_back(attr.is_partial() ? w.fold(attr.monoid, given, name) : given[0]);
    for (size_t r = 0; r < parts.size(); ++r)
      parts[r].push_back(attr.is_tile() ? w.chunk(x[o], attr.dim, static_cast<int64_t>(r), n,
                                                  name + "_chunk" + std::to_string(r))
                         : attr.is_partial() ? given[r]
                                             : x[o]);
  }
  std::vector<ValueId> results = whole(w, x);
  std::vector<std::vector<ValueId>> found;
  for (const auto& part : parts) found.push_back(local(w, part));
  for (size_t j = 0; j < entry.results.size(); ++j) {
    const EntryAttr& attr = entry.results[j];
    std::vector<ValueId> pieces;
    for (const auto& of : found) pieces.push_back(of[j]);
    const PartsDifference& d = values.difference;
    const auto device = static_cast<size_t>(d.result == j ? d.device.value_or(0) : 0);
    results.push_back(attr.is_tile()      ? w.op(Concatenate{attr.dim}, pieces, "parts")
                      : attr.is_partial() ? w.fold(attr.monoid, pieces, "parts")
                                          : pieces[device]);
  }
  core::Function& f = w.program.main;
  for (ValueId r : results) f.result_types.push_back(f.type(r));
  f.body.results = std::move(results);
  return std::move(w.program);
}
#else
    ;
#endif

}  // namespace partir
