#include "mlir_bridge/ir_builder.h"

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
  if (!options_.locations || where.name.empty()) return builder_.getUnknownLoc();
  return mlir::NameLoc::get(builder_.getStringAttr(where.name));
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
    names.push_back(builder_.getStringAttr(axis));
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

void IrBuilder::finish_function(const std::vector<ValueId>& results) {
  create("func.return", values(results), {});
}

mlir::Value IrBuilder::value(ValueId x) const {
  if (x >= values_.size() || !values_[x])
    throw Crash("printing a program that uses value " + std::to_string(x) +
                (x < values_.size() ? " (%" + (*names_)[x].name + ")" : "") +
                " before anything defines it");
  return values_[x];
}

std::vector<mlir::Value> IrBuilder::values(const std::vector<ValueId>& xs) const {
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
  constexpr const char* names[] = {"stablehlo.add",     "stablehlo.multiply", "stablehlo.maximum",
                                   "stablehlo.minimum", "stablehlo.and",      "stablehlo.or"};
  auto region = std::make_unique<mlir::Region>();
  mlir::Block& block = region->emplaceBlock();
  const mlir::Type scalar = type({{}, element});
  const mlir::Location unknown = builder_.getUnknownLoc();
  block.addArguments({scalar, scalar}, {unknown, unknown});
  mlir::OpBuilder::InsertionGuard guard(builder_);
  builder_.setInsertionPointToEnd(&block);
  mlir::Operation* op = create(names[static_cast<size_t>(monoid)],
                               {block.getArgument(0), block.getArgument(1)}, {scalar});
  create("stablehlo.return", {op->getResult(0)}, {});
  return region;
}

namespace {

/// An op's attributes on their way into MLIR: one overload for each type of an attribute's member.
struct Writing {
  IrBuilder& to;
  ElementType operand_element;  ///< of the first operand, for the region of a reduction
  std::vector<mlir::NamedAttribute> attrs;
  std::vector<std::pair<std::string_view, std::vector<int64_t>>> dot_dimensions;
  std::unique_ptr<mlir::Region> region;

  void add(std::string_view name, mlir::Attribute value) {
    attrs.push_back(to.attr({name.data(), name.size()}, value));
  }
  void write(std::string_view name, int64_t member) {
    if (name.ends_with("_bits"))  // StableHLO has them in 32
      add(name, to.builder().getI32IntegerAttr(static_cast<int32_t>(member)));
    else
      add(name, to.builder().getI64IntegerAttr(member));
  }
  void write(std::string_view name, const std::vector<int64_t>& member) {
    if (name == "result_shape") return;  // stands in the result type
    if (name.starts_with("lhs_") || name.starts_with("rhs_"))
      dot_dimensions.emplace_back(name, member);
    else
      add(name, to.builder().getDenseI64ArrayAttr(member));
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
  void write(std::string_view, Monoid member) { region = to.reducer(member, operand_element); }

  /// The four lists of a contraction stand in one attribute.
  void finish() {
    if (dot_dimensions.empty()) return;
    auto list = [&](std::string_view name) -> llvm::ArrayRef<int64_t> {
      for (const auto& [key, dims] : dot_dimensions)
        if (key == name) return dims;
      return {};
    };
    add("dot_dimension_numbers",
        stablehlo::DotDimensionNumbersAttr::get(
            to.context(), list("lhs_batching_dimensions"), list("rhs_batching_dimensions"),
            list("lhs_contracting_dimensions"), list("rhs_contracting_dimensions")));
  }
};

}  // namespace

mlir::Operation* IrBuilder::create(const Op& op, llvm::ArrayRef<mlir::Value> operands,
                                   llvm::ArrayRef<mlir::Type> results, const Location& where) {
  const ElementType element =
      operands.empty() ? ElementType::F32 : tensor_type(operands[0].getType(), where).element;
  Writing writing{*this, element, {}, {}, nullptr};
  op.visit([&](const auto& o) {
    boost::hana::for_each(std::decay_t<decltype(o)>::attributes(),
                          [&](auto a) { writing.write(a.name, o.*(a.member)); });
  });
  writing.finish();
  return create("stablehlo." + std::string(op.name()), operands, results, writing.attrs,
                std::move(writing.region), where);
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
