// From a refuted result to a counterexample: the first divergent op, and inputs as simple as still show it.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interp/parts.h"
#include "proofs/diagnose.h"
#include "proofs/simple_inputs.h"
#include "proofs/subject.h"
#include "semantics/verdict.h"

namespace partir {

/// Families that represent the arguments at the parameters' D, partial ones by random parts.
template <class D>
std::vector<Family<D>> distribute_arguments(const Mesh& mesh, const std::vector<DistType>& dists,
                                            const std::vector<Tensor<D>>& args, uint64_t seed) {
  std::vector<Family<D>> families;
  for (size_t i = 0; i < args.size(); ++i)
    families.push_back(distribute_randomly(mesh, dists.at(i), args[i],
                                           mix64(argument_seed(seed, i))));
  return families;
}

/// Locates why result `result` differs. Exact domains locate exactly, Native up to a tolerance.
template <class D>
class Locator {
 public:
  /// Borrows the programs. Runs both, keeping every value; `seed` made the arguments' parts.
  Locator(const core::Program& core, const Subject& subject, std::vector<Tensor<D>> args,
          uint64_t seed, size_t result)
      : core_(core), subject_(subject), body_(subject.body()), args_(std::move(args)), seed_(seed),
        result_(result), kinds_(args_.size(), InputKind::Random) {
    // In Native the result may differ by more than its bound and less than what is told apart at first: then finer.
    bool differs = false;
    do {
      with_relation(args_, [&](Relation<D>& relation) {
        differs = relation.difference(body_.results[result_], core_.main.body.results[result_], body_.result_dists[result_]).has_value();
        divergence_ = Diagnosis<D>(core_, body_, relation)(result_);
      });
    } while (!differs && std::is_same_v<D, Native> && (resolution_ /= 16) > finest);
  }

  const Divergence& divergence() const { return divergence_; }

  /// Replaces arguments one by one by the simplest that still shows it, while that is quick.
  void shrink() {
    const auto start = std::chrono::steady_clock::now();
    for (size_t i = 0; i < args_.size(); ++i)
      for (InputKind kind : simple_inputs) {
        if (std::chrono::steady_clock::now() - start > std::chrono::seconds(3)) return;
        std::vector<Tensor<D>> simpler = args_;
        simpler[i] = Tensor<D>::from_literal(simple_input(args_[i].type(), kind));
        if (!mismatch(simpler)) continue;
        args_ = std::move(simpler);
        kinds_[i] = kind;
        break;
      }
  }

  /// Whether every argument is of a simple kind (after `shrink`).
  bool all_simple() const {
    return std::find(kinds_.begin(), kinds_.end(), InputKind::Random) == kinds_.end();
  }

  /// `random` says how the arguments that could not be simplified were drawn.
  Counterexample counterexample(const std::string& random) {
    Counterexample c;
    c.mesh = to_string(body_.mesh);
    const MeshBody::Stmt* stmt = divergence_.stmt ? &body_.stmts[*divergence_.stmt] : nullptr;
    c.op = stmt ? stmt->phrase : "parameter " + value_name(body_, divergence_.value);
    c.location = to_string(stmt ? stmt->location : body_.location);
    c.explanation = divergence_.explanation;
    if (auto where = mismatch(args_)) {
      c.device = to_string(body_.mesh, where->device);
      c.index = to_string(where->index);
      c.expected = where->expected;
      c.found = where->found;
    }
    for (size_t i = 0; i < args_.size(); ++i)
      c.inputs.push_back(value_name(core_.main, core_.main.params[i]) + " = " +
                         (kinds_[i] == InputKind::Random ? random : text(kinds_[i])) + " : " +
                         to_string(args_[i].type()));
    return c;
  }

 private:
  template <class F>
  void with_relation(const std::vector<Tensor<D>>& args, F&& f) const {
    CoreTable<D> core_values(core_);
    FamilyTable<D> families(body_.values.size());
    run<D>(core_, args, &core_values);
    subject_.run(distribute_arguments(body_.mesh, body_.param_dists, args, seed_), &families);
    Relation<D> relation(core_, core_values, body_, families, resolution_);
    f(relation);
  }

  /// The difference at the divergent value, if the result differs too; else the result's. None where a program has no outcome.
  std::optional<Mismatch> mismatch(const std::vector<Tensor<D>>& args) const {
    std::optional<Mismatch> where;
    try {
      with_relation(args, [&](Relation<D>& relation) { where = mismatch(relation); });
    } catch (const Stuck&) {
    }
    return where;
  }
  std::optional<Mismatch> mismatch(Relation<D>& relation) const {
    const auto wrong = relation.difference(body_.results[result_], core_.main.body.results[result_], body_.result_dists[result_]);
    if (!wrong) return std::nullopt;
    if (!divergence_.core) return wrong->where;
    const auto d = relation.difference(divergence_.value, *divergence_.core, divergence_.dist);
    return d ? std::optional(d->where) : std::nullopt;
  }

  const core::Program& core_;
  const Subject& subject_;
  MeshBody body_;
  std::vector<Tensor<D>> args_;
  uint64_t seed_;
  size_t result_;
  std::vector<InputKind> kinds_;
  Divergence divergence_;
  double resolution_ = 1;                ///< see Relation
  static constexpr double finest = 1e-7;  ///< for all types as fine as it gets
};

}  // namespace partir
