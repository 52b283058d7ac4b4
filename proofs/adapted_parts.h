// Entries that the op itself on parts does not fulfil, and something near it does: parts that know which part they are.
//
// - A part may compute the whole's comprehension where its chunk of the result is: then what counts is only that it reads
//   a divided operand in its own chunk. (A dynamic_update_slice tests its window at i·l + j.)
// - Where each element of the result is one of an operand's, wherever that is, the part that has it hands it on, and all
//   others give the identity. (A gather from a divided operand.)
// - An element of a scatter's result is that of its input with the updates that fall on it: a part needs its chunk of the
//   inputs and all updates.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "proofs/split_family.h"
#include "proofs/theorem3.h"

namespace partir {

/// How parts that know their place fulfil an entry.
struct AdaptedParts {
  std::string how;
  bool by_definition = false;  ///< seen to hold when run; else it follows from the comprehension
};

namespace detail {

/// Whether divided operands are read where the result is divided, in all nodes of the definition at unknown extents; of
/// an entry of tiles and wholes.
inline bool reads_in_chunk(const LiftedFamily& of, const Entry& entry) {
  if (!of.global.comprehension || entry.results.size() != 1 || !entry.results[0].is_tile() || entry.has_partial_operand()) return false;
  const symbolic::Comprehension& c = *of.global.comprehension;
  const int64_t v = entry.results[0].dim;
  if (v >= static_cast<int64_t>(c.shape.size())) return false;
  const symbolic::Index chunk{{{static_cast<int>(v), 1, 1}}, 0, 1, 0};
  const auto right = [&](int operand, const std::vector<symbolic::Index>& index, const std::vector<int>* at) {
    const EntryAttr& σ = entry.operands[static_cast<size_t>(operand)];
    if (!σ.is_tile()) return true;
    const auto d = static_cast<size_t>(σ.dim);
    return (!at || (*at)[d] < 0) && index[d] == chunk && of.family.extent(operand, σ.dim) == c.shape[static_cast<size_t>(v)];
  };
  return std::all_of(c.body.begin(), c.body.end(), [&](const symbolic::Node& n) {
    if (const auto* r = std::get_if<symbolic::Read>(&n.expr)) return right(r->operand, r->index, nullptr);
    if (const auto* r = std::get_if<symbolic::DynamicRead>(&n.expr)) return right(r->operand, r->index, &r->at);
    return true;
  });
}

/// Whether each element of the result is an element of the one operand that is divided.
inline bool selects(const LiftedFamily& of, const Entry& entry) {
  if (!of.global.comprehension || entry.results.size() != 1 || !entry.results[0].is_partial() || entry.has_partial_operand()) return false;
  const symbolic::Comprehension& c = *of.global.comprehension;
  if (c.reducer || c.body.empty()) return false;
  int operand = -1;
  const symbolic::Node& last = c.body.back();
  if (const auto* r = std::get_if<symbolic::Read>(&last.expr)) operand = r->operand;
  if (const auto* r = std::get_if<symbolic::DynamicRead>(&last.expr)) operand = r->operand;
  for (size_t o = 0; o < entry.operands.size(); ++o)
    if (entry.operands[o].is_tile() != (static_cast<int>(o) == operand)) return false;
  return operand >= 0;
}

/// Whether it holds of the definition at all extents: of `x`'s own structure, and of those that it has at others.
template <class Holds>
bool in_all_cases(const OpInstance& x, Holds&& holds) {
  const auto all = [](const OpInstance&) { return true; };
  const LiftedFamily of(x, all);
  if (!holds(of)) return false;
  return std::all_of(of.global.other_cases.begin(), of.global.other_cases.end(),
                     [&](const std::vector<int64_t>& t) { return holds(LiftedFamily(of.family.at(t), all)); });
}

/// Why the parts of a result depend on more than their chunks of what is divided; empty if they do not, for inputs of
/// `seed`: each part computes the whole from its own chunks and others' at random.
inline std::string chunk_violation(const OpInstance& x, const Entry& entry, int64_t n, uint64_t seed) {
  const Types types = types_of(x.operands);
  std::vector<Tensor<Field>> whole, other;
  for (size_t o = 0; o < types.size(); ++o) {
    whole.push_back(law_input(types[o], seed + 2 * o));
    other.push_back(law_input(types[o], seed + 2 * o + 500));
  }
  const std::vector<Tensor<Field>> results = apply_op(x.op, whole);
  for (int64_t r = 0; r < n; ++r) {
    std::vector<Tensor<Field>> mixed = whole;
    for (size_t o = 0; o < types.size(); ++o) {
      if (!entry.operands[o].is_tile()) continue;
      std::vector<Tensor<Field>> chunks;
      for (int64_t c = 0; c < n; ++c) chunks.push_back((c == r ? whole : other)[o].chunk(entry.operands[o].dim, c, n));
      mixed[o] = concat(entry.operands[o].dim, chunks);
    }
    const std::vector<Tensor<Field>> found = apply_op(x.op, mixed);
    for (size_t j = 0; j < results.size(); ++j) {
      const int64_t d = entry.results[j].dim;
      if (!equal(results[j].chunk(d, r, n), found[j].chunk(d, r, n))) return "part " + std::to_string(r) + " reads others' chunks";
    }
  }
  return "";
}

/// Whether a scatter's inputs and results are divided, and nothing else.
inline bool divides_inputs_alone(const OpInstance& x, const Entry& entry) {
  const size_t n = entry.results.size();
  if (!x.op.get_if<Scatter>() || n == 0 || entry.operands.size() != 2 * n + 1 || !entry.results[0].is_tile()) return false;
  for (size_t i = 0; i < entry.operands.size(); ++i)
    if (entry.operands[i] != (i < n ? entry.results[0] : any)) return false;
  return std::all_of(entry.results.begin(), entry.results.end(), [&](const EntryAttr& σ) { return σ == entry.results[0]; });
}

}  // namespace detail

/// How parts that know their place fulfil the entry; nothing if they are not known to.
inline std::optional<AdaptedParts> adapted_parts(const OpInstance& x, const Entry& entry) {
  if (detail::in_all_cases(x, [&](const LiftedFamily& of) { return detail::reads_in_chunk(of, entry); }))
    return AdaptedParts{"if parts know their place: each reads what is divided in its own chunk only", false};
  if (detail::in_all_cases(x, [&](const LiftedFamily& of) { return detail::selects(of, entry); }))
    return AdaptedParts{"if parts mask: each element of the result is one of the operand's, which the part that has it hands on, all "
                        "others give the identity",
                        false};
  if (!detail::divides_inputs_alone(x, entry)) return std::nullopt;
  const int64_t extent = x.operands[0].type.shape[static_cast<size_t>(entry.results[0].dim)];
  constexpr double most_flops = 2e5;
  if (x.op.flops(types_of(x.operands)) > most_flops) return std::nullopt;
  bool ran = false;
  for (int64_t n = 2; n <= extent; ++n) {
    if (extent % n != 0) continue;
    ran = true;
    for (uint64_t seed = 0; seed < 24; ++seed)
      if (!detail::chunk_violation(x, entry, n, 1000 * seed).empty()) return std::nullopt;
  }
  if (!ran) return std::nullopt;
  return AdaptedParts{"if parts know their place: by the op's definition an element depends on its own input and on updates", true};
}

}  // namespace partir
