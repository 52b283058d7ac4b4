#pragma once

#include "semantics/body_op.h"

namespace partir {

/// `out[ī] = body(x_1[ī], .., x_n[ī])`.
/// Example: map [1, 2], [3, 4] by multiply = [3, 8].
///   C1 at least one operand; C2 operands have one shape; C3 dimensions are all dimensions, in order;
///   C4 the body takes their element types and gives one result.
struct Map {
  static constexpr std::string_view name = "map";
  std::vector<int64_t> dims;
  ScalarBody body;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("dimensions", &Map::dims),
                                   attribute("computation", &Map::body));
  }

  std::vector<TensorType> infer(const Types& x) const {
    constraint(!x.empty(), "C1", "at least one operand", "none");
    std::vector<ElementType> elements;
    for (const TensorType& t : x) {
      constraint(t.shape == x[0].shape, "C2", "operands have one shape", [&] { return to_string(x); });
      elements.push_back(t.element);
    }
    std::vector<int64_t> all;
    for (int64_t d = 0; d < x[0].rank(); ++d) all.push_back(d);
    constraint(dims == all, "C3", "dimensions are all dimensions, in order", [&] { return to_string(dims); });
    constraint(body.params == elements && body.results.size() == 1, "C4",
               "the body takes the operands' element types and gives one result",
               [&] { return "(" + to_string(body.params) + ") -> (" + to_string(body.result_elements()) + ")"; });
    return {{x[0].shape, body.result_elements()[0]}};
  }
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    std::vector<int> args;
    for (size_t i = 0; i < x.size(); ++i)
      args.push_back(c.add(x[i].element, ReadNode{static_cast<int>(i), identity_index(x[i].rank())}));
    const int value = splice(c, body.nodes, args)[body.results[0]];
    // the value is the last node
    if (value + 1 != static_cast<int>(c.body.size())) {
      Node last = c.body[value];
      c.body.push_back(std::move(last));
    }
    return c;
  }
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    for (int64_t d = 0; d < x[0].type.rank(); ++d)
      e.push_back(operands(EntryAttrs(x.size(), tile(d))) >> tile(d));
    return e;
  }
  Map localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types& x) const { return static_cast<double>(x[0].elements() * body.cost()); }
  static std::vector<Sample<Map>> samples() {
    const ElementType f = ElementType::F32, i = ElementType::I32;
    ScalarBody b = ScalarBody::of({f, f});
    const int square = b.add(f, ApplyNode{ScalarFn::Multiply, {0, 0}});
    b.results = {b.add(f, ApplyNode{ScalarFn::Add, {square, 1}})};
    ScalarBody bits = ScalarBody::of({f});
    bits.results = {bits.add(i, ApplyNode{ScalarFn::Bitcast, {0}})};
    return {{{{0, 1}, b}, {{{6, 4}, f}, {{6, 4}, f}}},
            {{{0}, bits}, {{{6}, f}}},
            {{{0}, comparison_body(ScalarFn::Lt, i)}, {{{12}, i}, {{12}, i}}}};
  }
  friend bool operator==(const Map&, const Map&) = default;
};

}  // namespace partir
