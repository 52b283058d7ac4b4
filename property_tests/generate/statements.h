// The statements of calculus.md section 4 about one generated program each.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "lowering/lower.h"
#include "proofs/compare.h"
#include "proofs/counterexample_text.h"
#include "proofs/theorem1.h"
#include "property_tests/generate/open_terms.h"
#include "property_tests/generate/partitioned.h"
#include "property_tests/generate/program.h"
#include "semantics/hlo_typing.h"

namespace partir::generate {

/// A statement that holds of every well-typed program.
struct Statement {
  const char* name;  ///< for reports: `theorem2-field`
  const char* says;
  int64_t programs;  ///< that a test run looks at
  bool loop_free;    ///< it is about programs without loops
  /// Why it fails of `p`, with what else it draws drawn from `seed`; empty where it holds. What is thrown
  /// is a reason, too.
  std::string (*fails)(const core::Program& p, uint64_t seed);
  /// An HLO program that shows the failure beside `p`, where p alone does not.
  std::optional<hlo::Program> (*beside)(const core::Program& p, uint64_t seed) = nullptr;
};

/// The reason of a verdict that does not hold.
inline std::string why(const Verdict& v) {
  if (v.holds()) return {};
  return std::string(name(v.kind)) + ": " + v.detail +
         (v.counterexample ? "\n" + to_string(*v.counterexample) : "");
}
/// Why `s` fails of `p`, or what it throws.
inline std::string reason(const Statement& s, const core::Program& p, uint64_t seed) {
  try {
    return s.fails(p, seed);
  } catch (const Error& e) {
    return e.report();
  } catch (const ConstraintViolation& v) {
    return "ill-formed op: " + v.label + " " + v.text + ": " + v.found;
  } catch (const std::exception& e) {
    return e.what();
  }
}

/// All of them.
inline const std::vector<Statement>& statements() {
  static const std::vector<Statement> all = {
      {"typing", "what the decoder makes, the T-rules accept", 20000, false,
       [](const core::Program& p, uint64_t) {
         check(p);
         return std::string();
       }},
      {"theorem1", "the translation has the types that the program has", 1500, false,
       [](const core::Program& p, uint64_t) { return why(theorem1(p)); }},
      {"theorem2-native", "the translation means what the program means, bit for bit", 3000, false,
       [](const core::Program& p, uint64_t seed) {
         return why(theorem2<Native>(p, translate(p), {1, seed}));
       }},
      {"theorem2-field", "the translation means what the program means, over a field", 3000, false,
       [](const core::Program& p, uint64_t seed) {
         return why(theorem2<Field>(p, translate(p), {1, seed}));
       }},
      {"theorem2-open", "so does that of an open term, under related environments", 2000, false,
       [](const core::Program& p, uint64_t seed) {
         Source source(seed);
         const auto term = open_term(p, source);
         if (!term) return std::string();
         const core::Program q = closed(p, *term);
         const hlo::Program h = translate(q);
         std::string bad = why(theorem2<Field>(q, h, {1, seed}));
         if (bad.empty()) bad = why(theorem2<Native>(q, h, {1, seed}));
         return bad.empty() ? bad : bad + "\n" + text(q);
       }},
      {"corollary", "the lowering represents the program's results", 1500, false,
       [](const core::Program& p, uint64_t seed) {
         CompareOptions options;
         options.runs = options.native_runs = 1;
         options.seed = seed;
         options.shrink = false;
         const Verdict v = compare(p, lower(p), options);
         // a value that one draw does not vary is no fault
         return v.kind == Verdict::Kind::Undecided ? std::string() : why(v);
       }},
      {"simplification", "simplifying ends at a fixed point that is well typed", 4000, false,
       [](const core::Program& p, uint64_t) {
         const hlo::Program h = lower(p);
         check(h);
         RuleCounts again;
         simplify(h, {}, &again);
         std::string fired;
         for (const auto& [rule, n] : again) fired += " " + std::string(name(rule));
         return fired.empty() ? fired : "simplifying again applies" + fired;
       }},
      {"theorem4", "actions and propagation keep typing and meaning", 4000, true,
       [](const core::Program& p, uint64_t seed) {
         const Partitioned q = partitioned(p, seed);
         for (const core::Program* each : {&q.materialised, &q.fused}) {
           check(*each);
           if (std::string bad = differs(p, *each, seed); !bad.empty())
             return (each == &q.fused ? "fused: " : "materialised: ") + bad + "\n" + text(*each);
         }
         return std::string();
       },
       [](const core::Program& p, uint64_t seed) {
         return std::optional(lower(partitioned(p, seed).fused));
       }},
  };
  return all;
}

/// Limits of the programs that a statement is about.
inline Limits limits(const Statement& s) {
  Limits l;
  if (s.loop_free) l.depth = 0;
  return l;
}

}  // namespace partir::generate
