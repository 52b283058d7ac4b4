// Control, calls, tuples and tokens of `stablehlo`.
#ifndef PARTIR_STABLEHLO_OPS_CONTROL_TD
#define PARTIR_STABLEHLO_OPS_CONTROL_TD

include "mlir_bridge/dialects/stablehlo_base.td"

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

#endif // PARTIR_STABLEHLO_OPS_CONTROL_TD
