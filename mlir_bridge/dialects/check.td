// The `check` surface syntax: what StableHLO's tests expect of a tensor, as they print it.
//
// Only syntax lives here; semantics/module_typing.h says what is well typed.
#ifndef PARTIR_CHECK_TD
#define PARTIR_CHECK_TD

include "mlir/IR/OpBase.td"

def CheckDialect : Dialect {
  let name = "check";
  let cppNamespace = "::partir::dialects::check";
}

class CheckOp<string mnemonic, list<Trait> traits = []> : Op<CheckDialect, mnemonic, traits>;

def Check_ExpectEqOp : CheckOp<"expect_eq", [AllTypesMatch<["lhs", "rhs"]>]> {
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs)";
}

def Check_ExpectEqConstOp : CheckOp<"expect_eq_const", [AllTypesMatch<["lhs", "value"]>]> {
  let arguments = (ins AnyTensor:$lhs, ElementsAttr:$value);
  let assemblyFormat = "$lhs `,` $value attr-dict";
}

def Check_ExpectAlmostEqOp : CheckOp<"expect_almost_eq", [AllTypesMatch<["lhs", "rhs"]>]> {
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs, OptionalAttr<F64Attr>:$tolerance);
  let assemblyFormat = [{
    $lhs `,` $rhs (`,` `tolerance` `=` $tolerance^)? attr-dict `:` type($lhs)
  }];
}

def Check_ExpectAlmostEqConstOp
    : CheckOp<"expect_almost_eq_const", [AllTypesMatch<["lhs", "value"]>]> {
  let arguments = (ins AnyTensor:$lhs, ElementsAttr:$value, OptionalAttr<F64Attr>:$tolerance);
  let assemblyFormat = "$lhs `,` $value (`,` `tolerance` `=` $tolerance^)? attr-dict";
}

def Check_ExpectCloseOp : CheckOp<"expect_close"> {
  let arguments = (ins AnyTensor:$actual, AnyTensor:$expected,
                       OptionalAttr<UI64Attr>:$max_ulp_difference,
                       OptionalAttr<UI64Attr>:$min_ulp_difference);
  let assemblyFormat = [{
    $actual `,` $expected custom<UlpBounds>($max_ulp_difference, $min_ulp_difference) attr-dict `:`
    type($actual) `,` type($expected)
  }];
}

#endif // PARTIR_CHECK_TD
