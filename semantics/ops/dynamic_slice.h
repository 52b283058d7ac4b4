#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[s̄ + ī]`, `s_d = clamp(0, start_d, n_d - slice_sizes[d])`: the window is moved inside.
/// Example: dynamic_slice [1, 2, 3, 4] at 3, slice_sizes = [2] = [3, 4].
/// Dimensions taken whole have entries: their start is 0 whatever it is.
///   C1 one start per dimension after the operand; C2 starts are scalars of one integer type; C3 one
///   size per dimension; C4 0 <= size <= extent.
struct DynamicSlice {
  static constexpr std::string_view name = "dynamic_slice";
  std::vector<int64_t> sizes;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("slice_sizes", &DynamicSlice::sizes));
  }

  std::vector<TensorType> infer(const Types& x) const {
    constraint(!x.empty() && static_cast<int64_t>(x.size()) == 1 + x[0].rank(), "C1",
               "one start per dimension after the operand", [&] { return to_string(x); });
    for (size_t i = 1; i < x.size(); ++i)
      constraint(x[i].rank() == 0 && is_integer(x[i].element) && x[i] == x[1], "C2",
                 "starts are scalars of one integer type", [&] { return to_string(x); });
    constraint(sizes.size() == x[0].shape.size(), "C3", "one size per dimension", [&] { return to_string(sizes); });
    for (size_t d = 0; d < sizes.size(); ++d)
      constraint(0 <= sizes[d] && sizes[d] <= x[0].shape[d], "C4", "0 <= size <= extent",
                 [&] { return to_string(sizes) + " of " + to_string(x[0]); });
    return {{sizes, x[0].element}};
  }
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    DynamicReadNode read{0, identity_index(x[0].rank()), {}, {}};
    for (size_t d = 0; d < sizes.size(); ++d) {
      read.at.push_back(c.add(x[1 + d].element, ReadNode{static_cast<int>(1 + d), {}}));
      read.limit.push_back(x[0].shape[d] - sizes[d]);
    }
    c.add(x[0].element, std::move(read));
    return c;
  }
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    auto with = [&](EntryAttr a) {
      EntryAttrs attrs(x.size(), any);
      attrs[0] = a;
      return operands(attrs);
    };
    for (int64_t d = 0; d < x[0].type.rank(); ++d)
      if (sizes[d] == x[0].type.shape[d]) e.push_back(with(tile(d)) >> tile(d));
    for (Monoid m : all_monoids)
      if (defined_on(m, x[0].type.element)) e.push_back(with(partial(m)) >> partial(m));
    return e;
  }
  DynamicSlice localise(const Entry& entry, int64_t n, const Types&) const {
    DynamicSlice local = *this;
    if (entry.results[0].is_tile()) local.sizes[entry.results[0].dim] /= n;
    return local;
  }
  /// Inverse of `localise`.
  DynamicSlice globalise(const Entry& entry, int64_t n) const {
    DynamicSlice whole = *this;
    if (entry.results[0].is_tile()) whole.sizes[entry.results[0].dim] *= n;
    return whole;
  }
  double flops(const Types&) const { return 0; }
  static std::vector<Sample<DynamicSlice>> samples() {
    const TensorType i{{}, ElementType::I32}, u{{}, ElementType::UI8};
    return {{{{6, 2}}, {{{6, 4}, ElementType::F32}, i, i}},
            {{{2, 3, 4}}, {{{2, 6, 4}, ElementType::I32}, u, u, u}}};
  }
  friend bool operator==(const DynamicSlice&, const DynamicSlice&) = default;
};

}  // namespace partir
