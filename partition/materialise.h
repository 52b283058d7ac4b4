// From the partitioner's state to the PartIR:Core program that it stands for: an op with set cells
// stands in its loop nest, a use of a tiled value reads it through the nest over T(x).
#pragma once

#include <vector>

#include "partition/state.h"
#include "semantics/instances.h"

namespace partir {

namespace detail {
/// Builds the Core program statement by statement.
class Materialiser {
 public:
  explicit Materialiser(const State& state) : state_(state) {
    const core::Function& f = state.function();
    out_.mesh = state.mesh();
    out_.attributes = state.program().attributes;
    out_.main.name = f.name;  // all but the body, and the ranges, of which a loop-free program has none
    out_.main.params = f.params;
    out_.main.result_types = f.result_types;
    out_.main.param_attributes = f.param_attributes;
    out_.main.result_attributes = f.result_attributes;
    out_.main.location = f.location;
    const Added more = added();
    out_.main.values.reserve(f.values.size() + more.values);
    out_.main.values.assign(f.values.begin(), f.values.end());  // they keep their ids and types
    out_.main.ranges.reserve(more.loops);
    out_.main.body.stmts.reserve(state.size() + more.nests);
  }

  core::Program run() {
    const core::Function& f = state_.function();
    core::Block& body = out_.main.body;
    for (int s = 0; s < static_cast<int>(state_.size()); ++s) {
      const core::Stmt& stmt = state_.stmt(s);
      ValueIds operands;
      for (ValueId x : state_.op(s).operands) operands.push_back(use(body, x));
      const State::Local local = state_.local(s);
      nest(body, s, 0, operands, stmt.results, local.op);
    }
    for (ValueId x : f.body.results) body.results.push_back(use(body, x));
    return std::move(out_);
  }

 private:
  /// What there is besides the given: values, at most (in a cell one per operand and result, in a nest over T(x) two per
  /// loop), loops, and nests over T(x).
  struct Added {
    size_t values = 0, loops = 0, nests = 0;
  };
  Added added() const {
    Added n;
    const auto use = [&](ValueId x) {
      const size_t loops = state_.tilings(x).size();
      n.values += 2 * loops, n.loops += loops, n.nests += loops != 0;
    };
    for (int s = 0; s < static_cast<int>(state_.size()); ++s) {
      const size_t loops = state_.cells(s).size();
      n.values += loops * (state_.op(s).operands.size() + state_.stmt(s).results.size()), n.loops += loops;
      for (ValueId x : state_.op(s).operands) use(x);
    }
    for (ValueId x : state_.function().body.results) use(x);
    return n;
  }

  core::Function& f() { return out_.main; }

  /// The value through which one use of `x` reads it: `x` itself, or a nest over T(x) of its own.
  ValueId use(core::Block& block, ValueId x) { return tiled(block, x, x, 0); }
  ValueId tiled(core::Block& block, ValueId x, ValueId current, size_t level) {
    const auto& tilings = state_.tilings(x);
    if (level == tilings.size()) return current;
    const Tiling& t = tilings[level];
    core::LoopExpr loop;
    loop.axis = t.axis;
    loop.range = f().add_range(t.axis);
    core::Block& body = *loop.body;
    body.stmts.reserve(2);
    const Location at = f().values[x].location;
    ValueId inner = current;
    if (t.dim) {
      TensorType type = f().type(current);
      type.shape[*t.dim] /= state_.mesh().size(t.axis);
      inner = f().add_value(type, "", at);
      body.stmts.push_back({{inner}, core::SliceExpr{*t.dim, current, loop.range}, at});
    }
    body.results.push_back(tiled(body, x, inner, level + 1));
    TensorType type = f().type(body.results[0]);
    if (t.dim) type.shape[*t.dim] *= state_.mesh().size(t.axis);
    loop.attrs.push_back(t.dim ? core::LoopAttr::tile(*t.dim) : core::LoopAttr::any());
    const ValueId y = f().add_value(type, "", at);
    block.stmts.push_back({{y}, std::move(loop), at});
    return y;
  }

  /// The loops of statement `s` from cell `level` inwards; `results` are the names to bind.
  void nest(core::Block& block, int s, size_t level, const ValueIds& operands,
            const ValueIds& results, const Op& local_op) {
    const Location at = state_.stmt(s).location;
    const auto& cells = state_.cells(s);
    if (level == cells.size()) {
      block.stmts.push_back({results, OpExpr{local_op, operands}, at});
      return;
    }
    const Cell& c = cells[level];
    const int64_t n = state_.mesh().size(c.axis);
    core::LoopExpr loop;
    loop.axis = c.axis;
    loop.range = f().add_range(c.axis);
    core::Block& body = *loop.body;
    body.stmts.reserve(operands.size() + 1);
    ValueIds inner;
    inner.reserve(operands.size());
    for (size_t i = 0; i < operands.size(); ++i) {
      if (!c.entry.operands[i].is_tile()) {
        inner.push_back(operands[i]);
        continue;
      }
      TensorType type = f().type(operands[i]);
      type.shape[c.entry.operands[i].dim] /= n;
      const ValueId x = f().add_value(type, "", at);
      body.stmts.push_back(
          {{x}, core::SliceExpr{c.entry.operands[i].dim, operands[i], loop.range}, at});
      inner.push_back(x);
    }
    for (size_t k = 0; k < results.size(); ++k) {
      const EntryAttr& σ = c.entry.results[k];
      TensorType type = f().type(results[k]);
      if (σ.is_tile()) type.shape[σ.dim] /= n;
      body.results.push_back(f().add_value(type, "", at));
      loop.attrs.push_back(σ.is_tile()      ? core::LoopAttr::tile(σ.dim)
                           : σ.is_partial() ? core::LoopAttr::reduce(σ.monoid)
                                            : core::LoopAttr::any());
    }
    const ValueIds inner_results = body.results;
    nest(body, s, level + 1, inner, inner_results, local_op);
    block.stmts.push_back({results, std::move(loop), at});
  }

  const State& state_;
  core::Program out_;
};
}  // namespace detail

/// The Core program of a state, well-typed by construction (and checked by whoever reports on it).
PARTIR_INLINE core::Program materialise(const State& state)
#if PARTIR_PARTITION_BODIES
{
  return detail::Materialiser(state).run();
}
#else
    ;
#endif

}  // namespace partir
