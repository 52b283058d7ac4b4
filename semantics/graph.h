// A builder of loop-free Core programs: training steps and models as C++ that reads like the formulas. Every
// result is typed by the op's own shape rule as it is built, so a mistake is an error at the line that makes it.
#pragma once

#include <algorithm>
#include <source_location>
#include <string>
#include <utility>
#include <vector>

#include "semantics/core.h"
#include "semantics/diagnostics.h"
#include "semantics/needed.h"

namespace partir::graph {

class Graph;

/// A value of a graph: a handle, copied freely, valid as long as its graph.
struct Tensor {
  Graph* graph = nullptr;
  ValueId id = 0;
  TensorType type() const;  ///< a copy: the graph's own list of values moves as it grows
  Shape shape() const { return type().shape; }
  int64_t rank() const { return type().rank(); }
  /// The extent of dimension `d`.
  int64_t extent(int64_t d) const { return shape().at(static_cast<size_t>(d)); }
};

/// Where in the C++ source a builder call stands.
using Source = std::source_location;
inline Location located(const Source& at) {
  return {at.file_name(), static_cast<unsigned>(at.line()), static_cast<unsigned>(at.column()), {}};
}

/// A tensor as the operand of an overloaded operator, which has no room for a place: the conversion takes it.
struct Operand {
  Tensor tensor;
  Source at;
  Operand(Tensor t, Source at = Source::current()) : tensor(t), at(at) {}  // NOLINT: implicit by design
};

/// Builds one program. Errors: BadInput, at the C++ line of the call, where an op's shape rule does not hold, a
/// name is taken twice, or operands are of two graphs.
class Graph {
 public:
  explicit Graph(Mesh mesh = {}) {
    program_.mesh = std::move(mesh);
    program_.main.name = "main";
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  /// An argument of the program. Its name is carried as `jax.arg_info`, which schedules' globs are matched with.
  Tensor parameter(const std::string& name, Shape shape, ElementType element = ElementType::F32,
                   Source at = Source::current()) {
    core::Function& f = program_.main;
    for (ValueId x : f.params)
      if (f.values[x].name.str() == name) throw BadInput("two parameters are named " + name, located(at));
    for (int64_t n : shape)
      if (n < 1) throw BadInput("parameter " + name + " of shape " + to_string(shape), located(at));
    f.params.push_back(f.add_value(TensorType{std::move(shape), element}, name, located(at).named(name)));
    f.param_attributes.push_back({{"jax.arg_info", "\"" + name + "\""}});
    return {this, f.params.back()};
  }
  /// All results of `op` at these operands.
  std::vector<Tensor> ops(Op op, const std::vector<Tensor>& operands, Source at = Source::current()) {
    std::vector<ValueId> ids;
    Types types;
    for (const Tensor& x : operands) {
      if (x.graph != this)
        throw BadInput(std::string(op.name()) + ": an operand is of another graph", located(at));
      ids.push_back(x.id);
      types.push_back(x.type());
    }
    core::Function& f = program_.main;
    core::Stmt s{{}, core::SliceExpr{}, located(at)};
    std::vector<Tensor> results;
    try {
      for (TensorType& t : op.infer(types)) {
        s.results.push_back(f.add_value(std::move(t), "", s.location));
        results.push_back({this, s.results.back()});
      }
    } catch (const ConstraintViolation& v) {
      throw BadInput(std::string(op.name()) + " of " + to_string(types) + ": " + v.label + ", " + v.text +
                         ": found " + v.found,
                     s.location);
    }
    s.expr = OpExpr{std::move(op), std::move(ids)};
    f.body.stmts.push_back(std::move(s));
    return results;
  }
  /// The result of an op that has one.
  Tensor op(Op op, const std::vector<Tensor>& operands, Source at = Source::current()) {
    return ops(std::move(op), operands, at).at(0);
  }
  /// A tensor all of whose elements are `value`, rounded to the element type. Each call makes an op of its own:
  /// a constant that several uses shared would be a reason for them to be tiled alike.
  Tensor constant(TensorType type, double value, Source at = Source::current()) {
    return op(Constant{Literal::splat_value(std::move(type), value)}, {}, at);
  }
  /// Names `x` for people and for the `values` of schedules; returns it.
  Tensor named(const Tensor& x, const std::string& name) {
    Value& v = program_.main.values[x.id];
    v.name = name;
    v.location = v.location.named(name);
    return x;
  }
  /// `x`, through which no gradient flows, by whichever use. BadInput for a parameter: what it is differentiated by is
  /// said by `gradients`.
  Tensor stop_gradient(const Tensor& x, Source at = Source::current()) {
    const std::vector<ValueId>& params = program_.main.params;
    if (std::find(params.begin(), params.end(), x.id) != params.end())
      throw BadInput("the gradient of a parameter is stopped by not asking for it", located(at));
    stopped_.resize(program_.main.values.size());
    stopped_[x.id] = true;
    return x;
  }
  bool stops_gradient(ValueId x) const { return x < stopped_.size() && stopped_[x]; }

  /// A result of the program, named by `jax.result_info`.
  void result(const std::string& name, const Tensor& x, Source at = Source::current()) {
    if (x.graph != this) throw BadInput("result " + name + " is of another graph", located(at));
    core::Function& f = program_.main;
    f.body.results.push_back(x.id);
    f.result_types.push_back(x.type());
    f.result_attributes.push_back({{"jax.result_info", "\"" + name + "\""}});
  }
  /// What was built so far, without the ops that no result needs. The graph can be built on.
  core::Program program() const {
    core::Program p = program_;
    leave_needed(p.main.body, {});
    return p;
  }
  const core::Function& function() const { return program_.main; }

 private:
  core::Program program_;
  std::vector<char> stopped_;
};

inline TensorType Tensor::type() const { return graph->function().type(id); }

/// A tensor of `x`'s type all of whose elements are `value`.
inline Tensor full_like(const Tensor& x, double value, Source at = Source::current()) {
  return x.graph->constant(x.type(), value, at);
}

// Elementwise arithmetic; a number beside a tensor stands for a tensor of its type. Shapes must be equal: what is
// smaller is broadcast by hand (`broadcast`).
template <class T>
Tensor binary(const Operand& x, const Operand& y) {
  return x.tensor.graph->op(T{}, {x.tensor, y.tensor}, x.at);
}
#define PARTIR_GRAPH_OPERATOR(symbol, T)                                                               \
  inline Tensor operator symbol(Operand x, Operand y) { return binary<T>(x, y); }                      \
  inline Tensor operator symbol(Operand x, double y) { return binary<T>(x, full_like(x.tensor, y, x.at)); } \
  inline Tensor operator symbol(double x, Operand y) {                                                 \
    return binary<T>({full_like(y.tensor, x, y.at), y.at}, y);                                         \
  }
PARTIR_GRAPH_OPERATOR(+, Add)
PARTIR_GRAPH_OPERATOR(-, Subtract)
PARTIR_GRAPH_OPERATOR(*, Multiply)
PARTIR_GRAPH_OPERATOR(/, Divide)
#undef PARTIR_GRAPH_OPERATOR
inline Tensor operator-(Operand x) { return x.tensor.graph->op(Negate{}, {x.tensor}, x.at); }

/// An op of one operand: `apply<Tanh>(x)`.
template <class T>
Tensor apply(const Tensor& x, Source at = Source::current()) {
  return x.graph->op(T{}, {x}, at);
}
/// An op of two operands: `apply<Maximum>(x, y)`.
template <class T>
Tensor apply(const Tensor& x, const Tensor& y, Source at = Source::current()) {
  return x.graph->op(T{}, {x, y}, at);
}

/// `x[j̄]` where dimension k of x is dimension `dims[k]` of the result.
inline Tensor broadcast(const Tensor& x, std::vector<int64_t> dims, Shape shape, Source at = Source::current()) {
  return x.graph->op(BroadcastInDim{std::move(dims), std::move(shape)}, {x}, at);
}
inline Tensor reshape(const Tensor& x, Shape shape, Source at = Source::current()) {
  return x.graph->op(Reshape{std::move(shape)}, {x}, at);
}
/// Dimension k of the result is dimension `permutation[k]` of x.
inline Tensor transpose(const Tensor& x, std::vector<int64_t> permutation, Source at = Source::current()) {
  return x.graph->op(Transpose{std::move(permutation)}, {x}, at);
}
/// Elements `from` to `to` along dimension `d`.
inline Tensor slice(const Tensor& x, int64_t d, int64_t from, int64_t to, Source at = Source::current()) {
  const Shape shape = x.shape();
  SliceOp s{Shape(shape.size(), 0), shape, Shape(shape.size(), 1)};
  if (d < 0 || d >= x.rank())
    throw BadInput("slice along dimension " + std::to_string(d) + " of " + to_string(x.type()), located(at));
  s.start[static_cast<size_t>(d)] = from;
  s.limit[static_cast<size_t>(d)] = to;
  return x.graph->op(std::move(s), {x}, at);
}
inline Tensor concatenate(const std::vector<Tensor>& xs, int64_t d, Source at = Source::current()) {
  if (xs.empty()) throw BadInput("concatenate of nothing", located(at));
  return xs[0].graph->op(Concatenate{d}, xs, at);
}
/// `⊕` over `dims`, from its identity.
inline Tensor reduce(const Tensor& x, std::vector<int64_t> dims, Monoid m, Source at = Source::current()) {
  const ElementType e = x.type().element;
  const Tensor init = x.graph->op(Constant{Literal::splat_bits({{}, e}, identity_bits(m, e))}, {}, at);
  return x.graph->op(Reduce{std::move(dims), m}, {x, init}, at);
}
inline Tensor sum(const Tensor& x, std::vector<int64_t> dims, Source at = Source::current()) {
  return reduce(x, std::move(dims), Monoid::Add, at);
}
/// The sum over all dimensions.
inline Tensor sum(const Tensor& x, Source at = Source::current()) {
  return sum(x, dims_outside(x.rank(), {}), at);
}
/// Contracts `lhs_dims` of x with `rhs_dims` of y, with paired batch dimensions: DotGeneral.
inline Tensor dot(const Tensor& x, const Tensor& y, std::vector<int64_t> lhs_dims, std::vector<int64_t> rhs_dims,
                  std::vector<int64_t> lhs_batch = {}, std::vector<int64_t> rhs_batch = {},
                  Source at = Source::current()) {
  return x.graph->op(DotGeneral{std::move(lhs_batch), std::move(rhs_batch), std::move(lhs_dims),
                                std::move(rhs_dims), x.type().element},
                     {x, y}, at);
}
inline Tensor compare(const Tensor& x, ComparisonDirection direction, const Tensor& y,
                      Source at = Source::current()) {
  Compare c;
  c.direction = direction;
  return x.graph->op(c, {x, y}, at);
}
inline Tensor select(const Tensor& p, const Tensor& x, const Tensor& y, Source at = Source::current()) {
  return x.graph->op(Select{}, {p, x, y}, at);
}
inline Tensor convert(const Tensor& x, ElementType e, Source at = Source::current()) {
  return x.graph->op(Convert{e}, {x}, at);
}
/// `i_d` at every index of `shape`.
inline Tensor iota(Graph& g, Shape shape, int64_t d, ElementType e = ElementType::I32, Source at = Source::current()) {
  return g.op(Iota{d, std::move(shape), e}, {}, at);
}
/// The attributes of a gather of rows of an operand of `shape` along dimension 0, at indices of `batch` dimensions.
inline Gather gather_rows(const Shape& shape, int64_t batch) {
  Gather g;
  for (size_t d = 1; d < shape.size(); ++d) g.offset_dims.push_back(batch + static_cast<int64_t>(d) - 1);
  g.collapsed = g.start_index_map = {0};
  g.index_vector_dim = batch;
  g.slice_sizes = shape;
  g.slice_sizes.at(0) = 1;
  return g;
}
/// `x[indices[b̄], ..]`: rows of x (dimension 0), one for each index; out of bounds is moved inside.
inline Tensor take_rows(const Tensor& x, const Tensor& indices, Source at = Source::current()) {
  return x.graph->op(gather_rows(x.shape(), indices.rank()), {x, indices}, at);
}
/// Adds row b̄ of `updates` to row `indices[b̄]` of x; what is out of bounds is left out.
inline Tensor add_rows(const Tensor& x, const Tensor& indices, const Tensor& updates, Source at = Source::current()) {
  const Gather g = gather_rows(x.shape(), indices.rank());
  return x.graph->op(Scatter{g.offset_dims, {0}, {}, {}, {0}, g.index_vector_dim, false, false,
                             monoid_body(Monoid::Add, x.type().element)},
                     {x, indices, updates}, at);
}

}  // namespace partir::graph
