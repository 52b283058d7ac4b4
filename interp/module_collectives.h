// What collectives of StableHLO modules compute, given the operands of a whole group.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interp/body.h"
#include "interp/evaluate.h"
#include "semantics/module.h"

namespace partir {

template <class D>
using TensorList = std::vector<Tensor<D>>;

/// Zeros of a type.
template <class D>
Tensor<D> zeros(const TensorType& type) {
  return Tensor<D>::from_literal(Literal::splat_value(type, 0));
}

/// `tensors` folded from the left by `body`, of whose element type they become first.
template <class D>
Tensor<D> fold(const ScalarBody& body, const TensorList<D>& tensors) {
  const ElementType e = body.params.at(0);
  const std::optional<Monoid> monoid = monoid_of(body);
  std::optional<Combination<D>> combined;
  if (monoid) combined.emplace(*monoid);
  std::optional<Tensor<D>> sum;
  for (Tensor<D> t : tensors) {
    if (!is_of(t, {t.shape(), e})) t = apply_op<D>(Convert{e}, {t})[0];
    if (combined) combined->add(t);
    else sum = sum ? apply_body<D>(body, {*sum, t})[0] : std::move(t);
  }
  return combined ? combined->whole() : std::move(sum.value());
}

/// The results of each process of a group, in the group's order, from the operands of each. A
/// collective_permute has none of its own: its pairs just hand over. Throws Stuck where dynamic
/// roots are none.
template <class D>
std::vector<TensorList<D>> apply_collective(const shlo::Collective& c,
                                            const std::vector<TensorList<D>>& operands,
                                            const Location& where) {
  const size_t n = operands.size(), count = operands.at(0).size();
  const auto of_all = [&](size_t i) {
    TensorList<D> list;
    for (const TensorList<D>& x : operands) list.push_back(x.at(i));
    return list;
  };
  // One result for all.
  const auto shared = [&](auto&& result) {
    TensorList<D> list;
    for (size_t i = 0; i < count; ++i) list.push_back(result(i));
    return std::vector<TensorList<D>>(n, list);
  };
  return std::visit(
      Overloaded{
          [&](const shlo::AllGather& op) {
            return shared([&](size_t i) { return concat<D>(op.dim, of_all(i)); });
          },
          [&](const shlo::AllReduce& op) {
            return shared([&](size_t i) { return fold(op.body, of_all(i)); });
          },
          [&](const shlo::ReduceScatter& op) {
            const Tensor<D> sum = fold(op.body, of_all(0));
            std::vector<TensorList<D>> results;
            for (size_t k = 0; k < n; ++k)
              results.push_back({sum.chunk(op.dim, static_cast<int64_t>(k),
                                           static_cast<int64_t>(n))});
            return results;
          },
          [&](const shlo::AllToAll& op) {
            std::vector<TensorList<D>> results(n);
            for (size_t receiver = 0; receiver < n; ++receiver)
              for (size_t i = 0; i < count; ++i) {
                TensorList<D> parts;
                for (const TensorList<D>& sender : operands)
                  parts.push_back(sender[i].chunk(op.split_dim, static_cast<int64_t>(receiver),
                                                  static_cast<int64_t>(n)));
                results[receiver].push_back(concat<D>(op.concat_dim, parts));
              }
            return results;
          },
          [&](const shlo::CollectiveBroadcast& op) {
            if (!op.has_dynamic_root) return std::vector<TensorList<D>>(n, operands[0]);
            const std::vector<int32_t> roots = operands[0].back().template values<int32_t>();
            for (const TensorList<D>& x : operands)
              if (x.back().template values<int32_t>() != roots)
                throw Stuck("collective_broadcast: processes of one group name different roots",
                            "", where);
            TensorList<D> list;
            for (size_t i = 0; i + 1 < count; ++i) {
              if (roots[i] < 0 || roots[i] >= static_cast<int64_t>(n))
                throw Stuck("collective_broadcast: root " + std::to_string(roots[i]) +
                                " of a group of " + std::to_string(n), "", where);
              list.push_back(operands[roots[i]][i]);
            }
            return std::vector<TensorList<D>>(n, list);
          },
          [&](const shlo::CollectivePermute&) { return operands; }},
      c.op);
}

/// How two ops that wait for the same group differ, as `what, one, the other`, if they do.
struct Disagreement {
  std::string what, left, right;
};
template <class D>
std::optional<Disagreement> disagreement(const shlo::Collective& a, const TensorList<D>& x,
                                         const shlo::Collective& b, const TensorList<D>& y) {
  using Text = std::string;
  const Text name = shlo::collective_name(a), other = shlo::collective_name(b);
  if (name != other) return Disagreement{"the op", name, other};
  const int64_t left = a.grouping.channel_id, right = b.grouping.channel_id;
  if (left != right)
    return Disagreement{"channel_id", std::to_string(left), std::to_string(right)};
  if (shlo::strategy(a) != shlo::strategy(b))
    return Disagreement{"the groups' ids", to_string(shlo::strategy(a)),
                        to_string(shlo::strategy(b))};
  const auto types = [](const TensorList<D>& list) {
    Types t;
    for (const Tensor<D>& tensor : list) t.push_back(tensor.type());
    return t;
  };
  if (types(x) != types(y))
    return Disagreement{"operands", to_string(types(x)), to_string(types(y))};
  if (a.op == b.op) return std::nullopt;
  const auto attributes = [](const shlo::Collective& c) {
    return std::visit(
        Overloaded{[](const shlo::AllGather& op) { return "dimension " + std::to_string(op.dim); },
                   [](const shlo::AllReduce& op) { return to_string(op.body); },
                   [](const shlo::ReduceScatter& op) {
                     return "dimension " + std::to_string(op.dim) + ", " + to_string(op.body);
                   },
                   [](const shlo::AllToAll& op) {
                     return "split " + std::to_string(op.split_dim) + ", concat " +
                            std::to_string(op.concat_dim);
                   },
                   [](const shlo::CollectiveBroadcast& op) {
                     return Text(op.has_dynamic_root ? "a dynamic root" : "no dynamic root");
                   },
                   [](const shlo::CollectivePermute&) { return Text("pairs"); }},
        c.op);
  };
  return Disagreement{"attributes", attributes(a), attributes(b)};
}

}  // namespace partir
