// Tensors: immutable, shared, strided views in row-major logical order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interp/domain.h"
#include "interp/op_reading.h"
#include "interp/tensor_storage.h"

namespace partir {

namespace detail {
/// `out[i] = x[i] F y[i]` along a row; blocks of constant length so that compilers vectorise.
template <class Ops, ScalarFn F, class T>
void binary_row(void* out, const void* left, int64_t x_step, const void* right, int64_t y_step,
                int64_t n) {
  T* __restrict o = static_cast<T*>(out);
  const T *x = static_cast<const T*>(left), *y = static_cast<const T*>(right);
  int64_t i = 0;
  if (x_step == 1 && y_step == 1)
    for (; i + 16 <= n; i += 16)
      for (int j = 0; j < 16; ++j) o[i + j] = Ops::template binary<F, T>(x[i + j], y[i + j]);
  for (; i < n; ++i) o[i] = Ops::template binary<F, T>(x[i * x_step], y[i * y_step]);
}
using BinaryRow = void (*)(void*, const void*, int64_t, const void*, int64_t, int64_t);

/// The row of `⊕` on an element type; throws Crash where it is not defined.
template <class D>
BinaryRow monoid_row(Monoid m, ElementType e) {
  return with_scalar<D>(e, [&]<class T>() {
    return with_monoid(m, [&]<ScalarFn F>() -> BinaryRow {
      if constexpr (means_something<F, T>()) return binary_row<OpsOf<D, T>, F, T>;
      throw Crash(std::string(name(m)) + " means nothing on " + std::string(name(e)));
    });
  });
}
}  // namespace detail

/// A tensor of domain D. Copies share storage; every operation yields a new tensor, slicing,
/// transposing and broadcasting a view. A default-constructed one is `undefined` and only assignable.
template <class D>
class Tensor {
 public:
  Tensor() = default;

  /// A contiguous tensor whose elements `fill(T*)` writes, all of them.
  template <class T, class Fill>
  static Tensor build(TensorType type, Fill&& fill) {
    check_scalar<T>(type.element);
    const int64_t n = type.elements();
    std::vector<int64_t> strides = row_major_strides(type.shape);
    Tensor t(std::move(type), std::move(strides), 0, detail::allocate<T>(n));
    fill(static_cast<T*>(t.storage_.get()));
    return t;
  }
  /// As `build`, without the type: `fill(void*)`.
  template <class Fill>
  static Tensor build_raw(TensorType type, Fill&& fill) {
    const int64_t n = type.elements();
    const ElementType e = type.element;
    std::vector<int64_t> strides = row_major_strides(type.shape);
    Tensor t(std::move(type), std::move(strides), 0,
             with_scalar<D>(e, [n]<class T>() { return detail::allocate<T>(n); }));
    fill(t.storage_.get());
    return t;
  }
  /// From row-major elements; throws Crash when their number is not the type's.
  template <class T>
  static Tensor make(TensorType type, const std::vector<T>& elements) {
    if (static_cast<int64_t>(elements.size()) != type.elements())
      throw Crash(std::to_string(elements.size()) + " elements for " + to_string(type));
    return build<T>(std::move(type), [&](T* out) { std::copy(elements.begin(), elements.end(), out); });
  }
  /// A view of one element that stands for all (strides 0).
  template <class T>
  static Tensor splat(TensorType type, const T& value) {
    const Tensor one = build<T>({{}, type.element}, [&](T* out) { *out = value; });
    std::vector<int64_t> strides(type.shape.size(), 0);
    return Tensor(std::move(type), std::move(strides), 0, one.storage_);
  }
  /// The value of a constant; floats enter the domain exactly.
  static Tensor from_literal(const Literal& l) {
    return with_scalar<D>(l.type.element, [&]<class T>() {
      const ElementType e = l.type.element;
      if (l.splat) return splat<T>(l.type, D::template from_bits<T>(e, l.bits(0)));
      return build<T>(l.type, [&](T* out) {
        for (int64_t i = 0, n = l.type.elements(); i < n; ++i)
          out[i] = D::template from_bits<T>(e, l.bits(i));
      });
    });
  }

  bool defined() const { return storage_ != nullptr; }
  const TensorType& type() const { return layout_->type; }
  const Shape& shape() const { return type().shape; }
  ElementType element() const { return type().element; }
  int64_t rank() const { return type().rank(); }
  int64_t elements() const { return type().elements(); }
  const std::vector<int64_t>& strides() const { return layout_->strides; }
  /// Whether elements lie in row-major order without gaps (dimensions of extent 1 do not matter).
  bool is_contiguous() const {
    int64_t s = 1;
    for (size_t d = strides().size(); d-- > 0;) {
      if (shape()[d] == 0) return true;
      if (shape()[d] != 1 && strides()[d] != s) return false;
      s *= shape()[d];
    }
    return true;
  }
  /// The element at index 0..0; others lie at `strides()` from it.
  template <class T>
  const T* data() const {
    check_scalar<T>(element());
    return static_cast<const T*>(storage_.get()) + offset_;
  }
  /// `data` without its type.
  const void* raw() const {
    return static_cast<const char*>(storage_.get()) + offset_ * scalar_size<D>(element());
  }
  /// The element at an index.
  template <class T>
  const T& at(const std::vector<int64_t>& index) const {
    int64_t o = 0;
    for (size_t d = 0; d < index.size(); ++d) o += index[d] * strides()[d];
    return data<T>()[o];
  }
  /// Row-major copy of the elements.
  template <class T>
  std::vector<T> values() const {
    const Tensor c = contiguous();
    return std::vector<T>(c.template data<T>(), c.template data<T>() + elements());
  }
  /// Whether two tensors are one view of one storage (equal without looking).
  bool same_view(const Tensor& o) const {
    return storage_ == o.storage_ && offset_ == o.offset_ &&
           (layout_ == o.layout_ || (strides() == o.strides() && type() == o.type()));
  }
  /// Bytes that the elements take in this domain, were they stored without sharing.
  int64_t bytes() const {
    return elements() * scalar_size<D>(element());
  }

  /// Any strided view: `offset` in elements from this view's first. The caller vouches for bounds.
  Tensor strided(Shape shape, std::vector<int64_t> strides, int64_t offset) const {
    return Tensor({std::move(shape), element()}, std::move(strides), offset_ + offset, storage_);
  }
  /// `[start, limit)` by `stride` along each dimension; a view.
  Tensor slice(const std::vector<int64_t>& start, const std::vector<int64_t>& limit,
               const std::vector<int64_t>& stride) const {
    Shape shape;
    std::vector<int64_t> strides;
    int64_t offset = 0;
    for (size_t d = 0; d < start.size(); ++d) {
      shape.push_back((limit[d] - start[d] + stride[d] - 1) / stride[d]);
      strides.push_back(this->strides()[d] * stride[d]);
      offset += start[d] * this->strides()[d];
    }
    return strided(std::move(shape), std::move(strides), offset);
  }
  /// Result dimension `k` is dimension `perm[k]`; a view.
  Tensor transpose(const std::vector<int64_t>& perm) const {
    Shape shape;
    std::vector<int64_t> strides;
    for (int64_t p : perm) {
      shape.push_back(type().shape[p]);
      strides.push_back(this->strides()[p]);
    }
    return strided(std::move(shape), std::move(strides), 0);
  }
  /// Dimension `k` becomes dimension `dims[k]` of `shape`, repeated along the rest; a view.
  Tensor broadcast(const std::vector<int64_t>& dims, Shape shape) const {
    std::vector<int64_t> strides(shape.size(), 0);
    for (size_t k = 0; k < dims.size(); ++k)
      if (type().shape[k] != 1) strides[dims[k]] = this->strides()[k];
    return strided(std::move(shape), std::move(strides), 0);
  }
  /// The same row-major elements at another shape; a view if contiguous.
  Tensor reshape(Shape shape) const {
    if (num_elements(shape) != elements())
      throw Crash("reshape of " + to_string(type()) + " to " + to_string(shape));
    if (!is_contiguous()) return contiguous().reshape(std::move(shape));
    std::vector<int64_t> strides = row_major_strides(shape);
    return strided(std::move(shape), std::move(strides), 0);
  }
  /// The `i`-th of `n` equal parts along `d` (`chunk_d`, calculus.md section 1); a view.
  Tensor chunk(int64_t d, int64_t i, int64_t n) const {
    if (d < 0 || d >= rank() || n < 1 || i < 0 || i >= n || type().shape[d] % n != 0)
      throw Crash("chunk " + std::to_string(i) + " of " + std::to_string(n) + " along " +
                  std::to_string(d) + " of " + to_string(type()));
    Shape shape = type().shape;
    shape[d] /= n;
    const int64_t offset = i * shape[d] * strides()[d];
    return strided(std::move(shape), strides(), offset);
  }
  /// This tensor, its elements in row-major order without gaps.
  Tensor contiguous() const {
    if (is_contiguous()) return *this;
    return with_scalar<D>(element(), [&]<class T>() {
      return build<T>(type(), [&](T* out) { copy_to(out, row_major_strides(shape())); });
    });
  }
  /// Copies the elements to `out` with the given strides.
  template <class T>
  void copy_to(T* out, const std::vector<int64_t>& out_strides) const {
    const T* in = data<T>();
    const int64_t r = rank();
    // A transposed read: tiles keep both sides in cache.
    int64_t t = -1;
    for (int64_t d = 0; d + 1 < r; ++d)
      if (strides()[d] == 1 && shape()[d] > 16) t = d;
    if (t >= 0 && strides()[r - 1] > 1 && shape()[r - 1] > 16) {
      constexpr int64_t tile = 32;
      const int64_t rows = shape()[t], columns = shape()[r - 1];
      const int64_t out_t = out_strides[t], out_l = out_strides[r - 1], in_l = strides()[r - 1];
      Shape outer = shape();
      outer[t] = outer[r - 1] = 1;
      for_rows<2>(outer, {&out_strides, &strides()}, [&](auto& offset, int64_t n, auto& step) {
        for (int64_t i = 0; i < n; ++i) {
          T* o = out + offset[0] + i * step[0];
          const T* s = in + offset[1] + i * step[1];
          for (int64_t a0 = 0; a0 < rows; a0 += tile)
            for (int64_t b0 = 0; b0 < columns; b0 += tile)
              for (int64_t a = a0, a1 = std::min(rows, a0 + tile); a < a1; ++a)
                for (int64_t b = b0, b1 = std::min(columns, b0 + tile); b < b1; ++b)
                  o[a * out_t + b * out_l] = s[a + b * in_l];
        }
      });
      return;
    }
    for_rows<2>(shape(), {&out_strides, &strides()}, [&](auto& offset, int64_t n, auto& step) {
      T* o = out + offset[0];
      const T* s = in + offset[1];
      if (step[0] == 1 && step[1] == 1) std::copy(s, s + n, o);
      else if (step[0] == 1 && step[1] == 0) std::fill(o, o + n, *s);
      else for (int64_t i = 0; i < n; ++i) o[i * step[0]] = s[i * step[1]];
    });
  }

  /// The element at an index, for people (`1.5`, `true`, `3/7`).
  std::string element_text(const std::vector<int64_t>& index) const {
    return with_scalar<D>(element(), [&]<class T>() { return D::template text<T>(at<T>(index)); });
  }
  /// The element at an index as a double, rounded; the representative in a prime field.
  double to_double(const std::vector<int64_t>& index) const {
    return with_scalar<D>(element(),
                          [&]<class T>() { return D::template to_double<T>(at<T>(index)); });
  }
  /// A hash of type and logical contents: `equal` tensors have equal hashes.
  uint64_t hash() const {
    uint64_t h = mix64(static_cast<uint64_t>(element()) + 1);
    for (int64_t n : shape()) h = mix64(h ^ static_cast<uint64_t>(n)) + 1;
    with_scalar<D>(element(), [&]<class T>() {
      const T* p = data<T>();
      for_rows<1>(shape(), {&strides()}, [&](auto& offset, int64_t n, auto& step) {
        for (int64_t i = 0; i < n; ++i)
          h = mix64(h ^ D::template hash<T>(p[offset[0] + i * step[0]]));
      });
    });
    return h;
  }

 private:
  template <class T>
  static void check_scalar(ElementType e) {
    if (!holds<D, T>(e)) throw Crash("wrong scalar type for a tensor of " + std::string(name(e)));
  }

  /// Shared by copies: programs on small tensors would spend their time allocating it.
  struct Layout {
    TensorType type;
    std::vector<int64_t> strides;
  };
  static const std::shared_ptr<const Layout>& no_layout() {
    static const auto none = std::make_shared<const Layout>();
    return none;
  }
  Tensor(TensorType type, std::vector<int64_t> strides, int64_t offset, std::shared_ptr<void> storage)
      : layout_(std::make_shared<const Layout>(Layout{std::move(type), std::move(strides)})),
        offset_(offset),
        storage_(std::move(storage)) {}

  std::shared_ptr<const Layout> layout_ = no_layout();
  int64_t offset_ = 0;
  std::shared_ptr<void> storage_;
};

/// The pieces one after the other along `d` (`concat_d`); throws Crash where types disagree off `d`.
template <class D>
Tensor<D> concat(int64_t d, const std::vector<Tensor<D>>& pieces) {
  if (pieces.empty()) throw Crash("concat of nothing");
  if (pieces.size() == 1) return pieces[0];
  TensorType type = pieces[0].type();
  type.shape[d] = 0;
  for (const Tensor<D>& p : pieces) {
    TensorType same = p.type();
    if (same.rank() == type.rank()) same.shape[d] = type.shape[d];
    if (same != type) throw Crash("concat of " + to_string(p.type()) + " to " + to_string(type));
    type.shape[d] += p.shape()[d];
  }
  return with_scalar<D>(type.element, [&]<class T>() {
    const std::vector<int64_t> strides = row_major_strides(type.shape);
    return Tensor<D>::template build<T>(type, [&](T* out) {
      for (const Tensor<D>& p : pieces) {
        p.template copy_to<T>(out, strides);
        out += p.shape()[d] * strides[d];
      }
    });
  });
}

/// `a ⊕ b` elementwise; throws Crash unless the types are equal and `⊕` is defined on them. What a
/// fold from the left is made of.
template <class D>
Tensor<D> combine(Monoid m, const Tensor<D>& a, const Tensor<D>& b) {
  if constexpr (std::is_same_v<D, Field> || std::is_same_v<D, Native>) {
    std::optional<Tensor<D>> otherwise;
    if (OpReading* const reading = OpReading::current(); reading && reading->combine(m, a, b, otherwise)) return *otherwise;
  }
  if (a.type() != b.type() || !defined_on(m, a.element()))
    throw Crash(std::string(name(m)) + " of " + to_string(a.type()) + " and " + to_string(b.type()));
  const auto row = detail::monoid_row<D>(m, a.element());
  const int64_t width = scalar_size<D>(a.element());
  const std::vector<int64_t> strides = row_major_strides(a.shape());
  return Tensor<D>::build_raw(a.type(), [&](void* result) {
    char* out = static_cast<char*>(result);
    const char *x = static_cast<const char*>(a.raw()), *y = static_cast<const char*>(b.raw());
    for_rows<3>(a.shape(), {&strides, &a.strides(), &b.strides()},
                [&](auto& offset, int64_t n, auto& step) {
                  row(out + offset[0] * width, x + offset[1] * width, step[1],
                      y + offset[2] * width, step[2], n);
                });
  });
}

/// The first index, row-major, at which two tensors of one type differ, if any. Elements differ
/// unless they are equal as values or both NaN; so +0 and -0 do not differ.
template <class D>
std::optional<std::vector<int64_t>> first_difference(const Tensor<D>& a, const Tensor<D>& b) {
  if (a.type() != b.type())
    throw Crash("comparing " + to_string(a.type()) + " with " + to_string(b.type()));
  if (a.same_view(b)) return std::nullopt;
  return with_scalar<D>(a.element(), [&]<class T>() -> std::optional<std::vector<int64_t>> {
    const std::vector<int64_t> strides = row_major_strides(a.shape());
    const T *x = a.template data<T>(), *y = b.template data<T>();
    int64_t found = -1;
    for_rows<3>(a.shape(), {&strides, &a.strides(), &b.strides()},
                [&](auto& offset, int64_t n, auto& step) {
                  for (int64_t i = 0; found < 0 && i < n; ++i)
                    if (!D::template same<T>(x[offset[1] + i * step[1]], y[offset[2] + i * step[2]]))
                      found = offset[0] + i;
                });
    if (found < 0) return std::nullopt;
    std::vector<int64_t> index;
    for (size_t d = 0; d < strides.size(); ++d) {
      index.push_back(found / strides[d]);
      found %= strides[d];
    }
    return index;
  });
}

/// `⊕` of one tensor after another, from the left. In Field max, min, and, or are functions of which a number and itself need not make that
/// number (FieldModel::chooses), so a tensor that such a ⊕ has met before is left out, as it adds nothing.
template <class D>
class Combination {
 public:
  explicit Combination(Monoid m) : monoid_(m) {}
  void add(const Tensor<D>& t) {
    if constexpr (std::is_same_v<D, Field>) {
      if (monoid_ != Monoid::Add && monoid_ != Monoid::Mul) {
        for (const Tensor<D>& x : met_)
          if (x.type() == t.type() && !first_difference(x, t)) return;
        met_.push_back(t);
      }
    }
    whole_ = whole_ ? combine(monoid_, *whole_, t) : t;
  }
  /// Of at least one.
  const Tensor<D>& whole() const { return whole_.value(); }

 private:
  Monoid monoid_;
  std::optional<Tensor<D>> whole_;
  std::vector<Tensor<D>> met_;
};

/// Whether two tensors have one type and no `first_difference`.
template <class D>
bool equal(const Tensor<D>& a, const Tensor<D>& b) {
  return a.type() == b.type() && !first_difference(a, b);
}

/// `tensor<2x3xf32> [[1, 2, 3], [4, 5, 6]]`; long dimensions show both ends.
template <class D>
std::string to_string(const Tensor<D>& t) {
  std::vector<int64_t> index(t.shape().size(), 0);
  auto text = [&](auto& self, size_t d) -> std::string {
    if (d == index.size()) return t.element_text(index);
    std::string s = "[";
    const int64_t n = t.shape()[d];
    for (int64_t i = 0; i < n; ++i) {
      if (n > 8 && i == 4) {
        s += ", ..";
        i = n - 3;
      }
      index[d] = i;
      s += (i ? ", " : "") + self(self, d + 1);
    }
    index[d] = 0;
    return s + "]";
  };
  return to_string(t.type()) + " " + text(text, 0);
}

}  // namespace partir
