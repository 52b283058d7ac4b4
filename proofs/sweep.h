// Arguments that no random draw meets. An index of data that names each place of what is indexed, one after another; one
// element that alone decides a reduction, at each place. What a program makes of one row of a table, of one class, of one
// flag among thousands, shows nowhere else. And arguments in which one part after another has all that comes first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "interp/native.h"
#include "proofs/core_sites.h"
#include "proofs/index_places.h"
#include "proofs/own_ops.h"
#include "proofs/subject.h"

namespace partir {

/// The runs, in Native, that two programs need for that. Of each run some arguments are given; the others are random.
class Sweep {
 public:
  Sweep() = default;
  /// `constants`: numbers that a program compares with. `own`: what one of the two alone does; of what both do alike no run need meet
  /// each place.
  Sweep(const core::Program& core, const Subject& subject, const std::set<double>& constants, const OwnOps& own) {
    for (ValueId x : core.main.params) types_.push_back(core.main.type(x));
    for_each_site(core, [&](const OpSite& s) {
      see(s, 1, own);
      see_reduction(s);
    });
    subject.for_each_site([&](const OpSite& s) { see(s, subject.mesh().devices(), own); });
    plan_places();
    plan_ones(constants);
    plan_orders(own.ordered(true), own.ordered(false));
    is_too_long_ = runs_ > 0 && static_cast<double>(runs_) * cost_ > most_cost;
    if (is_too_long_) return;
  }

  /// How many runs; 0 where nothing is indexed by arguments and nothing saturates.
  int64_t runs() const { return is_too_long_ ? 0 : runs_; }
  /// Whether it would take more than there is time for, and how many runs.
  bool is_too_long() const { return is_too_long_; }
  int64_t needed() const { return runs_; }

  /// Those of `random`, the arguments of the `r`-th run, that are not random are replaced.
  void set(std::vector<Tensor<Native>>& random, int64_t r) const {
    if (r < singles_) {
      for (size_t i : indices_)
        random[i] = filled(types_[i], [&](int64_t k) { return (r * stride_ + k) % places() - 1; });
      return;
    }
    r -= singles_;
    for (const Ones& o : ones_) {
      if (r < o.runs()) {
        const auto& [most, one] = o.sides[static_cast<size_t>(r / o.places)];
        const int64_t place = r % o.places;
        random[o.argument] = filled(types_[o.argument], [&](int64_t k) { return k == place ? one : most; });
        return;
      }
      r -= o.runs();
    }
    for (const Order& o : orders_) {
      if (r < o.runs()) {
        const TensorType& t = types_[o.argument];
        const int64_t stride = row_major_strides(t.shape)[o.dim], n = t.shape[o.dim];
        random[o.argument] = filled(t, [&](int64_t k) {
          const int64_t rank = (k / stride % n + r / 2 * o.part) % n;
          return static_cast<double>(r % 2 == 0 ? rank : n - 1 - rank);
        });
        return;
      }
      r -= o.runs();
    }
  }
  /// Whether there is time for so many runs besides, of which the last ones met nothing new.
  bool has_time(int64_t more) const { return static_cast<double>(more) * cost_ <= most_cost / 4; }
  /// All integers and truth values among the arguments are drawn, in the `r`-th run that is made where programs do to
  /// integers what no run above met: places, numbers beside `constants`, those of each magnitude, and such that are close
  /// to one another.
  void draw(std::vector<Tensor<Native>>& args, const std::vector<double>& constants, uint64_t seed, int64_t r) const {
    const auto kind = r % 6;
    for (size_t i = 0; i < types_.size(); ++i) {
      const TensorType& t = types_[i];
      if (t.elements() == 0 || !(is_integer(t.element) || is_bool(t.element))) continue;
      const uint64_t stream = mix64(mix64(seed + static_cast<uint64_t>(r)) + i);
      const int bits = is_bool(t.element) ? 1 : bit_width(t.element);
      args[i] = filled(t, [&](int64_t k) -> double {
        const uint64_t h = mix64(stream + static_cast<uint64_t>(k)), g = mix64(h);
        if (bits == 1) return static_cast<double>(h & 1);
        const auto near = static_cast<double>(g % 3) - 1;
        const bool by_constant = !constants.empty() && (kind == 1 || kind == 4 || (kind == 2 && (h & 1)));
        if (by_constant) return constants[(kind == 4 ? mix64(seed + static_cast<uint64_t>(r)) : h >> 8) % constants.size()] + near;
        // close to one another, at any magnitude
        const uint64_t base = kind == 5 ? mix64(mix64(seed + static_cast<uint64_t>(r)) + static_cast<uint64_t>(k) % 4) : h;
        if (kind == 3 || kind == 5) return std::floor(std::ldexp(static_cast<double>(base >> 12), static_cast<int>(base % static_cast<uint64_t>(bits)) - 52)) * ((base >> 6 & 3) ? 1 : -1) + (kind == 5 ? near : 0);
        return static_cast<double>(static_cast<int64_t>((h >> 8) % static_cast<uint64_t>(places())) - 1);
      });
    }
  }

 private:
  /// One argument that is alike everywhere but in one place, at each place and for each pair of values.
  struct Ones {
    size_t argument;
    int64_t places;
    std::vector<std::pair<double, double>> sides;  ///< everywhere, and in one place
    int64_t runs() const { return places * static_cast<int64_t>(sides.size()); }
  };
  /// One argument that rises or falls along a dimension, from the start of one part after another.
  struct Order {
    size_t argument, dim;
    int64_t part, parts;
    int64_t runs() const { return 2 * parts; }
  };
  /// Elements that are read and written in all runs together: some seconds.
  static constexpr double most_cost = 4e9;

  void see(const OpSite& s, int64_t copies, const OwnOps& own) {
    double elements = 500 + static_cast<double>(s.op.flops(s.operands)) / 4;  // an op costs about as much as so many
    for (const TensorType& t : s.operands) elements += static_cast<double>(t.elements());
    cost_ += (elements + static_cast<double>(s.result_type.elements())) * static_cast<double>(copies);
    if (const auto* c = s.op.get_if<Convert>(); c && s.depends && is_float(s.operands[0].element) && is_integer(c->element))
      indexes_by_floats_ = true;
    if (!own.asks(s.op)) return;
    for (const IndexPlaces& p : index_places(s.op, s.operands))
      if (s.operand_depends.at(p.operand)) extent_ = std::max(extent_, p.last + 1);
    // a class number, a position: compared with a whole row of them
    if (s.op.get_if<Compare>() && is_integer(s.operands[0].element) && s.operand_depends[0] != s.operand_depends[1])
      for (int64_t n : s.operands[0].shape) extent_ = std::max(extent_, n);
  }
  /// Which arguments have an element for each that a reduction of truth values, or of a maximum of integers, takes.
  void see_reduction(const OpSite& s) {
    const auto is_of_bits = [&](size_t i) {
      return is_bool(s.operands[i].element) || of_bits_.contains(s.operand_values[i]);
    };
    if (s.op.get_if<Convert>() || s.op.get_if<Reshape>() || s.op.get_if<Transpose>() || s.op.get_if<BroadcastInDim>() || s.op.get_if<SliceOp>())
      if (s.depends && is_of_bits(0)) of_bits_.insert(s.results[0]);
    if (!s.depends) return;
    if (const auto* r = s.op.get_if<Reduce>(); r && (is_of_bits(0) || (r->reducer != Monoid::Add && is_integer(s.operands[0].element))))
      reduced_.insert(s.operands[0].elements());
    if (s.op.get_if<DotGeneral>())
      for (size_t i : {size_t{0}, size_t{1}})
        if (is_of_bits(i)) reduced_.insert(s.operands[i].elements());
  }
  void plan_places() {
    int64_t fewest = 0;
    for (size_t i = 0; i < types_.size() && extent_ > 0; ++i) {
      const int64_t n = types_[i].elements();
      if (n == 0 || !(is_integer(types_[i].element) || (indexes_by_floats_ && is_float(types_[i].element) && n < extent_))) continue;
      indices_.push_back(i);
      fewest = fewest == 0 ? n : std::min(fewest, n);
    }
    if (indices_.empty()) return;
    // of few elements each meets each place; of many about sixteen do
    stride_ = std::max<int64_t>(1, fewest / 16);
    if (static_cast<double>(places() / stride_) * cost_ > most_cost) stride_ = fewest;
    runs_ = singles_ = (places() + stride_ - 1) / stride_;
  }
  void plan_ones(const std::set<double>& constants) {
    // where nothing is compared with a number, the greater of two decides a maximum
    const std::set<double> thresholds = constants.empty() ? std::set<double>{0} : constants;
    for (size_t i = 0; i < types_.size(); ++i) {
      if (!reduced_.contains(types_[i].elements()) || is_complex(types_[i].element)) continue;
      Ones o{i, types_[i].elements(), {}};
      if (is_bool(types_[i].element)) o.sides = {{0, 1}, {1, 0}};
      else
        for (double c : thresholds) o.sides.insert(o.sides.end(), {{c - 1, c + 1}, {c + 1, c - 1}});
      runs_ += o.runs();
      ones_.push_back(std::move(o));
    }
  }
  void plan_orders(const std::set<int64_t>& ordered, const std::set<int64_t>& parts) {
    for (size_t i = 0; i < types_.size(); ++i)
      for (size_t d = 0; d < types_[i].shape.size(); ++d) {
        const int64_t n = types_[i].shape[d];
        if (!ordered.contains(n) || is_complex(types_[i].element) || types_[i].elements() == 0) continue;
        for (int64_t part : parts) {
          if (part >= n || part < 2) continue;
          orders_.push_back({i, d, part, (n + part - 1) / part});
          runs_ += orders_.back().runs();
        }
      }
  }
  /// One below the first place, all places, and one beyond the last.
  int64_t places() const { return extent_ + 2; }

  template <class F>
  static Tensor<Native> filled(const TensorType& type, F&& value) {
    return with_scalar<Native>(type.element, [&]<class T>() {
      return Tensor<Native>::build<T>(type, [&](T* out) {
        for (int64_t k = 0, n = type.elements(); k < n; ++k)
          out[k] = Native::from_bits<T>(type.element, Literal::encode(type.element, static_cast<double>(value(k))));
      });
    });
  }

  std::vector<TensorType> types_;
  double cost_ = 0;          ///< of one run, in elements
  int64_t extent_ = 0;       ///< the most places that are indexed by what depends on the arguments
  bool indexes_by_floats_ = false;
  std::set<ValueId> of_bits_;   ///< of the Core program: truth values as numbers
  std::set<int64_t> reduced_;   ///< elements of what is reduced
  std::vector<size_t> indices_;  ///< arguments that may be indices
  std::vector<Ones> ones_;
  std::vector<Order> orders_;
  int64_t stride_ = 1, singles_ = 0, runs_ = 0;
  bool is_too_long_ = false;
};

}  // namespace partir
