// The `stablehlo` surface syntax: ops, attributes and types as JAX and PyTorch/XLA print them.
//
// Only syntax lives here. Shape rules belong to semantics/ops, so these definitions constrain no
// shapes: a program that parses here may still be rejected there, with a rule name. To add an op,
// derive from Unary, Binary or StablehloOp, name inherent attributes as StableHLO does, and give
// an assemblyFormat built from the directives of assembly.h; without one the op has the generic
// form only.
#ifndef PARTIR_STABLEHLO_TD
#define PARTIR_STABLEHLO_TD

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
  let summary = "orders side effects";
}

// A list of integers, `array<i64: 1, 0>` or the older `dense<[1, 0]> : tensor<2xi64>`.
def DimsAttr : Attr<Or<[DenseI64ArrayAttr.predicate, I64ElementsAttr.predicate]>,
                    "list of 64-bit integers"> {
  let storageType = "::mlir::Attribute";
  let returnType = "::llvm::SmallVector<int64_t>";
  let convertFromStorage = "::partir::dialects::int64s($_self)";
  let constBuilderCall = "$_builder.getDenseI64ArrayAttr($0)";
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

def ComparisonDirectionAttr
    : EnumAttr<StablehloDialect, ComparisonDirection, "comparison_direction">;
def ComparisonTypeAttr : EnumAttr<StablehloDialect, ComparisonType, "comparison_type">;
def PrecisionAttr : EnumAttr<StablehloDialect, Precision, "precision">;
def PrecisionConfigAttr : TypedArrayAttrBase<PrecisionAttr, "precision per operand">;

// A bracketed list of integers inside an attribute; left out of the text when empty.
def DimList : OptionalArrayRefParameter<"int64_t"> {
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

class Binary<string mnemonic> : StablehloOp<mnemonic, [Pure]> {
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` custom<OneTypeOrFunction>(type($lhs), type($rhs), type($result))
  }];
}

//===--------------------------------------------------------------------------------------------===
// Elementwise
//===--------------------------------------------------------------------------------------------===

def Stablehlo_AbsOp : Unary<"abs">;
def Stablehlo_CbrtOp : Unary<"cbrt">;
def Stablehlo_CeilOp : Unary<"ceil">;
def Stablehlo_ConvertOp : Unary<"convert">;
def Stablehlo_CosineOp : Unary<"cosine">;
def Stablehlo_CountLeadingZerosOp : Unary<"count_leading_zeros">;
def Stablehlo_ExponentialMinusOneOp : Unary<"exponential_minus_one">;
def Stablehlo_ExponentialOp : Unary<"exponential">;
def Stablehlo_FloorOp : Unary<"floor">;
def Stablehlo_ImagOp : Unary<"imag">;
def Stablehlo_IsFiniteOp : Unary<"is_finite">;
def Stablehlo_LogOp : Unary<"log">;
def Stablehlo_LogPlusOneOp : Unary<"log_plus_one">;
def Stablehlo_LogisticOp : Unary<"logistic">;
def Stablehlo_NegateOp : Unary<"negate">;
def Stablehlo_NotOp : Unary<"not">;
def Stablehlo_PopcntOp : Unary<"popcnt">;
def Stablehlo_RealOp : Unary<"real">;
def Stablehlo_RoundNearestAfzOp : Unary<"round_nearest_afz">;
def Stablehlo_RoundNearestEvenOp : Unary<"round_nearest_even">;
def Stablehlo_RsqrtOp : Unary<"rsqrt">;
def Stablehlo_SignOp : Unary<"sign">;
def Stablehlo_SineOp : Unary<"sine">;
def Stablehlo_SqrtOp : Unary<"sqrt">;
def Stablehlo_TanOp : Unary<"tan">;
def Stablehlo_TanhOp : Unary<"tanh">;

def Stablehlo_AddOp : Binary<"add">;
def Stablehlo_AndOp : Binary<"and">;
def Stablehlo_Atan2Op : Binary<"atan2">;
// Only the result type is written; the parts have its element type's part.
def Stablehlo_ComplexOp : StablehloOp<"complex", [Pure]> {
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` custom<ComplexType>(type($lhs), type($rhs), type($result))
  }];
}
def Stablehlo_DivideOp : Binary<"divide">;
def Stablehlo_MaximumOp : Binary<"maximum">;
def Stablehlo_MinimumOp : Binary<"minimum">;
def Stablehlo_MultiplyOp : Binary<"multiply">;
def Stablehlo_OrOp : Binary<"or">;
def Stablehlo_PowerOp : Binary<"power">;
def Stablehlo_RemainderOp : Binary<"remainder">;
def Stablehlo_ShiftLeftOp : Binary<"shift_left">;
def Stablehlo_ShiftRightArithmeticOp : Binary<"shift_right_arithmetic">;
def Stablehlo_ShiftRightLogicalOp : Binary<"shift_right_logical">;
def Stablehlo_SubtractOp : Binary<"subtract">;
def Stablehlo_XorOp : Binary<"xor">;

def Stablehlo_CompareOp : StablehloOp<"compare", [Pure]> {
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs,
                       ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<ComparisonTypeAttr>:$compare_type);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def Stablehlo_SelectOp : StablehloOp<"select", [Pure]> {
  let arguments = (ins AnyTensor:$pred, AnyTensor:$on_true, AnyTensor:$on_false);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $pred `,` $on_true `,` $on_false attr-dict `:`
    custom<SelectTypes>(type($pred), type($on_true), type($on_false), type($result))
  }];
}

def Stablehlo_ClampOp : StablehloOp<"clamp", [Pure]> {
  let arguments = (ins AnyTensor:$min, AnyTensor:$operand, AnyTensor:$max);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict `:`
    custom<OneTypeOrFunction>(type($min), type($operand), type($max), type($result))
  }];
}

//===--------------------------------------------------------------------------------------------===
// Sources and movement of data
//===--------------------------------------------------------------------------------------------===

def Stablehlo_ConstantOp : StablehloOp<"constant", [
    Pure, ConstantLike, DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyTensor:$output);
  let assemblyFormat = "attr-dict custom<ConstantValue>($value, type($output))";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Stablehlo_IotaOp : StablehloOp<"iota", [Pure]> {
  let arguments = (ins I64Attr:$iota_dimension);
  let results = (outs AnyTensor:$output);
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
}

def Stablehlo_BroadcastInDimOp : StablehloOp<"broadcast_in_dim", [Pure]> {
  let arguments = (ins AnyTensor:$operand, DimsAttr:$broadcast_dimensions);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` custom<Dims>($broadcast_dimensions) attr-dict `:`
    functional-type(operands, results)
  }];
}

def Stablehlo_ReshapeOp : StablehloOp<"reshape", [Pure]> {
  let arguments = (ins AnyTensor:$operand);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_BitcastConvertOp : StablehloOp<"bitcast_convert", [Pure]> {
  let arguments = (ins AnyTensor:$operand);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_TransposeOp : StablehloOp<"transpose", [Pure]> {
  let arguments = (ins AnyTensor:$operand, DimsAttr:$permutation);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` custom<Dims>($permutation) attr-dict `:`
    functional-type(operands, results)
  }];
}

def Stablehlo_ReverseOp : StablehloOp<"reverse", [Pure]> {
  let arguments = (ins AnyTensor:$operand, DimsAttr:$dimensions);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` custom<Dims>($dimensions) attr-dict `:`
    custom<OneTypeOrFunction>(type($operand), type($result))
  }];
}

def Stablehlo_SliceOp : StablehloOp<"slice", [Pure]> {
  let arguments = (ins AnyTensor:$operand, DimsAttr:$start_indices, DimsAttr:$limit_indices,
                       DimsAttr:$strides);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides) attr-dict `:`
    functional-type(operands, results)
  }];
}

def Stablehlo_DynamicSliceOp : StablehloOp<"dynamic_slice", [Pure]> {
  let arguments = (ins AnyTensor:$operand, Variadic<AnyTensor>:$start_indices,
                       DimsAttr:$slice_sizes);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $operand `,` custom<OperandsEachComma>($start_indices) `sizes` `=` custom<Dims>($slice_sizes)
    attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_DynamicUpdateSliceOp : StablehloOp<"dynamic_update_slice", [Pure]> {
  let arguments = (ins AnyTensor:$operand, AnyTensor:$update, Variadic<AnyTensor>:$start_indices);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_PadOp : StablehloOp<"pad", [Pure]> {
  let arguments = (ins AnyTensor:$operand, AnyTensor:$padding_value, DimsAttr:$edge_padding_low,
                       DimsAttr:$edge_padding_high, DimsAttr:$interior_padding);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` custom<Dims>($edge_padding_low) `,`
    `high` `=` custom<Dims>($edge_padding_high) `,`
    `interior` `=` custom<Dims>($interior_padding) attr-dict `:`
    functional-type(operands, results)
  }];
}

def Stablehlo_ConcatenateOp : StablehloOp<"concatenate", [Pure]> {
  let arguments = (ins Variadic<AnyTensor>:$inputs, I64Attr:$dimension);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    custom<OperandsEachComma>($inputs) `dim` `=` $dimension attr-dict `:`
    functional-type(operands, results)
  }];
}

//===--------------------------------------------------------------------------------------------===
// Contractions and reductions
//===--------------------------------------------------------------------------------------------===

def Stablehlo_DotGeneralOp : StablehloOp<"dot_general", [Pure]> {
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs,
                       DotDimensionNumbersAttr:$dot_dimension_numbers,
                       OptionalAttr<PrecisionConfigAttr>:$precision_config,
                       OptionalAttr<DotAlgorithmAttr>:$algorithm);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,`
    custom<DotDimensions>($dot_dimension_numbers, $precision_config, $algorithm) attr-dict `:`
    functional-type(operands, results)
  }];
}

def Stablehlo_DotOp : StablehloOp<"dot", [Pure]> {
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs,
                       OptionalAttr<PrecisionConfigAttr>:$precision_config);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`,` `precision` `=` custom<PrecisionConfig>($precision_config)^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def Stablehlo_ReduceOp : StablehloOp<"reduce", [RecursiveMemoryEffects, SameVariadicOperandSize]> {
  let arguments = (ins Variadic<AnyTensor>:$inputs, Variadic<AnyTensor>:$init_values,
                       DimsAttr:$dimensions);
  let results = (outs Variadic<AnyTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

//===--------------------------------------------------------------------------------------------===
// Control and calls
//===--------------------------------------------------------------------------------------------===

def Stablehlo_ReturnOp : StablehloOp<"return", [Pure, Terminator]> {
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "($operands^)? attr-dict (`:` type($operands)^)?";
}

def Stablehlo_OptimizationBarrierOp : StablehloOp<"optimization_barrier", [Pure]> {
  let arguments = (ins Variadic<AnyType>:$operands);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    attr-dict ($operands^ `:` custom<PairwiseTypes>(type($operands), type($results))):(`(` `)`)?
  }];
}

def Stablehlo_WhileOp : StablehloOp<"while", [RecursiveMemoryEffects]> {
  let arguments = (ins Variadic<AnyType>:$operands);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

// Generic form only, as StableHLO prints them.
def Stablehlo_IfOp : StablehloOp<"if", [RecursiveMemoryEffects]> {
  let arguments = (ins AnyType:$pred);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$true_branch, SizedRegion<1>:$false_branch);
}

def Stablehlo_CaseOp : StablehloOp<"case", [RecursiveMemoryEffects]> {
  let arguments = (ins AnyType:$index);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
}

def Stablehlo_TupleOp : StablehloOp<"tuple", [Pure]> {
  let arguments = (ins Variadic<AnyType>:$operands);
  let results = (outs AnyTuple:$result);
  let assemblyFormat = [{
    ($operands^)? attr-dict `:` custom<TupleType>(type($operands), type($result))
  }];
}

def Stablehlo_GetTupleElementOp : StablehloOp<"get_tuple_element", [Pure]> {
  let arguments = (ins AnyTuple:$operand, I32Attr:$index);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $operand `[` $index `]` attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_AfterAllOp : StablehloOp<"after_all", [Pure]> {
  let arguments = (ins Variadic<StablehloTokenType>:$operands);
  let results = (outs StablehloTokenType:$result);
  let assemblyFormat = [{
    ($operands^)? attr-dict `:` custom<SameTypes>(ref($operands), type($operands), type($result))
  }];
}

def Stablehlo_CreateTokenOp : StablehloOp<"create_token", [Pure]> {
  let results = (outs StablehloTokenType:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Stablehlo_CompositeOp : StablehloOp<"composite"> {
  let arguments = (ins Variadic<AnyType>:$operands, StrAttr:$name,
                       OptionalAttr<DictionaryAttr>:$composite_attributes,
                       FlatSymbolRefAttr:$decomposition, OptionalAttr<I32Attr>:$version);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = "$name ($operands^)? attr-dict `:` functional-type(operands, results)";
}

// The optional attributes are carried as they come: nothing here reads them.
def Stablehlo_CustomCallOp : StablehloOp<"custom_call"> {
  let arguments = (ins Variadic<AnyType>:$inputs, StrAttr:$call_target_name,
                       OptionalAttr<AnyAttr>:$has_side_effect,
                       OptionalAttr<AnyAttr>:$backend_config,
                       OptionalAttr<AnyAttr>:$api_version,
                       OptionalAttr<AnyAttr>:$called_computations,
                       OptionalAttr<AnyAttr>:$operand_layouts,
                       OptionalAttr<AnyAttr>:$result_layouts,
                       OptionalAttr<AnyAttr>:$output_operand_aliases);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    custom<CallTarget>($call_target_name) `(` $inputs `)` attr-dict `:`
    functional-type(operands, results)
  }];
}

//===--------------------------------------------------------------------------------------------===
// Collectives: generic form only, as StableHLO prints them
//===--------------------------------------------------------------------------------------------===

class DeviceId<string mnemonic> : StablehloOp<mnemonic, [Pure]> {
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Stablehlo_PartitionIdOp : DeviceId<"partition_id">;
def Stablehlo_ReplicaIdOp : DeviceId<"replica_id">;

def Stablehlo_AllReduceOp : StablehloOp<"all_reduce"> {
  let arguments = (ins Variadic<AnyTensor>:$operands, I64ElementsAttr:$replica_groups,
                       OptionalAttr<ChannelHandleAttr>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<AnyTensor>:$results);
  let regions = (region SizedRegion<1>:$computation);
}

def Stablehlo_AllGatherOp : StablehloOp<"all_gather"> {
  let arguments = (ins Variadic<AnyTensor>:$operands, I64Attr:$all_gather_dim,
                       I64ElementsAttr:$replica_groups,
                       OptionalAttr<ChannelHandleAttr>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<AnyTensor>:$results);
}

def Stablehlo_ReduceScatterOp : StablehloOp<"reduce_scatter"> {
  let arguments = (ins AnyTensor:$operand, I64Attr:$scatter_dimension,
                       I64ElementsAttr:$replica_groups,
                       OptionalAttr<ChannelHandleAttr>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let results = (outs AnyTensor:$result);
  let regions = (region SizedRegion<1>:$computation);
}

def Stablehlo_AllToAllOp : StablehloOp<"all_to_all"> {
  let arguments = (ins Variadic<AnyTensor>:$operands, I64Attr:$split_dimension,
                       I64Attr:$concat_dimension, I64Attr:$split_count,
                       I64ElementsAttr:$replica_groups,
                       OptionalAttr<ChannelHandleAttr>:$channel_handle);
  let results = (outs Variadic<AnyTensor>:$results);
}

def Stablehlo_CollectivePermuteOp : StablehloOp<"collective_permute"> {
  let arguments = (ins AnyTensor:$operand, I64ElementsAttr:$source_target_pairs,
                       OptionalAttr<ChannelHandleAttr>:$channel_handle);
  let results = (outs AnyTensor:$result);
}

#endif // PARTIR_STABLEHLO_TD
