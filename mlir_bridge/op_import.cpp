#include "mlir_bridge/op_import.h"

#include <cmath>
#include <map>
#include <unordered_map>

#include "mlir_bridge/convert.h"
#include "mlir_bridge/dialects.h"

namespace partir::bridge {

namespace {

namespace stablehlo = dialects::stablehlo;

/// Members of attributes that hold dimension numbers, by their names there; a number is a list of one.
using Fields = std::map<std::string_view, std::vector<int64_t>>;

std::vector<int64_t> list(llvm::ArrayRef<int64_t> dims) { return {dims.begin(), dims.end()}; }

/// The fields of an op's dimension numbers; none where it has no such attribute.
Fields dimension_numbers(mlir::Operation* op) {
  if (auto dot = op->getAttrOfType<stablehlo::DotDimensionNumbersAttr>("dot_dimension_numbers"))
    return {{"lhs_batching_dimensions", list(dot.getLhsBatchingDimensions())},
            {"rhs_batching_dimensions", list(dot.getRhsBatchingDimensions())},
            {"lhs_contracting_dimensions", list(dot.getLhsContractingDimensions())},
            {"rhs_contracting_dimensions", list(dot.getRhsContractingDimensions())}};
  if (auto gather = op->getAttrOfType<stablehlo::GatherDimensionNumbersAttr>("dimension_numbers"))
    return {{"offset_dims", list(gather.getOffsetDims())},
            {"collapsed_slice_dims", list(gather.getCollapsedSliceDims())},
            {"operand_batching_dims", list(gather.getOperandBatchingDims())},
            {"start_indices_batching_dims", list(gather.getStartIndicesBatchingDims())},
            {"start_index_map", list(gather.getStartIndexMap())},
            {"index_vector_dim", {gather.getIndexVectorDim()}}};
  if (auto scatter =
          op->getAttrOfType<stablehlo::ScatterDimensionNumbersAttr>("scatter_dimension_numbers"))
    return {{"update_window_dims", list(scatter.getUpdateWindowDims())},
            {"inserted_window_dims", list(scatter.getInsertedWindowDims())},
            {"input_batching_dims", list(scatter.getInputBatchingDims())},
            {"scatter_indices_batching_dims", list(scatter.getScatterIndicesBatchingDims())},
            {"scatter_dims_to_operand_dims", list(scatter.getScatterDimsToOperandDims())},
            {"index_vector_dim", {scatter.getIndexVectorDim()}}};
  if (auto conv = op->getAttrOfType<stablehlo::ConvDimensionNumbersAttr>("dimension_numbers"))
    return {{"input_batch_dimension", {conv.getInputBatchDimension()}},
            {"input_feature_dimension", {conv.getInputFeatureDimension()}},
            {"input_spatial_dimensions", list(conv.getInputSpatialDimensions())},
            {"kernel_input_feature_dimension", {conv.getKernelInputFeatureDimension()}},
            {"kernel_output_feature_dimension", {conv.getKernelOutputFeatureDimension()}},
            {"kernel_spatial_dimensions", list(conv.getKernelSpatialDimensions())},
            {"output_batch_dimension", {conv.getOutputBatchDimension()}},
            {"output_feature_dimension", {conv.getOutputFeatureDimension()}},
            {"output_spatial_dimensions", list(conv.getOutputSpatialDimensions())}};
  return {};
}

/// What a list of numbers per dimension is where it is left out.
std::optional<int64_t> default_number(std::string_view key) {
  for (std::string_view ones : {"window_strides", "lhs_dilation", "rhs_dilation", "base_dilations",
                                "window_dilations", "window_dimensions"})
    if (key == ones) return 1;
  return std::nullopt;
}

/// An op that is being read.
struct Reading {
  const Source& source;
  mlir::Operation* op;
  Location where;
  Fields fields = dimension_numbers(op);

  std::string name() const { return "'" + op->getName().getStringRef().str() + "'"; }

  TensorType result_type() const {
    if (op->getNumResults() != 1) throw BadInput(name() + " has one result", where);
    return tensor_type(op->getResult(0).getType(), where);
  }
  TensorType operand_type(unsigned i) const {
    if (op->getNumOperands() <= i)
      throw BadInput(name() + " has more than " + std::to_string(i) + " operands", where);
    return tensor_type(op->getOperand(i).getType(), where);
  }
  mlir::Attribute attr(std::string_view key) const {
    return op->getAttr(llvm::StringRef(key.data(), key.size()));
  }
  /// An attribute that must be there, of class `T`.
  template <class T>
  T attribute(std::string_view key, const char* kind) const {
    auto typed = llvm::dyn_cast_or_null<T>(attr(key));
    if (!typed)
      throw BadInput(name() + " needs attribute '" + std::string(key) + "', " + kind, where);
    return typed;
  }
  const std::vector<int64_t>* field(std::string_view key) const {
    const auto found = fields.find(key);
    return found == fields.end() ? nullptr : &found->second;
  }

  // One overload for each type of an attribute's member; `member` keeps its value where an attribute
  // that may be left out is.

  void read(std::string_view key, int64_t& member) const {
    if (const auto* found = field(key)) {
      member = found->at(0);
      return;
    }
    if (key == "dimension" && !attr(key) && llvm::isa<stablehlo::SortOp>(op)) return;
    const llvm::APInt value = attribute<mlir::IntegerAttr>(key, "an integer").getValue();
    if (value.getSignificantBits() > 64)
      throw BadInput(name() + ": attribute '" + std::string(key) + "' exceeds 64 bits", where);
    member = value.getSExtValue();
  }
  void read(std::string_view key, bool& member) const {
    if (attr(key)) member = attribute<mlir::BoolAttr>(key, "true or false").getValue();
  }
  void read(std::string_view key, double& member) const {
    member = attribute<mlir::FloatAttr>(key, "a float").getValue().convertToDouble();
    // an op would not be equal to itself
    if (std::isnan(member)) throw Unsupported(name() + ": '" + std::string(key) + "' is no number", where);
  }

  void read(std::string_view key, std::vector<int64_t>& member) const {
    if (key == "result_shape") member = result_type().shape;
    else if (const auto* found = field(key)) member = *found;
    else if (auto dims = plain_dot(key)) member = *dims;
    else if (key == "padding_low" || key == "padding_high") member = padding(key == "padding_high");
    else if (key == "window_reversal") member = reversal();
    else if (key == "slice_sizes" && llvm::isa<stablehlo::DynamicGatherOp>(op)) member.clear();
    else if (auto number = default_number(key); number && !attr(key))
      member.assign(window_rank(), *number);
    else member = numbers(key);
  }
  std::vector<int64_t> numbers(std::string_view key) const {
    auto values = integers(attribute<mlir::Attribute>(key, "a list of 64-bit integers"));
    if (!values)
      throw BadInput(name() + ": attribute '" + std::string(key) +
                         "' is not a list of 64-bit integers", where);
    return *values;
  }
  /// Dimensions that a window has.
  size_t window_rank() const {
    if (const auto* spatial = field("input_spatial_dimensions")) return spatial->size();
    return operand_type(0).shape.size();
  }
  /// A column of `padding`, which has two numbers for each dimension.
  std::vector<int64_t> padding(bool high) const {
    const size_t rank = window_rank();
    if (!attr("padding")) return std::vector<int64_t>(rank, 0);
    auto pairs = attribute<mlir::DenseIntElementsAttr>("padding", "pairs of 64-bit integers");
    const auto shape = pairs.getType().getShape();
    // an empty list has no second dimension to speak of
    if (rank == 0 && pairs.getNumElements() == 0) return {};
    if (!pairs.getElementType().isInteger(64) || shape.size() != 2 || shape[1] != 2 ||
        shape[0] != static_cast<int64_t>(rank))
      throw BadInput(name() + " needs a padding of " + std::to_string(rank) +
                         " pairs of 64-bit integers, found " + text_of(pairs.getType()), where);
    const auto values = pairs.getValues<int64_t>();
    std::vector<int64_t> column;
    for (size_t d = 0; d < rank; ++d) column.push_back(values[2 * d + (high ? 1 : 0)]);
    return column;
  }
  std::vector<int64_t> reversal() const {
    mlir::Attribute flags = attr("window_reversal");
    if (!flags) return std::vector<int64_t>(window_rank(), 0);
    if (!dialects::is_flags(flags))
      throw BadInput(name() + ": 'window_reversal' is not a list of truth values", where);
    const llvm::SmallVector<bool> values = dialects::flags(flags);
    return {values.begin(), values.end()};
  }
  void read(std::string_view, WindowLists& member) const {
    read("window_dimensions", member.size);
    read("window_strides", member.stride);
    read("padding_low", member.low);
    read("padding_high", member.high);
    read("base_dilations", member.base);
    read("window_dilations", member.dilation);
  }

  void read(std::string_view, ElementType& member) const { member = result_type().element; }

  void read(std::string_view key, Literal& member) const {
    member = literal(attribute<mlir::Attribute>(key, "a constant"), where);
  }

  void read(std::string_view key, ComparisonDirection& member) const {
    const auto direction =
        attribute<stablehlo::ComparisonDirectionAttr>(key, "EQ, NE, GE, GT, LE or LT");
    const llvm::StringRef spelling = stablehlo::stringifyComparisonDirection(direction.getValue());
    for (size_t i = 0; i < std::size(comparison_names); ++i)
      if (spelling == llvm::StringRef(comparison_names[i]))
        member = static_cast<ComparisonDirection>(i);
  }
  /// Floats alone have a total order of their own.
  void read(std::string_view, ComparisonOrder& member) const {
    auto type = op->getAttrOfType<stablehlo::ComparisonTypeAttr>("compare_type");
    if (type && type.getValue() == stablehlo::ComparisonType::TOTALORDER &&
        op->getNumOperands() > 0 && is_float(operand_type(0).element))
      member = ComparisonOrder::Total;
  }
  void read(std::string_view key, FftType& member) const {
    const auto type = attribute<stablehlo::FftTypeAttr>(key, "FFT, IFFT, RFFT or IRFFT");
    member = static_cast<FftType>(type.getValue());
  }
  void read(std::string_view key, TransposeA& member) const {
    const auto attr =
        attribute<stablehlo::TransposeAttr>(key, "NO_TRANSPOSE, TRANSPOSE or ADJOINT");
    switch (attr.getValue()) {
      case stablehlo::Transpose::NO_TRANSPOSE: member = TransposeA::None; return;
      case stablehlo::Transpose::TRANSPOSE: member = TransposeA::Transpose; return;
      case stablehlo::Transpose::ADJOINT: member = TransposeA::Adjoint; return;
      case stablehlo::Transpose::TRANSPOSE_INVALID: break;
    }
    throw BadInput(name() + ": TRANSPOSE_INVALID says nothing", where);
  }
  /// A region; select_and_scatter has two.
  void read(std::string_view key, ScalarBody& member) const {
    const unsigned regions = key == "select" || key == "scatter" ? 2 : 1;
    if (op->getNumRegions() != regions)
      throw BadInput(name() + (regions == 1 ? " needs one region" : " needs two regions"), where);
    member = read_body(source, op->getRegion(key == "scatter" ? 1 : 0), where);
  }
  /// Reduce is read by `read_reduce`.
  void read(std::string_view, Monoid&) const { throw Crash("a monoid as an attribute"); }

  /// `stablehlo.dot` stands for the plain dot_general.
  std::optional<std::vector<int64_t>> plain_dot(std::string_view key) const {
    if (op->getName().getStringRef() != "stablehlo.dot") return std::nullopt;
    if (key.ends_with("batching_dimensions")) return std::vector<int64_t>{};
    if (key == "rhs_contracting_dimensions") return std::vector<int64_t>{0};
    if (key != "lhs_contracting_dimensions") return std::nullopt;
    return std::vector<int64_t>{operand_type(0).rank() - 1};
  }
};

/// `T` with its attributes.
template <class T>
Op read_as(const Reading& reading) {
  T op;
  boost::hana::for_each(T::attributes(),
                        [&](auto a) { reading.read(a.name, op.*(a.member)); });
  return op;
}

/// A reduction by one of the monoids is one; any other is a fold.
Op read_reduce(const Reading& reading) {
  const Op general = read_as<VariadicReduce>(reading);
  const auto& fold = *general.get_if<VariadicReduce>();
  // one that computes in a wider type is none: Reduce converts nothing
  if (reading.op->getNumOperands() == 2)
    if (const auto m = monoid_of(fold.body))
      if (reading.operand_type(0).element == fold.body.params[0]) return Reduce{fold.dims, *m};
  return general;
}

/// An algorithm may say again what the types say; one that rounds the operands or the sums is not modelled.
Op read_dot_general(const Reading& reading) {
  if (auto a = reading.op->getAttrOfType<stablehlo::DotAlgorithmAttr>("algorithm")) {
    const auto is_type_of = [&](mlir::Type t, ElementType e) { return t == to_mlir(reading.op->getContext(), e); };
    const bool is_plain = is_type_of(a.getLhsPrecisionType(), reading.operand_type(0).element) &&
                          is_type_of(a.getRhsPrecisionType(), reading.operand_type(1).element) &&
                          is_type_of(a.getAccumulationType(), reading.result_type().element) && a.getLhsComponentCount() == 1 &&
                          a.getRhsComponentCount() == 1 && a.getNumPrimitiveOperations() == 1 && !a.getAllowImpreciseAccumulation();
    if (!is_plain)
      throw Unsupported(reading.name() + ": an 'algorithm' that calculates in other types than the operands' and the result's", reading.where);
  }
  return read_as<DotGeneral>(reading);
}

using Reader = Op (*)(const Reading&);

/// How to read each op, by its name in MLIR.
const std::unordered_map<std::string, Reader>& readers() {
  static const std::unordered_map<std::string, Reader> table = [] {
    std::unordered_map<std::string, Reader> t;
    for_each_op([&](const auto& op) {
      using T = std::decay_t<decltype(op)>;
      t[full_name<T>()] = &read_as<T>;
    });
    t["stablehlo.reduce"] = &read_reduce;  // Reduce or VariadicReduce
    t["stablehlo.dot_general"] = &read_dot_general;
    t["chlo.tan"] = &read_as<Tan>;
    t["chlo.constant"] = &read_as<Constant>;
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

}  // namespace

std::optional<Op> read_op(const Source& source, mlir::Operation* op) {
  const auto& table = readers();
  const auto reader = table.find(op->getName().getStringRef().str());
  if (reader == table.end()) return std::nullopt;
  return boolean_meaning(reader->second({source, op, source.location(op)}), op);
}

std::optional<Op> read_static_op(const Source& source, mlir::Operation* op) {
  const Reading reading{source, op, source.location(op)};
  if (llvm::isa<stablehlo::DynamicGatherOp>(op)) return read_as<Gather>(reading);
  if (llvm::isa<stablehlo::DynamicConvOp>(op)) return read_as<Convolution>(reading);
  return std::nullopt;
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
