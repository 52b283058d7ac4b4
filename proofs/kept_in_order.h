// How many elements a program keeps of values that it puts in order. A program that takes the k greatest elements of each device and merges them needs all k:
// where a device hands on one fewer, this matters only at inputs of which all k greatest ones lie on one device, and those hardly any run draws.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "proofs/made_of.h"
#include "proofs/subject.h"
#include "proofs/value_flow.h"
#include "semantics/core.h"

namespace partir {

/// Follows a program and notes which elements of each value that `sort` or `top_k` put in order are used.
class KeptInOrder : public MadeOf {
 public:
  KeptInOrder(uint64_t key, uint64_t own) : MadeOf(key, own, false) {}
  /// Values of `n` elements each that are put in order along a dimension.
  struct Ordered {
    ValueId result;
    int64_t n;
    uint64_t keys;   ///< a number (MadeOf) of what is put in order: the same for parts of it, and for what sorts of such parts hand on
    size_t operand;  ///< which of the op's operands has the elements of `result`
    Location where;
    std::vector<int64_t> uses;  ///< how many elements each use looks at, counted from the nearer end
  };
  const std::vector<Ordered>& ordered_values() const { return all_; }

  void op(const OpSite& s) override {
    MadeOf::op(s);
    const auto* sort = s.op.get_if<Sort>();
    const auto* top = s.op.get_if<TopK>();
    if (sort || top) {
      use(s.operand_values);
      if (!s.depends) return;
      const int64_t rank = s.operands[0].rank(), dim = sort ? sort->along(rank) : rank - 1;
      const int64_t n = s.operands[0].shape.at(static_cast<size_t>(dim));
      const auto first = static_cast<size_t>(std::find(s.operand_depends.begin(), s.operand_depends.end(), true) - s.operand_depends.begin());
      const uint64_t keys = keys_of(s.operand_values[first]);
      for (size_t i = 0; i < s.results.size(); ++i) {
        const ValueId r = s.results[i];
        keys_[r] = keys;
        held_[r] = {{all_.size(), dim, 0, top ? top->k : n}};
        all_.push_back({r, n, keys, i, s.location, {}});
      }
      return;
    }
    if (s.op.get_if<Concatenate>()) {
      moved_in_parts(s.results[0], s.operand_values);
      return;
    }
    for (ValueId x : s.operand_values)
      for (Held h : held(x))
        if (hands_on(s, h)) {
          held_[s.results[0]].push_back(h);
          keys_[s.results[0]] = keys_of(x);
        } else {
          use(h);
        }
  }
  void moved(ValueId result, std::span<const ValueId> operands, bool loses) override {
    MadeOf::moved(result, operands, loses);
    moved_in_parts(result, operands);
  }
  void reduced(ValueId result, ValueId operand, std::optional<ScalarFn> by, int64_t of_devices) override {
    MadeOf::reduced(result, operand, by, of_devices);
    use(operand);
  }
  void chosen(std::span<const ValueId> results, ValueId by, const std::vector<BranchSite>& branches, const Location& where) override {
    MadeOf::chosen(results, by, branches, where);
    for (const BranchSite& b : branches) use(b.results);
  }
  void enters(std::span<const ValueId> carried, std::span<const ValueId> from) override {
    MadeOf::enters(carried, from);
    use(from);
  }
  void repeats(std::span<const ValueId> carried, std::span<const ValueId> from) override {
    MadeOf::repeats(carried, from);
    use(from);
  }
  void returned(std::span<const ValueId> results) override {
    MadeOf::returned(results);
    use(results);
  }

 private:
  /// The elements from `first` to before `end`, along dimension `dim`, of the ordered value number `of`.
  struct Held {
    size_t of;
    int64_t dim, first, end;
  };
  std::vector<Held> held(ValueId x) const {
    const auto at = held_.find(x);
    return at == held_.end() ? std::vector<Held>() : at->second;
  }
  uint64_t keys_of(ValueId x) const {
    const auto at = keys_.find(x);
    return at == keys_.end() ? of(x) : at->second;
  }
  void moved_in_parts(ValueId result, std::span<const ValueId> parts) {
    use(parts);
    if (!parts.empty() && std::all_of(parts.begin(), parts.end(), [&](ValueId x) { return keys_of(x) == keys_of(parts[0]); })) keys_[result] = keys_of(parts[0]);
  }
  void use(const Held& h) { all_[h.of].uses.push_back(std::min(h.end, all_[h.of].n - h.first)); }
  void use(ValueId x) {
    for (const Held& h : held(x)) use(h);
  }
  void use(std::span<const ValueId> values) { std::for_each(values.begin(), values.end(), [&](ValueId x) { use(x); }); }
  /// Whether the first result of an op has these elements in their order, too; then says where.
  static bool hands_on(const OpSite& s, Held& h) {
    const auto dim = static_cast<size_t>(h.dim);
    if (s.op.get_if<Convert>() || s.op.get_if<OptimizationBarrier>()) return true;
    if (const auto* slice = s.op.get_if<SliceOp>()) {
      if (slice->strides.at(dim) != 1) return false;
      h.end = h.first + slice->limit.at(dim);
      h.first += slice->start.at(dim);
      return true;
    }
    if (const auto* t = s.op.get_if<Transpose>()) {
      h.dim = std::find(t->permutation.begin(), t->permutation.end(), h.dim) - t->permutation.begin();
      return true;
    }
    if (const auto* b = s.op.get_if<BroadcastInDim>()) {
      h.dim = b->dims.at(dim);
      return s.result_type.shape.at(static_cast<size_t>(h.dim)) == s.operands[0].shape.at(dim);
    }
    if (s.op.get_if<Reshape>()) {
      for (const ReshapeGroup& g : reshape_groups(s.operands[0].shape, s.result_type.shape))
        if (g.in == std::vector{h.dim} && g.out.size() == 1) {
          h.dim = g.out[0];
          return true;
        }
    }
    return false;
  }

  std::vector<Ordered> all_;
  std::map<ValueId, std::vector<Held>> held_;
  std::map<ValueId, uint64_t> keys_;  ///< of values that were put in order
};

/// A value that `subject` puts in order, as the Core program does nowhere, and of which it may drop elements that the Core program looks at: a text for people; empty
/// if there is none. `key`: see MadeOf.
inline std::string drops_of_order(const core::Program& core, const Subject& subject, uint64_t key) {
  KeptInOrder in_core(key, 1), in_subject(key, 2);
  subject.follow(in_subject);
  if (in_subject.ordered_values().empty()) return "";
  follow(core, in_core);
  std::optional<int64_t> of_any;  // how many elements the Core program looks at
  std::map<std::pair<uint64_t, size_t>, int64_t> of_keys;
  std::set<std::pair<uint64_t, int64_t>> whole;  // what it puts in order, and how many elements at once
  for (const auto& x : in_core.ordered_values()) {
    whole.insert({x.keys, x.n});
    for (int64_t n : x.uses) {
      of_any = std::max(of_any.value_or(0), n);
      int64_t& most = of_keys[{x.keys, x.operand}];
      most = std::max(most, n);
    }
  }
  for (const auto& x : in_subject.ordered_values()) {
    if (whole.contains({x.keys, x.n}) || !in_subject.is_used(x.result)) continue;
    const auto alike = of_keys.find({x.keys, x.operand});
    const int64_t needed = std::min(x.n, alike != of_keys.end() ? alike->second : of_any.value_or(x.n));
    for (int64_t n : x.uses)
      if (n < needed)
        return "puts " + std::to_string(x.n) + " elements in order" + at_place(x.where) + ", as the Core program does nowhere, and looks at " + std::to_string(n) + " of them only, where " +
               std::to_string(needed) + " may matter";
  }
  return "";
}

}  // namespace partir
