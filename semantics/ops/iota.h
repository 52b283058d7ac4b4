#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = i_dimension`. Example: iota dim = 0 : tensor<3xi32> = [0, 1, 2].
/// Along its own dimension the local op would depend on the device: no entry there.
///   C2 the dimension is below the rank; C3 the element type is not i1.
struct Iota {
  static constexpr std::string_view name = "iota";
  int64_t dimension = 0;
  std::vector<int64_t> shape;
  ElementType element = ElementType::I32;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("iota_dimension", &Iota::dimension),
                                   attribute("result_shape", &Iota::shape),
                                   attribute("result_element", &Iota::element));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 0);
    constraint(dimension >= 0 && dimension < static_cast<int64_t>(shape.size()), "C2",
               "iota_dimension is below the rank", [&] { return std::to_string(dimension); });
    constraint(!is_bool(element), "C3", text(Accepts::Numeric), std::string(partir::name(element)));
    return {{shape, element}};
  }
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    c.add(element, IndexNode{variable(static_cast<int>(dimension))});
    return c;
  }
  std::vector<Entry> entries(const Operands&) const {
    std::vector<Entry> e;
    for (int64_t d = 0; d < static_cast<int64_t>(shape.size()); ++d)
      if (d != dimension) e.push_back(operands() >> tile(d));
    return e;
  }
  Iota localise(const Entry& entry, int64_t n, const Types&) const {
    Iota local = *this;
    if (entry.results[0].is_tile()) local.shape[entry.results[0].dim] /= n;
    return local;
  }
  /// Inverse of `localise`: the op of which this one is a part.
  Iota globalise(const Entry& entry, int64_t n) const {
    Iota whole = *this;
    if (entry.results[0].is_tile()) whole.shape[entry.results[0].dim] *= n;
    return whole;
  }
  double flops(const Types&) const { return 0; }
  static std::vector<Sample<Iota>> samples() {
    return {{{1, {6, 4}, ElementType::I32}, {}}, {{0, {12}, ElementType::F32}, {}}};
  }
  friend bool operator==(const Iota&, const Iota&) = default;
};

}  // namespace partir
