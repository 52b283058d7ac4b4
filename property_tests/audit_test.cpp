// Verdicts that audit themselves: faults are made, noticed by the runs, or shown to be none.
#include "proofs/audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "mlir_bridge/import.h"
#include "mlir_bridge/import_spmd.h"
#include "proofs/kept_run.h"
#include "proofs/may_differ.h"
#include "proofs/narrowed_sums.h"
#include "proofs/plain_difference.h"
#include "proofs/sums.h"
#include "proofs/verify.h"

namespace partir::audit_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using Kind = MutationKind;

/// A program and one that implements it on a mesh.
struct Pair {
  core::Program spec;
  SpmdProgram impl;
};
/// `boundary` are the attributes of parameters and results, in order, without their braces.
Pair pair(const std::string& spec, const std::string& impl) {
  core::Program p = std::get<ImportedCore>(import_any_text(spec, "spec.mlir")).program;
  SpmdProgram q = import_spmd_text("sdy.mesh @mesh = <[\"a\"=4]>\n" + impl, "impl.mlir", signature_of(p));
  return {std::move(p), std::move(q)};
}
const std::string tiled = " {sdy.sharding = #sdy.sharding<@mesh, [{\"a\"}]>}", whole = " {sdy.sharding = #sdy.sharding<@mesh, [{}]>}",
                  tiled_rows = " {sdy.sharding = #sdy.sharding<@mesh, [{\"a\"}, {}]>}",
                  tiled_columns = " {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"a\"}]>}",
                  whole_matrix = " {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}";
const std::string groups = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = "
                           "dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>";

/// `(x > 0 ? x : 2) . w`, the contracted dimension on the axis: an all_reduce, a comparison, a select.
Pair product(const std::string& element = "f32") {
  const auto typed = [&](std::string s) {
    const auto replace = [&](const std::string& from, const std::string& to) {
      for (size_t at = 0; (at = s.find(from, at)) != std::string::npos; at += to.size()) s.replace(at, from.size(), to);
    };
    replace("f32>", element + ">");
    if (element != "f32") replace("dense<0.0>", "dense<0>"), replace("dense<2.0>", "dense<2>");
    return s;
  };
  return pair(typed(R"(
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x6xf32>) -> tensor<4x6xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %p = stablehlo.compare GT, %x, %z : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  %h = stablehlo.constant dense<2.0> : tensor<4x8xf32>
  %r = stablehlo.select %p, %x, %h : tensor<4x8xi1>, tensor<4x8xf32>
  %y = stablehlo.dot_general %r, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
})"),
              typed("func.func @main(%x: tensor<4x2xf32>" + tiled_columns + ", %w: tensor<2x6xf32>" + tiled_rows +
                  ") -> (tensor<4x6xf32>" + whole_matrix + R"() {
  %z = stablehlo.constant dense<0.0> : tensor<4x2xf32>
  %p = stablehlo.compare GT, %x, %z : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
  %h = stablehlo.constant dense<2.0> : tensor<4x2xf32>
  %r = stablehlo.select %p, %x, %h : tensor<4x2xi1>, tensor<4x2xf32>
  %y = stablehlo.dot_general %r, %w, contracting_dims = [1] x [0] : (tensor<4x2xf32>, tensor<2x6xf32>) -> tensor<4x6xf32>
  %s = "stablehlo.all_reduce"(%y) <{)" + groups + R"(, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %s : tensor<4x6xf32>
})"));
}
/// `x + iota`, tiled: each device adds its offset, which it looks up in a table; what it looks up is clamped, and
/// the first three lines are dead.
Pair counted() {
  return pair(R"(
func.func @main(%x: tensor<8xi32>) -> tensor<8xi32> {
  %i = stablehlo.iota dim = 0 : tensor<8xi32>
  %y = stablehlo.add %x, %i : tensor<8xi32>
  return %y : tensor<8xi32>
})",
              "func.func @main(%x: tensor<2xi32>" + tiled + ") -> (tensor<2xi32>" + tiled + R"() {
  %dead = stablehlo.constant dense<7> : tensor<2xi32>
  %deader = stablehlo.subtract %dead, %x : tensor<2xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %table = stablehlo.constant dense<[0, 2, 4, 6]> : tensor<4xi32>
  %id = stablehlo.partition_id : tensor<ui32>
  %me = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
  %at = stablehlo.dynamic_slice %table, %me, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
  %offset = stablehlo.reshape %at : (tensor<1xi32>) -> tensor<i32>
  %o = stablehlo.broadcast_in_dim %offset, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %i = stablehlo.iota dim = 0 : tensor<2xi32>
  %j = stablehlo.add %i, %o : tensor<2xi32>
  %y = stablehlo.add %x, %j : tensor<2xi32>
  return %y : tensor<2xi32>
})");
}
/// The elements moved up by one along the axis, zero at the start. Device 0 has no source and masks what it got; the
/// start of its slice is beyond the end and clamped.
Pair shifted() {
  return pair(R"(
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.pad %x, %zero, low = [1], high = [-1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
})",
              "func.func @main(%x: tensor<2xf32>" + tiled + ") -> (tensor<2xf32>" + tiled + R"() {
  %far = stablehlo.constant dense<5> : tensor<i32>
  %last = stablehlo.dynamic_slice %x, %far, sizes = [1] : (tensor<2xf32>, tensor<i32>) -> tensor<1xf32>
  %sent = "stablehlo.collective_permute"(%last) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<1xf32>) -> tensor<1xf32>
  %id = stablehlo.partition_id : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %inner = stablehlo.compare GT, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %mask = stablehlo.broadcast_in_dim %inner, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %none = stablehlo.constant dense<0.0> : tensor<1xf32>
  %got = stablehlo.select %mask, %sent, %none : tensor<1xi1>, tensor<1xf32>
  %first = stablehlo.slice %x [0:1] : (tensor<2xf32>) -> tensor<1xf32>
  %y = stablehlo.concatenate %got, %first, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
})");
}
/// Three steps of `x + x`, one device's part at a time; a loop that every device runs alike.
Pair looped() {
  const std::string body = R"( {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, TYPE
    cond {
      %three = stablehlo.constant dense<3> : tensor<i32>
      %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %b = stablehlo.add %a, %a : TYPE
      stablehlo.return %j, %b : tensor<i32>, TYPE
    }
  return %r#1 : TYPE
})";
  const auto with = [&](const std::string& type) {
    std::string s = body;
    for (size_t at = 0; (at = s.find("TYPE", at)) != std::string::npos;) s.replace(at, 4, type);
    return s;
  };
  const std::string three_times = R"(
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = stablehlo.add %x, %x : tensor<8xf32>
  %b = stablehlo.add %a, %a : tensor<8xf32>
  %c = stablehlo.add %b, %b : tensor<8xf32>
  return %c : tensor<8xf32>
})";
  return pair(three_times, "func.func @main(%x: tensor<2xf32>" + tiled + ") -> (tensor<2xf32>" + tiled + ")" + with("tensor<2xf32>"));
}
std::vector<Pair> pairs() {
  std::vector<Pair> all;
  all.push_back(product());
  all.push_back(counted());
  all.push_back(shifted());
  all.push_back(looped());
  return all;
}

std::vector<std::string> texts(const std::vector<Mutant>& all) {
  std::vector<std::string> list;
  for (const Mutant& m : all) list.push_back(to_string(m.location) + ": " + m.what);
  return list;
}
std::string list(const std::vector<Mutant>& all) {
  std::string s;
  for (const std::string& t : texts(all)) s += t + "\n";
  return s;
}

TEST(Mutants, are_well_typed_distinct_and_the_same_for_a_seed) {
  for (const Pair& p : pairs()) {
    const SpmdSubject subject(p.impl);
    const std::vector<Mutant> all = mutants(subject.program(), 1000, 1);
    EXPECT_FALSE(all.empty());
    std::set<std::string> distinct;
    for (const Mutant& m : all) {
      EXPECT_NO_THROW(SpmdSubject(mutated(subject.program(), m))) << m.what;
      EXPECT_TRUE(distinct.insert(to_string(m.location) + m.what).second) << m.what;
      EXPECT_TRUE(m.location.known()) << m.what;
    }
    EXPECT_EQ(texts(all), texts(mutants(subject.program(), 1000, 1)));
    EXPECT_EQ(mutants(subject.program(), 4, 1).size(), std::min<size_t>(4, all.size()));
  }
  const SpmdSubject subject(product().impl);
  EXPECT_NE(texts(mutants(subject.program(), 1000, 1)), texts(mutants(subject.program(), 1000, 2)));
}
TEST(Mutants, are_of_every_kind_that_the_program_has_a_place_for) {
  const SpmdSubject subject(product().impl);
  std::map<Kind, int> few;
  for (const Mutant& m : mutants(subject.program(), 7, 1)) ++few[m.kind];
  for (Kind k : {Kind::CollectiveDropped, Kind::Regrouped, Kind::ReducerChanged, Kind::ConstantChanged,
                 Kind::ComparisonTurned, Kind::BranchesSwapped, Kind::RoundingAdded})
    EXPECT_EQ(few[k], 1) << name(k);
}
TEST(Mutants, are_of_what_results_depend_on) {
  const SpmdSubject subject(counted().impl);
  const std::vector<Mutant> all = mutants(subject.program(), 1000, 1);
  EXPECT_THAT(list(all), testing::Not(HasSubstr("dead")));
  EXPECT_THAT(list(all), HasSubstr("partition_id(): one more"));
}
TEST(Mutants, round_to_less_than_any_type_of_either_program) {
  const SpmdSubject subject(product().impl);
  EXPECT_THAT(list(mutants(subject.program(), 1000, 1)), HasSubstr("rounded to bf16"));
  EXPECT_THAT(list(mutants(subject.program(), 1000, 1, 16)), HasSubstr("rounded to f8"));
}
TEST(Mutants, are_made_in_regions) {
  const SpmdSubject subject(looped().impl);
  const std::string all = list(mutants(subject.program(), 1000, 1));
  EXPECT_THAT(all, HasSubstr("LE in place of LT"));
  EXPECT_THAT(all, HasSubstr("one more"));
}

/// Random arguments of a program, as they lie on the devices.
template <class D>
std::vector<Family<D>> arguments(const Pair& p, uint64_t seed) {
  return distribute_arguments(p.impl.mesh, p.impl.params, random_arguments<D>(p.spec, seed), seed);
}
template <class D>
bool same(const std::vector<Family<D>>& a, const std::vector<Family<D>>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t k = 0; k < a[i].parts().size(); ++k)
      if (!detail::identical<D>({a[i].parts()[k]}, {b[i].parts()[k]})) return false;
  return true;
}
const Deadline never = Deadline::max();
/// All of a program.
template <class D>
std::vector<Family<D>> whole_run(const Subject& subject, const std::vector<Family<D>>& args) {
  return subject.run(args, nullptr);
}

/// Each mutant, run again below its change, has the results of the whole program run from the start.
template <class D>
void compare_with_whole_runs(const Pair& p) {
  const SpmdSubject subject(p.impl);
  const detail::Dependence dependence(subject.program());
  const std::vector<Family<D>> args = arguments<D>(p, 3);
  const KeptRun<D> original(dependence, args);
  EXPECT_TRUE(same<D>(original.results(), whole_run<D>(subject, args)));
  for (const Mutant& m : mutants(subject.program(), 1000, 1)) {
    // a loop that does not end would run for long
    if (std::holds_alternative<shlo::While>(subject.program().function()->body.stmts[m.stmt].expr)) continue;
    const std::vector<Family<D>> expected = whole_run<D>(SpmdSubject(mutated(subject.program(), m)), args);
    const auto found = original.again(m, never);
    EXPECT_TRUE(same<D>(found ? *found : original.results(), expected)) << m.what;
  }
}
TEST(KeptRun, runs_again_as_the_whole_program_would) {
  for (const Pair& p : pairs()) {
    compare_with_whole_runs<Native>(p);
    compare_with_whole_runs<Field>(p);
  }
}
TEST(KeptRun, gives_up_what_does_not_end) {
  const Pair p = looped();
  const SpmdSubject subject(p.impl);
  const detail::Dependence dependence(subject.program());
  const KeptRun<Native> original(dependence, arguments<Native>(p, 1));
  int endless = 0;
  for (const Mutant& m : mutants(subject.program(), 1000, 1)) try {
      original.again(m, never);
    } catch (const Unsupported&) {
      ++endless;
    }
  EXPECT_GT(endless, 0);  // the step made 0
}
TEST(KeptRun, stops_at_its_deadline) {
  const Pair p = product();
  const SpmdSubject subject(p.impl);
  const detail::Dependence dependence(subject.program());
  const KeptRun<Native> original(dependence, arguments<Native>(p, 1));
  const std::vector<Mutant> all = mutants(subject.program(), 1000, 1);
  const auto first = std::find_if(all.begin(), all.end(), [](const Mutant& m) { return m.kind == Kind::ComparisonTurned; });
  EXPECT_THROW(original.again(*first, Deadline::min()), OutOfTime);
}

/// Which mutants of a program are shown to be the same program; each must be, in runs of the whole.
std::vector<Mutant> shown_equal(const Pair& p) {
  const SpmdSubject subject(p.impl);
  const detail::Dependence dependence(subject.program());
  const KeptRun<Native> original(dependence, arguments<Native>(p, 1));
  std::vector<Mutant> found;
  for (const Mutant& m : mutants(subject.program(), 1000, 1)) {
    bool equal = false;
    try {
      equal = !MayDiffer(dependence, original)(m, never);
    } catch (const Unsupported&) {
    }
    if (!equal) continue;
    found.push_back(m);
    const SpmdSubject changed(mutated(subject.program(), m));
    for (uint64_t seed = 1; seed < 20; ++seed) {
      const auto args = arguments<Native>(p, seed);
      EXPECT_TRUE(same<Native>(whole_run<Native>(changed, args), whole_run<Native>(subject, args))) << m.what;
    }
  }
  return found;
}
TEST(MayDiffer, sees_through_clamps_and_masks) {
  const std::string equal = list(shown_equal(shifted()));
  EXPECT_THAT(equal, HasSubstr("%far = constant(): one more"));   // clamped
  EXPECT_THAT(equal, HasSubstr("%far = constant(): one less"));
  EXPECT_THAT(equal, HasSubstr("%far one more"));
  EXPECT_THAT(equal, testing::Not(HasSubstr("GE in place of GT")));
}
TEST(MayDiffer, computes_what_devices_compute_without_arguments) {
  // the last device's place in the table is clamped, the others' are not
  const std::string equal = list(shown_equal(counted()));
  EXPECT_THAT(equal, IsEmpty());
  // a mask that is right by other means
  const Pair p = pair(R"(
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
})",
                      "func.func @main(%x: tensor<1xf32>" + tiled + ") -> (tensor<1xf32>" + tiled + R"() {
  %id = stablehlo.partition_id : tensor<ui32>
  %ten = stablehlo.constant dense<10> : tensor<ui32>
  %inside = stablehlo.compare LT, %id, %ten : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %mask = stablehlo.broadcast_in_dim %inside, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %half = stablehlo.constant dense<0.5> : tensor<1xf32>
  %y = stablehlo.select %mask, %x, %half : tensor<1xi1>, tensor<1xf32>
  return %y : tensor<1xf32>
})");
  const std::string masked = list(shown_equal(p));
  EXPECT_THAT(masked, HasSubstr("LE in place of LT"));
  EXPECT_THAT(masked, HasSubstr("one less"));
  EXPECT_THAT(masked, HasSubstr("doubled"));  // never chosen
  EXPECT_THAT(masked, testing::Not(HasSubstr("GT in place of LT")));
  EXPECT_THAT(masked, testing::Not(HasSubstr("exchanged")));
}
TEST(MayDiffer, shows_only_what_is_so) {
  for (const Pair& p : pairs()) shown_equal(p);
}

TEST(Audit, refutes_all_faults_of_a_right_program) {
  for (const Pair& p : {product("i32"), counted(), shifted()}) {
    const AuditReport r = audit(p.spec, p.impl);
    EXPECT_EQ(r.refuted + static_cast<int64_t>(r.equal.size()), r.planned) << to_string(r) << "\n" << list(r.survivors);
    EXPECT_EQ(r.objection(), "");
    EXPECT_GT(r.refuted, 0);
  }
}
/// What campaigns judge the judge by (plain_difference.h): no verdict is asked.
TEST(PlainDifference, is_seen_where_a_collective_is_left_out_and_not_where_roundings_moved) {
  for (const char* element : {"f32", "i32"}) {
    const Pair p = product(element);
    EXPECT_FALSE(plainly_differs(p.spec, SpmdSubject(p.impl), 1));
    int dropped = 0;
    for (const Mutant& m : mutants(p.impl, 100, 1, 32)) {
      const bool differs = plainly_differs(p.spec, SpmdSubject(mutated(p.impl, m)), 1);
      dropped += m.kind == Kind::CollectiveDropped && differs;
      EXPECT_FALSE(differs && m.kind == Kind::RoundingAdded) << m.what;
    }
    EXPECT_GT(dropped, 0);
  }
}

/// Adds up 20 rows of f32 in bf16, one after another, with `between` (of %a{i}, making %t{i}) after each addition.
Pair sum_of_rows(const std::string& between) {
  std::string impl = "func.func @main(%x: tensor<20x1xf32>" + tiled_columns + ") -> (tensor<1xbf16>" + tiled + R"() {
  %low = stablehlo.constant dense<-1000.0> : tensor<1xbf16>
  %buffer = stablehlo.constant dense<0.0> : tensor<2xbf16>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.convert %x : (tensor<20x1xf32>) -> tensor<20x1xbf16>
  %t0 = stablehlo.constant dense<0.0> : tensor<1xbf16>
)";
  for (int i = 0; i < 20; ++i) {
    const std::string k = std::to_string(i), next = std::to_string(i + 1);
    impl += "  %s" + k + " = stablehlo.slice %n [" + k + ":" + next + ", 0:1] : (tensor<20x1xbf16>) -> tensor<1x1xbf16>\n  %r" + k + " = stablehlo.reshape %s" + k +
            " : (tensor<1x1xbf16>) -> tensor<1xbf16>\n  %a" + next + " = stablehlo.add %t" + k + ", %r" + k + " : tensor<1xbf16>\n";
    std::string op = between;
    for (size_t at; (at = op.find("{i}")) != std::string::npos;) op.replace(at, 3, next);
    impl += op;
  }
  return pair(R"(
func.func @main(%x: tensor<20x4xf32>) -> tensor<4xbf16> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<20x4xf32>, tensor<f32>) -> tensor<4xf32>
  %r = stablehlo.convert %s : (tensor<4xf32>) -> tensor<4xbf16>
  return %r : tensor<4xbf16>
})",
              impl + "  return %t20 : tensor<1xbf16>\n}");
}
TEST(Sums, stick_whatever_stands_between_their_additions) {
  for (const char* between : {"  %t{i} = stablehlo.negate %a{i} : tensor<1xbf16>\n", "  %t{i} = stablehlo.maximum %a{i}, %low : tensor<1xbf16>\n",
                              "  %t{i} = stablehlo.clamp %low, %a{i}, %a{i} : tensor<1xbf16>\n",
                              "  %b{i} = stablehlo.dynamic_update_slice %buffer, %a{i}, %zero : (tensor<2xbf16>, tensor<1xbf16>, tensor<i32>) -> tensor<2xbf16>\n"
                              "  %t{i} = stablehlo.slice %b{i} [0:1] : (tensor<2xbf16>) -> tensor<1xbf16>\n"}) {
    const Pair p = sum_of_rows(between);
    EXPECT_THAT(sum_that_sticks(p.spec, SpmdSubject(p.impl), MadeOf::random_key()), HasSubstr("impl.mlir")) << between;
    EXPECT_FALSE(bound_options(p.spec, SpmdSubject(p.impl)).narrows) << between;
  }
}

TEST(Audit, accepts_what_verify_accepts) {
  // a mutant that the audit refutes is one that verify does not accept
  for (const Pair& p : {counted(), shifted()}) {
    const SpmdSubject subject(p.impl);
    for (const Mutant& m : mutants(subject.program(), 20, 1)) {
      const SpmdProgram q = mutated(subject.program(), m);
      const detail::Dependence dependence(subject.program());
      const KeptRun<Native> original(dependence, arguments<Native>(p, 1));
      EXPECT_EQ(verify(p.spec, q).holds(), !MayDiffer(dependence, original)(m, never)) << m.what;
    }
  }
}

/// Runs on arguments that are all 0, which tell little.
class Blind : public JudgedRuns {
 public:
  explicit Blind(const Pair& p) : p_(p) {}
  int64_t field_runs() override { return 0; }
  FieldModel field_model(int64_t) override { return {}; }
  int64_t native_runs() override { return 1; }
  std::vector<Family<Field>> field_arguments(int64_t) override { return {}; }
  std::vector<Family<Native>> native_arguments(int64_t) override {
    std::vector<Tensor<Native>> args;
    for (ValueId x : p_.spec.main.params)
      args.push_back(Tensor<Native>::from_literal(Literal::splat_value(p_.spec.main.type(x), 0)));
    expected_ = run<Native>(p_.spec, args);
    return distribute_arguments(p_.impl.mesh, p_.impl.params, args, 1);
  }
  bool is_uniform(int64_t) override { return false; }
  Degree degree() override { return std::nullopt; }
  bool accepts(int64_t, const std::vector<Family<Field>>&) override { return true; }
  bool accepts(int64_t, const std::vector<Family<Native>>& found) override {
    for (size_t i = 0; i < found.size(); ++i)
      if (represents(p_.impl.mesh, p_.impl.results[i], found[i], expected_[i])) return false;
    return true;
  }

 private:
  const Pair& p_;
  std::vector<Tensor<Native>> expected_;
};
TEST(Audit, names_the_fault_that_the_runs_do_not_notice) {
  const Pair p = product();
  Blind runs(p);
  const AuditReport r = audit(SpmdSubject(p.impl), runs, 32);
  ASSERT_FALSE(r.survivors.empty());
  EXPECT_THAT(list(r.survivors), HasSubstr("all_reduce(%y): left out"));
  const Verdict tested{Verdict::Kind::Tested, "exact in Field on 2 runs", 2, {}};
  const Verdict v = audited(tested, r);
  EXPECT_EQ(v.kind, Verdict::Kind::Undecided);
  EXPECT_THAT(v.detail, HasSubstr("the runs do not tell the program from one with a fault: impl.mlir:"));
  EXPECT_THAT(v.detail, HasSubstr("exact in Field on 2 runs"));
  Verdict refuted = tested;
  refuted.kind = Verdict::Kind::Refuted;
  EXPECT_EQ(audited(refuted, r).kind, Verdict::Kind::Refuted);
}
TEST(Audit, keeps_to_its_time) {
  const Pair p = product();
  AuditOptions options;
  options.seconds = 0;
  const AuditReport r = audit(p.spec, p.impl, {}, options);
  EXPECT_GT(r.planned, 0);
  EXPECT_EQ(r.run, 0);
  EXPECT_THAT(r.objection(), HasSubstr("only 0 of"));
  EXPECT_EQ(to_string(r), "refuted 0 of 0 mutants, " + std::to_string(r.planned) + " planned");
}
TEST(Audit, has_nothing_to_say_where_there_is_no_place_for_a_fault) {
  const Pair p = pair("func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n  return %x : tensor<8xf32>\n}",
                      "func.func @main(%x: tensor<2xf32>" + tiled + ") -> (tensor<2xf32>" + tiled +
                          ") {\n  return %x : tensor<2xf32>\n}");
  const AuditReport r = audit(p.spec, p.impl);
  EXPECT_EQ(r.planned, 0);
  EXPECT_EQ(r.objection(), "");
}

}  // namespace
}  // namespace partir::audit_test
