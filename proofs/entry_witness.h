// Wrong registry entries: the smallest instance on which one fails, values that tell, and a program
// that shows it.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proofs/split_family.h"
#include "proofs/theorem3.h"
#include "proofs/witness_program.h"
#include "semantics/verdict.h"

namespace partir {

/// An instance on which an entry is wrong.
struct EntryWitness {
  OpInstance instance;
  int64_t n = 2;     ///< axis size
  std::string law;   ///< how Theorem 3 fails there, in Field
  bool by_type = false;  ///< the parts have no op of their own at all
  std::optional<WitnessValues> values;   ///< in the native domain, where any were found
  std::optional<core::Program> program;  ///< with these values: returns the whole and the parts
};

/// What a search for one has tried.
struct EntrySearch {
  int64_t runs = 0;      ///< instances and axis sizes
  bool divides = false;  ///< some of them by an axis of more than one device
  std::optional<EntryWitness> witness;
};

namespace detail {

/// The extents of a procedure, which has no comprehension to say which of them vary as one: those that
/// are equal do. Its attributes stay as they are.
class EqualExtents {
 public:
  explicit EqualExtents(const OpInstance& x) : x_(x), slots_(x) {
    for (size_t s = 0; s < slots_.extents.size(); ++s)
      if (const int64_t v = slots_.values[s]; v > 1 && !is_in(start_, v)) start_.push_back(v);
  }
  const std::vector<int64_t>& start() const { return start_; }
  /// The instance where the extents that are `start()[u]` are `t[u]`.
  OpInstance at(const std::vector<int64_t>& t) const {
    std::vector<int64_t> values = slots_.values;
    for (size_t s = 0; s < slots_.extents.size(); ++s)
      if (const int64_t u = position(start_, values[s]); u >= 0)
        values[s] = t[static_cast<size_t>(u)];
    return Slots::set(x_, values);
  }

 private:
  OpInstance x_;
  Slots slots_;
  std::vector<int64_t> start_;
};

/// Numbers from 1 to `most`, `k` of them, by their sums: at most `enough` tuples.
inline std::vector<std::vector<int64_t>> small_tuples(size_t k, int64_t most, size_t enough) {
  std::vector<std::vector<int64_t>> all;
  std::vector<int64_t> t(k, 1);
  const auto fill = [&](const auto& self, size_t u, int64_t left) -> void {
    if (all.size() >= enough) return;
    if (u + 1 == k) {
      if (left >= most) return;
      t[u] = 1 + left;
      all.push_back(t);
      return;
    }
    for (int64_t more = 0; more <= std::min(left, most - 1); ++more) {
      t[u] = 1 + more;
      self(self, u + 1, left - more);
    }
  };
  for (int64_t sum = 0; k > 0 && sum <= static_cast<int64_t>(k) * (most - 1); ++sum) fill(fill, 0, sum);
  return all;
}
/// Instances of a family with small extents, the smallest first; `x` itself last, unless it is too large
/// to run.
template <class Family>
std::vector<OpInstance> small_instances(const OpInstance& x, const Family& family) {
  constexpr int64_t most = 6;
  constexpr size_t enough = 1500;
  std::vector<std::pair<int64_t, OpInstance>> sized;
  for (const auto& at : small_tuples(family.start().size(), most, enough)) {
    try {
      OpInstance y = family.at(at);
      int64_t elements = 0;
      for (const TensorType& r : y.op.infer(types_of(y.operands))) elements += r.elements();
      for (const OperandInfo& o : y.operands) elements += o.type.elements();
      constexpr int64_t most_elements = 1 << 20;
      if (elements <= most_elements) sized.emplace_back(elements, std::move(y));
    } catch (const ConstraintViolation&) {
      // extents that are ill-typed together
    }
  }
  std::stable_sort(sized.begin(), sized.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  // the very smallest may take longer than others
  constexpr double most_flops = 2e5, most_flops_of_smallest = 2e6;
  constexpr size_t smallest = 6;
  std::vector<OpInstance> instances;
  for (auto& [size, y] : sized)
    if (y.op.flops(types_of(y.operands)) <= (instances.size() < smallest ? most_flops_of_smallest : most_flops))
      instances.push_back(std::move(y));
  if (x.op.flops(types_of(x.operands)) <= most_flops) instances.push_back(x);
  return instances;
}
/// Axis sizes at which an entry may apply to an instance, the smallest first but for 1, which divides
/// everything and tells least.
inline std::vector<int64_t> axis_sizes(const OpInstance& x, const Entry& entry) {
  const Types types = types_of(x.operands), results = x.op.infer(types);
  int64_t most = 3;  // where nothing is tiled, any will do
  const auto extents = [&](const std::vector<EntryAttr>& attrs, const Types& of) {
    for (size_t i = 0; i < attrs.size(); ++i)
      if (attrs[i].is_tile() && attrs[i].dim < of[i].rank()) most = std::max(most, of[i].shape[static_cast<size_t>(attrs[i].dim)]);
  };
  extents(entry.operands, types);
  extents(entry.results, results);
  constexpr int64_t limit = 64;
  std::vector<int64_t> sizes;
  const auto add = [&](int64_t n) {
    if (extents_divide(entry.operands, types, n) && extents_divide(entry.results, results, n) && x.op.allows(entry, n)) sizes.push_back(n);
  };
  for (int64_t n = 2; n <= std::min(most, limit); ++n) add(n);
  add(1);
  return sizes;
}
inline std::vector<OpInstance> small_instances(const OpInstance& x, const Entry& entry) {
  if (x.op.comprehension(types_of(x.operands)))
    return small_instances(x, ExtentFamily(x, [](const OpInstance&) { return true; }));
  std::vector<OpInstance> all = small_instances(x, EqualExtents(x));
  std::erase_if(all, std::not_fn(instances_that_list(x, entry)));
  return all;
}

/// Whether people read programs with values of these types.
inline bool is_small(const Types& types) {
  int64_t elements = 0;
  for (const TensorType& t : types) elements += t.elements();
  return elements <= 4096;
}
inline bool is_readable(const WitnessValues& values) {
  Types types;
  for (const auto& given : values.operands)
    for (const Literal& l : given) types.push_back(l.type);
  return is_small(types);
}

/// Values and a program for an instance that is known to fail, if there are any.
inline EntryWitness entry_witness(const OpInstance& y, const Entry& entry, int64_t n,
                                  std::string law) {
  EntryWitness w{y, n, std::move(law), false, std::nullopt, std::nullopt};
  const Types types = types_of(y.operands);
  try {
    const Op local = y.op.localise(entry, n, types);
    local.infer(local_types(types, entry.operands, n));
    const auto applied = [](const Op& op) {
      return [&op](const std::vector<Tensor<Native>>& x) { return apply_op(op, x); };
    };
    WitnessProblem p{y.operands, entry, n, applied(y.op), applied(local)};
    if (is_integer(types.empty() ? ElementType::F32 : types[0].element) &&
        (y.op.get_if<Divide>() || y.op.get_if<Remainder>()))
      p.nonzero = {0, 1};
    w.values = find_witness_values(p);
    if (!w.values) return w;
    const auto written = [](const Op& op, const char* name) {
      return [&op, name](WitnessWriter& to, const std::vector<ValueId>& x) {
        return to.ops(op, x, name);
      };
    };
    if (!is_readable(*w.values)) return w;
    w.program = witness_program(entry, n, *w.values, written(y.op, "whole"), written(local, "local"));
  } catch (const ConstraintViolation&) {
    w.by_type = true;
  }
  return w;
}

}  // namespace detail

/// Looks for the smallest instance (extents, then axis size) on which the law fails, for inputs of
/// `seeds` seeds each. If nothing shows it there, as it fails in Field alone or by its types, some larger
/// ones are looked at, too.
inline EntrySearch search_entry_witness(const OpInstance& x, const Entry& entry,
                                        int64_t seeds = 24) {
  const std::vector<OpInstance> instances = detail::small_instances(x, entry);
  EntrySearch search;
  int failures = 0;
  for (const OpInstance& y : instances)
    for (int64_t n : detail::axis_sizes(y, entry)) {
      if (search.witness && !detail::is_small(types_of(y.operands))) continue;  // there is a smaller one
      if (++search.runs > 40 && &y != &instances.back()) continue;  // the smallest tell
      search.divides |= n > 1;
      std::string why;
      for (int64_t seed = 0; seed < seeds && why.empty(); ++seed)
        why = theorem3_violation(y.op, y.operands, entry, n, static_cast<uint64_t>(1000 * seed));
      if (why.empty()) continue;
      EntryWitness w = detail::entry_witness(y, entry, n, std::move(why));
      const bool shown = w.program.has_value();
      if (shown || !search.witness) search.witness = std::move(w);
      if (shown || ++failures == 6) return search;
    }
  return search;
}

/// A witness that the entry is wrong, if one is found.
inline std::optional<EntryWitness> refute_entry(const OpInstance& x, const Entry& entry) {
  return search_entry_witness(x, entry).witness;
}

/// The operands' values, one a line: `x0 part 1 = tensor<2xf32> [1, 0]`.
inline std::vector<std::string> input_lines(const WitnessValues& values,
                                            const std::vector<std::string>& names) {
  std::vector<std::string> lines;
  for (size_t o = 0; o < values.operands.size(); ++o)
    for (size_t r = 0; r < values.operands[o].size(); ++r)
      lines.push_back(names[o] +
                      (values.operands[o].size() > 1 ? " part " + std::to_string(r) : "") + " = " +
                      to_string(Tensor<Native>::from_literal(values.operands[o][r])));
  return lines;
}

/// A witness for people.
inline Counterexample counterexample(const WitnessValues& values, std::string op,
                                                    int64_t n,
                                                    const std::vector<std::string>& names) {
  const PartsDifference& d = values.difference;
  Counterexample c;
  c.mesh = to_string(Mesh({{"a", n}}));
  c.op = std::move(op);
  if (d.device) c.device = "(a=" + std::to_string(*d.device) + ")";
  c.index = d.types_differ ? "" : to_string(d.index);
  c.expected = d.expected;
  c.found = d.found;
  c.explanation = "expected is of the whole, found of the parts, combined";
  c.inputs = input_lines(values, names);
  return c;
}

/// `at [0]: 2, not 1`, for people.
inline std::string to_string(const PartsDifference& d) {
  return (d.types_differ ? "combines to " : "at " + partir::to_string(d.index) + ": ") + d.found +
         ", not " + d.expected +
         (d.device && !d.types_differ ? ", on device " + std::to_string(*d.device) : "");
}

}  // namespace partir
