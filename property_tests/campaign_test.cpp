// The theorems on random well-typed programs (calculus.md section 4).
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <set>

#include "lowering/lower.h"
#include "partition/actions.h"
#include "partition/fuse.h"
#include "partition/materialise.h"
#include "partition/propagate.h"
#include "proofs/compare.h"
#include "proofs/gtest.h"
#include "proofs/theorem1.h"
#include "property_tests/generate/describe.h"
#include "property_tests/generate/ill_typed.h"
#include "property_tests/generate/program.h"
#include "semantics/dist_typing.h"

namespace partir {
namespace {

using generate::Recipe;

/// The sanitizers look at a tenth of the programs.
#if defined(__SANITIZE_ADDRESS__)
constexpr int64_t part = 10;
#else
constexpr int64_t part = 1;
#endif

/// Why a statement fails of the program of a recipe; empty where it holds.
using Statement = std::string (*)(const core::Program&, uint64_t seed);

std::string why(const Verdict& v) {
  if (v.holds()) return {};
  return std::string(name(v.kind)) + ": " + v.detail + (v.counterexample ? "\n" + to_string(*v.counterexample) : "");
}
/// With what is thrown as a reason, too.
template <class F>
std::string reason(F&& f) {
  try {
    return f();
  } catch (const Error& e) {
    return e.report();
  } catch (const ConstraintViolation& v) {
    return "ill-formed op: " + v.label + " " + v.text + ": " + v.found;
  } catch (const std::exception& e) {
    return e.what();
  }
}

/// The statement on `count` programs; the first that fails, as simple as it gets.
void for_programs(const char* what, uint64_t first, int64_t count, Statement holds,
                  const generate::Limits& limits = {}) {
  const auto start = std::chrono::steady_clock::now();
  count /= part;
  // PARTIR_CAMPAIGN=20 looks at twenty times as many
  if (const char* more = std::getenv("PARTIR_CAMPAIGN")) count *= std::max(1, std::atoi(more));
  for (uint64_t seed = first; seed < first + static_cast<uint64_t>(count); ++seed) {
    auto fails = [&](const Recipe& r) {
      return reason([&] { return holds(generate::decode(r), seed); });
    };
    const Recipe r = generate::draw(seed, limits);
    if (fails(r).empty()) continue;
    const Recipe small = generate::shrunk(r, [&](const Recipe& s) { return !fails(s).empty(); }, 3000);
    FAIL() << what << ", seed " << seed << ": " << fails(small) << "\n"
           << reason([&] { return generate::text(generate::decode(small)); });
  }
  const double s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::cout << what << ": " << count << " programs, " << static_cast<int64_t>(count / s) << " a second\n";
}

TEST(Campaign, generated_programs_are_well_typed) {
  for_programs("typing", 1, 20000, [](const core::Program& p, uint64_t) {
    check(p);
    return std::string();
  });
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
TEST(Campaign, theorem_1) {
  for_programs("Theorem 1", 100000, 1000,
               [](const core::Program& p, uint64_t) { return why(theorem1(p)); });
}
TEST(Campaign, theorem_2_native) {
  for_programs("Theorem 2 in Native", 200000, 2000, [](const core::Program& p, uint64_t seed) {
    return why(theorem2<Native>(p, translate(p), {1, seed}));
  });
}
TEST(Campaign, theorem_2_field) {
  for_programs("Theorem 2 in Field", 300000, 2000, [](const core::Program& p, uint64_t seed) {
    return why(theorem2<Field>(p, translate(p), {1, seed}));
  });
}
TEST(Campaign, corollary_for_lowerings) {
  for_programs("corollary of Theorem 2", 400000, 1000, [](const core::Program& p, uint64_t seed) {
    CompareOptions options;
    options.runs = options.native_runs = 1;
    options.seed = seed;
    options.shrink = false;
    const Verdict v = compare(p, lower(p), options);
    // a value that one draw does not vary is no fault
    return v.kind == Verdict::Kind::Undecided ? std::string() : why(v);
  });
}
TEST(Campaign, simplification_ends_at_a_fixed_point) {
  for_programs("simplification", 500000, 3000, [](const core::Program& p, uint64_t) {
    const hlo::Program h = lower(p);
    check(h);
    RuleCounts again;
    const hlo::Program same = simplify(h, {}, &again);
    std::string fired;
    for (const auto& [rule, n] : again) fired += " " + std::string(name(rule));
    return fired.empty() ? fired : "simplifying again applies" + fired;
  });
}

/// Actions drawn from a seed on a loop-free program, and what they make of it; counts by rule.
struct Partitioned {
  core::Program plain, materialised, fused;
  generate::RuleTable fired;
};
Partitioned partitioned(const core::Program& p, uint64_t seed) {
  Partitioned all;
  all.plain = p;
  generate::Source source(seed);
  State state(p);
  const auto& axes = p.mesh.axes();
  for (int64_t actions = axes.empty() ? 0 : 1 + source.below(6); actions > 0; --actions) {
    const auto x = static_cast<ValueId>(source.below(static_cast<int64_t>(p.main.values.size())));
    const Axis& a = axes[static_cast<size_t>(source.below(static_cast<int64_t>(axes.size())))].first;
    const int64_t rank = p.main.type(x).rank();
    const Location here{"schedule", 1, 1, {}};
    try {
      if (rank > 0 && source.below(5) > 0) {
        tile(state, x, source.below(rank), a, "t", here);
        ++all.fired[Rule::R_Tile];
      } else {
        atomic(state, x, a, "t", here);
        ++all.fired[Rule::R_Atomic];
      }
    } catch (const BadAction&) {  // refused, and the state is as it was
    }
    propagate(state, "t");
  }
  for (size_t s = 0; s < state.size(); ++s)
    for (const Cell& c : state.cells(static_cast<int>(s))) ++all.fired[c.rule];
  all.materialised = materialise(state);
  all.fused = fuse(all.materialised);
  auto loops = [](const core::Program& q) {
    int64_t n = 0;
    core::walk(q.main.body, [&](const core::Stmt& s, int) { n += std::holds_alternative<core::LoopExpr>(s.expr); });
    return n;
  };
  all.fired[Rule::R_Fuse] += std::max<int64_t>(0, loops(all.materialised) - loops(all.fused));
  return all;
}
/// Whether `q` has p's results on the same arguments, in Field.
std::string differs(const core::Program& p, const core::Program& q, uint64_t seed) {
  const auto args = Inputs(p).draw_all<Field>(seed);
  const auto expected = run<Field>(p, args), found = run<Field>(q, args);
  for (size_t i = 0; i < expected.size(); ++i)
    if (auto at = first_difference(expected[i], found.at(i)))
      return "result " + std::to_string(i) + " at " + to_string(*at) + ": " + found[i].element_text(*at) +
             ", not " + expected[i].element_text(*at);
  return {};
}
TEST(Campaign, theorem_4_actions_and_propagation) {
  static generate::RuleTable fired;
  generate::Limits loop_free;
  loop_free.depth = 0;
  for_programs("Theorem 4", 600000, 3000, [](const core::Program& p, uint64_t seed) {
    const Partitioned q = partitioned(p, seed);
    for (const auto& [r, n] : q.fired) fired[r] += n;
    for (const core::Program* each : {&q.materialised, &q.fused}) {
      check(*each);
      if (std::string bad = differs(p, *each, seed); !bad.empty())
        return (each == &q.fused ? "fused: " : "materialised: ") + bad + "\n" + generate::text(*each);
    }
    return std::string();
  }, loop_free);
  for (const auto& [r, n] : fired) std::cout << name(r) << " " << n << "\n";
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
