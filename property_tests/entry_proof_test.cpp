// Registry entries proved for all extents and axis sizes: every listed entry is, or says why not; no wrong one is.
#include "proofs/entry_judgement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "proofs/replay.h"
#include "proofs/theorem3.h"
#include "property_tests/build.h"
#include "property_tests/part.h"
#include "property_tests/registry_cases.h"

namespace partir::entry_proof_test {
namespace {
using namespace build;

std::string describe(const Op& op, const Operands& x, const Entry& e) {
  return std::string(op.name()) + " of " + to_string(types_of(x)) + ": " + to_string(e);
}
/// The law at axis sizes 1, 2, 3 and a few seeds.
bool law_holds(const Op& op, const Operands& x, const Entry& e) {
  for (int64_t n : {1, 2, 3}) {
    if (!extents_divide(e.operands, types_of(x), n) || !extents_divide(e.results, op.infer(types_of(x)), n) || !op.allows(e, n))
      continue;
    for (uint64_t seed = 0; seed < 24; ++seed)
      if (!theorem3_violation(op, x, e, n, 1000 * seed).empty()) return false;
  }
  return true;
}

// ---- polynomials

const Polynomial x = Polynomial::unknown(0), y = Polynomial::unknown(1);
TEST(Polynomial, has_a_normal_form) {
  EXPECT_EQ((x + y) * (x - y), x * x - y * y);
  EXPECT_TRUE((x - x).is_zero());
  EXPECT_EQ((x + 3 - x).constant(), 3);
  EXPECT_FALSE(x.constant());
  EXPECT_EQ(to_string(2 * x * y - y + 1, {"n", "e"}), "-e + 2*n*e + 1");
  EXPECT_EQ((x * y + 2).at(std::vector<int64_t>{3, 5}), 17);
  EXPECT_EQ((x * y + 2).at(std::vector<Polynomial>{y, 2}), 2 * y + 2);
  EXPECT_THROW(Polynomial(int64_t{1} << 62) * 2, Unsupported);
}
TEST(Polynomial, divides_by_one_term_exactly) {
  EXPECT_EQ(exact_quotient(6 * x * y + 3 * y, 3 * y), 2 * x + 1);
  EXPECT_EQ(exact_quotient(6 * x + 3, 2), std::nullopt);
  EXPECT_EQ(exact_quotient(x, y), std::nullopt);
  EXPECT_EQ(exact_quotient(Polynomial(0), x), Polynomial(0));
  EXPECT_EQ(exact_quotient(x + 1, x + 1), Polynomial(1));
  EXPECT_EQ(exact_quotient(x * x, x + 1), std::nullopt);
}
TEST(Polynomial, is_read_off_its_corners) {
  const Polynomial p = 3 * x * y - 2 * y + 7;
  std::vector<int64_t> corners;
  for (int64_t bits = 0; bits < 4; ++bits) corners.push_back(p.at(std::vector<int64_t>{5 + (bits & 1), 2 + (bits >> 1)}));
  EXPECT_EQ(interpolate(corners, {5, 2}), p);
}

// ---- families

template <class Op>
std::vector<std::string> extents_of(const Op& op, const Types& types) {
  const ExtentFamily family({op, without_values(types)}, [](const OpInstance&) { return true; });
  std::vector<std::string> names;
  for (size_t u = 0; u < family.start().size(); ++u) names.push_back(std::string(1, static_cast<char>('a' + u)));
  std::vector<std::string> extents;
  for (size_t o = 0; o < types.size(); ++o)
    for (int64_t d = 0; d < types[o].rank(); ++d) extents.push_back(to_string(family.extent(static_cast<int>(o), d), names));
  return extents;
}
using Names = std::vector<std::string>;
TEST(ExtentFamily, pairs_the_extents_that_the_shape_rule_pairs) {
  EXPECT_EQ(extents_of(matmul(), {f32(6, 4), f32(4, 8)}), (Names{"a", "b", "b", "c"}));
  EXPECT_EQ(extents_of(matmul(), {f32(6, 6), f32(6, 6)}), (Names{"a", "b", "b", "c"}));
  EXPECT_EQ(extents_of(Add{}, {f32(2, 2), f32(2, 2)}), (Names{"a", "b", "a", "b"}));
  EXPECT_EQ(extents_of(Concatenate{1}, {f32(6, 4), f32(6, 2)}), (Names{"a", "b", "a", "c"}));
}
TEST(ExtentFamily, of_a_reshape_has_products) {
  EXPECT_EQ(extents_of(Reshape{{24}}, {f32(6, 4)}), (Names{"a", "b"}));
  EXPECT_EQ(extents_of(Reshape{{6, 4}}, {f32(24)}), (Names{"a*b"}));
  EXPECT_EQ(extents_of(Reshape{{2, 3, 4}}, {f32(6, 4)}), (Names{"a*b", "c"}));
  // 8x3 to 6x4 have no factors in common but one of the leading extents
  EXPECT_EQ(extents_of(Reshape{{6, 4}}, {f32(8, 3)}), (Names{"4*a", "3"}));
}
TEST(ExtentFamily, of_strided_windows_grows_by_the_stride) {
  const ReduceWindow w{{{2}, {2}, {0}, {0}, {1}, {1}}, monoid_body(Monoid::Max, ElementType::F32)};
  EXPECT_EQ(extents_of(w, {f32(6), f32()}), (Names{"2*a"}));
}

// ---- listed entries

/// Why an entry is not proved for all extents; a written reason for each kind, met here.
std::string excuse(const Op& op, const Operands& x, const Entry& e) {
  if (!op.comprehension(types_of(x))) return "a procedure, which says over which dimensions it is a map";
  if (op.get_if<Convolution>() && !op.allows(e, 2) && !op.allows(e, 3)) return "a convolution of one group, which only an axis of one device divides";
  if (std::any_of(x.begin(), x.end(), [](const OperandInfo& o) { return o.type.elements() == 0; })) return "an instance without elements";
  return "";
}
TEST(EntryProof, every_listed_entry_is_proved_or_excused) {
  std::map<std::string, int> excused;
  int64_t proved = 0, all = 0, instances = 0;
  for_each_instance([&](const Op& op, const Operands& operands) {
    if (++instances % part != 0) return;
    for (const Entry& e : op.entries(operands)) {
      ++all;
      const EntryProof proof = prove_entry({op, operands}, e);
      if (proof.proved) {
        ++proved;
        EXPECT_FALSE(proof.steps.empty());
        continue;
      }
      EXPECT_NE(proof.why_not, "");
      const std::string why = excuse(op, operands, e);
      EXPECT_NE(why, "") << describe(op, operands, e) << ": " << proof.why_not;
      ++excused[why];
    }
  });
  std::printf("%lld of %lld entries proved for all extents and axis sizes\n", static_cast<long long>(proved), static_cast<long long>(all));
  for (const auto& [why, n] : excused) std::printf("%5d not: %s\n", n, why.c_str());
}

TEST(EntryProof, other_structures_are_cases_of_their_own) {
  const auto proof = [](const Types& types, const Entry& e) { return prove_entry({DynamicUpdateSlice{}, without_values(types)}, e); };
  const auto sums = operands(partial(Monoid::Add), partial(Monoid::Add), any) >> partial(Monoid::Add);
  for (const int64_t n : {8, 10, 12, 64}) {
    const EntryProof p = proof({f32(n), f32(2), i32()}, sums);
    EXPECT_TRUE(p.proved) << n << ": " << p.why_not;
    ASSERT_EQ(p.other_cases.size(), 1u) << n;  // an update that fills the operand
    EXPECT_FALSE(replayed_steps(p).empty());
  }
  // starts of 8 bits are compared with what they reach
  const EntryProof bytes = proof({f32(12), f32(5), {{}, ElementType::UI8}}, sums);
  ASSERT_FALSE(bytes.other_cases.empty());
  EXPECT_EQ(bytes.other_cases.size() + bytes.other_cases[0].other_cases.size(), 2u);
  // beside a dimension that the update fills, others may be filled, too
  const auto rows = operands(tile(0), tile(0), any, any) >> tile(0);
  const EntryProof p = proof({f32(32, 4), f32(32, 1), i32(), i32()}, rows);
  EXPECT_TRUE(p.proved) << p.why_not;
  EXPECT_FALSE(p.other_cases.empty());
}
TEST(EntryProof, extents_that_do_not_vary_are_named) {
  const auto detail = [](const OpInstance& x, const Entry& e) { return judge_entry(x, e).verdict.detail; };
  EXPECT_EQ(detail({Tanh{}, without_values({f32(6)})}, operands(tile(0)) >> tile(0)), "for all extents and axis sizes");
  EXPECT_EQ(detail({BitcastConvert{ElementType::I16}, without_values({{{6, 2}, ElementType::I8}})}, operands(tile(0)) >> tile(0)).find("by the op's"), 0u);
  EXPECT_EQ(detail({SliceOp{{1, 0}, {3, 4}, {1, 1}}, without_values({f32(3, 4)})}, operands(tile(1)) >> tile(1)).rfind("for all extents and axis sizes", 0), 0u);
}

// ---- wrong entries

TEST(EntryProof, no_planted_wrong_entry_is_proved) {
  for (const Planted& p : planted()) {
    const EntryProof proof = prove_entry({p.op, p.operands}, p.entry);
    EXPECT_FALSE(proof.proved) << p.what << ": " << describe(p.op, p.operands, p.entry);
    EXPECT_NE(proof.why_not, "") << p.what;
  }
}
TEST(EntryProof, what_holds_for_reals_alone_is_not_proved_of_integers) {
  // |100 · 2| is |-56| in 8 bits, |100| · |2| is -56
  const Entry e = operands(partial(Monoid::Mul)) >> partial(Monoid::Mul);
  EXPECT_TRUE(prove_entry({Abs{}, without_values({f32(6)})}, e).proved);
  EXPECT_EQ(prove_entry({Abs{}, without_values({{{6}, ElementType::I8}})}, e).why_not, "abs is not known to be a homomorphism of mul");
}
TEST(EntryProof, parts_of_an_initial_value_are_not_padding) {
  // a part folds its own in at each of its places in the padding
  const auto window = [](Monoid m) { return ReduceWindow{{{6, 1}, {1, 1}, {0, 1}, {0, 0}, {1, 1}, {1, 1}}, monoid_body(m, ElementType::F32)}; };
  const auto proof = [&](Monoid m) {
    const OpInstance x{window(m), without_values({f32(6, 6), f32()})};
    return prove_entry(x, operands(tile(0), partial(m)) >> partial(m), LiftedFamily(x, [](const OpInstance& y) {
      return y.op.get_if<ReduceWindow>()->lists[0].covers(y.operands[0].type.shape[0]);
    }));
  };
  EXPECT_EQ(proof(Monoid::Add).why_not, "the body reads the initial value, of which each part has but a part");
  EXPECT_TRUE(proof(Monoid::Max).proved) << proof(Monoid::Max).why_not;
}
TEST(EntryProof, every_planted_wrong_entry_is_refuted_on_a_small_instance) {
  for (const Planted& p : planted()) {
    const Verdict v = judge_entry({p.op, p.operands}, p.entry).verdict;
    EXPECT_EQ(v.kind, Verdict::Kind::Refuted) << p.what << ": " << v.detail;
    EXPECT_NE(v.detail.find("at axis size"), std::string::npos) << p.what << ": " << v.detail;
  }
  const Verdict v = judge_entry({Reverse{{0}}, without_values({f32(30)})}, operands(tile(0)) >> tile(0)).verdict;
  EXPECT_EQ(v.detail.rfind("reverse of (tensor<2xf32>) at axis size 2: at [0]: ", 0), 0u) << v.detail;
}
/// Over the reals, not over Field: its absolute values and signs are by halves.
bool beyond_field(const Op& op, const Entry& e) {
  return (op.get_if<Abs>() || op.get_if<Sign>()) && e.results[0] == partial(Monoid::Mul);
}
TEST(EntryProof, what_is_proved_and_not_listed_holds) {
  // every row of tiles, wholes and one kind of parts of the first samples
  int64_t judged = 0, proved = 0;
  std::map<std::string, int> unlisted;
  for_each_op([&](auto o) {
    using T = decltype(o);
    const auto samples = T::samples();
    for (size_t s = 0; s < std::min<size_t>(part == 1 ? 2 : 1, samples.size()); ++s) {
      const Op op(samples[s].op);
      const Operands operands = without_values(samples[s].operands);
      const Types types = types_of(operands), results = op.infer(types);
      if (results.size() != 1 || types.size() > 3) continue;
      const std::vector<Entry> listed = op.entries(operands);
      std::vector<EntryAttr> row(types.size());
      const auto probe = [&](EntryAttr result) {
        const Entry e{row, {result}};
        if (std::find(listed.begin(), listed.end(), e) != listed.end()) return;
        ++judged;
        const EntryProof proof = prove_entry({op, operands}, e);
        if (!proof.proved) return;
        EXPECT_EQ(replay(proof.certificate), std::nullopt) << describe(op, operands, e);
        ++proved;
        ++unlisted[std::string(op.name())];
        EXPECT_TRUE(beyond_field(op, e) || law_holds(op, operands, e)) << describe(op, operands, e);
      };
      std::function<void(size_t, std::optional<Monoid>)> enumerate = [&](size_t i, std::optional<Monoid> m) {
        if (i == types.size()) {
          for (int64_t d = 0; d < results[0].rank(); ++d) probe(tile(d));
          for (Monoid to : all_monoids)
            if (defined_on(to, results[0].element)) probe(partial(to));
          return;
        }
        row[i] = any;
        enumerate(i + 1, m);
        for (int64_t d = 0; d < types[i].rank(); ++d) row[i] = tile(d), enumerate(i + 1, m);
        for (Monoid of : all_monoids)
          if (defined_on(of, types[i].element) && (!m || m == of)) row[i] = partial(of), enumerate(i + 1, of);
      };
      enumerate(0, std::nullopt);
    }
  });
  std::printf("%lld rows that are not listed, %lld proved:", static_cast<long long>(judged), static_cast<long long>(proved));
  for (const auto& [op, n] : unlisted) std::printf(" %s %d", op.c_str(), n);
  std::printf("\n");
  EXPECT_GT(judged, 5000);
}

// ---- what a reader sees

TEST(EntryProof, is_steps_that_a_reader_follows) {
  const EntryProof p = prove_entry({matmul(), without_values({f32(6, 4), f32(4, 8)})}, operands(tile(1), tile(0)) >> partial(Monoid::Add));
  EXPECT_TRUE(p.proved);
  EXPECT_EQ(p.steps, (std::vector<std::string>{
                         "k0 goes over l1*n values in the whole, l1 in a part: k0 there is i*(l1) + k0 here",
                         "add is associative and commutative, so the reduction over all of K is that of the parts' reductions",
                         "the index of x0 along 1, k0, moves by i*(l1): the place in chunk i",
                         "the index of x1 along 0, k0, moves by i*(l1): the place in chunk i",
                         "all else of the two comprehensions is the same",
                         "i0, i1 occur only along dimensions that are not tiled: any number of such may be added or taken out"}));
}
TEST(EntryProof, says_why_there_is_none) {
  const auto why = [](const Op& op, const Types& types, const Entry& e) { return prove_entry({op, without_values(types)}, e).why_not; };
  EXPECT_EQ(why(Reverse{{0}}, {f32(6)}, operands(tile(0)) >> tile(0)),
            "the index of x0 along 0 is -1*i0 + l0*n - 1 in the whole and -1*i0 + l0 - 1 in a part");
  EXPECT_EQ(why(Exponential{}, {f32(6)}, operands(partial(Monoid::Add)) >> partial(Monoid::Add)),
            "exp is not known to be a homomorphism of add");
  EXPECT_EQ(why(Iota{0, {6}, ElementType::F32}, {}, operands() >> tile(0)), "the value of an index, i0, moves by i*(l0), and must not");
  EXPECT_EQ(why(Add{}, {f32(6), f32(6)}, operands(partial(Monoid::Add), any) >> partial(Monoid::Add)),
            "an argument of add does not depend on the partial operands: each part would have it");
  EXPECT_EQ(why(matmul(), {f32(6, 4), f32(4, 8)}, operands(tile(1), tile(0)) >> partial(Monoid::Max)),
            "the reduction is by add, not by max");
  EXPECT_EQ(why(Cholesky{true}, {f32(2, 3, 3)}, operands(tile(0)) >> tile(0)), "has no comprehension");
}

}  // namespace
}  // namespace partir::entry_proof_test
