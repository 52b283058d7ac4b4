// Instances on which registry entries are judged, and wrong entries, which must be refuted.
#pragma once

#include <cmath>
#include <set>
#include <type_traits>
#include <vector>

#include "property_tests/build.h"
#include "semantics/op.h"

namespace partir {

/// Operand infos of a sample: values unknown; and each operand in turn known: the monoids' identities
/// and 2. Sums of infinities and products with them are no sums of parts, so that infinite identities are
/// left to initial values.
template <class T>
std::vector<Operands> operand_infos(const Sample<T>& sample) {
  std::vector<Operands> all{without_values(sample.operands)};
  for (size_t i = 0; i < sample.operands.size(); ++i) {
    const ElementType e = sample.operands[i].element;
    const bool is_initial =
        sample.operands[i].rank() == 0 &&
        (std::is_same_v<T, Reduce> || std::is_same_v<T, ReduceWindow>);
    std::set<ElementBits> known{Literal::encode(e, 2)};
    for (Monoid m : all_monoids)
      if (defined_on(m, e) && ((is_initial && is_float(e)) || std::isfinite(Literal::decode(e, identity_bits(m, e)))))
        known.insert(identity_bits(m, e));
    for (ElementBits bits : known) {
      all.push_back(all[0]);
      all.back()[i].splat = bits;
    }
  }
  return all;
}
/// Calls `f(op, operands)` for every sample of every op, and for samples of our own beyond those.
template <class F>
void for_each_instance(F&& f) {
  for_each_op([&](auto op) {
    using T = decltype(op);
    for (const Sample<T>& s : T::samples())
      for (const Operands& x : operand_infos(s)) f(Op(s.op), x);
  });
  auto more = [&](auto op, Types types) {
    for (const Operands& x : operand_infos(Sample<decltype(op)>{op, types})) f(Op(op), x);
  };
  using enum ElementType;
  for (Monoid m : all_monoids)
    for (ElementType e : {F32, I8, UI8, I1, C64, I4, UI2}) {
      if (!defined_on(m, e)) continue;
      more(Reduce{{1}, m}, {{{6, 6, 2}, e}, {{}, e}});
      more(Reduce{{0, 1, 2}, m}, {{{6, 2, 3}, e}, {{}, e}});
      more(Reduce{{}, m}, {{{6}, e}, {{}, e}});
      more(Transpose{{1, 0}}, {{{6, 6}, e}});
      more(Select{}, {{{6, 6}, I1}, {{6, 6}, e}, {{6, 6}, e}});
      more(Clamp{}, {{{6, 6}, e}, {{6, 6}, e}, {{}, e}});
      more(Convert{e}, {{{6}, e}});
    }
  for (ElementType from : {F32, BF16, I8, I32, UI8})
    for (ElementType to : {F32, BF16, I8, I32})
      more(DotGeneral{{}, {}, {1}, {0}, to}, {{{6, 6}, from}, {{6, 2}, from}});
  for (ElementType to : {I1, I32}) more(DotGeneral{{}, {}, {1}, {0}, to}, {{{6, 6}, I1}, {{6, 2}, I1}});
  for (const Shape& to : {Shape{2, 3, 6}, {3, 12}, {12, 3}, {36}, {1, 6, 6}, {4, 9}, {6, 1, 6}, {6, 6}})
    more(Reshape{to}, {{{6, 6}, F32}});
  more(Reshape{{0, 3}}, {{{6, 0}, F32}});
  more(BroadcastInDim{{0}, {6, 6}}, {{{1}, F32}});
  more(BroadcastInDim{{1}, {6, 6}}, {{{6}, I32}});
  more(BroadcastInDim{{0, 2}, {6, 3, 1}}, {{{6, 1}, F32}});
  more(Concatenate{0}, {{{6, 6}, F32}});
  more(Concatenate{0}, {{{6, 6}, F32}, {{0, 6}, F32}});
  more(SliceOp{{0, 0}, {6, 6}, {1, 1}}, {{{6, 6}, F32}});
  more(SliceOp{{2, 0}, {6, 6}, {1, 3}}, {{{6, 6}, F32}});
  more(Reverse{{0, 1}}, {{{6, 6}, F32}});
  for (ElementType e : {F32, I32}) {
    const TensorType square{{6, 6}, e}, scalar{{}, e}, rows{{6, 1}, I32};
    more(Pad{{0, 1}, {0, -1}, {0, 0}}, {square, scalar});
    more(Pad{{0, 0}, {0, 0}, {0, 0}}, {square, scalar});
    more(Pad{{0, 2}, {1, 1}, {1, 3}}, {square, scalar});
    more(DynamicSlice{{6, 6}}, {square, {{}, I32}, {{}, I32}});
    more(DynamicUpdateSlice{}, {square, square, {{}, I32}, {{}, I32}});
    more(Gather{{1}, {0}, {}, {}, {0}, 1, {1, 6}}, {square, rows});
    more(Gather{{1, 2}, {}, {}, {}, {0}, 1, {6, 6}}, {square, rows});
    more(Gather{{}, {1}, {0}, {0}, {1}, 1, {1, 1}}, {square, rows});
    more(Gather{{}, {0, 1}, {}, {}, {0, 1}, 1, {1, 1}}, {square, {{6, 2}, I32}});
    more(Gather{{0}, {0}, {}, {}, {0}, 0, {1, 6}}, {square, {{1}, I32}});
    for (Monoid m : {Monoid::Add, Monoid::Max}) {
      const ScalarBody body = monoid_body(m, e);
      more(Scatter{{1}, {0}, {}, {}, {0}, 1, false, false, body}, {square, rows, square});
      more(Scatter{{1, 2}, {}, {}, {}, {0}, 1, false, false, body}, {square, rows, {{6, 6, 6}, e}});
      more(Scatter{{}, {1}, {0}, {0}, {1}, 1, false, false, body}, {square, rows, {{6}, e}});
      more(Scatter{{0}, {0}, {}, {}, {0}, 0, false, false, body}, {square, {{1}, I32}, {{6}, e}});
      more(ReduceWindow{{{1, 2}, {1, 2}, {0, 0}, {0, 0}, {1, 1}, {1, 1}}, body}, {{{6, 12}, e}, scalar});
      more(ReduceWindow{{{6, 1}, {1, 1}, {0, 0}, {0, 0}, {1, 1}, {1, 1}}, body}, {square, scalar});
      more(ReduceWindow{{{6, 1}, {1, 1}, {0, 1}, {0, 0}, {1, 1}, {1, 1}}, body}, {square, scalar});
      more(ReduceWindow{{{6, 1}, {1, 1}, {0, 0}, {0, 0}, {1, 2}, {1, 1}}, body}, {square, scalar});
      more(ReduceWindow{{{2, 1}, {3, 1}, {-1, 0}, {0, 0}, {1, 1}, {1, 1}}, body}, {{{18, 6}, e}, scalar});
      more(ReduceWindow{{{2, 1}, {3, 1}, {0, 1}, {0, 0}, {1, 1}, {1, 1}}, body}, {{{18, 6}, e}, scalar});
    }
    more(SelectAndScatter{{2}, {2}, {1}, {1}, comparison_body(ScalarFn::Ge, e), monoid_body(Monoid::Add, e)},
         {{{12}, e}, {{7}, e}, scalar});
    more(Sort{0, true, comparison_body(ScalarFn::Lt, e)}, {square});
    more(TopK{6}, {square});
    more(VariadicReduce{{0}, argmax_body(e, I32)}, {square, {{6, 6}, I32}, scalar, {{}, I32}});
    // a kernel as wide as its stride; depthwise; one group; batch groups
    auto conv = [&](int64_t stride, int64_t groups, int64_t batch_groups) {
      return Convolution{{stride}, {0}, {0}, {1}, {1}, {0}, 0, 2, {1}, 1, 2, {0}, 0, 2, {1},
                         groups, batch_groups, e};
    };
    more(conv(2, 1, 1), {{{6, 12, 6}, e}, {{2, 6, 6}, e}});
    more(conv(1, 6, 1), {{{6, 6, 6}, e}, {{1, 1, 6}, e}});
    more(conv(1, 1, 1), {{{6, 6, 6}, e}, {{6, 6, 6}, e}});
    more(conv(1, 6, 1), {{{6, 6, 6}, e}, {{2, 1, 12}, e}});
    more(conv(1, 1, 6), {{{6, 6, 6}, e}, {{2, 6, 6}, e}});
  }
  more(BitcastConvert{UI8}, {{{6, 6}, I16}});
  more(BitcastConvert{I1}, {{{6}, UI8}});
  more(BitcastConvert{I64}, {{{6, 6, 2}, F32}});
  more(Cholesky{true}, {{{6, 6, 6}, F32}});
  more(TriangularSolve{false, true, false, TransposeA::Adjoint}, {{{6, 6, 6}, F32}, {{6, 6, 6}, F32}});
  more(TriangularSolve{true, true, true, TransposeA::None}, {{{6, 6}, F32}, {{6, 6}, F32}});
  more(Fft{FftType::Fft, {6}}, {{{6, 6}, C64}});
  more(Iota{0, {6, 6}, F32}, {});
  more(Iota{0, {6, 6}, I8}, {});
  more(Constant{Literal::splat_value({{6, 6}, F32}, 3)}, {});
}

/// An entry that is wrong.
struct Planted {
  const char* what;
  Op op;
  Operands operands;
  Entry entry;
};
/// One of each kind of mistake.
inline std::vector<Planted> planted() {
  using namespace build;
  const TensorType m = f32(6, 6), v = f32(6), s = f32();
  auto known = [](Operands x, size_t i, double value) {
    x[i].splat = Literal::encode(x[i].type.element, value);
    return x;
  };
  auto of = [](Types t) { return without_values(t); };
  const Monoid add = Monoid::Add;
  return {
      {"tile<0> for tile<1>", Transpose{{1, 0}}, of({m}), operands(tile(0)) >> tile(0)},
      {"tile<0> for tile<1> of a square op", Tanh{}, of({m}), operands(tile(0)) >> tile(1)},
      {"product of two partial sums", Multiply{}, of({v, v}), operands(partial(add), partial(add)) >> partial(add)},
      {"sum of a part and a whole", Add{}, of({v, v}), operands(partial(add), any) >> partial(add)},
      {"nonlinear op of parts", Exponential{}, of({v}), operands(partial(add)) >> partial(add)},
      {"quotient by a partial sum", Divide{}, of({v, v}), operands(any, partial(add)) >> partial(add)},
      {"max of sums", Maximum{}, of({v, v}), operands(partial(add), partial(add)) >> partial(add)},
      {"max and min parts at once", Maximum{}, of({v, v}),
       operands(partial(Monoid::Max), partial(Monoid::Min)) >> partial(Monoid::Max)},
      {"minimum of max parts jointly", Minimum{}, of({v, v}),
       operands(partial(Monoid::Max), partial(Monoid::Max)) >> partial(Monoid::Max)},
      {"negation of max parts as max", Negate{}, of({v}), operands(partial(Monoid::Max)) >> partial(Monoid::Max)},
      {"initial value folded in once per part", Reduce{{0}, add}, known(of({m, s}), 1, 2),
       operands(tile(0), any) >> partial(add)},
      {"unknown initial value", Reduce{{0}, add}, of({m, s}), operands(tile(0), any) >> partial(add)},
      {"reduction as another monoid", Reduce{{0}, add}, known(of({m, s}), 1, 0),
       operands(tile(0), any) >> partial(Monoid::Max)},
      {"reduced dimension as a kept one", Reduce{{0}, add}, of({m, s}), operands(tile(0), any) >> tile(0)},
      {"iota along its own dimension", Iota{0, {6}, ElementType::F32}, {}, operands() >> tile(0)},
      {"dense constant", dense(v), {}, operands() >> tile(0)},
      {"contraction without a sum", matmul(), of({m, m}), operands(tile(1), tile(0)) >> any},
      {"contraction of one side", matmul(), of({m, m}), operands(tile(1), any) >> partial(add)},
      {"dot of two partial sums", matmul(), of({m, m}), operands(partial(add), partial(add)) >> partial(add)},
      {"minor dimension of a reshape", Reshape{{36}}, of({m}), operands(tile(1)) >> tile(0)},
      {"concatenation along its dimension", Concatenate{0}, of({v, v}), operands(tile(0), tile(0)) >> tile(0)},
      {"reversed dimension", Reverse{{0}}, of({v}), operands(tile(0)) >> tile(0)},
      {"window of a slice", SliceOp{{0}, {3}, {1}}, of({v}), operands(tile(0)) >> tile(0)},
      {"convert of integer parts", Convert{ElementType::F32}, of({{{6}, ElementType::I8}}),
       operands(partial(add)) >> partial(add)},
      {"dot of wrapping parts converted to floats", DotGeneral{{}, {}, {1}, {0}, ElementType::F32},
       of(Types(2, {{6, 6}, ElementType::UI8})), operands(partial(add), any) >> partial(add)},
      {"select with predicates in parts", Select{}, of({i1(6), v, v}),
       operands(partial(Monoid::Or), any, any) >> partial(add)},
      {"border of a pad", Pad{{1}, {-1}, {0}}, of({v, s}), operands(tile(0), any) >> tile(0)},
      {"padding value once per part", Pad{{1}, {0}, {0}}, of({v, s}), operands(partial(add), any) >> partial(add)},
      {"indexed dimension of a gather", Gather{{1}, {0}, {}, {}, {0}, 1, {1, 6}}, of({m, i32(6, 1)}),
       operands(tile(0), any) >> any},
      {"indices as offsets", Gather{{1}, {0}, {}, {}, {0}, 1, {1, 6}}, of({m, i32(6, 1)}),
       operands(any, tile(0)) >> tile(1)},
      {"inputs folded in once per part", Scatter{{1}, {0}, {}, {}, {0}, 1, false, false, monoid_body(add, ElementType::F32)},
       of({m, i32(6, 1), m}), operands(any, tile(0), tile(0)) >> partial(add)},
      {"overwriting updates in parts", Scatter{{1}, {0}, {}, {}, {0}, 1, false, false, second_body(ElementType::F32)},
       of({m, i32(6, 1), m}), operands(partial(add), tile(0), tile(0)) >> partial(add)},
      {"windows over a border of parts", ReduceWindow{{{2}, {1}, {0}, {1}, {1}, {1}}, monoid_body(add, ElementType::F32)},
       of({v, s}), operands(tile(0), any) >> tile(0)},
      {"sorted dimension", Sort{0, true, comparison_body(ScalarFn::Lt, ElementType::F32)}, of({v}),
       operands(tile(0)) >> tile(0)},
      {"transformed dimension", Fft{FftType::Fft, {6}}, of({{{6}, ElementType::C64}}), operands(tile(0)) >> tile(0)},
      {"rows of a factor", Cholesky{true}, of({m}), operands(tile(0)) >> tile(0)},
      {"updated window in parts", DynamicUpdateSlice{}, of({v, f32(3), i32()}), operands(tile(0), any, any) >> tile(0)},
      {"xor of parts", Xor{}, of(Types(2, {{6}, ElementType::UI8})),
       operands(partial(Monoid::Or), partial(Monoid::Or)) >> partial(Monoid::Or)},
      {"integer division of parts", Divide{}, of(Types(2, i32(6))), operands(partial(add), any) >> partial(add)},
  };
}

}  // namespace partir
