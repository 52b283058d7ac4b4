// PartIR:Core embedded in C++: programs with static shapes that the compiler type-checks by the T-rules of
// calculus.md section 1. An ill-typed one does not compile; the message names rule and premise.
//
//   using M = MeshOf<AxisOf<"B", 4>>;
//   core::Program p = function<M>([](auto s) {
//     auto x = param<F32, 256, 8>(s);
//     return loop<"B">(s, attributes(tile<0>), [&](auto s, auto r) { return op<Tanh>(s, slice<0>(s, x, r)); });
//   });
#pragma once

#include <algorithm>
#include <array>
#include <boost/hana.hpp>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "semantics/core_typing.h"

namespace partir::embedded {

namespace hana = boost::hana;
using enum ElementType;

/// The name of an axis, as a template argument.
template <size_t N>
struct Name {
  char text[N];
  consteval Name(const char (&s)[N]) { std::copy_n(s, N, text); }  // NOLINT: a literal is a name
};
/// It as a type, to be in sets.
template <Name A>
struct AxisTag {
  static std::string name() { return A.text; }
};
template <Name A>
inline constexpr auto axis = hana::type_c<AxisTag<A>>;

/// An axis and its size.
template <Name A, int64_t Size>
struct AxisOf {
  static_assert(Size >= 1, "M(a) >= 1");
  static constexpr auto entry = hana::make_pair(axis<A>, hana::llong_c<Size>);
  static std::pair<Axis, int64_t> runtime() { return {A.text, Size}; }
};
/// A mesh: axes in order.
template <class... Axes>
struct MeshOf {
  static constexpr auto sizes = hana::make_map(Axes::entry...);
  template <Name A>
  static constexpr bool contains = decltype(hana::contains(sizes, axis<A>))::value;
  template <Name A>
  static constexpr int64_t size() {
    if constexpr (contains<A>) return decltype(+hana::at_key(sizes, axis<A>))::value;
    else return 1;
  }
  static Mesh runtime() { return Mesh(std::vector<std::pair<Axis, int64_t>>{Axes::runtime()...}); }
};

/// `tensor<N.. × E>`.
template <ElementType E, int64_t... N>
struct TensorOf {
  static constexpr ElementType element = E;
  static constexpr int64_t rank = sizeof...(N);
  static constexpr std::array<int64_t, sizeof...(N)> extents{N...};
  static TensorType runtime() { return {{N...}, E}; }
};

/// What the compiler knows of a tensor variable: its type, the axes whose ranges it depends on (the taint
/// of T-Any), and the axes of the loops that it is defined in.
template <class Type, class Taint, class Home>
struct Var {
  using type = Type;
  using taint = Taint;
  using home = Home;
  ValueId id;
};
/// `r : range<A>`.
template <Name A>
struct Range {
  RangeId id;
};

namespace detail {

using Empty = decltype(hana::make_set());
template <class A, class B>
using Union = decltype(hana::union_(std::declval<A>(), std::declval<B>()));
template <class A, class B>
inline constexpr bool is_subset = decltype(hana::is_subset(std::declval<A>(), std::declval<B>()))::value;
template <class Set, Name A>
inline constexpr bool has = decltype(hana::contains(std::declval<Set>(), axis<A>))::value;

/// Extents computed by a constexpr function object as a type.
template <ElementType E, auto Compute, size_t... I>
TensorOf<E, Compute()[I]...> tensor_of(std::index_sequence<I...>);
template <ElementType E, auto Compute>
using Tensor = decltype(tensor_of<E, Compute>(std::make_index_sequence<Compute().size()>()));

/// The type with extent d replaced.
template <class Type, int64_t D, int64_t N>
struct Replace {
  static constexpr auto compute = [] {
    auto e = Type::extents;
    e[static_cast<size_t>(D)] = N;
    return e;
  };
  using type = Tensor<Type::element, compute>;
};

/// The program that is being written.
struct Writer {
  core::Program program;
  std::vector<core::Block> open;
  unsigned line = 0;
  ValueId define(TensorType t) { return program.main.add_value(std::move(t)); }
  void push(std::vector<ValueId> results, core::Expr e) {
    open.back().stmts.push_back({std::move(results), std::move(e), {"embedded", ++line, 1, {}}});
  }
};

}  // namespace detail

/// Where expressions are written: a mesh and, as types, the axes of the loops around (A of the rules).
template <class M, class A>
struct Scope {
  using mesh = M;
  using axes = A;
  detail::Writer* writer;
};

/// T-Var.
template <class M, class A, class Type, class Taint, class Home>
constexpr void T_Var(const Scope<M, A>&, const Var<Type, Taint, Home>&) {
  static_assert(detail::is_subset<Home, A>, "[T-Var premise 1] Γ(x) is a tensor in scope");
}

/// A new parameter of the function.
template <ElementType E, int64_t... N, class M, class A>
auto param(Scope<M, A> s) {
  const ValueId x = s.writer->define(TensorOf<E, N...>::runtime());
  s.writer->program.main.params.push_back(x);
  return Var<TensorOf<E, N...>, detail::Empty, detail::Empty>{x};
}

/// T-Slice: `slice d x[r]`.
template <int64_t D, class M, class A, class Type, class Taint, class Home, Name R>
auto slice(Scope<M, A> s, Var<Type, Taint, Home> x, Range<R> r) {
  static_assert(detail::is_subset<Home, A>, "[T-Slice premise 1] Γ(x) is a tensor");
  static_assert(detail::has<A, R>, "[T-Slice premise 2] Γ(r) is a range<a>");
  static_assert(0 <= D && D < Type::rank, "[T-Slice premise 3] d < rank");
  if constexpr (0 <= D && D < Type::rank) {
    constexpr int64_t n = Type::extents[D], N = M::template size<R>();
    static_assert(n % N == 0, "[T-Slice premise 4] M(a) divides n_d");
    static_assert(N <= n, "[T-Slice premise 5] M(a) <= n_d");
    using Chunk = typename detail::Replace<Type, D, n / N>::type;
    const ValueId y = s.writer->define(Chunk::runtime());
    s.writer->push({y}, core::SliceExpr{D, x.id, r.id});
    return Var<Chunk, detail::Union<Taint, decltype(hana::make_set(axis<R>))>, A>{y};
  } else {
    return x;
  }
}

namespace detail {
/// A statement of an op whose result type is known.
template <class Result, class M, class A, class... X>
auto emit(Scope<M, A> s, Op op, const X&... x) {
  (T_Var(s, x), ...);
  const ValueId y = s.writer->define(Result::runtime());
  s.writer->push({y}, OpExpr{std::move(op), {x.id...}});
  return Var<Result, decltype(hana::fold_left(hana::make_tuple(typename X::taint{}...), Empty{}, hana::union_)), A>{y};
}
}  // namespace detail

/// T-Op of the elementwise ops: operands of one type that the op accepts.
template <class T, class M, class A, class First, class... More>
  requires requires { T::accepted; }
auto op(Scope<M, A> s, First x, More... more) {
  static_assert(1 + sizeof...(More) == T::arity, "[T-Op premise 1] C1: the number of operands");
  static_assert((std::is_same_v<typename First::type, typename More::type> && ...),
                "[T-Op premise 1] C2: all operands have one type");
  static_assert(accepts(T::accepted, First::type::element), "[T-Op premise 1] C3: the element type is accepted");
  return detail::emit<typename First::type>(s, T{}, x, more...);
}
/// T-Op of `[m, k] x [k, n]`.
template <class M, class A, class L, class R>
auto matmul(Scope<M, A> s, L l, R r) {
  using X = typename L::type;
  using Y = typename R::type;
  static_assert(X::rank == 2 && Y::rank == 2, "[T-Op premise 1] C4: matrices");
  static_assert(X::extents[1] == Y::extents[0], "[T-Op premise 1] C5: contracted extents agree");
  static_assert(X::element == Y::element, "[T-Op premise 1] C6: element types agree");
  return detail::emit<TensorOf<X::element, X::extents[0], Y::extents[1]>>(
      s, DotGeneral{{}, {}, {1}, {0}, X::element}, l, r);
}
/// T-Op of the transpose of a matrix.
template <class M, class A, class X>
auto transpose(Scope<M, A> s, X x) {
  using T = typename X::type;
  static_assert(T::rank == 2, "[T-Op premise 1] C2: a matrix");
  return detail::emit<TensorOf<T::element, T::extents[1], T::extents[0]>>(s, Transpose{{1, 0}}, x);
}
/// T-Op of a constant whose elements are all `value`.
template <ElementType E, int64_t... N, class M, class A>
auto splat(Scope<M, A> s, double value) {
  return detail::emit<TensorOf<E, N...>>(s, Constant{Literal::splat_value({{N...}, E}, value)});
}

/// Loop attributes as types.
template <int64_t D>
struct TileAttr {
  static core::LoopAttr runtime() { return core::LoopAttr::tile(D); }
  /// T-Tile.
  template <class M, Name A, class X>
  static auto result() {
    using Type = typename X::type;
    static_assert(0 <= D && D < Type::rank, "[T-Tile premise 1] d < rank");
    if constexpr (0 <= D && D < Type::rank)
      return typename detail::Replace<Type, D, Type::extents[D] * M::template size<A>()>::type{};
    else return Type{};
  }
};
template <Monoid O>
struct ReduceAttr {
  static core::LoopAttr runtime() { return core::LoopAttr::reduce(O); }
  /// T-Reduce.
  template <class M, Name A, class X>
  static auto result() {
    static_assert(defined_on(O, X::type::element), "[T-Reduce premise 1] ⊕ is defined on the element type");
    return typename X::type{};
  }
};
struct AnyAttr {
  static core::LoopAttr runtime() { return core::LoopAttr::any(); }
  /// T-Any.
  template <class M, Name A, class X>
  static auto result() {
    static_assert(!detail::has<typename X::taint, A>, "[T-Any premise 1] the result is untainted by r");
    return typename X::type{};
  }
};
template <int64_t D>
inline constexpr TileAttr<D> tile{};
template <Monoid O>
inline constexpr ReduceAttr<O> reduce{};
inline constexpr AnyAttr any{};
/// `σ1..σm`.
template <class... S>
constexpr std::tuple<S...> attributes(S... s) {
  return {s...};
}

namespace detail {
template <class... X>
std::tuple<X...> as_tuple(std::tuple<X...> x) {
  return x;
}
template <class T, class Ta, class H>
std::tuple<Var<T, Ta, H>> as_tuple(Var<T, Ta, H> x) {
  return {x};
}
/// One value by itself, several as a tuple.
template <class X, class... More>
auto as_value(std::tuple<X, More...> x) {
  if constexpr (sizeof...(More) == 0) return std::get<0>(x);
  else return x;
}
}  // namespace detail

/// T-Loop: `loop a (σ̄) (r. e)`; `body(scope, r)` gives a value or a tuple of them. One result by itself,
/// several as a tuple.
template <Name R, class M, class A, class... S, class F>
auto loop(Scope<M, A> s, std::tuple<S...>, F&& body) {
  static_assert(M::template contains<R>, "[T-Loop premise 1] a ∈ M");
  static_assert(!detail::has<A, R>, "[T-Loop premise 2] a ∉ A, loops over one axis never nest");
  using Inside = detail::Union<A, decltype(hana::make_set(axis<R>))>;
  detail::Writer& w = *s.writer;
  const RangeId r = w.program.main.add_range(R.text);
  w.open.emplace_back();
  const Scope<M, Inside> inside{&w};
  auto results = detail::as_tuple(body(inside, Range<R>{r}));
  core::LoopExpr e{R.text, {S::runtime()...}, r, std::move(w.open.back())};
  w.open.pop_back();
  constexpr size_t count = std::tuple_size_v<decltype(results)>;
  static_assert(count == sizeof...(S), "[T-Loop premise 3] the body has one result for each attribute");
  if constexpr (count == sizeof...(S)) {
    std::vector<ValueId> bound;
    auto each = [&]<class Attr, class X>(Attr, const X& x) {
      T_Var(inside, x);
      using Type = decltype(Attr::template result<M, R, X>());
      const ValueId y = w.define(Type::runtime());
      e.body->results.push_back(x.id);
      bound.push_back(y);
      return Var<Type, typename X::taint, A>{y};
    };
    auto vars = std::apply([&](const auto&... x) { return std::tuple{each(S{}, x)...}; }, results);
    w.push(bound, std::move(e));
    return detail::as_value(vars);
  }
}

/// T-Func: the program whose parameters and results `body(scope)` declares and returns. Checked again as
/// any program is: a range variable that outlives its loop is seen there only.
template <class M, class F>
core::Program function(F&& body) {
  detail::Writer w;
  w.program.mesh = M::runtime();
  w.open.emplace_back();
  const Scope<M, detail::Empty> s{&w};
  const auto results = detail::as_tuple(body(s));
  core::Function& f = w.program.main;
  std::apply([&](const auto&... x) { (T_Var(s, x), ...), (f.body.results.push_back(x.id), ...); }, results);
  f.body.stmts = std::move(w.open.back().stmts);
  for (ValueId x : f.body.results) f.result_types.push_back(f.type(x));
  check(w.program);
  return std::move(w.program);
}

}  // namespace partir::embedded
