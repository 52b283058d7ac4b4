// PartIR:Core in C++: programs that compile are well typed and mean what they say.
#include "semantics/embedded.h"

#include <gtest/gtest.h>

#include "interp/core_interp.h"
#include "interp/native.h"
#include "property_tests/proof_programs.h"
#include "property_tests/generate/describe.h"

namespace partir::embedded_test {
namespace {

using namespace embedded;  // NOLINT: the notation under test

using M = MeshOf<AxisOf<"B", 2>, AxisOf<"M", 3>>;

/// `tanh(x·w1)·w2`, the batch over B and the hidden dimension over M.
core::Program chain() {
  return function<M>([](auto s) {
    auto x = param<F32, 12, 6>(s);
    auto w1 = param<F32, 6, 12>(s);
    auto w2 = param<F32, 12, 6>(s);
    return loop<"B">(s, attributes(embedded::tile<0>), [&](auto s, auto r) {
      auto xs = slice<0>(s, x, r);
      return loop<"M">(s, attributes(embedded::reduce<Monoid::Add>), [&](auto s, auto m) {
        auto h = embedded::matmul(s, xs, slice<1>(s, w1, m));
        return embedded::matmul(s, op<Tanh>(s, h), slice<0>(s, w2, m));
      });
    });
  });
}

TEST(Embedded, a_program_is_the_one_that_is_built_by_hand) {
  const core::Program ours = chain(), theirs = proof_programs::chain(proof_programs::mesh(2, 3));
  std::vector<Tensor<Native>> args;
  for (ValueId x : ours.main.params) args.push_back(random_tensor<Native>(ours.main.type(x), 7 + x));
  ASSERT_EQ(ours.main.result_types, theirs.main.result_types);
  EXPECT_TRUE(equal(run<Native>(ours, args)[0], run<Native>(theirs, args)[0])) << generate::text(ours);
}
TEST(Embedded, several_results_and_any) {
  const core::Program p = function<M>([](auto s) {
    auto x = param<F32, 6, 4>(s);
    auto z = param<F32, 4, 4>(s);
    auto [t, sum, zz] = loop<"B">(
        s, attributes(embedded::tile<1>, embedded::reduce<Monoid::Max>, embedded::any), [&](auto s, auto r) {
          auto xs = slice<0>(s, x, r);
          return std::tuple{transpose(s, xs), xs, embedded::matmul(s, z, z)};
        });
    return std::tuple{t, sum, op<Add>(s, zz, embedded::splat<F32, 4, 4>(s, 1))};
  });
  EXPECT_EQ(to_string(p.main.result_types[0]), "tensor<4x6xf32>");
  EXPECT_EQ(to_string(p.main.result_types[1]), "tensor<3x4xf32>");
  EXPECT_EQ(p.main.body.stmts.size(), 3u);
}
TEST(Embedded, two_axes_on_one_dimension) {
  const core::Program p = function<M>([](auto s) {
    auto x = param<I32, 12>(s);
    return loop<"M">(s, attributes(embedded::tile<0>), [&](auto s, auto m) {
      auto outer = slice<0>(s, x, m);
      return loop<"B">(s, attributes(embedded::tile<0>), [&](auto s, auto r) {
        auto inner = slice<0>(s, outer, r);
        return op<Multiply>(s, inner, inner);
      });
    });
  });
  EXPECT_EQ(to_string(p.main.result_types), to_string(Types{{{12}, I32}}));
}
TEST(Embedded, a_range_that_outlives_its_loop_is_refused_when_the_program_is_made) {
  EXPECT_THROW(function<M>([](auto s) {
                 auto x = param<I32, 4>(s);
                 Range<"B"> stale{};
                 loop<"B">(s, attributes(embedded::tile<0>), [&](auto s, auto r) {
                   stale = r;
                   return slice<0>(s, x, r);
                 });
                 return loop<"B">(s, attributes(embedded::tile<0>), [&](auto s, auto) { return slice<0>(s, x, stale); });
               }),
               Rejected);
}

}  // namespace
}  // namespace partir::embedded_test
