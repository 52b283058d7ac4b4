// PartIR:HLO: the collectives on device-local types, and distributed types as attributes of
// function parameters and results.
#ifndef PARTIR_HLO_TD
#define PARTIR_HLO_TD

include "dialects/partir_core.td"

def PartirHloDialect : Dialect {
  let name = "partir_hlo";
  let cppNamespace = "::partir::dialects::partir_hlo";
  let dependentDialects = ["::partir::dialects::partir_core::PartirCoreDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Name of the parameter or result attribute that holds a distributed type, a DistAttr.
    static constexpr ::llvm::StringLiteral dist_attr_name{"partir_hlo.dist"};
  }];
}

def PartirHlo_AxesAttr : TypedArrayAttrBase<StrAttr, "list of axes">;
def PartirHlo_AxisListsAttr : TypedArrayAttrBase<PartirHlo_AxesAttr, "list of axes per dimension">;

def PartirHlo_DistAttr : AttrDef<PartirHloDialect, "Dist"> {
  let mnemonic = "dist";
  let summary = "distributed type: tiling axes per dimension, and axes of a pending reduction";
  // `partial` is null, and `partial_axes` empty, where nothing is pending.
  let parameters = (ins "::mlir::ArrayAttr":$tilings,
                        "::partir::dialects::partir_core::ReduceAttr":$partial,
                        "::mlir::ArrayAttr":$partial_axes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

class HloOp<string mnemonic> : Op<PartirHloDialect, mnemonic, [Pure]> {
  let results = (outs AnyType:$result);
  let hasVerifier = 1;
}

def PartirHlo_AllSliceOp : HloOp<"all_slice"> {
  let arguments = (ins AnyType:$operand, PartirHlo_AxisListsAttr:$axes);
  let assemblyFormat = [{
    custom<AxisLists>($axes) $operand attr-dict `:` type($operand) `->` type($result)
  }];
}

def PartirHlo_AllGatherOp : HloOp<"all_gather"> {
  let arguments = (ins AnyType:$operand, PartirHlo_AxisListsAttr:$axes);
  let assemblyFormat = [{
    custom<AxisLists>($axes) $operand attr-dict `:` type($operand) `->` type($result)
  }];
}

def PartirHlo_AllReduceOp : HloOp<"all_reduce"> {
  let arguments = (ins AnyType:$operand, PartirCore_ReduceAttr:$reduction,
                       PartirHlo_AxesAttr:$axes);
  let assemblyFormat = [{
    $reduction custom<Axes>($axes) $operand attr-dict `:`
    custom<OneTypeOrArrow>(type($operand), type($result))
  }];
}

def PartirHlo_ReduceScatterOp : HloOp<"reduce_scatter"> {
  let arguments = (ins AnyType:$operand, PartirCore_ReduceAttr:$reduction,
                       PartirHlo_AxisListsAttr:$axes);
  let assemblyFormat = [{
    $reduction custom<AxisLists>($axes) $operand attr-dict `:` type($operand) `->` type($result)
  }];
}

def PartirHlo_AllToAllOp : HloOp<"all_to_all"> {
  let arguments = (ins AnyType:$operand, I64Attr:$src_dim, I64Attr:$dst_dim,
                       PartirHlo_AxesAttr:$axes);
  let assemblyFormat = [{
    ` ` `[` $src_dim `->` $dst_dim `:` custom<Axes>($axes) `]` $operand attr-dict `:`
    type($operand) `->` type($result)
  }];
}

#endif // PARTIR_HLO_TD
