// The reference evaluator of tensor comprehensions: one result element at a time, as written.
#pragma once

#include <memory>
#include <vector>

#include "interp/index.h"
#include "interp/kernels_rows.h"
#include "interp/tensor.h"
#include "semantics/comprehension.h"

namespace partir {

namespace detail {

/// Evaluates a comprehension's nodes at given variables; each node has a cell of its type.
template <class D>
class NodeEvaluator {
 public:
  NodeEvaluator(const Comprehension& c, const std::vector<Tensor<D>>& operands)
      : c_(c), operands_(operands) {
    for (const Node& n : c.body) {
      cells_.push_back(with_scalar<D>(n.element, []<class T>() { return allocate<T>(1); }));
      Compiled compiled;
      if (auto* l = std::get_if<LiteralNode>(&n.expr))
        compiled.constant = Tensor<D>::from_literal(*l->literal);
      if (auto* a = std::get_if<ApplyNode>(&n.expr))
        compiled.row = row_fn<D, true>(a->fn, n.element, c.body[a->args.back()].element);
      compiled_.push_back(std::move(compiled));
    }
  }

  /// The cell of `node`, holding its value where the variables are `v`.
  const void* operator()(int node, const int64_t* v) {
    const Node& n = c_.body[node];
    void* cell = cells_[node].get();
    if (auto* r = std::get_if<ReadNode>(&n.expr)) {
      copy(n.element, cell, operands_.at(r->operand), r->index, v);
    } else if (auto* r = std::get_if<DynamicReadNode>(&n.expr)) {
      std::vector<IndexExpr> index = r->index;
      for (size_t d = 0; d < index.size(); ++d) {
        const int at = r->at[d];
        if (at < 0) continue;
        const void* place = (*this)(at, v);
        with_integer<D>(c_.body[at].element, [&]<class T>() -> int64_t {
          const int64_t moved = clamped(*static_cast<const T*>(place), r->limit[d]);
          return index[d].offset += r->scale * moved;
        });
      }
      copy(n.element, cell, operands_.at(r->operand), index, v);
    } else if (auto* g = std::get_if<ChooseNode>(&n.expr)) {
      const bool holds = static_cast<const Bool*>((*this)(g->condition, v))->bit != 0;
      return (*this)(holds ? g->then_node : g->else_node, v);
    } else if (auto* l = std::get_if<LiteralNode>(&n.expr)) {
      static const std::vector<IndexExpr> none;
      copy(n.element, cell, l->literal->splat ? first(compiled_[node].constant) : compiled_[node].constant,
           l->literal->splat ? none : l->index, v);
    } else if (auto* i = std::get_if<IndexNode>(&n.expr)) {
      with_scalar<D>(n.element, [&]<class T>() {
        *static_cast<T*>(cell) = D::template from_index<T>(i->value(v));
      });
    } else if (auto* a = std::get_if<ApplyNode>(&n.expr)) {
      const void* args[3] = {};
      const int64_t steps[3] = {};
      for (size_t k = 0; k < a->args.size(); ++k) args[k] = (*this)(a->args[k], v);
      compiled_[node].row(cell, args, steps, 1);
    } else {
      const GuardNode& g = std::get<GuardNode>(n.expr);
      return (*this)(g.condition(v) >= g.least ? g.then_node : g.else_node, v);
    }
    return cell;
  }

 private:
  struct Compiled {
    Tensor<D> constant;
    RowFn row = nullptr;
  };
  static Tensor<D> first(const Tensor<D>& t) { return t.strided({}, {}, 0); }
  static void copy(ElementType e, void* cell, const Tensor<D>& t,
                   const std::vector<IndexExpr>& index, const int64_t* v) {
    int64_t offset = 0;
    for (size_t d = 0; d < index.size(); ++d) {
      const int64_t i = index[d](v);
      if (i < 0 || i >= t.shape()[d])
        throw Crash("index " + std::to_string(i) + " along " + std::to_string(d) + " of " +
                    to_string(t.type()));
      offset += i * t.strides()[d];
    }
    with_scalar<D>(e, [&]<class T>() { *static_cast<T*>(cell) = t.template data<T>()[offset]; });
  }

  const Comprehension& c_;
  const std::vector<Tensor<D>>& operands_;
  std::vector<std::shared_ptr<void>> cells_;
  std::vector<Compiled> compiled_;
};

/// Rounds a finished fold to the element type.
template <class D, class T>
T rounded(const typename D::template Accumulator<T>& acc) {
  if constexpr (std::is_same_v<typename D::template Accumulator<T>, T>) return acc;
  else return T(acc);
}
template <class D, class T>
typename D::template Accumulator<T> widened(const T& x) {
  return static_cast<typename D::template Accumulator<T>>(x);
}

}  // namespace detail

/// The meaning of a comprehension, read literally: for each result index in row-major order the fold
/// from the left over K in row-major order, `init` first; guards evaluate one side only.
template <class D>
Tensor<D> evaluate(const Comprehension& c, const std::vector<Tensor<D>>& operands) {
  detail::NodeEvaluator<D> value(c, operands);
  const size_t rank = c.result.shape.size();
  const int last = static_cast<int>(c.body.size()) - 1;
  std::vector<int64_t> index(rank, 0), k(c.reduction.size(), 0), v(rank + k.size());
  return with_scalar<D>(c.result.element, [&]<class T>() {
    auto at = [&]() -> const T& {
      std::copy(index.begin(), index.end(), v.begin());
      std::copy(k.begin(), k.end(), v.begin() + static_cast<int64_t>(rank));
      return *static_cast<const T*>(value(last, v.data()));
    };
    auto fold = [&]() -> T {
      if (!c.reducer) return at();
      return with_monoid(*c.reducer, [&]<ScalarFn F>() -> T {
        if constexpr (!means_something<F, T>()) {
          throw Crash("the reducer means nothing on " + to_string(c.result));
        } else {
          const auto fold_in = [&]<class A>() -> T {
            std::optional<A> acc;
            if (c.init) acc = static_cast<A>(operands.at(*c.init).template at<T>({}));
            if (num_elements(c.reduction) > 0) {
              std::fill(k.begin(), k.end(), 0);
              do {
                const A x = static_cast<A>(at());
                acc = acc ? OpsOf<D, T>::template binary<F, A>(*acc, x) : x;
              } while (next_index(k, c.reduction));
            }
            if (!acc)
              return D::template from_bits<T>(c.result.element,
                                              identity_bits(*c.reducer, c.result.element));
            return static_cast<T>(*acc);
          };
          using Wide = typename D::template Accumulator<T>;
          return c.stepwise ? fold_in.template operator()<T>() : fold_in.template operator()<Wide>();
        }
      });
    };
    return Tensor<D>::template build<T>(c.result, [&](T* out) {
      if (c.result.elements() == 0) return;
      do *out++ = fold();
      while (next_index(index, c.result.shape));
    });
  });
}

}  // namespace partir
