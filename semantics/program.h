// What Core and HLO programs share: values, op statements, scopes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "semantics/few.h"
#include "semantics/mesh.h"
#include "semantics/op.h"

namespace partir {

/// A tensor variable `x`: an index into its function's `values`.
using ValueId = uint32_t;
/// Tensor variables of a statement.
using ValueIds = Few<ValueId, 2>;
/// A range variable `r`: an index into its function's `ranges`.
using RangeId = uint32_t;

/// What a function knows of a tensor variable: declared type, name for people (`arg0`, `12`), place.
struct Value {
  InternedType type;
  Name name;
  Location location;
};
static_assert(std::is_trivially_copyable_v<Value>);  // a pass copies or frees its values at once, looking at none

/// `op{attrs}(x1..xn)`.
struct OpExpr {
  Op op;
  ValueIds operands;
};

/// An owning pointer that copies deeply, for nested blocks.
template <class T>
class Box {
 public:
  Box() : p_(std::make_unique<T>()) {}
  Box(T value) : p_(std::make_unique<T>(std::move(value))) {}  // NOLINT: implicit by design
  Box(const Box& b) : p_(std::make_unique<T>(*b.p_)) {}
  Box(Box&&) noexcept = default;
  Box& operator=(const Box& b) {
    *p_ = *b.p_;
    return *this;
  }
  Box& operator=(Box&&) noexcept = default;
  T& operator*() { return *p_; }
  const T& operator*() const { return *p_; }
  T* operator->() { return p_.get(); }
  const T* operator->() const { return p_.get(); }

 private:
  std::unique_ptr<T> p_;
};

/// Attributes that the toolkit does not interpret and carries along (`jax.*`, `mhlo.*`), as text.
using CarriedAttributes = std::vector<std::pair<std::string, std::string>>;

/// `Overloaded{lambdas..}`: a visitor without a generic fallback.
template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

/// `%name`.
template <class Function>
std::string value_name(const Function& f, ValueId x) {
  const std::string& name = f.values[x].name;
  return "%" + (name.empty() ? "v" + std::to_string(x) : name);
}

}  // namespace partir
