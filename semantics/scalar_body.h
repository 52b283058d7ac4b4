// Functions of scalars: what the regions of reduce, scatter, sort, map, .. compute, as data.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "semantics/comprehension.h"

namespace partir {

/// `(p1, .., pn) -> (r1, .., rm)` on scalars. The first nodes read the parameters, in order
/// (`ReadNode{i, {}}`), the others are constants and scalar functions of nodes before them; `results`
/// are numbers of nodes.
struct ScalarBody {
  std::vector<ElementType> params;
  std::vector<Node> nodes;
  std::vector<int> results;

  /// The body that so far only has parameters.
  static ScalarBody of(std::vector<ElementType> params) {
    ScalarBody b;
    for (size_t i = 0; i < params.size(); ++i)
      b.nodes.push_back({params[i], ReadNode{static_cast<int>(i), {}}});
    b.params = std::move(params);
    return b;
  }
  /// Adds a node; the number of it.
  template <class N>
  int add(ElementType e, N n) {
    nodes.push_back({e, std::move(n)});
    return static_cast<int>(nodes.size()) - 1;
  }
  /// Element types of the results.
  std::vector<ElementType> result_elements() const {
    std::vector<ElementType> e;
    for (int r : results) e.push_back(nodes[r].element);
    return e;
  }
  /// Scalar functions that it applies.
  int64_t cost() const {
    int64_t n = 0;
    for (const Node& node : nodes) n += std::holds_alternative<ApplyNode>(node.expr);
    return n;
  }
  friend bool operator==(const ScalarBody&, const ScalarBody&) = default;
};

/// `(a, b) -> fn(a, b)` on element type `e`, the result being of type `result`.
inline ScalarBody binary_body(ScalarFn fn, ElementType e, ElementType result) {
  ScalarBody b = ScalarBody::of({e, e});
  b.results = {b.add(result, ApplyNode{fn, {0, 1}})};
  return b;
}
/// `(a, b) -> a ⊕ b`.
inline ScalarBody monoid_body(Monoid m, ElementType e) { return binary_body(scalar_fn(m), e, e); }
/// `(a, b) -> a < b`, or another comparison: an order for sort.
inline ScalarBody comparison_body(ScalarFn fn, ElementType e) {
  return binary_body(fn, e, ElementType::I1);
}
/// `(old, new) -> new`: the scatter that overwrites.
inline ScalarBody second_body(ElementType e) {
  ScalarBody b = ScalarBody::of({e, e});
  b.results = {1};
  return b;
}

/// The scalar function that a body of two parameters is, applied to both in order, if it is one.
inline std::optional<ScalarFn> single_fn(const ScalarBody& b) {
  if (b.params.size() != 2 || b.nodes.size() != 3 || b.results != std::vector<int>{2})
    return std::nullopt;
  const auto* apply = std::get_if<ApplyNode>(&b.nodes[2].expr);
  if (!apply || apply->args != std::vector<int>{0, 1}) return std::nullopt;
  return apply->fn;
}

namespace detail {
/// `fn` on booleans, or nothing where it leaves them.
inline std::optional<bool> apply_boolean(ScalarFn fn, const std::vector<bool>& x) {
  switch (fn) {
    case ScalarFn::And: case ScalarFn::Min: case ScalarFn::Multiply: return x[0] && x[1];
    case ScalarFn::Or: case ScalarFn::Max: case ScalarFn::Add: return x[0] || x[1];
    case ScalarFn::Xor: case ScalarFn::Ne: return x[0] != x[1];
    case ScalarFn::Eq: return x[0] == x[1];
    case ScalarFn::Lt: return !x[0] && x[1];
    case ScalarFn::Le: return !x[0] || x[1];
    case ScalarFn::Gt: return x[0] && !x[1];
    case ScalarFn::Ge: return x[0] || !x[1];
    case ScalarFn::Not: return !x[0];
    case ScalarFn::Convert: return bool{x[0]};
    case ScalarFn::Select: return x[0] ? x[1] : x[2];
    default: return std::nullopt;
  }
}
/// The one result on booleans.
inline std::optional<bool> evaluate_boolean(const ScalarBody& b, const std::vector<bool>& params) {
  std::vector<bool> values;
  for (const Node& node : b.nodes) {
    std::optional<bool> value;
    if (!is_bool(node.element)) return std::nullopt;
    if (const auto* read = std::get_if<ReadNode>(&node.expr)) {
      value = params[read->operand];
    } else if (const auto* constant = std::get_if<LiteralNode>(&node.expr)) {
      value = constant->literal->bits(0) != 0;
    } else if (const auto* apply = std::get_if<ApplyNode>(&node.expr)) {
      std::vector<bool> args;
      for (int a : apply->args) args.push_back(values[a]);
      value = apply_boolean(apply->fn, args);
    }
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values[b.results[0]];
}
}  // namespace detail

/// The monoid that a body is: `⊕` of both parameters in either order, as all monoids commute; on
/// booleans whatever has and's or or's table (`select(or(a, b), true, false)` is or).
inline std::optional<Monoid> monoid_of(const ScalarBody& b) {
  if (b.params.size() != 2 || b.results.size() != 1 || b.params[0] != b.params[1] ||
      b.nodes[b.results[0]].element != b.params[0])
    return std::nullopt;
  if (is_bool(b.params[0])) {
    for (Monoid m : {Monoid::And, Monoid::Or}) {
      bool equal = true;
      for (bool x : {false, true})
        for (bool y : {false, true})
          equal = equal &&
                  detail::evaluate_boolean(b, {x, y}) == detail::apply_boolean(scalar_fn(m), {x, y});
      if (equal) return m;
    }
    return std::nullopt;
  }
  const auto* apply = std::get_if<ApplyNode>(&b.nodes[b.results[0]].expr);
  if (!apply || (apply->args != std::vector<int>{0, 1} && apply->args != std::vector<int>{1, 0}))
    return std::nullopt;
  const std::optional<Monoid> m = monoid_of(apply->fn);
  return m && defined_on(*m, b.params[0]) ? m : std::nullopt;
}
/// The function of the `i`-th and the `n + i`-th of 2n parameters, in either order, that the body's `i`-th result is, if that
/// function goes in any order and grouping.
inline std::optional<ScalarFn> folds_by(const ScalarBody& b, size_t i) {
  if (b.params.size() == 2)
    if (const auto m = monoid_of(b)) return scalar_fn(*m);
  const auto n = static_cast<int>(b.params.size() / 2), k = static_cast<int>(i);
  const auto* apply = std::get_if<ApplyNode>(&b.nodes[static_cast<size_t>(b.results.at(i))].expr);
  if (!apply || (apply->args != std::vector<int>{k, n + k} && apply->args != std::vector<int>{n + k, k})) return std::nullopt;
  return monoid_of(apply->fn) || apply->fn == ScalarFn::Xor ? std::optional(apply->fn) : std::nullopt;
}
/// Whether a body is `(a, b) -> b`.
inline bool is_second(const ScalarBody& b) {
  return b.params.size() == 2 && b.results == std::vector<int>{1};
}

/// Adds nodes on scalars (reads of parameters, constants, scalar functions) to a body or a
/// comprehension, the parameters being its nodes `args`; the numbers that the nodes have there.
template <class Into>
std::vector<int> splice(Into& into, const std::vector<Node>& nodes, const std::vector<int>& args) {
  std::vector<int> at;
  for (const Node& n : nodes) {
    if (const auto* read = std::get_if<ReadNode>(&n.expr)) {
      at.push_back(args.at(read->operand));
    } else if (const auto* apply = std::get_if<ApplyNode>(&n.expr)) {
      ApplyNode mapped{apply->fn, {}};
      for (int a : apply->args) mapped.args.push_back(at[a]);
      at.push_back(into.add(n.element, std::move(mapped)));
    } else {
      at.push_back(into.add(n.element, LiteralNode{std::get<LiteralNode>(n.expr).literal, {}}));
    }
  }
  return at;
}

/// `(p0, p1) -> add(p0, p1)`, for people.
inline std::string to_string(const ScalarBody& b) {
  std::string s = "(";
  for (size_t i = 0; i < b.params.size(); ++i) s += (i ? ", p" : "p") + std::to_string(i);
  s += ") -> (";
  auto text = [&](auto& self, int n) -> std::string {
    const Node& node = b.nodes[n];
    if (const auto* read = std::get_if<ReadNode>(&node.expr)) return "p" + std::to_string(read->operand);
    if (const auto* l = std::get_if<LiteralNode>(&node.expr))
      return std::to_string(l->literal->as_double(0));
    const auto& apply = std::get<ApplyNode>(node.expr);
    std::string t = std::string(name(apply.fn)) + "(";
    for (size_t i = 0; i < apply.args.size(); ++i) t += (i ? ", " : "") + self(self, apply.args[i]);
    return t + ")";
  };
  for (size_t i = 0; i < b.results.size(); ++i) s += (i ? ", " : "") + text(text, b.results[i]);
  return s + ")";
}

}  // namespace partir
