#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī]`, of one operand. Example: optimization_barrier [1] = [1].
struct OptimizationBarrier {
  static constexpr std::string_view name = "optimization_barrier";
  static constexpr auto attributes() { return boost::hana::make_tuple(); }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 1);
    return {x[0]};
  }
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    c.add(x[0].element, ReadNode{0, identity_index(x[0].rank())});
    return c;
  }
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    for (int64_t d = 0; d < x[0].type.rank(); ++d) e.push_back(operands(tile(d)) >> tile(d));
    add_movement_partials(e, x[0].type.element, 1);
    return e;
  }
  OptimizationBarrier localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types&) const { return 0; }
  static std::vector<Sample<OptimizationBarrier>> samples() {
    return {{{}, {{{6, 4}, ElementType::F32}}}};
  }
  friend bool operator==(const OptimizationBarrier&, const OptimizationBarrier&) = default;
};

}  // namespace partir
