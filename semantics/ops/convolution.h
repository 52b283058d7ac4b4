#pragma once

#include "semantics/window.h"

namespace partir {

/// `out[b, ō, f] = Σ_{k̄,c} base[b + (f div F/B)·N/B, window(ō, k̄), c + (f div F/G)·C] · kernel[k̄, c, f]`
/// where base is lhs, spread by lhs_dilation and padded with zeros, C the kernel's input features, N
/// lhs's batch, F the output features, G = feature_group_count, B = batch_group_count. Products and
/// sums are in the result's element type (f16 and bf16 sums accumulate in f32).
/// Example: convolution [1, 2, 3] with kernel [1, 1] over one spatial dimension = [3, 5].
///   C1 two operands; C2 they have equal ranks of at least 2; C3 the window's lists have one number per
///   spatial dimension; C4 strides and dilations are positive, all numbers within
///   2^31; C5 each of the three groups of dimension
///   numbers is a permutation of the dimensions; C6 group counts are positive and one of them is 1;
///   C7 the input features are the kernel's times feature_group_count; C8 batch_group_count divides
///   the batch; C9 both group counts divide the output features; C10 element types agree.
struct Convolution {
  static constexpr std::string_view name = "convolution";
  std::vector<int64_t> strides, low, high, lhs_dilation, rhs_dilation, reversal;
  int64_t input_batch = 0, input_feature = 1;
  std::vector<int64_t> input_spatial;
  int64_t kernel_input = 0, kernel_output = 1;
  std::vector<int64_t> kernel_spatial;
  int64_t output_batch = 0, output_feature = 1;
  std::vector<int64_t> output_spatial;
  int64_t feature_groups = 1, batch_groups = 1;
  ElementType element = ElementType::F32;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(
        attribute("window_strides", &Convolution::strides),
        attribute("padding_low", &Convolution::low), attribute("padding_high", &Convolution::high),
        attribute("lhs_dilation", &Convolution::lhs_dilation),
        attribute("rhs_dilation", &Convolution::rhs_dilation),
        attribute("window_reversal", &Convolution::reversal),
        attribute("input_batch_dimension", &Convolution::input_batch),
        attribute("input_feature_dimension", &Convolution::input_feature),
        attribute("input_spatial_dimensions", &Convolution::input_spatial),
        attribute("kernel_input_feature_dimension", &Convolution::kernel_input),
        attribute("kernel_output_feature_dimension", &Convolution::kernel_output),
        attribute("kernel_spatial_dimensions", &Convolution::kernel_spatial),
        attribute("output_batch_dimension", &Convolution::output_batch),
        attribute("output_feature_dimension", &Convolution::output_feature),
        attribute("output_spatial_dimensions", &Convolution::output_spatial),
        attribute("feature_group_count", &Convolution::feature_groups),
        attribute("batch_group_count", &Convolution::batch_groups),
        attribute("result_element", &Convolution::element));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 2);
    const int64_t rank = x[0].rank();
    constraint(rank == x[1].rank() && rank >= 2, "C2", "equal ranks of at least 2", [&] { return to_string(x); });
    const auto spatial = static_cast<size_t>(rank - 2);
    for (const auto* list : {&strides, &low, &high, &lhs_dilation, &rhs_dilation, &reversal})
      constraint(list->size() == spatial, "C3",
                 "the window's lists have one number per spatial dimension", [&] { return to_string(*list); });
    for (const auto* list : {&strides, &lhs_dilation, &rhs_dilation})
      for (int64_t v : *list)
        constraint(v >= 1, "C4", "strides and dilations are positive", [&] { return to_string(*list); });
    for (const auto* list : {&strides, &low, &high, &lhs_dilation, &rhs_dilation}) check_places(*list, "C4");
    for (const TensorType& t : x) check_places(t.shape, "C4");
    check_numbers(rank, input_batch, input_feature, input_spatial);
    check_numbers(rank, kernel_input, kernel_output, kernel_spatial);
    check_numbers(rank, output_batch, output_feature, output_spatial);
    constraint(feature_groups >= 1 && batch_groups >= 1 && (feature_groups == 1 || batch_groups == 1),
               "C6", "group counts are positive and one of them is 1",
               [&] { return std::to_string(feature_groups) + " and " + std::to_string(batch_groups); });
    constraint(x[0].shape[input_feature] % feature_groups == 0 &&
                   x[0].shape[input_feature] / feature_groups == x[1].shape[kernel_input], "C7",
               "the input features are the kernel's times feature_group_count", [&] { return to_string(x); });
    constraint(x[0].shape[input_batch] % batch_groups == 0, "C8",
               "batch_group_count divides the batch", [&] { return to_string(x[0]); });
    const int64_t features = x[1].shape[kernel_output];
    constraint(features % feature_groups == 0 && features % batch_groups == 0, "C9",
               "both group counts divide the output features", [&] { return to_string(x[1]); });
    constraint(x[0].element == x[1].element, "C10", "element types agree", [&] { return to_string(x); });
    TensorType t{Shape(static_cast<size_t>(rank)), element};
    t.shape[output_batch] = x[0].shape[input_batch] / batch_groups;
    t.shape[output_feature] = features;
    for (size_t s = 0; s < spatial; ++s)
      t.shape[output_spatial[s]] = window(s, x[1]).count(x[0].shape[input_spatial[s]]);
    return {t};
  }
  static void check_numbers(int64_t rank, int64_t a, int64_t b, std::vector<int64_t> spatial) {
    spatial.push_back(a);
    spatial.push_back(b);
    constraint(static_cast<int64_t>(spatial.size()) == rank && distinct_dims(spatial, rank), "C5",
               "dimension numbers are a permutation of the dimensions", [&] { return to_string(spatial); });
  }
  /// The window along spatial dimension `s` of a kernel of type `kernel`.
  Window window(size_t s, const TensorType& kernel) const {
    return {kernel.shape[kernel_spatial[s]], strides[s], low[s], high[s], lhs_dilation[s],
            rhs_dilation[s], reversal[s] != 0};
  }

  Comprehension comprehension(const Types& x) const {
    return comprehension(x, feature_groups > 1, batch_groups > 1);
  }
  /// The same with or without the terms for groups, which of one group are 0.
  Comprehension comprehension(const Types& x, bool by_feature_group, bool by_batch_group) const {
    Comprehension c;
    c.result = infer(x)[0];
    c.reducer = sum();
    const int rank = static_cast<int>(x[0].rank()), spatial = rank - 2;
    const int f = static_cast<int>(output_feature), channel = rank + spatial;
    const int64_t features = c.result.shape[output_feature], channels = x[1].shape[kernel_input];
    std::vector<IndexExpr> l(static_cast<size_t>(rank)), r(static_cast<size_t>(rank));
    l[input_batch] = variable(static_cast<int>(output_batch));
    if (by_batch_group)
      l[input_batch].terms.push_back(
          {f, c.result.shape[output_batch], std::max<int64_t>(features / batch_groups, 1)});
    l[input_feature] = variable(channel);
    if (by_feature_group)
      l[input_feature].terms.push_back({f, channels, std::max<int64_t>(features / feature_groups, 1)});
    r[kernel_input] = variable(channel);
    r[kernel_output] = variable(f);
    for (int s = 0; s < spatial; ++s) {
      l[input_spatial[s]] = window(s, x[1]).element(static_cast<int>(output_spatial[s]), rank + s);
      r[kernel_spatial[s]] = variable(rank + s);
      c.reduction.push_back(x[1].shape[kernel_spatial[s]]);
    }
    c.reduction.push_back(channels);
    const ElementType e = x[0].element;
    int a = c.add(e, ReadNode{0, l});
    const int zero = c.add(
        e, LiteralNode{std::make_shared<const Literal>(Literal::splat_bits({{}, e}, 0)), {}});
    for (int s = 0; s < spatial; ++s)
      a = window(s, x[1]).guard(c, e, x[0].shape[input_spatial[s]],
                                static_cast<int>(output_spatial[s]), rank + s, a, zero);
    int b = c.add(e, ReadNode{1, r});
    if (e != element) {
      a = c.add(element, ApplyNode{ScalarFn::Convert, {a}});
      b = c.add(element, ApplyNode{ScalarFn::Convert, {b}});
    }
    c.add(element, ApplyNode{is_bool(element) ? ScalarFn::And : ScalarFn::Multiply, {a, b}});
    return c;
  }
  /// How products are folded: of i1 a sum is an or, a product an and.
  Monoid sum() const { return is_bool(element) ? Monoid::Or : Monoid::Add; }

  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    const bool groups = feature_groups > 1 || batch_groups > 1;
    if (batch_groups == 1) e.push_back(operands(tile(input_batch), any) >> tile(output_batch));
    if (!groups) e.push_back(operands(any, tile(kernel_output)) >> tile(output_feature));
    for (size_t s = 0; s < strides.size(); ++s)
      if (window(s, x[1].type).is_blocked(x[0].type.shape[input_spatial[s]]))
        e.push_back(operands(tile(input_spatial[s]), any) >> tile(output_spatial[s]));
    for (size_t s = 0; s < strides.size(); ++s)
      if (window(s, x[1].type).covers(x[0].type.shape[input_spatial[s]]))
        e.push_back(operands(tile(input_spatial[s]), tile(kernel_spatial[s])) >> partial(sum()));
    // whole groups, where the axis size divides their number (`allows`)
    if (batch_groups == 1)
      e.push_back(operands(tile(input_feature), tile(kernel_output)) >> tile(output_feature));
    if (feature_groups == 1)
      e.push_back(operands(tile(input_batch), tile(kernel_output)) >> tile(output_feature));
    if (feature_groups == 1)
      e.push_back(operands(tile(input_feature), tile(kernel_input)) >> partial(sum()));
    // bilinear, where converting the operands to the result's type is (integers wrap before it)
    if (x[0].type.element == element || (!is_integer(x[0].type.element) && !is_integer(element))) {
      e.push_back(operands(partial(sum()), any) >> partial(sum()));
      e.push_back(operands(any, partial(sum())) >> partial(sum()));
    }
    return e;
  }
  bool allows(const Entry& e, int64_t n) const {
    if (is_by_feature_group(e)) return feature_groups % n == 0;
    return !is_by_batch_group(e) || batch_groups % n == 0;
  }
  Convolution localise(const Entry& e, int64_t n, const Types&) const {
    Convolution local = *this;
    if (is_by_feature_group(e)) local.feature_groups /= n;
    if (is_by_batch_group(e)) local.batch_groups /= n;
    return local;
  }
  /// Inverse of `localise`.
  Convolution globalise(const Entry& e, int64_t n) const {
    Convolution whole = *this;
    if (is_by_feature_group(e)) whole.feature_groups *= n;
    if (is_by_batch_group(e)) whole.batch_groups *= n;
    return whole;
  }
  double flops(const Types& x) const {
    double n = 2.0 * static_cast<double>(infer(x)[0].elements()) *
               static_cast<double>(x[1].shape[kernel_input]);
    for (int64_t d : kernel_spatial) n *= static_cast<double>(x[1].shape[d]);
    return n;
  }
  static std::vector<Sample<Convolution>> samples() {
    const ElementType f = ElementType::F32, i = ElementType::I32;
    // [b, 0, 1, f] x [0, 1, i, o] -> [b, 0, 1, f]
    auto image = [](std::vector<int64_t> strides, std::vector<int64_t> low, std::vector<int64_t> high,
                    std::vector<int64_t> base, std::vector<int64_t> dilation, int64_t groups,
                    int64_t batch_groups, ElementType e) {
      return Convolution{strides, low, high, base, dilation, {0, 0}, 0, 3, {1, 2}, 2, 3, {0, 1},
                         0, 3, {1, 2}, groups, batch_groups, e};
    };
    Convolution reversed{{2}, {1}, {-1}, {1}, {1}, {1}, 1, 0, {2}, 0, 1, {2}, 0, 1, {2}, 1, 1, i};
    return {{image({1, 1}, {1, 0}, {1, 0}, {1, 1}, {1, 1}, 1, 1, f), {{{2, 4, 6, 2}, f}, {{3, 1, 2, 6}, f}}},
            {image({2, 1}, {0, 1}, {1, 2}, {1, 2}, {2, 1}, 6, 1, f), {{{2, 5, 3, 6}, f}, {{2, 2, 1, 6}, f}}},
            {image({1, 1}, {0, 0}, {0, 0}, {1, 1}, {1, 1}, 1, 2, i), {{{4, 3, 2, 2}, i}, {{2, 1, 2, 4}, i}}},
            {reversed, {{{2, 4, 6}, i}, {{2, 6, 3}, i}}}};
  }
  friend bool operator==(const Convolution&, const Convolution&) = default;

 private:
  bool is_by_feature_group(const Entry& e) const {
    return e.results[0].is_tile() && e.operands[0] == tile(input_feature) && e.operands[1].is_tile();
  }
  bool is_by_batch_group(const Entry& e) const {
    return e.results[0].is_tile() && e.operands[0] == tile(input_batch) && e.operands[1].is_tile();
  }
};

}  // namespace partir
