// PartIR:Core: the range type, loop attributes, the mesh, and loop, slice, yield.
//
// Typing is checked here only so that partir-opt is useful alone; the checker of record is the one
// in semantics/, which the importer calls on IR parsed without verification. Both cite the same
// rules and premises (semantics/rules.def).
#ifndef PARTIR_CORE_TD
#define PARTIR_CORE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def PartirCoreDialect : Dialect {
  let name = "partir_core";
  let cppNamespace = "::partir::dialects::partir_core";
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Name of the module attribute that holds the mesh, a MeshAttr.
    static constexpr ::llvm::StringLiteral mesh_attr_name{"partir_core.mesh"};
  }];
}

def PartirCore_RangeType : TypeDef<PartirCoreDialect, "Range"> {
  let mnemonic = "range";
  let summary = "index of a device along one mesh axis";
  let parameters = (ins "::mlir::StringAttr":$axis);
  let assemblyFormat = "`<` $axis `>`";
}

def PartirCore_ReductionKind : I32EnumAttr<"ReductionKind", "a commutative semigroup", [
    I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Mul", 1, "mul">,
    I32EnumAttrCase<"Max", 2, "max">, I32EnumAttrCase<"Min", 3, "min">,
    I32EnumAttrCase<"And", 4, "and">, I32EnumAttrCase<"Or", 5, "or">]> {
  let cppNamespace = "::partir::dialects::partir_core";
  let genSpecializedAttr = 0;
}

class CoreAttr<string name, string mnemonicText> : AttrDef<PartirCoreDialect, name> {
  let mnemonic = mnemonicText;
}

def PartirCore_TileAttr : CoreAttr<"Tile", "tile"> {
  let summary = "concatenate along a dimension";
  let parameters = (ins "int64_t":$dim);
  let assemblyFormat = "`<` $dim `>`";
}

def PartirCore_ReduceAttr : CoreAttr<"Reduce", "reduce"> {
  let summary = "combine by a commutative semigroup";
  let parameters = (ins EnumParameter<PartirCore_ReductionKind>:$kind);
  let assemblyFormat = "`<` $kind `>`";
}

def PartirCore_AnyAttr : CoreAttr<"Any", "any"> {
  let summary = "all iterations agree";
}

def PartirCore_MeshAttr : CoreAttr<"Mesh", "mesh"> {
  let summary = "axes and sizes in order, `<[\"B\"=4, \"M\"=2]>`";
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$axis_names,
                        ArrayRefParameter<"int64_t">:$axis_sizes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def PartirCore_LoopAttr : AnyAttrOf<[PartirCore_TileAttr, PartirCore_ReduceAttr,
                                     PartirCore_AnyAttr]>;
def PartirCore_LoopAttrs : TypedArrayAttrBase<PartirCore_LoopAttr, "one attribute per result">;

class CoreOp<string mnemonic, list<Trait> traits = []> : Op<PartirCoreDialect, mnemonic, traits>;

def PartirCore_LoopOp
    : CoreOp<"loop", [RecursiveMemoryEffects, SingleBlock,
                      DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "loop a (σ1..σm) (r. e)";
  let arguments = (ins StrAttr:$axis, PartirCore_LoopAttrs:$loop_attrs);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The range variable r.
    ::mlir::Value get_range() { return getBody().front().getArgument(0); }
    /// The yield that ends the body; null in an ill-formed one, which parsing alone lets through.
    YieldOp get_yield();
  }];
}

def PartirCore_SliceOp : CoreOp<"slice", [Pure]> {
  let summary = "slice d x[r]";
  let arguments = (ins AnyType:$operand, AnyType:$range, I64Attr:$dim);
  let results = (outs AnyType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def PartirCore_YieldOp : CoreOp<"yield", [Pure, Terminator]> {
  let summary = "the results of a loop's body";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "($operands^ `:` type($operands))? attr-dict";
}

#endif // PARTIR_CORE_TD
