// The theorems on random well-typed programs (calculus.md section 4).
#include <gtest/gtest.h>

#include <cstdio>
#include <iostream>
#include <set>

#include "lowering/lower.h"
#include "property_tests/generate/campaign.h"
#include "property_tests/generate/describe.h"
#include "property_tests/generate/ill_typed.h"
#include "property_tests/generate/partitioned.h"
#include "property_tests/generate/program.h"
#include "semantics/dist_typing.h"

namespace partir {
namespace {

using namespace generate;  // NOLINT: what the statements are about

TEST(Campaign, the_statements_hold) {
  uint64_t first = 0;
  for (const Statement& s : statements()) for_programs(s, first += 1'000'000);
}
TEST(Campaign, a_broken_premise_is_named) {
  std::map<std::string, int64_t> refused;
  for (const generate::Breakage& b : generate::breakages()) {
    const std::string what = std::string(name(b.rule)) + " premise " + std::to_string(b.premise);
    for (uint64_t seed = 1; seed <= 2000 && refused[what] < 100; ++seed) {
      core::Program p = generate::decode(generate::draw(seed));
      generate::Source source(seed);
      if (!b.apply(p, source)) continue;
      ++refused[what];
      try {
        check(p);
        ADD_FAILURE() << "accepted, without " << what << ", seed " << seed << "\n" << generate::text(p);
        break;
      } catch (const Rejected& r) {
        if (r.rule == b.rule && r.premise == b.premise) continue;
        ADD_FAILURE() << what << " broken, seed " << seed << ": " << r.report() << "\n" << generate::text(p);
        break;
      }
    }
    EXPECT_EQ(refused[what], 100) << what;
  }
  // every premise of every T-rule
  for (const RuleInfo& r : partir::rules()) {
    if (!r.name.starts_with("T-")) continue;
    for (size_t n = 1; n <= r.premises.size(); ++n)
      EXPECT_TRUE(refused.contains(std::string(r.name) + " premise " + std::to_string(n))) << r.name << " " << n;
  }
}

/// Adds the rules that typing and running `h` apply; whether it has distributed types.
bool count_hlo(generate::RuleTable& fired, const hlo::Program& h) {
  Derivation local, distributed;
  check(h, &local);
  generate::count(fired, local);
  generate::count_phrases(fired, h);
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
  std::map<int64_t, int64_t> sizes, axes;
  std::map<std::string_view, int64_t> ops;
  constexpr int64_t n = 20000 / part, least = 100 / part;
  int64_t collectives = 0, two_axes = 0, typed = 0, typed_after_actions = 0;
  RuleCounts simplified;
  generate::Limits loop_free;
  loop_free.depth = 0;
  for (uint64_t seed = 1; seed <= n; ++seed) {
    const core::Program p = generate::decode(generate::draw(seed));
    Derivation rules;
    check(p, &rules);
    generate::count(fired, rules);
    generate::count_phrases(fired, p);
    int64_t statements = 0;
    bool communicates = false;
    core::walk(p.main.body, [&](const core::Stmt& s, int) {
      ++statements;
      if (const auto* op = std::get_if<OpExpr>(&s.expr)) ++ops[op->op.name()];
      if (const auto* l = std::get_if<core::LoopExpr>(&s.expr))
        for (const core::LoopAttr& a : l->attrs) communicates |= a.kind != core::LoopAttr::Kind::Any;
    });
    ++sizes[statements];
    ++axes[p.mesh.rank()];
    collectives += communicates;
    two_axes += p.mesh.rank() >= 2;
    typed += count_hlo(fired, lower(p, {}, &simplified));

    // of several schedules, for D-Scatter is rare
    const core::Program plain = generate::decode(generate::draw(seed, loop_free));
    for (uint64_t schedule = 0; schedule < 6; ++schedule) {
      const Partitioned q = partitioned(plain, seed * 6 + schedule);
      for (const auto& [r, k] : q.fired) fired[r] += k;
      typed_after_actions += count_hlo(fired, lower(q.fused, {}, &simplified));
    }
  }
  for (const auto& [r, k] : simplified) fired[r] += k;
  int64_t below = 0, median = 0;
  for (const auto& [size, k] : sizes) {
    if (below * 2 < n) median = size;  // what is below it is not half of them
    below += k;
  }
  std::cout << n << " programs: median " << median << " statements, collectives in " << collectives * 100 / n
            << " %, " << ops.size() << " ops, distributed types of " << typed * 100 / n << " %, after actions of "
            << typed_after_actions * 100 / (6 * n) << " %; axes";
  for (const auto& [a, k] : axes) std::cout << " " << a << ": " << k * 100 / n << " %";
  std::cout << "\nrule               fired\n";
  for (const RuleInfo& r : partir::rules()) {
    std::printf("%-18s %8lld\n", std::string(r.name).c_str(), static_cast<long long>(fired[r.rule]));
    EXPECT_GE(fired[r.rule], least) << r.name;
  }
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
}  // namespace partir
