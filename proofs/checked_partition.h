// The main job: a schedule applied tactic by tactic, lowered, and checked after every tactic.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lowering/collectives.h"
#include "lowering/cost.h"
#include "lowering/lower.h"
#include "partition/fuse.h"
#include "partition/materialise.h"
#include "partition/scale.h"
#include "partition/schedule.h"
#include "proofs/compare.h"
#include "proofs/theorem1.h"
#include "semantics/dist_typing.h"

namespace partir {

/// Collectives and bytes of a scaled image, beside those of the program itself.
struct ImageFigures {
  CollectiveCounts collectives;
  std::map<Axis, CollectiveCounts> by_axis;
  Cost cost;
};

/// What is known of the program after a tactic; counts are the whole program's.
struct TacticReport {
  std::string name;
  CollectiveCounts collectives;
  std::map<Axis, CollectiveCounts> by_axis;
  Cost cost;                        ///< bytes per device
  std::vector<Conflict> conflicts;  ///< and operands held back by `atomic`
  Verdict verdict;                  ///< the weakest of the parts below, its details joined
  std::vector<std::pair<std::string, Verdict>> parts;  ///< by what was checked
  double seconds = 0;               ///< partitioning, lowering and checking
  std::optional<ImageFigures> image;  ///< of the scaled program, where that is what was run
  core::Program core;
  hlo::Program hlo;
};

/// How a schedule is run and checked.
struct PartitionOptions {
  bool check = true;      ///< run both semantics; else typing alone is judged: Undecided
  CompareOptions checks;  ///< seeds, runs, domains
  SimplifyOptions simplify;
  std::function<void(const std::string&)> progress = [](const std::string&) {};
  /// What lowers each tactic's program: ours, or another under test.
  std::function<hlo::Program(const core::Program&, const SimplifyOptions&)> lowering =
      [](const core::Program& p, const SimplifyOptions& o) { return lower(p, o); };
};

/// Joins verdicts: the weakest kind, all details, the runs of all together, the first
/// counterexample.
inline Verdict weakest(const std::vector<std::pair<std::string, Verdict>>& parts) {
  if (parts.empty()) return {Verdict::Kind::Undecided, "nothing was checked", 0, std::nullopt};
  Verdict all{Verdict::Kind::ProvedAllShapes, "", 0, std::nullopt};
  for (const auto& [what, v] : parts) {
    // Refuted outweighs Undecided although it stands before it in strength
    auto rank = [](Verdict::Kind k) {
      return k == Verdict::Kind::Refuted ? 100 : static_cast<int>(k);
    };
    if (rank(v.kind) > rank(all.kind)) all.kind = v.kind;
    all.runs += v.runs;
    if (!all.counterexample) all.counterexample = v.counterexample;
    all.detail += (all.detail.empty() ? "" : "; ") + what + ": " + std::string(name(v.kind)) +
                  (v.detail.empty() ? "" : " (" + v.detail + ")");
  }
  return all;
}

inline constexpr const char* meaning_not_run = "typing rules hold; meaning not run (--no-check)";
/// The weakest of the parts; where only typing was judged, nothing is known of the meaning.
inline Verdict verdict_of(const std::vector<std::pair<std::string, Verdict>>& parts, bool checked) {
  Verdict v = weakest(parts);
  if (!checked && v.holds())
    v = {Verdict::Kind::Undecided, meaning_not_run, 0, std::nullopt};
  return v;
}

/// Whether the D-rules derive the distributed types that a well-typed program declares. They are sound,
/// so Proved; not complete, so Undecided where they do not.
inline Verdict distributed(const hlo::Program& p) {
  try {
    infer_dists(p);
  } catch (const Rejected& e) {
    return {Verdict::Kind::Undecided, e.report(), 0, std::nullopt};
  }
  return {Verdict::Kind::Proved, "D-rules", 0, std::nullopt};
}

/// Applies a schedule to a loop-free program. After every tactic: the typing rules of Core (T-), of
/// HLO (H-) and its distributed types (D-), Theorem 1, Theorem 2 at every device, and the lowered
/// program against the original one on the same inputs. Throws BadAction where a tactic's premise
/// fails; a refutation is a report, not an error. `on_report` sees each report as it is ready.
class CheckedPartition {
 public:
  CheckedPartition(const core::Program& program, const Mesh& mesh, PartitionOptions options)
      : original_(with_mesh(program, mesh)), state_(original_), options_(std::move(options)) {
    partir::check(original_);
  }

  TacticReport apply(const Tactic& tactic) {
    const auto start = std::chrono::steady_clock::now();
    TacticReport r;
    r.name = tactic.name;
    options_.progress(tactic.name + ": propagating");
    r.conflicts = partir::apply(state_, tactic);
    lower_and_check(r);
    r.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return r;
  }

  const State& state() const { return state_; }

 private:
  static core::Program with_mesh(core::Program p, const Mesh& mesh) {
    p.mesh = mesh;
    return p;
  }

  void lower_and_check(TacticReport& r) {
    r.core = fuse(materialise(state_));
    options_.progress(r.name + ": lowering");
    r.hlo = options_.lowering(r.core, options_.simplify);
    r.collectives = counts(r.hlo);
    r.by_axis = counts_by_axis(r.hlo);
    r.cost = cost(r.hlo);
    options_.progress(r.name + ": typing");
    r.parts.push_back({"typing", typed(r)});
    if (r.parts.back().second.holds()) r.parts.push_back({"distributed types", distributed(r.hlo)});
    if (options_.check && r.parts[0].second.holds()) {
      options_.progress(r.name + ": Theorem 1");
      r.parts.push_back({"Theorem 1", theorem1(r.core)});
      options_.progress(r.name + ": Theorem 2");
      r.parts.push_back({"Theorem 2", theorem2(r.core, options_.checks)});
      options_.progress(r.name + ": against the original");
      if (!reference_) reference_.emplace(original_, options_.checks);
      r.parts.push_back({"against the original", reference_->check(r.hlo)});
    }
    r.verdict = verdict_of(r.parts, options_.check);
  }

  /// T- and H-rules on what was made from a well-typed program: a rejection refutes the lowering.
  static Verdict typed(const TacticReport& r) {
    try {
      check(r.core);
      check(r.hlo);
    } catch (const Rejected& e) {
      Verdict v{Verdict::Kind::Refuted, e.report(), 0, Counterexample{}};
      v.counterexample->op = std::string(name(e.rule));
      v.counterexample->location = to_string(e.where());
      v.counterexample->expected = e.expected;
      v.counterexample->found = e.found;
      return v;
    }
    return {Verdict::Kind::Proved, "T- and H-rules", 0, std::nullopt};
  }

  core::Program original_;
  State state_;
  PartitionOptions options_;
  std::optional<Reference> reference_;
};

/// A program too large to run: partitioned, lowered and typed as it is, while a scaled image of it
/// is run under the same tactics. Collectives and bytes are the program's own. The image speaks for
/// the program only where it has the same collectives and conflicts: Undecided otherwise.
class ScaledPartition {
 public:
  ScaledPartition(const core::Program& program, const Mesh& mesh,
                  const std::vector<Tactic>& tactics, int64_t target_elements,
                  const PartitionOptions& options)
      : image_(scale(program, mesh, tactics, target_elements)),
        whole_(program, mesh, typing_only(options)),
        small_(image_.program, mesh, options),
        checked_(options.check) {}

  TacticReport apply(const Tactic& tactic) {
    TacticReport r = whole_.apply(tactic);
    const TacticReport image = small_.apply(tactic);
    for (const auto& [what, v] : image.parts) r.parts.push_back({what + ", scaled", v});
    const bool alike = image.collectives == r.collectives && image.by_axis == r.by_axis;
    const bool same_conflicts = std::equal(
        image.conflicts.begin(), image.conflicts.end(), r.conflicts.begin(), r.conflicts.end(),
        [](const Conflict& a, const Conflict& b) {
          return a.stmt == b.stmt && a.axis == b.axis && a.candidates == b.candidates;
        });
    if (!alike || !same_conflicts) {
      const std::string what = alike ? "conflicts" : "collectives";
      r.parts.push_back({"scaling",
                         {Verdict::Kind::Undecided,
                          "the scaled program, which was run, has other " + what +
                              " than the program itself: try a larger --scale",
                          0, std::nullopt}});
    }
    r.verdict = verdict_of(r.parts, checked_);
    r.image = ImageFigures{image.collectives, image.by_axis, image.cost};
    r.seconds += image.seconds;
    return r;
  }

  /// What is run instead of the program.
  const Scaled& image() const { return image_; }

 private:
  static PartitionOptions typing_only(PartitionOptions options) {
    options.check = false;
    return options;
  }

  Scaled image_;
  CheckedPartition whole_, small_;
  bool checked_;
};

}  // namespace partir
