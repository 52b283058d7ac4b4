// The `sdy` surface syntax: meshes, shardings and Shardy's explicit collectives.
//
// Shapes in the collectives are global, as Shardy prints them; what they mean is decided on import.
#ifndef PARTIR_SDY_TD
#define PARTIR_SDY_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def SdyDialect : Dialect {
  let name = "sdy";
  let cppNamespace = "::partir::dialects::sdy";
  let useDefaultAttributePrinterParser = 1;
}

class SdyAttr<string name, string mnemonicText> : AttrDef<SdyDialect, name> {
  let mnemonic = mnemonicText;
  let hasCustomAssemblyFormat = 1;
}

def Sdy_MeshAttr : SdyAttr<"Mesh", "mesh"> {
  let summary = "axes and sizes in order, `<[\"a\"=2, \"b\"=4], device_ids=[..]>`";
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$axis_names,
                        ArrayRefParameter<"int64_t">:$axis_sizes,
                        OptionalArrayRefParameter<"int64_t">:$device_ids);
}

def Sdy_AxisRefAttr : SdyAttr<"AxisRef", "axis_ref"> {
  let summary = "an axis, `\"a\"`, or a part of one, `\"a\":(pre_size)size`";
  let parameters = (ins "::mlir::StringAttr":$name, "int64_t":$pre_size, "int64_t":$size);
  let extraClassDeclaration = [{
    /// Whether only a part of the axis is meant; pre_size and size are 0 otherwise.
    bool is_sub_axis() const { return getSize() != 0; }
  }];
}

def Sdy_DimensionShardingAttr : SdyAttr<"DimensionSharding", "dimension_sharding"> {
  let summary = "axes that tile one dimension, major first; `?` when open; priority or -1";
  let parameters = (ins ArrayRefParameter<"AxisRefAttr">:$axes, "bool":$is_closed,
                        "int64_t":$priority);
}

def Sdy_TensorShardingAttr : SdyAttr<"TensorSharding", "sharding"> {
  let summary = "sharding of one tensor over a mesh given by symbol or in place";
  // `unreduced_kind` is null where the text gives none, which means a sum.
  let parameters = (ins "::mlir::Attribute":$mesh_or_ref,
                        ArrayRefParameter<"DimensionShardingAttr">:$dim_shardings,
                        OptionalArrayRefParameter<"AxisRefAttr">:$replicated_axes,
                        OptionalArrayRefParameter<"AxisRefAttr">:$unreduced_axes,
                        "::mlir::StringAttr":$unreduced_kind);
}

def Sdy_TensorShardingPerValueAttr
    : SdyAttr<"TensorShardingPerValue", "sharding_per_value"> {
  let summary = "one sharding for each result of an op";
  let parameters = (ins ArrayRefParameter<"TensorShardingAttr">:$shardings);
}

def Sdy_AllToAllParamAttr : SdyAttr<"AllToAllParam", "all_to_all_param"> {
  let summary = "axes that move from one dimension to another, `{\"a\"}: 0->1`";
  let parameters = (ins ArrayRefParameter<"AxisRefAttr">:$axes, "int64_t":$src_dim,
                        "int64_t":$tgt_dim);
}

def Sdy_ManualAxesAttr : SdyAttr<"ManualAxes", "manual_axes"> {
  let summary = "axes along which a body is written for one device, `{\"a\"}`";
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$axes);
}

// Its meaning is read by proofs/factor_rule.h; here it is text of the right form.
def Sdy_OpShardingRuleAttr : SdyAttr<"OpShardingRule", "op_sharding_rule"> {
  let summary = "which dimensions an op may be divided in, `<([i, k], [k, j])->([i, j]) {..}>`";
  let parameters = (ins StringRefParameter<"between the angle brackets">:$text);
}

def Sdy_AxisListAttr : TypedArrayAttrBase<Sdy_AxisRefAttr, "list of axes">;
def Sdy_AxisListsAttr : TypedArrayAttrBase<Sdy_AxisListAttr, "list of axes per dimension">;
def Sdy_AllToAllParamsAttr : TypedArrayAttrBase<Sdy_AllToAllParamAttr, "all-to-all parameters">;

class SdyOp<string mnemonic, list<Trait> traits = []> : Op<SdyDialect, mnemonic, traits>;

def Sdy_MeshOp : SdyOp<"mesh", [Symbol]> {
  let summary = "names a mesh";
  let arguments = (ins SymbolNameAttr:$sym_name, Sdy_MeshAttr:$mesh);
  let assemblyFormat = "$sym_name `=` $mesh attr-dict";
}

def Sdy_ConstantOp : SdyOp<"constant", [Pure, ConstantLike]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyTensor:$output);
  let assemblyFormat = "attr-dict custom<ConstantValue>($value, type($output))";
  let hasFolder = 1;
}

def Sdy_ReturnOp : SdyOp<"return", [Pure, Terminator]> {
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "($operands^)? attr-dict (`:` type($operands)^)?";
}

class Resharding<string mnemonic> : SdyOp<mnemonic, [AllTypesMatch<["input", "result"]>]> {
  let arguments = (ins AnyTensor:$input, Sdy_TensorShardingAttr:$sharding);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
}

def Sdy_ShardingConstraintOp : Resharding<"sharding_constraint">;
def Sdy_ReshardOp : Resharding<"reshard">;

class Collective<string mnemonic, dag extra, string axesFormat>
    : SdyOp<mnemonic, [AllTypesMatch<["tensor", "result"]>]> {
  let arguments = !con((ins AnyTensor:$tensor), extra,
                       (ins Sdy_TensorShardingAttr:$out_sharding));
  let results = (outs AnyTensor:$result);
  let assemblyFormat = axesFormat # [{
    $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)
  }];
}

def Sdy_AllGatherOp : Collective<"all_gather", (ins Sdy_AxisListsAttr:$gathering_axes),
                                 "custom<AxisRefLists>($gathering_axes) ">;
def Sdy_AllSliceOp : Collective<"all_slice", (ins Sdy_AxisListsAttr:$slicing_axes),
                                "custom<AxisRefLists>($slicing_axes) ">;
def Sdy_ReduceScatterOp
    : Collective<"reduce_scatter", (ins Sdy_AxisListsAttr:$reduce_scatter_axes),
                 "custom<AxisRefLists>($reduce_scatter_axes) ">;
def Sdy_AllReduceOp : Collective<"all_reduce", (ins Sdy_AxisListAttr:$reduction_axes),
                                 "custom<AxisRefList>($reduction_axes) ">;
def Sdy_AllToAllOp : Collective<"all_to_all", (ins Sdy_AllToAllParamsAttr:$params),
                                "custom<AllToAllParams>($params) ">;
def Sdy_CollectivePermuteOp : Collective<"collective_permute", (ins), "">;

// The region's arguments are local along the manual axes, operands and results are global.
def Sdy_ManualComputationOp : SdyOp<"manual_computation", [RecursiveMemoryEffects]> {
  let arguments = (ins Variadic<AnyType>:$tensors,
                       Sdy_TensorShardingPerValueAttr:$in_shardings,
                       Sdy_TensorShardingPerValueAttr:$out_shardings,
                       Sdy_ManualAxesAttr:$manual_axes);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` $tensors `)` `in_shardings` `` `=` `` custom<ShardingList>($in_shardings)
    `out_shardings` `` `=` `` custom<ShardingList>($out_shardings)
    `manual_axes` `` `=` `` $manual_axes custom<BodyWithArguments>($body) attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // PARTIR_SDY_TD
