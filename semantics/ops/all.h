// The list of ops: adding one is one header here and one line below.
#pragma once

#include <boost/hana/basic_tuple.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>
#include <boost/hana/unpack.hpp>

#include "semantics/ops/abs.h"
#include "semantics/ops/acos.h"
#include "semantics/ops/acosh.h"
#include "semantics/ops/add.h"
#include "semantics/ops/and.h"
#include "semantics/ops/asin.h"
#include "semantics/ops/asinh.h"
#include "semantics/ops/atan.h"
#include "semantics/ops/atan2.h"
#include "semantics/ops/atanh.h"
#include "semantics/ops/batch_norm_grad.h"
#include "semantics/ops/batch_norm_inference.h"
#include "semantics/ops/batch_norm_training.h"
#include "semantics/ops/bessel_i1e.h"
#include "semantics/ops/bitcast_convert.h"
#include "semantics/ops/broadcast_in_dim.h"
#include "semantics/ops/cbrt.h"
#include "semantics/ops/ceil.h"
#include "semantics/ops/cholesky.h"
#include "semantics/ops/clamp.h"
#include "semantics/ops/compare.h"
#include "semantics/ops/complex.h"
#include "semantics/ops/concatenate.h"
#include "semantics/ops/conj.h"
#include "semantics/ops/constant.h"
#include "semantics/ops/convert.h"
#include "semantics/ops/convolution.h"
#include "semantics/ops/cosh.h"
#include "semantics/ops/cosine.h"
#include "semantics/ops/count_leading_zeros.h"
#include "semantics/ops/digamma.h"
#include "semantics/ops/divide.h"
#include "semantics/ops/dot_general.h"
#include "semantics/ops/dynamic_slice.h"
#include "semantics/ops/dynamic_update_slice.h"
#include "semantics/ops/erf.h"
#include "semantics/ops/erf_inv.h"
#include "semantics/ops/erfc.h"
#include "semantics/ops/exponential.h"
#include "semantics/ops/exponential_minus_one.h"
#include "semantics/ops/fft.h"
#include "semantics/ops/floor.h"
#include "semantics/ops/gather.h"
#include "semantics/ops/imag.h"
#include "semantics/ops/iota.h"
#include "semantics/ops/is_finite.h"
#include "semantics/ops/is_inf.h"
#include "semantics/ops/is_neg_inf.h"
#include "semantics/ops/is_pos_inf.h"
#include "semantics/ops/lgamma.h"
#include "semantics/ops/log.h"
#include "semantics/ops/log_plus_one.h"
#include "semantics/ops/logistic.h"
#include "semantics/ops/map.h"
#include "semantics/ops/maximum.h"
#include "semantics/ops/minimum.h"
#include "semantics/ops/mulhi.h"
#include "semantics/ops/multiply.h"
#include "semantics/ops/negate.h"
#include "semantics/ops/next_after.h"
#include "semantics/ops/not.h"
#include "semantics/ops/optimization_barrier.h"
#include "semantics/ops/or.h"
#include "semantics/ops/pad.h"
#include "semantics/ops/polygamma.h"
#include "semantics/ops/popcnt.h"
#include "semantics/ops/power.h"
#include "semantics/ops/real.h"
#include "semantics/ops/reduce.h"
#include "semantics/ops/reduce_precision.h"
#include "semantics/ops/reduce_window.h"
#include "semantics/ops/remainder.h"
#include "semantics/ops/reshape.h"
#include "semantics/ops/reverse.h"
#include "semantics/ops/round_nearest_afz.h"
#include "semantics/ops/round_nearest_even.h"
#include "semantics/ops/rsqrt.h"
#include "semantics/ops/scatter.h"
#include "semantics/ops/select.h"
#include "semantics/ops/select_and_scatter.h"
#include "semantics/ops/shift_left.h"
#include "semantics/ops/shift_right_arithmetic.h"
#include "semantics/ops/shift_right_logical.h"
#include "semantics/ops/sign.h"
#include "semantics/ops/sine.h"
#include "semantics/ops/sinh.h"
#include "semantics/ops/slice.h"
#include "semantics/ops/sort.h"
#include "semantics/ops/sqrt.h"
#include "semantics/ops/square.h"
#include "semantics/ops/subtract.h"
#include "semantics/ops/tan.h"
#include "semantics/ops/tanh.h"
#include "semantics/ops/top_k.h"
#include "semantics/ops/transpose.h"
#include "semantics/ops/triangular_solve.h"
#include "semantics/ops/variadic_reduce.h"
#include "semantics/ops/xor.h"
#include "semantics/ops/zeta.h"

namespace partir {

/// Every op, as a Boost.Hana type list; variant, dispatch, import, printing, laws and tables fold
/// over it.
inline constexpr auto AllOps = boost::hana::tuple_t<
    Abs,
    Acos,
    Acosh,
    Add,
    And,
    Asin,
    Asinh,
    Atan,
    Atan2,
    Atanh,
    BatchNormGrad,
    BatchNormInference,
    BatchNormTraining,
    BesselI1e,
    BitcastConvert,
    BroadcastInDim,
    Cbrt,
    Ceil,
    Cholesky,
    Clamp,
    Compare,
    MakeComplex,
    Concatenate,
    Conj,
    Constant,
    Convert,
    Convolution,
    Cosh,
    Cosine,
    CountLeadingZeros,
    Digamma,
    Divide,
    DotGeneral,
    DynamicSlice,
    DynamicUpdateSlice,
    Erf,
    ErfInv,
    Erfc,
    Exponential,
    ExponentialMinusOne,
    Fft,
    Floor,
    Gather,
    Imag,
    Iota,
    IsFinite,
    IsInf,
    IsNegInf,
    IsPosInf,
    Lgamma,
    Log,
    LogPlusOne,
    Logistic,
    Map,
    Maximum,
    Minimum,
    Mulhi,
    Multiply,
    Negate,
    NextAfter,
    Not,
    OptimizationBarrier,
    Or,
    Pad,
    Polygamma,
    Popcnt,
    Power,
    Real,
    Reduce,
    ReducePrecision,
    ReduceWindow,
    Remainder,
    Reshape,
    Reverse,
    RoundNearestAfz,
    RoundNearestEven,
    Rsqrt,
    Scatter,
    Select,
    SelectAndScatter,
    ShiftLeft,
    ShiftRightArithmetic,
    ShiftRightLogical,
    Sign,
    Sine,
    Sinh,
    SliceOp,
    Sort,
    Sqrt,
    Square,
    Subtract,
    Tan,
    Tanh,
    TopK,
    Transpose,
    TriangularSolve,
    VariadicReduce,
    Xor,
    Zeta>;

}  // namespace partir
