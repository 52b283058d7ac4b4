// Wrong registry entries: the smallest instance on which one fails, values that tell, and a program
// that shows it.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "proofs/split_family.h"
#include "proofs/theorem3.h"
#include "proofs/witness_program.h"
#include "semantics/instances.h"
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
  int64_t inputs = 0;    ///< for which they were run, in all
  bool divides = false;  ///< some of them by an axis of more than one device
  std::string too_large;  ///< where none is: the smallest that would be, if it is too large to run
  std::optional<EntryWitness> witness;
};

namespace detail {

/// Extents of a procedure, which has no comprehension to say which of them vary as one. Its attributes stay as they
/// are, and so do the extents that go with them (an fft's lengths).
class ChosenExtents {
 public:
  /// Each group of slots varies as one.
  ChosenExtents(const OpInstance& x, std::vector<std::vector<size_t>> groups)
      : x_(x), values_(Slots(x).values), groups_(std::move(groups)) {
    for (const auto& g : groups_) start_.push_back(values_[g[0]]);
  }
  const std::vector<int64_t>& start() const { return start_; }
  /// The instance where the extents of group u are `t[u]`.
  OpInstance at(const std::vector<int64_t>& t) const {
    std::vector<int64_t> values = values_;
    for (size_t u = 0; u < groups_.size(); ++u)
      for (size_t s : groups_[u]) values[s] = t[u];
    return Slots::set(x_, values);
  }

 private:
  OpInstance x_;
  std::vector<int64_t> values_;
  std::vector<std::vector<size_t>> groups_;
  std::vector<int64_t> start_;
};
/// What of a procedure's extents may be tried: those that are equal vary as one, all such groups, then some of them while
/// others stay; then each extent alone.
inline std::vector<ChosenExtents> chosen_extents(const OpInstance& x) {
  const Slots slots(x);
  std::vector<std::vector<size_t>> equal, alone;
  std::vector<int64_t> seen;
  for (size_t s = 0; s < slots.extents.size(); ++s) {
    const int64_t v = slots.values[s];
    if (v <= 1) continue;
    alone.push_back({s});
    if (!is_in(seen, v)) seen.push_back(v), equal.emplace_back();
    equal[static_cast<size_t>(position(seen, v))].push_back(s);
  }
  std::vector<ChosenExtents> all{{x, equal}};
  constexpr size_t most_groups = 4;
  if (equal.size() <= most_groups)
    for (size_t subset = 1; subset + 1 < size_t{1} << equal.size(); ++subset) {
      std::vector<std::vector<size_t>> some;
      for (size_t g = 0; g < equal.size(); ++g)
        if (subset >> g & 1) some.push_back(equal[g]);
      all.emplace_back(x, std::move(some));
    }
  for (const auto& slot : alone) all.emplace_back(x, std::vector<std::vector<size_t>>{slot});
  return all;
}

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
/// Instances to be run, and others of the same families that are too large to be.
struct SmallInstances {
  std::vector<OpInstance> run, too_large;  ///< the smallest first
};
constexpr int64_t most_elements_run = 1 << 20;
// the very smallest may take longer than others
constexpr double most_flops_run = 2e5, most_flops_of_smallest = 2e6;

/// Of operands and results.
inline int64_t elements_of(const OpInstance& x) {
  int64_t elements = 0;
  for (const TensorType& r : x.op.infer(types_of(x.operands))) elements += r.elements();
  for (const OperandInfo& o : x.operands) elements += o.type.elements();
  return elements;
}
/// Instances of families with small extents; `x` itself last, unless it is too large to run. What `wanted` does not
/// accept is left out.
template <class Family>
SmallInstances small_instances(const OpInstance& x, const std::vector<Family>& families, const ExtentFamily::Accepts& wanted) {
  constexpr int64_t most = 6;
  constexpr size_t enough = 1500;
  std::vector<std::pair<int64_t, OpInstance>> sized;
  std::set<std::vector<int64_t>> seen;  // families have some in common
  for (const Family& family : families)
    for (const auto& at : small_tuples(family.start().size(), most, enough)) {
      try {
        OpInstance y = family.at(at);
        const int64_t elements = elements_of(y);
        if (wanted(y) && seen.insert(Slots(y).values).second) sized.emplace_back(elements, std::move(y));
      } catch (const ConstraintViolation&) {
        // extents that are ill-typed together
      }
    }
  std::stable_sort(sized.begin(), sized.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  constexpr size_t smallest = 6;
  SmallInstances all;
  for (auto& [size, y] : sized) {
    const double most_flops = all.run.size() < smallest ? most_flops_of_smallest : most_flops_run;
    const bool runs = size <= most_elements_run && y.op.flops(types_of(y.operands)) <= most_flops;
    (runs ? all.run : all.too_large).push_back(std::move(y));
  }
  if (wanted(x)) (x.op.flops(types_of(x.operands)) <= most_flops_run ? all.run : all.too_large).push_back(x);
  return all;
}
/// Axis sizes at which an entry may apply to an instance, the smallest first but for 1, which divides
/// everything and tells least.
inline std::vector<int64_t> axis_sizes(const OpInstance& x, const Entry& entry) {
  const Types types = types_of(x.operands), results = x.op.infer(types);
  int64_t most = 3;  // where nothing is tiled, any will do
  const auto extents = [&](const EntryAttrs& attrs, const Types& of) {
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
PARTIR_INLINE SmallInstances small_instances(const OpInstance& x, const Entry& entry)
#if PARTIR_PROOFS_BODIES
{
  const ExtentFamily::Accepts any_of_them = [](const OpInstance&) { return true; };
  if (x.op.comprehension(types_of(x.operands)))
    return small_instances(x, std::vector{ExtentFamily(x, any_of_them)}, any_of_them);
  return small_instances(x, chosen_extents(x), instances_that_list(x, entry));
}
#else
    ;
#endif
/// Of the smallest instance that an axis of more than one device divides, what is too much of it; empty if there is none.
inline std::string what_is_too_large(const std::vector<OpInstance>& instances, const Entry& entry) {
  for (const OpInstance& y : instances) {
    const std::vector<int64_t> sizes = axis_sizes(y, entry);
    if (std::none_of(sizes.begin(), sizes.end(), [](int64_t n) { return n > 1; })) continue;
    const std::string has = "the smallest instance that divides ";
    if (const int64_t n = elements_of(y); n > most_elements_run)
      return has + "has " + std::to_string(n) + " elements, more than " + std::to_string(most_elements_run);
    const auto flops = static_cast<int64_t>(y.op.flops(types_of(y.operands)));
    return has + "takes " + std::to_string(flops) + " scalar operations, more than " +
           std::to_string(static_cast<int64_t>(flops > most_flops_of_smallest ? most_flops_of_smallest : most_flops_run));
  }
  return "";
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
PARTIR_INLINE EntryWitness entry_witness(const OpInstance& y, const Entry& entry, int64_t n,
                                  std::string law)
#if PARTIR_PROOFS_BODIES
{
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
#else
    ;
#endif

}  // namespace detail

/// Looks for the smallest instance (extents, then axis size) on which the law fails, for inputs of
/// `seeds` seeds each. If nothing shows it there, as it fails in Field alone or by its types, some larger
/// ones are looked at, too.
PARTIR_INLINE EntrySearch search_entry_witness(const OpInstance& x, const Entry& entry,
                                        int64_t seeds = 24)
#if PARTIR_PROOFS_BODIES
{
  const auto [instances, too_large] = detail::small_instances(x, entry);
  EntrySearch search;
  int failures = 0;
  for (const OpInstance& y : instances)
    for (int64_t n : detail::axis_sizes(y, entry)) {
      if (search.witness && !detail::is_small(types_of(y.operands))) continue;  // there is a smaller one
      if (++search.runs > 40 && &y != &instances.back()) continue;  // the smallest tell
      search.divides |= n > 1;
      std::string why;
      constexpr int64_t seeds_of_large = 3, many_elements = 100;  // of which each tells
      const bool large = detail::elements_of(y) > many_elements;
      for (int64_t seed = 0; seed < (large ? std::min(seeds, seeds_of_large) : seeds) && why.empty(); ++seed, ++search.inputs)
        why = theorem3_violation(y.op, y.operands, entry, n, static_cast<uint64_t>(1000 * seed));
      if (why.empty()) continue;
      EntryWitness w = detail::entry_witness(y, entry, n, std::move(why));
      const bool shown = w.program.has_value();
      if (shown || !search.witness) search.witness = std::move(w);
      if (shown || ++failures == 6) return search;
    }
  if (!search.divides) search.too_large = detail::what_is_too_large(too_large, entry);
  return search;
}
#else
    ;
#endif

/// A witness that the entry is wrong, if one is found.
PARTIR_INLINE std::optional<EntryWitness> refute_entry(const OpInstance& x, const Entry& entry)
#if PARTIR_PROOFS_BODIES
{
  return search_entry_witness(x, entry).witness;
}
#else
    ;
#endif

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
