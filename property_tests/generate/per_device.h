// A second SPMD semantics, as section 2 writes it down: a tensor for each device, nothing shared, each
// collective computed at each device from the coordinates of its group. Slow; interp/ is held against it.
#pragma once

#include <cstdint>
#include <vector>

#include "interp/evaluate.h"
#include "interp/family.h"
#include "semantics/hlo.h"

namespace partir::generate {

/// The tensor of each device, by linear id.
template <class D>
using EachDevice = std::vector<Tensor<D>>;

namespace detail {

/// Coordinates as digits of a linear id.
class Places {
 public:
  explicit Places(const Mesh& mesh) {
    int64_t stride = mesh.devices();
    for (const auto& [a, n] : mesh.axes()) {
      stride /= n;
      axes_.push_back({a, n, stride});
    }
  }
  /// δ|ā, read as a number whose first digit is the major one.
  int64_t index(int64_t device, const AxisList& axes) const {
    int64_t k = 0;
    for (const Axis& a : axes) k = k * at(a).size + device / at(a).stride % at(a).size;
    return k;
  }
  int64_t count(const AxisList& axes) const {
    int64_t n = 1;
    for (const Axis& a : axes) n *= at(a).size;
    return n;
  }
  /// δ[ā↦κ], where κ is the k-th in row-major order.
  int64_t moved(int64_t device, const AxisList& axes, int64_t k) const {
    for (size_t i = axes.size(); i-- > 0;) {
      const auto& [name, size, stride] = at(axes[i]);
      device += (k % size - device / stride % size) * stride;
      k /= size;
    }
    return device;
  }

 private:
  struct Digit {
    Axis name;
    int64_t size, stride;
  };
  const Digit& at(const Axis& a) const {
    for (const Digit& d : axes_)
      if (d.name == a) return d;
    throw Crash("an axis that is not in the mesh");
  }
  std::vector<Digit> axes_;
};

template <class D>
struct PerDevice {
  Places places;
  int64_t devices;

  template <class F>
  EachDevice<D> each(F&& f) const {
    EachDevice<D> all;
    for (int64_t δ = 0; δ < devices; ++δ) all.push_back(f(δ));
    return all;
  }
  EachDevice<D> slice(const AxisLists& lists, EachDevice<D> V) const {
    for (size_t d = 0; d < lists.size(); ++d)
      V = each([&](int64_t δ) {
        return V[δ].chunk(static_cast<int64_t>(d), places.index(δ, lists[d]), places.count(lists[d]));
      });
    return V;
  }
  EachDevice<D> gather(const AxisLists& lists, EachDevice<D> V) const {
    for (size_t d = 0; d < lists.size(); ++d)
      V = each([&](int64_t δ) {
        std::vector<Tensor<D>> pieces;
        for (int64_t k = 0; k < places.count(lists[d]); ++k) pieces.push_back(V[places.moved(δ, lists[d], k)]);
        return concat(static_cast<int64_t>(d), pieces);
      });
    return V;
  }
  EachDevice<D> reduce(Monoid m, const AxisList& axes, const EachDevice<D>& V) const {
    return each([&](int64_t δ) {
      Tensor<D> sum = V[places.moved(δ, axes, 0)];
      for (int64_t k = 1; k < places.count(axes); ++k) sum = combine(m, sum, V[places.moved(δ, axes, k)]);
      return sum;
    });
  }
};

}  // namespace detail

/// `⟦program⟧` of a well-typed program at one tensor per parameter and device.
template <class D>
std::vector<EachDevice<D>> run_per_device(const hlo::Program& program, const std::vector<EachDevice<D>>& args) {
  const hlo::Function& f = program.main;
  const detail::PerDevice<D> on{detail::Places(program.mesh), program.mesh.devices()};
  std::vector<EachDevice<D>> rho(f.values.size());
  for (size_t i = 0; i < args.size(); ++i) rho[f.params[i]] = args[i];
  for (const hlo::Stmt& s : f.body.stmts) {
    if (const auto* e = std::get_if<OpExpr>(&s.expr)) {
      for (int64_t δ = 0; δ < on.devices; ++δ) {
        std::vector<Tensor<D>> x;
        for (ValueId v : e->operands) x.push_back(rho[v][δ]);
        const std::vector<Tensor<D>> y = apply_op<D>(e->op, x);
        for (size_t j = 0; j < y.size(); ++j) rho[s.results[j]].push_back(y[j]);
      }
      continue;
    }
    const EachDevice<D>& x = rho[hlo::operands(s.expr)[0]];
    rho[s.results[0]] = std::visit(
        Overloaded{[&](const OpExpr&) { return x; }, [&](const hlo::AllSlice& e) { return on.slice(e.axes, x); },
                   [&](const hlo::AllGather& e) { return on.gather(e.axes, x); },
                   [&](const hlo::AllReduce& e) { return on.reduce(e.monoid, e.axes, x); },
                   [&](const hlo::ReduceScatter& e) {
                     return on.slice(e.axes, on.reduce(e.monoid, flatten(e.axes), x));
                   },
                   [&](const hlo::AllToAll& e) {
                     AxisLists from(x[0].type().shape.size()), to(from.size());
                     from[static_cast<size_t>(e.from)] = to[static_cast<size_t>(e.to)] = e.axes;
                     return on.slice(to, on.gather(from, x));
                   }},
        s.expr);
  }
  std::vector<EachDevice<D>> results;
  for (ValueId x : f.body.results) results.push_back(rho[x]);
  return results;
}

}  // namespace partir::generate
