// The `interpreter` surface syntax: what StableHLO's tests say beyond StableHLO.
#ifndef PARTIR_INTERPRETER_TD
#define PARTIR_INTERPRETER_TD

include "mlir/IR/OpBase.td"

def InterpreterDialect : Dialect {
  let name = "interpreter";
  let cppNamespace = "::partir::dialects::interpreter";
}

class InterpreterOp<string mnemonic, list<Trait> traits = []>
    : Op<InterpreterDialect, mnemonic, traits>;

// One row of programs per replica, one program per partition; operands and results are those of all
// processes, row by row. Generic form only, as StableHLO prints it.
def Interpreter_RunParallelOp : InterpreterOp<"run_parallel"> {
  let arguments = (ins Variadic<AnyType>:$inputs, OptionalAttr<FlatSymbolRefArrayAttr>:$infeed,
                       TypedArrayAttrBase<FlatSymbolRefArrayAttr,
                                          "rows of function names">:$programs);
  let results = (outs Variadic<AnyType>:$results);
}

def Interpreter_PrintOp : InterpreterOp<"print"> {
  let arguments = (ins AnyType:$operand);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
}

def Interpreter_ProbeOp : InterpreterOp<"probe", [AllTypesMatch<["operand", "result"]>]> {
  let arguments = (ins AnyTensor:$operand, StrAttr:$probe_id);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "$operand `,` `probe_id` `=` $probe_id attr-dict `:` type($result)";
}

#endif // PARTIR_INTERPRETER_TD
