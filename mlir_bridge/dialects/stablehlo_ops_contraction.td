// Ops of `stablehlo` that combine elements: contractions, windows, reductions, solvers.
#ifndef PARTIR_STABLEHLO_OPS_CONTRACTION_TD
#define PARTIR_STABLEHLO_OPS_CONTRACTION_TD

include "mlir_bridge/dialects/stablehlo_base.td"

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
  let hasVerifier = 1;
}

def Stablehlo_EinsumOp : StablehloOp<"einsum", [Pure]> {
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs, StrAttr:$einsum_config);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_UnaryEinsumOp : StablehloOp<"unary_einsum", [Pure]> {
  let arguments = (ins AnyTensor:$operand, StrAttr:$einsum_config);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $operand `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)
  }];
}

//===--------------------------------------------------------------------------------------------===
// Windows
//===--------------------------------------------------------------------------------------------===

// Rows of a low and a high padding, one per dimension.
def PaddingAttr : ElementsAttrBase<CPred<"::partir::dialects::is_padding($_self)">,
                                   "table of 64-bit integers with two columns"> {
  let storageType = "::mlir::DenseIntElementsAttr";
  let returnType = "::mlir::DenseIntElementsAttr";
  let convertFromStorage = "$_self";
}

def Stablehlo_ConvolutionOp : StablehloOp<"convolution", [Pure]> {
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs, OptionalAttr<DimsAttr>:$window_strides,
                       OptionalAttr<PaddingAttr>:$padding, OptionalAttr<DimsAttr>:$lhs_dilation,
                       OptionalAttr<DimsAttr>:$rhs_dilation,
                       OptionalAttr<FlagsAttr>:$window_reversal,
                       ConvDimensionNumbersAttr:$dimension_numbers,
                       I64Attr:$feature_group_count, I64Attr:$batch_group_count,
                       OptionalAttr<PrecisionConfigAttr>:$precision_config);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    `(` operands `)` `dim_numbers` `=` custom<ConvDimensions>($dimension_numbers) `,`
    `window` `=` custom<ConvWindow>($window_strides, $padding, $lhs_dilation, $rhs_dilation,
                                    $window_reversal) attr-dict `:`
    functional-type(operands, results)
  }];
}

// Generic form only, as StableHLO prints them.
def Stablehlo_ReduceWindowOp
    : StablehloOp<"reduce_window", [RecursiveMemoryEffects, SameVariadicOperandSize]> {
  let arguments = (ins Variadic<AnyTensor>:$inputs, Variadic<AnyTensor>:$init_values,
                       DimsAttr:$window_dimensions, OptionalAttr<DimsAttr>:$window_strides,
                       OptionalAttr<DimsAttr>:$base_dilations,
                       OptionalAttr<DimsAttr>:$window_dilations,
                       OptionalAttr<PaddingAttr>:$padding);
  let results = (outs Variadic<AnyTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasVerifier = 1;
}

def Stablehlo_SelectAndScatterOp : StablehloOp<"select_and_scatter", [RecursiveMemoryEffects]> {
  let arguments = (ins AnyTensor:$operand, AnyTensor:$source, AnyTensor:$init_value,
                       OptionalAttr<DimsAttr>:$window_dimensions,
                       OptionalAttr<DimsAttr>:$window_strides,
                       OptionalAttr<PaddingAttr>:$padding);
  let results = (outs AnyTensor:$result);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
}

//===--------------------------------------------------------------------------------------------===
// Linear algebra and transforms
//===--------------------------------------------------------------------------------------------===

def Stablehlo_CholeskyOp : StablehloOp<"cholesky", [Pure]> {
  let arguments = (ins AnyTensor:$a, DefaultValuedOptionalAttr<BoolAttr, "false">:$lower);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $a (`,` `lower` `=` $lower^)? attr-dict `:` custom<OneTypeOrFunction>(type($a), type($result))
  }];
}

// Generic form only, as StableHLO prints it.
def Stablehlo_TriangularSolveOp : StablehloOp<"triangular_solve", [Pure]> {
  let arguments = (ins AnyTensor:$a, AnyTensor:$b, BoolAttr:$left_side, BoolAttr:$lower,
                       BoolAttr:$unit_diagonal, TransposeAttr:$transpose_a);
  let results = (outs AnyTensor:$result);
}

def Stablehlo_FftOp : StablehloOp<"fft", [Pure]> {
  let arguments = (ins AnyTensor:$operand, FftTypeAttr:$fft_type, DimsAttr:$fft_length);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $operand `,` `type` `=` $fft_type `,` `length` `=` custom<Dims>($fft_length) attr-dict `:`
    functional-type(operands, results)
  }];
}

//===--------------------------------------------------------------------------------------------===
// Batch normalization: generic form only, as StableHLO prints it
//===--------------------------------------------------------------------------------------------===

class BatchNorm<string mnemonic, dag tensors> : StablehloOp<mnemonic, [Pure]> {
  let arguments = !con(tensors, (ins F32Attr:$epsilon, I64Attr:$feature_index));
}

def Stablehlo_BatchNormInferenceOp
    : BatchNorm<"batch_norm_inference", (ins AnyTensor:$operand, AnyTensor:$scale,
                                             AnyTensor:$offset, AnyTensor:$mean,
                                             AnyTensor:$variance)> {
  let results = (outs AnyTensor:$result);
}

def Stablehlo_BatchNormTrainingOp
    : BatchNorm<"batch_norm_training", (ins AnyTensor:$operand, AnyTensor:$scale,
                                            AnyTensor:$offset)> {
  let results = (outs AnyTensor:$output, AnyTensor:$batch_mean, AnyTensor:$batch_var);
}

def Stablehlo_BatchNormGradOp
    : BatchNorm<"batch_norm_grad", (ins AnyTensor:$operand, AnyTensor:$scale, AnyTensor:$mean,
                                        AnyTensor:$variance, AnyTensor:$grad_output)> {
  let results = (outs AnyTensor:$grad_operand, AnyTensor:$grad_scale, AnyTensor:$grad_offset);
}

//===--------------------------------------------------------------------------------------------===
// Random numbers
//===--------------------------------------------------------------------------------------------===

def Stablehlo_RngOp : StablehloOp<"rng"> {
  let arguments = (ins AnyTensor:$a, AnyTensor:$b, AnyTensor:$shape,
                       RngDistributionAttr:$rng_distribution);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution attr-dict `:`
    functional-type(operands, results)
  }];
}

def Stablehlo_RngBitGeneratorOp : StablehloOp<"rng_bit_generator", [Pure]> {
  let arguments = (ins RngAlgorithmAttr:$rng_algorithm, AnyTensor:$initial_state);
  let results = (outs AnyTensor:$output_state, AnyTensor:$output);
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // PARTIR_STABLEHLO_OPS_CONTRACTION_TD
