// The analytical simulator: what a run of a lowered program takes on a described device and interconnect.
//   an op         max(flops / peak, bytes / memory bandwidth), a roofline (Williams et al., 2009)
//   a collective  by the formulas of partition/device.h
// Statements start in program order, as soon as their operands are there and their unit is free: ops use the
// device, a collective uses the links of its axes. Nothing is fused or done in place, no op costs a launch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "lowering/cost.h"
#include "partition/device.h"
#include "semantics/core.h"
#include "semantics/hlo.h"

namespace partir {

/// One statement, priced; seconds.
struct SimulatedOp {
  int stmt = 0;                ///< its index in the program
  double flops = 0;            ///< scalar operations, on one device
  double bytes = 0;            ///< read from and written to memory
  double compute_s = 0;        ///< flops / peak
  double memory_s = 0;         ///< bytes / memory bandwidth
  double communication_s = 0;  ///< of a collective, which has nothing else
  double start_s = 0;          ///< when it starts beside the others, with overlap
  double seconds() const { return std::max(compute_s, memory_s) + communication_s; }
  bool memory_bound() const { return memory_s > compute_s; }
};

/// A program, priced: seconds, bytes and scalar operations of one device.
struct SimulatedTime {
  double compute_s = 0;        ///< of ops bound by compute
  double memory_s = 0;         ///< of ops bound by memory
  double communication_s = 0;  ///< of collectives
  double serial_s = 0;         ///< the sum of the three: nothing overlaps
  double overlapped_s = 0;     ///< communication beside compute where dependences let it
  double total_s = 0;          ///< one of the two, as the device says
  int64_t peak_bytes = 0;      ///< most bytes live at once: lowering/cost.h
  int64_t memory_bytes = 0;    ///< what the device has
  double flops = 0;
  double mfu = 0;  ///< model-flops utilisation in [0, 1], if `simulate` was told the model's
  bool fits() const { return peak_bytes <= memory_bytes; }
  /// Communication that nothing hides.
  double exposed_s() const { return total_s - compute_s - memory_s; }
};

namespace detail {
/// Prices statements of one program, one after another, by look-ups alone.
class Pricer {
 public:
  Pricer(const hlo::Program& p, const DeviceSpec& d) : p_(p), finish_(p.main.values.size(), 0) {
    for (ElementType e : all_element_types) per_flop_[static_cast<size_t>(e)] = 1 / d.peak(e);
    per_byte_ = 1 / d.memory_bytes_per_s;
    for (const auto& [a, n] : p.mesh.axes()) links_.push_back({n, d.link_of(a)});
    link_free_.assign(links_.size(), 0);
  }

  SimulatedOp price(size_t i) {
    const hlo::Stmt& s = p_.main.body.stmts[i];
    SimulatedOp o;
    o.stmt = static_cast<int>(i);
    double written = 0;
    for (ValueId x : s.results) written += bytes(x);
    std::visit(Overloaded{[&](const OpExpr& e) { price_op(o, e, s.results, written); },
                          [&](const hlo::AllSlice& c) { price_slice(o, c, written); },
                          [&](const auto& c) { price_collective(o, c, s.results[0]); }},
               s.expr);
    end_ = std::max(end_, o.start_s + o.seconds());
    return o;
  }
  /// When the last statement so far ends.
  double end() const { return end_; }

 private:
  double bytes(ValueId x) const { return static_cast<double>(p_.main.type(x).bytes()); }
  /// Starts `o` on the device, once `operands` are there.
  void on_device(SimulatedOp& o, const ValueId* operands, size_t n, std::span<const ValueId> results) {
    o.start_s = device_free_;
    for (size_t i = 0; i < n; ++i) o.start_s = std::max(o.start_s, finish_[operands[i]]);
    device_free_ = o.start_s + o.seconds();
    for (ValueId x : results) finish_[x] = device_free_;
  }

  /// An op without operands (a constant, an iota) is made where it is used. One without flops moves
  /// elements: it reads no more of an operand than it writes.
  void price_op(SimulatedOp& o, const OpExpr& e, std::span<const ValueId> results, double written) {
    if (!e.operands.empty()) {
      types_.resize(e.operands.size());
      for (size_t i = 0; i < e.operands.size(); ++i) types_[i] = p_.main.type(e.operands[i]);
      o.flops = e.op.flops(types_);
      o.bytes = written;
      for (size_t i = 0; i < e.operands.size(); ++i) {
        const auto end = e.operands.begin() + static_cast<std::ptrdiff_t>(i);
        if (std::find(e.operands.begin(), end, e.operands[i]) != end) continue;  // read once
        const double whole = bytes(e.operands[i]);
        o.bytes += o.flops > 0 ? whole : std::min(whole, written);
      }
      o.compute_s = o.flops * per_flop_[static_cast<size_t>(types_.back().element)];
      o.memory_s = o.bytes * per_byte_;
    }
    on_device(o, e.operands.data(), e.operands.size(), results);
  }
  /// Each device reads its part of what it has.
  void price_slice(SimulatedOp& o, const hlo::AllSlice& c, double written) {
    o.bytes = 2 * written;
    o.memory_s = o.bytes * per_byte_;
    on_device(o, &c.operand, 1, p_.main.body.stmts[static_cast<size_t>(o.stmt)].results);
  }

  double seconds(const hlo::AllGather& c) const { return all_gather_seconds(over_, bytes(c.operand)); }
  double seconds(const hlo::AllReduce& c) const { return all_reduce_seconds(over_, bytes(c.operand)); }
  double seconds(const hlo::ReduceScatter& c) const {
    return reduce_scatter_seconds(over_, bytes(c.operand));
  }
  double seconds(const hlo::AllToAll& c) const { return all_to_all_seconds(over_, bytes(c.operand)); }

  void add(const AxisList& axes) {
    for (const Axis& a : axes) axes_.push_back(p_.mesh.index(a));
  }
  void add(const AxisLists& lists) {
    for (const AxisList& axes : lists) add(axes);
  }
  template <class Collective>
  void price_collective(SimulatedOp& o, const Collective& c, ValueId result) {
    axes_.clear();
    add(c.axes);
    over_.clear();
    o.start_s = finish_[c.operand];
    for (size_t a : axes_) {
      over_.push_back(links_[a]);
      o.start_s = std::max(o.start_s, link_free_[a]);
    }
    o.communication_s = seconds(c);
    finish_[result] = o.start_s + o.communication_s;
    for (size_t a : axes_) link_free_[a] = finish_[result];
  }

  const hlo::Program& p_;
  std::array<double, std::size(all_element_types)> per_flop_{};
  double per_byte_ = 0;
  std::vector<AxisLink> links_;    // by position in the mesh
  std::vector<double> finish_;     // by value: when it is there
  std::vector<double> link_free_;  // by position in the mesh
  double device_free_ = 0, end_ = 0;
  Types types_;  // of the statement at hand, as are the next two
  std::vector<size_t> axes_;
  std::vector<AxisLink> over_;
};

inline double ideal_seconds(const core::Program& p, const core::Block& block, const DeviceSpec& d) {
  double seconds = 0;
  Types types;
  for (const core::Stmt& s : block.stmts) {
    if (const auto* loop = std::get_if<core::LoopExpr>(&s.expr))
      seconds += static_cast<double>(p.mesh.size(loop->axis)) * ideal_seconds(p, *loop->body, d);
    const auto* e = std::get_if<OpExpr>(&s.expr);
    if (!e || e->operands.empty()) continue;
    types.clear();
    for (ValueId x : e->operands) types.push_back(p.main.type(x));
    seconds += e->op.flops(types) / d.peak(types.back().element);
  }
  return seconds;
}
}  // namespace detail

/// Seconds in which one device at its peak rates would do the scalar operations of the whole program: what
/// model-flops utilisation compares with (Chowdhery et al., PaLM, 2022).
inline double ideal_seconds(const core::Program& unpartitioned, const DeviceSpec& device) {
  return detail::ideal_seconds(unpartitioned, unpartitioned.main.body, device);
}

/// Prices a well-typed lowered program. `model_s` is `ideal_seconds` of the unpartitioned program, for `mfu`;
/// `ops`, if given, gets an element for each statement. Linear in the program.
inline SimulatedTime simulate(const hlo::Program& program, const DeviceSpec& device, double model_s = 0,
                              std::vector<SimulatedOp>* ops = nullptr) {
  SimulatedTime t;
  detail::Pricer pricer(program, device);
  for (size_t i = 0; i < program.main.body.stmts.size(); ++i) {
    const SimulatedOp o = pricer.price(i);
    t.flops += o.flops;
    t.communication_s += o.communication_s;
    if (o.memory_bound())
      t.memory_s += o.memory_s;
    else
      t.compute_s += o.compute_s;
    if (ops) ops->push_back(o);
  }
  t.serial_s = t.compute_s + t.memory_s + t.communication_s;
  t.overlapped_s = pricer.end();
  t.total_s = device.overlap ? t.overlapped_s : t.serial_s;
  t.peak_bytes = cost(program).peak_bytes;
  t.memory_bytes = device.memory_bytes;
  if (t.total_s > 0) t.mfu = model_s / static_cast<double>(program.mesh.devices()) / t.total_s;
  return t;
}

}  // namespace partir
