// An op instance of any kind, dispatched over AllOps.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "semantics/diagnostics.h"
#include "semantics/instances.h"
#include "semantics/ops/all.h"

namespace partir {

namespace detail {

/// An op that is held, and how many `Op`s share it: once in one it never changes.
struct HeldOp {
  explicit HeldOp(uint8_t k) : kind(k) {}
  mutable std::atomic<uint32_t> uses{1};
  const uint8_t kind;  ///< position in AllOps
};
template <class T>
struct Held final : HeldOp {
  Held(uint8_t k, T o) : HeldOp(k), op(std::move(o)) {}
  const T op;
};

/// What std::variant and std::visit would do, in a tenth of the compiler's time: with a hundred
/// alternatives theirs was the larger part of most translation units.
template <class I, class... T>
struct KindsOf;
template <size_t... I, class... T>
struct KindsOf<std::index_sequence<I...>, T...> {
  template <size_t N, class U>
  struct At {};
  struct All : At<I, T>... {};
  template <class U, size_t N>
  static constexpr size_t position(const At<N, U>*) {
    return N;
  }
  /// The position of `U` among `T...`; does not compile for another type.
  template <class U>
  static constexpr uint8_t kind = static_cast<uint8_t>(position<U>(static_cast<const All*>(nullptr)));

  /// `f` on the op in `h`, whatever its kind; the same result type for all.
  template <class R, class F>
  static R visit(F& f, const HeldOp& h) {
    static constexpr R (*cases[])(F&, const HeldOp&) = {&one<R, F, T>...};
    return cases[h.kind](f, h);
  }

 private:
  template <class R, class F, class U>
  static R one(F& f, const HeldOp& h) {
    static_assert(std::is_same_v<R, decltype(f(static_cast<const Held<U>&>(h).op))>,
                  "a visitor of ops returns the same type for each");
    return f(static_cast<const Held<U>&>(h).op);
  }
};
template <class T, class... Rest>
struct FirstOf {
  using type = typename T::type;
};
template <class... T>
KindsOf<std::index_sequence_for<T...>, typename T::type...> kinds_of(const boost::hana::tuple<T...>&);
template <class... T>
FirstOf<T...> first_of(const boost::hana::tuple<T...>&);

using OpKinds = decltype(kinds_of(AllOps));
using FirstOp = decltype(first_of(AllOps))::type;

}  // namespace detail

/// An op with its attributes, one of AllOps: what a program's statements hold. Copies share it.
class Op {
 public:
  template <class T>
    requires(!std::is_same_v<std::decay_t<T>, Op>)
  Op(T op) : held_(new detail::Held<T>(detail::OpKinds::kind<T>, std::move(op))) {}  // NOLINT: an op struct is an Op
  Op(const Op& other) noexcept : held_(other.held_) {
    held_->uses.fetch_add(1, std::memory_order_relaxed);
  }
  /// The other may only be assigned to or destroyed.
  Op(Op&& other) noexcept : held_(std::exchange(other.held_, nullptr)) {}
  Op& operator=(Op other) noexcept {
    std::swap(held_, other.held_);
    return *this;
  }
  ~Op() {
    if (held_ && held_->uses.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy();
  }

  /// `f` on the op struct.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return detail::OpKinds::visit<decltype(f(std::declval<const detail::FirstOp&>()))>(f, *held_);
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
  /// Scalar operations at these operand types.
  double flops(const Types& x) const;
  template <class T>
  const T* get_if() const {
    return held_->kind == detail::OpKinds::kind<T> ? &static_cast<const detail::Held<T>&>(*held_).op : nullptr;
  }
  friend bool operator==(const Op& a, const Op& b) { return a.equals(b); }

 private:
  // What touches every kind of op is compiled once.
  bool equals(const Op& other) const;
  void destroy() const;
  const detail::HeldOp* held_;
};

#if PARTIR_SEMANTICS_BODIES
PARTIR_INLINE bool Op::equals(const Op& other) const {
  if (held_ == other.held_) return true;
  return visit([&](const auto& op) {
    const auto* same = other.get_if<std::decay_t<decltype(op)>>();
    return same && op == *same;
  });
}
PARTIR_INLINE void Op::destroy() const {
  visit([&](const auto& op) { delete static_cast<const detail::Held<std::decay_t<decltype(op)>>*>(held_); });
}
PARTIR_INLINE std::string_view Op::name() const {
  return visit([](const auto& op) { return std::decay_t<decltype(op)>::name; });
}
PARTIR_INLINE std::string Op::full_name() const {
  return visit([](const auto& op) { return partir::full_name<std::decay_t<decltype(op)>>(); });
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
