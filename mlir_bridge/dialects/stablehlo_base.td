// What all ops of the `stablehlo` surface syntax share: the dialect, its types and attributes, and
// the classes that ops derive from.
#ifndef PARTIR_STABLEHLO_BASE_TD
#define PARTIR_STABLEHLO_BASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def StablehloDialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::partir::dialects::stablehlo";
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
}

//===--------------------------------------------------------------------------------------------===
// Types and attributes
//===--------------------------------------------------------------------------------------------===

def StablehloTokenType : TypeDef<StablehloDialect, "Token"> {
  let mnemonic = "token";
  let summary = "token that orders side effects";
}

def StablehloFutureType : TypeDef<StablehloDialect, "Future"> {
  let mnemonic = "future";
  let summary = "future of an asynchronous op";
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$types);
  let assemblyFormat = "`<` $types `>`";
}

// A splat of a huge type is a short text that its readers would write out.
def IsWritable : CPred<"::partir::dialects::is_writable($_self)">;

// A list of integers, `array<i64: 1, 0>` or the older `dense<[1, 0]> : tensor<2xi64>`.
def DimsAttr : Attr<Or<[DenseI64ArrayAttr.predicate,
                        And<[I64ElementsAttr.predicate, IsWritable]>]>,
                    "list of 64-bit integers"> {
  let storageType = "::mlir::Attribute";
  let returnType = "::llvm::SmallVector<int64_t>";
  let convertFromStorage = "::partir::dialects::int64s($_self)";
  let constBuilderCall = "$_builder.getDenseI64ArrayAttr($0)";
}

// A list of truth values, `array<i1: true, false>` or the older `dense<[true, false]> : ..`.
def FlagsAttr : Attr<CPred<"::partir::dialects::is_flags($_self)">, "list of truth values"> {
  let storageType = "::mlir::Attribute";
  let returnType = "::llvm::SmallVector<bool>";
  let convertFromStorage = "::partir::dialects::flags($_self)";
}

// Integers in rows, such as the replicas of each group.
def TableAttr : ElementsAttrBase<And<[I64ElementsAttr.predicate, IsWritable]>,
                                 "table of 64-bit integers"> {
  let storageType = "::mlir::DenseIntElementsAttr";
  let returnType = "::mlir::DenseIntElementsAttr";
  let convertFromStorage = "$_self";
}

class Keyword<string text, int value> : I32EnumAttrCase<text, value>;

class KeywordEnum<string name, list<I32EnumAttrCase> cases> : I32EnumAttr<name, "", cases> {
  let cppNamespace = "::partir::dialects::stablehlo";
  let genSpecializedAttr = 0;
}

def ComparisonDirection : KeywordEnum<"ComparisonDirection", [
  Keyword<"EQ", 0>, Keyword<"NE", 1>, Keyword<"GE", 2>, Keyword<"GT", 3>, Keyword<"LE", 4>,
  Keyword<"LT", 5>]>;
def ComparisonType : KeywordEnum<"ComparisonType", [
  Keyword<"NOTYPE", 0>, Keyword<"FLOAT", 1>, Keyword<"TOTALORDER", 2>, Keyword<"SIGNED", 3>,
  Keyword<"UNSIGNED", 4>]>;
def Precision : KeywordEnum<"Precision", [
  Keyword<"DEFAULT", 0>, Keyword<"HIGH", 1>, Keyword<"HIGHEST", 2>]>;

def FftType : KeywordEnum<"FftType", [
  Keyword<"FFT", 0>, Keyword<"IFFT", 1>, Keyword<"RFFT", 2>, Keyword<"IRFFT", 3>]>;
def ResultAccuracyMode : KeywordEnum<"ResultAccuracyMode", [
  Keyword<"DEFAULT", 0>, Keyword<"HIGHEST", 1>, Keyword<"TOLERANCE", 2>]>;
def RngAlgorithm : KeywordEnum<"RngAlgorithm", [
  Keyword<"DEFAULT", 0>, Keyword<"THREE_FRY", 1>, Keyword<"PHILOX", 2>]>;
def RngDistribution : KeywordEnum<"RngDistribution", [
  Keyword<"UNIFORM", 1>, Keyword<"NORMAL", 2>]>;
def Transpose : KeywordEnum<"Transpose", [
  Keyword<"TRANSPOSE_INVALID", 0>, Keyword<"NO_TRANSPOSE", 1>, Keyword<"TRANSPOSE", 2>,
  Keyword<"ADJOINT", 3>]>;

def ComparisonDirectionAttr
    : EnumAttr<StablehloDialect, ComparisonDirection, "comparison_direction">;
def ComparisonTypeAttr : EnumAttr<StablehloDialect, ComparisonType, "comparison_type">;
def PrecisionAttr : EnumAttr<StablehloDialect, Precision, "precision">;
def FftTypeAttr : EnumAttr<StablehloDialect, FftType, "fft_type">;
def ResultAccuracyModeAttr
    : EnumAttr<StablehloDialect, ResultAccuracyMode, "result_accuracy_mode"> {
  let assemblyFormat = "`<` $value `>`";
}
def RngAlgorithmAttr : EnumAttr<StablehloDialect, RngAlgorithm, "rng_algorithm">;
def RngDistributionAttr : EnumAttr<StablehloDialect, RngDistribution, "rng_distribution">;
def TransposeAttr : EnumAttr<StablehloDialect, Transpose, "transpose">;
def PrecisionConfigAttr : TypedArrayAttrBase<PrecisionAttr, "precision per operand">;

// A bracketed list of integers inside an attribute; left out of the text when empty.
def DimList : OptionalArrayRefParameter<"int64_t"> {
  let parser = "::partir::dialects::parse_int64_list($_parser)";
  let printer = "::partir::dialects::print_int64_list($_printer, $_self)";
}

// The same, where an empty one is written too.
def WrittenDimList : ArrayRefParameter<"int64_t"> {
  let parser = "::partir::dialects::parse_int64_list($_parser)";
  let printer = "::partir::dialects::print_int64_list($_printer, $_self)";
}

class StablehloAttr<string name, string mnemonicText> : AttrDef<StablehloDialect, name> {
  let mnemonic = mnemonicText;
}

def ChannelHandleAttr : StablehloAttr<"ChannelHandle", "channel_handle"> {
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
  let assemblyFormat = "`<` struct(params) `>`";
}

def DotDimensionNumbersAttr : StablehloAttr<"DotDimensionNumbers", "dot"> {
  let parameters = (ins DimList:$lhs_batching_dimensions, DimList:$rhs_batching_dimensions,
                        DimList:$lhs_contracting_dimensions, DimList:$rhs_contracting_dimensions);
  let assemblyFormat = "`<` struct(params) `>`";
}

def DotAlgorithmAttr : StablehloAttr<"DotAlgorithm", "dot_algorithm"> {
  let parameters = (ins "::mlir::Type":$lhs_precision_type, "::mlir::Type":$rhs_precision_type,
                        "::mlir::Type":$accumulation_type, "int64_t":$lhs_component_count,
                        "int64_t":$rhs_component_count, "int64_t":$num_primitive_operations,
                        "bool":$allow_imprecise_accumulation);
  let assemblyFormat = "`<` struct(params) `>`";
}

// `1.000000e-05`; null where the text gives none, which means 0.
def Tolerance : OptionalParameter<"::mlir::FloatAttr"> {
  let parser = "::partir::dialects::parse_f64($_parser)";
  let printer = "$_printer.printFloat($_self.getValue())";
}

// Written out with its name, as StableHLO prints it.
def AccuracyMode : AttrParameter<"ResultAccuracyModeAttr", ""> {
  let printer = "$_printer.printAttribute($_self)";
}

def ResultAccuracyAttr : StablehloAttr<"ResultAccuracy", "result_accuracy"> {
  let parameters = (ins Tolerance:$atol, Tolerance:$rtol,
                        DefaultValuedParameter<"int64_t", "0">:$ulps,
                        AccuracyMode:$mode);
  let assemblyFormat = "`<` struct(params) `>`";
}

def GatherDimensionNumbersAttr : StablehloAttr<"GatherDimensionNumbers", "gather"> {
  let parameters = (ins DimList:$offset_dims, DimList:$collapsed_slice_dims,
                        DimList:$operand_batching_dims, DimList:$start_indices_batching_dims,
                        DimList:$start_index_map,
                        DefaultValuedParameter<"int64_t", "0">:$index_vector_dim);
  let assemblyFormat = "`<` struct(params) `>`";
}

def ScatterDimensionNumbersAttr : StablehloAttr<"ScatterDimensionNumbers", "scatter"> {
  let parameters = (ins DimList:$update_window_dims, DimList:$inserted_window_dims,
                        DimList:$input_batching_dims, DimList:$scatter_indices_batching_dims,
                        DimList:$scatter_dims_to_operand_dims,
                        DefaultValuedParameter<"int64_t", "0">:$index_vector_dim);
  let assemblyFormat = "`<` struct(params) `>`";
}

// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`, or `raw` and the fields by name.
def ConvDimensionNumbersAttr : StablehloAttr<"ConvDimensionNumbers", "conv"> {
  let parameters = (ins "int64_t":$input_batch_dimension, "int64_t":$input_feature_dimension,
                        DimList:$input_spatial_dimensions,
                        "int64_t":$kernel_input_feature_dimension,
                        "int64_t":$kernel_output_feature_dimension,
                        DimList:$kernel_spatial_dimensions, "int64_t":$output_batch_dimension,
                        "int64_t":$output_feature_dimension, DimList:$output_spatial_dimensions);
  let hasCustomAssemblyFormat = 1;
}

// In a tensor's type: the largest size of each dimension, `?` where the type has the size.
def TypeExtensionsAttr : StablehloAttr<"TypeExtensions", "bounds"> {
  let parameters = (ins ArrayRefParameter<"int64_t">:$bounds);
  let hasCustomAssemblyFormat = 1;
}

// The older spelling `#stablehlo.type_extensions<bounds = [4, ?]>` is read as `#stablehlo.bounds`.
def OldTypeExtensionsAttr : StablehloAttr<"OldTypeExtensions", "type_extensions"> {
  let hasCustomAssemblyFormat = 1;
}

def OutputOperandAliasAttr : StablehloAttr<"OutputOperandAlias", "output_operand_alias"> {
  let parameters = (ins WrittenDimList:$output_tuple_indices, "int64_t":$operand_index,
                        WrittenDimList:$operand_tuple_indices);
  let assemblyFormat = [{
    `<` `output_tuple_indices` `=` $output_tuple_indices `,` `operand_index` `=` $operand_index `,`
    `operand_tuple_indices` `=` $operand_tuple_indices `>`
  }];
}

//===--------------------------------------------------------------------------------------------===
// Op classes
//===--------------------------------------------------------------------------------------------===

class StablehloOp<string mnemonic, list<Trait> traits = []>
    : Op<StablehloDialect, mnemonic, traits>;

class Unary<string mnemonic> : StablehloOp<mnemonic, [Pure]> {
  let arguments = (ins AnyTensor:$operand);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` custom<OneTypeOrFunction>(type($operand), type($result))
  }];
}

// A function that is rarely computed exactly; the text may bound the error.
class Approximate<string mnemonic> : Unary<mnemonic> {
  let arguments = (ins AnyTensor:$operand, OptionalAttr<ResultAccuracyAttr>:$result_accuracy);
}

class Binary<string mnemonic> : StablehloOp<mnemonic, [Pure]> {
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` custom<OneTypeOrFunction>(type($lhs), type($rhs), type($result))
  }];
}

#endif // PARTIR_STABLEHLO_BASE_TD
