// E-rules of the Core interpreter, by hand-built programs.
#include "interp/core_interp.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <functional>
#include <numeric>
#include <random>
#include <sstream>

#include "interp/field.h"
#include "interp/native.h"
#include "interp/trace.h"
#include "semantics/core_typing.h"
#include "semantics/sanitizer.h"

namespace partir::core_interp_test {
namespace {

using F = ElementType;
using core::LoopAttr;

Tensor<Native> tensor(Shape shape, std::vector<float> v) {
  return Tensor<Native>::make<float>({std::move(shape), F::F32}, v);
}
/// Small integers as a literal, the same numbers in every domain.
template <class D>
Tensor<D> small_integers(const TensorType& type, uint32_t seed) {
  std::mt19937 gen(seed);
  Literal l{type, false, {}};
  for (int64_t i = 0; i < type.elements(); ++i) {
    const uint64_t bits = Literal::encode(type.element, static_cast<double>(gen() % 7) - 3);
    const auto* b = reinterpret_cast<const std::byte*>(&bits);
    l.data.insert(l.data.end(), b, b + byte_width(type.element));
  }
  return Tensor<D>::from_literal(l);
}

/// A function under construction.
struct Builder {
  core::Program p;
  core::Function& f() { return p.main; }
  ValueId value(Shape shape, std::string name = {}, F e = F::F32) {
    return f().add_value({std::move(shape), e}, std::move(name));
  }
  ValueId param(Shape shape, std::string name = {}, F e = F::F32) {
    f().params.push_back(value(std::move(shape), std::move(name), e));
    return f().params.back();
  }
  void returns(std::vector<ValueId> results) {
    f().body.results = results;
    for (ValueId x : results) f().result_types.push_back(f().type(x));
  }
};
core::Stmt op(Op o, std::vector<ValueId> x, ValueId y) {
  return {{y}, OpExpr{std::move(o), std::move(x)}, {"t.mlir", 7, 3, {}}};
}
core::Stmt slice(int64_t d, ValueId x, RangeId r, ValueId y) {
  return {{y}, core::SliceExpr{d, x, r}, {"t.mlir", 8, 3, {}}};
}
core::Stmt loop(Axis a, std::vector<LoopAttr> attrs, RangeId r, core::Block body,
                std::vector<ValueId> results) {
  return {std::move(results),
          core::LoopExpr{std::move(a), std::move(attrs), r, std::move(body)},
          {"t.mlir", 9, 3, {}}};
}
DotGeneral matmul() { return {{}, {}, {1}, {0}, F::F32}; }

/// loop "B" [σ] (r. slice d x[r]) over an axis of size n.
core::Program slices(int64_t n, Shape shape, int64_t d, LoopAttr sigma, Shape result) {
  Builder b;
  b.p.mesh = Mesh({{"B", n}});
  const ValueId x = b.param(shape, "x");
  const RangeId r = b.f().add_range("B", "r");
  Shape part = shape;
  if (static_cast<size_t>(d) < part.size()) part[d] /= n;
  const ValueId xs = b.value(part, "xs"), y = b.value(std::move(result), "y");
  b.f().body.stmts.push_back(loop("B", {sigma}, r, {{slice(d, x, r, xs)}, {xs}}, {y}));
  b.returns({y});
  return b.p;
}

TEST(E_Op, is_the_ops_own_definition) {
  Builder b;
  const ValueId x = b.param({2}), y = b.param({2}), z = b.value({2});
  b.f().body.stmts.push_back(op(Subtract{}, {x, y}, z));
  b.returns({z, x});
  check(b.p);
  const auto out = run<Native>(b.p, {tensor({2}, {5, 7}), tensor({2}, {1, 9})});
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[0].values<float>(), (std::vector<float>{4, -2}));
  EXPECT_EQ(out[1].values<float>(), (std::vector<float>{5, 7}));
}
TEST(E_Op, stuck_on_operands_of_other_types) {
  Builder b;
  const ValueId x = b.param({2}), y = b.param({3}), z = b.value({2});
  b.f().body.stmts.push_back(op(Subtract{}, {x, y}, z));
  b.returns({z});
  EXPECT_THROW(check(b.p), Rejected);
  try {
    run<Native>(b.p, {tensor({2}, {5, 7}), tensor({3}, {1, 2, 3})});
    FAIL();
  } catch (const Stuck& e) {
    EXPECT_EQ(e.where().line(), 7u);
    EXPECT_NE(e.report().find("E-Op"), std::string::npos) << e.report();
  }
}

TEST(E_Slice, takes_the_chunk_of_the_index) {
  struct Watch : CoreObserver<Native> {
    std::vector<std::vector<float>> seen;
    void on_stmt(const core::Stmt& s, const Coordinates& kappa,
                 const std::vector<Tensor<Native>>& results) override {
      if (!std::holds_alternative<core::SliceExpr>(s.expr)) return;
      EXPECT_EQ(kappa, (Coordinates{{0, static_cast<int64_t>(seen.size())}}));
      seen.push_back(results.at(0).values<float>());
    }
  } watch;
  const auto p = slices(3, {2, 3}, 1, LoopAttr::tile(1), {2, 3});
  check(p);
  run<Native>(p, {tensor({2, 3}, {1, 2, 3, 4, 5, 6})}, &watch);
  EXPECT_EQ(watch.seen, (std::vector<std::vector<float>>{{1, 4}, {2, 5}, {3, 6}}));
}
TEST(E_Slice, stuck_where_undefined) {
  const auto x = tensor({4}, {1, 2, 3, 4});
  auto stuck = [&](const core::Program& p) {
    EXPECT_THROW(check(p), Rejected);
    EXPECT_THROW(run<Native>(p, {x}), Stuck);
  };
  stuck(slices(3, {4}, 0, LoopAttr::tile(0), {4}));  // 3 does not divide 4
  stuck(slices(2, {4}, 1, LoopAttr::tile(0), {4}));  // no dimension 1
  stuck(slices(2, {4}, -1, LoopAttr::tile(0), {4}));
  auto p = slices(2, {4}, 0, LoopAttr::tile(0), {4});
  p.main.ranges.push_back({"B", "s"});  // a range variable that is not in scope
  auto& body = *std::get<core::LoopExpr>(p.main.body.stmts[0].expr).body;
  std::get<core::SliceExpr>(body.stmts[0].expr).range = 1;
  stuck(p);
  std::get<core::SliceExpr>(body.stmts[0].expr).range = 9;
  EXPECT_THROW(run<Native>(p, {x}), Stuck);
}

TEST(E_Tile, concatenates_in_coordinate_order) {
  const auto x = tensor({2, 3}, {1, 2, 3, 4, 5, 6});
  const auto same = run<Native>(slices(3, {2, 3}, 1, LoopAttr::tile(1), {2, 3}), {x});
  EXPECT_EQ(same[0].values<float>(), (std::vector<float>{1, 2, 3, 4, 5, 6}));
  const auto turned = run<Native>(slices(3, {2, 3}, 1, LoopAttr::tile(0), {6, 1}), {x});
  EXPECT_EQ(turned[0].values<float>(), (std::vector<float>{1, 4, 2, 5, 3, 6}));
  const auto one = run<Native>(slices(1, {2, 3}, 1, LoopAttr::tile(1), {2, 3}), {x});
  EXPECT_EQ(one[0].values<float>(), (std::vector<float>{1, 2, 3, 4, 5, 6}));
}
TEST(E_Tile, stuck_on_a_dimension_that_is_not_there) {
  for (int64_t d : {1, -1}) {
    const auto p = slices(2, {4}, 0, LoopAttr::tile(d), {4});
    EXPECT_THROW(run<Native>(p, {tensor({4}, {1, 2, 3, 4})}), Stuck);
  }
}

TEST(E_Reduce, folds_from_the_left_in_coordinate_order) {
  const auto p = slices(4, {4}, 0, LoopAttr::reduce(Monoid::Add), {1});
  // ((1e8 + 1) - 1e8) + 1 = 1 in f32; from the right it is 0 + .. = 0, in another order 2.
  EXPECT_EQ(run<Native>(p, {tensor({4}, {1e8f, 1, -1e8f, 1})})[0].values<float>()[0], 1.0f);
  EXPECT_EQ(run<Native>(p, {tensor({4}, {1e8f, -1e8f, 1, 1})})[0].values<float>()[0], 2.0f);
  const auto q = slices(4, {4}, 0, LoopAttr::reduce(Monoid::Max), {1});
  EXPECT_EQ(run<Native>(q, {tensor({4}, {-4, -2, -3, -9})})[0].values<float>()[0], -2.0f);
}
TEST(E_Reduce, stuck_where_the_monoid_is_not_defined) {
  const auto p = slices(2, {2}, 0, LoopAttr::reduce(Monoid::And), {1});
  EXPECT_THROW(check(p), Rejected);
  EXPECT_THROW(run<Native>(p, {tensor({2}, {1, 2})}), Stuck);
}

TEST(E_Any, is_the_value_at_zero) {
  // untyped on purpose: only then do the values differ
  const auto p = slices(2, {2}, 0, LoopAttr::any(), {1});
  EXPECT_THROW(check(p), Rejected);
  EXPECT_EQ(run<Native>(p, {tensor({2}, {8, 9})})[0].values<float>()[0], 8.0f);
  CoreObserver<Native> silent;  // observed, every iteration runs; the value is the same
  EXPECT_EQ(run<Native>(p, {tensor({2}, {8, 9})}, &silent)[0].values<float>()[0], 8.0f);
}

TEST(run_core, several_results_rank_0_and_empty_tensors) {
  Builder b;
  b.p.mesh = Mesh({{"B", 3}});
  const ValueId s = b.param({}, "s"), e = b.param({0, 2}, "e");
  const RangeId r = b.f().add_range("B", "r");
  const ValueId t = b.value({}), y = b.value({}), z = b.value({}), g = b.value({0, 2}),
                h = b.value({0, 6});
  core::Block body{{op(Negate{}, {s}, t), op(Negate{}, {e}, g)}, {t, t, g}};
  b.f().body.stmts.push_back(
      loop("B", {LoopAttr::any(), LoopAttr::reduce(Monoid::Add), LoopAttr::tile(1)}, r,
           std::move(body), {y, z, h}));
  b.returns({z, y, h});
  check(b.p);
  const auto out = run<Native>(b.p, {tensor({}, {2}), tensor({0, 2}, {})});
  EXPECT_EQ(out[0].values<float>(), std::vector<float>{-6});
  EXPECT_EQ(out[1].values<float>(), std::vector<float>{-2});
  EXPECT_EQ(out[2].shape(), (Shape{0, 6}));
}
TEST(run_core, bad_arguments_are_located) {
  auto p = slices(2, {4}, 0, LoopAttr::tile(0), {4});
  p.main.values[0].location = {"t.mlir", 2, 9, {}};
  EXPECT_THROW(run<Native>(p, {}), BadInput);
  EXPECT_THROW(run<Native>(p, {Tensor<Native>()}), BadInput);
  try {
    run<Native>(p, {tensor({2}, {1, 2})});
    FAIL();
  } catch (const BadInput& e) {
    EXPECT_EQ(e.report(),
              "t.mlir:2:9: error: argument 0 (%x) has type tensor<2xf32>, expected tensor<4xf32>");
  }
}
TEST(run_core, unchecked_programs_get_stuck) {
  auto stuck = [](const std::function<void(core::Program&, core::LoopExpr&)>& damage,
                  bool well_formed = true) {
    core::Program p = slices(2, {4}, 0, LoopAttr::tile(0), {4});
    damage(p, std::get<core::LoopExpr>(p.main.body.stmts[0].expr));
    if (well_formed) {  // a binder's id names a value of the function
      EXPECT_THROW(check(p), Rejected);
    }
    EXPECT_THROW(run<Native>(p, {tensor({4}, {1, 2, 3, 4})}), Stuck);
  };
  stuck([](auto&, auto& l) { l.axis = "Z"; });
  stuck([](auto&, auto& l) { l.attrs = {}; });
  stuck([](auto&, auto& l) { l.body->results = {99}; });
  stuck([](auto&, auto& l) { l.body->stmts[0].results = {99}; }, false);
  stuck([](auto&, auto& l) { l.body->stmts[0].results = {}; });
  stuck([](auto&, auto& l) { l.body->stmts.clear(); });
  stuck([](auto& p, auto&) { p.main.body.stmts[0].results = {}; });
  stuck([](auto& p, auto&) { p.main.body.results = {1}; });  // of the body, out of scope
  stuck([](auto& p, auto&) { p.main.body.stmts.clear(); });
  core::Program p = slices(2, {4}, 0, LoopAttr::tile(0), {4});
  std::get<core::LoopExpr>(p.main.body.stmts[0].expr).range = 12;
  EXPECT_THROW(run<Native>(p, {tensor({4}, {1, 2, 3, 4})}), Stuck);
  p = slices(2, {4}, 0, LoopAttr::tile(0), {4});
  p.main.params = {42};
  EXPECT_THROW(run<Native>(p, {tensor({4}, {1, 2, 3, 4})}), Stuck);
}

/// The chain of the calculus: x·w1·w2 plain, under BP, and under BP+MP.
enum class ChainLoops { None, BP, BPMP };
core::Program chain(ChainLoops loops) {
  Builder b;
  b.p.mesh = Mesh({{"B", 4}, {"M", 2}});
  const ValueId x = b.param({256, 8}, "x"), w1 = b.param({8, 16}, "w1"),
                w2 = b.param({16, 8}, "w2");
  const bool bp = loops != ChainLoops::None, mp = loops == ChainLoops::BPMP;
  const int64_t rows = bp ? 64 : 256, hidden = mp ? 8 : 16;
  const RangeId r = b.f().add_range("B", "r"), s = b.f().add_range("M", "s");
  const ValueId xs = bp ? b.value({rows, 8}, "xs") : x, u1 = mp ? b.value({8, hidden}, "u1") : w1,
                u2 = mp ? b.value({hidden, 8}, "u2") : w2;
  const ValueId h = b.value({rows, hidden}, "h"), y = b.value({rows, 8}, "y");
  core::Block inner;
  if (mp) inner.stmts = {slice(1, w1, s, u1), slice(0, w2, s, u2)};
  inner.stmts.push_back(op(matmul(), {xs, u1}, h));
  inner.stmts.push_back(op(matmul(), {h, u2}, y));
  inner.results = {y};
  core::Block body;
  if (bp) body.stmts.push_back(slice(0, x, r, xs));
  if (mp) {
    const ValueId sum = b.value({rows, 8}, "sum");
    body.stmts.push_back(loop("M", {LoopAttr::reduce(Monoid::Add)}, s, std::move(inner), {sum}));
    body.results = {sum};
  } else {
    body.stmts.insert(body.stmts.end(), inner.stmts.begin(), inner.stmts.end());
    body.results = {y};
  }
  if (bp) {
    const ValueId out = b.value({256, 8}, "out");
    b.f().body.stmts.push_back(loop("B", {LoopAttr::tile(0)}, r, std::move(body), {out}));
    b.returns({out});
  } else {
    b.f().body.stmts = body.stmts;
    b.returns({y});
  }
  return b.p;
}
template <class D>
void chain_keeps_its_meaning() {
  const std::vector<Tensor<D>> args = {small_integers<D>({{256, 8}, F::F32}, 1),
                                       small_integers<D>({{8, 16}, F::F32}, 2),
                                       small_integers<D>({{16, 8}, F::F32}, 3)};
  const auto plain = run<D>(chain(ChainLoops::None), args);
  EXPECT_EQ(plain[0].shape(), (Shape{256, 8}));
  EXPECT_FALSE(equal(plain[0], small_integers<D>({{256, 8}, F::F32}, 1)));
  for (ChainLoops loops : {ChainLoops::BP, ChainLoops::BPMP}) {
    const core::Program p = chain(loops);
    check(p);
    EXPECT_TRUE(equal(run<D>(p, args)[0], plain[0]));
  }
}
TEST(chain, loops_keep_its_meaning_in_the_field) { chain_keeps_its_meaning<Field>(); }
TEST(chain, loops_keep_its_meaning_on_small_integers_in_f32) { chain_keeps_its_meaning<Native>(); }
TEST(chain, is_the_product_of_the_matrices) {
  const auto x = small_integers<Native>({{256, 8}, F::F32}, 1),
             w1 = small_integers<Native>({{8, 16}, F::F32}, 2),
             w2 = small_integers<Native>({{16, 8}, F::F32}, 3);
  const auto y = run<Native>(chain(ChainLoops::BPMP), {x, w1, w2})[0].values<float>();
  const auto vx = x.values<float>(), v1 = w1.values<float>(), v2 = w2.values<float>();
  for (int i = 0; i < 256; ++i)
    for (int j = 0; j < 8; ++j) {
      float sum = 0;
      for (int k = 0; k < 16; ++k)
        for (int l = 0; l < 8; ++l) sum += vx[i * 8 + l] * v1[l * 16 + k] * v2[k * 8 + j];
      ASSERT_EQ(y[i * 8 + j], sum) << i << "," << j;
    }
}
TEST(chain, observers_see_every_statement_at_every_coordinate) {
  struct Count : CoreObserver<Native> {
    int stmts = 0, blocks = 0, iterations = 0, args = 0;
    size_t deepest = 0;
    void on_args(const std::vector<Tensor<Native>>& a) override { args += a.size(); }
    void on_iteration(const core::Stmt&, const Coordinates& k) override {
      ++iterations;
      deepest = std::max(deepest, k.size());
    }
    void on_stmt(const core::Stmt&, const Coordinates&,
                 const std::vector<Tensor<Native>>&) override {
      ++stmts;
    }
    void on_block(const core::Block&, const Coordinates&,
                  const std::vector<Tensor<Native>>&) override {
      ++blocks;
    }
  } count;
  run<Native>(
      chain(ChainLoops::BPMP),
      {small_integers<Native>({{256, 8}, F::F32}, 1), small_integers<Native>({{8, 16}, F::F32}, 2),
       small_integers<Native>({{16, 8}, F::F32}, 3)},
      &count);
  EXPECT_EQ(count.args, 3);
  EXPECT_EQ(count.iterations, 4 + 4 * 2);
  EXPECT_EQ(count.stmts, 1 + 4 * 2 + 4 * 2 * 4);  // loop B; slice, loop M; two slices, two dots
  EXPECT_EQ(count.blocks, 1 + 4 + 4 * 2);
  EXPECT_EQ(count.deepest, 2u);
}

TEST(CoreTrace, one_line_per_statement_with_coordinates) {
  const auto p = slices(2, {2}, 0, LoopAttr::tile(0), {2});
  std::ostringstream out;
  CoreTrace<Native> trace(p, out);
  run<Native>(p, {tensor({2}, {8, 9})}, &trace);
  EXPECT_EQ(out.str(),
            "%x = argument : tensor<2xf32> = [8, 9]\n"
            "%y = loop \"B\" [tile<0>] runs:\n"
            " %r = 0 of 2:\n"
            "  %xs = slice 0 %x[%r] at (B=0) : tensor<1xf32> = [8]\n"
            "  yield %xs\n"
            " %r = 1 of 2:\n"
            "  %xs = slice 0 %x[%r] at (B=1) : tensor<1xf32> = [9]\n"
            "  yield %xs\n"
            "%y = loop \"B\" [tile<0>] : tensor<2xf32> = [8, 9]\n"
            "return %y\n");
  Builder b;
  const ValueId x = b.param({8, 8}, "x");
  b.returns({x});
  std::ostringstream large;
  CoreTrace<Native> abbreviated(b.p, large);
  run<Native>(b.p, {Tensor<Native>::splat<float>({{8, 8}, F::F32}, 1)}, &abbreviated);
  EXPECT_EQ(large.str(),
            "%x = argument : tensor<8x8xf32> = [1, 1, 1, 1, .. 64 elements]\nreturn %x\n");
}

TEST(liveness, memory_stays_near_the_live_set) {
  if (address_sanitizer) GTEST_SKIP() << "the address sanitizer keeps freed memory";
  // 300 values of 4 MiB, two live at a time, inside a loop and out of it
  Builder b;
  b.p.mesh = Mesh({{"B", 2}});
  const Shape shape = {1 << 20};
  ValueId x = b.param(shape);
  const RangeId r = b.f().add_range("B", "r");
  auto add_chain = [&](core::Block& block) {
    for (int i = 0; i < 150; ++i) {
      const ValueId y = b.value(shape);
      block.stmts.push_back(op(Negate{}, {x}, y));
      x = y;
    }
  };
  add_chain(b.f().body);
  core::Block body;
  add_chain(body);
  body.results = {x};
  const ValueId y = b.value(shape);
  b.f().body.stmts.push_back(loop("B", {LoopAttr::reduce(Monoid::Add)}, r, std::move(body), {y}));
  b.returns({y});
  check(b.p);
  const auto x0 = Tensor<Native>::build<float>({shape, F::F32}, [](float* out) {
    std::iota(out, out + (1 << 20), 1.0f);
  });  // a splat would stay one element
  rusage before, after;
  getrusage(RUSAGE_SELF, &before);
  const auto out = run<Native>(b.p, {x0});
  getrusage(RUSAGE_SELF, &after);
  EXPECT_EQ(out[0].values<float>()[7], 16.0f);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 100 * 1024) << "KiB";
}

}  // namespace
}  // namespace partir::core_interp_test
