// What is said of every well-typed program, and how it is judged of one.
#pragma once

#include <exception>
#include <string>

#include "proofs/counterexample_text.h"
#include "property_tests/generate/recipe.h"
#include "semantics/budget.h"
#include "semantics/core.h"
#include "semantics/diagnostics.h"
#include "semantics/verdict.h"

namespace partir::generate {

/// A statement that holds of every well-typed program.
struct Statement {
  const char* name;  ///< for reports: `theorem2-field`
  const char* says;
  int64_t programs;  ///< that a test run looks at
  /// Of `p`, with what else it draws drawn from `seed`. Undecided where it says nothing of p (`nothing`).
  Verdict (*holds)(const core::Program& p, uint64_t seed);
  /// How many per cent of the programs it may say nothing of.
  int64_t silent = 0;
  Limits limits{};  ///< of the programs
};

/// It holds; it fails, for a reason; there is nothing to say.
inline Verdict holds() { return {Verdict::Kind::Tested, {}, 1, {}}; }
inline Verdict fails(std::string why) { return {Verdict::Kind::Refuted, std::move(why), 0, {}}; }
inline Verdict nothing(std::string why) { return {Verdict::Kind::Undecided, std::move(why), 0, {}}; }
/// `fails` with a reason, `holds` without.
inline Verdict unless(std::string why) { return why.empty() ? holds() : fails(std::move(why)); }

/// The verdict of `s` on `p`; what is thrown refutes, too, but for a limit that is met.
inline Verdict judge(const Statement& s, const core::Program& p, uint64_t seed) {
  try {
    return s.holds(p, seed);
  } catch (const OutOfBudget& e) {
    return nothing(e.report());
  } catch (const Error& e) {
    return fails(e.report());
  } catch (const ConstraintViolation& v) {
    return fails("ill-formed op: " + v.label + " " + v.text + ": " + v.found);
  } catch (const std::exception& e) {
    return fails(e.what());
  }
}
/// Why a verdict refutes, for people.
inline std::string why(const Verdict& v) {
  return v.detail + (v.counterexample ? "\n" + to_string(*v.counterexample) : "");
}
inline bool refutes(const Verdict& v) { return v.kind == Verdict::Kind::Refuted; }

/// How many programs a statement was asked of, and of how many it said nothing.
struct Tally {
  int64_t programs = 0, silent = 0;
  void add(const Verdict& v) { ++programs, silent += v.kind == Verdict::Kind::Undecided; }
};

}  // namespace partir::generate
