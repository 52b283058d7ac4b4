// Shape rules of collectives. Labels are those of the StableHLO specification. What depends on the
// number of replicas and partitions is checked where a grid is given: for the programs of every
// run_parallel, and once more when an op runs.
#pragma once

#include <algorithm>
#include <string>

#include "semantics/module.h"
#include "semantics/module_dynamic_typing.h"
#include "semantics/premises.h"

namespace partir::shlo {

namespace detail {

/// Constraints that name ids; null where the specification has none.
struct GroupLabels {
  const char *unique, *size, *range, *global;
};
inline GroupLabels group_labels(const Collective& c) {
  return std::visit(
      Overloaded{[](const AllGather&) { return GroupLabels{"C2", "C3", "C4", "C5"}; },
                 [](const AllReduce&) { return GroupLabels{"C1", "C2", "C3", "C4"}; },
                 [](const ReduceScatter&) { return GroupLabels{"C3", "C4", "C5", "C6"}; },
                 [](const AllToAll&) { return GroupLabels{"C5", "C6", "C7", nullptr}; },
                 [](const CollectiveBroadcast&) {
                   return GroupLabels{"C1", nullptr, "C2", nullptr};
                 },
                 [](const CollectivePermute&) {
                   return GroupLabels{nullptr, nullptr, nullptr, nullptr};
                 }},
      c.op);
}

inline std::string group_text(const IdGroups& groups) {
  std::string s = "[";
  for (size_t i = 0; i < groups.size() && i < 8; ++i) s += (i ? ", " : "") + to_string(groups[i]);
  return s + (groups.size() > 8 ? ", ..]" : "]");
}

/// The ids of all groups: distinct, within what there is.
inline void check_groups(const GroupLabels& label, GroupStrategy s, const Grouping& g,
                         const ProcessGrid* grid) {
  std::vector<int64_t> ids;
  for (const auto& group : g.groups)
    for (int64_t id : group_ids(group)) ids.push_back(id);
  const int64_t size = static_cast<int64_t>(ids.size());
  const int64_t count = grid ? id_count(s, *grid) : 0;
  const auto found = [&] { return group_text(g.groups) + (grid ? " on " + to_string(*grid) : ""); };
  constraint(unique(ids), label.unique, "is_unique(replica_groups)", found());
  if (label.global)
    constraint(!g.use_global_device_ids || g.channel_id > 0, label.global,
               "if use_global_device_ids, then channel_id > 0", [&] { return std::to_string(g.channel_id); });
  if (label.size) {
    constraint(within(ids, 0, size), label.range, "0 <= replica_groups < size(replica_groups)",
               found());
    constraint(!grid || size == count, label.size,
               s == GroupStrategy::CrossPartition ? "size(replica_groups) = num_partitions"
               : s == GroupStrategy::FlattenedIds ? "size(replica_groups) = num_processes"
                                                  : "size(replica_groups) = num_replicas",
               found());
  } else {
    constraint(within(ids, 0, grid ? count : INT64_MAX), label.range,
               "0 <= replica_groups < N", found());
  }
}

/// The constraints C1 to C4 of ops with pairs of source and target.
inline void check_pairs(GroupStrategy s, const IdGroups& pairs, const ProcessGrid* grid) {
  std::vector<int64_t> sources, targets, all;
  for (const auto& pair : pairs) {
    constraint(pair.size() == 2, "C1", "dim(source_target_pairs, 1) = 2", [&] { return to_string(pair); });
    sources.push_back(pair[0]);
    targets.push_back(pair[1]);
    all.insert(all.end(), pair.begin(), pair.end());
  }
  constraint(unique(sources), "C2", "is_unique(source_target_pairs[:, 0])", group_text(pairs));
  constraint(unique(targets), "C3", "is_unique(source_target_pairs[:, 1])", group_text(pairs));
  constraint(within(all, 0, grid ? id_count(s, *grid) : INT64_MAX), "C4",
             "0 <= source_target_pairs < N",
             [&] { return group_text(pairs) + (grid ? " on " + to_string(*grid) : ""); });
}

/// Processes of each group: of equally many, under constraint `label`. 0 where the grid decides.
inline int64_t group_size(const char* label, const Collective& c, const ProcessGrid* grid) {
  const GroupStrategy s = strategy(c);
  const size_t n = c.grouping.groups.empty() ? 0 : group_ids(c.grouping.groups[0]).size();
  for (const auto& group : c.grouping.groups)
    constraint(group_ids(group).size() == n, label, "the process groups are equally large",
               group_text(c.grouping.groups));
  if (s == GroupStrategy::CrossReplicaAndPartition && !grid) return 0;
  return static_cast<int64_t>(n) * (grid ? processes_per_id(s, *grid) : 1);
}

/// The computation of a reduction: `(tensor<E>, tensor<E>) -> tensor<E>`, E wide enough.
inline ElementType computed(const char* label, const ScalarBody& body, const Types& operands) {
  const std::vector<ElementType> results = body.result_elements();
  constraint(body.params.size() == 2 && results.size() == 1 && body.params[0] == body.params[1] &&
                 body.params[0] == results[0],
             label, "computation has type (tensor<E>, tensor<E>) -> tensor<E>", [&] { return to_string(body); });
  const ElementType e = results[0];
  for (const TensorType& t : operands) {
    const ElementType x = t.element;
    const bool kin = (is_signed_int(x) && is_signed_int(e)) ||
                     (is_unsigned_int(x) && is_unsigned_int(e)) || (is_float(x) && is_float(e)) ||
                     (is_complex(x) && is_complex(e));
    constraint(x == e || (kin && bit_width(x) < bit_width(e)), label,
               "is_promotable(element_type(operand), E)",
               [&] { return to_string(t) + " to " + std::string(name(e)); });
  }
  return e;
}

}  // namespace detail

/// The results of a collective. Where only the grid can tell, what is declared is believed.
inline TypeList infer(const Collective& e, const Function& f, const TypeList& declared,
                      const ProcessGrid* grid = nullptr) {
  Types x, y;
  for (ValueId id : e.operands) {
    const TensorType* t = f.type(id).tensor();
    constraint(t != nullptr, "I1", "operands are tensors", [&] { return to_string(f.type(id)); });
    x.push_back(*t);
  }
  const bool variadic = !std::holds_alternative<ReduceScatter>(e.op) &&
                        !std::holds_alternative<CollectivePermute>(e.op);
  constraint(variadic ? !x.empty() : x.size() == 1, "I1", "the number of operands",
             [&] { return std::to_string(x.size()); });
  for (const Type& t : declared)
    if (const TensorType* tensor = t.tensor()) y.push_back(*tensor);
  const auto results = [&](size_t n) {
    constraint(y.size() == n && declared.size() == n, "O1", "a tensor for each operand",
               [&] { return to_string(declared); });
  };
  const bool pairs = std::holds_alternative<CollectivePermute>(e.op);
  if (pairs) detail::check_pairs(strategy(e), e.grouping.groups, grid);
  else detail::check_groups(detail::group_labels(e), strategy(e), e.grouping, grid);
  const auto dimension = [&](const char* label, const char* text, int64_t d) {
    for (const TensorType& t : x)
      constraint(d >= 0 && d < t.rank(), label, text, [&] { return std::to_string(d) + " of " + to_string(t); });
  };
  // Divides with a remainder that says no.
  const auto quotient = [](int64_t a, int64_t b) { return b > 0 && a % b == 0 ? a / b : -1; };

  return std::visit(
      Overloaded{
          [&](const AllGather& op) {
            dimension("C1", "0 <= all_gather_dim < rank(operands...)", op.dim);
            results(x.size());
            const int64_t n = detail::group_size("C6", e, grid);
            TypeList types;
            for (size_t i = 0; i < x.size(); ++i) {
              TensorType t = x[i];
              // Without a grid any multiple is the result of some number of partitions.
              const int64_t declared_n =
                  y[i].rank() == t.rank() ? quotient(y[i].shape[op.dim], t.shape[op.dim]) : -1;
              t.shape[op.dim] *= n ? n : std::max<int64_t>(declared_n, 1);
              constraint(y[i] == t, "C6",
                         "dim(results..., all_gather_dim) = dim(operands..., all_gather_dim) * "
                         "dim(process_groups, 1)", [&] { return to_string(y[i]) + " of " + to_string(x[i]); });
              types.push_back(t);
            }
            return types;
          },
          [&](const AllReduce& op) {
            const ElementType element = detail::computed("C5", op.body, x);
            results(x.size());
            for (size_t i = 0; i < x.size(); ++i) {
              constraint(y[i].shape == x[i].shape, "C6", "shape(results...) = shape(operands...)",
                         [&] { return to_string(y[i]); });
              constraint(y[i].element == element, "C7", "element_type(results...) = E",
                         [&] { return to_string(y[i]); });
            }
            return declared;
          },
          [&](const ReduceScatter& op) {
            dimension("C2", "0 <= scatter_dimension < rank(operand)", op.dim);
            const ElementType element = detail::computed("C7", op.body, x);
            results(1);
            TensorType t = x[0];
            int64_t n = detail::group_size("C1", e, grid);
            if (!n && y[0].rank() == t.rank())
              n = quotient(t.shape[op.dim], y[0].shape[op.dim]);
            n = std::max<int64_t>(n, 1);
            constraint(t.shape[op.dim] % n == 0, "C1",
                       "dim(operand, scatter_dimension) % dim(process_groups, 1) = 0",
                       [&] { return to_string(t) + " by " + std::to_string(n); });
            t.shape[op.dim] /= n;
            constraint(y[0].shape == t.shape, "C8",
                       "dim(result, scatter_dimension) = dim(operand, scatter_dimension) / "
                       "dim(process_groups, 1)", [&] { return to_string(y[0]) + " of " + to_string(x[0]); });
            constraint(y[0].element == element, "C9", "element_type(result) = E",
                       [&] { return to_string(y[0]); });
            return declared;
          },
          [&](const AllToAll& op) {
            dimension("C1", "0 <= split_dimension < rank(operands...)", op.split_dim);
            dimension("C3", "0 <= concat_dimension < rank(operands...)", op.concat_dim);
            constraint(op.split_count > 0, "C4", "0 < split_count", [&] { return std::to_string(op.split_count); });
            for (const auto& group : e.grouping.groups)
              constraint(static_cast<int64_t>(group_ids(group).size()) == op.split_count, "C8",
                         "dim(replica_groups, 1) = split_count",
                         detail::group_text(e.grouping.groups));
            results(x.size());
            for (size_t i = 0; i < x.size(); ++i) {
              TensorType t = x[i];
              constraint(t.shape[op.split_dim] % op.split_count == 0, "C2",
                         "dim(operands..., split_dimension) % split_count = 0", [&] { return to_string(t); });
              t.shape[op.split_dim] /= op.split_count;
              t.shape[op.concat_dim] *= op.split_count;
              constraint(y[i] == t, "C9",
                         "split_dimension shrinks and concat_dimension grows by split_count",
                         [&] { return to_string(y[i]) + " of " + to_string(x[i]); });
            }
            return declared;
          },
          [&](const CollectiveBroadcast& op) {
            Types data = x;
            if (op.has_dynamic_root) {
              data.pop_back();
              constraint(x.back() == TensorType{{static_cast<int64_t>(data.size())},
                                                ElementType::I32},
                         "I4", "the root is a tensor<nxi32> for n operands", [&] { return to_string(x.back()); });
            }
            results(data.size());
            constraint(y == data, "C3", "type(result) = type(operand)", [&] { return to_string(y); });
            return declared;
          },
          [&](const CollectivePermute&) {
            results(1);
            constraint(y == x, "C5", "type(result) = type(operand)", [&] { return to_string(y); });
            return declared;
          }},
      e.op);
}

}  // namespace partir::shlo
