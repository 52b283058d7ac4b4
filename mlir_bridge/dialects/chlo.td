// The `chlo` surface syntax: functions beyond StableHLO that JAX and PyTorch/XLA print.
//
// As in stablehlo.td, only syntax lives here.
#ifndef PARTIR_CHLO_TD
#define PARTIR_CHLO_TD

include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir_bridge/dialects/stablehlo_base.td"

def ChloDialect : Dialect {
  let name = "chlo";
  let cppNamespace = "::partir::dialects::chlo";
  let useDefaultAttributePrinterParser = 1;
}

// The same keywords as in StableHLO, under chlo's name.
class ChloKeyword<EnumAttrInfo keywords, string mnemonic>
    : EnumAttr<ChloDialect, keywords, mnemonic> {
  let constBuilderCall = "::partir::dialects::chlo::" # keywords.className #
                         "Attr::get($_builder.getContext(), $0)";
}
def Chlo_ComparisonDirectionAttr : ChloKeyword<ComparisonDirection, "comparison_direction">;
def Chlo_ComparisonTypeAttr : ChloKeyword<ComparisonType, "comparison_type">;
def Chlo_PrecisionAttr : ChloKeyword<Precision, "precision">;
def Chlo_PrecisionConfigAttr : TypedArrayAttrBase<Chlo_PrecisionAttr, "precision per operand">;

def Chlo_RaggedDotDimensionNumbersAttr : AttrDef<ChloDialect, "RaggedDotDimensionNumbers"> {
  let mnemonic = "ragged_dot";
  let parameters = (ins DimList:$lhs_batching_dimensions, DimList:$rhs_batching_dimensions,
                        DimList:$lhs_contracting_dimensions, DimList:$rhs_contracting_dimensions,
                        DimList:$lhs_ragged_dimensions, DimList:$rhs_group_dimensions);
  let assemblyFormat = "`<` struct(params) `>`";
}

class ChloOp<string mnemonic, list<Trait> traits = []> : Op<ChloDialect, mnemonic, traits>;

//===--------------------------------------------------------------------------------------------===
// Elementwise
//===--------------------------------------------------------------------------------------------===

class ChloUnary<string mnemonic> : ChloOp<mnemonic, [Pure]> {
  let arguments = (ins AnyTensor:$operand);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` custom<ArrowTypes>(type($operand), type($result))";
}

def Chlo_AcosOp : ChloUnary<"acos">;
def Chlo_AcoshOp : ChloUnary<"acosh">;
def Chlo_AsinOp : ChloUnary<"asin">;
def Chlo_AsinAcosKernelOp : ChloUnary<"_asin_acos_kernel">;
def Chlo_AsinhOp : ChloUnary<"asinh">;
def Chlo_AtanOp : ChloUnary<"atan">;
def Chlo_AtanhOp : ChloUnary<"atanh">;
def Chlo_BesselI1eOp : ChloUnary<"bessel_i1e">;
def Chlo_ConjOp : ChloUnary<"conj">;
def Chlo_CoshOp : ChloUnary<"cosh">;
def Chlo_DigammaOp : ChloUnary<"digamma">;
def Chlo_ErfOp : ChloUnary<"erf">;
def Chlo_ErfInvOp : ChloUnary<"erf_inv">;
def Chlo_ErfcOp : ChloUnary<"erfc">;
def Chlo_IsInfOp : ChloUnary<"is_inf">;
def Chlo_IsNegInfOp : ChloUnary<"is_neg_inf">;
def Chlo_IsPosInfOp : ChloUnary<"is_pos_inf">;
def Chlo_LgammaOp : ChloUnary<"lgamma">;
def Chlo_SinhOp : ChloUnary<"sinh">;
def Chlo_SquareOp : ChloUnary<"square">;
def Chlo_TanOp : ChloUnary<"tan">;

class ChloBinary<string mnemonic, string first, string second> : ChloOp<mnemonic, [Pure]> {
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "$" # first # " `,` $" # second # " attr-dict `:` type($" # first #
                       ") `,` type($" # second # ") `->` type($result)";
}

def Chlo_MulhiOp : ChloBinary<"mulhi", "lhs", "rhs"> {
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs);
}
def Chlo_NextAfterOp : ChloBinary<"next_after", "x", "y"> {
  let arguments = (ins AnyTensor:$x, AnyTensor:$y);
}
def Chlo_PolygammaOp : ChloBinary<"polygamma", "n", "x"> {
  let arguments = (ins AnyTensor:$n, AnyTensor:$x);
}
def Chlo_ZetaOp : ChloBinary<"zeta", "x", "q"> {
  let arguments = (ins AnyTensor:$x, AnyTensor:$q);
}

//===--------------------------------------------------------------------------------------------===
// Elementwise, on operands that are broadcast to one shape
//===--------------------------------------------------------------------------------------------===

class ChloBroadcasting<string mnemonic, dag extra = (ins)> : ChloOp<mnemonic, [Pure]> {
  let arguments = !con((ins AnyTensor:$lhs, AnyTensor:$rhs,
                            OptionalAttr<DimsAttr>:$broadcast_dimensions), extra);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

def Chlo_BroadcastAddOp : ChloBroadcasting<"broadcast_add">;
def Chlo_BroadcastAndOp : ChloBroadcasting<"broadcast_and">;
def Chlo_BroadcastAtan2Op : ChloBroadcasting<"broadcast_atan2">;
def Chlo_BroadcastComplexOp : ChloBroadcasting<"broadcast_complex">;
def Chlo_BroadcastDivOp : ChloBroadcasting<"broadcast_divide">;
def Chlo_BroadcastMaxOp : ChloBroadcasting<"broadcast_maximum">;
def Chlo_BroadcastMinOp : ChloBroadcasting<"broadcast_minimum">;
def Chlo_BroadcastMulOp : ChloBroadcasting<"broadcast_multiply">;
def Chlo_BroadcastNextAfterOp : ChloBroadcasting<"broadcast_next_after">;
def Chlo_BroadcastOrOp : ChloBroadcasting<"broadcast_or">;
def Chlo_BroadcastPolygammaOp : ChloBroadcasting<"broadcast_polygamma">;
def Chlo_BroadcastPowOp : ChloBroadcasting<"broadcast_power">;
def Chlo_BroadcastRemOp : ChloBroadcasting<"broadcast_remainder">;
def Chlo_BroadcastShiftLeftOp : ChloBroadcasting<"broadcast_shift_left">;
def Chlo_BroadcastShiftRightArithmeticOp : ChloBroadcasting<"broadcast_shift_right_arithmetic">;
def Chlo_BroadcastShiftRightLogicalOp : ChloBroadcasting<"broadcast_shift_right_logical">;
def Chlo_BroadcastSubOp : ChloBroadcasting<"broadcast_subtract">;
def Chlo_BroadcastXorOp : ChloBroadcasting<"broadcast_xor">;
def Chlo_BroadcastZetaOp : ChloBroadcasting<"broadcast_zeta">;

def Chlo_BroadcastCompareOp
    : ChloBroadcasting<"broadcast_compare",
                       (ins Chlo_ComparisonDirectionAttr:$comparison_direction,
                            OptionalAttr<Chlo_ComparisonTypeAttr>:$compare_type)>;

def Chlo_BroadcastSelectOp : ChloOp<"broadcast_select", [Pure]> {
  let arguments = (ins AnyTensor:$pred, AnyTensor:$on_true, AnyTensor:$on_false);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $pred `,` $on_true `,` $on_false attr-dict `:` functional-type(operands, results)
  }];
}

//===--------------------------------------------------------------------------------------------===
// Others
//===--------------------------------------------------------------------------------------------===

def Chlo_ConstantOp : ChloOp<"constant", [Pure]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyTensor:$output);
  let assemblyFormat = "attr-dict custom<ConstantValue>($value, type($output))";
  let hasVerifier = 1;
}

// Generic form only, as StableHLO prints it.
def Chlo_ConstantLikeOp : ChloOp<"constant_like", [Pure]> {
  let arguments = (ins TypedAttrInterface:$value, AnyTensor:$operand);
  let results = (outs AnyTensor:$result);
}

def Chlo_TopKOp : ChloOp<"top_k", [Pure]> {
  let arguments = (ins AnyTensor:$operand, I64Attr:$k, OptionalAttr<BoolAttr>:$largest);
  let results = (outs AnyTensor:$values, AnyTensor:$indices);
  let assemblyFormat = [{
    `(` $operand `,` `k` `=` $k `)` attr-dict `:`
    type($operand) `->` `(` type($values) `,` type($indices) `)`
  }];
}

// Generic form only, as StableHLO prints it.
def Chlo_RaggedDotOp : ChloOp<"ragged_dot", [Pure]> {
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs, AnyTensor:$group_sizes,
                       Chlo_RaggedDotDimensionNumbersAttr:$ragged_dot_dimension_numbers,
                       OptionalAttr<Chlo_PrecisionConfigAttr>:$precision_config);
  let results = (outs AnyTensor:$result);
}

// `chlo.scan(%a) inits (%c) dimension=0 attributes {is_reverse = true} { .. } : types`: the region
// takes a slice of each input and the carries, and returns a slice of each output and the carries.
def Chlo_ScanOp : ChloOp<"scan", [RecursiveMemoryEffects, AttrSizedOperandSegments,
                                  AttrSizedResultSegments]> {
  let arguments = (ins Variadic<AnyTensor>:$inputs, Variadic<AnyTensor>:$inits,
                       I64Attr:$dimension,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_reverse,
                       OptionalAttr<BoolAttr>:$is_associative);
  let results = (outs Variadic<AnyTensor>:$outputs, Variadic<AnyTensor>:$carries);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Chlo_MinimumBroadcastShapesOp : ChloOp<"minimum_broadcast_shapes", [Pure]> {
  let arguments = (ins Variadic<AnyTensor>:$shapes);
  let results = (outs Variadic<AnyTensor>:$results);
  let assemblyFormat = "$shapes attr-dict `:` type($shapes) `->` type($results)";
}

#endif // PARTIR_CHLO_TD
