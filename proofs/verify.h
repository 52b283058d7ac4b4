// Is an SPMD program a correct partitioning of a program? Every device runs on its shards of random
// global inputs; the results must be the shards of the program's results.
#pragma once

#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

#include "proofs/compare.h"
#include "semantics/spmd_program.h"
#if PARTIR_PROOFS_BODIES
#include "proofs/degree.h"
#include "proofs/other_outcomes.h"
#include "proofs/spmd_subject.h"
#endif

namespace partir {

/// Whether `impl` computes `spec` at its boundary's distributed types. Verified, with the probability of
/// error, where both are polynomials in their float arguments; else Tested (exactly in Field, within
/// the derived bound in the element types), Refuted with the first divergent op, or Undecided.
/// An SPMD program without an outcome (devices that wait for one another for ever, or disagree on what they
/// do together) is Refuted. Throws Rejected where a program is ill typed, BadInput where the signatures do
/// not correspond, Unsupported where a run meets what the toolkit does not cover.
PARTIR_INLINE Verdict verify(const core::Program& spec, const SpmdProgram& impl,
                             const CompareOptions& options = {})
#if PARTIR_PROOFS_BODIES
{
  const SpmdSubject subject(impl);
  Reference reference(spec, options);
  const auto without_outcome = [&](const Stuck& e) {
    Counterexample c;
    c.mesh = to_string(impl.mesh);
    c.op = "no outcome";
    c.location = to_string(e.where());
    c.device = e.device;
    c.explanation = e.reason;
    return Verdict{Verdict::Kind::Refuted, "the SPMD program has no outcome", 0, std::move(c)};
  };
  Verdict v;
  try {
    v = reference.check(subject);
    const std::string open_result = "equal keys of a sort that is not stable, or the other triangle of a Cholesky factor";
    // each outcome of the program under test must be one of the specification's
    const std::optional<core::Program> other_spec = with_other_outcomes(spec);
    const std::optional<SpmdProgram> other_impl = with_other_outcomes(impl);
    if (v.kind == Verdict::Kind::Refuted && other_spec) {
      // there may be more orders than these two
      if (!orders_as_it_likes(spec) && Reference(*other_spec, options).check(subject).kind == Verdict::Kind::Refuted) return v;
      return {Verdict::Kind::Undecided, "SPEC has " + open_result + "; " + v.detail, 1, std::nullopt};
    }
    if (v.kind != Verdict::Kind::Refuted && other_impl) {
      const SpmdSubject other(*other_impl);
      Verdict w = reference.check(other);
      if (!w.holds() && other_spec) w = Reference(*other_spec, options).check(other);
      w.detail = "with another of the outcomes that are left open, of " + open_result + ": " + w.detail;
      if (w.kind == Verdict::Kind::Refuted && !other_spec) return w;
      if (!v.holds()) return v;
      if (!w.holds()) return {Verdict::Kind::Undecided, w.detail, 1, std::nullopt};
      v.detail += "; the same with another of the outcomes that are left open, of " + open_result;
    }
    // what another order of updates makes, runs show; all else has been asked of the program as it is
    if (const std::optional<SpmdProgram> reversed = v.holds() ? with_reversed_updates(impl) : std::nullopt) {
      CompareOptions runs = options;
      runs.coverage = false;
      const SpmdSubject other(*reversed);
      const std::optional<core::Program> reversed_spec = with_reversed_updates(spec);
      Verdict w = Reference(spec, runs).check(other);
      if (w.kind == Verdict::Kind::Refuted && reversed_spec) w = Reference(*reversed_spec, runs).check(other);
      if (w.kind == Verdict::Kind::Refuted) {
        w.detail = "with the updates of a scatter, of which the order is left open, the other way round: " + w.detail;
        return reversed_spec ? Verdict{Verdict::Kind::Undecided, w.detail, 1, std::nullopt} : w;
      }
    }
  } catch (const Stuck& e) {
    return without_outcome(e);
  }
  if (v.kind != Verdict::Kind::Tested || !options.field) return v;
  const Degree a = degree(spec), b = degree(subject.program());
  if (!a || !b) return v;
  if (!reference.agrees_at_random_point(subject)) return v;
  // Of all results together the degree counts: one run that misses a difference in any element. The prime is random,
  // too: it divides all coefficients of the difference, each a number of at most `height` bits, with a probability of
  // at most their number of prime factors of 60 bits by the number of such primes.
  const double d = std::max(1.0, static_cast<double>(std::max(*a, *b)));
  const double height = d * (1127 + std::log2(reference.cost() + 2)), primes = 0x1p54;
  const double bits = -std::log2(d * 0x1p-60 + height / 60 / primes);
  if (bits <= 0) return v;
  char text[200];
  std::snprintf(text, sizeof text,
                "polynomials of degree at most %.0f, equal at a random point modulo a random prime of 61 bits: "
                "wrong with probability at most 2^-%.0f",
                d, std::floor(bits));
  v.kind = Verdict::Kind::Verified;
  v.detail = std::string(text) + "; " + v.detail;
  return v;
}
#else
    ;
#endif

}  // namespace partir
