#include "mlir_bridge/op_import.h"

#include <map>
#include <unordered_map>

#include "mlir_bridge/convert.h"
#include "mlir_bridge/dialects.h"

namespace partir::bridge {

namespace {

namespace stablehlo = dialects::stablehlo;

/// An op that is being read.
struct Reading {
  const Source& source;
  mlir::Operation* op;
  Location where;

  std::string name() const { return "'" + op->getName().getStringRef().str() + "'"; }

  TensorType result_type() const {
    if (op->getNumResults() != 1) throw BadInput(name() + " has one result", where);
    return tensor_type(op->getResult(0).getType(), where);
  }

  /// An attribute that must be there, of class `T`.
  template <class T>
  T attribute(std::string_view key, const char* kind) const {
    mlir::Attribute attr = op->getAttr(llvm::StringRef(key.data(), key.size()));
    auto typed = llvm::dyn_cast_or_null<T>(attr);
    if (!typed)
      throw BadInput(name() + " needs attribute '" + std::string(key) + "', " + kind, where);
    return typed;
  }

  // One overload for each type of an attribute's member.

  void read(std::string_view key, int64_t& member) const {
    const llvm::APInt value = attribute<mlir::IntegerAttr>(key, "an integer").getValue();
    if (value.getSignificantBits() > 64)
      throw BadInput(name() + ": attribute '" + std::string(key) + "' exceeds 64 bits", where);
    member = value.getSExtValue();
  }

  void read(std::string_view key, std::vector<int64_t>& member) const {
    if (key == "result_shape") {
      member = result_type().shape;
      return;
    }
    if (auto dims = dot_dimensions(key)) {
      member = *dims;
      return;
    }
    auto values = integers(attribute<mlir::Attribute>(key, "a list of 64-bit integers"));
    if (!values)
      throw BadInput(name() + ": attribute '" + std::string(key) +
                         "' is not a list of 64-bit integers", where);
    member = std::move(*values);
  }

  void read(std::string_view, ElementType& member) const { member = result_type().element; }

  void read(std::string_view key, Literal& member) const {
    member = literal(attribute<mlir::Attribute>(key, "a constant"), where);
  }

  void read(std::string_view key, ComparisonDirection& member) const {
    const auto attr =
        attribute<stablehlo::ComparisonDirectionAttr>(key, "EQ, NE, GE, GT, LE or LT");
    const llvm::StringRef spelling = stablehlo::stringifyComparisonDirection(attr.getValue());
    for (size_t i = 0; i < std::size(comparison_names); ++i)
      if (spelling == llvm::StringRef(comparison_names[i]))
        member = static_cast<ComparisonDirection>(i);
  }

  /// Floats alone have a total order of their own.
  void read(std::string_view, ComparisonOrder& member) const {
    auto type = op->getAttrOfType<stablehlo::ComparisonTypeAttr>("compare_type");
    if (type && type.getValue() == stablehlo::ComparisonType::TOTALORDER &&
        op->getNumOperands() > 0 &&
        is_float(tensor_type(op->getOperand(0).getType(), where).element))
      member = ComparisonOrder::Total;
  }

  void read(std::string_view, Monoid& member) const { member = reducer(); }

  /// The list of that name in `dot_dimension_numbers`; `stablehlo.dot` stands for the plain ones.
  std::optional<std::vector<int64_t>> dot_dimensions(std::string_view key) const {
    auto side = [&](llvm::ArrayRef<int64_t> dims) {
      return std::vector<int64_t>(dims.begin(), dims.end());
    };
    const bool is_lhs = key.starts_with("lhs_");
    if (!is_lhs && !key.starts_with("rhs_")) return std::nullopt;
    const bool is_batch = key.ends_with("batching_dimensions");
    if (op->getName().getStringRef() == "stablehlo.dot") {
      if (is_batch) return std::vector<int64_t>{};
      if (!is_lhs) return std::vector<int64_t>{0};
      if (op->getNumOperands() == 0) throw BadInput(name() + " has two operands", where);
      return std::vector<int64_t>{tensor_type(op->getOperand(0).getType(), where).rank() - 1};
    }
    auto numbers = attribute<stablehlo::DotDimensionNumbersAttr>("dot_dimension_numbers",
                                                                 "#stablehlo.dot<..>");
    if (is_batch)
      return side(is_lhs ? numbers.getLhsBatchingDimensions() : numbers.getRhsBatchingDimensions());
    return side(is_lhs ? numbers.getLhsContractingDimensions()
                       : numbers.getRhsContractingDimensions());
  }

  Monoid reducer() const;
};

/// `T` with its attributes.
template <class T>
Op read_as(const Reading& reading) {
  T op;
  boost::hana::for_each(T::attributes(),
                        [&](auto a) { reading.read(a.name, op.*(a.member)); });
  return op;
}

using Reader = Op (*)(const Reading&);

/// How to read each op, by its name in MLIR.
const std::unordered_map<std::string, Reader>& readers() {
  static const std::unordered_map<std::string, Reader> table = [] {
    std::unordered_map<std::string, Reader> t;
    for_each_op([&](const auto& op) {
      using T = std::decay_t<decltype(op)>;
      t["stablehlo." + std::string(T::name)] = &read_as<T>;
    });
    t["stablehlo.dot"] = &read_as<DotGeneral>;
    t["sdy.constant"] = &read_as<Constant>;
    t["arith.constant"] = &read_as<Constant>;
    return t;
  }();
  return table;
}

/// StableHLO's add and multiply of booleans are or and and, which is what the toolkit calls them.
Op boolean_meaning(Op op, mlir::Operation* from) {
  auto is_i1 = [](mlir::Value v) { return mlir::getElementTypeOrSelf(v.getType()).isInteger(1); };
  if (from->getNumOperands() != 2 || !is_i1(from->getOperand(0)) || !is_i1(from->getOperand(1)))
    return op;
  if (op.get_if<Add>()) return Or{};
  if (op.get_if<Multiply>()) return And{};
  return op;
}

//===--------------------------------------------------------------------------------------------===
// Reducers
//===--------------------------------------------------------------------------------------------===

/// The scalar function of each monoid, in the order of all_monoids.
constexpr ScalarFn monoid_fns[] = {ScalarFn::Add, ScalarFn::Multiply, ScalarFn::Max,
                                   ScalarFn::Min, ScalarFn::And,      ScalarFn::Or};

/// A statement of a reducer's body: its comprehension, and which earlier values it reads.
struct BodyStep {
  Comprehension comprehension;
  std::vector<size_t> operands;
};

/// A reducer's body on scalars: values 0 and 1 are its arguments, 2.. its steps.
struct Body {
  std::vector<BodyStep> steps;
  size_t result = 0;
};

/// `fn` on booleans, or nothing where it leaves them.
std::optional<bool> apply_boolean(ScalarFn fn, const std::vector<bool>& x) {
  switch (fn) {
    case ScalarFn::And: case ScalarFn::Min: return x[0] && x[1];
    case ScalarFn::Or: case ScalarFn::Max: return x[0] || x[1];
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

/// The value of a scalar comprehension on booleans.
std::optional<bool> evaluate(const Comprehension& c, const std::vector<bool>& operands) {
  if (c.reducer || !c.result.shape.empty()) return std::nullopt;
  std::vector<bool> values;
  for (const Node& node : c.body) {
    std::optional<bool> value;
    if (!is_bool(node.element)) return std::nullopt;
    if (const auto* read = std::get_if<ReadNode>(&node.expr)) {
      value = operands[read->operand];
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
  return values.back();
}

std::optional<bool> evaluate(const Body& body, bool a, bool b) {
  std::vector<bool> values{a, b};
  for (const BodyStep& step : body.steps) {
    std::vector<bool> operands;
    for (size_t o : step.operands) operands.push_back(values[o]);
    const auto value = evaluate(step.comprehension, operands);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values[body.result];
}

/// On booleans a body is what its table says: `select(or(a, b), true, false)` is or.
std::optional<Monoid> boolean_monoid(const Body& body) {
  for (auto [m, meaning] : {std::pair{Monoid::And, ScalarFn::And}, {Monoid::Or, ScalarFn::Or}}) {
    bool equal = true;
    for (bool a : {false, true})
      for (bool b : {false, true})
        equal = equal && evaluate(body, a, b) == apply_boolean(meaning, {a, b});
    if (equal) return m;
  }
  return std::nullopt;
}

/// Elsewhere it must be one op on both arguments; all monoids commute, so in either order.
std::optional<Monoid> single_op_monoid(const Body& body) {
  if (body.steps.size() != 1 || body.result != 2) return std::nullopt;
  const BodyStep& step = body.steps[0];
  const bool both = step.operands == std::vector<size_t>{0, 1} ||
                    step.operands == std::vector<size_t>{1, 0};
  const auto* apply = std::get_if<ApplyNode>(&step.comprehension.body.back().expr);
  if (!both || !apply) return std::nullopt;
  for (Monoid m : all_monoids)
    if (apply->fn == monoid_fns[static_cast<size_t>(m)]) return m;
  return std::nullopt;
}

/// The body of a region with two scalar arguments, or nothing where it is not of ops of AllOps on
/// its own values.
std::optional<Body> read_body(const Source& source, mlir::Block& block) {
  Body body;
  llvm::DenseMap<mlir::Value, size_t> values;
  for (mlir::Value argument : block.getArguments()) values.try_emplace(argument, values.size());
  for (mlir::Operation& op : block) {
    std::vector<size_t> operands;
    Types types;
    for (mlir::Value operand : op.getOperands()) {
      auto found = values.find(operand);
      if (found == values.end()) return std::nullopt;
      operands.push_back(found->second);
      types.push_back(tensor_type(operand.getType(), source.location(&op)));
    }
    if (&op == &block.back()) {
      if (!llvm::isa<stablehlo::ReturnOp>(op) || operands.size() != 1) return std::nullopt;
      body.result = operands[0];
      return body;
    }
    if (op.getNumResults() != 1 || op.getNumRegions() != 0) return std::nullopt;
    const std::optional<Op> read = read_op(source, &op);
    if (!read) return std::nullopt;
    try {
      body.steps.push_back({read->comprehension(types), std::move(operands)});
    } catch (const ConstraintViolation&) {
      return std::nullopt;
    }
    values.try_emplace(op.getResult(0), values.size());
  }
  return std::nullopt;
}

Monoid Reading::reducer() const {
  if (op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock())
    throw BadInput(name() + " needs one region of one block", where);
  mlir::Block& block = op->getRegion(0).front();
  if (op->getNumOperands() > 2 || op->getNumResults() > 1)
    throw Unsupported(name() + " of several operands together (variadic)", where);
  if (block.getNumArguments() != 2) throw BadInput(name() + "'s body has two arguments", where);
  const TensorType left = tensor_type(block.getArgument(0).getType(), where);
  const TensorType right = tensor_type(block.getArgument(1).getType(), where);
  const std::optional<Body> body = read_body(source, block);
  std::optional<Monoid> monoid;
  if (body && left == right && left.rank() == 0)
    monoid = is_bool(left.element) ? boolean_monoid(*body) : single_op_monoid(*body);
  if (!monoid)
    throw Unsupported(name() + ": the reducer body is not a monoid that the toolkit knows (add, "
                      "multiply, maximum, minimum, and, or)", where);
  return *monoid;
}

}  // namespace

std::optional<Op> read_op(const Source& source, mlir::Operation* op) {
  const auto& table = readers();
  const auto reader = table.find(op->getName().getStringRef().str());
  if (reader == table.end()) return std::nullopt;
  return boolean_meaning(reader->second({source, op, source.location(op)}), op);
}

std::optional<std::vector<int64_t>> integers(mlir::Attribute attr) {
  if (auto array = llvm::dyn_cast_or_null<mlir::DenseI64ArrayAttr>(attr))
    return std::vector<int64_t>(array.asArrayRef().begin(), array.asArrayRef().end());
  auto elements = llvm::dyn_cast_or_null<mlir::DenseIntElementsAttr>(attr);
  if (!elements || !elements.getElementType().isInteger(64) || elements.getNumElements() > 1024)
    return std::nullopt;
  auto values = elements.getValues<int64_t>();
  return std::vector<int64_t>(values.begin(), values.end());
}

}  // namespace partir::bridge
