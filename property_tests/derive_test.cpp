// All entries of an op derived from its comprehension: what is listed is neither incorrect nor
// incomplete, and the derivation finds what trying every row finds.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "proofs/list_judgement.h"
#include "proofs/theorem3.h"
#include "property_tests/build.h"
#include "property_tests/part.h"
#include "property_tests/registry_cases.h"

namespace partir::derive_test {
namespace {
using namespace build;

std::string describe(const OpInstance& x, const Entry& e) {
  return std::string(x.op.name()) + " of " + to_string(types_of(x.operands)) + ": " + to_string(e);
}
std::set<std::string> texts(const std::vector<Entry>& entries) {
  std::set<std::string> all;
  for (const Entry& e : entries) all.insert(to_string(e));
  return all;
}
/// The law at axis sizes 2 and 3 and a few seeds.
bool law_holds(const OpInstance& x, const Entry& e) {
  const Types types = types_of(x.operands), results = x.op.infer(types);
  for (int64_t n : {2, 3}) {
    if (!extents_divide(e.operands, types, n) || !extents_divide(e.results, results, n) ||
        !x.op.allows(e, n))
      continue;
    for (uint64_t seed = 0; seed < 12; ++seed)
      if (!theorem3_violation(x.op, x.operands, e, n, 1000 * seed).empty()) return false;
  }
  return true;
}
/// Laws of the real numbers that Field lacks.
bool beyond_field(const OpInstance& x, const Entry& e) {
  return (x.op.get_if<Abs>() || x.op.get_if<Sign>()) && e.results[0] == partial(Monoid::Mul);
}
bool has_elements(const OpInstance& x) {
  const Types types = types_of(x.operands);
  const auto some = [](const TensorType& t) { return t.elements() != 0; };
  const Types results = x.op.infer(types);
  return std::all_of(types.begin(), types.end(), some) &&
         std::all_of(results.begin(), results.end(), some);
}

// ---- AllOps

TEST(Derive, all_ops_list_no_incorrect_entry_and_miss_none) {
  int64_t instances = 0, derived = 0, listed = 0, declined = 0, beyond = 0;
  std::map<std::string, std::map<std::string, int64_t>> reasons;  // by op
  for_each_instance([&](const Op& op, const Operands& operands) {
    const OpInstance x{op, operands};
    if (!has_elements(x) || ++instances % part != 0) return;
    const std::vector<Entry> entries = op.entries(operands);
    const ListJudgement d = judge_list(x, entries, 2);
    derived += static_cast<int64_t>(d.derived.size());
    listed += static_cast<int64_t>(entries.size());
    for (const Entry& e : d.missing) ADD_FAILURE() << "missing: " << describe(x, e);
    for (const auto& [e, why] : d.incorrect)
      ADD_FAILURE() << "incorrect: " << describe(x, e) << ": " << why;
    for (const auto& [e, why] : d.declined) {
      ++declined;
      ++reasons[std::string(op.name())][why];
      EXPECT_TRUE(beyond_field(x, e) || law_holds(x, e)) << describe(x, e);
    }
    for (const auto& [e, why] : d.beyond) {
      ++beyond;
      EXPECT_FALSE(prove_entry(x, e).proved) << "proved, not derived: " << describe(x, e);
    }
  });
  std::printf(
      "%lld entries derived of %lld instances; %lld listed, of which %lld are beyond derivation; "
      "%lld declined:\n",
      static_cast<long long>(derived), static_cast<long long>(instances),
      static_cast<long long>(listed), static_cast<long long>(beyond),
      static_cast<long long>(declined));
  for (const auto& [op, of] : reasons)
    for (const auto& [why, n] : of)
      std::printf("%5lld %s: %s\n", static_cast<long long>(n), op.c_str(), why.c_str());
  EXPECT_EQ(derived - declined, listed - beyond);
  if (part != 1) return;
  // each op that declines does, for each of its reasons
  for_each_op([&](auto o) {
    if constexpr (requires { o.declines(Entry{}, Operands{}); }) {
      const bool two = o.name == Concatenate::name || o.name == DynamicUpdateSlice::name;
      EXPECT_EQ(reasons[std::string(o.name)].size(), two ? 2u : 1u)
          << o.name;
    }
  });
}

// ---- complete

/// Every row of tiles, wholes and partial operands of `types` with a result, as far as all
/// operands' ⊕ are one.
void for_each_row(const Types& types, const TensorType& result,
                  const std::function<void(const Entry&)>& probe) {
  std::vector<EntryAttr> row(types.size());
  std::function<void(size_t, std::optional<Monoid>)> enumerate = [&](size_t i,
                                                                     std::optional<Monoid> m) {
    if (i == types.size()) {
      for (int64_t d = 0; d < result.rank(); ++d) probe({row, {tile(d)}});
      for (Monoid to : all_monoids)
        if (defined_on(to, result.element)) probe({row, {partial(to)}});
      return;
    }
    row[i] = any;
    enumerate(i + 1, m);
    for (int64_t d = 0; d < types[i].rank(); ++d) row[i] = tile(d), enumerate(i + 1, m);
    for (Monoid of : all_monoids)
      if (defined_on(of, types[i].element) && (!m || m == of))
        row[i] = partial(of), enumerate(i + 1, of);
  };
  enumerate(0, std::nullopt);
}
TEST(Derive, finds_what_trying_every_row_finds) {
  int64_t tried = 0, proved = 0;
  for_each_op([&](auto o) {
    using T = decltype(o);
    const auto samples = T::samples();
    for (size_t s = 0; s < std::min<size_t>(part == 1 ? 2 : 1, samples.size()); ++s) {
      const OpInstance x{samples[s].op, without_values(samples[s].operands)};
      const Types types = types_of(x.operands), results = x.op.infer(types);
      if (!x.op.comprehension(types) || types.size() > 3) continue;
      const std::vector<Entry> derived = derive_entries(x);
      for_each_row(types, results[0], [&](const Entry& e) {
        ++tried;
        if (!prove_entry(x, e).proved) return;
        ++proved;
        EXPECT_NE(std::find(derived.begin(), derived.end(), e), derived.end()) << describe(x, e);
      });
    }
  });
  std::printf("%lld rows tried, %lld proved\n", static_cast<long long>(tried),
              static_cast<long long>(proved));
  EXPECT_GT(proved, part == 1 ? 500 : 250);  // one sample of an op under the sanitizers, two without
}

TEST(Derive, is_of_the_comprehension_alone) {
  EXPECT_EQ(texts(derive_entries({matmul(), without_values({f32(6, 4), f32(4, 8)})})),
            (std::set<std::string>{"(tile<0>, any) -> tile<0>", "(any, tile<1>) -> tile<1>",
                                   "(tile<1>, tile<0>) -> partial<add>",
                                   "(partial<add>, any) -> partial<add>",
                                   "(any, partial<add>) -> partial<add>"}));
  EXPECT_EQ(texts(derive_entries({Reshape{{24}}, without_values({f32(6, 4)})}))
                .count("(tile<0>) -> tile<0>"),
            1u);
  EXPECT_TRUE(derive_entries({Cholesky{true}, without_values({f32(2, 3, 3)})}).empty());
  // a body of its own, with a row that no listed entry has: v0·v1 + v2 is additive in v0 with v2
  ScalarBody b = ScalarBody::of(std::vector(3, ElementType::F32));
  const int product = b.add(ElementType::F32, ApplyNode{ScalarFn::Multiply, {0, 1}});
  b.results = {b.add(ElementType::F32, ApplyNode{ScalarFn::Add, {product, 2}})};
  EXPECT_EQ(texts(derive_entries({Map{{0}, b}, without_values(Types(3, f32(6)))})),
            (std::set<std::string>{"(tile<0>, tile<0>, tile<0>) -> tile<0>",
                                   "(partial<add>, any, partial<add>) -> partial<add>",
                                   "(any, partial<add>, partial<add>) -> partial<add>"}));
}
TEST(Derive, does_not_try_every_row_of_many_operands) {
  const auto pieces = [](size_t n) {
    return OpInstance{Concatenate{0}, without_values(Types(n, f32(6)))};
  };
  EXPECT_EQ(derive_entries(pieces(3)).size(),
            2 + 2 * 7u);  // of max and min all rows of parts, of add and mul one
  const std::vector<Entry> derived =
      derive_entries(pieces(7));  // of more than four the row that the others follow from
  EXPECT_EQ(derived.size(), 4u);
  for (const Entry& e : derived)
    EXPECT_TRUE(std::all_of(e.operands.begin(), e.operands.end(),
                            [](const EntryAttr& σ) { return σ.is_partial(); }));
  const auto candidates = [](const OpInstance& x) {
    return detail::partial_candidates(x, *x.op.comprehension(types_of(x.operands)), Monoid::Max)
        .size();
  };
  EXPECT_EQ(candidates(pieces(60)), 1u);
  // a sum of products is additive in any choice of factors
  ScalarBody b = ScalarBody::of(std::vector(40, ElementType::F32));
  int sum = -1;
  for (int i = 0; i < 40; i += 2) {
    const int product = b.add(ElementType::F32, ApplyNode{ScalarFn::Multiply, {i, i + 1}});
    sum = sum < 0 ? product : b.add(ElementType::F32, ApplyNode{ScalarFn::Add, {sum, product}});
  }
  b.results = {sum};
  const OpInstance x{Map{{0}, b}, without_values(Types(40, f32(6)))};
  EXPECT_THROW(
      detail::partial_candidates(x, *x.op.comprehension(types_of(x.operands)), Monoid::Add),
      Unsupported);
}

// ---- planted faults

TEST(Derive, reports_each_entry_left_out_as_missing) {
  int64_t planted = 0;
  for_each_op([&](auto o) {
    const auto samples = decltype(o)::samples();
    const OpInstance x{samples[0].op, without_values(samples[0].operands)};
    const std::vector<Entry> listed = x.op.entries(x.operands), derived = derive_entries(x);
    for (size_t i = 0; i < listed.size(); i += part) {
      if (std::find(derived.begin(), derived.end(), listed[i]) == derived.end()) continue;
      ++planted;
      std::vector<Entry> fewer = listed;
      fewer.erase(fewer.begin() + static_cast<int64_t>(i));
      EXPECT_EQ(judge_list(x, fewer, 1).missing, std::vector{listed[i]}) << describe(x, listed[i]);
    }
  });
  EXPECT_GT(planted, 200 / part);
}
TEST(Derive, reports_each_wrong_entry_as_incorrect) {
  for (const Planted& p : planted()) {
    const OpInstance x{p.op, p.operands};
    std::vector<Entry> more = p.op.entries(p.operands);
    more.push_back(p.entry);
    const ListJudgement d = judge_list(x, more);
    EXPECT_FALSE(d.complete());
    ASSERT_EQ(d.incorrect.size(), 1u) << p.what;
    EXPECT_EQ(d.incorrect[0].entry, p.entry) << p.what;
    EXPECT_NE(d.incorrect[0].why.find("at axis size"), std::string::npos) << d.incorrect[0].why;
    EXPECT_EQ(std::find(d.derived.begin(), d.derived.end(), p.entry), d.derived.end()) << p.what;
  }
}

}  // namespace
}  // namespace partir::derive_test
