// An op instance of any kind, dispatched over AllOps.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "semantics/diagnostics.h"
#include "semantics/instances.h"
#include "semantics/ops/all.h"

namespace partir {

namespace detail {
template <class... T>
struct VariantOf {
  using type = std::variant<typename T::type...>;
};
template <class... T>
VariantOf<T...> variant_of(const boost::hana::tuple<T...>&);
}  // namespace detail

/// One of AllOps.
using OpVariant = decltype(detail::variant_of(AllOps))::type;

/// An op with its attributes: what a program's statements hold.
class Op {
 public:
  template <class T>
    requires(!std::is_same_v<std::decay_t<T>, Op>)
  Op(T op) : op_(std::move(op)) {}  // NOLINT: an op struct is an Op

  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit(std::forward<F>(f), op_);
  }
  std::string_view name() const {
    return visit([](const auto& op) { return std::decay_t<decltype(op)>::name; });
  }
  /// Result types by the op's shape rule; throws ConstraintViolation.
  Types infer(const Types& x) const;
  /// The definition at these operand types.
  Comprehension comprehension(const Types& x) const;
  /// Registry entries, extents not yet considered (`valid_entries` does).
  std::vector<Entry> entries(const Operands& x) const;
  /// The op on one of `n` parts under `entry`; `x` are the whole operand types.
  Op localise(const Entry& entry, int64_t n, const Types& x) const;
  /// Inverse of `localise`: the op of which this one is one of `n` parts under `entry`.
  Op globalise(const Entry& entry, int64_t n) const;
  /// Scalar operations at these operand types.
  double flops(const Types& x) const;
  template <class T>
  const T* get_if() const {
    return std::get_if<T>(&op_);
  }
  friend bool operator==(const Op&, const Op&) = default;

 private:
  OpVariant op_;
};

#if PARTIR_SEMANTICS_BODIES
PARTIR_INLINE Types Op::infer(const Types& x) const {
  return visit([&](const auto& op) -> Types { return op.infer(x); });
}
PARTIR_INLINE Comprehension Op::comprehension(const Types& x) const {
  return visit([&](const auto& op) { return op.comprehension(x); });
}
PARTIR_INLINE std::vector<Entry> Op::entries(const Operands& x) const {
  return visit([&](const auto& op) { return op.entries(x); });
}
PARTIR_INLINE Op Op::localise(const Entry& entry, int64_t n, const Types& x) const {
  return visit([&](const auto& op) -> Op { return op.localise(entry, n, x); });
}
PARTIR_INLINE Op Op::globalise(const Entry& entry, int64_t n) const {
  return visit([&](const auto& op) -> Op {
    if constexpr (requires { op.globalise(entry, n); }) return op.globalise(entry, n);
    else return op;
  });
}
PARTIR_INLINE double Op::flops(const Types& x) const {
  return visit([&](const auto& op) { return op.flops(x); });
}
#endif

/// Entries that are valid at axis size `n` for these operands: every tiled extent divides. The op's
/// own list is by dimension; divisibility is the same premise for all (T-Slice 4 and 5).
inline std::vector<Entry> valid_entries(const Op& op, const Operands& x, int64_t n) {
  std::vector<Entry> valid;
  const Types types = types_of(x);
  const Types results = op.infer(types);
  for (Entry& e : op.entries(x))
    if (extents_divide(e.operands, types, n) && extents_divide(e.results, results, n))
      valid.push_back(std::move(e));
  return valid;
}

/// Calls `f` with a default-constructed instance of every op type.
template <class F>
void for_each_op(F&& f) {
  boost::hana::for_each(AllOps, [&](auto t) { f(typename decltype(t)::type{}); });
}

}  // namespace partir
