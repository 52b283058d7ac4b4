// Fast evaluation of comprehensions, a tensor per node instead of a cell per element. Kernels match on
// the comprehension's shape, never on an op's name, so new ops get them without asking:
//   a read with affine indices        a strided view over the box of variables (reshapes included)
//   a constant                        a view of stride 0
//   a scalar function                 one pass over its arguments' views, once where they repeat
//   a read at places from values      one look-up per row of places that do not depend on values
//   a guard on one variable           the box splits in two, and the parts concatenate
//   add of products of two such       a matrix product
//   any other reduction               strided loops, each result folded in the literal order
#pragma once

#include <optional>
#include <vector>

#include "interp/index.h"
#include "interp/kernels_contract.h"
#include "interp/kernels_reduce.h"
#include "interp/kernels_rows.h"
#include "interp/tensor.h"
#include "semantics/comprehension.h"

namespace partir {

namespace detail {

/// A box of variables: `start[v] <= v < start[v] + extent[v]`.
struct VariableBox {
  std::vector<int64_t> start;
  Shape extent;
};

/// `Σ coefficient·variable + offset` by variable.
struct AffineForm {
  std::vector<int64_t> coefficients;
  int64_t offset = 0;
  friend bool operator==(const AffineForm&, const AffineForm&) = default;
};

inline AffineForm affine_form(const IndexExpr& e, size_t variables) {
  AffineForm f{std::vector<int64_t>(variables, 0), e.offset};
  for (const IndexTerm& t : e.terms) f.coefficients[t.variable] += t.coefficient;
  return f;
}

/// The affine form of `Σ stride · ((form div d) mod m)`, if it has one. Digits of one number put
/// together again give the number: `((L div d) mod m)·s + (L div d·m)·(s·m) = (L div d)·s`, which is how
/// a reshape's read becomes a view.
class AddressForm {
 public:
  AddressForm(const VariableBox& box) : box_(box), sum_{std::vector<int64_t>(box.start.size(), 0)} {}

  void add(const IndexExpr& e, int64_t stride) {
    Digit g{affine_form(e, box_.start.size()), e.div, e.mod, stride};
    int64_t low = g.form.offset, high = g.form.offset;
    for (size_t v = 0; v < box_.start.size(); ++v) {
      const int64_t c = g.form.coefficients[v];
      const int64_t first = box_.start[v], last = first + std::max<int64_t>(box_.extent[v], 1) - 1;
      low += c * (c < 0 ? last : first);
      high += c * (c < 0 ? first : last);
    }
    if (g.mod != 0 && low >= 0 && high / g.div < g.mod) g.mod = 0;  // the mod does nothing
    if (g.mod == 0 && low >= 0 && high < g.div) return;             // a leading zero
    digits_.push_back(std::move(g));
  }
  std::optional<AffineForm> affine() {
    for (bool merged = true; merged;) {
      merged = false;
      for (size_t i = 0; !merged && i < digits_.size(); ++i)
        for (size_t j = 0; !merged && j < digits_.size(); ++j) {
          Digit &low = digits_[i], &high = digits_[j];
          if (i == j || low.mod == 0 || high.div != low.div * low.mod ||
              high.stride != low.stride * low.mod || high.form != low.form)
            continue;
          low.mod *= high.mod;
          digits_.erase(digits_.begin() + static_cast<int64_t>(j));
          merged = true;
        }
    }
    for (const Digit& g : digits_) {
      if (g.div != 1 || g.mod != 0) return std::nullopt;
      for (size_t v = 0; v < sum_.coefficients.size(); ++v)
        sum_.coefficients[v] += g.stride * g.form.coefficients[v];
      sum_.offset += g.stride * g.form.offset;
    }
    digits_.clear();
    return sum_;
  }

 private:
  struct Digit {
    AffineForm form;
    int64_t div, mod, stride;
  };
  const VariableBox& box_;
  AffineForm sum_;
  std::vector<Digit> digits_;
};

/// The view over `box` of reads of `t` at `index`, if its addresses are affine.
template <class D>
std::optional<Tensor<D>> read_view(const Tensor<D>& t, const std::vector<IndexExpr>& index,
                                   const VariableBox& box) {
  for (const IndexExpr& e : index)
    for (const IndexTerm& term : e.terms)
      if (term.div != 1) return std::nullopt;
  AddressForm address(box);
  for (size_t d = 0; d < index.size(); ++d) address.add(index[d], t.strides()[d]);
  std::optional<AffineForm> f = address.affine();
  if (!f) {
    if (t.is_contiguous()) return std::nullopt;
    return read_view(t.contiguous(), index, box);
  }
  int64_t offset = f->offset;
  for (size_t v = 0; v < box.start.size(); ++v) offset += f->coefficients[v] * box.start[v];
  if (num_elements(box.extent) == 0) offset = 0;
  return t.strided(box.extent, std::move(f->coefficients), offset);
}

/// Nodes of a comprehension as tensors over boxes of its variables.
template <class D>
class BoxEvaluator {
 public:
  BoxEvaluator(const Comprehension& c, const std::vector<Tensor<D>>& operands)
      : c_(c), operands_(operands) {}

  /// `node` over `box`, or nothing if no kernel matches.
  std::optional<Tensor<D>> operator()(int node, const VariableBox& box) const {
    const Node& n = c_.body[node];
    return std::visit([&](const auto& expr) { return value(expr, n.element, box); }, n.expr);
  }

 private:
  using Result = std::optional<Tensor<D>>;

  Result value(const ReadNode& r, ElementType, const VariableBox& box) const {
    return read_view(operands_.at(r.operand), r.index, box);
  }
  Result value(const DynamicReadNode& r, ElementType e, const VariableBox& box) const {
    const Tensor<D>& t = operands_.at(r.operand);
    for (const IndexExpr& i : r.index)
      if (!i.is_affine()) return std::nullopt;
    // what values decide of the address, over the variables that they depend on
    struct Place {
      Tensor<D> at;
      PlaceRow row;
      int64_t limit, by;
    };
    std::vector<Place> places;
    bool constant = true;
    for (size_t d = 0; d < r.at.size(); ++d) {
      if (r.at[d] < 0) continue;
      Result at = (*this)(r.at[d], box);
      if (!at) return std::nullopt;
      for (size_t v = 0; v < box.extent.size(); ++v)
        constant = constant && (at->strides()[v] == 0 || box.extent[v] == 1);
      const PlaceRow row = place_row<D>(at->element());
      places.push_back({std::move(*at), row, r.limit[d], t.strides()[d] * r.scale});
    }
    // the rest, as for a read
    std::vector<int64_t> strides(box.extent.size(), 0);
    int64_t first = 0;
    for (size_t d = 0; d < r.index.size(); ++d) {
      const AffineForm f = affine_form(r.index[d], box.extent.size());
      first += f.offset * t.strides()[d];
      for (size_t v = 0; v < strides.size(); ++v) {
        strides[v] += f.coefficients[v] * t.strides()[d];
        first += f.coefficients[v] * box.start[v] * t.strides()[d];
      }
    }
    if (num_elements(box.extent) == 0) return t.strided(box.extent, std::move(strides), 0);
    if (constant) {
      for (const Place& p : places) {
        int64_t moved = 0;
        p.row(p.at.raw(), 0, p.limit, p.by, 1, &moved);
        first += moved;
      }
      return t.strided(box.extent, std::move(strides), first);
    }
    // Rows along the last dimension, by blocks of places; each place's tensor is walked beside.
    // Dimensions of extent 1 would make rows of one element.
    constexpr int64_t block = 1024;
    std::vector<size_t> wide;
    for (size_t v = 0; v < box.extent.size(); ++v)
      if (box.extent[v] > 1) wide.push_back(v);
    const size_t last = wide.back();
    wide.pop_back();
    Shape outer;
    for (size_t v : wide) outer.push_back(box.extent[v]);
    const int64_t length = box.extent[last], step = strides[last];
    bool along = false;  // places change within a row
    for (const Place& p : places) along = along || p.at.strides()[last] != 0;
    return with_scalar<D>(e, [&]<class T>() {
      const T* x = t.template data<T>() + first;
      return Tensor<D>::template build<T>({box.extent, e}, [&](T* out) {
        std::vector<int64_t> index(outer.size(), 0), moved(block), more(block);
        do {
          int64_t base = 0;
          for (size_t v = 0; v < index.size(); ++v) base += index[v] * strides[wide[v]];
          for (int64_t i = 0; i < length; i += block) {
            const int64_t n = std::min(block, length - i), m = along ? n : 1;
            for (size_t k = 0; k < places.size(); ++k) {
              const Place& p = places[k];
              int64_t from = i * p.at.strides()[last];
              for (size_t v = 0; v < index.size(); ++v) from += index[v] * p.at.strides()[wide[v]];
              const char* at = static_cast<const char*>(p.at.raw()) +
                               from * scalar_size<D>(p.at.element());
              p.row(at, p.at.strides()[last], p.limit, p.by, m, (k ? more : moved).data());
              if (k)
                for (int64_t j = 0; j < m; ++j) moved[j] += more[j];
            }
            const T* from = x + base + i * step;
            if (along)
              for (int64_t j = 0; j < n; ++j) out[j] = from[j * step + moved[j]];
            else if (step == 1)
              std::copy_n(from + moved[0], n, out);
            else
              for (int64_t j = 0; j < n; ++j) out[j] = from[j * step + moved[0]];
            out += n;
          }
        } while (next_index(index, outer));
      });
    });
  }
  /// Both sides may read what only one of them may: nothing is known before the condition is.
  Result value(const ChooseNode&, ElementType, const VariableBox&) const { return std::nullopt; }
  Result value(const LiteralNode& l, ElementType, const VariableBox& box) const {
    const Tensor<D> t = Tensor<D>::from_literal(*l.literal);
    if (!l.literal->splat) return read_view(t, l.index, box);
    return t.strided(box.extent, std::vector<int64_t>(box.extent.size(), 0), 0);
  }
  Result value(const IndexNode& i, ElementType e, const VariableBox& box) const {
    Shape small(box.extent.size(), 1);
    for (const IndexTerm& t : i.value.terms) small[t.variable] = box.extent[t.variable];
    Tensor<D> t = with_scalar<D>(e, [&]<class T>() {
      return Tensor<D>::template build<T>({small, e}, [&](T* out) {
        if (num_elements(small) == 0) return;
        std::vector<int64_t> index(small.size(), 0), v(small.size());
        do {
          for (size_t d = 0; d < v.size(); ++d) v[d] = box.start[d] + index[d];
          *out++ = D::template from_index<T>(i.value(v.data()));
        } while (next_index(index, small));
      });
    });
    return repeated(t, box.extent);
  }
  Result value(const ApplyNode& a, ElementType e, const VariableBox& box) const {
    std::vector<Tensor<D>> args;
    for (int arg : a.args) {
      Result x = (*this)(arg, box);
      if (!x) return std::nullopt;
      args.push_back(std::move(*x));
    }
    return apply(a.fn, e, std::move(args), box.extent);
  }
  Result value(const GuardNode& g, ElementType, const VariableBox& box) const {
    if (!g.condition.is_affine()) return std::nullopt;
    AffineForm f = affine_form(g.condition, box.start.size());
    f.offset -= g.least;
    std::optional<size_t> on;
    for (size_t v = 0; v < f.coefficients.size(); ++v) {
      if (f.coefficients[v] == 0) continue;
      if (on) return std::nullopt;
      on = v;
    }
    if (!on) return (*this)(f.offset >= 0 ? g.then_node : g.else_node, box);
    // c·v + offset >= 0 holds from `split` on (c > 0) or before it (c < 0)
    const int64_t c = f.coefficients[*on], start = box.start[*on], n = box.extent[*on];
    int64_t split = 0;
    while (split < n && (c * (start + split) + f.offset >= 0) == (c < 0)) ++split;
    const int below = c > 0 ? g.else_node : g.then_node, above = c > 0 ? g.then_node : g.else_node;
    if (split == 0) return (*this)(above, box);
    if (split == n) return (*this)(below, box);
    VariableBox first = box, second = box;
    first.extent[*on] = split;
    second.start[*on] += split;
    second.extent[*on] -= split;
    Result x = (*this)(below, first), y = (*this)(above, second);
    if (!x || !y) return std::nullopt;
    return concat<D>(static_cast<int64_t>(*on), {std::move(*x), std::move(*y)});
  }

  /// A scalar function over views of one shape, computed once where every argument repeats.
  static Tensor<D> apply(ScalarFn fn, ElementType e, std::vector<Tensor<D>> args,
                         const Shape& extent) {
    const RowFn row = row_fn<D>(fn, e, args.back().element());
    Shape small = extent;
    for (size_t d = 0; d < small.size(); ++d) {
      bool repeats = small[d] > 1;
      for (const Tensor<D>& x : args) repeats = repeats && x.strides()[d] == 0;
      if (repeats) small[d] = 1;
    }
    std::array<int64_t, 3> width{};
    for (size_t i = 0; i < args.size(); ++i) {
      args[i] = args[i].strided(small, args[i].strides(), 0);
      // a long row read against the grain costs more than a tiled copy
      if (!small.empty() && args[i].elements() > 4096 && std::abs(args[i].strides().back()) > 1 &&
          args[i].bytes() <= int64_t{1} << 30)
        args[i] = gathered(args[i]);
      width[i] = scalar_size<D>(args[i].element());
    }
    const std::vector<int64_t> strides = row_major_strides(small);
    auto s = [&](size_t i) { return &args[std::min(i, args.size() - 1)].strides(); };
    const int64_t out_width = scalar_size<D>(e);
    const Tensor<D> t = Tensor<D>::build_raw({small, e}, [&](void* out) {
      std::array<const char*, 3> base{};
      for (size_t i = 0; i < args.size(); ++i) base[i] = static_cast<const char*>(args[i].raw());
      for_rows<4>(small, {&strides, s(0), s(1), s(2)}, [&](auto& offset, int64_t n, auto& step) {
        const void* at[3] = {};
        for (size_t i = 0; i < args.size(); ++i) at[i] = base[i] + offset[i + 1] * width[i];
        row(static_cast<char*>(out) + offset[0] * out_width, at, step.data() + 1, n);
      });
    });
    return repeated(t, extent);
  }
  /// A copy without gaps that keeps dimensions of stride 0 as they are.
  static Tensor<D> gathered(const Tensor<D>& t) {
    Shape small = t.shape();
    for (size_t d = 0; d < small.size(); ++d)
      if (t.strides()[d] == 0) small[d] = 1;
    return repeated(t.strided(small, t.strides(), 0).contiguous(), t.shape());
  }
  /// Dimensions of extent 1 stretched to `extent`, as a view.
  static Tensor<D> repeated(const Tensor<D>& t, const Shape& extent) {
    std::vector<int64_t> strides = t.strides();
    for (size_t d = 0; d < extent.size(); ++d)
      if (t.shape()[d] == 1) strides[d] = 0;
    return t.strided(extent, std::move(strides), 0);
  }

  const Comprehension& c_;
  const std::vector<Tensor<D>>& operands_;
};

}  // namespace detail

/// The meaning of a comprehension by kernels, or nothing when none matches. Equal to `evaluate` except
/// on floats of Native: matrix products reassociate, products of f16 and bf16 in them are not rounded
/// before they are added, sums without an initial value are never -0, and exp, log, rsqrt and logistic of f64 differ from std:: by a few units in the last place
/// (those of f32, and tanh, seldom by one).
template <class D>
std::optional<Tensor<D>> evaluate_by_kernels(const Comprehension& c,
                                             const std::vector<Tensor<D>>& operands) {
  const detail::BoxEvaluator<D> over(c, operands);
  const int last = static_cast<int>(c.body.size()) - 1;
  detail::VariableBox box{{}, c.result.shape};
  box.extent.insert(box.extent.end(), c.reduction.begin(), c.reduction.end());
  box.start.assign(box.extent.size(), 0);
  if (!c.reducer) return over(last, box);

  if (*c.reducer == Monoid::Add && !c.init && !c.reduction.empty())
    if (auto* product = std::get_if<ApplyNode>(&c.body[last].expr);
        product && product->fn == ScalarFn::Multiply) {
      std::optional<Tensor<D>> a = over(product->args[0], box);
      std::optional<Tensor<D>> b = a ? over(product->args[1], box) : std::nullopt;
      if (!b) return std::nullopt;
      if (auto r = detail::contract<D>(*a, *b, c.result)) return r;
    }
  std::optional<Tensor<D>> x = over(last, box);
  if (!x) return std::nullopt;
  std::optional<Tensor<D>> init;
  if (c.init) init = operands.at(*c.init);
  return detail::reduce<D>(*c.reducer, *x, init, c.result, c.stepwise);
}

}  // namespace partir
