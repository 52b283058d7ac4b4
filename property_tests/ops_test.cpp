// Ops: every labelled constraint of every shape rule has a rejecting instance, every sample is
// accepted, and attributes localise and globalise as inverses.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "property_tests/build.h"
#include "semantics/core_typing.h"

namespace partir {
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
      {Compare{ComparisonDirection::LT}, {{{4}, C64}, {{4}, C64}}, "C3"},
      {Compare{ComparisonDirection::LT, ComparisonOrder::Total}, {i, i}, "C4"},
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
      {DotGeneral{{}, {}, {0}, {0}, F32}, {b, b}, "C6"},
      {DotGeneral{{}, {}, {0}, {0}, I1}, {i, i}, "C6"},
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
  expected = {{"broadcast_in_dim", up_to(4)}, {"clamp", up_to(3)},     {"compare", up_to(4)},
              {"concatenate", up_to(3)},      {"constant", up_to(1)},  {"convert", up_to(1)},
              {"dot_general", up_to(6)},      {"iota", up_to(3)},      {"optimization_barrier", up_to(1)},
              {"reduce", up_to(4)},           {"reshape", up_to(2)},   {"reverse", up_to(2)},
              {"select", up_to(3)},           {"slice", up_to(4)},     {"transpose", up_to(2)}};
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
      ASSERT_EQ(results.size(), 1u) << T::name;
      EXPECT_EQ(s.op.comprehension(s.operands).result, results[0]) << T::name;
      EXPECT_GE(s.op.flops(s.operands), 0);
      Core c(Mesh{});
      std::vector<ValueId> xs;
      for (const TensorType& t : s.operands) xs.push_back(c.param(t));
      check(c.returns({c.op(s.op, xs)}));
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
}  // namespace partir
