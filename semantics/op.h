// An op instance of any kind, dispatched over AllOps.
#pragma once

#include <optional>
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
  Op(T op) : op_(std::in_place_type<T>, std::move(op)) {}  // NOLINT: an op struct is an Op
  // What touches every kind of op is compiled once.
  Op(const Op&);
  Op(Op&&) noexcept;
  Op& operator=(const Op&);
  Op& operator=(Op&&) noexcept;
  ~Op();

  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit(std::forward<F>(f), op_);
  }
  std::string_view name() const;
  /// The name in MLIR text: `stablehlo.add`.
  std::string full_name() const;
  /// Result types by the op's shape rule; throws ConstraintViolation.
  Types infer(const Types& x) const;
  /// The definition at these operand types; nothing for an op that is a procedure, which says over
  /// which dimensions it is a map (op_base.h, `MapDimension`).
  std::optional<Comprehension> comprehension(const Types& x) const;
  /// Registry entries, extents not yet considered (`valid_entries` does).
  std::vector<Entry> entries(const Operands& x) const;
  /// The op on one of `n` parts under `entry`; `x` are the whole operand types.
  Op localise(const Entry& entry, int64_t n, const Types& x) const;
  /// Inverse of `localise`: the op of which this one is one of `n` parts under `entry`.
  Op globalise(const Entry& entry, int64_t n) const;
  /// Whether the op has parts under `entry` at axis size `n` as far as its attributes are concerned.
  bool allows(const Entry& entry, int64_t n) const;
  /// Whether its results' elements are operands' elements or are discrete: nothing is rounded.
  bool moves() const;
  /// The scalar bodies among the attributes.
  std::vector<const ScalarBody*> bodies() const;
  /// Of an op that is a procedure: whether `keeps(fn, e)` holds of all scalar functions that it applies.
  template <class Keeps>
  bool keeps_laws(Keeps&& keeps) const {
    if (takes_roots()) return keeps(ScalarFn::Sqrt, ElementType::F32);
    for (const ScalarBody* b : bodies())
      for (const Node& n : b->nodes)
        if (const auto* a = std::get_if<ApplyNode>(&n.expr))
          if (!keeps(a->fn, b->nodes[a->args.back()].element)) return false;
    return true;
  }
  /// Whether it is a procedure with square roots.
  bool takes_roots() const;
  /// Scalar operations at these operand types.
  double flops(const Types& x) const;
  template <class T>
  const T* get_if() const {
    return std::get_if<T>(&op_);
  }
  friend bool operator==(const Op& a, const Op& b) { return a.equals(b); }

 private:
  bool equals(const Op& other) const;
  OpVariant op_;
};

#if PARTIR_SEMANTICS_BODIES
PARTIR_INLINE Op::Op(const Op&) = default;
PARTIR_INLINE Op::Op(Op&&) noexcept = default;
PARTIR_INLINE Op& Op::operator=(const Op&) = default;
PARTIR_INLINE Op& Op::operator=(Op&&) noexcept = default;
PARTIR_INLINE Op::~Op() = default;
PARTIR_INLINE bool Op::equals(const Op& other) const { return op_ == other.op_; }
PARTIR_INLINE std::string_view Op::name() const {
  return visit([](const auto& op) { return std::decay_t<decltype(op)>::name; });
}
PARTIR_INLINE std::string Op::full_name() const {
  return visit([](const auto& op) { return partir::full_name<std::decay_t<decltype(op)>>(); });
}
PARTIR_INLINE bool Op::takes_roots() const {
  return visit([](const auto& op) {
    if constexpr (requires { op.takes_roots; }) return op.takes_roots;
    else return false;
  });
}
PARTIR_INLINE Types Op::infer(const Types& x) const {
  return visit([&](const auto& op) -> Types { return op.infer(x); });
}
PARTIR_INLINE std::optional<Comprehension> Op::comprehension(const Types& x) const {
  return visit([&](const auto& op) -> std::optional<Comprehension> {
    if constexpr (requires { op.comprehension(x); }) return op.comprehension(x);
    else return std::nullopt;
  });
}
PARTIR_INLINE bool Op::allows(const Entry& entry, int64_t n) const {
  return visit([&](const auto& op) {
    if constexpr (requires { op.allows(entry, n); }) return op.allows(entry, n);
    else return true;
  });
}
PARTIR_INLINE std::vector<const ScalarBody*> Op::bodies() const {
  std::vector<const ScalarBody*> bodies;
  visit([&](const auto& op) {
    boost::hana::for_each(std::decay_t<decltype(op)>::attributes(), [&](auto a) {
      if constexpr (std::is_same_v<std::decay_t<decltype(op.*(a.member))>, ScalarBody>)
        bodies.push_back(&(op.*(a.member)));
    });
  });
  return bodies;
}
PARTIR_INLINE bool Op::moves() const {
  return visit([&](const auto& op) {
    if constexpr (requires { op.moves(); }) return op.moves();
    else return false;
  });
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

/// Entries that are valid at axis size `n` for these operands: every tiled extent divides, and so do
/// the op's attributes. The op's own list is by dimension; divisibility is the same premise for all
/// (T-Slice 4 and 5).
inline std::vector<Entry> valid_entries(const Op& op, const Operands& x, int64_t n) {
  std::vector<Entry> valid;
  const Types types = types_of(x);
  const Types results = op.infer(types);
  for (Entry& e : op.entries(x))
    if (extents_divide(e.operands, types, n) && extents_divide(e.results, results, n) &&
        op.allows(e, n))
      valid.push_back(std::move(e));
  return valid;
}

/// Calls `f` with a default-constructed instance of every op type.
template <class F>
void for_each_op(F&& f) {
  boost::hana::for_each(AllOps, [&](auto t) { f(typename decltype(t)::type{}); });
}

}  // namespace partir
