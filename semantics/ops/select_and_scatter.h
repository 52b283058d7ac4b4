#pragma once

#include "semantics/body_op.h"
#include "semantics/window.h"

namespace partir {

/// In each window over `x` one element is selected: the first that `select` does not give up for a later
/// one, in row-major order, elements of the padding never. `out[j̄]` is the fold by `scatter` of the
/// elements of `source` whose windows selected j̄, in row-major order, from the initial value.
/// Example: select_and_scatter [1, 5, 2, 3], source [10, 20], init 0, ge, add, windows of 2 by 2
/// = [0, 10, 0, 20].
///   C1 three operands; C2 the initial value is a scalar of the element type of the other two; C3 the
///   window's lists have one number per dimension; C4 sizes and strides are positive, all
///   numbers within 2^31; C5 the source
///   has one element per window; C6 select takes two elements and gives an i1; C7 scatter takes two
///   elements and gives one.
struct SelectAndScatter {
  static constexpr std::string_view name = "select_and_scatter";
  std::vector<int64_t> size, stride, low, high;
  ScalarBody select, scatter;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(
        attribute("window_dimensions", &SelectAndScatter::size),
        attribute("window_strides", &SelectAndScatter::stride),
        attribute("padding_low", &SelectAndScatter::low),
        attribute("padding_high", &SelectAndScatter::high),
        attribute("select", &SelectAndScatter::select),
        attribute("scatter", &SelectAndScatter::scatter));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 3);
    const ElementType e = x[0].element;
    constraint(x[2].rank() == 0 && x[2].element == e && x[1].element == e, "C2",
               "the initial value is a scalar of the operands' element type", [&] { return to_string(x); });
    lists().check(x[0].shape, "C3", "C4");
    Shape windows;
    for (size_t d = 0; d < size.size(); ++d) windows.push_back(lists()[d].count(x[0].shape[d]));
    constraint(x[1].shape == windows, "C5", "the source has one element per window",
               [&] { return to_string(x[1]) + " for " + to_string(windows); });
    check_body(select, {e, e}, {ElementType::I1}, "C6");
    check_body(scatter, {e, e}, {e}, "C7");
    return {x[0]};
  }
  WindowLists lists() const {
    const std::vector<int64_t> ones(size.size(), 1);
    return {size, stride, low, high, ones, ones};
  }
  /// A dimension that falls into blocks is one over which windows are mapped, block by block.
  std::vector<MapDimension> maps(const Types& x) const {
    std::vector<MapDimension> maps;
    for (int64_t d = 0; d < x[0].rank(); ++d)
      if (lists()[d].is_blocked(x[0].shape[d])) maps.push_back({{d, d, -1}, {d}});
    return maps;
  }
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e = map_entries(maps(types_of(x)));
    // what is selected does not depend on the source
    if (const auto m = monoid_of(scatter)) {
      e.push_back(operands(any, partial(*m), partial(*m)) >> partial(*m));
      if (is_idempotent(*m) || is_known_identity(*m, x[2]))
        e.push_back(operands(any, partial(*m), any) >> partial(*m));
      if (is_idempotent(*m) || is_known_identity(*m, x[1]))
        e.push_back(operands(any, any, partial(*m)) >> partial(*m));
    }
    return e;
  }
  SelectAndScatter localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types& x) const {
    return static_cast<double>(x[1].elements() * (num_elements(size) * select.cost() + 1));
  }
  static std::vector<Sample<SelectAndScatter>> samples() {
    const ElementType f = ElementType::F32, i = ElementType::I32;
    return {{{{1, 2}, {1, 2}, {0, 0}, {0, 0}, comparison_body(ScalarFn::Ge, f), monoid_body(Monoid::Add, f)},
             {{{6, 4}, f}, {{6, 2}, f}, {{}, f}}},
            {{{3}, {2}, {1}, {1}, comparison_body(ScalarFn::Lt, i), monoid_body(Monoid::Max, i)},
             {{{6}, i}, {{3}, i}, {{}, i}}}};
  }
  friend bool operator==(const SelectAndScatter&, const SelectAndScatter&) = default;
};

}  // namespace partir
