// Scalar functions over rows of elements: dispatch on function and types once per tensor.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "interp/kernels_native.h"
#include "interp/tensor.h"

namespace partir {

/// `out[i] = F(args[0][i·steps[0]], ..)` for `i < n`, on elements of the types it was made for.
using RowFn = void (*)(void* out, const void* const* args, const int64_t* steps, int64_t n);

namespace detail {

template <class D, ScalarFn F, class T>
void unary_row(void* out, const void* const* args, const int64_t* steps, int64_t n) {
  T* __restrict o = static_cast<T*>(out);
  const T* x = static_cast<const T*>(args[0]);
  if constexpr (std::is_same_v<D, Native> && eigen_unary<F, T>()) {
    // single elements are computed by the definition itself
    if (steps[0] == 1 && n >= 8) return eigen_row<F, T>(o, x, n);
  }
  int64_t i = 0;
  if (steps[0] == 1)
    for (; i + 16 <= n; i += 16)
      for (int j = 0; j < 16; ++j) o[i + j] = D::template unary<F, T>(x[i + j]);
  for (; i < n; ++i) o[i] = D::template unary<F, T>(x[i * steps[0]]);
}

template <class D, ScalarFn F, class T>
void binary_row(void* out, const void* const* args, const int64_t* steps, int64_t n) {
  binary_row<D, F, T>(static_cast<T*>(out), static_cast<const T*>(args[0]), steps[0],
                      static_cast<const T*>(args[1]), steps[1], n);
}

template <class D, ScalarFn F, class T>
void compare_row(void* out, const void* const* args, const int64_t* steps, int64_t n) {
  Bool* __restrict o = static_cast<Bool*>(out);
  const T *x = static_cast<const T*>(args[0]), *y = static_cast<const T*>(args[1]);
  for (int64_t i = 0; i < n; ++i)
    o[i] = Bool(D::template compare<F, T>(x[i * steps[0]], y[i * steps[1]]));
}

template <class D, class T>
void is_finite_row(void* out, const void* const* args, const int64_t* steps, int64_t n) {
  Bool* __restrict o = static_cast<Bool*>(out);
  const T* x = static_cast<const T*>(args[0]);
  for (int64_t i = 0; i < n; ++i) o[i] = Bool(D::template is_finite<T>(x[i * steps[0]]));
}

template <class D, class To, class From>
void convert_row(void* out, const void* const* args, const int64_t* steps, int64_t n) {
  To* __restrict o = static_cast<To*>(out);
  const From* x = static_cast<const From*>(args[0]);
  for (int64_t i = 0; i < n; ++i) o[i] = D::template convert<To, From>(x[i * steps[0]]);
}

template <class T>
void select_row(void* out, const void* const* args, const int64_t* steps, int64_t n) {
  T* __restrict o = static_cast<T*>(out);
  const Bool* c = static_cast<const Bool*>(args[0]);
  const T *x = static_cast<const T*>(args[1]), *y = static_cast<const T*>(args[2]);
  for (int64_t i = 0; i < n; ++i)
    o[i] = c[i * steps[0]].bit ? x[i * steps[1]] : y[i * steps[2]];
}

template <class D, class T>
RowFn same_type_row(ScalarFn fn) {
#define PARTIR_ROW(F, KIND) \
  case ScalarFn::F:         \
    if constexpr (means_something<ScalarFn::F, T>()) return KIND##_row<D, ScalarFn::F, T>; \
    else return nullptr;
  switch (fn) {
    PARTIR_ROW(Abs, unary) PARTIR_ROW(Cbrt, unary) PARTIR_ROW(Ceil, unary)
    PARTIR_ROW(Cosine, unary) PARTIR_ROW(Exp, unary) PARTIR_ROW(Expm1, unary)
    PARTIR_ROW(Floor, unary) PARTIR_ROW(Log, unary) PARTIR_ROW(Log1p, unary)
    PARTIR_ROW(Logistic, unary) PARTIR_ROW(Negate, unary) PARTIR_ROW(Not, unary)
    PARTIR_ROW(RoundAfz, unary) PARTIR_ROW(RoundEven, unary) PARTIR_ROW(Rsqrt, unary)
    PARTIR_ROW(Sign, unary) PARTIR_ROW(Sine, unary) PARTIR_ROW(Sqrt, unary)
    PARTIR_ROW(Tanh, unary) PARTIR_ROW(Add, binary) PARTIR_ROW(And, binary)
    PARTIR_ROW(Atan2, binary) PARTIR_ROW(Divide, binary) PARTIR_ROW(Max, binary)
    PARTIR_ROW(Min, binary) PARTIR_ROW(Multiply, binary) PARTIR_ROW(Or, binary)
    PARTIR_ROW(Power, binary) PARTIR_ROW(Remainder, binary) PARTIR_ROW(ShiftLeft, binary)
    PARTIR_ROW(ShiftRightArithmetic, binary) PARTIR_ROW(ShiftRightLogical, binary)
    PARTIR_ROW(Subtract, binary) PARTIR_ROW(Xor, binary)
    case ScalarFn::Eq: return compare_row<D, ScalarFn::Eq, T>;
    case ScalarFn::Ne: return compare_row<D, ScalarFn::Ne, T>;
    case ScalarFn::Lt: return compare_row<D, ScalarFn::Lt, T>;
    case ScalarFn::Le: return compare_row<D, ScalarFn::Le, T>;
    case ScalarFn::Gt: return compare_row<D, ScalarFn::Gt, T>;
    case ScalarFn::Ge: return compare_row<D, ScalarFn::Ge, T>;
    case ScalarFn::IsFinite:
      if constexpr (!is_discrete<T>) return is_finite_row<D, T>;
      else return nullptr;
    case ScalarFn::Select: return select_row<T>;
    case ScalarFn::Convert: return nullptr;
  }
#undef PARTIR_ROW
  return nullptr;
}

}  // namespace detail

/// The row function of `fn` in domain D with the given result and (last) operand element type;
/// throws Crash where `fn` means nothing on them (the ops' shape rules exclude it).
template <class D>
RowFn row_fn(ScalarFn fn, ElementType result, ElementType operand) {
  RowFn row = with_scalar<D>(operand, [&]<class T>() -> RowFn {
    if (fn != ScalarFn::Convert) return detail::same_type_row<D, T>(fn);
    return with_scalar<D>(result, [&]<class To>() -> RowFn { return detail::convert_row<D, To, T>; });
  });
  if (!row)
    throw Crash(std::string(name(fn)) + " means nothing on " + std::string(name(operand)));
  return row;
}

}  // namespace partir
