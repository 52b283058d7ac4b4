#include "mlir_bridge/ir_builder.h"

#include <map>
#include <set>

#include "mlir/AsmParser/AsmParser.h"
#include "mlir_bridge/convert.h"
#include "mlir_bridge/dialects.h"
#include "mlir_bridge/source.h"
#include "mlir_bridge/value_names.h"

namespace partir::bridge {

namespace stablehlo = dialects::stablehlo;

IrBuilder::IrBuilder(const PrintOptions& options)
    : options_(options), context_(make_context()), builder_(context_.get()),
      module_(mlir::ModuleOp::create(mlir::UnknownLoc::get(context_.get()))) {
  builder_.setInsertionPointToEnd(module_->getBody());
}

mlir::NamedAttribute IrBuilder::attr(llvm::StringRef name, mlir::Attribute value) {
  return {builder_.getStringAttr(name), value};
}

mlir::RankedTensorType IrBuilder::type(const TensorType& type) {
  return to_mlir(context(), type);
}

mlir::Location IrBuilder::loc(const Location& where) {
  if (!options_.locations || where.name().empty()) return builder_.getUnknownLoc();
  return mlir::NameLoc::get(builder_.getStringAttr(where.name()));
}

//===--------------------------------------------------------------------------------------------===
// Carried attributes
//===--------------------------------------------------------------------------------------------===

/// Text that cannot be read on its own (it names a resource of its file) is carried as a string.
mlir::Attribute IrBuilder::parse(const std::string& text) {
  mlir::ScopedDiagnosticHandler quiet(context(), [](mlir::Diagnostic&) { return mlir::success(); });
  mlir::Attribute attr = mlir::parseAttribute(text, context());
  return attr ? attr : builder_.getStringAttr(text);
}

std::vector<mlir::NamedAttribute> IrBuilder::parse(const CarriedAttributes& attributes,
                                                   Carry what) {
  std::vector<mlir::NamedAttribute> parsed;
  for (const auto& [name, text] : attributes) {
    if (what == Carry::NoShardings && llvm::StringRef(name).starts_with("sdy.")) continue;
    if (!name.empty()) parsed.push_back(attr(name, parse(text)));
  }
  return parsed;
}

void IrBuilder::set_module(const Mesh& mesh, const CarriedAttributes& attributes) {
  mesh_ = mesh;
  for (mlir::NamedAttribute a : parse(attributes, Carry::All))
    module_->getOperation()->setAttr(a.getName(), a.getValue());
}

void IrBuilder::carry(mlir::func::FuncOp function, const std::vector<CarriedAttributes>& params,
                      const std::vector<CarriedAttributes>& results, Carry what,
                      const std::vector<mlir::NamedAttribute>& more_for_params,
                      const std::vector<mlir::NamedAttribute>& more_for_results) {
  std::vector<llvm::StringRef> meshes;
  auto note_mesh = [&](mlir::Attribute attr) {
    auto sharding = llvm::dyn_cast<dialects::sdy::TensorShardingAttr>(attr);
    auto symbol = sharding ? llvm::dyn_cast<mlir::FlatSymbolRefAttr>(sharding.getMeshOrRef())
                           : mlir::FlatSymbolRefAttr();
    if (symbol && !llvm::is_contained(meshes, symbol.getValue()))
      meshes.push_back(symbol.getValue());
  };
  // All at once: setting them one by one copies the list each time.
  auto dictionaries = [&](const std::vector<CarriedAttributes>& carried,
                          const std::vector<mlir::NamedAttribute>& more, unsigned count) {
    llvm::SmallVector<mlir::DictionaryAttr> all;
    for (unsigned i = 0; i < count; ++i) {
      mlir::NamedAttrList attrs;
      if (i < carried.size())
        for (mlir::NamedAttribute a : parse(carried[i], what)) {
          attrs.set(a.getName(), a.getValue());
          note_mesh(a.getValue());
        }
      if (i < more.size()) attrs.set(more[i].getName(), more[i].getValue());
      all.push_back(attrs.getDictionary(context()));
    }
    return all;
  };
  function.setAllArgAttrs(dictionaries(params, more_for_params, function.getNumArguments()));
  function.setAllResultAttrs(dictionaries(results, more_for_results, function.getNumResults()));
  mlir::OpBuilder::InsertionGuard guard(builder_);
  builder_.setInsertionPoint(function);
  llvm::SmallVector<mlir::StringAttr> names;
  llvm::SmallVector<int64_t> sizes;
  for (const auto& [axis, size] : mesh_.axes()) {
    names.push_back(builder_.getStringAttr(axis.name()));
    sizes.push_back(size);
  }
  for (llvm::StringRef mesh : meshes)
    create("sdy.mesh", {}, {},
           {attr("sym_name", builder_.getStringAttr(mesh)),
            attr("mesh", dialects::sdy::MeshAttr::get(context(), names, sizes, {}))});
}

//===--------------------------------------------------------------------------------------------===
// The function
//===--------------------------------------------------------------------------------------------===

mlir::func::FuncOp IrBuilder::start_function(const std::string& name,
                                             const std::vector<Value>& values,
                                             const std::vector<ValueId>& params,
                                             const std::vector<TensorType>& results,
                                             const Location& where) {
  llvm::SmallVector<mlir::Type> param_types, result_types;
  llvm::SmallVector<mlir::Location> param_locs;
  for (ValueId x : params) {
    param_types.push_back(type(values.at(x).type));
    param_locs.push_back(loc(values.at(x).location));
  }
  for (const TensorType& t : results) result_types.push_back(type(t));
  auto function = builder_.create<mlir::func::FuncOp>(
      loc(where), name, builder_.getFunctionType(param_types, result_types));
  mlir::Block& block = function.getBody().emplaceBlock();
  block.addArguments(param_types, param_locs);
  names_ = &values;
  values_.assign(values.size(), {});
  for (size_t i = 0; i < params.size(); ++i) bind(params[i], block.getArgument(i));
  builder_.setInsertionPointToEnd(&block);
  return function;
}

void IrBuilder::finish_function(std::span<const ValueId> results) {
  create("func.return", values(results), {});
}

mlir::Value IrBuilder::value(ValueId x) const {
  if (x >= values_.size() || !values_[x])
    throw Crash("printing a program that uses value " + std::to_string(x) +
                (x < values_.size() ? " (%" + (*names_)[x].name.str() + ")" : "") +
                " before anything defines it");
  return values_[x];
}

std::vector<mlir::Value> IrBuilder::values(std::span<const ValueId> xs) const {
  std::vector<mlir::Value> result;
  for (ValueId x : xs) result.push_back(value(x));
  return result;
}

//===--------------------------------------------------------------------------------------------===
// Ops
//===--------------------------------------------------------------------------------------------===

mlir::Operation* IrBuilder::create(llvm::StringRef name, llvm::ArrayRef<mlir::Value> operands,
                                   llvm::ArrayRef<mlir::Type> results,
                                   llvm::ArrayRef<mlir::NamedAttribute> attrs,
                                   std::unique_ptr<mlir::Region> region, const Location& where) {
  mlir::OperationState state(loc(where), name, operands, results, attrs);
  if (region) state.addRegion(std::move(region));
  return builder_.create(state);
}

std::unique_ptr<mlir::Region> IrBuilder::reducer(Monoid monoid, ElementType element) {
  return body(monoid_body(monoid, element));
}

namespace {

/// The name in MLIR of the op that applies each scalar function to operands of one type.
const std::map<ScalarFn, std::string>& op_names() {
  static const std::map<ScalarFn, std::string> table = [] {
    std::map<ScalarFn, std::string> t;
    for_each_op([&](const auto& op) {
      using T = std::decay_t<decltype(op)>;
      if constexpr (requires { T::fn; }) t.emplace(T::fn, full_name<T>());
    });
    t.emplace(ScalarFn::Bitcast, full_name<BitcastConvert>());
    t.emplace(ScalarFn::Convert, full_name<Convert>());
    t.emplace(ScalarFn::Select, full_name<Select>());
    return t;
  }();
  return table;
}

}  // namespace

std::unique_ptr<mlir::Region> IrBuilder::body(const ScalarBody& body) {
  auto region = std::make_unique<mlir::Region>();
  mlir::Block& block = region->emplaceBlock();
  const mlir::Location unknown = builder_.getUnknownLoc();
  for (ElementType e : body.params) block.addArgument(type({{}, e}), unknown);
  mlir::OpBuilder::InsertionGuard guard(builder_);
  builder_.setInsertionPointToEnd(&block);
  std::vector<mlir::Value> values;
  for (const Node& n : body.nodes) {
    if (const auto* read = std::get_if<ReadNode>(&n.expr)) {
      values.push_back(block.getArgument(static_cast<unsigned>(read->operand)));
      continue;
    }
    if (const auto* l = std::get_if<LiteralNode>(&n.expr)) {
      values.push_back(create(Op(Constant{*l->literal}), {}, {type({{}, n.element})}, {})->getResult(0));
      continue;
    }
    const auto& apply = std::get<ApplyNode>(n.expr);
    llvm::SmallVector<mlir::Value> args;
    for (int a : apply.args) args.push_back(values[a]);
    std::optional<Op> compare;
    for (size_t d = 0; d < std::size(comparison_names); ++d)
      if (const Compare c{static_cast<ComparisonDirection>(d)}; c.fn() == apply.fn) compare = c;
    if (apply.fn == ScalarFn::TotalLe)
      compare = Compare{ComparisonDirection::LE, ComparisonOrder::Total};
    if (compare) {
      values.push_back(create(*compare, args, {type({{}, n.element})}, {})->getResult(0));
      continue;
    }
    const auto name = op_names().find(apply.fn);
    if (name == op_names().end())
      throw Unsupported("printing a body that applies " + std::string(partir::name(apply.fn)), {});
    values.push_back(
        create(llvm::StringRef(name->second), args, {type({{}, n.element})})->getResult(0));
  }
  llvm::SmallVector<mlir::Value> results;
  for (int r : body.results) results.push_back(values[r]);
  create("stablehlo.return", results, {});
  return region;
}

namespace {

/// An op's attributes on their way into MLIR: one overload for each type of an attribute's member.
struct Writing {
  IrBuilder& to;
  ElementType operand_element;  ///< of the first operand, for the region of a reduction
  std::vector<mlir::NamedAttribute> attrs;
  std::map<std::string_view, std::vector<int64_t>> fields;  ///< of dimension numbers, and paddings
  std::vector<std::unique_ptr<mlir::Region>> regions;

  void add(std::string_view name, mlir::Attribute value) {
    attrs.push_back(to.attr({name.data(), name.size()}, value));
  }
  /// Whether a list or a number stands in an attribute of several (`finish` puts them together).
  static bool is_field(std::string_view name) {
    static const std::set<std::string_view> names = {
        "lhs_batching_dimensions", "rhs_batching_dimensions", "lhs_contracting_dimensions",
        "rhs_contracting_dimensions", "offset_dims", "collapsed_slice_dims",
        "operand_batching_dims", "start_indices_batching_dims", "start_index_map",
        "index_vector_dim", "update_window_dims", "inserted_window_dims", "input_batching_dims",
        "scatter_indices_batching_dims", "scatter_dims_to_operand_dims", "input_batch_dimension",
        "input_feature_dimension", "input_spatial_dimensions", "kernel_input_feature_dimension",
        "kernel_output_feature_dimension", "kernel_spatial_dimensions", "output_batch_dimension",
        "output_feature_dimension", "output_spatial_dimensions", "padding_low", "padding_high"};
    return names.count(name) != 0;
  }
  void write(std::string_view name, int64_t member) {
    if (is_field(name)) fields[name] = {member};
    else if (name.ends_with("_bits"))  // StableHLO has them in 32
      add(name, to.builder().getI32IntegerAttr(static_cast<int32_t>(member)));
    else add(name, to.builder().getI64IntegerAttr(member));
  }
  void write(std::string_view name, bool member) { add(name, to.builder().getBoolAttr(member)); }
  void write(std::string_view name, double member) {
    add(name, to.builder().getF32FloatAttr(static_cast<float>(member)));
  }
  void write(std::string_view name, const std::vector<int64_t>& member) {
    if (name == "result_shape") return;  // stands in the result type
    if (is_field(name)) fields[name] = member;
    else if (name == "window_reversal")
      add(name, to.builder().getDenseBoolArrayAttr(llvm::SmallVector<bool>(member.begin(), member.end())));
    else add(name, to.builder().getDenseI64ArrayAttr(member));
  }
  void write(std::string_view, const WindowLists& member) {
    write("window_dimensions", member.size);
    write("window_strides", member.stride);
    write("padding_low", member.low);
    write("padding_high", member.high);
    write("base_dilations", member.base);
    write("window_dilations", member.dilation);
  }
  void write(std::string_view, const ScalarBody& member) { regions.push_back(to.body(member)); }
  void write(std::string_view name, FftType member) {
    add(name, stablehlo::FftTypeAttr::get(to.context(), static_cast<stablehlo::FftType>(member)));
  }
  void write(std::string_view name, TransposeA member) {
    constexpr stablehlo::Transpose transposes[] = {stablehlo::Transpose::NO_TRANSPOSE,
                                                   stablehlo::Transpose::TRANSPOSE,
                                                   stablehlo::Transpose::ADJOINT};
    add(name, stablehlo::TransposeAttr::get(to.context(), transposes[static_cast<size_t>(member)]));
  }
  void write(std::string_view, ElementType) {}  // stands in the result type
  void write(std::string_view name, const Literal& member) {
    add(name, to_mlir(to.context(), member));
  }
  void write(std::string_view name, ComparisonDirection member) {
    const std::string_view spelling = comparison_names[static_cast<size_t>(member)];
    add(name, stablehlo::ComparisonDirectionAttr::get(
                  to.context(), *stablehlo::symbolizeComparisonDirection(
                                    llvm::StringRef(spelling.data(), spelling.size()))));
  }
  void write(std::string_view name, ComparisonOrder member) {
    if (member == ComparisonOrder::Total)
      add(name, stablehlo::ComparisonTypeAttr::get(to.context(),
                                                   stablehlo::ComparisonType::TOTALORDER));
  }
  void write(std::string_view, Monoid member) {
    regions.push_back(to.reducer(member, operand_element));
  }

  /// Puts the fields together in their attributes.
  void finish() {
    auto list = [&](std::string_view name) -> llvm::ArrayRef<int64_t> {
      const auto found = fields.find(name);
      return found == fields.end() ? llvm::ArrayRef<int64_t>() : llvm::ArrayRef(found->second);
    };
    auto number = [&](std::string_view name) { return list(name).empty() ? 0 : list(name)[0]; };
    mlir::MLIRContext* context = to.context();
    if (fields.count("lhs_contracting_dimensions"))
      add("dot_dimension_numbers",
          stablehlo::DotDimensionNumbersAttr::get(
              context, list("lhs_batching_dimensions"), list("rhs_batching_dimensions"),
              list("lhs_contracting_dimensions"), list("rhs_contracting_dimensions")));
    if (fields.count("offset_dims"))
      add("dimension_numbers",
          stablehlo::GatherDimensionNumbersAttr::get(
              context, list("offset_dims"), list("collapsed_slice_dims"),
              list("operand_batching_dims"), list("start_indices_batching_dims"),
              list("start_index_map"), number("index_vector_dim")));
    if (fields.count("update_window_dims"))
      add("scatter_dimension_numbers",
          stablehlo::ScatterDimensionNumbersAttr::get(
              context, list("update_window_dims"), list("inserted_window_dims"),
              list("input_batching_dims"), list("scatter_indices_batching_dims"),
              list("scatter_dims_to_operand_dims"), number("index_vector_dim")));
    if (fields.count("input_batch_dimension"))
      add("dimension_numbers",
          stablehlo::ConvDimensionNumbersAttr::get(
              context, number("input_batch_dimension"), number("input_feature_dimension"),
              list("input_spatial_dimensions"), number("kernel_input_feature_dimension"),
              number("kernel_output_feature_dimension"), list("kernel_spatial_dimensions"),
              number("output_batch_dimension"), number("output_feature_dimension"),
              list("output_spatial_dimensions")));
    if (fields.count("padding_low")) {
      llvm::SmallVector<int64_t> pairs;
      for (size_t d = 0; d < list("padding_low").size(); ++d) {
        pairs.push_back(list("padding_low")[d]);
        pairs.push_back(list("padding_high")[d]);
      }
      const auto type = mlir::RankedTensorType::get(
          {static_cast<int64_t>(pairs.size()) / 2, 2}, to.builder().getI64Type());
      add("padding", mlir::DenseIntElementsAttr::get(type, pairs));
    }
  }
};

}  // namespace

mlir::Operation* IrBuilder::create(const Op& op, llvm::ArrayRef<mlir::Value> operands,
                                   llvm::ArrayRef<mlir::Type> results, const Location& where) {
  const ElementType element =
      operands.empty() ? ElementType::F32 : tensor_type(operands[0].getType(), where).element;
  Writing writing{*this, element, {}, {}, {}};
  op.visit([&](const auto& o) {
    boost::hana::for_each(std::decay_t<decltype(o)>::attributes(),
                          [&](auto a) { writing.write(a.name, o.*(a.member)); });
  });
  writing.finish();
  mlir::OperationState state(loc(where), op.full_name(), operands, results, writing.attrs);
  for (std::unique_ptr<mlir::Region>& region : writing.regions) state.addRegion(std::move(region));
  return builder_.create(state);
}

std::string IrBuilder::print() {
  // Ill-typed programs are printed as they are, not in the form for broken IR.
  mlir::OpPrintingFlags flags;
  flags.assumeVerified();
  if (options_.locations) flags.enableDebugInfo(true, /*prettyForm=*/false);
  std::string text;
  llvm::raw_string_ostream stream(text);
  module_->print(stream, flags);
  if (text.empty() || text.back() != '\n') text += '\n';
  llvm::DenseMap<mlir::Value, std::string> names = other_names_;
  for (size_t x = 0; x < values_.size(); ++x)
    if (values_[x]) names[values_[x]] = (*names_)[x].name;
  return with_value_names(text, *module_, names);
}

}  // namespace partir::bridge
