// Tensor comprehensions: the one definition of an op (calculus.md section 6),
//   out[ī] = init ⊕ ⊕_{k̄ ∈ K} f(operand_1[π1(ī,k̄)], ..),
// as data, so that it can be run, proved, costed and printed.
#pragma once

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "semantics/literal.h"
#include "semantics/scalar_fn.h"

namespace partir {

/// `coefficient * (variable floordiv div)`. Variables 0..rank-1 are the result's indices ī, then those
/// of K; none is negative.
struct IndexTerm {
  int variable;
  int64_t coefficient = 1;
  int64_t div = 1;
  friend bool operator==(const IndexTerm&, const IndexTerm&) = default;
};

/// `((Σ coefficient·variable + offset) floordiv div) mod mod`; `mod == 0` means no mod.
struct IndexExpr {
  std::vector<IndexTerm> terms;
  int64_t offset = 0;
  int64_t div = 1;
  int64_t mod = 0;

  int64_t operator()(const int64_t* variables) const {
    int64_t v = offset;
    for (const IndexTerm& t : terms) v += t.coefficient * (variables[t.variable] / t.div);
    if (div != 1) v = v >= 0 ? v / div : -((-v + div - 1) / div);
    if (mod != 0) v = ((v % mod) + mod) % mod;
    return v;
  }
  /// Whether it is `Σ coefficient·variable + offset`.
  bool is_affine() const {
    for (const IndexTerm& t : terms)
      if (t.div != 1) return false;
    return div == 1 && mod == 0;
  }
  /// Whether it is just one variable.
  bool is_variable() const {
    return terms.size() == 1 && terms[0] == IndexTerm{terms[0].variable} && is_affine() &&
           offset == 0;
  }
  friend bool operator==(const IndexExpr&, const IndexExpr&) = default;
};

/// The index expression that is variable `v`.
inline IndexExpr variable(int v) { return {{{v, 1}}, 0, 1, 0}; }
/// The index expression that is the constant `c`.
inline IndexExpr constant_index(int64_t c) { return {{}, c, 1, 0}; }

/// A read of an operand (`index` has one expression per operand dimension).
struct ReadNode {
  int operand;
  std::vector<IndexExpr> index;
  friend bool operator==(const ReadNode&, const ReadNode&) = default;
};
/// A read at a place that values decide: along dimension d of the operand at
/// `index[d] + scale · clamp(0, value of node at[d], limit[d])`, or at `index[d]` where `at[d] < 0`.
/// The nodes `at` are integers and come before this one.
struct DynamicReadNode {
  int operand;
  std::vector<IndexExpr> index;
  std::vector<int> at;
  std::vector<int64_t> limit;
  int64_t scale = 1;
  friend bool operator==(const DynamicReadNode&, const DynamicReadNode&) = default;
};
/// A read of a constant tensor; for a splat `index` is ignored.
struct LiteralNode {
  std::shared_ptr<const Literal> literal;
  std::vector<IndexExpr> index;
  friend bool operator==(const LiteralNode& a, const LiteralNode& b) {
    return a.index == b.index && (a.literal == b.literal || *a.literal == *b.literal);
  }
};
/// An index as a value (iota).
struct IndexNode {
  IndexExpr value;
  friend bool operator==(const IndexNode&, const IndexNode&) = default;
};
/// A scalar function applied to earlier nodes.
struct ApplyNode {
  ScalarFn fn;
  std::vector<int> args;
  friend bool operator==(const ApplyNode&, const ApplyNode&) = default;
};
/// `then_node` where `condition >= least`, else `else_node`; the other side is not evaluated.
struct GuardNode {
  IndexExpr condition;
  int then_node;
  int else_node;
  int64_t least = 0;
  friend bool operator==(const GuardNode&, const GuardNode&) = default;
};
/// `then_node` where the node `condition`, an i1, holds, else `else_node`; the other side is not
/// evaluated.
struct ChooseNode {
  int condition;
  int then_node;
  int else_node;
  friend bool operator==(const ChooseNode&, const ChooseNode&) = default;
};

/// A node of the scalar expression `f`, with the element type it yields.
struct Node {
  ElementType element;
  std::variant<ReadNode, DynamicReadNode, LiteralNode, IndexNode, ApplyNode, GuardNode, ChooseNode>
      expr;
  friend bool operator==(const Node&, const Node&) = default;
};

/// A comprehension at concrete shapes. `body` is in evaluation order, its last node is `f`'s value.
/// Without a `reducer`, `reduction` is empty. `init`, if any, is a rank-0 operand folded in once,
/// first. An empty K without init gives ⊕'s identity (dot over an extent of zero).
struct Comprehension {
  TensorType result;
  Shape reduction;
  std::vector<Node> body;
  std::optional<Monoid> reducer;
  std::optional<int> init;
  /// Whether each step of the fold is rounded to the element type; else sums of f16 and bf16 may accumulate in f32, and
  /// are rounded once.
  bool stepwise = false;

  /// Adds a node of element type `e`; the number of it.
  template <class N>
  int add(ElementType e, N n) {
    body.push_back({e, std::move(n)});
    return static_cast<int>(body.size()) - 1;
  }
};

/// The index list `(v_0, .., v_{rank-1})`.
inline std::vector<IndexExpr> identity_index(int64_t rank) {
  std::vector<IndexExpr> index;
  for (int64_t d = 0; d < rank; ++d) index.push_back(variable(static_cast<int>(d)));
  return index;
}

/// `out[i0,i1] = sum(k0<8) multiply(x0[i0,k0], x1[k0,i1])`, for people.
std::string to_string(const Comprehension& c);

namespace detail {
inline std::string variable_name(int v, size_t rank) {
  return static_cast<size_t>(v) < rank ? "i" + std::to_string(v)
                                       : "k" + std::to_string(static_cast<size_t>(v) - rank);
}
inline std::string index_text(const IndexExpr& e, size_t rank) {
  std::string s;
  for (const IndexTerm& t : e.terms) {
    if (!s.empty()) s += "+";
    if (t.coefficient != 1) s += std::to_string(t.coefficient) + "*";
    s += t.div == 1 ? variable_name(t.variable, rank)
                    : "(" + variable_name(t.variable, rank) + " div " + std::to_string(t.div) + ")";
  }
  if (e.offset != 0 || s.empty())
    s += (s.empty() || e.offset < 0 ? "" : "+") + std::to_string(e.offset);
  if (e.div != 1) s = "(" + s + ") div " + std::to_string(e.div);
  if (e.mod != 0) s = "(" + s + ") mod " + std::to_string(e.mod);
  return s;
}
inline std::string index_list(const std::vector<IndexExpr>& index, size_t rank) {
  std::string s = "[";
  for (size_t i = 0; i < index.size(); ++i) s += (i ? "," : "") + index_text(index[i], rank);
  return s + "]";
}
inline std::string node_text(const Comprehension& c, int n) {
  const size_t rank = c.result.shape.size();
  struct Visitor {
    const Comprehension& c;
    size_t rank;
    std::string operator()(const ReadNode& r) const {
      return "x" + std::to_string(r.operand) + index_list(r.index, rank);
    }
    std::string operator()(const DynamicReadNode& r) const {
      std::string s = "x" + std::to_string(r.operand) + "[";
      for (size_t d = 0; d < r.index.size(); ++d) {
        if (d) s += ",";
        const bool plain = r.at[d] < 0;
        if (plain || r.index[d] != constant_index(0)) s += index_text(r.index[d], rank);
        if (plain) continue;
        s += r.scale < 0 ? "-" : r.index[d] != constant_index(0) ? "+" : "";
        if (std::abs(r.scale) != 1) s += std::to_string(std::abs(r.scale)) + "*";
        s += "clamp(0, " + node_text(c, r.at[d]) + ", " + std::to_string(r.limit[d]) + ")";
      }
      return s + "]";
    }
    std::string operator()(const LiteralNode& l) const {
      return l.literal->splat || l.index.empty() ? std::to_string(l.literal->as_double(0))
                                                 : "constant" + index_list(l.index, rank);
    }
    std::string operator()(const IndexNode& i) const { return index_text(i.value, rank); }
    std::string operator()(const ApplyNode& a) const {
      std::string s = std::string(name(a.fn)) + "(";
      for (size_t i = 0; i < a.args.size(); ++i) s += (i ? ", " : "") + node_text(c, a.args[i]);
      return s + ")";
    }
    std::string operator()(const GuardNode& g) const {
      return "(" + index_text(g.condition, rank) + " >= " + std::to_string(g.least) + " ? " +
             node_text(c, g.then_node) + " : " + node_text(c, g.else_node) + ")";
    }
    std::string operator()(const ChooseNode& g) const {
      return "(" + node_text(c, g.condition) + " ? " + node_text(c, g.then_node) + " : " +
             node_text(c, g.else_node) + ")";
    }
  };
  return std::visit(Visitor{c, rank}, c.body[n].expr);
}
}  // namespace detail

inline std::string to_string(const Comprehension& c) {
  const size_t rank = c.result.shape.size();
  std::string s = "out" + detail::index_list(identity_index(c.result.rank()), rank) + " = ";
  if (c.init) s += "x" + std::to_string(*c.init) + "[] " + std::string(name(*c.reducer)) + " ";
  if (c.reducer) {
    s += std::string(name(*c.reducer)) + "(";
    for (size_t k = 0; k < c.reduction.size(); ++k)
      s += (k ? ", " : "") + ("k" + std::to_string(k)) + "<" + std::to_string(c.reduction[k]);
    s += ") ";
  }
  return s + detail::node_text(c, static_cast<int>(c.body.size()) - 1);
}

}  // namespace partir
