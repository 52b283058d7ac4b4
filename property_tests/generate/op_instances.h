// Valid instances of every op of AllOps, chosen by numbers: attributes that fit operands that are in scope,
// and operands that fit those.
#pragma once

#include <functional>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "semantics/op.h"
#include "semantics/program.h"

namespace partir::generate {

/// What instances are chosen from: numbers, and the values in scope.
class Surroundings {
 public:
  virtual ~Surroundings() = default;
  /// 0 to n - 1; 0 is the simplest.
  virtual int64_t pick(int64_t n) = 0;
  virtual const TensorType& type(ValueId x) const = 0;
  /// A value in scope whose type `fits`; one of type `otherwise` if there is none.
  virtual ValueId value(const std::function<bool(const TensorType&)>& fits,
                        const TensorType& otherwise) = 0;
  /// A value of that type, in scope or made for it.
  virtual ValueId want(const TensorType& type) = 0;
  /// The extent of a dimension to be, small; often a multiple of axis sizes.
  virtual int64_t extent() = 0;

  bool flag() { return pick(2) == 1; }
  template <class T, size_t N>
  const T& one_of(const T (&choices)[N]) {
    return choices[pick(N)];
  }
  template <class T>
  const T& one_of(const std::vector<T>& choices) {
    return choices[static_cast<size_t>(pick(static_cast<int64_t>(choices.size())))];
  }
};

/// An op and its operands.
struct Instance {
  Op op;
  std::vector<ValueId> operands;
};

/// The most elements of a value.
inline constexpr int64_t max_elements = 144;

/// Element types of made values, the frequent ones several times.
inline constexpr ElementType made_elements[] = {
    ElementType::F32, ElementType::F32, ElementType::I32, ElementType::F32, ElementType::I1,
    ElementType::F64, ElementType::UI8, ElementType::C64, ElementType::BF16, ElementType::I64,
    ElementType::I4,  ElementType::I32, ElementType::F16, ElementType::I8};

namespace detail {

inline TensorType scalar(ElementType e) { return {{}, e}; }
inline TensorType vector_of(ElementType e, int64_t n) { return {{n}, e}; }
inline bool is_ranked(const TensorType& t) { return t.rank() >= 1 && t.elements() > 0; }
inline bool is_ordered(ElementType e) { return !is_complex(e); }
inline std::vector<int64_t> counted(int64_t n) {
  std::vector<int64_t> v(static_cast<size_t>(n));
  std::iota(v.begin(), v.end(), 0);
  return v;
}
/// A dimension of a ranked type.
inline int64_t dimension(Surroundings& s, const TensorType& t) { return s.pick(t.rank()); }
/// Some dimensions, in order.
inline std::vector<int64_t> dimensions(Surroundings& s, int64_t rank) {
  std::vector<int64_t> some;
  for (int64_t d = 0; d < rank; ++d)
    if (s.flag()) some.push_back(d);
  return some;
}
inline std::vector<int64_t> permutation(Surroundings& s, int64_t rank) {
  std::vector<int64_t> p = counted(rank);
  for (int64_t i = rank - 1; i > 0; --i) std::swap(p[i], p[i - s.pick(i + 1)]);
  return p;
}
inline Shape shape(Surroundings& s, int64_t max_rank) {
  Shape shape;
  for (int64_t rank = s.pick(max_rank + 1), k = 0; k < rank; ++k) {
    const int64_t n = s.extent();
    shape.push_back(num_elements(shape) * n <= max_elements ? n : 1);
  }
  return shape;
}
inline Monoid monoid(Surroundings& s, ElementType e) {
  std::vector<Monoid> all;
  for (Monoid m : all_monoids)
    if (defined_on(m, e)) all.push_back(m);
  return s.one_of(all);
}
/// (a, b) -> a before b; of i1, whether they differ.
inline ScalarBody order(ElementType e, ScalarFn fn) { return comparison_body(is_bool(e) ? ScalarFn::Ne : fn, e); }
inline Literal literal(Surroundings& s, const TensorType& t) {
  constexpr double values[] = {0, 1, 2, -1, 3, 0.5, -2};
  if (t.elements() == 0 || s.pick(3) > 0) return Literal::splat_value(t, s.one_of(values));
  Literal l{t, false, {}};
  const int64_t w = byte_width(t.element);
  l.data.resize(static_cast<size_t>(t.elements() * w));
  for (int64_t i = 0; i < t.elements(); ++i) {
    const ElementBits bits = Literal::encode(t.element, static_cast<double>((i * 3 + 1) % 5));
    std::memcpy(l.data.data() + i * w, &bits, static_cast<size_t>(w));
  }
  // equal elements are a splat, as in text
  const ElementBits first = l.bits(0);
  for (int64_t i = 1; i < t.elements(); ++i)
    if (l.bits(i) != first) return l;
  return Literal::splat_bits(t, first);
}

// ---- one function for each op whose instances are worth more variety than its samples have

/// A batch norm of a value, with `vectors` of an element for each feature, and the value's type again.
template <class T>
Instance batch_norm(Surroundings& s, int vectors, bool gradient) {
  const ValueId x = s.value([](const TensorType& t) { return is_ranked(t) && is_float(t.element); },
                            {{2, 3}, ElementType::F32});
  const TensorType t = s.type(x);
  const int64_t f = dimension(s, t);
  Instance made{T{0.5, f}, {x}};
  for (; vectors > 0; --vectors) made.operands.push_back(s.want(vector_of(t.element, t.shape[f])));
  if (gradient) made.operands.push_back(s.want(t));
  return made;
}
inline Instance instance(const BatchNormInference&, Surroundings& s) {
  return batch_norm<BatchNormInference>(s, 4, false);
}
inline Instance instance(const BatchNormTraining&, Surroundings& s) {
  return batch_norm<BatchNormTraining>(s, 2, false);
}
inline Instance instance(const BatchNormGrad&, Surroundings& s) { return batch_norm<BatchNormGrad>(s, 3, true); }
inline Instance instance(const BitcastConvert&, Surroundings& s) {
  const ValueId x = s.value([](const TensorType&) { return true; }, vector_of(ElementType::I32, 2));
  const TensorType t = s.type(x);
  std::vector<ElementType> to{t.element};
  for (ElementType e : all_element_types) {
    const int64_t from = bit_width(t.element), width = bit_width(e);
    if (is_complex(e) != is_complex(t.element)) continue;
    if (width > from ? t.rank() > 0 && t.shape.back() == width / from
                     : t.elements() * (from / width) <= max_elements)
      to.push_back(e);
  }
  return {BitcastConvert{s.one_of(to)}, {x}};
}
inline Instance instance(const BroadcastInDim&, Surroundings& s) {
  const ValueId x = s.value([](const TensorType& t) { return t.rank() <= 3; }, vector_of(ElementType::F32, 2));
  const TensorType t = s.type(x);
  const int64_t rank = t.rank() + s.pick(3);
  BroadcastInDim op;
  std::vector<int64_t> places = permutation(s, rank);
  op.dims.assign(places.begin(), places.begin() + t.rank());
  op.shape.assign(static_cast<size_t>(rank), 0);
  for (int64_t k = 0; k < t.rank(); ++k) op.shape[op.dims[k]] = t.shape[k];
  int64_t elements = t.elements();
  for (int64_t k = 0; k < rank; ++k) {
    const bool is_new = k >= t.rank();
    if (!is_new && t.shape[k] != 1) continue;
    const int64_t n = s.extent(), grown = elements * n <= max_elements ? n : 1;
    op.shape[places[k]] = grown;
    elements *= grown;
  }
  return {op, {x}};
}
inline Instance instance(const Cholesky&, Surroundings& s) {
  const ValueId x = s.value(
      [](const TensorType& t) {
        return t.rank() >= 2 && (is_float(t.element) || is_complex(t.element)) &&
               t.shape[t.rank() - 1] == t.shape[t.rank() - 2];
      },
      {{2, 2}, ElementType::F32});
  return {Cholesky{s.flag()}, {x}};
}
inline Instance instance(const Clamp&, Surroundings& s) {
  const ValueId x = s.value([](const TensorType&) { return true; }, vector_of(ElementType::F32, 2));
  const TensorType t = s.type(x), bound = s.flag() ? scalar(t.element) : t;
  return {Clamp{}, {s.want(bound), x, s.want(s.flag() ? t : bound)}};
}
inline Instance instance(const Compare&, Surroundings& s) {
  const ValueId x = s.value([](const TensorType&) { return true; }, vector_of(ElementType::F32, 2));
  const TensorType t = s.type(x);
  Compare op;
  constexpr ComparisonDirection all[] = {ComparisonDirection::EQ, ComparisonDirection::NE,
                                         ComparisonDirection::LT, ComparisonDirection::LE,
                                         ComparisonDirection::GT, ComparisonDirection::GE};
  op.direction = all[s.pick(is_complex(t.element) ? 2 : 6)];
  if (is_float(t.element) && s.flag()) op.order = ComparisonOrder::Total;
  return {op, {x, s.want(t)}};
}
inline Instance instance(const Concatenate&, Surroundings& s) {
  const ValueId x = s.value([](const TensorType& t) { return t.rank() >= 1 && t.elements() * 2 <= max_elements; },
                            vector_of(ElementType::F32, 2));
  TensorType t = s.type(x);
  const int64_t d = dimension(s, t);
  std::vector<ValueId> pieces{x};
  for (int64_t n = s.pick(3); n > 0; --n) {
    TensorType piece = t;
    if (s.flag()) piece.shape[d] = s.pick(3);
    if (piece.elements() * 3 <= max_elements) pieces.push_back(s.want(piece));
  }
  return {Concatenate{d}, pieces};
}
inline Instance instance(const Constant&, Surroundings& s) {
  const TensorType t{shape(s, 3), s.one_of(made_elements)};
  return {Constant{literal(s, t)}, {}};
}
inline Instance instance(const Convert&, Surroundings& s) {
  return {Convert{s.one_of(made_elements)},
          {s.value([](const TensorType& t) { return !is_complex(t.element); }, vector_of(ElementType::I32, 2))}};
}
inline Instance instance(const Convolution&, Surroundings& s) {
  constexpr ElementType elements[] = {ElementType::F32, ElementType::I32};
  const ElementType e = s.one_of(elements);
  // batch, features and one spatial dimension, laid out by permutations
  const int64_t groups = s.pick(3) == 2 ? 2 : 1, batch_groups = groups == 1 && s.pick(4) == 3 ? 2 : 1;
  const int64_t batch = batch_groups * (1 + s.pick(2)), in = 1 + s.pick(2), extent = 2 + s.pick(4);
  const int64_t size = 1 + s.pick(2), out = groups * batch_groups * (1 + s.pick(2));
  const std::vector<int64_t> l = permutation(s, 3), k = permutation(s, 3), o = permutation(s, 3);
  TensorType image{Shape(3), e}, kernel{Shape(3), e};
  image.shape[l[0]] = batch, image.shape[l[1]] = in * groups, image.shape[l[2]] = extent;
  kernel.shape[k[0]] = size, kernel.shape[k[1]] = in, kernel.shape[k[2]] = out;
  const Convolution op{{1 + s.pick(2)}, {s.pick(2)}, {s.pick(2)}, {1 + s.pick(2)}, {1 + s.pick(2)},
                       {s.pick(2)}, l[0], l[1], {l[2]}, k[1], k[2], {k[0]}, o[0], o[1], {o[2]},
                       groups, batch_groups, e};
  return {op, {s.want(image), s.want(kernel)}};
}
inline Instance instance(const DotGeneral&, Surroundings& s) {
  const ValueId x = s.value([](const TensorType& t) { return t.rank() >= 1 && t.rank() <= 3; },
                            {{2, 3}, ElementType::F32});
  const TensorType t = s.type(x);
  DotGeneral op{{}, {}, {}, {}, t.element};
  TensorType y{{}, t.element};
  std::vector<int64_t> contracted;
  int64_t elements = 1;
  for (int64_t d = t.rank() - 1; d >= 0; --d) switch (s.pick(d == t.rank() - 1 ? 1 : 3)) {
      case 0: contracted.push_back(d); break;
      case 1: op.lhs_batch.push_back(d); [[fallthrough]];
      default: elements *= t.shape[d];
    }
  if (s.flag()) elements *= t.shape[contracted.back()], contracted.pop_back();
  op.lhs_contract = contracted;
  for (int64_t d : op.lhs_batch) {
    op.rhs_batch.push_back(y.rank());
    y.shape.push_back(t.shape[d]);
  }
  if (s.flag()) {
    const int64_t n = s.extent();
    y.shape.push_back(elements * n <= max_elements ? n : 1);
  }
  for (int64_t d : op.lhs_contract) {
    op.rhs_contract.push_back(y.rank());
    y.shape.push_back(t.shape[d]);
  }
  if (y.elements() > max_elements) return {DotGeneral{{}, {}, {t.rank() - 1}, {0}, t.element}, {x, s.want(vector_of(t.element, t.shape.back()))}};
  return {op, {x, s.want(y)}};
}
inline Instance instance(const DynamicSlice&, Surroundings& s) {
  const ValueId x = s.value(is_ranked, vector_of(ElementType::F32, 3));
  const TensorType t = s.type(x);
  DynamicSlice op;
  std::vector<ValueId> operands{x};
  const ElementType e = s.flag() ? ElementType::I64 : ElementType::I32;
  for (int64_t n : t.shape) {
    op.sizes.push_back(s.flag() ? n : 1);
    operands.push_back(s.want(scalar(e)));
  }
  return {op, operands};
}
inline Instance instance(const DynamicUpdateSlice&, Surroundings& s) {
  const ValueId x = s.value(is_ranked, vector_of(ElementType::F32, 3));
  TensorType t = s.type(x);
  std::vector<ValueId> operands{x, x};
  for (int64_t k = 0; k < t.rank(); ++k) operands.push_back(s.want(scalar(ElementType::I32)));
  for (int64_t& n : t.shape) n = s.flag() ? n : 1;
  operands[1] = s.want(t);
  return {DynamicUpdateSlice{}, operands};
}
inline Instance instance(const Fft&, Surroundings& s) {
  if (s.flag()) {
    const ValueId x = s.value([](const TensorType& t) { return is_ranked(t) && t.element == ElementType::F32; },
                              vector_of(ElementType::F32, 4));
    return {Fft{FftType::Rfft, {s.type(x).shape.back()}}, {x}};
  }
  const ValueId x = s.value([](const TensorType& t) { return is_ranked(t) && t.element == ElementType::C64; },
                            {{2, 2}, ElementType::C64});
  const TensorType t = s.type(x);
  std::vector<int64_t> length{t.shape.back()};
  if (t.rank() > 1 && s.flag()) length.insert(length.begin(), t.shape[t.rank() - 2]);
  return {Fft{s.flag() ? FftType::Ifft : FftType::Fft, length}, {x}};
}
/// Rows, or elements of rows that belong together.
inline Instance instance(const Gather&, Surroundings& s) {
  const ValueId x = s.value(is_ranked, {{3, 2}, ElementType::F32});
  const TensorType t = s.type(x);
  Gather op;
  op.slice_sizes = t.shape;
  if (t.rank() >= 2 && s.flag()) {
    // one element along dimension 1 of each index along dimension 0
    op.operand_batching = op.indices_batching = {0};
    op.collapsed = op.start_index_map = {1};
    op.index_vector_dim = 1;
    op.slice_sizes[0] = op.slice_sizes[1] = 1;
    for (int64_t d = 2; d < t.rank(); ++d) op.offset_dims.push_back(d - 1);
    return {op, {x, s.want({{t.shape[0], 1}, ElementType::I32})}};
  }
  const int64_t rows = t.elements() <= max_elements / 4 ? 1 + s.pick(4) : 1;
  op.collapsed = op.start_index_map = {0};
  op.index_vector_dim = 1;
  op.slice_sizes[0] = 1;
  for (int64_t d = 1; d < t.rank(); ++d) op.offset_dims.push_back(d);
  return {op, {x, s.want({{rows, 1}, ElementType::I32})}};
}
inline Instance instance(const Iota&, Surroundings& s) {
  Shape to = shape(s, 2);
  to.push_back(s.extent());
  ElementType e = s.one_of(made_elements);
  if (is_bool(e)) e = ElementType::I32;
  return {Iota{s.pick(static_cast<int64_t>(to.size())), to, e}, {}};
}
inline Instance instance(const Map&, Surroundings& s) {
  const ValueId x = s.value([](const TensorType&) { return true; }, vector_of(ElementType::F32, 2));
  const TensorType t = s.type(x);
  return {Map{counted(t.rank()), monoid_body(monoid(s, t.element), t.element)}, {x, s.want(t)}};
}
inline Instance instance(const OptimizationBarrier&, Surroundings& s) {
  return {OptimizationBarrier{}, {s.value([](const TensorType&) { return true; }, vector_of(ElementType::F32, 2))}};
}
inline Instance instance(const Pad&, Surroundings& s) {
  const ValueId x = s.value([](const TensorType& t) { return t.rank() <= 3; }, vector_of(ElementType::F32, 2));
  const TensorType t = s.type(x);
  Pad op;
  int64_t elements = 1;
  for (int64_t n : t.shape) {
    const int64_t low = s.pick(3) - 1, high = s.pick(3) - 1, interior = s.pick(2);
    const int64_t grown = low + n + (n > 0 ? (n - 1) * interior : 0) + high;
    const bool keep = grown < 0 || elements * grown > max_elements;
    op.low.push_back(keep ? 0 : low);
    op.high.push_back(keep ? 0 : high);
    op.interior.push_back(keep ? 0 : interior);
    elements *= keep ? n : grown;
  }
  return {op, {x, s.want(scalar(t.element))}};
}
inline Instance instance(const Reduce&, Surroundings& s) {
  const ValueId x = s.value([](const TensorType& t) { return t.rank() >= 1; }, {{2, 3}, ElementType::F32});
  const TensorType t = s.type(x);
  std::vector<int64_t> dims = dimensions(s, t.rank());
  if (dims.empty()) dims.push_back(t.rank() - 1);
  return {Reduce{dims, monoid(s, t.element)}, {x, s.want(scalar(t.element))}};
}
inline Instance instance(const ReducePrecision&, Surroundings& s) {
  ReducePrecision op;
  op.exponent_bits = 2 + s.pick(7);
  op.mantissa_bits = s.pick(8);
  return {op, {s.value([](const TensorType& t) { return is_float(t.element); }, vector_of(ElementType::F32, 2))}};
}
inline Instance instance(const ReduceWindow&, Surroundings& s) {
  const ValueId x = s.value(is_ranked, vector_of(ElementType::F32, 4));
  const TensorType t = s.type(x);
  ReduceWindow op;
  for (int64_t n : t.shape) {
    // a window, a block, the whole dimension, or a single element
    const int64_t form = s.pick(4);
    const int64_t size = form == 1 ? 2 : form == 2 ? n : form == 3 ? 1 + s.pick(3) : 1;
    op.lists.size.push_back(size);
    op.lists.stride.push_back(form == 3 ? 1 + s.pick(2) : size);
    op.lists.low.push_back(form == 3 ? s.pick(2) : 0);
    op.lists.high.push_back(form == 3 ? s.pick(2) : 0);
    op.lists.base.push_back(1);
    op.lists.dilation.push_back(form == 3 ? 1 + s.pick(2) : 1);
  }
  op.body = monoid_body(monoid(s, t.element), t.element);
  return {op, {x, s.want(scalar(t.element))}};
}
inline Instance instance(const Reshape&, Surroundings& s) {
  const ValueId x = s.value([](const TensorType&) { return true; }, {{2, 3}, ElementType::F32});
  const TensorType t = s.type(x);
  Shape to;
  if (const int64_t form = s.pick(4); form == 0 || t.elements() == 0) {
    to = {t.elements()};
  } else if (form == 1) {
    to = t.shape;
    to.insert(to.begin() + s.pick(t.rank() + 1), 1);
  } else {
    // factors of the extents, regrouped
    for (int64_t n : t.shape)
      for (int64_t p = 2; n > 1; ++p)
        for (; n % p == 0; n /= p) to.push_back(p);
    for (size_t k = 0; k + 1 < to.size();) {
      if (s.pick(3) == 0 || to.size() > 5) {
        to[k] *= to[k + 1];
        to.erase(to.begin() + static_cast<int64_t>(k) + 1);
      } else {
        ++k;
      }
    }
  }
  return {Reshape{to}, {x}};
}
inline Instance instance(const Reverse&, Surroundings& s) {
  const ValueId x = s.value([](const TensorType&) { return true; }, vector_of(ElementType::F32, 2));
  return {Reverse{dimensions(s, s.type(x).rank())}, {x}};
}
/// Rows of updates into rows.
inline Instance instance(const Scatter&, Surroundings& s) {
  const ValueId x = s.value(is_ranked, {{3, 2}, ElementType::F32});
  TensorType update = s.type(x);
  const ElementType e = update.element;
  const int64_t rows = update.elements() <= max_elements / 4 ? 1 + s.pick(4) : 1;
  Scatter op;
  op.inserted = op.to_operand = {0};
  op.index_vector_dim = 1;
  for (int64_t d = 1; d < update.rank(); ++d) op.window_dims.push_back(d);
  op.body = s.flag() ? second_body(e) : monoid_body(monoid(s, e), e);
  update.shape[0] = rows;
  return {op, {x, s.want({{rows, 1}, ElementType::I32}), s.want(update)}};
}
inline Instance instance(const Select&, Surroundings& s) {
  const ValueId x = s.value([](const TensorType&) { return true; }, vector_of(ElementType::F32, 2));
  const TensorType t = s.type(x);
  return {Select{}, {s.want({s.flag() ? Shape{} : t.shape, ElementType::I1}), x, s.want(t)}};
}
inline Instance instance(const SelectAndScatter&, Surroundings& s) {
  const ValueId x = s.value([](const TensorType& t) { return is_ranked(t) && !is_complex(t.element); },
                            vector_of(ElementType::F32, 4));
  const TensorType t = s.type(x);
  SelectAndScatter op;
  TensorType source{{}, t.element};
  for (int64_t n : t.shape) {
    const int64_t size = 1 + s.pick(std::min<int64_t>(n, 3)), stride = 1 + s.pick(size);
    op.size.push_back(size);
    op.stride.push_back(stride);
    op.low.push_back(0);
    op.high.push_back(0);
    source.shape.push_back((n - size) / stride + 1);
  }
  op.select = order(t.element, ScalarFn::Ge);
  op.scatter = monoid_body(is_bool(t.element) ? Monoid::Or : Monoid::Add, t.element);
  return {op, {x, s.want(source), s.want(scalar(t.element))}};
}
inline Instance instance(const SliceOp&, Surroundings& s) {
  const ValueId x = s.value([](const TensorType&) { return true; }, vector_of(ElementType::F32, 3));
  SliceOp op;
  for (int64_t n : s.type(x).shape) {
    const int64_t start = s.flag() ? s.pick(n + 1) : 0;
    op.start.push_back(start);
    op.limit.push_back(s.flag() ? start + s.pick(n - start + 1) : n);
    op.strides.push_back(1 + s.pick(3));
  }
  return {op, {x}};
}
inline Instance instance(const Sort&, Surroundings& s) {
  const ValueId x = s.value([](const TensorType& t) { return t.rank() >= 1 && is_ordered(t.element); },
                            vector_of(ElementType::F32, 3));
  const TensorType t = s.type(x);
  Sort op;
  op.dimension = dimension(s, t);
  op.is_stable = s.flag();
  op.comparator = comparison_body(s.flag() ? ScalarFn::Gt : ScalarFn::Lt, t.element);
  return {op, {x}};
}
inline Instance instance(const TopK&, Surroundings& s) {
  const ValueId x = s.value([](const TensorType& t) { return t.rank() >= 1 && is_ordered(t.element); },
                            vector_of(ElementType::F32, 3));
  return {TopK{s.pick(s.type(x).shape.back() + 1)}, {x}};
}
inline Instance instance(const Transpose&, Surroundings& s) {
  const ValueId x = s.value([](const TensorType& t) { return t.rank() >= 2; }, {{2, 3}, ElementType::F32});
  return {Transpose{permutation(s, s.type(x).rank())}, {x}};
}
inline Instance instance(const TriangularSolve&, Surroundings& s) {
  const ValueId b = s.value(
      [](const TensorType& t) { return t.rank() >= 2 && (is_float(t.element) || is_complex(t.element)); },
      {{2, 3}, ElementType::F32});
  TensorType a = s.type(b);
  TriangularSolve op;
  op.left_side = s.flag();
  op.lower = s.flag();
  op.unit_diagonal = s.flag();
  op.transpose_a = s.flag() ? TransposeA::Transpose : TransposeA::None;
  const int64_t r = a.rank(), n = a.shape[op.left_side ? r - 2 : r - 1];
  a.shape[r - 2] = a.shape[r - 1] = n;
  if (a.elements() > 4 * max_elements) {
    const TensorType square{{2, 2}, ElementType::F32};
    return {op, {s.want(square), s.want(square)}};
  }
  return {op, {s.want(a), b}};
}
inline Instance instance(const VariadicReduce&, Surroundings& s) {
  const ValueId x = s.value([](const TensorType& t) { return t.rank() >= 1 && is_ordered(t.element) && !is_bool(t.element); },
                            {{2, 3}, ElementType::F32});
  const TensorType t = s.type(x);
  std::vector<int64_t> dims = dimensions(s, t.rank());
  if (dims.empty()) dims.push_back(0);
  return {VariadicReduce{dims, argmax_body(t.element, ElementType::I32)},
          {x, s.want({t.shape, ElementType::I32}), s.want(scalar(t.element)), s.want(scalar(ElementType::I32))}};
}

/// Of an op that nothing is said about here: one of its samples.
template <class T>
Instance instance(const T&, Surroundings& s) {
  const std::vector<Sample<T>> samples = T::samples();
  const Sample<T>& sample = s.one_of(samples);
  Instance made{sample.op, {}};
  for (const TensorType& t : sample.operands) made.operands.push_back(s.want(t));
  return made;
}
/// Elementwise on operands of one type.
template <class T>
  requires requires { T::accepted; }
Instance instance(const T& op, Surroundings& s) {
  std::vector<ElementType> good;
  for (ElementType e : made_elements)
    if (accepts(T::accepted, e)) good.push_back(e);
  const ValueId x = s.value([](const TensorType& t) { return accepts(T::accepted, t.element); },
                            {{2, 2}, s.one_of(good)});
  std::vector<ValueId> operands{x};
  while (operands.size() < static_cast<size_t>(T::arity))
    operands.push_back(s.want(TensorType(s.type(x))));
  return {op, operands};
}

}  // namespace detail

/// Makes an instance of one op.
using InstanceFn = Instance (*)(Surroundings&);
/// One for each op of AllOps.
inline const std::vector<InstanceFn>& instance_makers() {
  static const std::vector<InstanceFn> makers = [] {
    std::vector<InstanceFn> all;
    for_each_op([&](auto op) {
      using T = decltype(op);
      all.push_back([](Surroundings& s) { return detail::instance(T{}, s); });
    });
    return all;
  }();
  return makers;
}

/// For some ops.
template <class... Ts>
std::vector<InstanceFn> makers_of() {
  return {[](Surroundings& s) { return detail::instance(Ts{}, s); }...};
}

}  // namespace partir::generate
