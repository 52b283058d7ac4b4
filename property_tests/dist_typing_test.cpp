// D-rules: for every rule what it accepts, and one rejection for every premise; inference where a local
// op is part of several global ones; and that what is accepted means what it says (V ⊨ G : D).
#include <gtest/gtest.h>

#include <random>

#include "interp/parts.h"
#include "interp/spmd_interp.h"
#include "property_tests/build.h"
#include "semantics/dist_typing.h"
#include "semantics/hlo_typing.h"

namespace partir::dist_typing_test {
namespace {
using namespace build;

const Mesh mesh({{"B", 4}, {"M", 2}});
/// Axes of size 2 are many where extents are small.
const Mesh cube({{"a", 2}, {"b", 2}, {"c", 2}});

DistType whole(TensorType t) { return DistType::replicated(std::move(t)); }
/// Checked, then inferred.
std::vector<DistType> infer(const hlo::Program& p, Derivation* derivation = nullptr) {
  check(p);
  return infer_dists(p, derivation);
}
#define INFER_REJECTED(program, ...) EXPECT_TRUE(rejects([&] { infer(program); }, __VA_ARGS__))

/// Records the values of all statements.
struct Recorder : SpmdObserver<Field> {
  std::vector<std::vector<Family<Field>>> values;
  void on_stmt(const hlo::Stmt&, const std::vector<Family<Field>>& results) override {
    values.push_back(results);
  }
};
/// Runs an accepted program on random families that represent random globals at the parameters' Ds,
/// and the global program that its Ds stand for: ops widened by D-Op, collectives the identity.
/// Every value's family has to represent the global program's value at its D.
testing::AssertionResult means_what_its_dists_say(const hlo::Program& p, const std::vector<DistType>& D,
                                                  uint64_t seed) {
  const hlo::Function& f = p.main;
  std::vector<Tensor<Field>> G(f.values.size());
  std::vector<Family<Field>> args;
  for (size_t i = 0; i < f.params.size(); ++i) {
    const ValueId x = f.params[i];
    G[x] = random_tensor<Field>(D[x].global, mix64(seed + i));
    args.push_back(distribute_randomly(p.mesh, D[x], G[x], mix64(seed + i + 100)));
    if (represents(p.mesh, D[x], args[i], G[x]))
      return testing::AssertionFailure() << "distribute_randomly: " << to_string(D[x]);
  }
  Recorder recorder;
  run(p, args, &recorder);
  for (size_t s = 0; s < f.body.stmts.size(); ++s) {
    const hlo::Stmt& stmt = f.body.stmts[s];
    const ValueId y = stmt.results[0];
    if (const auto* e = std::get_if<OpExpr>(&stmt.expr)) {
      std::vector<Tensor<Field>> operands;
      for (ValueId x : e->operands) operands.push_back(G[x]);
      G[y] = apply_op(hlo::D_Op({p.mesh, f, stmt, D}, *e, hlo::splats_of(f)), operands)[0];
    } else {
      G[y] = G[hlo::operands(stmt.expr)[0]];
    }
    if (const auto m = represents(p.mesh, D[y], recorder.values[s][0], G[y])) {
      std::string text;
      for (const hlo::Stmt& t : f.body.stmts)
        text += phrase(f, t) + "  : " + to_string(D[t.results[0]]) + "\n";
      return testing::AssertionFailure() << phrase(f, stmt) << " does not represent its global at "
                                         << to_string(D[y]) << " on " << to_string(p.mesh, m->device)
                                         << ": " << m->found << ", expected " << m->expected << "\n"
                                         << text;
    }
  }
  return testing::AssertionSuccess();
}
/// Accepted, and sound; its Ds.
std::vector<DistType> accept(const hlo::Program& p) {
  const std::vector<DistType> D = infer(p);
  for (uint64_t seed : {1, 2}) EXPECT_TRUE(means_what_its_dists_say(p, D, seed));
  return D;
}

// ---- D-Op

TEST(D_Op, tiles_elementwise_ops_alike) {
  Hlo h(mesh);
  const DistType d = dist(f32(16, 6), {{"B"}, {"M"}});
  const ValueId x = h.param(d), y = h.param(d), z = h.op(Multiply{}, {x, y});
  EXPECT_EQ(accept(h.returns({z}, {d}))[z], d);
}
TEST(D_Op, contracting_tiles_gives_partial_sums) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(8, 8), {{"B"}, {"M"}})), w = h.param(dist(f32(8, 4), {{"M"}, {}}));
  const ValueId z = h.op(matmul(), {x, w});
  EXPECT_EQ(accept(h.returns({}, {}))[z], dist(f32(8, 4), {{"B"}, {}}, {"M"}));
}
TEST(D_Op, product_of_parts_along_different_axes) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(3), {{}}, {"B"})), y = h.param(dist(f32(3), {{}}, {"M"}));
  const ValueId z = h.op(Multiply{}, {x, y});
  EXPECT_EQ(accept(h.returns({}, {}))[z], dist(f32(3), {{}}, {"B", "M"}));
}
TEST(D_Op, rejects_premise_1_product_of_two_partials) {
  Hlo h(mesh);
  const DistType d = dist(f32(3), {{}}, {"B"});
  const ValueId x = h.param(d, "x");
  h.op(Multiply{}, {x, x});
  INFER_REJECTED(h.returns({}, {}), Rule::D_Op, 1, 1,
                 "%x : partial<add>, %x : partial<add> along \"B\" in %v1 = multiply(%x, %x)",
                 "(partial<add>, any)");
}
TEST(D_Op, rejects_premise_1_sum_of_a_part_and_a_whole) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(3), {{}}, {"B"})), y = h.param(whole(f32(3)));
  h.op(Add{}, {x, y});
  INFER_REJECTED(h.returns({}, {}), Rule::D_Op, 1, 1, "partial<add>", "(partial<add>, partial<add>)");
}
TEST(D_Op, rejects_premise_1_nonlinear_op_of_parts) {
  Hlo h(mesh);
  h.op(Exponential{}, {h.param(dist(f32(3), {{}}, {"B"}), "x")});
  INFER_REJECTED(h.returns({}, {}), Rule::D_Op, 1, 1, "%x : partial<add>", "any");
}
TEST(D_Op, rejects_premise_1_max_of_sums) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(3), {{}}, {"B"}));
  h.op(Maximum{}, {x, x});
  INFER_REJECTED(h.returns({}, {}), Rule::D_Op, 1, 1, "partial<add>", "partial<max>");
}
TEST(D_Op, rejects_premise_1_two_monoids_on_one_value) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(3), {{}}, {"B"}, Monoid::Max), "x"),
                y = h.param(dist(f32(3), {{}}, {"M"}, Monoid::Min));
  h.op(Maximum{}, {x, y}, "z");
  INFER_REJECTED(h.returns({}, {}), Rule::D_Op, 1, 1, "%z partial under max and min", "one reduction");
}
TEST(D_Op, rejects_premise_1_tile_beside_replicated) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(8), {{"B"}}), "x"), y = h.param(whole(f32(2)), "y");
  h.op(Add{}, {x, y});
  INFER_REJECTED(h.returns({}, {}), Rule::D_Op, 1, 1, "%x : tile<0>, %y : any along \"B\"", "(any, any)");
}
TEST(D_Op, rejects_premise_1_one_operand_tiled_in_another_order) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(8), {{"B", "M"}}), "x"), y = h.param(dist(f32(8), {{"M", "B"}}), "y");
  h.op(Add{}, {x, y});
  INFER_REJECTED(h.returns({}, {}), Rule::D_Op, 1, 1, "%x tiled [{\"B\", \"M\"}], %y tiled [{\"M\", \"B\"}]",
                 "one order");
}
TEST(D_Op, rejects_premise_1_contraction_of_tiles_in_another_order) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(3, 8), {{}, {"B", "M"}})), w = h.param(dist(f32(8, 3), {{"M", "B"}, {}}));
  h.op(matmul(), {x, w});
  INFER_REJECTED(h.returns({}, {}), Rule::D_Op, 1, 1, "tiled", "one order");
}
TEST(D_Op, rejects_premise_1_dense_constant_beside_a_tile) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(8), {{"B"}})), k = h.op(dense(f32(2)), {}, "k");
  h.op(Add{}, {x, k});
  INFER_REJECTED(h.returns({}, {}), Rule::D_Op, 1, 2, "%k : any", "(any, any)");
}
TEST(D_Op, rejects_premise_1_iota_tiled_along_its_dimension) {
  const auto along = [](int64_t d) {
    Hlo h(mesh);
    const ValueId x = h.param(dist(i32(8, 4), {{"B"}, {}})), k = h.op(Iota{d, {2, 4}, ElementType::I32}, {}, "k");
    h.op(Add{}, {x, k});
    return h.returns({}, {});
  };
  EXPECT_EQ(accept(along(1))[1], dist(i32(8, 4), {{"B"}, {}}));
  INFER_REJECTED(along(0), Rule::D_Op, 1, 2, "%k : any", "(any, any)");
}
TEST(D_Op, rejects_premise_1_reduction_of_a_tile_from_an_initial_value_that_is_no_identity) {
  const auto from = [](double init, Monoid m) {
    Hlo h(mesh);
    const ValueId x = h.param(dist(f32(8), {{"B"}}), "x"), i = h.op(splat(f32(), init), {}, "init");
    h.op(Reduce{{0}, m}, {x, i});
    return h.returns({}, {});
  };
  EXPECT_EQ(accept(from(0, Monoid::Add))[2], dist(f32(), {}, {"B"}));
  EXPECT_EQ(accept(from(1, Monoid::Mul))[2], dist(f32(), {}, {"B"}, Monoid::Mul));
  EXPECT_EQ(accept(from(3, Monoid::Max))[2], dist(f32(), {}, {"B"}, Monoid::Max));  // idempotent
  INFER_REJECTED(from(1, Monoid::Add), Rule::D_Op, 1, 2, "%x : tile<0>, %init : any along \"B\"",
                 "(partial<add>, partial<add>)");
  INFER_REJECTED(from(0, Monoid::Mul), Rule::D_Op, 1, 2, "%x : tile<0>", "");
}
TEST(D_Op, rejects_premise_1_reduction_from_an_unknown_initial_value) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(8), {{"B"}})), i = h.param(whole(f32()));
  h.op(Reduce{{0}, Monoid::Add}, {x, i});
  INFER_REJECTED(h.returns({}, {}), Rule::D_Op, 1, 1, "tile<0>", "");
}
TEST(D_Op, rejects_premise_1_concatenation_along_a_tiled_dimension) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(8), {{"B"}}));
  h.op(Concatenate{0}, {x, x});
  INFER_REJECTED(h.returns({}, {}), Rule::D_Op, 1, 1, "tile<0>", "");
}
TEST(D_Op, rejects_premise_1_slice_of_a_tiled_dimension) {
  Hlo h(mesh);
  h.op(SliceOp{{0}, {1}, {1}}, {h.param(dist(f32(8), {{"B"}}))});
  INFER_REJECTED(h.returns({}, {}), Rule::D_Op, 1, 1, "tile<0>", "");
}

// ---- D-Op, axes together: each alone has an entry, the order or the extents say no

/// A 4x1 tensor tiled by `order` on dimension 0 that a reshape makes a 2x2 tensor tiled [{a}, {b}].
hlo::Program reshape_column(const AxisList& order) {
  Hlo h(cube);
  const ValueId x = h.param(dist(f32(4, 1), {order, {}}));
  const ValueId y = h.op(Reshape{{1, 1}}, {x});
  return h.returns({y}, {dist(f32(2, 2), {{"a"}, {"b"}})});
}
TEST(D_Op, reshape_splits_the_major_axis_off) { accept(reshape_column({"a", "b"})); }
TEST(D_Op, rejects_premise_1_reshape_that_splits_the_minor_axis_off) {
  INFER_REJECTED(reshape_column({"b", "a"}), Rule::D_Op, 1, 1, "dist<[{\"b\", \"a\"}, {}]>", "widened along");
}
TEST(D_Op, rejects_premise_1_reshape_that_swaps_dimensions) {
  Hlo h(cube);
  const ValueId x = h.param(dist(f32(2, 2), {{"a"}, {"b"}})), y = h.op(Reshape{{1, 1}}, {x});
  INFER_REJECTED(h.returns({y}, {dist(f32(2, 2), {{"b"}, {"a"}})}), Rule::D_Op, 1, 1, "", "widened along");
}
TEST(D_Op, reshape_merges_dimensions_major_first) {
  for (const AxisList& order : {AxisList{"a", "b"}, AxisList{"b", "a"}}) {
    Hlo h(cube);
    const ValueId x = h.param(dist(f32(2, 2, 3), {{"a"}, {"b"}, {}})), y = h.op(Reshape{{1, 3}}, {x});
    const hlo::Program p = h.returns({y}, {dist(f32(4, 3), {order, {}})});
    if (order[0] == "a") accept(p);
    else INFER_REJECTED(p, Rule::D_Func, 1, 100, "{\"a\", \"b\"}", "{\"b\", \"a\"}");
  }
}
TEST(D_Op, rejects_premise_1_broadcast_of_a_tiled_extent) {
  // along a an extent of 2 stays, along b an extent of 1 grows: of no one broadcast of f32(2)
  Hlo h(cube);
  const ValueId x = h.param(dist(f32(2), {{"a"}})), y = h.op(BroadcastInDim{{0}, {1}}, {x});
  INFER_REJECTED(h.returns({y}, {dist(f32(4), {{"a", "b"}})}), Rule::D_Op, 1, 1, "", "widened along");
}
TEST(D_Op, reshape_of_a_covered_leading_dimension) {
  // a covers dimension 0, so b may tile the next: 4x6 to 8x3
  const Mesh wide({{"a", 4}, {"b", 2}});
  Hlo h(wide);
  const ValueId x = h.param(dist(f32(4, 6), {{"a"}, {"b"}})), y = h.op(Reshape{{1, 3}}, {x});
  accept(h.returns({y}, {dist(f32(8, 3), {{"a", "b"}, {}})}));
}
TEST(D_Op, reshape_of_local_extents_of_1) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(4, 6), {{"B"}, {}}));
  const ValueId flat = h.op(Reshape{{6}}, {x}), back = h.op(Reshape{{1, 1, 6}}, {flat});
  const auto D = accept(h.returns({flat, back}, {dist(f32(24), {{"B"}}), dist(f32(1, 4, 6), {{}, {"B"}, {}})}));
  EXPECT_EQ(D[flat], dist(f32(24), {{"B"}}));
}

// ---- D-Slice

TEST(D_Slice, appends_at_the_minor_end) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(16, 2), {{"M"}, {}}));
  const ValueId y = h.all_slice({{"B"}, {}}, x);
  EXPECT_EQ(accept(h.returns({}, {}))[y], dist(f32(16, 2), {{"M", "B"}, {}}));
}
TEST(D_Slice, slices_a_partial_value_along_another_axis) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(8), {{}}, {"B"}));
  const ValueId y = h.all_slice({{"M"}}, x);
  EXPECT_EQ(accept(h.returns({}, {}))[y], dist(f32(8), {{"M"}}, {"B"}));
}
TEST(D_Slice, rejects_premise_1_axis_that_tiles_already) {
  Hlo h(mesh);
  h.all_slice({{}, {"M"}}, h.param(dist(f32(8, 8), {{"M"}, {}}), "x"));
  INFER_REJECTED(h.returns({}, {}), Rule::D_Slice, 1, 1, "%x : tile<0> along \"M\"", "any");
}
TEST(D_Slice, rejects_premise_2_partial_axis) {
  Hlo h(mesh);
  h.all_slice({{"M"}}, h.param(dist(f32(8), {{}}, {"M"}), "x"));
  INFER_REJECTED(h.returns({}, {}), Rule::D_Slice, 2, 1, "%x : partial<add> along \"M\"", "any");
}

// ---- D-Gather

TEST(D_Gather, removes_a_minor_suffix) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(16, 8), {{"B", "M"}, {}}));
  const ValueId y = h.all_gather({{"M"}, {}}, x), z = h.all_gather({{"B", "M"}, {}}, x);
  const auto D = accept(h.returns({}, {}));
  EXPECT_EQ(D[y], dist(f32(16, 8), {{"B"}, {}}));
  EXPECT_EQ(D[z], whole(f32(16, 8)));
}
TEST(D_Gather, rejects_premise_1_axis_that_does_not_tile) {
  Hlo h(mesh);
  h.all_gather({{"M"}}, h.param(dist(f32(8), {{"B"}}), "x"));
  INFER_REJECTED(h.returns({}, {}), Rule::D_Gather, 1, 1, "%x : any along \"M\"", "tile<0>");
}
TEST(D_Gather, rejects_premise_1_axis_that_tiles_another_dimension) {
  Hlo h(mesh);
  h.all_gather({{}, {"B"}}, h.param(dist(f32(8, 8), {{"B"}, {}}), "x"));
  INFER_REJECTED(h.returns({}, {}), Rule::D_Gather, 1, 1, "%x : tile<0> along \"B\"", "tile<1>");
}
TEST(D_Gather, rejects_premise_1_major_prefix) {
  Hlo h(mesh);
  h.all_gather({{"B"}}, h.param(dist(f32(16), {{"B", "M"}}), "x"));
  INFER_REJECTED(h.returns({}, {}), Rule::D_Gather, 1, 1, "%x tiled [{\"B\", \"M\"}]", "minor suffix");
}
TEST(D_Gather, rejects_premise_1_axes_in_another_order) {
  Hlo h(mesh);
  h.all_gather({{"M", "B"}}, h.param(dist(f32(16), {{"B", "M"}}), "x"));
  INFER_REJECTED(h.returns({}, {}), Rule::D_Gather, 1, 1, "%x tiled [{\"B\", \"M\"}]", "minor suffix");
}

// ---- D-Reduce

TEST(D_Reduce, removes_partial_axes) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(8), {{}}, {"B", "M"}, Monoid::Max));
  const ValueId y = h.all_reduce(Monoid::Max, {"M"}, x), z = h.all_reduce(Monoid::Max, {"M", "B"}, x);
  const auto D = accept(h.returns({}, {}));
  EXPECT_EQ(D[y], dist(f32(8), {{}}, {"B"}, Monoid::Max));
  EXPECT_EQ(D[z], whole(f32(8)));
}
TEST(D_Reduce, rejects_premise_1_replicated_axis) {
  Hlo h(mesh);
  h.all_reduce(Monoid::Add, {"B"}, h.param(whole(f32(8)), "x"));
  INFER_REJECTED(h.returns({}, {}), Rule::D_Reduce, 1, 1, "%x : any along \"B\"", "partial<add>");
}
TEST(D_Reduce, rejects_premise_1_tiling_axis) {
  Hlo h(mesh);
  h.all_reduce(Monoid::Max, {"B"}, h.param(dist(f32(8), {{"B"}}), "x"));
  INFER_REJECTED(h.returns({}, {}), Rule::D_Reduce, 1, 1, "%x : tile<0> along \"B\"", "partial<max>");
}
TEST(D_Reduce, rejects_premise_2_parts_of_another_monoid) {
  Hlo h(mesh);
  h.all_reduce(Monoid::Add, {"B"}, h.param(dist(f32(8), {{}}, {"B"}, Monoid::Max), "x"));
  INFER_REJECTED(h.returns({}, {}), Rule::D_Reduce, 2, 1, "%x : partial<max> along \"B\"", "partial<add>");
}

// ---- D-Scatter

TEST(D_Scatter, is_D_Slice_after_D_Reduce) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(8, 8), {{"M"}, {}}, {"B"}));
  const ValueId y = h.reduce_scatter(Monoid::Add, {{"B"}, {}}, x);
  EXPECT_EQ(accept(h.returns({}, {}))[y], dist(f32(8, 8), {{"M", "B"}, {}}));
}
TEST(D_Scatter, rejects_premise_1_replicated_axis) {
  Hlo h(mesh);
  h.reduce_scatter(Monoid::Add, {{"B"}}, h.param(whole(f32(8)), "x"));
  INFER_REJECTED(h.returns({}, {}), Rule::D_Scatter, 1, 1, "%x : any along \"B\"", "partial<add>");
}
TEST(D_Scatter, rejects_premise_2_parts_of_another_monoid) {
  Hlo h(mesh);
  h.reduce_scatter(Monoid::Mul, {{"B"}}, h.param(dist(f32(8), {{}}, {"B"}), "x"));
  INFER_REJECTED(h.returns({}, {}), Rule::D_Scatter, 2, 1, "%x : partial<add> along \"B\"", "partial<mul>");
}

// ---- D-AllToAll

TEST(D_AllToAll, moves_a_minor_suffix_to_a_minor_end) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(16, 8), {{"B", "M"}, {}}));
  const ValueId y = h.all_to_all(0, 1, {"M"}, x), z = h.all_to_all(0, 1, {"B"}, y);
  const auto D = accept(h.returns({}, {}));
  EXPECT_EQ(D[y], dist(f32(16, 8), {{"B"}, {"M"}}));
  EXPECT_EQ(D[z], dist(f32(16, 8), {{}, {"M", "B"}}));
}
TEST(D_AllToAll, rejects_premise_1_axis_that_does_not_tile) {
  Hlo h(mesh);
  h.all_to_all(0, 1, {"M"}, h.param(dist(f32(8, 8), {{"B"}, {}}), "x"));
  INFER_REJECTED(h.returns({}, {}), Rule::D_AllToAll, 1, 1, "%x : any along \"M\"", "tile<0>");
}
TEST(D_AllToAll, rejects_premise_1_major_prefix) {
  Hlo h(mesh);
  h.all_to_all(0, 1, {"B"}, h.param(dist(f32(16, 8), {{"B", "M"}, {}}), "x"));
  INFER_REJECTED(h.returns({}, {}), Rule::D_AllToAll, 1, 1, "%x tiled [{\"B\", \"M\"}, {}]", "minor suffix");
}
TEST(D_AllToAll, rejects_premise_2_partial_axis) {
  Hlo h(mesh);
  h.all_to_all(0, 1, {"M"}, h.param(dist(f32(8, 8), {{}, {}}, {"M"}), "x"));
  INFER_REJECTED(h.returns({}, {}), Rule::D_AllToAll, 2, 1, "%x : partial<add> along \"M\"", "tile<0>");
}

// ---- D-Let, D-Func

TEST(D_Let, accepts_results_at_the_D_that_the_rule_gives) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(16), {{}}, {"B", "M"}));
  h.op(Negate{}, {h.reduce_scatter(Monoid::Add, {{"M"}}, h.all_reduce(Monoid::Add, {"B"}, x))});
  accept(h.returns({}, {}));
}
TEST(D_Let, rejects_premise_1_ill_formed_or_other_D) {
  // inference never proposes these; the rule must not take it on trust
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(8), {{"B"}})), y = h.all_gather({{"B"}}, x);
  const hlo::Program p = h.returns({}, {});
  std::vector<DistType> D = infer(p);
  hlo::D_Func(p, D);
  D[y] = dist(f32(8), {{"M"}});
  EXPECT_TRUE(rejects([&] { hlo::D_Func(p, D); }, Rule::D_Let, 1, 1, "{\"M\"}", "dist<[{}]>"));
  D[y] = dist(f32(8), {{"Q"}});
  EXPECT_TRUE(rejects([&] { hlo::D_Func(p, D); }, Rule::D_Let, 1, 1, "not in the mesh", "over the mesh"));
}
TEST(D_Func, accepts_results_at_their_D_and_partial_axes_in_any_order) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(8), {{}}, {"B", "M"}));
  accept(h.returns({x}, {dist(f32(8), {{}}, {"M", "B"})}));
}
TEST(D_Func, rejects_premise_1_result_of_another_D) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(8), {{"B"}}), "x"), y = h.op(Tanh{}, {x}, "y");
  INFER_REJECTED(h.returns({y}, {whole(f32(2))}), Rule::D_Func, 1, 100, "%y : tile<0> along \"B\"",
                 "any for result 0");
}
TEST(D_Func, rejects_premise_1_dropped_all_reduce) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(3, 8), {{}, {"M"}})), w = h.param(dist(f32(8, 3), {{"M"}, {}}));
  const ValueId z = h.op(matmul(), {x, w}, "z");
  INFER_REJECTED(h.returns({z}, {whole(f32(3, 3))}), Rule::D_Func, 1, 100,
                 "%z : partial<add> along \"M\"", "any for result 0");
}
TEST(D_Func, rejects_premise_1_axes_in_another_order) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(16), {{"B", "M"}}), "x"), y = h.op(Tanh{}, {x}, "y");
  INFER_REJECTED(h.returns({y}, {dist(f32(16), {{"M", "B"}})}), Rule::D_Func, 1, 100,
                 "%y tiled in the order [{\"B\", \"M\"}]", "{\"M\", \"B\"}");
}
TEST(D_Func, rejects_premise_1_one_value_at_two_Ds) {
  Hlo h(mesh);
  const ValueId k = h.op(splat(f32(2), 1), {}, "k");
  accept(h.returns({k}, {dist(f32(8), {{"B"}})}));
  INFER_REJECTED(h.returns({k, k}, {dist(f32(8), {{"B"}}), whole(f32(2))}), Rule::D_Func, 1, 100,
                 "%k : tile<0> along \"B\"", "any for result 1");
}

// ---- what an op alone makes tiled

TEST(Inference, splat_constant_is_tiled_as_its_use_is) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(16, 4), {{"M", "B"}, {}}));
  const ValueId k = h.op(splat(f32(2, 4), 2), {}), y = h.op(Multiply{}, {k, x});
  const auto D = accept(h.returns({y}, {dist(f32(16, 4), {{"M", "B"}, {}})}));
  EXPECT_EQ(D[k], dist(f32(16, 4), {{"M", "B"}, {}}));
}
TEST(Inference, splat_constant_takes_its_axis_order_from_a_later_gather) {
  Hlo h(mesh);
  const ValueId k = h.op(splat(f32(2), 2), {}), y = h.op(Negate{}, {k});
  const ValueId g = h.all_gather({{"M", "B"}}, y);
  const auto D = accept(h.returns({g}, {whole(f32(16))}));
  EXPECT_EQ(D[k], dist(f32(16), {{"M", "B"}}));
}
TEST(Inference, splat_constant_that_nothing_constrains_is_replicated_and_in_mesh_order) {
  Hlo h(mesh);
  const ValueId k = h.op(splat(f32(2), 2), {});
  EXPECT_EQ(accept(h.returns({}, {}))[k], whole(f32(2)));
  EXPECT_EQ(accept(h.returns({k}, {dist(f32(16), {{"M", "B"}})}))[k], dist(f32(16), {{"M", "B"}}));
}
TEST(Inference, two_uses_that_want_different_tilings_of_one_splat_are_rejected) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(8), {{"B"}})), y = h.param(whole(f32(2)));
  const ValueId k = h.op(splat(f32(2), 2), {}, "k");
  h.op(Add{}, {k, x});
  h.op(Add{}, {k, y});
  INFER_REJECTED(h.returns({}, {}), Rule::D_Op, 1, 3, "%k : tile<0>", "(any, any)");
}
TEST(Inference, axis_order_that_a_later_reshape_alone_allows) {
  Hlo h(cube);
  const ValueId k = h.op(BroadcastInDim{{}, {1}}, {h.param(whole(f32()))});
  const ValueId y = h.op(Reshape{{1, 1}}, {k});
  const auto D = accept(h.returns({y}, {dist(f32(2, 2), {{"c"}, {"b"}})}));
  EXPECT_EQ(D[k], dist(f32(4), {{"c", "b"}}));
}
TEST(Inference, broadcast_of_a_scalar_is_tiled_as_its_use_is) {
  Hlo h(mesh);
  const ValueId s = h.param(whole(f32())), x = h.param(dist(f32(16, 4), {{"B"}, {"M"}}));
  const ValueId k = h.op(BroadcastInDim{{}, {4, 2}}, {s});
  h.op(Add{}, {k, x});
  EXPECT_EQ(accept(h.returns({}, {}))[k], dist(f32(16, 4), {{"B"}, {"M"}}));
}
TEST(Inference, broadcast_along_a_new_dimension_keeps_the_rest) {
  Hlo h(mesh);
  const ValueId bias = h.param(dist(f32(8), {{"M"}})), k = h.op(BroadcastInDim{{1}, {4, 4}}, {bias});
  const auto D = accept(h.returns({k}, {dist(f32(16, 8), {{"B"}, {"M"}})}));
  EXPECT_EQ(D[k], dist(f32(16, 8), {{"B"}, {"M"}}));
}
TEST(Inference, broadcast_of_a_local_extent_of_1_that_is_a_tile) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(4), {{"B"}})), y = h.op(BroadcastInDim{{0}, {1, 3}}, {x});
  EXPECT_EQ(accept(h.returns({}, {}))[y], dist(f32(4, 3), {{"B"}, {}}));
}
TEST(Inference, broadcast_of_a_local_extent_of_1_cannot_grow_a_tile) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(4), {{"B"}})), y = h.op(BroadcastInDim{{0}, {3}}, {x});
  INFER_REJECTED(h.returns({y}, {dist(f32(12), {{"B"}})}), Rule::D_Op, 1, 1, "tile<0>", "");
}
TEST(Inference, reduction_of_a_splat_is_partial_as_its_use_is) {
  Hlo h(mesh);
  const ValueId k = h.op(splat(f32(2), 3), {}), zero = h.op(splat(f32(), 0), {});
  const ValueId s = h.op(Reduce{{0}, Monoid::Add}, {k, zero}), r = h.all_reduce(Monoid::Add, {"B"}, s);
  const auto D = accept(h.returns({r}, {whole(f32())}));
  EXPECT_EQ(D[k], dist(f32(8), {{"B"}}));  // 8 · 3, not 2 · 3
  EXPECT_EQ(D[s], dist(f32(), {}, {"B"}));
}
TEST(Inference, axes_of_size_1) {
  const Mesh one({{"u", 1}, {"B", 2}});
  Hlo h(one);
  const ValueId x = h.param(dist(f32(4), {{"u", "B"}})), y = h.param(dist(f32(4), {{}}, {"u"}));
  const ValueId r = h.all_reduce(Monoid::Add, {"u"}, y), g = h.all_gather({{"u", "B"}}, x);
  const ValueId s = h.op(Add{}, {g, r});
  const auto D = accept(h.returns({s}, {whole(f32(4))}));
  EXPECT_EQ(D[g], whole(f32(4)));
}
TEST(Inference, empty_tensors) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(8, 0), {{"B"}, {}})), y = h.op(Reshape{{0, 5}}, {x});
  INFER_REJECTED(h.returns({y}, {whole(f32(0, 5))}), Rule::D_Op, 1, 1, "tile<0>", "");
  Hlo e(mesh);
  const ValueId z = e.op(Tanh{}, {e.param(dist(f32(8, 0), {{"B"}, {}}))});
  accept(e.returns({z}, {dist(f32(8, 0), {{"B"}, {}})}));
}

// ---- the two-matmul chain, by hand

TEST(Inference, chain_under_BP_and_MP) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(256, 8), {{"B"}, {}}), "x"), w1 = h.param(dist(f32(8, 16), {{}, {"M"}}), "w1"),
                w2 = h.param(dist(f32(16, 8), {{"M"}, {}}), "w2");
  const ValueId y = h.op(matmul(), {x, w1}), z = h.op(matmul(), {y, w2}), r = h.all_reduce(Monoid::Add, {"M"}, z);
  Derivation derivation;
  const hlo::Program p = h.returns({r}, {dist(f32(256, 8), {{"B"}, {}})});
  accept(p);
  const auto D = infer(p, &derivation);
  EXPECT_EQ(D[y], dist(f32(256, 16), {{"B"}, {"M"}}));
  EXPECT_EQ(D[z], dist(f32(256, 8), {{"B"}, {}}, {"M"}));
  EXPECT_EQ(D[r], dist(f32(256, 8), {{"B"}, {}}));
  EXPECT_EQ(rules_of(derivation), "D-Op D-Op D-Reduce D-Func");
  EXPECT_EQ(derivation[1].conclusion,
            "dist<[{\"B\"}, {}], partial<add> {\"M\"}> of tensor<256x8xf32>");
}
TEST(Inference, chain_under_BP_MP_and_Z3) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(256, 8), {{"B"}, {}})), w1 = h.param(dist(f32(8, 16), {{"B"}, {"M"}})),
                w2 = h.param(dist(f32(16, 8), {{"M"}, {"B"}}));
  const ValueId g1 = h.all_gather({{"B"}, {}}, w1), y = h.op(matmul(), {x, g1});
  const ValueId g2 = h.all_gather({{}, {"B"}}, w2), z = h.op(matmul(), {y, g2});
  const ValueId r = h.all_reduce(Monoid::Add, {"M"}, z);
  const auto D = accept(h.returns({r}, {dist(f32(256, 8), {{"B"}, {}})}));
  EXPECT_EQ(D[g1], dist(f32(8, 16), {{}, {"M"}}));
  EXPECT_EQ(D[g2], dist(f32(16, 8), {{"M"}, {}}));
}
TEST(Inference, chain_with_a_gather_of_the_wrong_dimension_is_rejected) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(256, 8), {{"B"}, {}})), w1 = h.param(dist(f32(8, 8), {{"B"}, {}}), "w1");
  const ValueId g1 = h.all_gather({{}, {"B"}}, w1);
  INFER_REJECTED(h.returns({g1, x}, {whole(f32(2, 32)), dist(f32(256, 8), {{"B"}, {}})}), Rule::D_Gather, 1, 1,
                 "%w1 : tile<0>", "tile<1>");
}

// ---- soundness on random programs

/// A random program: parameters at random Ds, random ops and collectives, some results at random Ds.
class RandomProgram {
 public:
  explicit RandomProgram(uint64_t seed) : random_(seed), h_(cube) {}

  hlo::Program make() {
    for (int i = 0; i < 2; ++i) pool_.push_back(h_.param(random_dist(random_shape())));
    zero_ = h_.op(splat(f32(), pick(2)), {});
    for (int i = 0, n = 1 + pick(5); i < n; ++i) statement();
    std::vector<ValueId> xs;
    std::vector<DistType> ds;
    if (pick(2)) {
      const ValueId x = pool_.back();
      DistType d{h_.type(x), AxisLists(h_.type(x).shape.size()), {}, Monoid::Add};
      for (const auto& [a, n] : cube.axes())
        if (h_.type(x).rank() > 0 && pick(2)) {
          const int64_t k = pick(h_.type(x).rank());
          auto& l = d.dims[k];
          l.insert(l.begin() + pick(static_cast<int>(l.size()) + 1), a);
          d.global.shape[k] *= n;
        }
      xs.push_back(x);
      ds.push_back(d);
    }
    return h_.returns(xs, ds);
  }

 private:
  int pick(int64_t n) { return static_cast<int>(random_() % n); }
  ValueId value() { return pool_[pick(pool_.size())]; }
  Shape random_shape() {
    static const std::vector<Shape> shapes = {{4}, {8}, {2, 2}, {4, 2}, {2, 4}, {4, 4}, {8, 1}, {1, 2, 4}, {2, 2, 2}};
    return shapes[pick(shapes.size())];
  }
  DistType random_dist(const Shape& shape) {
    DistType d = whole({shape, ElementType::F32});
    if (pick(4) == 0) d.monoid = std::vector{Monoid::Mul, Monoid::Max, Monoid::Min}[pick(3)];
    for (int i : {pick(3), pick(3), pick(3)}) {
      const Axis& a = cube.axes()[i].first;
      DistType next = d;
      if (pick(4) == 0) next.partial.push_back(a);
      else next.dims[pick(shape.size())].push_back(a);
      if (ill_formed(cube, next).empty()) d = next;
    }
    return d;
  }
  AxisLists random_lists(int64_t rank) {
    AxisLists lists(rank);
    for (int i : {pick(3), pick(6)})
      if (i < 3 && rank > 0) lists[pick(rank)].push_back(cube.axes()[i].first);
    return lists;
  }
  Shape random_reshape(int64_t n) {
    Shape s;
    for (int i = 0; i < 2; ++i) {
      const int64_t f = int64_t{1} << pick(3);
      if (n % f == 0) {
        s.push_back(f);
        n /= f;
      }
    }
    s.insert(s.begin() + pick(static_cast<int>(s.size()) + 1), n);
    return s;
  }
  void statement() {
    const ValueId x = value(), y = value();
    const TensorType t = h_.type(x);
    const int64_t r = t.rank();
    const Monoid m = all_monoids[pick(4)];
    switch (pick(16)) {
      case 0: op(Add{}, {x, y}); break;
      case 1: op(Multiply{}, {x, y}); break;
      case 2: op(Maximum{}, {x, y}); break;
      case 3: op(Divide{}, {x, y}); break;
      case 4: op(Exponential{}, {x}); break;
      case 5: case 6: case 7: op(Reshape{random_reshape(t.elements())}, {x}); break;
      case 8: if (r >= 2) op(Transpose{r == 2 ? std::vector<int64_t>{1, 0} : std::vector<int64_t>{2, 0, 1}}, {x}); break;
      case 9: if (r >= 1) op(Reduce{{pick(r)}, m}, {x, zero_}); break;
      case 10: op(matmul(), {x, y}); break;
      case 11: {
        Shape s = t.shape;
        std::vector<int64_t> dims;
        for (int64_t d = 0; d < r; ++d) dims.push_back(d + 1);
        for (int64_t& n : s) n = n == 1 ? 1 + pick(2) : n;
        s.insert(s.begin(), 1 + pick(2));
        op(BroadcastInDim{dims, s}, {x});
        break;
      }
      case 12: op(splat(t, 2), {}); break;
      case 13: if (r >= 1) op(Concatenate{pick(r)}, {x, y}); break;
      case 14: if (r >= 1) op(Iota{pick(r), t.shape, ElementType::F32}, {}); break;
      default: break;
    }
    const ValueId z = value();
    const int64_t rank = h_.type(z).rank();
    switch (pick(12)) {
      case 0: case 1: pool_.push_back(h_.all_slice(random_lists(rank), z)); break;
      case 2: case 3: pool_.push_back(h_.all_gather(random_lists(rank), z)); break;
      case 4: pool_.push_back(h_.all_reduce(m, {cube.axes()[pick(3)].first}, z)); break;
      case 5: pool_.push_back(h_.reduce_scatter(m, random_lists(rank), z)); break;
      case 6: if (rank >= 2) pool_.push_back(h_.all_to_all(0, 1, {cube.axes()[pick(3)].first}, z)); break;
      default: break;
    }
  }
  void op(Op o, std::vector<ValueId> xs) { pool_.push_back(h_.op(std::move(o), std::move(xs))); }

  std::mt19937_64 random_;
  Hlo h_;
  std::vector<ValueId> pool_;
  ValueId zero_ = 0;
};

TEST(Soundness, accepted_random_programs_mean_what_their_dists_say) {
  int accepted = 0, together = 0, jointly_rejected = 0;
  for (uint64_t seed = 0; seed < 30000; ++seed) {
    const hlo::Program p = RandomProgram(seed).make();
    std::vector<DistType> D;
    try {
      D = infer(p);
    } catch (const Rejected& r) {
      jointly_rejected += r.expected.find("widened along") != std::string::npos;
      continue;
    }
    ++accepted;
    for (const hlo::Stmt& s : p.main.body.stmts)
      for (const AxisList& l : D[s.results[0]].dims) together += l.size() >= 2;
    ASSERT_TRUE(means_what_its_dists_say(p, D, seed)) << "seed " << seed;
  }
  // the sample is no empty one
  EXPECT_GT(accepted, 1000);
  EXPECT_GT(together, 250);
  EXPECT_GT(jointly_rejected, 3);  // by the extents that other axes leave
}

// ---- completeness: what the D-rules build, inference accepts

/// A program built forwards by the rules: each op on global types, its Ds by valid entries one axis
/// after the other, its local form by localising along them. So it has distributed types.
class BuiltProgram {
 public:
  explicit BuiltProgram(uint64_t seed) : random_(seed), h_(cube) {}

  /// Results are all values, or the last alone (then much is left open to inference).
  hlo::Program make(bool all_values) {
    for (int i = 0; i < 2; ++i) {
      DistType d = whole(random_type());
      for (const auto& [a, n] : cube.axes()) {
        DistType next = d;
        const int k = pick(4);
        if (k == 0) next.partial.push_back(a);
        else if (k < 3) next.dims[pick(d.dims.size())].push_back(a);
        if (ill_formed(cube, next).empty()) d = next;
      }
      add(h_.param(d), d);
    }
    const DistType scalar = whole(f32());
    add(zero_ = h_.op(splat(f32(), 0), {}), scalar);
    for (int i = 0; i < 8; ++i) statement();
    std::vector<ValueId> xs{pool_.back()};
    std::vector<DistType> ds{D_[pool_.back()]};
    if (all_values)
      for (ValueId x : pool_) {
        xs.push_back(x);
        ds.push_back(D_[x]);
      }
    return h_.returns(xs, ds);
  }

 private:
  int pick(int64_t n) { return static_cast<int>(random_() % n); }
  TensorType random_type() {
    static const std::vector<Shape> shapes = {{8}, {4, 2}, {2, 4}, {4, 4}, {8, 8}, {1, 8}, {2, 2, 2}, {2, 4, 8}};
    return {shapes[pick(shapes.size())], ElementType::F32};
  }
  ValueId value() { return pool_[pick(pool_.size())]; }
  /// A value of this global type if the first few tries find one.
  ValueId value_like(const DistType& d) {
    ValueId x = value();
    for (int i = 0; i < 6 && !(D_[x] == d); ++i) x = value();
    return x;
  }
  void add(ValueId x, DistType d) {
    pool_.push_back(x);
    D_[x] = std::move(d);
  }
  void apply(Op op, const std::vector<ValueId>& xs) {
    Operands operands;
    AxisLists lists;
    for (ValueId x : xs) {
      operands.push_back({D_[x].global, x == zero_ ? std::optional<uint64_t>(0) : std::nullopt});
      lists.insert(lists.end(), D_[x].dims.begin(), D_[x].dims.end());
      for (const Axis& a : D_[x].partial) lists.push_back({a});
    }
    DistType result;
    try {
      result = whole(op.infer(types_of(operands))[0]);
    } catch (const ConstraintViolation&) {
      return;
    }
    std::optional<AxisList> order = hlo::common_order(cube, lists);
    if (!order) return;
    for (const auto& [a, n] : cube.axes())
      if (!contains(*order, a)) order->insert(order->begin() + pick(static_cast<int64_t>(order->size()) + 1), a);
    for (const Axis& a : *order) {
      std::vector<EntryAttr> attrs;
      for (ValueId x : xs) attrs.push_back(hlo::attr_along(D_[x], a));
      std::vector<Entry> fitting;
      if (std::all_of(attrs.begin(), attrs.end(), [](const EntryAttr& e) { return e.is_any(); }))
        fitting.push_back({attrs, {any}});
      for (const Entry& e : valid_entries(op, operands, cube.size(a)))
        if (e.operands == attrs) fitting.push_back(e);
      if (fitting.empty()) return;
      const Entry& e = fitting[pick(fitting.size())];
      if (e.results[0].is_partial()) {
        if (!result.partial.empty() && result.monoid != e.results[0].monoid) return;
        result.monoid = e.results[0].monoid;
        result.partial.push_back(a);
      } else if (e.results[0].is_tile()) {
        result.dims[e.results[0].dim].push_back(a);
      }
      op = op.localise(e, cube.size(a), types_of(operands));
      for (size_t i = 0; i < xs.size(); ++i)
        if (attrs[i].is_tile()) operands[i].type.shape[attrs[i].dim] /= cube.size(a);
    }
    add(h_.op(op, xs), result);
  }
  void collective() {
    const ValueId x = value();
    DistType d = D_[x];
    const int64_t rank = d.global.rank();
    if (rank == 0) return;
    const int64_t k = pick(rank);
    AxisLists lists(rank);
    const Axis& a = cube.axes()[pick(3)].first;
    switch (pick(4)) {
      case 0:
        if (d.uses(a) || h_.type(x).shape[k] % 2 != 0) return;
        lists[k].push_back(a);
        d.dims[k].push_back(a);
        return add(h_.all_slice(lists, x), d);
      case 1:
        if (d.dims[k].empty()) return;
        for (int i = 0, n = 1 + pick(d.dims[k].size()); i < n; ++i) {
          lists[k].insert(lists[k].begin(), d.dims[k].back());
          d.dims[k].pop_back();
        }
        return add(h_.all_gather(lists, x), d);
      case 2: {
        const int64_t to = (k + 1) % rank;
        if (d.dims[k].empty() || to == k || h_.type(x).shape[to] % 2 != 0) return;
        const Axis moved = d.dims[k].back();
        d.dims[k].pop_back();
        d.dims[to].push_back(moved);
        return add(h_.all_to_all(k, to, {moved}, x), d);
      }
      default: {
        if (d.partial.empty()) return;
        const Axis reduced = d.partial.back();
        d.partial.pop_back();
        if (pick(2) || h_.type(x).shape[k] % 2 != 0) return add(h_.all_reduce(d.monoid, {reduced}, x), d);
        lists[k].push_back(reduced);
        d.dims[k].push_back(reduced);
        return add(h_.reduce_scatter(d.monoid, lists, x), d);
      }
    }
  }
  void statement() {
    const ValueId x = value(), y = value_like(D_[x]);
    const TensorType t = D_[x].global;
    const int64_t r = t.rank();
    switch (pick(12)) {
      case 0: return apply(Add{}, {x, y});
      case 1: return apply(Multiply{}, {x, y});
      case 2: return apply(matmul(), {x, y});
      case 3: case 4: {
        Shape s = random_type().shape;
        s[0] = 1;
        if (t.elements() % num_elements(s) != 0) return;
        s[0] = t.elements() / num_elements(s);
        return apply(Reshape{s}, {x});
      }
      case 5: if (r == 2) return apply(Transpose{{1, 0}}, {x}); break;
      case 6: if (r >= 1) return apply(Reduce{{pick(r)}, Monoid::Add}, {x, zero_}); break;
      case 7: {
        Shape s = t.shape;
        std::vector<int64_t> dims;
        for (int64_t d = 0; d < r; ++d) dims.push_back(d + 1);
        s.insert(s.begin(), 1 << pick(3));
        return apply(BroadcastInDim{dims, s}, {x});
      }
      case 8: return apply(splat(t, 2), {});
      default: return collective();
    }
  }

  std::mt19937_64 random_;
  Hlo h_;
  std::vector<ValueId> pool_;
  std::map<ValueId, DistType> D_;
  ValueId zero_ = 0;
};

TEST(Completeness, programs_built_by_the_D_rules_are_accepted) {
  int rejected = 0;
  for (uint64_t seed = 0; seed < 10000; ++seed) {
    const hlo::Program p = BuiltProgram(seed).make(seed % 2);
    try {
      infer(p);
    } catch (const Rejected& r) {
      std::string text;
      for (size_t i = 0; i < p.main.params.size(); ++i)
        text += value_name(p.main, p.main.params[i]) + " : " + to_string(p.main.param_dists[i]) + "\n";
      for (const hlo::Stmt& s : p.main.body.stmts) text += phrase(p.main, s) + " : " + to_string(p.main.type(s.results[0])) + "\n";
      for (size_t i = 0; i < p.main.body.results.size(); ++i)
        text += "return " + value_name(p.main, p.main.body.results[i]) + " : " + to_string(p.main.result_dists[i]) + "\n";
      // Inference decides an axis at a time where local extents of 1 leave open which dimension of a
      // reshape the axis tiles; that can be jointly wrong (a known gap of inference, not of the rules).
      if (text.find("reshape") == std::string::npos || ++rejected > 5)
        FAIL() << "seed " << seed << ": " << r.report() << "\n" << text;
    }
  }
}

}  // namespace
}  // namespace partir::dist_typing_test
