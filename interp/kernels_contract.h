// Contractions: sums of products of two strided tensors, as batched matrix products.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "interp/evaluate_literal.h"
#include "interp/field.h"
#include "interp/kernels_native.h"
#include "interp/tensor.h"

namespace partir::detail {

/// A factor of `out[m,n] = Σ_k a[m,k] b[k,n]`: elements and strides.
template <class T>
struct Factor {
  const T* data;
  int64_t row, column;
};

/// By the definition, with rows of `out` in the inner loop.
template <class D, class T>
void plain_product(T* out, Factor<T> a, Factor<T> b, int64_t m, int64_t n, int64_t k) {
  using A = typename D::template Accumulator<T>;
  std::vector<A> acc(static_cast<size_t>(n));
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t l = 0; l < k; ++l) {
      const T x = a.data[i * a.row + l * a.column];
      const T* y = b.data + l * b.row;
      auto step = [&](int64_t j, int64_t at) {
        const A product = widened<D, T>(D::template binary<ScalarFn::Multiply, T>(x, y[at]));
        acc[j] = l == 0 ? product : D::template binary<ScalarFn::Add, A>(acc[j], product);
      };
      if (b.column == 1) for (int64_t j = 0; j < n; ++j) step(j, j);
      else for (int64_t j = 0; j < n; ++j) step(j, j * b.column);
    }
    for (int64_t j = 0; j < n; ++j) out[i * n + j] = rounded<D, T>(acc[j]);
  }
}

/// Dot products in the field of the current model with the reduction deferred: 32 products of 122 bits fit in 128 with
/// room. Needs a model that is a ring, `a.column == 1`, `b.row == 1` and no specials.
inline void field_product(FieldElement* out, Factor<FieldElement> a, Factor<FieldElement> b,
                          int64_t m, int64_t n, int64_t k) {
  constexpr int64_t deferred = 32, columns = 4;
  const FieldModel& f = FieldModel::current();
  for (int64_t i = 0; i < m; ++i) {
    const FieldElement* x = a.data + i * a.row;
    for (int64_t j0 = 0; j0 < n; j0 += columns) {
      const int64_t c = std::min(columns, n - j0);
      const FieldElement* y[columns];
      for (int64_t j = 0; j < columns; ++j) y[j] = b.data + (j0 + std::min(j, c - 1)) * b.column;
      unsigned __int128 acc[columns] = {};
      for (int64_t l = 0; l < k; l += deferred) {
        for (int64_t e = l, end = std::min(k, l + deferred); e < end; ++e)
          for (int64_t j = 0; j < columns; ++j)
            acc[j] += static_cast<unsigned __int128>(x[e].v) * y[j][e].v;
        for (int64_t j = 0; j < columns; ++j) acc[j] = f.reduce(acc[j]);
      }
      for (int64_t j = 0; j < c; ++j) out[i * n + j0 + j] = {static_cast<uint64_t>(acc[j])};
    }
  }
}

/// The same where there are specials: only the rows of `a` and the columns of `b` that have some are taken by the
/// definition, and of those no more than up to a NaN, which no further term takes away.
inline void field_product_of_specials(FieldElement* out, Factor<FieldElement> a, Factor<FieldElement> b, int64_t m,
                                      int64_t n, int64_t k) {
  field_product(out, a, b, m, n, k);  // what is wrong in it is written again below
  enum class Has : char { Finite, Infinity, NaN };
  auto scan = [k](const FieldElement* line) {
    Has has = Has::Finite;
    for (int64_t l = 0; l < k && has != Has::NaN; ++l)
      if (line[l].special()) has = line[l].is_nan() ? Has::NaN : Has::Infinity;
    return has;
  };
  std::vector<Has> columns(static_cast<size_t>(n));
  for (int64_t j = 0; j < n; ++j) columns[j] = scan(b.data + j * b.column);
  for (int64_t i = 0; i < m; ++i) {
    const FieldElement* x = a.data + i * a.row;
    const Has row = scan(x);
    for (int64_t j = 0; j < n; ++j) {
      const Has most = std::max(row, columns[j]);
      if (most == Has::Finite) continue;
      FieldElement sum = most == Has::NaN ? FieldElement::nan() : FieldElement{0};
      const FieldElement* y = b.data + j * b.column;
      for (int64_t l = 0; l < k && !sum.is_nan(); ++l) sum = Field::add(sum, Field::multiply(x[l], y[l]));
      out[i * n + j] = sum;
    }
  }
}

/// The same where products keep no law but sums do: what of a factor decides a product is calculated once for each factor.
inline void product_without_laws(FieldElement* out, Factor<FieldElement> a, Factor<FieldElement> b, int64_t m, int64_t n,
                                 int64_t k) {
  using Kind = Field::FactorKind;
  const bool signs = Field::model().signs();
  struct Term {
    FieldElement x;
    uint64_t factor;
    Kind kind;
    bool low;
  };
  const auto terms = [&](const FieldElement* line) {
    std::vector<Term> t;
    for (int64_t l = 0; l < k; ++l) t.push_back({line[l], Field::factor(line[l]), Field::factor_kind(line[l]), Field::is_low(line[l])});
    return t;
  };
  std::vector<std::vector<Term>> columns;
  for (int64_t j = 0; j < n; ++j) columns.push_back(terms(b.data + j * b.column));
  for (int64_t i = 0; i < m; ++i) {
    const std::vector<Term> row = terms(a.data + i * a.row);
    for (int64_t j = 0; j < n; ++j) {
      const std::vector<Term>& column = columns[static_cast<size_t>(j)];
      FieldElement sum{0};
      for (size_t l = 0; l < row.size(); ++l) {
        const Term &x = row[l], &y = column[l];
        if (signs && std::min(x.kind, y.kind) == Kind::Zero) continue;
        if (!signs || Field::keeps_laws(x.x, x.kind, y.x, y.kind)) {
          sum = Field::add(sum, Field::multiply(x.x, y.x));
          continue;
        }
        const FieldElement p = Field::product(x.factor, y.factor);
        sum = Field::add(sum, x.low == y.low ? p : Field::negate(p));
      }
      out[i * n + j] = sum;
    }
  }
}

/// `t` as dimensions [batch, rows, columns] with stride 1 along dimension `unit` (1 or 2). A view where
/// the strides allow it. A dimension of extent 1 counts as of stride 1.
template <class D>
Tensor<D> as_matrices(const Tensor<D>& t, const std::vector<int64_t>& batch,
                      const std::vector<int64_t>& rows, const std::vector<int64_t>& columns,
                      int unit) {
  Shape shape;
  std::vector<int64_t> strides;
  bool view = true;
  for (const auto* group : {&batch, &rows, &columns}) {
    int64_t extent = 1, stride = 1;
    for (size_t i = group->size(); i-- > 0;) {
      const int64_t n = t.shape()[(*group)[i]], s = t.strides()[(*group)[i]];
      if (n == 1) continue;
      if (extent == 1) stride = s;
      else if (s != stride * extent) view = false;
      extent *= n;
    }
    shape.push_back(extent);
    strides.push_back(stride);
  }
  const int other = 3 - unit;
  if (view && strides[unit] == 1 && (shape[other] == 1 || strides[other] >= shape[unit]))
    return t.strided(shape, strides, 0);
  const bool by_rows = unit == 2;
  std::vector<int64_t> order = batch;
  for (const auto* group : {by_rows ? &rows : &columns, by_rows ? &columns : &rows})
    order.insert(order.end(), group->begin(), group->end());
  const Tensor<D> copy = t.transpose(order).contiguous();
  if (by_rows) return copy.reshape(shape);
  return copy.reshape({shape[0], shape[2], shape[1]}).transpose({0, 2, 1});
}

/// The elements in another type, contiguous.
template <class D, class To>
Tensor<D> converted(const Tensor<D>& t, ElementType to) {
  return with_scalar<D>(t.element(), [&]<class From>() {
    const std::vector<int64_t> strides = row_major_strides(t.shape());
    const From* x = t.template data<From>();
    return Tensor<D>::template build<To>({t.shape(), to}, [&](To* out) {
      for_rows<2>(t.shape(), {&strides, &t.strides()}, [&](auto& offset, int64_t n, auto& step) {
        for (int64_t i = 0; i < n; ++i)
          out[offset[0] + i] = D::template convert<To, From>(x[offset[1] + i * step[1]]);
      });
    });
  });
}

/// `out[b,m,n] = Σ_k a[b,m,k] b[b,k,n]` on tensors of rank 3, contiguous.
template <class D, class T>
Tensor<D> batched_product(const Tensor<D>& a, const Tensor<D>& b, ElementType e) {
  if constexpr (is_small_float<T>) {
    return converted<D, T>(
        batched_product<D, float>(converted<D, float>(a, ElementType::F32),
                                  converted<D, float>(b, ElementType::F32), ElementType::F32),
        e);
  } else {
    const int64_t batch = a.shape()[0], m = a.shape()[1], k = a.shape()[2], n = b.shape()[2];
    const T *x = a.template data<T>(), *y = b.template data<T>();
    bool special = false;
    if constexpr (std::is_same_v<T, FieldElement>)
      for (const Tensor<D>* t : {&a, &b})
        for_rows<1>(t->shape(), {&t->strides()}, [&](auto& offset, int64_t len, auto& step) {
          const T* p = t->template data<T>() + offset[0];
          for (int64_t i = 0; i < len; ++i) special |= p[i * step[0]].special();
        });
    return Tensor<D>::template build<T>({{batch, m, n}, e}, [&](T* out) {
      if (m == 0 || n == 0) return;
      for (int64_t i = 0; i < batch; ++i, out += m * n) {
        const Factor<T> l{x + i * a.strides()[0], a.strides()[1], a.strides()[2]};
        const Factor<T> r{y + i * b.strides()[0], b.strides()[1], b.strides()[2]};
        if constexpr (std::is_floating_point_v<T>) {
          eigen_gemm<T>(out, l.data, l.row, r.data, r.row, m, n, k);
          // Eigen makes 0 or -0 of a sum of -0 alone, as the sizes are
          for (int64_t j = 0; j < m * n; ++j) out[j] += T{0};
        } else if constexpr (std::is_same_v<T, FieldElement>) {
          const FieldModel& f = FieldModel::current();
          if (!f.is_ring() && (f.lost() || f.laws() == Freedom::Bits)) plain_product<D, T>(out, l, r, m, n, k);
          else if (!f.is_ring()) product_without_laws(out, l, r, m, n, k);
          else if (special) field_product_of_specials(out, l, r, m, n, k);
          else field_product(out, l, r, m, n, k);
        } else {
          plain_product<OpsOf<D, T>, T>(out, l, r, m, n, k);
        }
      }
    });
  }
}

/// `result[ī] = Σ_k̄ a[ī,k̄] b[ī,k̄]` where each result dimension that matters is one factor's alone or
/// both's (a batch); nothing where no matrix product is in it.
template <class D>
std::optional<Tensor<D>> contract(const Tensor<D>& a, const Tensor<D>& b, const TensorType& result) {
  const int64_t rank = result.rank();
  std::vector<int64_t> batch, rows, columns, k;
  Shape small = a.shape();
  for (int64_t d = 0; d < a.rank(); ++d) {
    const bool in_a = a.strides()[d] != 0, in_b = b.strides()[d] != 0;
    if (d >= rank) k.push_back(d);
    else if (in_a && in_b) batch.push_back(d);
    else if (in_a) rows.push_back(d);
    else if (in_b) columns.push_back(d);
    else small[d] = std::min<int64_t>(small[d], 1), batch.push_back(d);  // the result repeats
  }
  auto size = [&](const std::vector<int64_t>& dims) {
    int64_t n = 1;
    for (int64_t d : dims) n *= small[d];
    return n;
  };
  if (size(rows) == 1 && size(columns) == 1) return std::nullopt;

  return with_scalar<D>(result.element, [&]<class T>() -> std::optional<Tensor<D>> {
    if constexpr (std::is_same_v<T, Bool>) {
      return std::nullopt;
    } else {
      // a factor does not have the other's dimensions
      auto without = [&](const Tensor<D>& t, const std::vector<int64_t>& dims) {
        Shape s = small;
        for (int64_t d : dims) s[d] = 1;
        return t.strided(s, t.strides(), 0);
      };
      const int a_unit = 2, b_unit = std::is_same_v<T, FieldElement> ? 1 : 2;
      const Tensor<D> product = batched_product<D, T>(
          as_matrices(without(a, columns), batch, rows, k, a_unit),
          as_matrices(without(b, rows), batch, k, columns, b_unit), result.element);

      std::vector<int64_t> order = batch, position(static_cast<size_t>(rank));
      order.insert(order.end(), rows.begin(), rows.end());
      order.insert(order.end(), columns.begin(), columns.end());
      Shape shape;
      for (size_t i = 0; i < order.size(); ++i) {
        shape.push_back(small[order[i]]);
        position[order[i]] = static_cast<int64_t>(i);
      }
      const Tensor<D> whole = product.reshape(shape).transpose(position);
      std::vector<int64_t> strides = whole.strides();
      for (int64_t d = 0; d < rank; ++d)
        if (small[d] != result.shape[d]) strides[d] = 0;
      return whole.strided(result.shape, std::move(strides), 0);
    }
  });
}

}  // namespace partir::detail
