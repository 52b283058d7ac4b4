// Dimensions in classes that are divided together, for scaling a program down (partition/scale.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "partition/state.h"
#include "semantics/instances.h"

namespace partir {

namespace detail {

/// Dimensions of all values in classes that are divided by one factor. Extents of a class may differ:
/// a slice's bounds, and the pieces of a concatenation, shrink with the whole.
class Scaler {
 public:
  /// Every extent stays a multiple of each of `parts` that it is a multiple of, and dimension `d` of value `x` of
  /// `needed[{x, d}]`; every op keeps its registry entries at `sizes`.
  Scaler(const core::Program& original, std::set<int64_t> parts, std::set<int64_t> sizes,
         const std::map<std::pair<ValueId, int64_t>, int64_t>& needed = {})
      : out_(original), parts_(std::move(parts)), sizes_(std::move(sizes)), tight_(needed.empty()) {
    const core::Function& f = out_.main;
    first_.push_back(0);
    for (const Value& v : f.values) first_.push_back(first_.back() + v.type->shape.size());
    parent_.resize(first_.back());
    std::iota(parent_.begin(), parent_.end(), size_t{0});
    reads_.resize(f.values.size());
    for (size_t s = 0; s < f.body.stmts.size(); ++s) relate(s);
    for (ValueId x = 0; x < f.values.size(); ++x)
      for (size_t d = 0; d < f.type(x).shape.size(); ++d) {
        Class& c = classes_[find(first_[x] + d)];
        c.numbers.insert(f.type(x).shape[d]);
        c.values.insert(x);
      }
    for (const auto& [at, n] : needed) {
      int64_t& all = classes_[find(first_[at.first] + static_cast<size_t>(at.second))].needed;
      all = std::lcm(all, n);
    }
    for (const auto& [at, number] : bounds_) classes_[find(at)].bounds.insert(number);
    for (size_t at : pinned_) classes_[find(at)].pinned = true;
    for (Group& g : groups_)
      for (auto* side : {&g.in, &g.out})
        for (size_t& at : *side) classes_[at = find(at)].grouped = true;
    for (size_t s = 0; s < f.body.stmts.size(); ++s) {
      const auto& e = std::get<OpExpr>(f.body.stmts[s].expr);
      entries_.push_back(all_entries(f, e));
    }
  }

  core::Program run(int64_t target) {
    std::set<ValueId> stuck;
    while (true) {
      std::optional<ValueId> largest;
      for (ValueId x = 0; x < out_.main.values.size(); ++x)
        if (elements(x) > target && !stuck.count(x) && (!largest || elements(x) > elements(*largest)))
          largest = x;
      if (!largest) {
        if (stuck.empty() || tight_) break;
        tight_ = true;
        stuck.clear(), failed_.clear();
        continue;
      }
      if (!shrink(*largest)) stuck.insert(*largest);
    }
    core::Function& f = out_.main;
    for (size_t i = 0; i < f.body.results.size(); ++i) f.result_types[i] = f.type(f.body.results[i]);
    return std::move(out_);
  }

 private:
  struct Class {
    std::set<int64_t> numbers;  ///< its extents
    std::set<int64_t> bounds;   ///< start and limit of slices
    std::set<ValueId> values;
    int64_t needed = 1;         ///< divides what is left of its extents
    bool pinned = false;
    bool grouped = false;       ///< in a reshape that merges or splits dimensions
  };
  /// A reshape group: the products of both sides stay equal.
  struct Group {
    std::vector<size_t> in, out;
  };
  using Powers = std::map<size_t, int>;  ///< by class: how often it is divided by the prime at hand

  int64_t elements(ValueId x) const { return out_.main.type(x).elements(); }
  size_t find(size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(size_t a, size_t b) { parent_[find(a)] = find(b); }

  /// What statement `s` says about the extents that it meets.
  void relate(size_t s) {
    const core::Function& f = out_.main;
    const core::Stmt& stmt = f.body.stmts[s];
    const auto* e = std::get_if<OpExpr>(&stmt.expr);
    if (!e) throw BadInput("a program that has loops cannot be scaled", stmt.location);
    for (ValueId x : e->operands) reads_[x].push_back(s);
    Types types;
    for (ValueId x : e->operands) types.push_back(f.type(x));
    const ValueId y = stmt.results[0];
    if (const auto* slice = e->op.get_if<SliceOp>()) {
      for (size_t d = 0; d < slice->start.size(); ++d) {
        unite(first_[y] + d, first_[e->operands[0]] + d);
        for (int64_t n : {slice->start[d], slice->limit[d]}) bounds_.push_back({first_[y] + d, n});
        // ⌈(limit - start) / stride⌉ scales only where it is exact
        if ((slice->limit[d] - slice->start[d]) % slice->strides[d] != 0)
          pinned_.push_back(first_[y] + d);
      }
      return;
    }
    if (const auto* concat = e->op.get_if<Concatenate>())
      for (ValueId x : e->operands)
        unite(first_[y] + concat->dimension, first_[x] + concat->dimension);
    if (const auto* constant = e->op.get_if<Constant>()) {
      if (constant->value.splat) splats_.emplace(y, constant->value.bits(0));
      for (size_t d = 0; !constant->value.splat && d < f.type(y).shape.size(); ++d)
        pinned_.push_back(first_[y] + d);
    }
    if (e->op.get_if<Reshape>()) {
      for (const ReshapeGroup& g : reshape_groups(types[0].shape, f.type(y).shape)) {
        Group group;
        for (int64_t d : g.in) group.in.push_back(first_[e->operands[0]] + d);
        for (int64_t d : g.out) group.out.push_back(first_[y] + d);
        if (group.in.size() == 1 && group.out.size() == 1) unite(group.in[0], group.out[0]);
        else groups_.push_back(std::move(group));
      }
      return;
    }
    if (const auto* scatter = e->op.get_if<Scatter>()) return relate(*scatter, e->operands, stmt.results);
    // all others: a read by a plain (or reversed) variable has that variable's extent
    const std::optional<Comprehension> definition = e->op.comprehension(types);
    if (!definition) {
      // a procedure's extents may mean anything
      for (const ValueIds* xs : {&e->operands, &stmt.results})
        for (ValueId x : *xs)
          for (size_t d = 0; d < f.type(x).shape.size(); ++d) pinned_.push_back(first_[x] + d);
      return;
    }
    const Comprehension& c = *definition;
    std::vector<size_t> at(c.result.shape.size() + c.reduction.size(), SIZE_MAX);
    auto extent = [&](size_t v) {
      return v < c.result.shape.size() ? c.result.shape[v] : c.reduction[v - c.result.shape.size()];
    };
    for (ValueId r : stmt.results)
      for (size_t d = 0; d < c.result.shape.size() && f.type(r).shape == c.result.shape; ++d) {
        if (at[d] == SIZE_MAX) at[d] = first_[r] + d;
        unite(at[d], first_[r] + d);
      }
    for (const Node& node : c.body) {
      const auto* read = std::get_if<ReadNode>(&node.expr);
      if (!read) continue;
      const ValueId x = e->operands[read->operand];
      for (size_t d = 0; d < read->index.size(); ++d) {
        const IndexExpr& i = read->index[d];
        if (i.terms.size() != 1 || std::abs(i.terms[0].coefficient) != 1 || !i.is_affine())
          continue;
        const size_t v = static_cast<size_t>(i.terms[0].variable);
        if (extent(v) != f.type(x).shape[d]) continue;
        if (at[v] == SIZE_MAX) at[v] = first_[x] + d;
        unite(at[v], first_[x] + d);
      }
    }
  }

  /// Inputs and results have the same extents, as have all updates. Of them window dimensions have the inputs', the
  /// others the indices'; a window that is smaller than an input is as large as it is.
  void relate(const Scatter& op, const ValueIds& operands, const ValueIds& results) {
    const size_t n = operands.size() / 2;
    const auto shape = [&](ValueId x) -> const Shape& { return out_.main.type(x).shape; };
    const auto same = [&](ValueId x, size_t d, ValueId y, size_t e) {
      if (shape(x)[d] == shape(y)[e]) unite(first_[x] + d, first_[y] + e);
      else pinned_.insert(pinned_.end(), {first_[x] + d, first_[y] + e});
    };
    const auto among = [](const std::vector<int64_t>& all, size_t d) {
      return std::find(all.begin(), all.end(), static_cast<int64_t>(d)) != all.end();
    };
    const ValueId input = operands[0], indices = operands[n], update = operands[n + 1];
    for (size_t i = 0; i < n; ++i) {
      for (size_t d = 0; d < shape(input).size(); ++d) same(operands[i], d, input, d), same(results[i], d, input, d);
      for (size_t d = 0; d < shape(update).size(); ++d) same(operands[n + 1 + i], d, update, d);
    }
    size_t window = 0;
    for (size_t d = 0; d < shape(input).size(); ++d)
      if (!among(op.inserted, d) && !among(op.input_batching, d))
        same(update, static_cast<size_t>(op.window_dims[window++]), input, d);
    for (size_t k = 0; k < op.input_batching.size(); ++k)
      same(indices, static_cast<size_t>(op.indices_batching[k]), input, static_cast<size_t>(op.input_batching[k]));
    size_t at = 0;
    for (size_t d = 0; d < shape(indices).size(); ++d) {
      if (static_cast<int64_t>(d) == op.index_vector_dim) {
        pinned_.push_back(first_[indices] + d);
        continue;
      }
      while (among(op.window_dims, at)) ++at;
      same(update, at++, indices, d);
    }
  }

  /// Whether a number may be divided: it stays integral, above 1 (broadcasting and reshapes treat
  /// extents of 1 apart), and a multiple of every product of axis sizes that it was a multiple of. In
  /// a reshape group a part must stay above 1 too: which dimension leads there depends on it.
  bool divides(int64_t number, int64_t factor, bool grouped) const {
    if (number % factor != 0 || number / factor < 2) return false;
    for (int64_t n : parts_) {
      if (number % n != 0) continue;
      if (number / factor % n != 0 || (grouped && number / n > 1 && number / factor / n == 1))
        return false;
    }
    return true;
  }
  bool divides(const Class& c, int64_t factor) const {
    if (c.pinned) return false;
    for (int64_t n : c.numbers)
      if (n / factor % c.needed != 0 || (!tight_ && c.needed > 1 && n / factor == c.needed)) return false;
    for (int64_t n : c.bounds)
      if (n % factor != 0) return false;
    return std::all_of(c.numbers.begin(), c.numbers.end(),
                       [&](int64_t n) { return divides(n, factor, c.grouped); });
  }
  static int64_t power(int64_t p, int k) {
    int64_t n = 1;
    while (k-- > 0) n *= p;
    return n;
  }

  /// Extends `powers` until every reshape group balances, trying the largest extents first. The
  /// budget bounds the search: giving up only leaves the program larger.
  bool balance(Powers& powers, int64_t p, int& budget) {
    if (--budget < 0) return false;
    for (const Group& g : groups_) {
      auto sum = [&](const std::vector<size_t>& side) {
        int n = 0;
        for (size_t c : side)
          if (auto it = powers.find(c); it != powers.end()) n += it->second;
        return n;
      };
      const int in = sum(g.in), out = sum(g.out);
      if (in == out) continue;
      std::vector<size_t> choices = in < out ? g.in : g.out;
      std::stable_sort(choices.begin(), choices.end(), [&](size_t l, size_t r) {
        return *classes_[l].numbers.rbegin() > *classes_[r].numbers.rbegin();
      });
      for (size_t c : choices) {
        Powers next = powers;
        if (!divides(classes_[c], power(p, ++next[c])) || !balance(next, p, budget)) continue;
        powers = std::move(next);
        return true;
      }
      return false;
    }
    return true;
  }

  /// Divides some dimension of `x` by a prime.
  bool shrink(ValueId x) {
    std::vector<size_t> order(out_.main.type(x).shape.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t l, size_t r) {
      return out_.main.type(x).shape[l] > out_.main.type(x).shape[r];
    });
    for (size_t d : order) {
      const size_t c = find(first_[x] + d);
      int64_t rest = out_.main.type(x).shape[d];
      for (int64_t p = 2; rest > 1; ++p) {
        if (p * p > rest) p = rest;
        if (rest % p != 0) continue;
        while (rest % p == 0) rest /= p;
        if (failed_.count({c, p})) continue;
        Powers powers{{c, 1}};
        int budget = 4096;
        if (divides(classes_[c], p) && balance(powers, p, budget) && apply(powers, p)) return true;
        failed_.insert({c, p});  // extents only shrink, so it will not do later either
      }
    }
    return false;
  }

  std::vector<std::vector<Entry>> all_entries(const core::Function& f, const OpExpr& e) const {
    Operands operands;
    for (ValueId x : e.operands) {
      const auto splat = splats_.find(x);
      operands.push_back({f.type(x), splat == splats_.end() ? std::nullopt
                                                            : std::optional<ElementBits>(splat->second)});
    }
    std::vector<std::vector<Entry>> all;
    for (int64_t n : sizes_) all.push_back(valid_entries(e.op, operands, n));
    return all;
  }

  /// Divides, and keeps it if every op that is touched has the types that its shape rule infers and
  /// the registry entries that it had.
  bool apply(const Powers& powers, int64_t p) {
    core::Function& f = out_.main;
    std::map<ValueId, InternedType> old_types;
    std::set<size_t> touched;
    for (const auto& [c, k] : powers)
      for (ValueId x : classes_[c].values) {
        old_types.emplace(x, f.values[x].type);
        f.values[x].type.change([&](TensorType& t) {
          for (size_t d = 0; d < t.shape.size(); ++d)
            if (find(first_[x] + d) == c) t.shape[d] /= power(p, k);
        });
        touched.insert(reads_[x].begin(), reads_[x].end());
      }
    for (size_t s = 0; s < f.body.stmts.size(); ++s)
      for (ValueId x : f.body.stmts[s].results)
        if (old_types.count(x)) touched.insert(s);
    std::map<size_t, Op> old_ops;
    bool good = true;
    for (size_t s : touched) {
      auto& e = std::get<OpExpr>(f.body.stmts[s].expr);
      old_ops.emplace(s, e.op);
      resize(f, f.body.stmts[s], e, powers, p);
      if (!(good = typed(f, f.body.stmts[s], e) && all_entries(f, e) == entries_[s])) break;
    }
    if (!good) {
      for (auto& [x, type] : old_types) f.values[x].type = type;
      for (auto& [s, op] : old_ops) std::get<OpExpr>(f.body.stmts[s].expr).op = op;
      return false;
    }
    for (const auto& [c, k] : powers)
      for (auto* numbers : {&classes_[c].numbers, &classes_[c].bounds}) {
        std::set<int64_t> divided;
        for (int64_t n : *numbers) divided.insert(n / power(p, k));
        *numbers = std::move(divided);
      }
    return true;
  }
  /// Brings the attributes that mention extents in line with the new types.
  void resize(const core::Function& f, const core::Stmt& stmt, OpExpr& e, const Powers& powers,
              int64_t p) {
    const TensorType& result = f.type(stmt.results[0]);
    e.op = e.op.visit([&](auto op) -> Op {
      if constexpr (requires { op.shape = result.shape; }) op.shape = result.shape;
      if constexpr (std::is_same_v<decltype(op), Gather>) resize(f, e.operands[0], op.slice_sizes, powers, p);
      if constexpr (std::is_same_v<decltype(op), DynamicSlice>) resize(f, e.operands[0], op.sizes, powers, p);
      if constexpr (std::is_same_v<decltype(op), Constant>) op.value.type.shape = result.shape;
      if constexpr (std::is_same_v<decltype(op), SliceOp>)
        for (size_t d = 0; d < op.start.size(); ++d)
          if (auto it = powers.find(find(first_[stmt.results[0]] + d)); it != powers.end()) {
            op.start[d] /= power(p, it->second);
            op.limit[d] /= power(p, it->second);
          }
      return op;
    });
  }
  /// Windows that are as large as `x` stay so.
  void resize(const core::Function& f, ValueId x, std::vector<int64_t>& window, const Powers& powers, int64_t p) {
    const Shape& shape = f.type(x).shape;
    for (size_t d = 0; d < window.size(); ++d)
      if (auto it = powers.find(find(first_[x] + d)); it != powers.end())
        if (window[d] == shape[d] * power(p, it->second)) window[d] = shape[d];
  }
  static bool typed(const core::Function& f, const core::Stmt& stmt, const OpExpr& e) {
    Types operands, results;
    for (ValueId x : e.operands) operands.push_back(f.type(x));
    for (ValueId x : stmt.results) results.push_back(f.type(x));
    try {
      return e.op.infer(operands) == results;
    } catch (const ConstraintViolation&) {
      return false;
    }
  }

  core::Program out_;
  std::set<int64_t> parts_, sizes_;
  std::vector<size_t> first_, parent_;
  std::vector<std::pair<size_t, int64_t>> bounds_;
  std::vector<size_t> pinned_;
  std::vector<Group> groups_;
  std::map<size_t, Class> classes_;
  std::map<ValueId, ElementBits> splats_;  ///< reductions may split only over a known identity
  std::vector<std::vector<size_t>> reads_;  ///< statements that read a value
  std::vector<std::vector<std::vector<Entry>>> entries_;  ///< by statement and axis size
  std::set<std::pair<size_t, int64_t>> failed_;
  bool tight_;  ///< parts of a divided dimension may become 1, where much is right by accident: the last resort
};

}  // namespace detail
}  // namespace partir
