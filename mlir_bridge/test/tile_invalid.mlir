// RUN: not partir-opt %s -partir-tile=actions=arg0:0 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not partir-opt %s -partir-tile=actions=arg7:0:B 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not partir-opt %s -partir-tile=actions=arg0:0:Z 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not partir-opt %s -partir-tile=actions=arg0:2:B 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not partir-opt %s -partir-tile=actions=arg0:-1:B 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not partir-opt %s -partir-tile=actions=arg0:1:B 2>&1 | FileCheck %s --check-prefix=EXTENT
// RUN: not partir-opt %s -partir-tile=actions=arg0:0:B,arg0:0:M 2>&1 | FileCheck %s --check-prefix=PARTS
// RUN: not partir-opt %s -partir-tile=actions=arg0:0:B,arg0:*:B 2>&1 | FileCheck %s --check-prefix=TWICE
// FORM: tile_invalid.mlir:[[#@LINE+8]]:1: error: an action is VALUE:DIMENSION:AXIS, with the dimension * for atomic; found 'arg0:0'
// NAME: error: no argument and no op of @main is named 'arg7'
// AXIS: tile_invalid.mlir:[[#@LINE+6]]:17: error: 'arg0:0:Z': tile premise 1: axis "Z" is not in the mesh
// RANK: tile premise 2: dimension {{2|-1}} is not less than the rank 2
// EXTENT: tile premise 3: extent 6 of dimension 1 does not divide into 4 parts
// PARTS: 'arg0:0:M': tile premise 3: extent 4 of dimension 0 does not divide into 8 parts
// TWICE: 'arg0:*:B': atomic premise 3: "B" has acted on the value already, as #partir_core.tile<0>
module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  return %x : tensor<4x6xf32>
}
}
