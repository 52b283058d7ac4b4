// Ops of `stablehlo` by which processes communicate.
#ifndef PARTIR_STABLEHLO_OPS_COLLECTIVE_TD
#define PARTIR_STABLEHLO_OPS_COLLECTIVE_TD

include "mlir_bridge/dialects/stablehlo_base.td"

//===--------------------------------------------------------------------------------------------===
// Collectives: generic form only, as StableHLO prints them
//===--------------------------------------------------------------------------------------------===

class DeviceId<string mnemonic> : StablehloOp<mnemonic, [Pure]> {
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Stablehlo_PartitionIdOp : DeviceId<"partition_id">;
def Stablehlo_ReplicaIdOp : DeviceId<"replica_id">;

def Stablehlo_AllReduceOp : StablehloOp<"all_reduce"> {
  let arguments = (ins Variadic<AnyTensor>:$operands, TableAttr:$replica_groups,
                       OptionalAttr<ChannelHandleAttr>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<AnyTensor>:$results);
  let regions = (region SizedRegion<1>:$computation);
}

def Stablehlo_AllGatherOp : StablehloOp<"all_gather"> {
  let arguments = (ins Variadic<AnyTensor>:$operands, I64Attr:$all_gather_dim,
                       TableAttr:$replica_groups,
                       OptionalAttr<ChannelHandleAttr>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<AnyTensor>:$results);
}

def Stablehlo_ReduceScatterOp : StablehloOp<"reduce_scatter"> {
  let arguments = (ins AnyTensor:$operand, I64Attr:$scatter_dimension,
                       TableAttr:$replica_groups,
                       OptionalAttr<ChannelHandleAttr>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let results = (outs AnyTensor:$result);
  let regions = (region SizedRegion<1>:$computation);
}

def Stablehlo_AllToAllOp : StablehloOp<"all_to_all"> {
  let arguments = (ins Variadic<AnyTensor>:$operands, I64Attr:$split_dimension,
                       I64Attr:$concat_dimension, I64Attr:$split_count,
                       TableAttr:$replica_groups,
                       OptionalAttr<ChannelHandleAttr>:$channel_handle);
  let results = (outs Variadic<AnyTensor>:$results);
}

def Stablehlo_CollectivePermuteOp : StablehloOp<"collective_permute"> {
  let arguments = (ins AnyTensor:$operand, TableAttr:$source_target_pairs,
                       OptionalAttr<ChannelHandleAttr>:$channel_handle);
  let results = (outs AnyTensor:$result);
}

// With a dynamic root the last operand is the place of the root in each group, one per tensor.
def Stablehlo_CollectiveBroadcastOp : StablehloOp<"collective_broadcast"> {
  let arguments = (ins Variadic<AnyTensor>:$operands, TableAttr:$replica_groups,
                       OptionalAttr<ChannelHandleAttr>:$channel_handle,
                       UnitAttr:$has_dynamic_root);
  let results = (outs Variadic<AnyTensor>:$results);
  let hasVerifier = 1;
}

def Stablehlo_CollectiveReduceOp : StablehloOp<"collective_reduce"> {
  let arguments = (ins Variadic<AnyTensor>:$operands, TableAttr:$replica_groups,
                       OptionalAttr<ChannelHandleAttr>:$channel_handle,
                       UnitAttr:$use_global_device_ids, UnitAttr:$has_dynamic_root);
  let results = (outs Variadic<AnyTensor>:$results);
  let regions = (region SizedRegion<1>:$computation);
  let hasVerifier = 1;
}

def Stablehlo_CrossReplicaSumOp : StablehloOp<"cross-replica-sum"> {
  let arguments = (ins AnyTensor:$operand, TableAttr:$replica_groups);
  let results = (outs AnyTensor:$result);
}

def Stablehlo_SendOp : StablehloOp<"send"> {
  let arguments = (ins Variadic<AnyType>:$inputs, StablehloTokenType:$token,
                       ChannelHandleAttr:$channel_handle,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
                       OptionalAttr<TableAttr>:$source_target_pairs);
  let results = (outs StablehloTokenType:$result);
}

def Stablehlo_RecvOp : StablehloOp<"recv"> {
  let arguments = (ins StablehloTokenType:$token, ChannelHandleAttr:$channel_handle,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
                       OptionalAttr<TableAttr>:$source_target_pairs);
  let results = (outs Variadic<AnyType>:$results);
}

def Stablehlo_InfeedOp : StablehloOp<"infeed"> {
  let arguments = (ins StablehloTokenType:$token,
                       DefaultValuedOptionalAttr<StrAttr, "\"\"">:$infeed_config,
                       OptionalAttr<ArrayAttr>:$layout);
  let results = (outs Variadic<AnyType>:$results);
}

def Stablehlo_OutfeedOp : StablehloOp<"outfeed"> {
  let arguments = (ins Variadic<AnyType>:$inputs, StablehloTokenType:$token,
                       DefaultValuedOptionalAttr<StrAttr, "\"\"">:$outfeed_config);
  let results = (outs StablehloTokenType:$result);
}

// The region starts what the done op waits for.
def Stablehlo_AsyncStartOp : StablehloOp<"async_start"> {
  let arguments = (ins Variadic<AnyType>:$operands);
  let results = (outs StablehloFutureType:$result);
  let regions = (region SizedRegion<1>:$body);
}

def Stablehlo_AsyncDoneOp : StablehloOp<"async_done"> {
  let arguments = (ins StablehloFutureType:$future);
  let results = (outs Variadic<AnyType>:$results);
}

#endif // PARTIR_STABLEHLO_OPS_COLLECTIVE_TD
