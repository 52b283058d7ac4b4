// Vector-Jacobian products of ops that move elements. Each is linear; its transpose moves them back.
#pragma once

#include <cstring>

#include "semantics/vjp/pullback.h"

namespace partir::graph {

/// The transpose of repeating is adding up.
inline Cotangents vjp(const BroadcastInDim& op, const Pullback& p) {
  const TensorType x = p.x[0].type();
  std::vector<int64_t> read, added;  // result dimensions that x's dimensions are read along; the others
  for (size_t k = 0; k < op.dims.size(); ++k)
    if (op.reads(x, k)) read.push_back(op.dims[k]);
  added = dims_outside(static_cast<int64_t>(op.shape.size()), read);
  Tensor d = added.empty() ? p.d() : sum(p.d(), added);
  std::vector<int64_t> sorted = read;
  std::sort(sorted.begin(), sorted.end());
  if (sorted != read) {
    std::vector<int64_t> back;
    for (int64_t r : read) back.push_back(position(sorted, r));
    d = transpose(d, back);
  }
  return {d.shape() == x.shape ? d : reshape(d, x.shape)};
}
inline Cotangents vjp(const Reshape&, const Pullback& p) { return {reshape(p.d(), p.x[0].shape())}; }
inline Cotangents vjp(const Transpose& op, const Pullback& p) {
  std::vector<int64_t> inverse(op.permutation.size());
  for (size_t k = 0; k < inverse.size(); ++k) inverse[op.permutation[k]] = static_cast<int64_t>(k);
  return {transpose(p.d(), inverse)};
}
inline Cotangents vjp(const Reverse& op, const Pullback& p) { return {p.graph.op(op, {p.d()})}; }

namespace detail {
inline Tensor scalar_zero(const Tensor& x) { return x.graph->constant({{}, x.type().element}, 0); }
}  // namespace detail

inline Cotangents vjp(const SliceOp& op, const Pullback& p) {
  Pad pad{op.start, {}, {}};
  for (size_t d = 0; d < op.start.size(); ++d) {
    const int64_t taken = p.y[0].shape()[d], n = p.x[0].shape()[d];
    const int64_t end = taken == 0 ? op.start[d] : op.start[d] + (taken - 1) * op.strides[d] + 1;
    pad.interior.push_back(taken == 0 ? 0 : op.strides[d] - 1);
    pad.high.push_back(n - end);
  }
  return {p.graph.op(std::move(pad), {p.d(), detail::scalar_zero(p.d())})};
}
/// What padding took away gets no gradient; the padding value gets all that the operand does not.
inline Cotangents vjp(const Pad& op, const Pullback& p) {
  Pad back{{}, {}, Shape(op.low.size(), 0)};
  SliceOp taken{Shape(op.low.size(), 0), {}, {}};
  for (size_t d = 0; d < op.low.size(); ++d) {
    back.low.push_back(-op.low[d]);
    back.high.push_back(-op.high[d]);
    const int64_t n = p.x[0].shape()[d];
    taken.limit.push_back(n == 0 ? 0 : (n - 1) * (op.interior[d] + 1) + 1);
    taken.strides.push_back(op.interior[d] + 1);
  }
  const Tensor spread = p.graph.op(std::move(back), {p.d(), detail::scalar_zero(p.d())});
  const Tensor dx = p.graph.op(std::move(taken), {spread});
  return {dx, sum(p.d()) - sum(dx)};
}
inline Cotangents vjp(const Concatenate& op, const Pullback& p) {
  Cotangents pieces;
  int64_t from = 0;
  for (const Tensor& x : p.x) {
    pieces.push_back(slice(p.d(), op.dimension, from, from + x.extent(op.dimension)));
    from += x.extent(op.dimension);
  }
  return pieces;
}
inline Cotangents vjp(const DynamicSlice&, const Pullback& p) {
  std::vector<Tensor> operands = p.x;
  operands[0] = zeros_like(p.x[0]);
  operands.insert(operands.begin() + 1, p.d());
  Cotangents all(p.x.size());
  all[0] = p.graph.op(DynamicUpdateSlice{}, operands);
  return all;
}
inline Cotangents vjp(const DynamicUpdateSlice& op, const Pullback& p) {
  std::vector<Tensor> whole = p.x, part{p.d()};
  whole[0] = p.d();
  whole[1] = zeros_like(p.x[1]);
  part.insert(part.end(), p.x.begin() + 2, p.x.end());
  Cotangents all(p.x.size());
  all[0] = p.graph.op(op, whole);
  all[1] = p.graph.op(DynamicSlice{p.x[1].shape()}, part);
  return all;
}

namespace detail {
/// Per component of the index vectors (or for scalars) `limits`, as a tensor like `indices`. A limit that the indices'
/// type does not reach is the greatest number that it has: no index is above either.
inline Tensor index_limits(const Tensor& indices, int64_t vector_dim, const std::vector<int64_t>& limits) {
  const ElementType e = indices.type().element;
  const double greatest = Literal::decode(e, identity_bits(Monoid::Min, e));
  auto reached = [&](int64_t limit) { return std::min(static_cast<double>(limit), greatest); };
  const bool same = std::all_of(limits.begin(), limits.end(), [&](int64_t l) { return l == limits[0]; });
  if (same) return full_like(indices, limits.empty() ? 0 : reached(limits[0]));
  Literal l{{{static_cast<int64_t>(limits.size())}, e}, false, {}};
  const auto width = static_cast<size_t>(byte_width(e));
  l.data.resize(limits.size() * width);
  for (size_t i = 0; i < limits.size(); ++i) {
    const ElementBits bits = Literal::encode(e, reached(limits[i]));
    std::memcpy(l.data.data() + i * width, &bits, width);
  }
  return broadcast(indices.graph->op(Constant{std::move(l)}, {}), {vector_dim}, indices.shape());
}
}  // namespace detail

/// Adds each window back where it was read. Gather moves windows inside, scatter leaves them out: so the indices
/// are moved first.
inline Cotangents vjp(const Gather& op, const Pullback& p) {
  std::vector<int64_t> limits;
  for (int64_t d : op.start_index_map) limits.push_back(p.x[0].extent(d) - op.slice_sizes[d]);
  const Tensor most = detail::index_limits(p.x[1], op.index_vector_dim, limits);
  const Tensor inside = p.graph.op(Clamp{}, {zeros_like(most), p.x[1], most});
  const Scatter back{op.offset_dims, op.collapsed, op.operand_batching, op.indices_batching, op.start_index_map,
                     op.index_vector_dim,
                     // moved inside, places of several numbers may stand in another order
                     op.indices_are_sorted && op.start_index_map.size() <= 1, false,
                     monoid_body(Monoid::Add, p.d().type().element)};
  return {p.graph.op(back, {zeros_like(p.x[0]), inside, p.d()}), std::nullopt};
}
/// A scatter that adds: the update's gradient is read where it was added, 0 where it was left out.
inline Cotangents vjp(const Scatter& op, const Pullback& p) {
  if (p.x.size() != 3 || monoid_of(op.body) != Monoid::Add || op.body.params[0] != p.x[0].type().element)
    throw Unsupported("the derivative of a scatter whose body is not an addition", p.location);
  const Tensor &input = p.x[0], &indices = p.x[1], &updates = p.x[2];
  Gather read{op.window_dims, op.inserted, op.input_batching, op.indices_batching, op.to_operand,
              op.index_vector_dim, Shape(input.shape().size(), 1), op.indices_are_sorted};
  const std::vector<int64_t> kept = op.input_window_dims(input.rank());
  for (size_t w = 0; w < kept.size(); ++w) read.slice_sizes[kept[w]] = updates.extent(op.window_dims[w]);
  std::vector<int64_t> limits;
  for (int64_t d : op.to_operand) {
    if (read.slice_sizes[d] != 1)
      throw Unsupported("the derivative of a scatter of windows that may lie half outside", p.location);
    limits.push_back(input.extent(d) - 1);
  }
  using enum ComparisonDirection;
  Tensor inside = apply<And>(compare(indices, GE, zeros_like(indices)),
                             compare(indices, LE, detail::index_limits(indices, op.index_vector_dim, limits)));
  if (op.index_vector_dim < indices.rank()) inside = reduce(inside, {op.index_vector_dim}, Monoid::And);
  inside = broadcast(inside, op.scatter_dims(updates.rank()), updates.shape());
  return {p.d(), std::nullopt, select(inside, p.graph.op(std::move(read), {p.d(), indices}), zeros_like(updates))};
}

}  // namespace partir::graph
