// The ops of tosa, by their attributes: elementwise ones that broadcast as its specification says,
// contractions, reductions, and those that move elements.
#include <algorithm>
#include <limits>

#include "mlir/IR/BuiltinTypes.h"
#include "mlir_bridge/upstream/translator.h"

namespace partir::bridge {

namespace {

using Values = std::vector<ValueId>;

//===--------------------------------------------------------------------------------------------===
// Elementwise
//===--------------------------------------------------------------------------------------------===

/// An operand at each element of a shape: its dimensions are the last ones, those of extent 1 stand for
/// all. A shape that it does not broadcast to is refused by the op's own rule.
ValueId broadcast(const Reading& r, ValueId x, const Shape& shape) {
  const Shape from = r.type(x).shape;
  if (from == shape || from.size() > shape.size()) return x;
  std::vector<int64_t> dims;
  for (size_t d = shape.size() - from.size(); d < shape.size(); ++d)
    dims.push_back(static_cast<int64_t>(d));
  return r.emit(BroadcastInDim{dims, shape}, {x});
}
/// The shape that the operands have together.
Shape common_shape(const Reading& r, const Values& operands) {
  Shape shape;
  for (ValueId x : operands) {
    Shape other = r.type(x).shape;
    if (other.size() > shape.size()) shape.swap(other);
    for (size_t k = 1; k <= other.size(); ++k)
      if (int64_t& n = shape[shape.size() - k]; n == 1) n = other[other.size() - k];
  }
  return shape;
}

/// A scalar expression of the operands, broadcast.
template <class Make>
Values elementwise(const Reading& r, Make&& make) {
  Values operands;
  for (unsigned i = 0; i < r.op->getNumOperands(); ++i) operands.push_back(r.x(i));
  const Shape shape = common_shape(r, operands);
  ElementGraph graph;
  std::vector<int> args;
  for (size_t i = 0; i < operands.size(); ++i)
    args.push_back(graph.add(r.type(operands[i]).element, ElementGraph::Argument{static_cast<int>(i)}));
  const int root = make(graph, args);
  return {evaluate(r.b, graph, root,
                   {shape, [&](int i) { return broadcast(r, operands[i], shape); }, {}},
                   r.where)};
}

template <ScalarFn F>
Values plain(const Reading& r) {
  return elementwise(r, [](ElementGraph& g, const std::vector<int>& x) {
    return g.apply(F, g.element(x.back()), x);
  });
}
template <ScalarFn F>
Values relation(const Reading& r) {
  return elementwise(r, [](ElementGraph& g, const std::vector<int>& x) {
    return g.apply(F, ElementType::I1, x);
  });
}

bool is_quantized(const Reading& r) { return r.has("quantization_info"); }

Values multiply(const Reading& r) {
  if (r.integer("shift") != 0) r.unsupported("a shift");
  return elementwise(r, [&](ElementGraph& g, std::vector<int> x) {
    const ElementType e = r.result_type().element;
    for (int& a : x)
      if (g.element(a) != e) a = g.apply(ScalarFn::Convert, e, {a});
    return g.apply(is_bool(e) ? ScalarFn::And : ScalarFn::Multiply, e, x);
  });
}
Values negate(const Reading& r) {
  if (is_quantized(r)) r.unsupported("quantization");
  return plain<ScalarFn::Negate>(r);
}
Values reciprocal(const Reading& r) {
  return elementwise(r, [](ElementGraph& g, const std::vector<int>& x) {
    const ElementType e = g.element(x[0]);
    return g.apply(ScalarFn::Divide, e, {g.constant(e, 1), x[0]});
  });
}
Values clamp(const Reading& r) {
  return elementwise(r, [&](ElementGraph& g, const std::vector<int>& x) {
    const ElementType e = g.element(x[0]);
    const auto bound = [&](const char* real, const char* integer) {
      if (!is_float(e))
        return g.add(e, Literal::splat_bits({{}, e}, static_cast<uint64_t>(r.integer(integer))));
      return g.constant(e, r.attribute<mlir::FloatAttr>(real).getValueAsDouble());
    };
    const int above = g.apply(ScalarFn::Max, e, {x[0], bound("min_fp", "min_int")});
    return g.apply(ScalarFn::Min, e, {above, bound("max_fp", "max_int")});
  });
}
Values shift_right(const Reading& r) {
  if (r.attribute<mlir::BoolAttr>("round").getValue()) r.unsupported("rounding");
  return plain<ScalarFn::ShiftRightArithmetic>(r);
}
/// Floats become the nearest integers, ties the even ones.
Values cast(const Reading& r) {
  return elementwise(r, [&](ElementGraph& g, const std::vector<int>& x) {
    const ElementType from = g.element(x[0]), to = r.result_type().element;
    if (from == to) return x[0];
    int value = x[0];
    if (is_float(from) && is_integer(to)) value = g.apply(ScalarFn::RoundEven, from, {value});
    return g.apply(ScalarFn::Convert, to, {value});
  });
}

//===--------------------------------------------------------------------------------------------===
// Contractions and reductions
//===--------------------------------------------------------------------------------------------===

Values matmul(const Reading& r) {
  if (is_quantized(r)) r.unsupported("quantization");
  return {r.emit(DotGeneral{{0}, {0}, {2}, {1}, r.result_type().element}, {r.x(0), r.x(1)})};
}
/// `input · weight^T + bias`.
Values fully_connected(const Reading& r) {
  if (is_quantized(r)) r.unsupported("quantization");
  const ElementType e = r.result_type().element;
  const ValueId dot = r.emit(DotGeneral{{}, {}, {1}, {1}, e}, {r.x(0), r.x(1)});
  const ValueId bias = broadcast(r, r.b.convert(r.x(2), e, r.where), r.type(dot).shape);
  return {r.emit(Add{}, {dot, bias})};
}

template <Monoid M>
Values reduce(const Reading& r) {
  const ValueId x = r.x(0);
  const int64_t axis = r.integer("axis");
  const TensorType type = r.type(x);
  const ValueId identity =
      r.b.constant(Literal::splat_bits({{}, type.element}, identity_bits(M, type.element)), r.where);
  Shape kept = type.shape;
  if (axis >= 0 && axis < type.rank()) kept[axis] = 1;
  return {r.b.reshape(r.emit(Reduce{{axis}, M}, {x, identity}), kept, r.where)};
}

//===--------------------------------------------------------------------------------------------===
// Movement
//===--------------------------------------------------------------------------------------------===

std::vector<int64_t> known(const Reading& r, unsigned operand, const char* what) {
  const auto numbers = r.t.known_integers(r.op->getOperand(operand));
  if (!numbers) r.unsupported(std::string(what) + " that is not constant");
  return *numbers;
}

Values reshape(const Reading& r) {
  Shape shape = r.integers("new_shape");
  int64_t rest = r.type(r.x(0)).elements();
  for (int64_t n : shape)
    if (n > 0) rest /= n;
  for (int64_t& n : shape)
    if (n == -1) n = rest;
  return {r.b.reshape(r.x(0), shape, r.where)};
}
Values transpose(const Reading& r) {
  return {r.emit(Transpose{known(r, 1, "a permutation")}, {r.x(0)})};
}
Values concat(const Reading& r) {
  Values pieces;
  for (unsigned i = 0; i < r.op->getNumOperands(); ++i) pieces.push_back(r.x(i));
  return {r.emit(Concatenate{r.integer("axis")}, std::move(pieces))};
}
Values pad(const Reading& r) {
  if (is_quantized(r)) r.unsupported("quantization");
  const std::vector<int64_t> numbers = known(r, 1, "a padding");
  const ValueId x = r.x(0);
  std::vector<int64_t> low, high;
  for (size_t i = 0; i + 1 < numbers.size(); i += 2) {
    low.push_back(numbers[i]);
    high.push_back(numbers[i + 1]);
  }
  const ValueId value = r.op->getNumOperands() > 2 ? r.b.reshape(r.x(2), {}, r.where)
                                                   : r.b.splat({{}, r.type(x).element}, 0, r.where);
  return {r.emit(Pad{low, high, std::vector<int64_t>(low.size(), 0)}, {x, value})};
}
Values slice(const Reading& r) {
  const std::vector<int64_t> start = r.integers("start"), size = r.integers("size");
  std::vector<int64_t> limit = start;
  for (size_t d = 0; d < limit.size() && d < size.size(); ++d) limit[d] += size[d];
  return {r.emit(SliceOp{start, limit, std::vector<int64_t>(start.size(), 1)}, {r.x(0)})};
}
Values tile(const Reading& r) {
  ValueId x = r.x(0);
  const std::vector<int64_t> multiples = r.integers("multiples");
  for (size_t d = 0; d < multiples.size(); ++d) {
    if (multiples[d] < 1 || multiples[d] > 1024) r.unsupported("a multiple that is not from 1 to 1024");
    if (multiples[d] > 1)
      x = r.emit(Concatenate{static_cast<int64_t>(d)}, Values(static_cast<size_t>(multiples[d]), x));
  }
  return {x};
}
Values reverse(const Reading& r) { return {r.emit(Reverse{{r.integer("axis")}}, {r.x(0)})}; }
Values constant(const Reading& r) {
  return {r.b.constant(constant_of(r.op->getAttr("value"), r.where), r.where)};
}
Values identity(const Reading& r) {
  Values all;
  for (unsigned i = 0; i < r.op->getNumOperands(); ++i) all.push_back(r.x(i));
  return all;
}

}  // namespace

const TranslationTable& tosa_table() {
  using enum ScalarFn;
  static const TranslationTable table = {
      {"tosa.add", plain<Add>},
      {"tosa.sub", plain<Subtract>},
      {"tosa.mul", multiply},
      {"tosa.int_div", plain<Divide>},
      {"tosa.pow", plain<Power>},
      {"tosa.maximum", plain<Max>},
      {"tosa.minimum", plain<Min>},
      {"tosa.bitwise_and", plain<And>},
      {"tosa.bitwise_or", plain<Or>},
      {"tosa.bitwise_xor", plain<Xor>},
      {"tosa.bitwise_not", plain<Not>},
      {"tosa.logical_and", plain<And>},
      {"tosa.logical_or", plain<Or>},
      {"tosa.logical_xor", plain<Xor>},
      {"tosa.logical_not", plain<Not>},
      {"tosa.logical_left_shift", plain<ShiftLeft>},
      {"tosa.logical_right_shift", plain<ShiftRightLogical>},
      {"tosa.arithmetic_right_shift", shift_right},
      {"tosa.abs", plain<Abs>},
      {"tosa.ceil", plain<Ceil>},
      {"tosa.clz", plain<CountLeadingZeros>},
      {"tosa.cos", plain<Cosine>},
      {"tosa.erf", plain<Erf>},
      {"tosa.exp", plain<Exp>},
      {"tosa.floor", plain<Floor>},
      {"tosa.log", plain<Log>},
      {"tosa.rsqrt", plain<Rsqrt>},
      {"tosa.sigmoid", plain<Logistic>},
      {"tosa.sin", plain<Sine>},
      {"tosa.tanh", plain<Tanh>},
      {"tosa.negate", negate},
      {"tosa.reciprocal", reciprocal},
      {"tosa.clamp", clamp},
      {"tosa.cast", cast},
      {"tosa.select", plain<Select>},
      {"tosa.equal", relation<Eq>},
      {"tosa.greater", relation<Gt>},
      {"tosa.greater_equal", relation<Ge>},
      {"tosa.matmul", matmul},
      {"tosa.fully_connected", fully_connected},
      {"tosa.reduce_sum", reduce<Monoid::Add>},
      {"tosa.reduce_prod", reduce<Monoid::Mul>},
      {"tosa.reduce_max", reduce<Monoid::Max>},
      {"tosa.reduce_min", reduce<Monoid::Min>},
      {"tosa.reduce_all", reduce<Monoid::And>},
      {"tosa.reduce_any", reduce<Monoid::Or>},
      {"tosa.reshape", reshape},
      {"tosa.transpose", transpose},
      {"tosa.concat", concat},
      {"tosa.pad", pad},
      {"tosa.slice", slice},
      {"tosa.tile", tile},
      {"tosa.reverse", reverse},
      {"tosa.const", constant},
      {"tosa.identity", identity},
  };
  return table;
}

}  // namespace partir::bridge
