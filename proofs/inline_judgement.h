// Entries of ops that are written in a file (inline_op.h), judged as those of the registry are.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proofs/entry_judgement.h"
#include "proofs/inline_witness.h"
#include "proofs/rule_file.h"
#include "semantics/instances.h"

namespace partir {

namespace detail {

/// Which indices are divided where what is tiled is; or, where an extent cannot be, why.
inline std::pair<std::vector<char>, std::string> divided_indices(const InlineOp& op, const Entry& entry) {
  std::vector<char> divided(op.indices.size(), 0);
  std::string why;
  const auto divide = [&](const Polynomial& extent, const std::string& what) {
    const auto& terms = extent.terms();
    if (terms.size() == 1 && terms.begin()->first.size() == 1 && terms.begin()->second == 1)
      divided[static_cast<size_t>(terms.begin()->first[0])] = 1;
    else if (why.empty())
      why = what + " is " + partir::to_string(extent, op.indices) + " long, of which chunks are no chunks of an index";
  };
  for (size_t o = 0; o < entry.operands.size(); ++o)
    if (const EntryAttr& σ = entry.operands[o]; σ.is_tile())
      divide(op.extents[o][static_cast<size_t>(σ.dim)], "dimension " + std::to_string(σ.dim) + " of " + op.operands[o]);
  if (const EntryAttr& σ = entry.results[0]; σ.is_tile())
    divide(op.comprehension.shape[static_cast<size_t>(σ.dim)], "dimension " + std::to_string(σ.dim) + " of the result");
  return {std::move(divided), std::move(why)};
}

/// Its operands at these extents of the indices.
inline Operands operands_at(const InlineOp& op, const std::vector<int64_t>& extents) {
  Operands operands;
  for (const auto& of : op.extents) {
    TensorType t{{}, op.comprehension.element};
    for (const Polynomial& p : of) t.shape.push_back(p.at(extents));
    operands.push_back({t, std::nullopt});
  }
  return operands;
}

/// Why the entry is wrong at this axis size, of the op on the whole and on a part; empty if it is not, for
/// inputs of `seed`.
inline std::string inline_violation(const Operands& operands, const Entry& entry, int64_t n,
                                    const Comprehension& whole, const Comprehension& part,
                                    uint64_t seed) {
  return parts_violation(
      operands, entry, n, seed,
      [&](const auto& x) { return std::vector{evaluate<Field>(whole, x)}; },
      [&](const auto& x) { return std::vector{evaluate<Field>(part, x)}; });
}

/// Of all operands, and scalar operations.
inline double elements(const InlineOp& op, const std::vector<int64_t>& extents) {
  const auto product = [&](const std::vector<Polynomial>& all) {
    double n = 1;
    for (const Polynomial& p : all) n *= static_cast<double>(p.at(extents));
    return n;
  };
  double n = product(op.comprehension.shape) * product(op.comprehension.reduction);
  for (const auto& operand : op.extents) n += product(operand);
  return n;
}

/// What the parts' comprehension reads and a part has not, at extents that n divides; empty if there is no such thing.
/// Nothing where n does not divide what is tiled.
inline std::optional<std::string> beyond_parts(const InlineOp& op, const Entry& entry, const std::vector<int64_t>& whole,
                                               const std::vector<int64_t>& part, int64_t n) {
  std::string beyond;
  for (size_t o = 0; o < op.extents.size(); ++o)
    for (size_t d = 0; d < op.extents[o].size(); ++d) {
      const bool tiled = entry.operands[o].is_tile() && entry.operands[o].dim == static_cast<int64_t>(d);
      int64_t has = op.extents[o][d].at(whole);
      if (tiled && has % n != 0) return std::nullopt;
      if (tiled) has /= n;
      if (const int64_t reads = op.extents[o][d].at(part); reads > has && beyond.empty())
        beyond = "a part of " + op.operands[o] + " is " + std::to_string(has) + " long along " + std::to_string(d) + ", and its op reads " + std::to_string(reads);
    }
  return beyond;
}

}  // namespace detail

/// The verdict on an entry of an op of a file: proved for all extents of its indices and all axis sizes, or refuted at the
/// smallest, or undecided.
PARTIR_INLINE EntryJudgement judge_entry(const InlineOp& op, const Entry& entry, int64_t seeds = 24)
#if PARTIR_PROOFS_BODIES
{
  const auto [divided, why] = detail::divided_indices(op, entry);
  const size_t k = op.indices.size();
  EntryProof proof;
  proof.why_not = why;
  if (why.empty()) {
    detail::EntryProblem problem;
    problem.entry = entry;
    std::vector<Polynomial> whole;
    for (size_t i = 0; i < k; ++i) {
      // extents are named after indices, in capitals; those of a part where they are divided
      std::string name = op.indices[i];
      std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
      problem.names.push_back(std::move(name));
      const Polynomial u = Polynomial::unknown(static_cast<int>(i));
      whole.push_back(divided[i] ? Polynomial::unknown(static_cast<int>(k)) * u : u);
    }
    problem.names.emplace_back("n");
    problem.global = symbolic::substituted(op.comprehension, whole);
    problem.local = op.comprehension;
    problem.local_extents = problem.extents = op.extents;
    for (auto& of : problem.extents) for (Polynomial& p : of) p = p.at(whole);
    problem.neutral.assign(op.operands.size(), 0);
    proof = detail::EntryProver(problem).prove();
  }
  if (proof.proved)
    return {{Verdict::Kind::ProvedAllShapes, "for all extents and axis sizes", 0, {}}, replayed_steps(std::move(proof))};
  // all small extents, by their product
  std::vector<std::vector<int64_t>> extents;
  std::vector<int64_t> t(k, 1);
  for (bool more = true; more && extents.size() < 5000;) {
    extents.push_back(t);
    more = false;
    for (size_t i = 0; i < k && !more; ++i) {
      more = ++t[i] <= 3;
      if (!more) t[i] = 1;
    }
  }
  std::stable_sort(extents.begin(), extents.end(), [](const auto& a, const auto& b) {
    const auto product = [](const auto& v) { return std::accumulate(v.begin(), v.end(), int64_t{1}, std::multiplies<>()); };
    return product(a) < product(b);
  });
  constexpr double most_elements = 1e6;  // places may be far apart: x[1000000*i]
  constexpr double most_shown = 4096;    // of a program that people read
  int64_t runs = 0;
  std::optional<EntryJudgement> failure;  // the smallest, if no program shows one
  int failures = 0;
  for (const auto& part : extents)
    for (int64_t n : {2, 3}) {
      std::vector<int64_t> whole = part;
      for (size_t i = 0; i < k; ++i)
        if (divided[i]) whole[i] *= n;
      if (detail::elements(op, whole) > most_elements) continue;
      const std::optional<std::string> beyond = detail::beyond_parts(op, entry, whole, part, n);
      if (!beyond || runs >= 60) continue;
      ++runs;
      const Operands operands = detail::operands_at(op, whole);
      const Comprehension c = symbolic::at(op.comprehension, whole);
      const Comprehension c_part = symbolic::at(op.comprehension, part);
      std::string bad = *beyond;
      for (int64_t seed = 0; seed < seeds && bad.empty(); ++seed)
        bad = detail::inline_violation(operands, entry, n, c, c_part,
                                       static_cast<uint64_t>(1000 * seed));
      if (bad.empty()) continue;
      std::string at;
      for (size_t i = 0; i < k; ++i)
        at += (i ? ", " : "") + op.indices[i] + "=" + std::to_string(whole[i]);
      detail::InlineWitness w;
      if (beyond->empty() && detail::elements(op, whole) <= most_shown)
        w = detail::inline_witness(operands, entry, n, c, c_part);
      EntryJudgement j;
      j.program = std::move(w.program);
      detail::refute(j, "at " + at + " and axis size " + std::to_string(n), bad, !beyond->empty(),
                     w.values, proof.why_not);
      if (w.values)
        j.verdict.counterexample =
            counterexample(*w.values, op.name + " at " + at, n, op.operands);
      const bool shown = j.program.has_value();
      if (shown || !failure) failure = std::move(j);
      if (shown || ++failures == 6) return *failure;
    }
  if (failure) return *failure;
  if (runs == 0) return {{Verdict::Kind::Undecided, "no extents that divide are small enough; no proof: " + proof.why_not, 0, {}}, {}};
  return {{Verdict::Kind::Undecided, "holds at small extents; no proof: " + proof.why_not, runs * seeds, {}}, {}};
}
#else
    ;
#endif

/// The verdict on an entry of an op of a file, whichever way it is written.
PARTIR_INLINE EntryJudgement judge_entry(const WrittenRule& rule, const Entry& entry)
#if PARTIR_PROOFS_BODIES
{
  if (const auto* op = std::get_if<InlineOp>(&rule.op)) return judge_entry(*op, entry);
  return judge_entry(std::get<NamedOp>(rule.op).instance, entry);
}
#else
    ;
#endif

}  // namespace partir
