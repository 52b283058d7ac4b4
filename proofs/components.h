// Ops of several results each of which has its own operands and its own ⊕: they are as many ops side by side.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "proofs/extent_family.h"
#include "semantics/op.h"

namespace partir {

/// One of the ops side by side: which operands of the whole it has, and which results.
struct OpComponent {
  OpInstance instance;
  std::vector<size_t> operands, results;
};

namespace detail {

/// The ⊕s of a body `(a_1 .. a_n, b_1 .. b_n) -> (a_1 ⊕_1 b_1, .., a_n ⊕_n b_n)`; nothing for any other.
inline std::optional<std::vector<Monoid>> side_by_side(const ScalarBody& body) {
  const int n = static_cast<int>(body.results.size());
  if (body.params.size() != 2 * body.results.size()) return std::nullopt;
  std::vector<Monoid> all;
  for (int j = 0; j < n; ++j) {
    const auto* apply = std::get_if<ApplyNode>(&body.nodes[static_cast<size_t>(body.results[static_cast<size_t>(j)])].expr);
    if (!apply || apply->args.size() != 2) return std::nullopt;
    std::vector<int> params;  // the first nodes are the parameters, in order
    for (int a : apply->args) params.push_back(a);
    if (params != std::vector<int>{j, n + j} && params != std::vector<int>{n + j, j}) return std::nullopt;
    const ElementType e = body.params[static_cast<size_t>(j)];
    std::optional<Monoid> m;
    for (Monoid candidate : all_monoids)
      if (scalar_fn(candidate) == apply->fn && defined_on(candidate, e)) m = candidate;
    if (!m || e != body.params[static_cast<size_t>(n + j)]) return std::nullopt;
    all.push_back(*m);
  }
  return all;
}

}  // namespace detail

/// The ops that `x` is side by side; `x` itself where it is but one.
inline std::vector<OpComponent> components(const OpInstance& x) {
  std::vector<OpComponent> all;
  const auto split = [&](const ScalarBody& body, auto&& of) {
    const auto monoids = detail::side_by_side(body);
    if (!monoids || monoids->size() < 2) return;
    for (size_t j = 0; j < monoids->size(); ++j) {
      auto [op, operands] = of(j, (*monoids)[j], body.params[j]);
      OpComponent c{{std::move(op), {}}, std::move(operands), {j}};
      for (size_t o : c.operands) c.instance.operands.push_back(x.operands[o]);
      all.push_back(std::move(c));
    }
  };
  using Parts = std::pair<Op, std::vector<size_t>>;
  const size_t half = x.operands.size() / 2;
  if (const auto* r = x.op.get_if<VariadicReduce>())
    split(r->body, [&](size_t j, Monoid m, ElementType) { return Parts{Reduce{r->dims, m}, {j, half + j}}; });
  if (const auto* w = x.op.get_if<ReduceWindow>())
    split(w->body, [&](size_t j, Monoid m, ElementType e) {
      ReduceWindow one = *w;
      one.body = monoid_body(m, e);
      return Parts{one, {j, half + j}};
    });
  if (const auto* s = x.op.get_if<Scatter>())
    split(s->body, [&](size_t j, Monoid m, ElementType e) {
      Scatter one = *s;
      one.body = monoid_body(m, e);
      return Parts{one, {j, half, half + 1 + j}};
    });
  const Types results = x.op.infer(types_of(x.operands));
  // a body of wider types converts, which the ops side by side do not
  const bool same = std::all_of(all.begin(), all.end(), [&](const OpComponent& c) {
    return c.instance.op.infer(types_of(c.instance.operands)) == Types{results[c.results[0]]};
  });
  if (!all.empty() && same) return all;
  OpComponent whole{x, {}, {}};
  for (size_t o = 0; o < x.operands.size(); ++o) whole.operands.push_back(o);
  for (size_t r = 0; r < results.size(); ++r) whole.results.push_back(r);
  return {whole};
}

}  // namespace partir
