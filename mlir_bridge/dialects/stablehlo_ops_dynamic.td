// Ops of `stablehlo` that take sizes and offsets as operands.
#ifndef PARTIR_STABLEHLO_OPS_DYNAMIC_TD
#define PARTIR_STABLEHLO_OPS_DYNAMIC_TD

include "mlir_bridge/dialects/stablehlo_base.td"

def Stablehlo_GetDimensionSizeOp : StablehloOp<"get_dimension_size", [Pure]> {
  let arguments = (ins AnyTensor:$operand, I64Attr:$dimension);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_SetDimensionSizeOp : StablehloOp<"set_dimension_size", [Pure]> {
  let arguments = (ins AnyTensor:$operand, AnyTensor:$size, I64Attr:$dimension);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $operand `,` $size `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_DynamicIotaOp : StablehloOp<"dynamic_iota", [Pure]> {
  let arguments = (ins AnyTensor:$output_shape, I64Attr:$iota_dimension);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $output_shape `,` `dim` `=` $iota_dimension attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_DynamicReshapeOp : StablehloOp<"dynamic_reshape", [Pure]> {
  let arguments = (ins AnyTensor:$operand, AnyTensor:$output_shape);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_DynamicBroadcastInDimOp : StablehloOp<"dynamic_broadcast_in_dim", [Pure]> {
  let arguments = (ins AnyTensor:$operand, AnyTensor:$output_dimensions,
                       DimsAttr:$broadcast_dimensions,
                       OptionalAttr<DimsAttr>:$known_expanding_dimensions,
                       OptionalAttr<DimsAttr>:$known_nonexpanding_dimensions);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $operand `,` $output_dimensions `,` `dims` `=` custom<Dims>($broadcast_dimensions) attr-dict
    `:` functional-type(operands, results)
  }];
}

def Stablehlo_DynamicPadOp : StablehloOp<"dynamic_pad", [Pure]> {
  let arguments = (ins AnyTensor:$operand, AnyTensor:$padding_value, AnyTensor:$edge_padding_low,
                       AnyTensor:$edge_padding_high, AnyTensor:$interior_padding);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_RealDynamicSliceOp : StablehloOp<"real_dynamic_slice", [Pure]> {
  let arguments = (ins AnyTensor:$operand, AnyTensor:$start_indices, AnyTensor:$limit_indices,
                       AnyTensor:$strides);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

// Generic form only, as StableHLO prints them.
def Stablehlo_DynamicGatherOp : StablehloOp<"dynamic_gather", [Pure]> {
  let arguments = (ins AnyTensor:$operand, AnyTensor:$start_indices, AnyTensor:$slice_sizes,
                       GatherDimensionNumbersAttr:$dimension_numbers,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs AnyTensor:$result);
}

def Stablehlo_DynamicConvOp : StablehloOp<"dynamic_conv", [Pure]> {
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs, AnyTensor:$padding,
                       OptionalAttr<DimsAttr>:$window_strides,
                       OptionalAttr<DimsAttr>:$lhs_dilation, OptionalAttr<DimsAttr>:$rhs_dilation,
                       OptionalAttr<FlagsAttr>:$window_reversal,
                       ConvDimensionNumbersAttr:$dimension_numbers,
                       I64Attr:$feature_group_count, I64Attr:$batch_group_count,
                       OptionalAttr<PrecisionConfigAttr>:$precision_config);
  let results = (outs AnyTensor:$result);
}

#endif // PARTIR_STABLEHLO_OPS_DYNAMIC_TD
