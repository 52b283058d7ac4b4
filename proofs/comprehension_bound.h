// The error bound of one op, elementwise, from its comprehension: scalar_bound.h for the nodes, `growth`
// for the reduction. No list of ops.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "interp/core_interp.h"
#include "interp/field_model.h"
#include "interp/native.h"
#include "proofs/bounded_tensor.h"
#include "proofs/complex_bound.h"
#include "proofs/estimated_bound.h"
#include "proofs/index_places.h"
#include "proofs/procedure_bound.h"
#include "proofs/scalar_bound.h"
#include "proofs/sum_bound.h"
#include "semantics/instances.h"

namespace partir {

/// Whether `⊕` of numbers of this type rounds.
inline bool rounds(Monoid m, ElementType e) {
  return (is_float(e) || is_complex(e)) && (m == Monoid::Add || m == Monoid::Mul);
}

namespace detail {

/// Bounds of one comprehension's results.
class ComprehensionBound {
 public:
  ComprehensionBound(const Comprehension& c, const std::vector<BoundedTensor>& x,
                     const BoundOptions& options, Branches& branches)
      : c_(c), options_(options), branches_(branches), terms_(num_elements(c.reduction)) {
    for (const BoundedTensor& t : x) {
      const bool complex = is_complex(t.value.element());
      values_.push_back(as_doubles(t.value));
      bounds_.push_back(t.exact || complex ? Tensor<Native>() : t.bound.contiguous());
      parts_.push_back(complex ? parts(t.value) : std::vector<double>());
      bounds_of_parts_.push_back(complex ? parts(t.bound) : std::vector<double>());
      magnitudes_.push_back(t.terms.defined() ? t.terms.contiguous() : Tensor<Native>());
      strides_.push_back(row_major_strides(t.value.shape()));
    }
    for (const Node& n : c.body) {
      is_complex_.push_back(is_of_complex(n, c.body));
      affine_.emplace_back();
      if (const auto* r = std::get_if<ReadNode>(&n.expr)) affine_.back() = flatten_read(*r);
    }
  }

  /// Whether no rounding happens and all operands are exact: moves, compares, integers.
  static bool is_exact(const Comprehension& c, const std::vector<BoundedTensor>& x) {
    for (const BoundedTensor& t : x)
      if (!t.exact) return false;
    if (c.reducer && partir::rounds(*c.reducer, c.result.element)) return false;
    return is_exact(c.body);
  }
  /// Whether no scalar function among the nodes rounds. With `conversions`, those to a type that has every value of the
  /// other do not.
  static bool is_exact(const std::vector<Node>& nodes, bool conversions = false) {
    for (const Node& n : nodes) {
      const auto* a = std::get_if<ApplyNode>(&n.expr);
      if (!a || !(is_float(n.element) || is_complex(n.element))) continue;
      switch (a->fn) {
        case ScalarFn::Max: case ScalarFn::Min: case ScalarFn::Select: case ScalarFn::Negate:
        case ScalarFn::Real: case ScalarFn::Imag: case ScalarFn::MakeComplex:
        case ScalarFn::Bitcast: break;
        case ScalarFn::Abs:
          if (!is_complex(nodes[a->args[0]].element)) break;
          return false;
        case ScalarFn::Convert: {
          const ElementType from = nodes[a->args[0]].element;
          if (conversions && (is_bool(from) || ((is_float(from) || is_complex(from)) &&
                                                fits(float_format(from), float_format(n.element))))) break;
          return false;
        }
        default: return false;
      }
    }
    return true;
  }

  /// Whether there are bounds of all functions among the nodes.
  static bool is_derived(const std::vector<Node>& nodes) {
    return std::all_of(nodes.begin(), nodes.end(), [&](const Node& n) {
      const auto* a = std::get_if<ApplyNode>(&n.expr);
      return !a || (is_of_complex(n, nodes) ? has_complex_bound(a->fn) : has_bound(a->fn));
    });
  }

  /// Whether some result may be rounded, once they are bounded: sums of which each is exact in any order are not.
  bool rounds() const { return rounds_; }
  /// BoundedTensor::terms, once they are bounded.
  Tensor<Native> terms() const { return adds_up_ ? of_parts(c_.result, sums_) : Tensor<Native>(); }
  Tensor<Native> operator()() {
    if (auto fast = contraction()) return *fast;
    const size_t rank = c_.result.shape.size();
    std::vector<int64_t> variables(rank + c_.reduction.size(), 0);
    const Shape& shape = c_.result.shape;
    const auto build = [&]<class T>(auto&& element_at) {
      return Tensor<Native>::build<T>({shape, bound_type(c_.result.element)}, [&](T* out) {
        for (int64_t i = 0, n = c_.result.elements(); i < n; ++i) {
          out[i] = element_at(variables);
          for (size_t d = rank; d-- > 0 && ++variables[d] == shape[d];) variables[d] = 0;
        }
      });
    };
    if (!is_complex(c_.result.element)) return build.template operator()<double>([&](auto& at) { return element(at); });
    rounds_ = true;
    return build.template operator()<Complex<double>>([&](auto& at) { return complex_element(at); });
  }

 private:
  /// Whether a node is a complex number, or a function of some.
  static bool is_of_complex(const Node& n, const std::vector<Node>& nodes) {
    const auto* a = std::get_if<ApplyNode>(&n.expr);
    return is_complex(n.element) || (a && std::any_of(a->args.begin(), a->args.end(), [&](int k) { return is_complex(nodes[k].element); }));
  }
  /// Whether the magnitudes of what sums add up are wanted (BoundedTensor::terms).
  bool wants_terms() const { return options_.narrows || options_.any_order; }
  /// A read whose offset is linear in the variables.
  struct Affine {
    int64_t offset = 0;
    std::vector<IndexTerm> terms;
  };

  std::optional<Affine> flatten_read(const ReadNode& r) const {
    Affine a;
    for (size_t d = 0; d < r.index.size(); ++d) {
      const IndexExpr& e = r.index[d];
      if (!e.is_affine()) return std::nullopt;
      const int64_t stride = strides_[r.operand][d];
      a.offset += stride * e.offset;
      for (const IndexTerm& t : e.terms) a.terms.push_back({t.variable, t.coefficient * stride});
    }
    return a;
  }

  int64_t place(int node, const ReadNode& r, const int64_t* variables) const {
    int64_t o = 0;
    if (const auto& a = affine_[node]) {
      o = a->offset;
      for (const IndexTerm& t : a->terms) o += t.coefficient * variables[t.variable];
    } else {
      for (size_t d = 0; d < r.index.size(); ++d)
        o += strides_[r.operand][d] * r.index[d](variables);
    }
    return o;
  }
  Bound read(int node, const ReadNode& r, const int64_t* variables) const {
    const int64_t o = place(node, r, variables);
    const Tensor<Native>& e = bounds_[r.operand];
    return {values_[r.operand].data<double>()[o], e.defined() ? e.data<double>()[o] : 0.0};
  }

  int64_t place(const LiteralNode& l, const int64_t* variables) const {
    int64_t o = 0;
    if (l.literal->splat) return o;
    const auto strides = row_major_strides(l.literal->type.shape);
    for (size_t d = 0; d < l.index.size(); ++d) o += strides[d] * l.index[d](variables);
    return o;
  }
  /// Places are integers; one that is not `exact` may be any other, so that nothing bounds what is read.
  int64_t place(const DynamicReadNode& r, const int64_t* variables, bool& exact) {
    int64_t o = 0;
    for (size_t d = 0; d < r.index.size(); ++d) {
      int64_t i = r.index[d](variables);
      if (r.at[d] >= 0) {
        const Bound at = node(r.at[d], variables);
        exact = exact && at.e == 0;
        const double limit = static_cast<double>(r.limit[d]);
        i += r.scale * static_cast<int64_t>(std::clamp(at.v, 0.0, limit));
      }
      o += strides_[r.operand][d] * i;
    }
    return o;
  }
  Bound dynamic_read(const DynamicReadNode& r, const int64_t* variables) {
    bool exact = true;
    const int64_t o = place(r, variables, exact);
    const Tensor<Native>& e = bounds_[r.operand];
    const double own = e.defined() ? e.data<double>()[o] : 0.0;
    return {values_[r.operand].data<double>()[o], exact ? own : infinite};
  }

  Bound node(int n, const int64_t* variables) {
    const Node& at = c_.body[n];
    return std::visit(
        Overloaded{[&](const ReadNode& r) { return read(n, r, variables); },
                   [&](const LiteralNode& l) {
                     return Bound{l.literal->as_double(place(l, variables)), 0};
                   },
                   [&](const IndexNode& i) {
                     const double v = static_cast<double>(i.value(variables));
                     return Bound{v, is_float(at.element) ? rounding(at.element, v) : 0};
                   },
                   [&](const ApplyNode& a) {
                     if (is_complex_[n]) return complex_node(n, variables).re;
                     Bound x[3];
                     ElementType from = c_.body[a.args[0]].element;
                     for (size_t i = 0; i < a.args.size(); ++i) x[i] = node(a.args[i], variables);
                     return bound_of(a.fn, at.element, from, x, branches_);
                   },
                   [&](const GuardNode& g) {
                     return node(g.condition(variables) >= g.least ? g.then_node : g.else_node,
                                 variables);
                   },
                   [&](const DynamicReadNode& r) { return dynamic_read(r, variables); },
                   // where rounding may decide the condition the other side may be taken
                   [&](const ChooseNode& g) {
                     const Bound c = node(g.condition, variables);
                     Bound b = node(c.v != 0 ? g.then_node : g.else_node, variables);
                     if (c.e != 0) b.e = infinite;
                     return b;
                   }},
        at.expr);
  }

  /// The same of a node that is a complex number or is made of some; any other is one without an imaginary part.
  ComplexBound complex_node(int n, const int64_t* variables) {
    const Node& at = c_.body[n];
    if (!is_complex_[n]) return {node(n, variables), {}};
    const auto part = [&](int operand, int64_t k, bool exact) {
      return Bound{parts_[operand][k], exact ? bounds_of_parts_[operand][k] : infinite};
    };
    const auto whole = [&](int operand, int64_t place, bool exact) { return ComplexBound{part(operand, 2 * place, exact), part(operand, 2 * place + 1, exact)}; };
    return std::visit(
        Overloaded{[&](const ReadNode& r) { return whole(r.operand, place(n, r, variables), true); },
                   [&](const LiteralNode& l) {
                     const ElementBits bits = l.literal->bits(place(l, variables));
                     return ComplexBound{{Literal::decode(l.literal->type.element, bits)}, {Literal::decode_imag(l.literal->type.element, bits)}};
                   },
                   [&](const IndexNode& i) { return ComplexBound{rounded_part(static_cast<double>(i.value(variables)), 0, real_part(at.element)), {}}; },
                   [&](const ApplyNode& a) {
                     ComplexBound x[3];
                     for (size_t i = 0; i < a.args.size(); ++i) x[i] = complex_node(a.args[i], variables);
                     return complex_bound_of(a.fn, at.element, x, branches_);
                   },
                   [&](const GuardNode& g) { return complex_node(g.condition(variables) >= g.least ? g.then_node : g.else_node, variables); },
                   [&](const DynamicReadNode& r) {
                     bool exact = true;
                     const int64_t o = place(r, variables, exact);
                     return whole(r.operand, o, exact);
                   },
                   [&](const ChooseNode& g) {
                     const Bound c = node(g.condition, variables);
                     ComplexBound b = complex_node(c.v != 0 ? g.then_node : g.else_node, variables);
                     if (c.e != 0) b.re.e = b.im.e = infinite;
                     return b;
                   }},
        at.expr);
  }
  /// The bounds of both parts. Of sums: each part is added up for itself.
  Complex<double> complex_element(std::vector<int64_t>& variables) {
    const int last = static_cast<int>(c_.body.size()) - 1;
    const ElementType t = real_part(c_.result.element);
    if (!c_.reducer) {
      const ComplexBound b = complex_node(last, variables.data());
      return finish(b, t);
    }
    if (*c_.reducer != Monoid::Add) return {infinite, infinite};
    Bound sums[2];
    double mass[2] = {0, 0}, magnitudes[2] = {0, 0};
    const auto* reads = std::get_if<ReadNode>(&c_.body.back().expr);
    if (reads && !magnitudes_[reads->operand].defined()) reads = nullptr;
    const auto fold = [&](const ComplexBound& x) {
      for (const auto& [k, part] : {std::pair{0, x.re}, std::pair{1, x.im}}) {
        mass[k] += std::fabs(part.v) + part.e;
        sums[k] = {sums[k].v + part.v, std::isfinite(part.v) ? sums[k].e + part.e : infinite};
      }
    };
    if (c_.init) {
      const int i = static_cast<int>(*c_.init);
      fold({{parts_[i][0], bounds_of_parts_[i][0]}, {parts_[i][1], bounds_of_parts_[i][1]}});
    }
    for (int64_t k = 0; k < terms_; ++k) {
      const ComplexBound x = complex_node(last, variables.data());
      fold(x);
      const Complex<double> of_sum = reads ? magnitudes_[reads->operand].data<Complex<double>>()[place(last, *reads, variables.data())] : Complex<double>{x.re.v, x.im.v};
      magnitudes[0] += std::fabs(of_sum.re);
      magnitudes[1] += std::fabs(of_sum.im);
      for (size_t d = variables.size(), rank = c_.result.shape.size(); d-- > rank && ++variables[d] == c_.reduction[d - rank];) variables[d] = 0;
    }
    for (int k : {0, 1}) sums[k].e += of_sum(t, mass[k]);
    adds_up_ = wants_terms();
    if (adds_up_) sums_.insert(sums_.end(), magnitudes, magnitudes + 2);
    return finish(ComplexBound{sums[0], sums[1]}, t);
  }
  double of_sum(ElementType t, double mass) const { return detail::of_sum(t, terms_, mass, c_.stepwise, options_); }

  double element(std::vector<int64_t>& variables) {
    const int last = static_cast<int>(c_.body.size()) - 1;
    const ElementType t = c_.result.element;
    if (!c_.reducer) {
      rounds_ = true;
      return finish(node(last, variables.data()), t);
    }
    const size_t rank = c_.result.shape.size();
    std::optional<Bound> sum;
    // what partial results of some order may reach: Σ of the terms' largest absolute values, and the
    // product of those above 1
    double mass = 0, largest_product = 1, magnitudes = 0;
    ExactSum exact;
    const auto* reads = std::get_if<ReadNode>(&c_.body.back().expr);
    if (reads && !magnitudes_[reads->operand].defined()) reads = nullptr;
    auto fold = [&](const Bound& x) {
      mass += std::fabs(x.v) + x.e;
      exact.add(x);
      largest_product *= std::max(1.0, std::fabs(x.v) + x.e);
      if (!sum) sum = x;
      else sum = combine_bounds(*sum, x);
    };
    if (c_.init) fold({values_[*c_.init].data<double>()[0],
                       bounds_[*c_.init].defined() ? bounds_[*c_.init].data<double>()[0] : 0.0});
    for (int64_t k = 0; k < terms_; ++k) {
      const Bound x = node(last, variables.data());
      fold(x);
      magnitudes += reads ? magnitudes_[reads->operand].data<double>()[place(last, *reads, variables.data())] : std::fabs(x.v);
      for (size_t d = variables.size(); d-- > rank && ++variables[d] == c_.reduction[d - rank];)
        variables[d] = 0;
    }
    if (wants_terms() && is_float(t) && *c_.reducer == Monoid::Add) sums_.push_back(magnitudes), adds_up_ = true;
    if (!sum) return 0;
    Bound out = *sum;
    rounds_ = rounds_ || !is_float(t) || *c_.reducer != Monoid::Add || !exact.is_held(t);
    if (is_float(t) && *c_.reducer == Monoid::Add)
      out.e += of_sum(t, mass);
    else if (is_float(t) && *c_.reducer == Monoid::Mul)
      // a partial product may overflow although the whole is small; one that underflows loses up to
      // `smallest`, which the factors that follow make larger
      out.e += largest_product > largest(t) && std::isfinite(largest_product)
                   ? infinite
                   : growth(t, terms_ + 1, c_.stepwise, options_) * (std::fabs(out.v) + out.e) +
                         2 * static_cast<double>(terms_) * smallest(t) * largest_product;
    return finish(out, t);
  }

  /// One step of the exact fold on bounded terms.
  Bound combine_bounds(const Bound& a, const Bound& b) {
    switch (*c_.reducer) {
      case Monoid::Add: return exactly(a.v + b.v, a.e + b.e, a, b);
      case Monoid::Mul:
        return exactly(a.v * b.v, std::fabs(a.v) * b.e + std::fabs(b.v) * a.e + a.e * b.e, a, b);
      default: {
        const Bound x[] = {a, b};
        return bound_of(scalar_fn(*c_.reducer), c_.result.element, c_.result.element, x, branches_);
      }
    }
  }
  static Bound exactly(double v, double e, const Bound& a, const Bound& b) {
    if (std::isfinite(v) && !std::isnan(e)) return {v, e};
    return {v, decides(a, b) || decides(b, a) ? 0 : infinite};
  }
  static double finish(const Bound& b, ElementType t) { return within_range(b.v, b.e, t); }

  /// Of both parts. Where one is not finite the other may be NaN: a product with a number that has no imaginary part is made by the same formula.
  static Complex<double> finish(const ComplexBound& b, ElementType t) {
    if (!std::isfinite(b.re.v) || !std::isfinite(b.im.v)) return {infinite, infinite};
    return {finish(b.re, t), finish(b.im, t)};
  }

  /// `Σ x[..]·y[..]` with plain variables as indices: products of matrices of absolute values.
  std::optional<Tensor<Native>> contraction() {
    const ElementType t = c_.result.element;
    if (!c_.reducer || *c_.reducer != Monoid::Add || c_.init || !is_float(t)) return std::nullopt;
    const auto* product = std::get_if<ApplyNode>(&c_.body.back().expr);
    if (!product || product->fn != ScalarFn::Multiply) return std::nullopt;
    const ReadNode* reads[2];
    for (int s = 0; s < 2; ++s) {
      int n = product->args[s];
      if (const auto* a = std::get_if<ApplyNode>(&c_.body[n].expr)) {
        // a widening conversion changes nothing
        const ElementType from = c_.body[a->args[0]].element;
        if (a->fn != ScalarFn::Convert || !is_float(from) || unit_roundoff(t) > unit_roundoff(from))
          return std::nullopt;
        n = a->args[0];
      }
      reads[s] = std::get_if<ReadNode>(&c_.body[n].expr);
      if (!reads[s]) return std::nullopt;
    }
    const int rank = static_cast<int>(c_.result.rank());
    const int variables = rank + static_cast<int>(c_.reduction.size());
    std::vector<int64_t> place[2];
    for (int s = 0; s < 2; ++s) {
      place[s].assign(variables, -1);
      for (size_t d = 0; d < reads[s]->index.size(); ++d) {
        const IndexExpr& e = reads[s]->index[d];
        if (!e.is_variable() || place[s][e.terms[0].variable] >= 0) return std::nullopt;
        place[s][e.terms[0].variable] = static_cast<int64_t>(d);
      }
    }
    std::vector<int64_t> batch, rows, columns, inner;  // variables by role
    for (int v = 0; v < variables; ++v) {
      const bool l = place[0][v] >= 0, r = place[1][v] >= 0;
      if (!l && !r) return std::nullopt;
      if (v >= rank && !(l && r)) return std::nullopt;
      (v >= rank ? inner : l && r ? batch : l ? rows : columns).push_back(v);
    }
    auto extent = [&](const std::vector<int64_t>& vs) {
      int64_t n = 1;
      for (int64_t v : vs) n *= v < rank ? c_.result.shape[v] : c_.reduction[v - rank];
      return n;
    };
    auto packed = [&](int s, const Tensor<Native>& x, std::vector<int64_t> order,
                      const std::vector<int64_t>& then) {
      order.insert(order.end(), then.begin(), then.end());
      for (int64_t& v : order) v = place[s][v];
      return x.transpose(order).contiguous();
    };
    auto with = [](std::vector<int64_t> a, const std::vector<int64_t>& b) {
      a.insert(a.end(), b.begin(), b.end());
      return a;
    };
    const Tensor<Native> a = packed(0, values_[reads[0]->operand], with(batch, rows), inner);
    const Tensor<Native> b = packed(1, values_[reads[1]->operand], with(batch, inner), columns);
    const Tensor<Native>&la = bounds_[reads[0]->operand], &lb = bounds_[reads[1]->operand];
    const Tensor<Native> ea = la.defined() ? packed(0, la, with(batch, rows), inner) : la;
    const Tensor<Native> eb = lb.defined() ? packed(1, lb, with(batch, inner), columns) : lb;

    // Σ ((1+γ)ea + γ|a|)(|b| + eb) + Σ |a| eb
    const int64_t B = extent(batch), M = extent(rows), N = extent(columns), K = extent(inner);
    if (!ea.defined() && !eb.defined()) {
      ExactSum of_a, of_b;
      for (double x : a.values<double>()) of_a.add({x, 0});
      for (double x : b.values<double>()) of_b.add({x, 0});
      rounds_ = !ExactSum::is_product_held(of_a, of_b, K, t);
    } else {
      rounds_ = true;
    }
    const double γ = growth(t, K + 1, c_.stepwise, options_);
    std::vector<double> out(B * M * N, 0.0), sums(wants_terms() ? out.size() : 0);
    std::vector<double> right(b.elements());
    const double *pa = a.data<double>(), *pb = b.data<double>();
    const double* pea = ea.defined() ? ea.data<double>() : nullptr;
    const double* peb = eb.defined() ? eb.data<double>() : nullptr;
    for (int64_t i = 0; i < b.elements(); ++i) right[i] = std::fabs(pb[i]) + (peb ? peb[i] : 0);
    for (int64_t β = 0; β < B; ++β)
      for (int64_t m = 0; m < M; ++m) {
        double* o = out.data() + (β * M + m) * N;
        bool touched = false;
        for (int64_t k = 0; k < K; ++k) {
          const int64_t i = (β * M + m) * K + k;
          const double x = std::fabs(pa[i]), y = (pea ? pea[i] * (1 + γ) : 0) + γ * x;
          if (y == 0) continue;
          touched = true;
          const double* r = right.data() + (β * K + k) * N;
          for (int64_t n = 0; wants_terms() && n < N; ++n) sums[static_cast<size_t>((β * M + m) * N + n)] += x * r[n];
          if (peb && x != 0) {
            const double* e = peb + (β * K + k) * N;
            for (int64_t n = 0; n < N; ++n) o[n] += y * r[n] + x * e[n];
          } else {
            for (int64_t n = 0; n < N; ++n) o[n] += y * r[n];
          }
        }
        const double lost = touched ? 2 * static_cast<double>(K) * smallest(t) : 0;
        for (int64_t n = 0; n < N; ++n)
          o[n] = std::isnan(o[n]) ? infinite : o[n] == 0 ? 0 : o[n] * (1 + 0x1p-20) + lost;
      }
    // Bounds near the range's end: a partial sum of some order may overflow, if Σ|a||b| does.
    for (double& e : out)
      if (e / γ > largest(t)) e = infinite;
    std::vector<int64_t> order = with(with(batch, rows), columns), back(rank);
    Shape shape;
    for (size_t i = 0; i < order.size(); ++i) {
      shape.push_back(c_.result.shape[order[i]]);
      back[order[i]] = static_cast<int64_t>(i);
    }
    adds_up_ = wants_terms();
    if (adds_up_) sums_ = Tensor<Native>::make<double>({shape, ElementType::F64}, sums).transpose(back).values<double>();
    return Tensor<Native>::make<double>({shape, ElementType::F64}, out).transpose(back).contiguous();
  }

  const Comprehension& c_;
  const BoundOptions& options_;
  Branches& branches_;
  int64_t terms_;
  bool rounds_ = false;
  bool adds_up_ = false;      ///< whether the results are sums whose terms are wanted
  std::vector<double> sums_;  ///< of the magnitudes of these, by result
  std::vector<Tensor<Native>> values_, bounds_, magnitudes_;
  std::vector<std::vector<double>> parts_, bounds_of_parts_;  ///< of complex operands
  std::vector<char> is_complex_;                              ///< nodes that are complex numbers, or made of some
  std::vector<std::vector<int64_t>> strides_;
  std::vector<std::optional<Affine>> affine_;
};

/// What a comprehension makes of `x`, namely `t`, with its bounds.
inline BoundedTensor bounded(Tensor<Native> t, const Comprehension& c, const std::vector<BoundedTensor>& x, const BoundOptions& options, Branches& branches) {
  ComprehensionBound bound(c, x, options, branches);
  Tensor<Native> e = bound();
  if (!bound.rounds()) {
    BoundedTensor sum = BoundedTensor::exactly(std::move(t));
    sum.exact_sum = true;
    sum.terms = bound.terms();
    return sum;
  }
  if (is_float(t.element()) && std::any_of(x.begin(), x.end(), [](const BoundedTensor& operand) { return operand.exact_sum; })) {
    const double when_scaled = growth(t.element(), 0, true, options);
    const std::vector<double> values = as_doubles(t).values<double>(), own = e.values<double>();
    e = Tensor<Native>::build<double>({t.shape(), ElementType::F64}, [&](double* out) {
      for (size_t i = 0; i < own.size(); ++i) out[i] = std::isfinite(values[i]) ? own[i] + when_scaled * (std::fabs(values[i]) + own[i]) : own[i];
    });
  }
  return {std::move(t), std::move(e), false, false, bound.terms()};
}

/// `a` and `b`, of f64 or complex<f64> and one shape, taken together part by part.
template <class F>
Tensor<Native> zipped(const Tensor<Native>& a, const Tensor<Native>& b, F&& f) {
  std::vector<double> x = parts(a);
  const std::vector<double> y = parts(b);
  for (size_t i = 0; i < x.size(); ++i) x[i] = f(x[i], y[i]);
  return of_parts(a.type(), x);
}
/// BoundedTensor::terms of what ops that keep sums make of some: moves, conversions, and sums and differences of two, where `of_two` also of two numbers
/// that are no sums.
inline Tensor<Native> terms_after(const Op& op, const std::vector<BoundedTensor>& x, bool of_two) {
  const bool is_of_two = of_two && !x.empty() && is_float(real_part(x[0].value.element())) && (op.get_if<Add>() || op.get_if<Subtract>());
  if (!is_of_two && std::none_of(x.begin(), x.end(), [](const BoundedTensor& t) { return t.terms.defined(); })) return {};
  if (x.size() == 1 && op.get_if<Convert>()) return x[0].terms;
  if (x.size() == 1 && only_moves(op, {x[0].value.type()})) return E_Op<Native>(op, {x[0].terms})[0];
  if (!op.get_if<Add>() && !op.get_if<Subtract>()) return {};
  const auto terms = [](const BoundedTensor& t) { return t.terms.defined() ? t.terms : of_parts(t.value.type(), parts(t.value)); };
  return zipped(terms(x[0]), terms(x[1]), [](double a, double b) { return std::fabs(a) + std::fabs(b); });
}

}  // namespace detail

/// Whether an op on operands of these types converts floats, or complex numbers, to a type with fewer digits.
inline bool is_narrowing(const Op& op, const Types& operands, ElementType result) {
  if (!op.get_if<Convert>()) return false;
  const ElementType from = real_part(operands[0].element), to = real_part(result);
  return is_float(from) && is_float(to) && unit_roundoff(to) > unit_roundoff(from);
}
/// Whether an op may round at some operands of these types.
inline bool rounds(const Op& op, const Types& operands) {
  using detail::ComprehensionBound;
  for (const ScalarBody* b : op.bodies())
    if (!ComprehensionBound::is_exact(b->nodes, true)) return true;
  if (const std::optional<Comprehension> c = op.comprehension(operands))
    return (c->reducer && rounds(*c->reducer, c->result.element)) || !ComprehensionBound::is_exact(c->body, true);
  if (op.moves()) return false;
  const Types results = op.infer(operands);
  return std::any_of(results.begin(), results.end(),
                     [](const TensorType& t) { return is_float(t.element) || is_complex(t.element); });
}

/// E-Op on bounded tensors: the Native results with their bounds. Of stable procedures and of functions without a derived
/// bound they are estimates. A procedure without either (procedure_bound.h) that rounds, or decides by what is not exact, has none: infinite.
PARTIR_INLINE std::vector<BoundedTensor> bounded_op(const Op& op, const std::vector<BoundedTensor>& x,
                                const BoundOptions& options, Branches& branches)
#if PARTIR_PROOFS_BODIES
{
  std::vector<Tensor<Native>> values;
  Types types;
  for (const BoundedTensor& t : x) {
    values.push_back(t.value);
    types.push_back(t.value.type());
  }
  std::vector<Tensor<Native>> out = E_Op<Native>(op, values);
  const std::optional<Comprehension> c = op.comprehension(types);
  bool all_exact = std::all_of(x.begin(), x.end(), [](const auto& t) { return t.exact; });
  // what a body rounds may decide an order or an index
  for (const ScalarBody* b : op.bodies())
    all_exact = all_exact && detail::ComprehensionBound::is_exact(b->nodes);
  const bool of_exact_sum = std::any_of(x.begin(), x.end(), [](const auto& t) { return t.exact_sum; });
  const bool of_sums = std::any_of(x.begin(), x.end(), [](const auto& t) { return t.terms.defined(); });
  const bool of_estimates = std::any_of(x.begin(), x.end(), [](const auto& t) { return t.estimated; });
  const bool estimates = c ? !c->reducer && !detail::ComprehensionBound::is_derived(c->body) : detail::is_stable_procedure(op);
  const bool is_procedure_at_exact = !c && all_exact && op.moves();
  if (!c && !is_procedure_at_exact) {
    const auto apply = [&](const Op& other, const std::vector<BoundedTensor>& y) { return bounded_op(other, y, options, branches)[0]; };
    if (auto derived = detail::procedure_bounds(op, x, out, options, apply)) {
      for (BoundedTensor& r : *derived) r.estimated = r.estimated || (!r.exact && of_estimates);
      return *std::move(derived);
    }
  }
  std::vector<BoundedTensor> results;
  for (Tensor<Native>& t : out) {
    const bool rounds = is_float(t.element()) || is_complex(t.element());
    if (c ? detail::ComprehensionBound::is_exact(*c, x) : all_exact && (op.moves() || !rounds)) {
      results.push_back(BoundedTensor::exactly(std::move(t)));
      results.back().exact_sum = of_exact_sum;
      results.back().terms = detail::terms_after(op, x, options.any_order);
      continue;
    }
    if (!c) {
      Tensor<Native> bounds = estimates ? detail::estimated_bounds(op, x, t) : bounds_everywhere(t.type(), detail::infinite);
      results.push_back({std::move(t), std::move(bounds)});
      results.back().estimated = estimates || of_estimates;
      continue;
    }
    results.push_back(detail::bounded(std::move(t), *c, x, options, branches));
    BoundedTensor& r = results.back();
    r.estimated = !r.exact && of_estimates;
    if (estimates) detail::estimate_others(op, x, r);
    const bool is_sum = r.terms.defined();
    if (!is_sum) r.terms = detail::terms_after(op, x, options.any_order);
    if (!r.terms.defined()) continue;
    const ElementType part = real_part(r.value.element());
    // of two terms there is one order
    if (options.any_order && of_sums && (op.get_if<Add>() || op.get_if<Subtract>()))
      r.bound = detail::zipped(r.bound, r.terms, [&](double e, double terms) {
        // infinities are so in any order
        return !std::isfinite(terms) ? e : terms > largest(part) * (1 + unit_roundoff(part) / 2) ? detail::infinite : e + detail::rounding(part, terms);
      });
    if (is_sum || !options.narrows || !is_narrowing(op, types, r.value.element())) continue;
    // parts that are rounded, and added up with a rounding for each device
    const double u = unit_roundoff(part) * static_cast<double>(options.parts + 1);
    r.bound = detail::zipped(r.bound, r.terms, [&](double e, double terms) { return e + u * terms; });
  }
  return results;
}
#else
    ;
#endif

}  // namespace partir
