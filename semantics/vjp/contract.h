// Vector-Jacobian products of ops that add up: dot_general, convolution, reduce.
#pragma once

#include "semantics/vjp/pullback.h"

namespace partir::graph {

namespace detail {
inline std::vector<int64_t> joined(std::vector<int64_t> a, const std::vector<int64_t>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
/// `x`, whose dimension k is dimension `of[k]` of what is wanted, as that.
inline Tensor in_order(const Tensor& x, const std::vector<int64_t>& of) {
  if (std::is_sorted(of.begin(), of.end())) return x;
  std::vector<int64_t> permutation;
  for (size_t d = 0; d < of.size(); ++d) permutation.push_back(position(of, static_cast<int64_t>(d)));
  return transpose(x, permutation);
}
inline Tensor like(const Tensor& x, const Tensor& wanted) {
  const ElementType e = wanted.type().element;
  return x.type().element == e ? x : convert(x, e);
}
}  // namespace detail

/// `out[b̄,m̄,n̄] = Σ_k̄ l[b̄,m̄,k̄] r[b̄,k̄,n̄]`: `dl = Σ_n̄ d r` and `dr = Σ_m̄ l d`. A dot product has the free
/// dimensions of its first operand first: of the two orders the one is taken that needs no transposition, if any
/// (between a gradient and what it is added to, a transposition would keep their sums over a mesh axis apart).
inline Cotangents vjp(const DotGeneral& op, const Pullback& p) {
  const Tensor &l = p.x[0], &r = p.x[1];
  const std::vector<int64_t> m = dims_outside(l.rank(), op.lhs_batch, op.lhs_contract),
                             n = dims_outside(r.rank(), op.rhs_batch, op.rhs_contract);
  const Tensor d = detail::like(p.d(), l);
  std::vector<int64_t> batch, of_m, of_n;  // where they stand in the result
  for (size_t i = 0; i < op.lhs_batch.size(); ++i) batch.push_back(static_cast<int64_t>(i));
  for (size_t i = 0; i < m.size(); ++i) of_m.push_back(static_cast<int64_t>(batch.size() + i));
  for (size_t i = 0; i < n.size(); ++i) of_n.push_back(static_cast<int64_t>(batch.size() + m.size() + i));
  // a contracted dimension stands where its partner does in the other operand, in the order of that one
  auto partners = [](const std::vector<int64_t>& from, const std::vector<int64_t>& to) {
    std::vector<int64_t> sorted = from, all;
    std::sort(sorted.begin(), sorted.end());
    for (int64_t k : sorted) all.push_back(to[position(from, k)]);
    return all;
  };
  // the gradient of an operand with these batch, free and contracted dimensions; `other` is contracted along `with`
  auto gradient = [&](const std::vector<int64_t>& own_batch, const std::vector<int64_t>& own_free,
                      const std::vector<int64_t>& own_contract, const std::vector<int64_t>& free_in_d,
                      const Tensor& other, const std::vector<int64_t>& other_batch,
                      const std::vector<int64_t>& other_contract, const std::vector<int64_t>& with) {
    using detail::joined;
    const std::vector<int64_t> summed = dims_outside(p.d().rank(), batch, free_in_d),
                               k = partners(other_contract, own_contract),
                               d_first = joined(joined(own_batch, own_free), k),
                               other_first = joined(joined(own_batch, k), own_free);
    if (std::is_sorted(other_first.begin(), other_first.end()))
      return dot(other, d, with, summed, other_batch, batch);
    return detail::in_order(dot(d, other, summed, with, batch, other_batch), d_first);
  };
  return {gradient(op.lhs_batch, m, op.lhs_contract, of_m, r, op.rhs_batch, op.rhs_contract, n),
          gradient(op.rhs_batch, n, op.rhs_contract, of_n, l, op.lhs_batch, op.lhs_contract, m)};
}

/// Both are convolutions: of the gradient, spread by the strides, with the kernel turned round; of the operand with
/// the gradient for a kernel, the batch being what is added up.
inline Cotangents vjp(const Convolution& op, const Pullback& p) {
  if (op.feature_groups != 1 || op.batch_groups != 1)
    throw Unsupported("the derivative of a convolution in groups", p.location);
  for (int64_t r : op.reversal)
    if (r != 0) throw Unsupported("the derivative of a convolution with a reversed window", p.location);
  const Tensor &x = p.x[0], &kernel = p.x[1];
  const Tensor d = detail::like(p.d(), x);
  const size_t spatial = op.strides.size();
  Convolution of_x = op, of_kernel = op;
  of_x.element = of_kernel.element = x.type().element;
  of_x.strides = of_kernel.lhs_dilation = op.lhs_dilation;
  of_x.lhs_dilation = of_kernel.rhs_dilation = op.strides;
  of_kernel.strides = op.rhs_dilation;
  of_x.reversal = std::vector<int64_t>(spatial, 1);
  of_x.input_batch = op.output_batch, of_x.input_feature = op.output_feature, of_x.input_spatial = op.output_spatial;
  of_x.output_batch = op.input_batch, of_x.output_feature = op.input_feature, of_x.output_spatial = op.input_spatial;
  of_x.kernel_input = op.kernel_output, of_x.kernel_output = op.kernel_input;
  of_kernel.input_batch = op.input_feature, of_kernel.input_feature = op.input_batch;
  of_kernel.kernel_input = op.output_batch, of_kernel.kernel_output = op.output_feature;
  of_kernel.kernel_spatial = op.output_spatial;
  of_kernel.output_batch = op.kernel_input, of_kernel.output_feature = op.kernel_output;
  of_kernel.output_spatial = op.kernel_spatial;
  for (size_t s = 0; s < spatial; ++s) {
    const int64_t size = Window::spread(kernel.extent(op.kernel_spatial[s]), op.rhs_dilation[s]),
                  base = Window::spread(x.extent(op.input_spatial[s]), op.lhs_dilation[s]),
                  spread = Window::spread(d.extent(op.output_spatial[s]), op.strides[s]);
    // as many places as there are elements of the spread base: low + spread + high = base + size - 1
    of_x.low[s] = size - 1 - op.low[s];
    of_x.high[s] = base + size - 1 - spread - of_x.low[s];
    // as many places as there are elements of the spread kernel: low + base + high = spread + size - 1
    of_kernel.high[s] = spread + size - 1 - base - op.low[s];
  }
  return {p.graph.op(std::move(of_x), {d, kernel}), p.graph.op(std::move(of_kernel), {x, d})};
}

/// A sum hands its gradient to each term; of a maximum or minimum equal ones share it, the initial value with them.
inline Cotangents vjp(const Reduce& op, const Pullback& p) {
  const Tensor& x = p.x[0];
  const std::vector<int64_t> kept = dims_outside(x.rank(), op.dims);
  if (op.reducer == Monoid::Add) return {broadcast(p.d(), kept, x.shape()), sum(p.d())};
  if (op.reducer != Monoid::Max && op.reducer != Monoid::Min)
    throw Unsupported("the derivative of a reduce<" + std::string(name(op.reducer)) + ">", p.location);
  using enum ComparisonDirection;
  const ElementType e = x.type().element;
  const Tensor hit = compare(x, EQ, broadcast(p.y[0], kept, x.shape())),
               hit_init = compare(broadcast(p.x[1], {}, p.y[0].shape()), EQ, p.y[0]);
  const Tensor share = p.d() / (sum(convert(hit, e), op.dims) + convert(hit_init, e));
  return {select(hit, broadcast(share, kept, x.shape()), zeros_like(x)),
          sum(select(hit_init, share, zeros_like(share)))};
}

}  // namespace partir::graph
