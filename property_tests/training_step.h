// A synthetic training step: a chain of residual MLP blocks with a gelu written out in elementwise
// ops, forward and backward; gradients unscaled, clipped and added to weight decay and momentum.
// 85 ops a layer: 24 layers are 2,000 ops.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "partition/schedule.h"
#include "semantics/core.h"

namespace partir {

/// Builds a loop-free program without looking at what a test framework wants.
class ProgramBuilder {
 public:
  explicit ProgramBuilder(Mesh mesh) { p_.mesh = std::move(mesh); }
  ValueId param(Shape shape, std::string name) {
    p_.main.params.push_back(p_.main.add_value({std::move(shape), ElementType::F32}, std::move(name)));
    return p_.main.params.back();
  }
  ValueId op(Op op, std::vector<ValueId> operands) {
    Types types;
    for (ValueId x : operands) types.push_back(p_.main.type(x));
    const Location at{"step.mlir", static_cast<unsigned>(p_.main.body.stmts.size()) + 1, 1, {}};
    const ValueId y = p_.main.add_value(op.infer(types)[0], "", at);
    p_.main.body.stmts.push_back({{y}, OpExpr{std::move(op), std::move(operands)}, at});
    return y;
  }
  ValueId constant(Shape shape, double value) {
    return op(Constant{Literal::splat_value({std::move(shape), ElementType::F32}, value)}, {});
  }
  ValueId dot(ValueId x, ValueId y, int64_t i, int64_t j) {
    return op(DotGeneral{{}, {}, {i}, {j}, ElementType::F32}, {x, y});
  }
  core::Program returns(std::vector<ValueId> results) {
    for (ValueId x : results) p_.main.result_types.push_back(p_.main.type(x));
    p_.main.body.results = std::move(results);
    return std::move(p_);
  }

 private:
  core::Program p_;
};

/// Parameters: x, target, then w_l (d x h), v_l (h x d), b_l (h) of each layer, then their momenta
/// mw_l, mv_l, mb_l. Results: the loss, then parameter and momentum of v_l, w_l, b_l, last layer first.
inline core::Program training_step(Mesh mesh, int layers, int64_t batch, int64_t d, int64_t h) {
  ProgramBuilder b(std::move(mesh));
  auto scaled = [&](ValueId x, Shape shape, double c) {
    return b.op(Multiply{}, {x, b.constant(std::move(shape), c)});
  };
  const ValueId x = b.param({batch, d}, "x"), target = b.param({batch, d}, "target");
  std::vector<ValueId> w, v, bias;
  for (int l = 0; l < layers; ++l) {
    w.push_back(b.param({d, h}, "w" + std::to_string(l)));
    v.push_back(b.param({h, d}, "v" + std::to_string(l)));
    bias.push_back(b.param({h}, "b" + std::to_string(l)));
  }
  std::map<ValueId, ValueId> momentum;
  for (int l = 0; l < layers; ++l) {
    momentum[w[l]] = b.param({d, h}, "mw" + std::to_string(l));
    momentum[v[l]] = b.param({h, d}, "mv" + std::to_string(l));
    momentum[bias[l]] = b.param({h}, "mb" + std::to_string(l));
  }
  const Shape bh{batch, h}, bd{batch, d};
  struct Saved {
    ValueId in, pre, tanh, act;
  };
  std::vector<Saved> saved;
  ValueId y = x;
  for (int l = 0; l < layers; ++l) {
    const ValueId pre =
        b.op(Add{}, {b.dot(y, w[l], 1, 0), b.op(BroadcastInDim{{1}, bh}, {bias[l]})});
    // gelu: pre/2 * (1 + tanh(c * (pre + k * pre^3)))
    const ValueId cube = b.op(Multiply{}, {b.op(Multiply{}, {pre, pre}), pre});
    const ValueId inner = scaled(b.op(Add{}, {pre, scaled(cube, bh, 0.044715)}), bh, 0.7978845608);
    const ValueId t = b.op(Tanh{}, {inner});
    const ValueId act =
        b.op(Multiply{}, {scaled(pre, bh, 0.5), b.op(Add{}, {t, b.constant(bh, 1)})});
    saved.push_back({y, pre, t, act});
    y = b.op(Add{}, {y, b.dot(act, v[l], 1, 0)});
  }
  const ValueId diff = b.op(Subtract{}, {y, target});
  const ValueId loss = b.op(Reduce{{0, 1}, Monoid::Add},
                            {b.op(Multiply{}, {diff, diff}), b.constant({}, 0)});
  ValueId dy = scaled(diff, bd, 2);
  std::vector<ValueId> results{loss};
  auto update = [&](ValueId p, ValueId g, Shape shape) {
    const ValueId clipped =
        b.op(Clamp{}, {b.constant({}, -1), scaled(g, shape, 0.125), b.constant({}, 1)});
    const ValueId decayed = b.op(Add{}, {clipped, scaled(p, shape, 0.0001)});
    const ValueId m = b.op(Add{}, {scaled(momentum[p], shape, 0.9), decayed});
    results.push_back(b.op(Subtract{}, {p, scaled(m, shape, 0.01)}));
    results.push_back(m);
  };
  for (int l = layers; l-- > 0;) {
    const Saved& s = saved[l];
    update(v[l], b.dot(s.act, dy, 0, 0), {h, d});
    const ValueId dact = b.dot(dy, v[l], 1, 1);
    // d gelu / d pre = (1 + t)/2 + pre/2 * (1 - t^2) * c * (1 + 3 k pre^2)
    const ValueId one = b.constant(bh, 1);
    const ValueId left = scaled(b.op(Add{}, {s.tanh, one}), bh, 0.5);
    const ValueId sech = b.op(Subtract{}, {one, b.op(Multiply{}, {s.tanh, s.tanh})});
    const ValueId poly =
        b.op(Add{}, {one, scaled(b.op(Multiply{}, {s.pre, s.pre}), bh, 3 * 0.044715)});
    const ValueId right = b.op(
        Multiply{}, {b.op(Multiply{}, {scaled(s.pre, bh, 0.5), sech}), scaled(poly, bh, 0.7978845608)});
    const ValueId dpre = b.op(Multiply{}, {dact, b.op(Add{}, {left, right})});
    update(w[l], b.dot(s.in, dpre, 0, 0), {d, h});
    update(bias[l], b.op(Reduce{{0}, Monoid::Add}, {dpre, b.constant({}, 0)}), {h});
    dy = b.op(Add{}, {dy, b.dot(dpre, w[l], 1, 1)});
  }
  return b.returns(std::move(results));
}

/// BP on B, MP on M (column then row parallel), Z3 on B for every weight.
inline std::vector<Tactic> training_tactics() {
  return {ManualPartition{"BP", "B"}.input("x", 0).input("target", 0),
          ManualPartition{"MP", "M"}.input("w*", 1).input("v*", 0),
          ManualPartition{"Z3", "B"}.input("w*", 0).input("v*", 1).input("b*", 0)};
}

}  // namespace partir
