// What a program makes of an index before the index names a place: offsets of a device's part, comparisons with its ends, a
// mask. Where that is all that two programs do differently, a few runs for each place decide it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "interp/core_interp.h"
#include "interp/field.h"
#include "interp/op_watch.h"
#include "proofs/index_places.h"
#include "proofs/inputs.h"
#include "proofs/locate.h"
#include "proofs/ranges.h"
#include "proofs/subject.h"
#include "proofs/tensor_bits.h"
#include "proofs/value_flow.h"
#include "proofs/without_signs.h"
#include "semantics/verdict.h"

namespace partir {

/// Follows a program whose arguments are indices, or any numbers. Each element of its results must be a sum of products of
///   - one function of one index, made of sums with constants, comparisons, clamps, masks: piecewise of slope 1, 0 or -1;
///   - one number at a place that one index names;
///   - functions of the other arguments that are the same whatever those are: products, sums, moves.
/// Then runs in which each index takes each value beside which such a piece ends, and each place, tell all such programs apart.
class IndexCone : public StraightFlow {
 public:
  /// `indices`: of each argument, whether it has indices; `single`: all indices of the program name one place together.
  IndexCone(std::set<size_t> indices, bool single) : indices_(std::move(indices)), single_(single) {}
  /// The ops at whose operands pieces may end, and which of these is the index.
  const std::map<const Op*, size_t>& ends() const { return ends_; }

  void argument(ValueId x, size_t i) override {
    made_[x] = {indices_.contains(i) ? Made::Kind::Index : Made::Kind::Any, single_ ? 0 : i + 1, 0, false, {i}};
    for (uint64_t d = 1; d <= most_rank; ++d) made_[x].along.push_back(single_ ? d : mix64(i + 1) + d);
  }
  void op(const OpSite& s) override {
    Made m = of(s);
    lie(s, m);
    for (ValueId x : s.results) made_[x] = m;
  }
  void moved(ValueId result, std::span<const ValueId> operands, bool) override {
    std::vector<Made> all;
    for (ValueId x : operands) all.push_back(made_[x]);
    made_[result] = joined(all, mix64(result + 77));
    for (uint64_t d = 1; d <= most_rank; ++d) made_[result].along.push_back(mix64(result + 78) + d);
    made_[result].picked = mix64(result + 78);
  }
  void reduced(ValueId result, ValueId operand, std::optional<ScalarFn> by, int64_t) override {
    const Made m = made_[operand];
    if (m.kind != Made::Kind::Fixed && (by != ScalarFn::Add || m.kind == Made::Kind::Index)) fail("reduces over devices but by add");
    made_[result] = m;
  }
  void device(ValueId result) override { made_[result] = {}; }

 private:
  struct Made {
    /// Of no argument; of one index; of other arguments only; of those and of indices.
    enum class Kind : uint8_t { Fixed, Index, Any, Both } kind = Kind::Fixed;
    uint64_t places = 0;  ///< Index: values with one number have at each place the same index
    int masks = 0;        ///< Both: how many functions of an index are multiplied
    bool shifted = false;  ///< Index: it may have left its type's range
    std::set<size_t> components = {};  ///< Index, of several that name one place together: which of these arguments it has
    bool mixed = false;    ///< one of its elements depends on several of them
    std::vector<uint64_t> along = {};  ///< Index, Both: for each dimension a number for how its places go with places of the indices, 0 if they go with none
    uint64_t picked = 0;   ///< Index, Both: a number for which indices were picked out of all, where dimensions do not tell any more
    bool several = false;  ///< Both: an element is made of several places, or with several indices
  };
  static constexpr uint64_t most_rank = 16;
  /// Elements of all of these elsewhere.
  Made joined(const std::vector<Made>& all, uint64_t how) {
    Made r;
    for (const Made& m : all) {
      if (m.kind == Made::Kind::Fixed) continue;
      const bool mixed = r.kind != Made::Kind::Fixed && r.kind != m.kind;
      r.kind = mixed ? Made::Kind::Both : m.kind;
      r.shifted = r.shifted || m.shifted;
      r.places = r.places * 31 + m.places;
      r.components.insert(m.components.begin(), m.components.end());
      r.mixed = r.mixed || m.mixed;
      r.masks = std::max(r.masks, m.masks);
      r.several = r.several || m.several;
    }
    if (r.kind == Made::Kind::Both) r.masks = std::max(r.masks, 1);
    if (r.kind == Made::Kind::Index) r.places = single_ ? 0 : mix64(r.places ^ how);
    return r;
  }
  /// Says how the result of an op goes with the indices.
  void lie(const OpSite& s, Made& m) {
    using enum Made::Kind;
    if (m.kind != Index && m.kind != Both) return;
    const Shape& shape = s.result_type.shape;
    const size_t rank = shape.size();
    const auto x = [&](size_t i) -> const Made& { return made_[s.operand_values[i]]; };
    // of what no index decides nothing is known but that it goes as nothing else does
    const auto along = [&](size_t i, size_t d) -> uint64_t {
      if (s.operands[i].shape[d] == 1) return 0;
      return d < x(i).along.size() ? x(i).along[d] : mix64(s.operand_values[i] + 80) + d + 1;
    };
    const auto is_own = [&](size_t i) { return x(i).kind == Index || x(i).kind == Both; };
    std::vector<uint64_t>& r = m.along;
    for (size_t d = 0; d < rank; ++d) r.push_back(mix64(s.results[0] + 79) + d + 1);  // as nothing else does
    m.picked = mix64(s.results[0] + 79);
    if (const auto* b = s.op.get_if<BroadcastInDim>()) {
      r.assign(rank, 0);
      for (size_t k = 0; k < b->dims.size(); ++k) r[static_cast<size_t>(b->dims[k])] = along(0, k);
      m.picked = x(0).picked;
    } else if (const auto* t = s.op.get_if<Transpose>()) {
      for (size_t d = 0; d < rank; ++d) r[d] = along(0, static_cast<size_t>(t->permutation[d]));
      m.picked = x(0).picked;
    } else if (s.op.get_if<Reshape>()) {
      // where dimensions of one element come or go
      std::vector<uint64_t> from;
      Shape before, after;
      for (size_t d = 0; d < s.operands[0].shape.size(); ++d)
        if (s.operands[0].shape[d] != 1) before.push_back(s.operands[0].shape[d]), from.push_back(along(0, d));
      for (int64_t n : shape)
        if (n != 1) after.push_back(n);
      if (before == after) {
        for (size_t d = 0, k = 0; d < rank; ++d) r[d] = shape[d] == 1 ? 0 : from[k++];
        m.picked = x(0).picked;
      }
    } else if (const auto* part = s.op.get_if<SliceOp>()) {
      m.picked = x(0).picked;
      for (size_t d = 0; d < rank; ++d) {
        if (shape[d] == s.operands[0].shape[d]) r[d] = along(0, d);
        else if (along(0, d) != 0) m.picked = mix64(mix64(m.picked + d) + static_cast<uint64_t>(part->start[d]));
        else r[d] = 0;
      }
    } else if (const auto* g = s.op.get_if<Gather>(); g && is_own(1)) {
      r.clear();
      size_t k = 0;
      for (size_t d = 0; d < rank; ++d) {
        const bool offset = std::find(g->offset_dims.begin(), g->offset_dims.end(), static_cast<int64_t>(d)) != g->offset_dims.end();
        if (!offset && static_cast<int64_t>(k) == g->index_vector_dim) ++k;
        r.push_back(offset ? 0 : along(1, k++));
      }
      m.components = x(1).components;
      m.picked = x(1).picked;
    } else if ((s.op.get_if<DynamicSlice>() && !is_own(0)) || (s.op.get_if<DynamicUpdateSlice>() && !is_own(0) && !is_own(1))) {
      r.assign(rank, 0);  // of one index
      std::set<uint64_t> picked;
      for (size_t i = 1; i < s.operands.size(); ++i) {
        if (!is_own(i)) continue;
        m.components.insert(x(i).components.begin(), x(i).components.end());
        picked.insert(x(i).picked);
      }
      if (picked.size() == 1) m.picked = *picked.begin();
    } else if (s.op.get_if<DynamicUpdateSlice>() || s.op.get_if<Scatter>()) {
      m.several = true;
    } else if (const auto* sum = s.op.get_if<Reduce>()) {
      r.clear();
      m.several = x(0).several;
      m.components = x(0).components;
      m.picked = x(0).picked;
      for (size_t d = 0; d < s.operands[0].shape.size(); ++d)
        if (std::find(sum->dims.begin(), sum->dims.end(), static_cast<int64_t>(d)) == sum->dims.end()) r.push_back(along(0, d));
        else m.several = m.several || along(0, d) != 0;
    } else if (const auto* dot = s.op.get_if<DotGeneral>()) {
      const size_t own = is_own(0) ? 0 : 1;
      m.several = x(own).several;
      m.components = x(own).components;
      m.picked = x(own).picked;
      const auto outside = [&](size_t i) { return dims_outside(s.operands[i].rank(), i == 0 ? dot->lhs_batch : dot->rhs_batch, i == 0 ? dot->lhs_contract : dot->rhs_contract); };
      r.clear();
      for (int64_t d : own == 0 ? dot->lhs_batch : dot->rhs_batch) r.push_back(along(own, static_cast<size_t>(d)));
      for (size_t i : {0, 1})
        for (int64_t d : outside(i)) r.push_back(i == own ? along(own, static_cast<size_t>(d)) : 0);
      for (int64_t d : own == 0 ? dot->lhs_contract : dot->rhs_contract) m.several = m.several || along(own, static_cast<size_t>(d)) != 0;
    } else if (is_elementwise(s.op)) {
      std::optional<size_t> first;
      for (size_t i = 0; i < s.operands.size(); ++i) {
        if (!is_own(i)) continue;
        m.several = m.several || x(i).several || (first && !goes_with(s, *first, i));
        m.components.insert(x(i).components.begin(), x(i).components.end());
        if (!first) first = i;
      }
      for (size_t d = 0; d < rank; ++d) r[d] = s.operands[*first].shape.empty() ? 0 : along(*first, d);
      m.picked = x(*first).picked;
    } else {
      for (size_t i = 0; i < s.operands.size(); ++i) m.components.insert(x(i).components.begin(), x(i).components.end());
    }
  }
  /// Those that `of` takes.
  static bool is_elementwise(const Op& op) {
    return op.get_if<Compare>() || op.get_if<Maximum>() || op.get_if<Minimum>() || op.get_if<Clamp>() || op.get_if<Add>() || op.get_if<Subtract>() || op.get_if<Multiply>() ||
           op.get_if<And>() || op.get_if<Or>() || op.get_if<Xor>() || op.get_if<Not>() || op.get_if<Convert>() || op.get_if<Negate>() || op.get_if<Select>() || op.get_if<OptimizationBarrier>();
  }
  /// Whether two operands of an op that goes element by element are at each place made of the same index, and each of one.
  bool goes_with(const OpSite& s, size_t i, size_t k) {
    const Made &a = made_[s.operand_values[i]], &b = made_[s.operand_values[k]];
    if (a.several || b.several || a.picked != b.picked || (!single_ && a.components != b.components)) return false;
    for (size_t d = 0; d < s.result_type.shape.size(); ++d) {
      const auto along = [&](size_t j, const Made& m) { return s.operands[j].shape.empty() || s.operands[j].shape[d] == 1 ? 0 : m.along.at(d); };
      if (along(i, a) != along(k, b)) return false;
    }
    return true;
  }
  Made of(const OpSite& s) {
    using enum Made::Kind;
    std::vector<Made> x;
    bool all_fixed = true;
    for (ValueId v : s.operand_values) {
      x.push_back(made_[v]);
      all_fixed = all_fixed && x.back().kind == Fixed;
    }
    if (all_fixed) return {};
    const Op& op = s.op;
    const auto refuse = [&](const std::string& why) {
      fail(s, why);
      return Made{Both, 0, 1};
    };
    const uint64_t how = mix64(s.results[0] + 13);
    if (op.get_if<Reshape>() || op.get_if<BroadcastInDim>() || op.get_if<Transpose>() || op.get_if<OptimizationBarrier>() || op.get_if<SliceOp>() ||
        op.get_if<Reverse>() || op.get_if<Concatenate>() || op.get_if<Pad>())
      return joined(x, how);
    const bool indexed = op.get_if<Gather>() || op.get_if<DynamicSlice>() || op.get_if<DynamicUpdateSlice>() || op.get_if<Scatter>();
    if (indexed) {
      std::vector<Made> numbers;
      bool by_index = false;
      std::set<size_t> indices;
      for (const IndexPlaces& p : index_places(op, s.operands)) indices.insert(p.operand);
      std::optional<uint64_t> places;
      for (size_t i = 0; i < x.size(); ++i) {
        const bool is_index = indices.contains(i) || (i >= 1 && op.get_if<DynamicSlice>()) || (i >= 2 && op.get_if<DynamicUpdateSlice>());
        if (!is_index) {
          numbers.push_back(x[i]);
          continue;
        }
        if (x[i].kind == Fixed) continue;
        if (x[i].kind != Index) return refuse("is indexed by what is no index");
        if (places && *places != x[i].places) return refuse("is indexed by several indices");
        places = x[i].places;
        by_index = true;
      }
      if (!by_index) return joined(numbers, how);
      if (const auto* sc = op.get_if<Scatter>(); sc && monoid_of(sc->body) != Monoid::Add) return refuse("keeps one of several updates");
      if (const auto* sc = op.get_if<Scatter>(); sc && (sc->unique_indices || sc->indices_are_sorted)) return refuse("makes promises");
      if (const auto* g = op.get_if<Gather>(); g && g->indices_are_sorted) return refuse("makes promises");
      for (const Made& m : numbers)
        if (m.kind == Index || m.kind == Both) return refuse("finds what indices decide");
      return {Both, 0, 0};
    }
    // a sum of functions of one index each
    if (const auto* r = op.get_if<Reduce>(); r && r->reducer == Monoid::Add && x[0].kind == Index && x[1].kind == Fixed) return {Both, 0, 1};
    // elementwise on one index and constants
    const bool only_index = std::all_of(x.begin(), x.end(), [](const Made& m) { return m.kind == Fixed || m.kind == Index; });
    if (only_index && !op.get_if<DotGeneral>() && !op.get_if<Reduce>() && op.bodies().empty()) {
      std::optional<uint64_t> places;
      int of_index = 0;
      bool shifted = false, mixed = false;
      std::set<size_t> components;
      for (const Made& m : x) {
        if (m.kind == Fixed) continue;
        ++of_index;
        shifted = shifted || m.shifted;
        mixed = mixed || m.mixed;
        components.insert(m.components.begin(), m.components.end());
        if (places && *places != m.places) return refuse("combines several indices");
        places = m.places;
      }
      const ElementType e = s.operands[0].element;
      const bool of_bits = is_bool(e);
      const bool holds = op.get_if<Compare>() || op.get_if<Maximum>() || op.get_if<Minimum>() || op.get_if<Clamp>();
      const bool shifts = op.get_if<Add>() || op.get_if<Subtract>();
      const bool logical = of_bits && (op.get_if<And>() || op.get_if<Or>() || op.get_if<Xor>() || op.get_if<Not>());
      const auto* c = op.get_if<Convert>();
      const bool widens = c && (of_bits || (is_integer(e) && is_integer(c->element) && bit_width(c->element) >= bit_width(e)));
      if (!of_bits && !is_integer(e) && !op.get_if<Select>()) return refuse("calculates with floats that indices decide");
      if ((holds || shifts) && !of_bits) {
        if (of_index != 1) return refuse("combines an index with itself");
        // where a piece of what several make ends, runs in which they are the same do not tell
        if (mixed) return refuse("compares or shifts what several indices decide");
        ends_[&op] = static_cast<size_t>(std::find_if(x.begin(), x.end(), [](const Made& m) { return m.kind == Index; }) - x.begin());
      }
      if (widens && shifted && !of_bits) return refuse("widens an index that may have left its type's range");
      if (holds || shifts || logical || widens || op.get_if<Select>() || (op.get_if<Negate>() && is_integer(e)))
        return {Index, *places, 0, !op.get_if<Compare>() && (shifted || shifts || op.get_if<Negate>()), components, mixed || (single_ && of_index > 1 && components.size() > 1)};
      return refuse("makes of an index what runs cannot cover");
    }
    // numbers that indices weight
    const auto weighted = [&](int more) {
      Made r{Any, 0, 0};
      for (const Made& m : x) {
        if (m.kind == Both || m.kind == Index) r.kind = Both;
        r.masks = std::max(r.masks, m.masks);
      }
      r.masks += more;
      if (r.kind == Both && r.masks > 1) return refuse("combines what several indices decide");
      return r;
    };
    const auto has = [&](Made::Kind k) { return std::count_if(x.begin(), x.end(), [&](const Made& m) { return m.kind == k; }); };
    if (op.get_if<Select>()) {
      if (x[0].kind == Any || x[0].kind == Both) return refuse("chooses by what is no index");
      if (x[0].kind == Fixed) return joined({x[1], x[2]}, how);
      // runs have each index at each place, but not each with each of another
      for (size_t i : {1, 2})
        if (x[i].kind == Both && !goes_with(s, 0, i)) return refuse("chooses by one index of what another names");
      return weighted(1);
    }
    if (op.get_if<Add>() || op.get_if<Subtract>() || op.get_if<Negate>()) return has(Index) ? refuse("adds an index to numbers") : weighted(0);
    // of integers, what leaves a type's range is no sum
    if (op.get_if<Convert>() && is_float(s.operands[0].element) && is_float(s.result_type.element)) return weighted(0);
    if (const auto* r = op.get_if<Reduce>(); r && r->reducer == Monoid::Add && !has(Index)) return weighted(0);
    if (op.get_if<Multiply>() || op.get_if<DotGeneral>()) {
      if (has(Index) + has(Both) > 1) return refuse("multiplies what several indices decide");
      if (is_integer(s.operands[0].element) && has(Any) > 1) return refuse("multiplies integers");
      return weighted(has(Index) ? 1 : 0);
    }
    return refuse("is no sum or product");
  }

  std::set<size_t> indices_;
  bool single_;
  std::map<ValueId, Made> made_;
  std::map<const Op*, size_t> ends_;
};

/// Finds the values of an index beside which a piece of what a program makes of it ends, from runs in which all of the
/// program's indices have the same value: each is one, or minus one, times the index, or the same beside it.
class PieceEnds : public OpWatch {
 public:
  /// `ops`: which operand of each is the index.
  explicit PieceEnds(std::map<const Op*, size_t> ops) : ops_(std::move(ops)) {}
  /// What follows is a run with another value of the indices.
  void start() {
    before_ = std::move(now_);
    now_.clear();
  }
  void see(const Op&, const std::vector<Tensor<Native>>&, const std::vector<Tensor<Native>>&) override {}
  void see(const Op& op, const std::vector<Tensor<Field>>& x, const std::vector<Tensor<Field>>&) override {
    const auto at = ops_.find(&op);
    if (at == ops_.end()) return;
    const size_t index = at->second;
    const bool shifts = op.get_if<Add>() || op.get_if<Subtract>();
    const IntegerRange range = Ranges::of_type(x[index].element());
    Seen seen{integers(x[index]), {}};
    for (size_t i = 0; i < x.size(); ++i) {
      if (i == index) continue;
      const std::vector<__int128> c = integers(x[i]);
      // a shift ends where the sum leaves its type's range
      if (!shifts) seen.others.push_back(c);
      else
        for (const __int128 end : {range.low, range.high})
          for (const __int128 sign : {-1, 1}) {
            seen.others.push_back(c);
            for (__int128& v : seen.others.back()) v = end + sign * v;
          }
    }
    now_.push_back(std::move(seen));
  }
  /// The ends that follow of the last two runs, with indices `x` and `x + 1`.
  std::set<__int128> found(__int128 x) const {
    std::set<__int128> all;
    for (size_t i = 0; i < now_.size() && i < before_.size(); ++i) {
      const Seen &a = before_[i], &b = now_[i];
      for (const std::vector<__int128>& others : a.others)
        for (size_t k = 0; k < std::max(a.index.size(), others.size()); ++k) {
          const size_t j = a.index.size() == 1 ? 0 : k;
          const __int128 slope = b.index[j] - a.index[j];
          if (slope != 1 && slope != -1) continue;
          const __int128 end = x + slope * (others[others.size() == 1 ? 0 : k] - a.index[j]);
          all.insert({end - 1, end, end + 1});
        }
    }
    return all;
  }

 private:
  struct Seen {
    std::vector<__int128> index;
    std::vector<std::vector<__int128>> others;
  };
  std::map<const Op*, size_t> ops_;
  std::vector<Seen> before_, now_;
};

/// Of the arguments of a program those that are indices.
struct IndexArguments {
  std::vector<size_t> arguments;
  int64_t vector_dim = -1;  ///< along which each of them has components of one index
  std::vector<int64_t> lasts;  ///< the last place of each component, or of each argument
  bool single = false;      ///< they are components of one index
};

/// Whether the two agree whatever the indices and the other arguments are; empty, or why that is not known.
PARTIR_INLINE std::string agree_at_indices(const core::Program& core, const Subject& subject, const IndexArguments& indices, const FieldModel& model, uint64_t seed)
#if PARTIR_PROOFS_BODIES
{
  const std::set<size_t> which(indices.arguments.begin(), indices.arguments.end());
  IndexCone in_core(which, indices.single), in_subject(which, indices.single);
  follow(core, in_core);
  subject.follow(in_subject);
  for (const IndexCone* cone : {&in_core, &in_subject})
    if (!cone->why_not().empty()) return cone->why_not();

  const FieldModel::Use in_use(model);
  const auto type = [&](size_t i) -> const TensorType& { return core.main.type(core.main.params[i]); };
  std::vector<Tensor<Field>> args;
  for (size_t i = 0; i < core.main.params.size(); ++i) args.push_back(Inputs::free<Field>(type(i), argument_seed(seed, i)));
  std::vector<Family<Field>> families = distribute_arguments(subject.mesh(), subject.params(), args, seed);
  const auto set = [&](size_t i, auto&& value) {
    args[i] = of_low_bits<Field>(type(i), [&](size_t k) { return value(static_cast<int64_t>(k)); });
    families[i] = distribute_randomly(subject.mesh(), subject.params().at(i), args[i], 1);
  };
  std::string why;
  WithoutSigns without_signs(core, subject, model);
  const auto agree_in = [&](OpReading* reading, const char* differs) {
    const OpReading::Use in_use(reading);
    const std::vector<Tensor<Field>> expected = run<Field>(core, args);
    const std::vector<Family<Field>> found = subject.run(families);
    why.clear();
    for (size_t i = 0; i < found.size(); ++i)
      if (represents(subject.mesh(), subject.results()[i], found[i], expected[i])) why = differs;
    return why.empty();
  };
  const auto agree = [&] {
    return agree_in(nullptr, "what indices name differs") && (!model.cancels() || agree_in(&without_signs, "what indices name differs without signs"));
  };
  // values of each component at which pieces end, and all places
  std::map<const Op*, size_t> ops = in_core.ends();
  ops.insert(in_subject.ends().begin(), in_subject.ends().end());
  PieceEnds ends(std::move(ops));
  const OpWatch::Use watch(&ends);
  const auto [low, high] = Ranges::of_type(type(indices.arguments[0]).element);
  for (size_t i : indices.arguments)
    if (type(i).element != type(indices.arguments[0]).element) return "indices of several types";
  std::set<__int128> values, tried;
  const auto add = [&](__int128 v) {
    if (v >= low && v <= high) values.insert(v);
  };
  for (__int128 v : {low, low + 1, high - 1, high}) add(v);
  for (int64_t last : indices.lasts)
    for (int64_t v : {int64_t{-1}, int64_t{0}, last / 2, last, last + 1}) add(v);
  const auto all_at = [&](__int128 v) {
    ends.start();
    for (size_t i : indices.arguments) set(i, [&](int64_t) { return v; });
    return agree();
  };
  constexpr size_t most_ends = 2048;
  for (bool again = true; again;) {
    again = false;
    const std::vector<__int128> now(values.begin(), values.end());
    for (__int128 v : now) {
      if (v == high || !tried.insert(v).second) continue;
      again = true;
      if (!all_at(v) || !all_at(v + 1)) return why;
      for (__int128 end : ends.found(v)) add(end);
      if (values.size() > most_ends) return "indices are compared with too many numbers";
    }
  }
  const OpWatch::Use unwatched(nullptr);
  int64_t tuples = 1;
  std::vector<std::vector<__int128>> each;
  for (int64_t last : indices.lasts) {
    std::set<__int128> of_component = values;
    for (int64_t v = 0; v <= last; ++v)
      if (v <= high) of_component.insert(v);
    each.emplace_back(of_component.begin(), of_component.end());
    tuples *= static_cast<int64_t>(each.back().size());
    if (tuples > (int64_t{1} << 17)) return "an index has too many places";
  }
  double elements = 1;
  for (const TensorType& t : core.main.result_types) elements += static_cast<double>(t.elements());
  const double cost = elements * static_cast<double>(subject.mesh().devices() + 1);
  if (static_cast<double>(tuples) * (cost + 500) > 3e8) return "an index has too many places";
  const auto component = [&](int64_t tuple, size_t c) {
    for (size_t j = 0; j < c; ++j) tuple /= static_cast<int64_t>(each[j].size());
    return each[c][static_cast<size_t>(tuple % static_cast<int64_t>(each[c].size()))];
  };
  for (int64_t r = 0; r < tuples; ++r) {
    for (size_t a = 0; a < indices.arguments.size(); ++a) {
      const size_t i = indices.arguments[a];
      const Shape& shape = type(i).shape;
      int64_t stride = 1, extent = 1;
      if (indices.vector_dim >= 0 && indices.vector_dim < static_cast<int64_t>(shape.size())) {
        stride = row_major_strides(shape)[static_cast<size_t>(indices.vector_dim)];
        extent = shape[static_cast<size_t>(indices.vector_dim)];
      }
      set(i, [&](int64_t k) {
        if (indices.single) return component(r, a);
        const auto c = static_cast<size_t>(k / stride % extent);
        const int64_t vector = k / (stride * extent) * stride + k % stride;
        return component((r + vector * 7919) % tuples, indices.vector_dim >= 0 ? c : 0);
      });
    }
    if (!agree()) return why;
  }
  return "";
}
#else
    ;
#endif

}  // namespace partir
