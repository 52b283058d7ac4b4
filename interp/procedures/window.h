// pad, convolution, reduce_window, select_and_scatter, dynamic_update_slice: the base is padded once,
// and windows over it are strided views.
#pragma once

#include <vector>

#include "interp/body.h"
#include "interp/index.h"
#include "interp/kernels_contract.h"
#include "interp/kernels_reduce.h"
#include "interp/tensor.h"
#include "semantics/op.h"

namespace partir {

template <class D>
std::vector<Tensor<D>> apply_op(const Op& op, const std::vector<Tensor<D>>& operands);

namespace detail {

/// Copies `x` into the box of `out` (row-major, of shape `shape`) that starts at `start` and has
/// `step` between elements.
template <class D>
void copy_into(void* out, const Shape& shape, const Tensor<D>& x, const std::vector<int64_t>& start,
               const std::vector<int64_t>& step) {
  std::vector<int64_t> strides = row_major_strides(shape);
  int64_t first = 0;
  for (size_t d = 0; d < shape.size(); ++d) {
    first += start[d] * strides[d];
    strides[d] *= step[d];
  }
  with_scalar<D>(x.element(), [&]<class T>() {
    T* o = static_cast<T*>(out) + first;
    const T* p = x.template data<T>();
    for_rows<2>(x.shape(), {&strides, &x.strides()}, [&](auto& offset, int64_t n, auto& by) {
      T* to = o + offset[0];
      const T* from = p + offset[1];
      if (by[0] == 1 && by[1] == 1) std::copy_n(from, n, to);
      else for (int64_t i = 0; i < n; ++i) to[i * by[0]] = from[i * by[1]];
    });
  });
}

/// See Pad; `value` is a scalar.
template <class D>
Tensor<D> padded(const Tensor<D>& x, const Tensor<D>& value, const std::vector<int64_t>& low,
                 const std::vector<int64_t>& high, const std::vector<int64_t>& interior) {
  const size_t rank = low.size();
  Shape shape;
  bool same = true;
  std::vector<int64_t> first(rank), last(rank), start(rank), step(rank), ones(rank, 1);
  for (size_t d = 0; d < rank; ++d) {
    step[d] = interior[d] + 1;
    shape.push_back(low[d] + high[d] + Window::spread(x.shape()[d], step[d]));
    same = same && low[d] == 0 && high[d] == 0 && interior[d] == 0;
    // elements j with 0 <= low + j·step < extent
    first[d] = low[d] >= 0 ? 0 : (-low[d] + step[d] - 1) / step[d];
    const int64_t room = shape[d] - 1 - low[d];
    last[d] = room < 0 ? 0 : std::min(x.shape()[d], room / step[d] + 1);
    first[d] = std::min(first[d], last[d]);
    start[d] = low[d] + first[d] * step[d];
  }
  if (same) return x;
  const Tensor<D> inside = x.slice(first, last, ones);
  return Tensor<D>::build_raw({shape, x.element()}, [&](void* out) {
    copy_row<D>(x.element(), out, value.raw(), 0, num_elements(shape));
    if (inside.elements() > 0) copy_into(out, shape, inside, start, step);
  });
}

/// The view of `x` (padded already, dimensions of spread and padding included) whose first dimensions
/// are windows and whose last are places in a window.
template <class D>
Tensor<D> window_view(const Tensor<D>& x, const WindowLists& w, const Shape& windows) {
  std::vector<int64_t> strides;
  for (size_t d = 0; d < windows.size(); ++d) strides.push_back(x.strides()[d] * w.stride[d]);
  for (size_t d = 0; d < windows.size(); ++d) strides.push_back(x.strides()[d] * w.dilation[d]);
  Shape shape = windows;
  shape.insert(shape.end(), w.size.begin(), w.size.end());
  return x.strided(std::move(shape), std::move(strides), 0);
}

inline std::vector<int64_t> less_one(std::vector<int64_t> v) {
  for (int64_t& x : v) --x;
  return v;
}

/// The elements as another type.
template <class D>
Tensor<D> as_element(const Tensor<D>& x, ElementType e) {
  return x.element() == e ? x : apply_op<D>(Convert{e}, {x}).at(0);
}

/// Operands in the types that a body computes in.
template <class D>
std::vector<Tensor<D>> widened(const std::vector<Tensor<D>>& x, const ScalarBody& body) {
  std::vector<Tensor<D>> wide;
  for (size_t i = 0; i < x.size(); ++i) wide.push_back(as_element(x[i], body.params.at(i)));
  return wide;
}

/// A convolution without groups, of operands in the result's element type, as a matrix product.
template <class D>
std::optional<Tensor<D>> convolve(const Convolution& op, const Tensor<D>& lhs, const Tensor<D>& rhs,
                                  const TensorType& result) {
  const size_t rank = result.shape.size(), spatial = rank - 2;
  // the view of each factor over [result.., kernel spatial.., channel]
  Shape box = result.shape;
  for (size_t s = 0; s < spatial; ++s) box.push_back(rhs.shape()[op.kernel_spatial[s]]);
  box.push_back(rhs.shape()[op.kernel_input]);
  std::vector<int64_t> l(box.size(), 0), r(box.size(), 0);
  l[op.output_batch] = lhs.strides()[op.input_batch];
  l.back() = lhs.strides()[op.input_feature];
  r[op.output_feature] = rhs.strides()[op.kernel_output];
  r.back() = rhs.strides()[op.kernel_input];
  int64_t first = 0;
  for (size_t s = 0; s < spatial; ++s) {
    const int64_t step = lhs.strides()[op.input_spatial[s]], k = rhs.strides()[op.kernel_spatial[s]];
    l[op.output_spatial[s]] = step * op.strides[s];
    l[rank + s] = step * op.rhs_dilation[s];
    r[rank + s] = op.reversal[s] ? -k : k;
    if (op.reversal[s] && box[rank + s] > 0) first += k * (box[rank + s] - 1);
  }
  // Unrolled windows take as many times the base's room as a window has elements: by parts, small beside
  // what is live anyway.
  const int64_t unrolled = num_elements(box) / std::max<int64_t>(result.shape[op.output_feature], 1) *
                           scalar_size<D>(result.element);
  const int64_t live = (lhs.elements() + rhs.elements() + result.elements()) * scalar_size<D>(result.element);
  const int64_t room = std::clamp(live / 16, int64_t{1} << 14, int64_t{1} << 25);
  int64_t cut = -1;
  if (unrolled > room)
    for (size_t d = 0; d < rank && cut < 0; ++d)
      if (static_cast<int64_t>(d) != op.output_feature && box[d] > 1) cut = static_cast<int64_t>(d);
  const int64_t n = cut < 0 ? 1 : box[cut];
  const int64_t by = cut < 0 ? 1 : std::max<int64_t>(1, n * room / unrolled);
  auto product_at = [&](int64_t at) {
    TensorType part = result;
    Shape part_box = box;
    if (cut >= 0) part.shape[cut] = part_box[cut] = std::min(by, n - at);
    return contract<D>(lhs.strided(part_box, l, cut < 0 ? 0 : at * l[cut]),
                       rhs.strided(part_box, r, first), part);
  };
  if (by >= n) return product_at(0);
  // each part goes where it belongs, so that the result is there once
  bool all = true;
  const std::vector<int64_t> ones(rank, 1);
  const Tensor<D> whole = Tensor<D>::build_raw(result, [&](void* out) {
    std::vector<int64_t> start(rank, 0);
    for (int64_t at = 0; all && at < n; at += by) {
      const std::optional<Tensor<D>> product = product_at(at);
      all = product.has_value();
      start[cut] = at;
      if (all) copy_into(out, result.shape, *product, start, ones);
    }
  });
  if (!all) return std::nullopt;
  return whole;
}

}  // namespace detail

/// Pad by one copy.
template <class D>
std::vector<Tensor<D>> procedure(const Pad& op, const std::vector<Tensor<D>>& x) {
  return {detail::padded<D>(x[0], x[1], op.low, op.high, op.interior)};
}

/// DotGeneral and Convolution of i1: counts of the products that hold, and whether there are any.
template <class D, class Contraction>
std::vector<Tensor<D>> count_products(Contraction op, const std::vector<Tensor<D>>& x) {
  op.element = ElementType::I32;
  std::vector<Tensor<D>> counted;
  for (const Tensor<D>& t : x)
    counted.push_back(detail::as_element(detail::as_element(t, ElementType::I1), ElementType::I32));
  return {detail::as_element(apply_op<D>(op, counted).at(0), ElementType::I1)};
}
/// DotGeneral: kernels take all but i1.
template <class D>
std::vector<Tensor<D>> procedure(const DotGeneral& op, const std::vector<Tensor<D>>& x) {
  if (!is_bool(op.element)) return {};
  return count_products<D>(op, x);
}

/// Convolution: group by group a matrix product of unrolled windows; nothing where no product is in it.
template <class D>
std::vector<Tensor<D>> procedure(const Convolution& op, const std::vector<Tensor<D>>& x) {
  const TensorType result = op.infer({x[0].type(), x[1].type()})[0];
  if (result.elements() == 0) return {};
  if (is_bool(op.element)) return count_products<D>(op, x);
  const Tensor<D> rhs = detail::as_element(x[1], op.element);
  Tensor<D> lhs = detail::as_element(x[0], op.element);
  const auto rank = static_cast<size_t>(lhs.rank());
  std::vector<int64_t> low(rank, 0), high(rank, 0), interior(rank, 0);
  for (size_t s = 0; s + 2 < rank; ++s) {
    low[op.input_spatial[s]] = op.low[s];
    high[op.input_spatial[s]] = op.high[s];
    interior[op.input_spatial[s]] = op.lhs_dilation[s] - 1;
  }
  const Tensor<D> zero = Tensor<D>::from_literal(Literal::splat_bits({{}, op.element}, 0));
  lhs = detail::padded<D>(lhs, zero, low, high, interior);
  const int64_t groups = std::max(op.feature_groups, op.batch_groups);
  const int64_t split = op.feature_groups > 1 ? op.input_feature : op.input_batch;
  TensorType part = result;
  part.shape[op.output_feature] /= groups;
  std::vector<Tensor<D>> parts;
  for (int64_t g = 0; g < groups; ++g) {
    auto product = detail::convolve<D>(op, groups == 1 ? lhs : lhs.chunk(split, g, groups),
                                       groups == 1 ? rhs : rhs.chunk(op.kernel_output, g, groups), part);
    if (!product) return {};
    parts.push_back(std::move(*product));
  }
  return {parts.size() == 1 ? std::move(parts[0]) : concat<D>(op.output_feature, parts)};
}

/// ReduceWindow: a fold over strided views of the padded inputs.
template <class D>
std::vector<Tensor<D>> procedure(const ReduceWindow& op, const std::vector<Tensor<D>>& operands) {
  Types types;
  for (const Tensor<D>& t : operands) types.push_back(t.type());
  const std::vector<TensorType> results = op.infer(types);
  const size_t n = operands.size() / 2;
  const std::vector<Tensor<D>> x = detail::widened<D>(operands, op.body);
  std::vector<Tensor<D>> views;
  for (size_t j = 0; j < n; ++j)
    views.push_back(detail::window_view<D>(
        detail::padded<D>(x[j], x[n + j], op.lists.low, op.lists.high, detail::less_one(op.lists.base)),
        op.lists, results[j].shape));
  if (const auto m = monoid_of(op.body); m && n == 1)
    return {detail::reduce<D>(*m, views[0], x[1], results[0], true)};
  return detail::fold_trailing<D>(op.body, views, {x.begin() + static_cast<int64_t>(n), x.end()},
                                  results[0].shape);
}

/// VariadicReduce: a fold over the reduced dimensions.
template <class D>
std::vector<Tensor<D>> procedure(const VariadicReduce& op, const std::vector<Tensor<D>>& operands) {
  const size_t n = operands.size() / 2;
  const std::vector<Tensor<D>> x = detail::widened<D>(operands, op.body);
  std::vector<int64_t> order, dims = op.dims;
  std::sort(dims.begin(), dims.end());
  Shape shape;
  for (int64_t d = 0; d < x[0].rank(); ++d)
    if (!is_in(dims, d)) {
      order.push_back(d);
      shape.push_back(x[0].shape()[d]);
    }
  order.insert(order.end(), dims.begin(), dims.end());
  std::vector<Tensor<D>> views;
  for (size_t j = 0; j < n; ++j) views.push_back(x[j].transpose(order));
  return detail::fold_trailing<D>(op.body, views, {x.begin() + static_cast<int64_t>(n), x.end()}, shape);
}

/// DynamicUpdateSlice: a copy of the operand with the update copied into it.
template <class D>
std::vector<Tensor<D>> procedure(const DynamicUpdateSlice&, const std::vector<Tensor<D>>& x) {
  std::vector<int64_t> start;
  for (int64_t d = 0; d < x[0].rank(); ++d)
    start.push_back(clamped_index(x[2 + d], x[0].shape()[d] - x[1].shape()[d]));
  const std::vector<int64_t> ones(start.size(), 1), zeros(start.size(), 0);
  return {Tensor<D>::build_raw(x[0].type(), [&](void* out) {
    if (x[0].elements() == 0) return;
    detail::copy_into(out, x[0].shape(), x[0], zeros, ones);
    if (x[1].elements() > 0) detail::copy_into(out, x[0].shape(), x[1], start, ones);
  })};
}

/// SelectAndScatter: window by window.
template <class D>
std::vector<Tensor<D>> procedure(const SelectAndScatter& op, const std::vector<Tensor<D>>& operands) {
  const Tensor<D> x = operands[0].contiguous(), source = operands[1].contiguous();
  const size_t rank = x.shape().size();
  const std::vector<int64_t> strides = row_major_strides(x.shape());
  detail::BodyRows<D> select(op.select, 1), scatter(op.scatter, 1);
  const int64_t width = scalar_size<D>(x.element()), one[] = {0, 0};
  const char* base = static_cast<const char*>(x.raw());
  const std::shared_ptr<void> folded =
      with_scalar<D>(x.element(), []<class T>() { return detail::allocate<T>(1); });
  return {Tensor<D>::build_raw(x.type(), [&](void* result) {
    char* out = static_cast<char*>(result);
    detail::copy_row<D>(x.element(), out, operands[2].raw(), 0, x.elements());
    if (source.elements() == 0 || num_elements(op.size) == 0) return;
    std::vector<int64_t> window(rank, 0);
    const char* from = static_cast<const char*>(source.raw());
    do {
      // the part of the window that lies inside
      int64_t selected = -1, corner = 0;
      std::vector<int64_t> k(rank, 0);
      Shape inside(rank);
      for (size_t d = 0; d < rank; ++d) {
        const int64_t start = window[d] * op.stride[d] - op.low[d];
        const int64_t first = std::max<int64_t>(start, 0);
        inside[d] = std::max<int64_t>(std::min(start + op.size[d], x.shape()[d]) - first, 0);
        corner += first * strides[d];
      }
      if (num_elements(inside) > 0) do {
        int64_t at = corner;
        for (size_t d = 0; d < rank; ++d) at += k[d] * strides[d];
        if (selected >= 0) {
          const void* args[] = {base + selected * width, base + at * width};
          select(args, one, 1);
          if (static_cast<const Bool*>(select.result(0))->bit) continue;
        }
        selected = at;
      } while (next_index(k, inside));
      if (selected >= 0) {
        const void* args[] = {out + selected * width, from};
        scatter(args, one, 1);
        scatter.take(0, folded.get(), 1);
        detail::copy_row<D>(x.element(), out + selected * width, folded.get(), 1, 1);
      }
      from += width;
    } while (next_index(window, source.shape()));
  })};
}

}  // namespace partir
