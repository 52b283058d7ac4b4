// Theorem 3, registry soundness, as a law: every entry of every sample of every op is valid (calculus.md
// section 6), in Field and over wrapping integers; nothing tile-or-any is missing but what is listed;
// and the law refutes wrong entries.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "proofs/theorem3.h"
#include "property_tests/build.h"

namespace partir {
namespace {
using namespace build;

/// The law at axis sizes 1, 2, 3 and a few seeds.
std::string violation(const Op& op, const Operands& operands, const Entry& entry) {
  for (int64_t n : {1, 2, 3}) {
    if (!extents_divide(entry.operands, types_of(operands), n) ||
        !extents_divide(entry.results, op.infer(types_of(operands)), n) || !op.allows(entry, n))
      continue;
    for (uint64_t seed : {1000, 2000, 3000, 4001})
      if (std::string why = theorem3_violation(op, operands, entry, n, seed); !why.empty())
        return "at axis size " + std::to_string(n) + ": " + why;
  }
  return "";
}

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

std::string describe(const Op& op, const Operands& operands, const Entry& entry) {
  return std::string(op.name()) + " of " + to_string(types_of(operands)) + ", " + to_string(entry);
}

TEST(Registry, every_entry_of_every_op_is_valid) {
  std::set<std::string_view> ops;
  int checked = 0;
  for_each_instance([&](const Op& op, const Operands& operands) {
    ops.insert(op.name());
    for (const Entry& e : op.entries(operands)) {
      ++checked;
      EXPECT_EQ(violation(op, operands, e), "") << describe(op, operands, e);
    }
  });
  size_t count = 0;
  for_each_op([&](auto) { ++count; });
  EXPECT_EQ(ops.size(), count) << "an op without samples";
  EXPECT_GT(checked, 1000);
}

TEST(Registry, entries_name_dimensions_and_monoids_that_exist) {
  for_each_instance([&](const Op& op, const Operands& operands) {
    const Types types = types_of(operands), results = op.infer(types);
    for (const Entry& e : op.entries(operands)) {
      SCOPED_TRACE(describe(op, operands, e));
      ASSERT_EQ(e.operands.size(), types.size());
      ASSERT_EQ(e.results.size(), results.size());
      auto ok = [](const EntryAttr& σ, const TensorType& t) {
        return !(σ.is_tile() && (σ.dim < 0 || σ.dim >= t.rank())) &&
               !(σ.is_partial() && !defined_on(σ.monoid, t.element));
      };
      for (size_t i = 0; i < types.size(); ++i) EXPECT_TRUE(ok(e.operands[i], types[i]));
      for (size_t j = 0; j < results.size(); ++j) EXPECT_TRUE(ok(e.results[j], results[j]));
    }
  });
}

TEST(Registry, one_entry_for_each_row_of_operands_that_tile) {
  // propagation sets a cell by what its operands offer: two results for one row would be a conflict
  for_each_instance([&](const Op& op, const Operands& operands) {
    std::map<std::string, std::string> seen;
    for (const Entry& e : op.entries(operands)) {
      std::string row;
      bool tiled = false;
      for (const EntryAttr& σ : e.operands) {
        row += to_string(σ) + " ";
        tiled |= σ.is_tile();
      }
      if (!tiled) continue;
      const auto [at, fresh] = seen.emplace(row, to_string(e));
      EXPECT_TRUE(fresh) << describe(op, operands, e) << " beside " << at->second;
    }
  });
}

/// Why an op leaves a valid row of tiles out, or nothing.
std::string opt_out(const Op& op, const Types& types, const Entry& e) {
  if (const auto* s = op.get_if<SliceOp>())
    if (e.results[0].is_tile() && !s->whole(types[0], e.results[0].dim))
      return "a strided window that each part happens to cut alike depends on the extents' residues";
  if (op.get_if<Concatenate>() && types.size() == 1) return "a concatenation of one piece is no real one";
  if (op.get_if<Concatenate>() && e.results[0].is_tile())
    return "a piece without elements leaves the rest whole";
  return "";
}

TEST(Registry, no_row_of_tiles_that_holds_is_missing) {
  std::map<std::string, int> opted_out;
  for_each_instance([&](const Op& op, const Operands& operands) {
    for (const OperandInfo& o : operands)
      if (o.splat) return;  // a known value changes no row of tiles alone
    const Types types = types_of(operands), results = op.infer(types);
    if (num_elements(results[0].shape) == 0) return;  // everything holds of no elements
    std::vector<EntryAttr> row(types.size());
    const std::vector<Entry> listed = op.entries(operands);
    auto probe = [&] {
      // all results tile, or all are the same on every part
      std::vector<std::vector<EntryAttr>> rows{{}};
      for (const TensorType& t : results) {
        std::vector<std::vector<EntryAttr>> longer;
        for (const std::vector<EntryAttr>& r : rows)
          for (int64_t d = -1; d < t.rank(); ++d)
            if (r.empty() || (d < 0) == r[0].is_any()) {
              longer.push_back(r);
              longer.back().push_back(d < 0 ? any : tile(d));
            }
        rows = std::move(longer);
      }
      for (const std::vector<EntryAttr>& result_row : rows) {
        const Entry e{row, result_row};
        bool all_any = result_row[0].is_any();
        for (const EntryAttr& σ : row) all_any &= σ.is_any();
        if (all_any || std::find(listed.begin(), listed.end(), e) != listed.end()) continue;
        int sizes = 0;
        bool holds = true;
        for (int64_t n : {2, 3}) {
          if (!extents_divide(e.operands, types, n) || !extents_divide(e.results, results, n) ||
              !op.allows(e, n))
            continue;
          ++sizes;
          for (uint64_t seed = 0; seed < 40 && holds; ++seed)
            holds = theorem3_violation(op, operands, e, n, seed * 777).empty();
        }
        if (sizes == 0 || !holds) continue;
        const std::string why = opt_out(op, types, e);
        EXPECT_NE(why, "") << "missing: " << describe(op, operands, e);
        ++opted_out[why];
      }
    };
    std::function<void(size_t)> enumerate = [&](size_t i) {
      if (i == types.size()) return probe();
      for (int64_t d = -1; d < types[i].rank(); ++d) {
        row[i] = d < 0 ? any : tile(d);
        enumerate(i + 1);
      }
    };
    enumerate(0);
  });
  EXPECT_EQ(opted_out.size(), 3u) << "an opt-out that is not met any more";
}

/// Whether the results are the same whatever operand i is, as far as a few draws tell.
bool ignores(const Op& op, const Types& types, size_t i) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    std::vector<Tensor<Field>> x;
    for (size_t k = 0; k < types.size(); ++k) x.push_back(detail::law_input(types[k], seed * 777 + 2 * k));
    const std::vector<Tensor<Field>> one = apply_op(op, x);
    x[i] = detail::law_input(types[i], seed * 777 + 2 * i + 12345);
    const std::vector<Tensor<Field>> other = apply_op(op, x);
    for (size_t j = 0; j < one.size(); ++j)
      if (!equal(one[j], other[j])) return false;
  }
  return true;
}
/// Why an op leaves a valid row with partial results out, or nothing.
std::string part_opt_out(const Op& op, const Types& types) {
  if (op.get_if<ReducePrecision>()) return "rounding is not additive; Field does not round";
  for (const ScalarBody* b : op.bodies())
    if (single_fn(*b) == ScalarFn::Subtract) return "of bodies only monoids are known to be additive";
  if (const auto* r = op.get_if<Reduce>())
    if (r->reducer == Monoid::Mul || r->reducer == Monoid::And)
      return "a product is additive in a factor that occurs once";
  for (size_t i = 0; i < types.size(); ++i)
    if (ignores(op, types, i)) return "an operand that the result does not depend on";
  return "";
}

TEST(Registry, no_row_with_sums_or_folds_that_holds_is_missing) {
  // Tiles and wholes whose results fold by some ⊕, and sums that pass as sums: what collectives come from.
  // What other partial operands an op may pass is not claimed to be listed whole (issue 5 derives it).
  std::map<std::string, int> opted_out;
  for_each_instance([&](const Op& op, const Operands& operands) {
    const Types types = types_of(operands), results = op.infer(types);
    for (const OperandInfo& o : operands)
      if (o.splat || o.type.elements() == 0) return;
    const std::vector<Entry> listed = op.entries(operands);
    std::vector<EntryAttr> row(types.size());
    auto probe = [&](Monoid to) {
      for (const TensorType& t : results)
        if (!defined_on(to, t.element)) return;
      const Entry e{row, std::vector<EntryAttr>(results.size(), partial(to))};
      // equal parts fold to what they are by max
      if (std::all_of(row.begin(), row.end(), [](const EntryAttr& σ) { return σ.is_any(); })) return;
      if (std::find(listed.begin(), listed.end(), e) != listed.end()) return;
      bool met = false, holds = true;
      for (int64_t n : {2, 3}) {
        if (!extents_divide(e.operands, types, n) || !op.allows(e, n)) continue;
        met = true;
        for (uint64_t seed = 0; seed < 200 && holds; ++seed)
          holds = theorem3_violation(op, operands, e, n, seed * 777).empty();
      }
      if (!met || !holds) return;
      const std::string why = part_opt_out(op, types);
      EXPECT_NE(why, "") << "missing: " << describe(op, operands, e);
      if (!why.empty()) ++opted_out[why];
    };
    std::function<void(size_t, bool)> enumerate = [&](size_t i, bool sums) {
      if (i == types.size()) {
        if (sums) return probe(Monoid::Add);
        for (Monoid to : all_monoids) probe(to);
        return;
      }
      for (int64_t d = -1; d < types[i].rank(); ++d) {
        row[i] = d < 0 ? any : tile(d);
        enumerate(i + 1, sums);
      }
      if (!defined_on(Monoid::Add, types[i].element)) return;
      row[i] = partial(Monoid::Add);
      enumerate(i + 1, true);
    };
    enumerate(0, false);
  });
  EXPECT_EQ(opted_out.size(), 4u) << "an opt-out that is not met any more";
}

// ---- wrong entries: a law that was never seen failing is not trusted

struct Planted {
  const char* what;
  Op op;
  Operands operands;
  Entry entry;
};
std::vector<Planted> planted() {
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
TEST(Registry, refutes_planted_wrong_entries) {
  for (const Planted& p : planted()) {
    EXPECT_NE(violation(p.op, p.operands, p.entry), "") << p.what << ": " << describe(p.op, p.operands, p.entry);
    const std::vector<Entry> listed = p.op.entries(p.operands);
    EXPECT_EQ(std::find(listed.begin(), listed.end(), p.entry), listed.end()) << p.what << " is listed";
  }
}
TEST(Registry, valid_entries_leave_out_extents_that_do_not_divide) {
  const Operands x = without_values({f32(6, 1)});
  EXPECT_EQ(valid_entries(Tanh{}, x, 2), (std::vector{operands(tile(0)) >> tile(0)}));
  EXPECT_TRUE(valid_entries(Tanh{}, x, 4).empty());
  EXPECT_EQ(valid_entries(Tanh{}, x, 1).size(), 2u);
  EXPECT_TRUE(valid_entries(Tanh{}, without_values({f32(0)}), 1).empty());
}

}  // namespace
}  // namespace partir
