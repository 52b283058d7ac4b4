// Elementwise ops of `stablehlo`.
#ifndef PARTIR_STABLEHLO_OPS_ELEMENTWISE_TD
#define PARTIR_STABLEHLO_OPS_ELEMENTWISE_TD

include "mlir_bridge/dialects/stablehlo_base.td"

//===--------------------------------------------------------------------------------------------===
// Elementwise
//===--------------------------------------------------------------------------------------------===

def Stablehlo_AbsOp : Unary<"abs">;
def Stablehlo_CbrtOp : Approximate<"cbrt">;
def Stablehlo_CeilOp : Unary<"ceil">;
def Stablehlo_ConvertOp : Unary<"convert">;
def Stablehlo_CosineOp : Approximate<"cosine">;
def Stablehlo_CountLeadingZerosOp : Unary<"count_leading_zeros">;
def Stablehlo_ExponentialMinusOneOp : Approximate<"exponential_minus_one">;
def Stablehlo_ExponentialOp : Approximate<"exponential">;
def Stablehlo_FloorOp : Unary<"floor">;
def Stablehlo_ImagOp : Unary<"imag">;
def Stablehlo_IsFiniteOp : Unary<"is_finite">;
def Stablehlo_LogOp : Approximate<"log">;
def Stablehlo_LogPlusOneOp : Approximate<"log_plus_one">;
def Stablehlo_LogisticOp : Approximate<"logistic">;
def Stablehlo_NegateOp : Unary<"negate">;
def Stablehlo_NotOp : Unary<"not">;
def Stablehlo_PopcntOp : Unary<"popcnt">;
def Stablehlo_RealOp : Unary<"real">;
def Stablehlo_RoundNearestAfzOp : Unary<"round_nearest_afz">;
def Stablehlo_RoundNearestEvenOp : Unary<"round_nearest_even">;
def Stablehlo_RsqrtOp : Approximate<"rsqrt">;
def Stablehlo_SignOp : Unary<"sign">;
def Stablehlo_SineOp : Approximate<"sine">;
def Stablehlo_SqrtOp : Approximate<"sqrt">;
def Stablehlo_TanOp : Approximate<"tan">;
def Stablehlo_TanhOp : Approximate<"tanh">;
def Stablehlo_UniformDequantizeOp : Unary<"uniform_dequantize">;
def Stablehlo_UniformQuantizeOp : Unary<"uniform_quantize">;

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

def BitCount : ConfinedAttr<I32Attr, [IntNonNegative]>;

def Stablehlo_ReducePrecisionOp : StablehloOp<"reduce_precision", [Pure]> {
  let arguments = (ins AnyTensor:$operand, BitCount:$exponent_bits, BitCount:$mantissa_bits);
  let results = (outs AnyTensor:$output);
  let assemblyFormat = [{
    $operand `,` `format` `=` custom<FloatFormat>($exponent_bits, $mantissa_bits) attr-dict `:`
    custom<OneTypeOrFunction>(type($operand), type($output))
  }];
}

// Generic form only, as StableHLO prints it.
def Stablehlo_MapOp : StablehloOp<"map", [RecursiveMemoryEffects]> {
  let arguments = (ins Variadic<AnyTensor>:$inputs, DimsAttr:$dimensions);
  let results = (outs AnyTensor:$result);
  let regions = (region SizedRegion<1>:$computation);
}

#endif // PARTIR_STABLEHLO_OPS_ELEMENTWISE_TD
