// Ops of `stablehlo` that make or move data.
#ifndef PARTIR_STABLEHLO_OPS_MOVEMENT_TD
#define PARTIR_STABLEHLO_OPS_MOVEMENT_TD

include "mlir_bridge/dialects/stablehlo_base.td"

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

def Stablehlo_BroadcastOp : StablehloOp<"broadcast", [Pure]> {
  let arguments = (ins AnyTensor:$operand, DimsAttr:$broadcast_sizes);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $operand `,` `sizes` `=` custom<Dims>($broadcast_sizes) attr-dict `:`
    functional-type(operands, results)
  }];
}

def Stablehlo_TorchIndexSelectOp : StablehloOp<"torch_index_select", [Pure]> {
  let arguments = (ins AnyTensor:$operand, AnyTensor:$index, I64Attr:$dim, I64Attr:$batch_dims);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $operand `,` $index `,` `dim` `=` $dim `,` `batch_dims` `=` $batch_dims attr-dict `:`
    functional-type(operands, results)
  }];
}

// Gather, scatter and sort have the generic form only, as StableHLO prints them.
def Stablehlo_GatherOp : StablehloOp<"gather", [Pure]> {
  let arguments = (ins AnyTensor:$operand, AnyTensor:$start_indices,
                       GatherDimensionNumbersAttr:$dimension_numbers, DimsAttr:$slice_sizes,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs AnyTensor:$result);
}

def Stablehlo_ScatterOp : StablehloOp<"scatter", [RecursiveMemoryEffects,
                                                  SameVariadicOperandSize]> {
  let arguments = (ins Variadic<AnyTensor>:$inputs, AnyTensor:$scatter_indices,
                       Variadic<AnyTensor>:$updates,
                       ScatterDimensionNumbersAttr:$scatter_dimension_numbers,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$unique_indices);
  let results = (outs Variadic<AnyTensor>:$results);
  let regions = (region SizedRegion<1>:$update_computation);
  let hasVerifier = 1;
}

def Stablehlo_SortOp : StablehloOp<"sort", [RecursiveMemoryEffects]> {
  let arguments = (ins Variadic<AnyTensor>:$inputs,
                       DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let results = (outs Variadic<AnyTensor>:$results);
  let regions = (region SizedRegion<1>:$comparator);
}

#endif // PARTIR_STABLEHLO_OPS_MOVEMENT_TD
