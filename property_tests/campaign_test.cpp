// The theorems on random well-typed programs (calculus.md section 4).
#include <gtest/gtest.h>

#include <cstdio>
#include <iostream>
#include <set>

#include "lowering/lower.h"
#include "property_tests/generate/campaign.h"
#include "property_tests/generate/describe.h"
#include "property_tests/generate/ill_typed.h"
#include "property_tests/generate/ill_typed_hlo.h"
#include "property_tests/generate/partitioned.h"
#include "property_tests/generate/program.h"
#include "semantics/dist_typing.h"

namespace partir::campaign_test {
namespace {

using namespace generate;  // NOLINT: what the statements are about

TEST(Campaign, the_statements_hold) {
  uint64_t first = 0;
  for (const Statement& s : statements()) for_programs(s, first += 1'000'000);
}
TEST(Campaign, each_rewrite_alone_keeps_the_meaning) {
  // Theorem 5 rule by rule, on translations and on what random rules made of them
  for (const Rewrite& r : rewrites()) {
    int64_t programs = 0;
    for (uint64_t seed = 1; seed <= 60000 && programs < 100 / part; ++seed) {
      const Verdict v = theorem5_alone(r, seed);
      if (v.kind == Verdict::Kind::Undecided) continue;
      ++programs;
      EXPECT_TRUE(v.holds()) << name(r.rule) << ", seed " << seed << ": " << why(v);
    }
    std::printf("%-18s alone on %lld programs\n", std::string(name(r.rule)).c_str(), static_cast<long long>(programs));
    EXPECT_EQ(programs, 100 / part) << name(r.rule);
  }
}
/// Each breakage on 100 programs; and that there is one for each premise of each rule named `prefix`.
template <class B>
void each_is_named(const std::vector<B>& breakages, const std::string& prefix) {
  std::set<std::string> named;
  for (const B& b : breakages) {
    const std::string what = std::string(name(b.rule)) + " premise " + std::to_string(b.premise);
    int64_t refused = 0;
    for (uint64_t seed = 1; seed <= 5000 && refused < 100; ++seed) {
      const Verdict v = is_named(b, seed);
      EXPECT_FALSE(refutes(v)) << "seed " << seed << ": " << why(v);
      if (refutes(v)) break;
      refused += v.holds();
    }
    EXPECT_EQ(refused, 100) << what;
    named.insert(what);
  }
  for (const RuleInfo& r : partir::rules()) {
    if (!r.name.starts_with(prefix)) continue;
    for (size_t n = 1; n <= r.premises.size(); ++n)
      EXPECT_TRUE(named.contains(std::string(r.name) + " premise " + std::to_string(n))) << r.name << " " << n;
  }
}
TEST(Campaign, a_broken_premise_of_core_is_named) { each_is_named(breakages(), "T-"); }
TEST(Campaign, a_broken_premise_of_hlo_is_named) { each_is_named(hlo_breakages(), "H-"); }
TEST(Campaign, a_broken_premise_of_distributed_types_is_named) { each_is_named(dist_breakages(), "D-"); }

/// Adds the rules that typing and running `h` apply; whether it has distributed types.
bool count_hlo(generate::RuleTable& fired, const hlo::Program& h) {
  Derivation distributed;
  generate::count_all(fired, h);
  // sound, not complete: a reduction of chunks has no distributed type
  try {
    infer_dists(h, &distributed);
  } catch (const Rejected&) {
    return false;
  }
  generate::count(fired, distributed);
  fired[Rule::D_Let] += static_cast<int64_t>(h.main.body.stmts.size());
  return true;
}
TEST(Campaign, programs_are_rich_and_every_rule_fires) {
  generate::RuleTable fired;
  std::map<int64_t, int64_t> sizes, axes, ranks;
  std::map<std::string_view, int64_t> ops;
  constexpr int64_t n = 20000 / part, least = 100 / part;
  int64_t collectives = 0, two_axes = 0, typed = 0, typed_after_actions = 0;
  int64_t actions = 0, refused = 0;
  const generate::Limits loop_free = generate::detail::loop_free();
  for (uint64_t seed = 1; seed <= n; ++seed) {
    const core::Program p = generate::decode(generate::draw(seed));
    generate::count_all(fired, p);
    int64_t statements = 0;
    bool communicates = false;
    core::walk(p.main.body, [&](const core::Stmt& s, int) {
      ++statements;
      for (ValueId x : s.results) ++ranks[p.main.type(x).rank()];
      if (const auto* op = std::get_if<OpExpr>(&s.expr)) ++ops[op->op.name()];
      if (const auto* l = std::get_if<core::LoopExpr>(&s.expr))
        for (const core::LoopAttr& a : l->attrs) communicates |= a.kind != core::LoopAttr::Kind::Any;
    });
    ++sizes[statements];
    ++axes[p.mesh.rank()];
    collectives += communicates;
    two_axes += p.mesh.rank() >= 2;
    typed += count_hlo(fired, lower(p, {}, &fired));

    // of several schedules, for D-Scatter is rare
    const core::Program plain = generate::decode(generate::draw(seed, loop_free));
    for (uint64_t schedule = 0; schedule < 6; ++schedule) {
      const Partitioned q = partitioned(plain, seed * 6 + schedule);
      actions += q.taken;
      refused += q.refused;
      for (const auto& [r, k] : q.fired) fired[r] += k;
      typed_after_actions += count_hlo(fired, lower(q.fused, {}, &fired));
    }
  }
  int64_t below = 0, median = 0;
  for (const auto& [size, k] : sizes) {
    if (below * 2 < n) median = size;  // what is below it is not half of them
    below += k;
  }
  std::cout << n << " programs: median " << median << " statements, collectives in " << collectives * 100 / n
            << " %, " << ops.size() << " ops, distributed types of " << typed * 100 / n << " %, after actions of "
            << typed_after_actions * 100 / (6 * n) << " %; axes";
  for (const auto& [a, k] : axes) std::cout << " " << a << ": " << k * 100 / n << " %";
  std::cout << "; ranks";
  for (const auto& [r, k] : ranks) std::cout << " " << r << ": " << k;
  for (int64_t r = 0; r <= 5; ++r) EXPECT_GE(ranks[r], least) << "values of rank " << r;
  std::cout << "\n" << actions << " actions taken, " << refused << " refused";
  std::cout << "\nrule               fired\n";
  for (const RuleInfo& r : partir::rules()) {
    std::printf("%-18s %8lld\n", std::string(r.name).c_str(), static_cast<long long>(fired[r.rule]));
    EXPECT_GE(fired[r.rule], least) << r.name;
  }
  EXPECT_GT(actions, refused);
  EXPECT_GE(median, 8);
  EXPECT_GE(collectives * 100, n * 80);
  EXPECT_GT(two_axes * 2, n);
  size_t all = 0;
  for_each_op([&](auto op) {
    ++all;
    EXPECT_GE(ops[decltype(op)::name], least) << decltype(op)::name;
  });
  EXPECT_GE(ops.size(), all);
}

}  // namespace
}  // namespace partir::campaign_test
