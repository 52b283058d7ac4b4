// Ops: every labelled constraint of every shape rule has a rejecting instance, every sample is
// accepted, and attributes localise and globalise as inverses.
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <set>

#include "property_tests/build.h"
#include "semantics/core_typing.h"

namespace partir::ops_test {
namespace {
using namespace build;
using enum ElementType;

ReducePrecision reduce_precision(int64_t exponent_bits, int64_t mantissa_bits) {
  ReducePrecision op;
  op.exponent_bits = exponent_bits;
  op.mantissa_bits = mantissa_bits;
  return op;
}

struct Rejection {
  Op op;
  Types operands;
  std::string label;
};
/// One instance for each constraint, at least.
std::vector<Rejection> rejections() {
  const TensorType m = f32(6, 4), v = f32(4), s = f32(), i = i32(4), b = i1(4);
  std::vector<Rejection> all = {
      {BroadcastInDim{{0}, {4, 2}}, {v, v}, "C1"},
      {BroadcastInDim{{0, 1}, {4, 2}}, {v}, "C2"},
      {BroadcastInDim{{2}, {4, 2}}, {v}, "C3"},
      {BroadcastInDim{{-1}, {4, 2}}, {v}, "C3"},
      {BroadcastInDim{{0, 0}, {6, 4}}, {m}, "C3"},
      {BroadcastInDim{{1}, {4, 2}}, {v}, "C4"},
      {Clamp{}, {v, v}, "C1"},
      {Clamp{}, {f32(2), v, v}, "C2"},
      {Clamp{}, {i32(), v, v}, "C2"},
      {Clamp{}, {v, v, f32(2)}, "C3"},
      {Clamp{}, {v, v, i32()}, "C3"},
      {Compare{}, {v}, "C1"},
      {Compare{}, {v, i}, "C2"},
      {Compare{}, {v, f32(5)}, "C2"},
      {Compare{ComparisonDirection::LT, ComparisonOrder::Total}, {i, i}, "C3"},
      {Concatenate{0}, {}, "C1"},
      {Concatenate{1}, {v, v}, "C2"},
      {Concatenate{-1}, {v, v}, "C2"},
      {Concatenate{0}, {v, i}, "C3"},
      {Concatenate{0}, {v, m}, "C3"},
      {Concatenate{0}, {m, f32(6, 5)}, "C3"},
      {Constant{Literal::splat_value(v, 1)}, {v}, "C1"},
      {Convert{I32}, {}, "C1"},
      {DotGeneral{{}, {}, {1}, {0}, F32}, {m}, "C1"},
      {DotGeneral{{0}, {}, {1}, {0}, F32}, {m, m}, "C2"},
      {DotGeneral{{}, {}, {1}, {}, F32}, {m, m}, "C3"},
      {DotGeneral{{0}, {0}, {0}, {1}, F32}, {m, m}, "C4"},
      {DotGeneral{{}, {}, {2}, {0}, F32}, {m, m}, "C4"},
      {DotGeneral{{}, {}, {1}, {0}, F32}, {m, m}, "C5"},
      {DotGeneral{{0}, {0}, {}, {}, F32}, {m, v}, "C5"},
      {DotGeneral{{}, {}, {0}, {0}, F32}, {v, i}, "C6"},
      {Iota{0, {4}, I32}, {v}, "C1"},
      {Iota{1, {4}, I32}, {}, "C2"},
      {Iota{-1, {4}, I32}, {}, "C2"},
      {Iota{0, {}, I32}, {}, "C2"},
      {Iota{0, {4}, I1}, {}, "C3"},
      {OptimizationBarrier{}, {v, v}, "C1"},
      {Reduce{{0}, Monoid::Add}, {v}, "C1"},
      {Reduce{{0}, Monoid::Add}, {v, v}, "C2"},
      {Reduce{{0}, Monoid::Add}, {v, i32()}, "C2"},
      {Reduce{{1}, Monoid::Add}, {v, s}, "C3"},
      {Reduce{{0, 0}, Monoid::Add}, {m, s}, "C3"},
      {Reduce{{0}, Monoid::And}, {v, s}, "C4"},
      {Reduce{{0}, Monoid::Add}, {b, i1()}, "C4"},
      {reduce_precision(0, 1), {v}, "C4"},
      {reduce_precision(1, -1), {v}, "C5"},
      {Reshape{{5}}, {v}, "C2"},
      {Reshape{{4}}, {v, v}, "C1"},
      {Reverse{{0}}, {}, "C1"},
      {Reverse{{1}}, {v}, "C2"},
      {Reverse{{0, 0}}, {m}, "C2"},
      {Select{}, {b, v}, "C1"},
      {Select{}, {v, v, v}, "C2"},
      {Select{}, {i1(5), v, v}, "C2"},
      {Select{}, {b, v, i}, "C3"},
      {SliceOp{{0}, {4}, {1}}, {}, "C1"},
      {SliceOp{{0}, {4}, {1}}, {m}, "C2"},
      {SliceOp{{0}, {4}, {}}, {v}, "C2"},
      {SliceOp{{-1}, {4}, {1}}, {v}, "C3"},
      {SliceOp{{3}, {2}, {1}}, {v}, "C3"},
      {SliceOp{{0}, {5}, {1}}, {v}, "C3"},
      {SliceOp{{0}, {4}, {0}}, {v}, "C4"},
      {Transpose{{0}}, {v, v}, "C1"},
      {Transpose{{0, 0}}, {m}, "C2"},
      {Transpose{{0}}, {m}, "C2"},
      {Transpose{{1, 2}}, {m}, "C2"},
  };
  const TensorType u = i32(), c = i32(2, 1), z{{3, 3}, C64}, h{{4}, BF16};
  const ScalarBody add = monoid_body(Monoid::Add, F32), less = comparison_body(ScalarFn::Lt, F32);
  const WindowLists ones{{1}, {1}, {0}, {0}, {1}, {1}};
  auto with = [](auto op, auto&& change) {
    change(op);
    return op;
  };
  // [b, 0, f] x [0, i, o] -> [b, 0, f]
  const Convolution conv{{1}, {0}, {0}, {1}, {1}, {0}, 0, 2, {1}, 1, 2, {0}, 0, 2, {1}, 1, 1, F32};
  const TensorType image = f32(2, 4, 6), kernel = f32(3, 6, 2);
  const Gather rows{{1}, {0}, {}, {}, {0}, 1, {1, 4}};
  const Gather paired{{2}, {1}, {0}, {0}, {1}, 2, {1, 1, 4}};
  const TensorType cube = f32(2, 3, 4), places = i32(2, 5, 1);
  const Scatter into{{1}, {0}, {}, {}, {0}, 1, false, false, add};
  const Scatter paired_into{{2}, {1}, {0}, {0}, {1}, 2, false, false, add};
  const SelectAndScatter pool{{2}, {2}, {0}, {0}, comparison_body(ScalarFn::Ge, F32), add};
  constexpr int64_t huge = std::numeric_limits<int64_t>::max();
  const std::vector<Rejection> more = {
      {BatchNormInference{0, 1}, {m, v, v, v}, "C1"},
      {BatchNormInference{0, 1}, {i32(6, 4), v, v, v, v}, "C2"},
      {BatchNormInference{0, 2}, {m, v, v, v, v}, "C3"},
      {BatchNormInference{0, -1}, {m, v, v, v, v}, "C3"},
      {BatchNormInference{0, 0}, {m, v, v, v, v}, "C4"},
      {BatchNormTraining{0, 1}, {m, v}, "C1"},
      {BatchNormTraining{0, 1}, {i32(6, 4), v, v}, "C2"},
      {BatchNormTraining{0, 2}, {m, v, v}, "C3"},
      {BatchNormTraining{0, 1}, {m, v, i}, "C4"},
      {BatchNormGrad{0, 1}, {m, v, v, v}, "C1"},
      {BatchNormGrad{0, 1}, {i32(6, 4), v, v, v, i32(6, 4)}, "C2"},
      {BatchNormGrad{0, 2}, {m, v, v, v, m}, "C3"},
      {BatchNormGrad{0, 1}, {m, v, v, f32(6), m}, "C4"},
      {BatchNormGrad{0, 1}, {m, v, v, v, v}, "C5"},
      {BitcastConvert{I32}, {v, v}, "C1"},
      {BitcastConvert{I32}, {b}, "C2"},
      {BitcastConvert{I32}, {h}, "C2"},
      {BitcastConvert{I32}, {TensorType{{}, BF16}}, "C2"},
      {BitcastConvert{C64}, {TensorType{{4}, F64}}, "C3"},
      {BitcastConvert{F64}, {TensorType{{4}, C64}}, "C3"},
      {Cholesky{true}, {}, "C1"},
      {Cholesky{true}, {i32(3, 3)}, "C2"},
      {Cholesky{true}, {v}, "C3"},
      {Cholesky{true}, {m}, "C4"},
      {conv, {image}, "C1"},
      {conv, {image, m}, "C2"},
      {with(conv, [](auto& o) { o.strides = {1, 1}; }), {image, kernel}, "C3"},
      {with(conv, [](auto& o) { o.reversal = {}; }), {image, kernel}, "C3"},
      {with(conv, [](auto& o) { o.strides = {0}; }), {image, kernel}, "C4"},
      {with(conv, [](auto& o) { o.rhs_dilation = {0}; }), {image, kernel}, "C4"},
      {with(conv, [&](auto& o) { o.rhs_dilation = {huge}; }), {image, kernel}, "C4"},
      {with(conv, [&](auto& o) { o.low = {huge}; }), {image, kernel}, "C4"},
      {with(conv, [](auto& o) { o.input_batch = 1; }), {image, kernel}, "C5"},
      {with(conv, [](auto& o) { o.kernel_spatial = {3}; }), {image, kernel}, "C5"},
      {with(conv, [](auto& o) { o.output_feature = -1; }), {image, kernel}, "C5"},
      {with(conv, [](auto& o) { o.feature_groups = 0; }), {image, kernel}, "C6"},
      {with(conv, [](auto& o) { o.feature_groups = o.batch_groups = 2; }), {image, kernel}, "C6"},
      {with(conv, [](auto& o) { o.feature_groups = 2; }), {image, kernel}, "C7"},
      {with(conv, [&](auto& o) { o.feature_groups = huge; }), {image, kernel}, "C7"},
      {with(conv, [](auto& o) { o.batch_groups = 3; }), {image, kernel}, "C8"},
      {with(conv, [](auto& o) { o.batch_groups = 2; }), {image, f32(3, 6, 3)}, "C9"},
      {with(conv, [](auto& o) { o.feature_groups = 2; }), {image, f32(3, 3, 3)}, "C9"},
      {conv, {image, i32(3, 6, 2)}, "C10"},
      {DynamicSlice{{2}}, {v}, "C1"},
      {DynamicSlice{{2}}, {v, s}, "C2"},
      {DynamicSlice{{2, 2}}, {m, u, TensorType{{}, I64}}, "C2"},
      {DynamicSlice{{2}}, {m, u, u}, "C3"},
      {DynamicSlice{{5}}, {v, u}, "C4"},
      {DynamicSlice{{-1}}, {v, u}, "C4"},
      {DynamicUpdateSlice{}, {v, v}, "C1"},
      {DynamicUpdateSlice{}, {v, v, s}, "C2"},
      {DynamicUpdateSlice{}, {v, i, u}, "C3"},
      {DynamicUpdateSlice{}, {v, s, u}, "C3"},
      {DynamicUpdateSlice{}, {v, f32(5), u}, "C4"},
      {Fft{FftType::Fft, {3}}, {}, "C1"},
      {Fft{FftType::Fft, {}}, {z}, "C2"},
      {Fft{FftType::Fft, {3, 3, 3}}, {z}, "C2"},
      {Fft{FftType::Fft, {4}}, {v}, "C3"},
      {Fft{FftType::Rfft, {3}}, {z}, "C3"},
      {Fft{FftType::Fft, {4}}, {z}, "C4"},
      {Fft{FftType::Irfft, {3}}, {z}, "C4"},
      {rows, {m}, "C1"},
      {rows, {m, f32(2, 1)}, "C1"},
      {with(rows, [](auto& o) { o.index_vector_dim = 3; }), {m, c}, "C2"},
      {with(rows, [](auto& o) { o.start_index_map = {}; }), {m, c}, "C3"},
      {with(rows, [](auto& o) { o.start_index_map = {2}; }), {m, c}, "C3"},
      {with(rows, [](auto& o) { o.slice_sizes = {1}; }), {m, c}, "C4"},
      {with(rows, [](auto& o) { o.slice_sizes = {1, 5}; }), {m, c}, "C4"},
      {with(rows, [](auto& o) { o.collapsed = {2}; }), {m, c}, "C5"},
      {with(rows, [](auto& o) { o.collapsed = {1, 0}; }), {m, c}, "C5"},
      {with(rows, [](auto& o) { o.slice_sizes = {2, 4}; }), {m, c}, "C6"},
      {with(rows, [](auto& o) { o.slice_sizes = {0, 4}; }), {m, c}, "C6"},
      {with(paired, [](auto& o) { o.indices_batching = {}; }), {cube, places}, "C7"},
      {with(paired, [](auto& o) { o.indices_batching = {2}; }), {cube, places}, "C7"},
      {paired, {cube, i32(3, 5, 1)}, "C7"},
      {with(paired, [](auto& o) { o.start_index_map = {0}; }), {cube, places}, "C8"},
      {with(rows, [](auto& o) { o.offset_dims = {}; }), {m, c}, "C9"},
      {with(rows, [](auto& o) { o.offset_dims = {2}; }), {m, c}, "C9"},
      {Map{{0}, add}, {}, "C1"},
      {Map{{0}, add}, {v, f32(5)}, "C2"},
      {Map{{}, add}, {v, v}, "C3"},
      {Map{{0}, add}, {v, i}, "C4"},
      {Map{{0}, add}, {v}, "C4"},
      {Pad{{0}, {0}, {0}}, {v}, "C1"},
      {Pad{{0}, {0}, {0}}, {v, u}, "C2"},
      {Pad{{0}, {0}, {0}}, {v, v}, "C2"},
      {Pad{{0}, {0}, {}}, {v, s}, "C3"},
      {Pad{{0}, {0}, {-1}}, {v, s}, "C4"},
      {Pad{{huge}, {huge}, {0}}, {v, s}, "C4"},
      {Pad{{0}, {0}, {huge}}, {v, s}, "C4"},
      {Pad{{-3}, {-2}, {0}}, {v, s}, "C5"},
      {ReduceWindow{ones, add}, {v}, "C1"},
      {ReduceWindow{ones, argmax_body(F32, I32)}, {v, i32(5), s, u}, "C2"},
      {ReduceWindow{ones, add}, {v, u}, "C3"},
      {ReduceWindow{ones, add}, {m, s}, "C4"},
      {ReduceWindow{with(ones, [](auto& w) { w.stride = {0}; }), add}, {v, s}, "C5"},
      {ReduceWindow{with(ones, [](auto& w) { w.size = {-1}; }), add}, {v, s}, "C5"},
      {ReduceWindow{with(ones, [&](auto& w) { w.dilation = {huge}; }), add}, {v, s}, "C5"},
      {ReduceWindow{with(ones, [&](auto& w) { w.low = {-huge}; }), add}, {v, s}, "C5"},
      {ReduceWindow{ones, less}, {v, s}, "C6"},
      {ReduceWindow{ones, monoid_body(Monoid::Add, F16)}, {v, s}, "C6"},
      {into, {m, c}, "C1"},
      {into, {m, f32(2, 1), f32(2, 4)}, "C1"},
      {with(into, [](auto& o) { o.body = argmax_body(F32, F32); }),
       {m, f32(6, 5), c, f32(2, 4), f32(2, 4)}, "C2"},
      {into, {m, c, i32(2, 4)}, "C3"},
      {with(into, [](auto& o) { o.index_vector_dim = -1; }), {m, c, f32(2, 4)}, "C4"},
      {with(into, [](auto& o) { o.to_operand = {0, 1}; }), {m, c, f32(2, 4)}, "C5"},
      {with(into, [](auto& o) { o.to_operand = {2}; }), {m, c, f32(2, 4)}, "C5"},
      {into, {m, c, f32(2, 5)}, "C6"},
      {with(into, [](auto& o) { o.window_dims = {}; }), {m, c, f32(2, 4)}, "C6"},
      {with(into, [](auto& o) { o.inserted = {2}; }), {m, c, f32(2, 4)}, "C7"},
      {with(paired_into, [](auto& o) { o.indices_batching = {2}; }), {cube, places, f32(2, 5, 4)}, "C8"},
      {paired_into, {cube, i32(3, 5, 1), f32(3, 5, 4)}, "C8"},
      {into, {m, c, f32(3, 4)}, "C9"},
      {with(into, [&](auto& o) { o.body = less; }), {m, c, f32(2, 4)}, "C10"},
      {pool, {v, f32(2)}, "C1"},
      {pool, {v, f32(2), u}, "C2"},
      {pool, {v, i32(2), s}, "C2"},
      {pool, {m, f32(3, 2), s}, "C3"},
      {with(pool, [](auto& o) { o.stride = {0}; }), {v, f32(2), s}, "C4"},
      {with(pool, [&](auto& o) { o.high = {huge}; }), {v, f32(2), s}, "C4"},
      {pool, {v, f32(3), s}, "C5"},
      {with(pool, [&](auto& o) { o.select = add; }), {v, f32(2), s}, "C6"},
      {with(pool, [&](auto& o) { o.scatter = less; }), {v, f32(2), s}, "C7"},
      {Sort{0, true, less}, {}, "C1"},
      {Sort{0, true, less}, {v, f32(5)}, "C2"},
      {Sort{1, true, less}, {v}, "C3"},
      {Sort{-2, true, less}, {v}, "C3"},
      {Sort{0, true, less}, {i}, "C4"},
      {Sort{0, true, add}, {v}, "C4"},
      {TopK{1}, {v, v}, "C1"},
      {TopK{0}, {s}, "C2"},
      {TopK{5}, {v}, "C3"},
      {TopK{-1}, {v}, "C3"},
      {TopK{1}, {z}, "C4"},
      {TriangularSolve{}, {f32(3, 3)}, "C1"},
      {TriangularSolve{}, {f32(3, 3), z}, "C1"},
      {TriangularSolve{}, {i32(3, 3), i32(3, 3)}, "C2"},
      {TriangularSolve{}, {f32(3, 3), f32(3)}, "C3"},
      {TriangularSolve{}, {f32(2, 3, 3), f32(1, 3, 3)}, "C4"},
      {TriangularSolve{}, {f32(3, 3), f32(4, 3)}, "C5"},
      {TriangularSolve{}, {m, m}, "C5"},
      {VariadicReduce{{0}, add}, {v}, "C1"},
      {VariadicReduce{{0}, argmax_body(F32, I32)}, {v, i32(5), s, u}, "C2"},
      {VariadicReduce{{0}, add}, {v, u}, "C3"},
      {VariadicReduce{{1}, add}, {v, s}, "C4"},
      {VariadicReduce{{0}, less}, {v, s}, "C5"},
  };
  all.insert(all.end(), more.begin(), more.end());
  // the elementwise ops: too few operands, two types, an element type that is not accepted
  for_each_op([&](auto op) {
    using T = decltype(op);
    if constexpr (requires { T::accepted; }) {
      all.push_back({op, {}, "C1"});
      all.push_back({op, Types(T::arity + 1, v), "C1"});
      for (ElementType e : all_element_types) {
        if (!accepts(T::accepted, e)) all.push_back({op, Types(T::arity, {{4}, e}), "C3"});
        else if (T::arity == 2) {
          all.push_back({op, {{{4}, e}, {{5}, e}}, "C2"});
          all.push_back({op, {{{4}, e}, {{4}, e == F32 ? F64 : F32}}, "C2"});
        }
      }
    }
  });
  return all;
}

TEST(Ops, each_constraint_rejects_naming_T_Op_and_its_label) {
  for (const Rejection& r : rejections()) {
    SCOPED_TRACE(std::string(r.op.name()) + " " + r.label + " " + to_string(r.operands));
    Core c(Mesh{});
    std::vector<ValueId> xs;
    for (const TensorType& t : r.operands) xs.push_back(c.param(t));
    c.op_as(r.op, xs, f32());
    EXPECT_TRUE(rejects([&] { check(c.returns({})); }, Rule::T_Op, 1, 1, "",
                        std::string(r.op.name()) + " " + r.label + ": "));
  }
}
TEST(Ops, every_label_of_every_op_has_a_rejecting_instance) {
  std::map<std::string_view, std::set<std::string>> labels, expected;
  for (const Rejection& r : rejections()) labels[r.op.name()].insert(r.label);
  auto up_to = [](int n) {
    std::set<std::string> s;
    for (int i = 1; i <= n; ++i) s.insert("C" + std::to_string(i));
    return s;
  };
  expected = {{"broadcast_in_dim", up_to(4)}, {"clamp", up_to(3)},     {"compare", up_to(3)},
              {"concatenate", up_to(3)},      {"constant", up_to(1)},  {"convert", up_to(1)},
              {"dot_general", up_to(6)},      {"iota", up_to(3)},      {"optimization_barrier", up_to(1)},
              {"reduce", up_to(4)},           {"reshape", up_to(2)},   {"reverse", up_to(2)},
              {"select", up_to(3)},           {"slice", up_to(4)},     {"transpose", up_to(2)},
              {"batch_norm_grad", up_to(5)},  {"batch_norm_inference", up_to(4)},
              {"batch_norm_training", up_to(4)}, {"bitcast_convert", up_to(3)},
              {"cholesky", up_to(4)},         {"convolution", up_to(10)}, {"dynamic_slice", up_to(4)},
              {"dynamic_update_slice", up_to(4)}, {"fft", up_to(4)},   {"gather", up_to(9)},
              {"map", up_to(4)},              {"pad", up_to(5)},       {"reduce_window", up_to(6)},
              {"scatter", up_to(10)},         {"select_and_scatter", up_to(7)}, {"sort", up_to(4)},
              {"top_k", up_to(4)},            {"triangular_solve", up_to(5)},
              {"variadic_reduce", up_to(5)}};
  for_each_op([&](auto op) {
    using T = decltype(op);
    if constexpr (requires { T::accepted; }) {
      expected[T::name] = up_to(3);
      if (T::arity == 1) expected[T::name].erase("C2");
      if (T::accepted == Accepts::All) expected[T::name].erase("C3");
      if (T::name == "reduce_precision") expected[T::name].insert({"C4", "C5"});
    }
    EXPECT_TRUE(expected.count(T::name)) << "which constraints has " << T::name << "?";
  });
  EXPECT_EQ(labels, expected);
}

TEST(Ops, samples_are_accepted_and_their_comprehensions_have_the_inferred_type) {
  for_each_op([&](auto op) {
    using T = decltype(op);
    const auto samples = T::samples();
    EXPECT_FALSE(samples.empty()) << T::name;
    for (const auto& s : samples) {
      const Types results = s.op.infer(s.operands);
      ASSERT_FALSE(results.empty()) << T::name;
      if (const auto c = Op(s.op).comprehension(s.operands)) {
        EXPECT_EQ(results, Types{c->result}) << T::name;
      }
      EXPECT_GE(s.op.flops(s.operands), 0);
      Core c(Mesh{});
      std::vector<ValueId> xs;
      for (const TensorType& t : s.operands) xs.push_back(c.param(t));
      check(c.returns(c.ops(s.op, xs)));
    }
  });
}
TEST(Ops, samples_have_distinct_operands_and_are_equal_to_themselves_alone) {
  for_each_op([&](auto op) {
    using T = decltype(op);
    for (const auto& s : T::samples()) EXPECT_EQ(Op(s.op), Op(s.op));
  });
  EXPECT_FALSE(Op(Tanh{}) == Op(Exponential{}));
  EXPECT_FALSE(Op(reduce_precision(5, 10)) == Op(reduce_precision(5, 9)));
  EXPECT_FALSE(Op(Iota{0, {4}, I32}) == Op(Iota{0, {4}, F32}));
}

TEST(Ops, infers_what_stablehlo_does) {
  auto infer = [](const Op& op, Types x) { return op.infer(x)[0]; };
  EXPECT_EQ(infer(Abs{}, {{{4}, C64}}), f32(4));
  EXPECT_EQ(infer(MakeComplex{}, {f32(4), f32(4)}), (TensorType{{4}, C64}));
  EXPECT_EQ(infer(Real{}, {{{4}, C128}}), (TensorType{{4}, F64}));
  EXPECT_EQ(infer(Imag{}, {f32(4)}), f32(4));
  EXPECT_EQ(infer(BroadcastInDim{{1}, {2, 4}}, {f32(4)}), f32(2, 4));
  EXPECT_EQ(infer(BroadcastInDim{{1}, {2, 4}}, {f32(1)}), f32(2, 4));
  EXPECT_EQ(infer(Clamp{}, {f32(), f32(6), f32(6)}), f32(6));
  EXPECT_EQ(infer(Compare{}, {f32(6), f32(6)}), i1(6));
  EXPECT_EQ(infer(Concatenate{1}, {f32(6, 4), f32(6, 0), f32(6, 1)}), f32(6, 5));
  EXPECT_EQ(infer(Convert{I1}, {f32(6)}), i1(6));
  EXPECT_EQ(infer(DotGeneral{{0}, {1}, {2}, {0}, I32}, {i32(2, 6, 4), i32(4, 2, 3)}), i32(2, 6, 3));
  EXPECT_EQ(infer(DotGeneral{{}, {}, {}, {}, F32}, {f32(2), f32(3)}), f32(2, 3));
  EXPECT_EQ(infer(DotGeneral{{}, {}, {0}, {0}, F32}, {{{0}, BF16}, {{0}, BF16}}), f32());
  EXPECT_EQ(infer(IsFinite{}, {f32(6)}), i1(6));
  EXPECT_EQ(infer(Reduce{{0, 2}, Monoid::Max}, {i32(2, 3, 4), i32()}), i32(3));
  EXPECT_EQ(infer(Reduce{{}, Monoid::Or}, {i1(2), i1()}), i1(2));
  EXPECT_EQ(infer(Reshape{{}}, {f32(1, 1)}), f32());
  EXPECT_EQ(infer(Reshape{{0, 7}}, {f32(3, 0)}), f32(0, 7));
  EXPECT_EQ(infer(Select{}, {i1(), i32(3), i32(3)}), i32(3));
  EXPECT_EQ(infer(SliceOp{{1, 0}, {6, 0}, {2, 1}}, {f32(6, 4)}), f32(3, 0));
  EXPECT_EQ(infer(SliceOp{{1}, {6}, {std::numeric_limits<int64_t>::max()}}, {f32(6)}), f32(1));
  EXPECT_EQ(infer(VariadicReduce{{0}, monoid_body(Monoid::Add, F32)}, {{{4}, BF16}, {{}, BF16}}), f32());
  EXPECT_EQ(infer(Transpose{{2, 0, 1}}, {f32(2, 3, 4)}), f32(4, 2, 3));
}

TEST(Ops, localise_and_globalise_are_inverse_and_give_the_local_types) {
  int checked = 0;
  for_each_op([&](auto op) {
    using T = decltype(op);
    for (const auto& s : T::samples())
      for (int64_t n : {1, 2, 3}) {
        const Op whole(s.op);
        const Types results = whole.infer(s.operands);
        for (const Entry& e : valid_entries(whole, without_values(s.operands), n)) {
          SCOPED_TRACE(std::string(T::name) + " " + to_string(e) + " at " + std::to_string(n));
          const Op local = whole.localise(e, n, s.operands);
          EXPECT_EQ(local.globalise(e, n), whole);
          const std::vector<Entry> listed =
              local.entries(without_values(local_types(s.operands, e.operands, n)));
          // but for a reshape, where a part of extent 1 leads no group
          if (!whole.get_if<Reshape>()) {
            EXPECT_NE(std::find(listed.begin(), listed.end(), e), listed.end())
                << "an entry of the whole is none of its parts'";
          }
          EXPECT_EQ(local.infer(local_types(s.operands, e.operands, n)), local_types(results, e.results, n));
          ++checked;
        }
      }
  });
  EXPECT_GT(checked, 300);
}

TEST(Ops, list_has_no_name_twice_and_is_sorted) {
  std::vector<std::string> names;
  for_each_op([&](auto op) { names.emplace_back(decltype(op)::name); });
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

}  // namespace
}  // namespace partir::ops_test
