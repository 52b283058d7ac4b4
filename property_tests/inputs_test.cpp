// How arguments are drawn: programs that only particular values tell apart are refuted, and partial
// arguments come in parts that show what a program does to parts.
#include "proofs/inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "interp/parts.h"
#include "lowering/lower.h"
#include "proofs/compare.h"
#include "property_tests/build.h"

namespace partir::inputs_test {
namespace {

using namespace build;  // NOLINT: builders

const Mesh BM{{{"B", 4}, {"M", 2}}};

/// A reduction over all of a vector, whole, and one that forgets the all_reduce over B.
core::Program reduction(Monoid m, const TensorType& x, double init) {
  Core c{Mesh{}};
  const ValueId p = c.param(x, "x"), e = c.op(splat({{}, x.element}, init), {});
  return c.returns({c.op(Reduce{{0}, m}, {p, e})});
}
hlo::Program local_reduction(Monoid m, const TensorType& x, double init) {
  Hlo h(BM);
  const ValueId p = h.param(dist(x, {{"B"}}), "x"), e = h.op(splat({{}, x.element}, init), {});
  return h.returns({h.op(Reduce{{0}, m}, {p, e})}, {dist({{}, x.element}, {})});
}

/// Over hundreds of elements a shard's `and`, maximum or product is nearly always the whole's.
TEST(Inputs, reductions_that_saturate_are_refuted) {
  using enum ElementType;
  int cases = 0;
  for (int64_t n : {8, 256, 4096})
    for (ElementType e : {I1, I8, UI8, I16, I32, UI32, I64, F16, F32})
      for (Monoid m : all_monoids) {
        if (!defined_on(m, e)) continue;
        const double init = m == Monoid::Mul ? 1
                            : m == Monoid::And ? (is_bool(e) ? 1 : -1)
                            : m == Monoid::Max ? (is_float(e) ? -1e4 : e == I8 ? -128 : 0)
                            : m == Monoid::Min ? (is_float(e) ? 1e4 : is_bool(e) ? 1 : 127)
                                               : 0;
        const TensorType x{{n}, e};
        const Verdict v = compare(reduction(m, x, init), local_reduction(m, x, init), {.shrink = false});
        EXPECT_EQ(v.kind, Verdict::Kind::Refuted) << name(m) << " of " << to_string(x) << ": " << v.detail;
        ++cases;
      }
  EXPECT_GT(cases, 100);
}

/// Two programs that only integers in a certain range tell apart.
void expect_differ(const TensorType& x, const std::function<ValueId(Core&, ValueId)>& right,
                   const std::function<ValueId(Hlo&, ValueId)>& wrong) {
  Core c{Mesh{}};
  const ValueId p = c.param(x, "x");
  const core::Program whole = c.returns({right(c, p)});
  Hlo h(BM);
  const ValueId q = h.param(dist(x, AxisLists(x.shape.size())), "x");
  const ValueId y = wrong(h, q);
  const hlo::Program other = h.returns({y}, {dist(h.type(y), AxisLists(h.type(y).shape.size()))});
  EXPECT_EQ(compare(whole, other).kind, Verdict::Kind::Refuted);
}

TEST(Inputs, ranges_of_indices_are_drawn) {
  const TensorType labels = i32(8);
  auto one_hot = [&](auto& b, ValueId l, int64_t classes) {
    const TensorType grid = i32(8, classes);
    const ValueId at = b.op(Iota{1, grid.shape, ElementType::I32}, {});
    const ValueId wide = b.op(BroadcastInDim{{0}, grid.shape}, {l});
    return b.op(Compare{ComparisonDirection::EQ}, {wide, at});
  };
  // a device that only knows the first quarter of the classes
  expect_differ(
      labels, [&](Core& c, ValueId l) { return one_hot(c, l, 1024); },
      [&](Hlo& h, ValueId l) {
        const ValueId near = one_hot(h, l, 256), no = h.op(splat(i1(8, 768), 0), {});
        return h.op(Concatenate{1}, {near, no});
      });
  // a clamp from above, forgotten
  expect_differ(
      i32(8), [](Core& c, ValueId x) { return c.op(Minimum{}, {x, c.op(splat(i32(8), 100), {})}); },
      [](Hlo&, ValueId x) { return x; });
  // a shift that leaves nothing of small numbers
  const TensorType words{{8}, ElementType::UI32};
  expect_differ(
      words, [&](Core& c, ValueId x) { return c.op(ShiftRightLogical{}, {x, c.op(splat(words, 8), {})}); },
      [&](Hlo& h, ValueId) { return h.op(splat(words, 0), {}); });
}

/// What a branch compares with, and values that are not finite: reductions over B that forget it.
TEST(Inputs, constants_of_the_program_and_special_values_are_drawn) {
  using Build = std::function<ValueId(const std::function<ValueId(Op, std::vector<ValueId>)>&, ValueId, int64_t)>;
  auto constant = [](const TensorType& t, double v) { return splat(t, v); };
  auto of = [](ElementType e, int64_t n) { return TensorType{{n}, e}; };
  using enum ElementType;
  auto all = [&](ComparisonDirection d, ElementType e, double bound) -> Build {
    return [=](auto op, ValueId x, int64_t n) {
      const ValueId flags = op(Compare{d}, {x, op(constant(of(e, n), bound), {})});
      return op(Reduce{{0}, Monoid::And}, {flags, op(splat(i1(), 1), {})});
    };
  };
  struct Case {
    const char* what;
    ElementType element;
    Build build;
  };
  const Case cases[] = {
      {"all tokens are the end", I32, all(ComparisonDirection::EQ, I32, 2)},
      {"all above", F32, all(ComparisonDirection::GT, F32, 5)},
      {"all below a vocabulary", I32, all(ComparisonDirection::LT, I32, 50257)},
      {"all finite", F32,
       [](auto op, ValueId x, int64_t) {
         return op(Reduce{{0}, Monoid::And}, {op(IsFinite{}, {x}), op(splat(i1(), 1), {})});
       }},
      {"how many are padding", I32,
       [&](auto op, ValueId x, int64_t n) {
         const ValueId pad = op(Compare{ComparisonDirection::EQ}, {x, op(constant(of(I32, n), -100), {})});
         return op(Reduce{{0}, Monoid::Add}, {op(Convert{I32}, {pad}), op(splat(i32(), 0), {})});
       }},
      {"the largest flag", F32,
       [&](auto op, ValueId x, int64_t n) {
         const ValueId above = op(Compare{ComparisonDirection::GT}, {x, op(constant(of(F32, n), 3), {})});
         return op(Reduce{{0}, Monoid::Max}, {op(Convert{F32}, {above}), op(splat(f32(), 0), {})});
       }},
  };
  for (const Case& c : cases)
    for (int64_t n : {16, 4096}) {
      Core whole{Mesh{}};
      const TensorType t = of(c.element, n);
      const ValueId x = whole.param(t, "x");
      const core::Program p = whole.returns(
          {c.build([&](Op op, std::vector<ValueId> v) { return whole.op(std::move(op), std::move(v)); }, x, n)});
      Hlo h(BM);
      const ValueId y = h.param(dist(t, {{"B"}}), "x");
      const ValueId z = c.build(
          [&](Op op, std::vector<ValueId> v) { return h.op(std::move(op), std::move(v)); }, y, n / 4);
      const Verdict v = compare(p, h.returns({z}, {dist(h.type(z), {})}), {.shrink = false});
      EXPECT_EQ(v.kind, Verdict::Kind::Refuted) << c.what << ", " << n << ": " << v.detail;
    }
}

/// The same beside a sum of floats, which rounds: then only floats of moderate size are drawn along.
TEST(Inputs, integers_of_all_kinds_are_drawn_beside_moderate_floats) {
  auto program = [](auto& b, ValueId x, ValueId tokens) {
    const ValueId sum = b.op(Reduce{{0}, Monoid::Add}, {x, b.op(splat(f32(), 0), {})});
    const ValueId end = b.op(Compare{ComparisonDirection::EQ}, {tokens, b.op(splat(b.type(tokens), 2), {})});
    return std::vector{sum, b.op(Reduce{{0}, Monoid::And}, {end, b.op(splat(i1(), 1), {})})};
  };
  const TensorType x = f32(8), tokens = i32(4096);
  Core c{Mesh{}};
  const ValueId p = c.param(x, "x"), q = c.param(tokens, "tokens");
  const core::Program whole = c.returns(program(c, p, q));
  for (bool reduced : {true, false}) {
    Hlo h(BM);
    const ValueId y = h.param(dist(x, {{}}), "x"), z = h.param(dist(tokens, {{"B"}}), "tokens");
    std::vector<ValueId> results = program(h, y, z);
    if (reduced) results[1] = h.all_reduce(Monoid::And, {"B"}, results[1]);
    const Verdict v = compare(whole, h.returns(results, {dist(f32(), {}), dist(i1(), {})}), {.shrink = false});
    EXPECT_EQ(v.kind, reduced ? Verdict::Kind::Tested : Verdict::Kind::Refuted) << v.detail;
  }
}

/// Of a program that converts f32 to bf16: what bf16 loses beside 512 is all that is left of blocks as long as a device's part, or of two arguments.
TEST(Inputs, floats_cancel_that_a_narrower_type_loses) {
  using enum ElementType;
  const auto program = [](ElementType narrow) {
    Core c{Mesh{}};
    const ValueId x = c.param({{6, 2}, F32}, "x"), y = c.param({{6, 2}, F32}, "y"), part = c.op(SliceOp{{0, 0}, {3, 2}, {1, 1}}, {x});
    return c.returns({c.op(Convert{narrow}, {part}), y});
  };
  const Inputs none(program(F32)), inputs(program(BF16));
  std::set<std::pair<std::vector<float>, std::vector<float>>> drawn;
  for (int64_t r = 0; r < inputs.native_runs(); ++r) {
    if (inputs.float_draw(r) != FloatDraw::Cancelling) continue;
    const std::vector<Tensor<Native>> args = inputs.draw_native(static_cast<uint64_t>(r), FloatDraw::Cancelling);
    drawn.emplace(args[0].values<float>(), args[1].values<float>());
  }
  const std::vector<float> ones(12, 1), large(12, 512), negative(12, -512);
  const std::vector<float> blocks{512, 512, 1, 1, -512, -512, 512, 512, 1, 1, -512, -512}, whole{512, 512, 1, 1, 1, 1, 1, 1, 1, 1, -512, -512};
  using Both = std::pair<std::vector<float>, std::vector<float>>;
  EXPECT_THAT(drawn, testing::UnorderedElementsAre(Both{blocks, ones}, Both{ones, blocks}, Both{whole, ones}, Both{ones, whole}, Both{large, negative}));
  for (int64_t r = 0; r < none.native_runs(); ++r) EXPECT_NE(none.float_draw(r), FloatDraw::Cancelling);
}

/// A value that no draw makes vary is no evidence where the D-rules find no derivation.
TEST(Inputs, a_value_that_never_varied_is_undecided) {
  auto small = [](auto& b, ValueId x) {  // x·x < -1, of reals
    const ValueId below = b.op(Compare{ComparisonDirection::LT},
                               {b.op(Abs{}, {x}), b.op(splat(b.type(x), -1), {})});
    return b.op(Reduce{{0}, Monoid::Or}, {below, b.op(splat(i1(), 0), {})});
  };
  Core c{Mesh{}};
  const ValueId x = c.param(f32(16), "x");
  const core::Program p = c.returns({small(c, x)});
  Hlo h(BM);
  const ValueId y = h.param(dist(f32(16), {{"B"}}), "x");
  const Verdict v = compare(p, h.returns({small(h, y)}, {dist(i1(), {})}));
  EXPECT_EQ(v.kind, Verdict::Kind::Undecided) << v.detail;
  EXPECT_THAT(v.detail, testing::HasSubstr("was the same in every run"));
  EXPECT_EQ(compare(p, lower(p)).kind, Verdict::Kind::Tested);
}

/// Undefined everywhere is equal everywhere, and no evidence.
TEST(Inputs, a_result_that_is_always_nan_is_undecided) {
  Core c{Mesh{}};
  const ValueId x = c.param(f32(8), "x");
  const core::Program p = c.returns({c.op(Divide{}, {x, c.op(splat(f32(8), 0), {})}), x});
  Hlo h(BM);
  const ValueId y = h.param(dist(f32(8), {{}}), "x");
  const ValueId nan = h.op(splat(f32(8), std::nan("")), {});
  const hlo::Program q = h.returns({nan, y}, {dist(f32(8), {{}}), dist(f32(8), {{}})});
  const Verdict v = compare(p, q, {.native = false});
  EXPECT_EQ(v.kind, Verdict::Kind::Undecided) << v.detail;
  EXPECT_THAT(v.detail, testing::HasSubstr("8 elements of 8 of result 0 are NaN"));
  // in Native x/0 is an infinity of x's sign
  EXPECT_EQ(compare(p, q).kind, Verdict::Kind::Refuted);
  // of nothing, nothing can be NaN
  Core e{Mesh{}};
  const core::Program none = e.returns({e.param(f32(0), "x")});
  EXPECT_EQ(compare(none, lower(none)).kind, Verdict::Kind::Tested);
}

TEST(Inputs, what_a_program_does_to_parts_is_seen) {
  auto squares = [&](bool reduced_first) {
    Hlo h(BM);
    ValueId x = h.param(dist(f32(8), {{}}, {"M"}), "x");
    if (reduced_first) x = h.all_reduce(Monoid::Add, {"M"}, x);
    ValueId y = h.op(Multiply{}, {x, x});
    if (!reduced_first) y = h.all_reduce(Monoid::Add, {"M"}, y);
    return h.returns({y}, {dist(f32(8), {{}})});
  };
  Core c{Mesh{}};
  const ValueId x = c.param(f32(8), "x");
  const core::Program p = c.returns({c.op(Multiply{}, {x, x})});
  for (bool field : {true, false}) {
    EXPECT_EQ(compare(p, squares(true), {.field = field, .native = !field}).kind, Verdict::Kind::Tested);
    EXPECT_EQ(compare(p, squares(false), {.field = field, .native = !field}).kind, Verdict::Kind::Refuted);
  }
  // a partial<⊕> parameter that is used as if it were whole
  for (Monoid m : all_monoids)
    for (ElementType e : {ElementType::F32, ElementType::I32, ElementType::I1, ElementType::BF16}) {
      if (!defined_on(m, e)) continue;
      const TensorType t{{16}, e};
      Core id{Mesh{}};
      const core::Program same = id.returns({id.param(t, "x")});
      Hlo h(BM);
      const ValueId part = h.param(dist(t, {{}}, {"M"}, m), "x");
      EXPECT_EQ(compare(same, h.returns({part}, {dist(t, {{}})})).kind, Verdict::Kind::Refuted)
          << name(m) << " " << to_string(t);
      Hlo k(BM);
      const ValueId whole = k.all_reduce(m, {"M"}, k.param(dist(t, {{}}, {"M"}, m), "x"));
      const Verdict v = compare(same, k.returns({whole}, {dist(t, {{}})}));
      EXPECT_EQ(v.kind, Verdict::Kind::Tested) << name(m) << " " << to_string(t) << v.detail;
    }
}

/// In every domain, for every ⊕ and number of parts: they combine to the whole, exactly.
TEST(Parts, combine_to_the_whole) {
  auto in = [&]<class D>(D) {
    using enum ElementType;
    for (ElementType e : {I1, I8, UI16, I64, BF16, F16, F32, F64})
      for (Monoid m : all_monoids) {
        if (!defined_on(m, e)) continue;
        for (int64_t n : {1, 2, 3, 7}) {
          const TensorType t{{3, 5}, e};
          const Tensor<D> whole = random_tensor<D>(t, 5);
          const Mesh mesh{{{"a", n}}};
          const DistType at = dist(t, {{}, {}}, {"a"}, m);
          const Family<D> V = distribute_randomly(mesh, at, whole, 3);
          EXPECT_FALSE(represents(mesh, at, V, whole)) << D::name << " " << name(m) << " " << to_string(t);
          const bool one_part_says_all = !represents(mesh, dist(t, {{}, {}}), V, whole);
          EXPECT_EQ(one_part_says_all, n == 1) << D::name << " " << name(m) << " " << to_string(t);
        }
      }
  };
  in(Field{});
  in(Native{});
}

TEST(Inputs, come_from_types_and_seed_alone) {
  const core::Program p = reduction(Monoid::Max, {{64}, ElementType::I32}, 0);
  const Inputs a(p), b(p);
  EXPECT_GE(a.runs(), 4);
  std::set<Draw> kinds;
  for (int64_t s = 1; s <= a.runs(); ++s) {
    kinds.insert(a.kind(static_cast<uint64_t>(s)));
    EXPECT_TRUE(equal(a.draw<Field>(0, static_cast<uint64_t>(s)), b.draw<Field>(0, static_cast<uint64_t>(s))));
  }
  EXPECT_EQ(kinds.size(), static_cast<size_t>(a.runs()));
  EXPECT_FALSE(equal(a.draw<Field>(0, 1), a.draw<Field>(0, 2)));
  // the largest float of a shard is seldom that of all
  EXPECT_EQ(Inputs(reduction(Monoid::Max, f32(64), 0)).runs(), 4);
  // where a run costs much, kinds are left out, and it is told
  Core h{Mesh{}};
  const ValueId big = h.param(f32(512, 512), "x");
  const ValueId product = h.op(matmul(), {big, big});
  const core::Program heavy = h.returns({h.op(Compare{ComparisonDirection::GT}, {product, big})});
  const Inputs of_heavy(heavy);
  EXPECT_TRUE(of_heavy.fewer_kinds());
  bool special = false;  // without it is_finite would never be false
  for (int64_t seed = 1; seed <= of_heavy.runs(); ++seed)
    special |= of_heavy.kind(static_cast<uint64_t>(seed)).kind == Draw::Kind::Special;
  EXPECT_TRUE(special);
  EXPECT_FALSE(a.fewer_kinds());
  // a sum of products has nothing that uniform floats do not show
  Core c{Mesh{}};
  const ValueId x = c.param(f32(4, 4), "x");
  EXPECT_EQ(Inputs(c.returns({c.op(matmul(), {x, x})})).runs(), 4);
}

}  // namespace
}  // namespace partir::inputs_test
