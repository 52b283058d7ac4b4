// What the tests of lowering/ share: programs written in a few words, random families, and the
// check that a rewrite preserves meaning, signature changes included.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "interp/native.h"
#include "interp/spmd_interp.h"
#include "lowering/rewriter.h"
#include "semantics/core.h"
#include "semantics/hlo.h"

namespace partir::lowering_cases {

/// A PartIR:HLO program, value by value; types follow.
struct HloBuilder {
  hlo::Program p;

  explicit HloBuilder(Mesh mesh) { p.mesh = std::move(mesh); }

  ValueId param(TensorType global, AxisLists dims = {}) {
    DistType d = DistType::replicated(std::move(global));
    if (!dims.empty()) d.dims = std::move(dims);
    const ValueId x =
        p.main.add_value(local(p.mesh, d), "p" + std::to_string(p.main.params.size()));
    p.main.params.push_back(x);
    p.main.param_dists.push_back(std::move(d));
    return x;
  }
  ValueId let(hlo::Expr e) {
    TensorType t;
    if (const auto* op = std::get_if<OpExpr>(&e)) {
      Types types;
      for (ValueId x : op->operands) types.push_back(p.main.type(x));
      t = op->op.infer(types)[0];
    } else {
      t = collective_type(p.mesh, e, p.main.type(hlo::operands(e).front()));
    }
    const ValueId x = p.main.add_value(t, "x" + std::to_string(p.main.values.size()));
    p.main.body.stmts.push_back({{x}, std::move(e), {}});
    return x;
  }
  ValueId slice(AxisLists l, ValueId x) { return let(hlo::AllSlice{std::move(l), x}); }
  ValueId gather(AxisLists l, ValueId x) { return let(hlo::AllGather{std::move(l), x}); }
  ValueId reduce(AxisList a, ValueId x, Monoid m = Monoid::Add) {
    return let(hlo::AllReduce{m, std::move(a), x});
  }
  ValueId scatter(AxisLists l, ValueId x, Monoid m = Monoid::Add) {
    return let(hlo::ReduceScatter{m, std::move(l), x});
  }
  ValueId op(Op o, std::vector<ValueId> xs) { return let(OpExpr{std::move(o), std::move(xs)}); }
  HloBuilder& result(ValueId x) {
    p.main.body.results.push_back(x);
    p.main.result_dists.push_back(DistType::replicated(p.main.type(x)));
    return *this;
  }
};

/// `x[ %0 = all_gather [..] %p0; .. ] -> (..)`, to compare programs by eye and by ==.
inline std::string text(const hlo::Program& p) {
  std::string s;
  for (size_t i = 0; i < p.main.params.size(); ++i)
    s += "%" + std::to_string(p.main.params[i]) + " : " + to_string(p.main.param_dists[i]) + "\n";
  for (const hlo::Stmt& st : p.main.body.stmts) {
    s += "%" + std::to_string(st.results[0]) + " = " + std::string(hlo::expr_name(st.expr));
    std::visit(Overloaded{[](const OpExpr&) {},
                          [&](const hlo::AllSlice& c) { s += " " + to_string(c.axes); },
                          [&](const hlo::AllGather& c) { s += " " + to_string(c.axes); },
                          [&](const hlo::AllReduce& c) {
                            s += "<" + std::string(name(c.monoid)) + "> " + to_string(c.axes);
                          },
                          [&](const hlo::ReduceScatter& c) {
                            s += "<" + std::string(name(c.monoid)) + "> " + to_string(c.axes);
                          },
                          [&](const hlo::AllToAll& c) {
                            s += " " + std::to_string(c.from) + "->" + std::to_string(c.to) + " " +
                                 to_string(c.axes);
                          }},
               st.expr);
    for (ValueId x : hlo::operands(st.expr)) s += " %" + std::to_string(x);
    s += " : " + to_string(p.main.type(st.results[0])) + "\n";
  }
  for (size_t i = 0; i < p.main.body.results.size(); ++i)
    s += "return %" + std::to_string(p.main.body.results[i]) + " : " +
         to_string(p.main.result_dists[i]) + "\n";
  return s;
}

/// A small random i32 tensor. Wrapping integers are exact, so every comparison is.
inline Tensor<Native> random_i32(const TensorType& t, std::mt19937& random) {
  std::vector<int32_t> v(static_cast<size_t>(t.elements()));
  for (int32_t& e : v) e = static_cast<int32_t>(random() % 2001) - 1000;
  return Tensor<Native>::make(t, v);
}

/// Random families that depend on the axes of the parameters' D and on nothing else.
inline std::vector<Family<Native>> random_arguments(const hlo::Program& p, std::mt19937& random) {
  const auto mesh = std::make_shared<const Mesh>(p.mesh);
  std::vector<Family<Native>> args;
  for (size_t i = 0; i < p.main.params.size(); ++i)
    args.push_back(Family<Native>::generate(
        mesh, flatten(p.main.param_dists[i].dims),
        [&](const Device&) { return random_i32(p.main.type(p.main.params[i]), random); }));
  return args;
}

/// What `after` has more than `before`, per dimension: the minor rest of each list.
inline AxisLists added(const DistType& before, const DistType& after) {
  AxisLists more(before.dims.size());
  for (size_t d = 0; d < more.size(); ++d) {
    const AxisList &b = before.dims[d], &a = after.dims[d];
    EXPECT_TRUE(a.size() >= b.size() && std::equal(b.begin(), b.end(), a.begin()))
        << to_string(before) << " became " << to_string(after);
    more[d].assign(a.begin() + static_cast<std::ptrdiff_t>(b.size()), a.end());
  }
  return more;
}

/// Expects that `after` means what `before` does on random families, device by device: arguments
/// are sliced as L-Param has it, results are gathered as L-Result has it.
inline void expect_same_meaning(const hlo::Program& before, const hlo::Program& after,
                                unsigned seed = 1) {
  std::mt19937 random(seed);
  const auto args = random_arguments(before, random);
  std::vector<Family<Native>> sliced;
  for (size_t i = 0; i < args.size(); ++i)
    sliced.push_back(
        P_Slice(added(before.main.param_dists[i], after.main.param_dists[i]), args[i]));
  const auto expected = run<Native>(before, args);
  const auto found = run<Native>(after, sliced);
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) {
    const auto whole =
        P_Gather(added(before.main.result_dists[i], after.main.result_dists[i]), found[i]);
    for (int64_t id = 0; id < before.mesh.devices(); ++id)
      ASSERT_TRUE(equal(expected[i].at_id(id), whole.at_id(id)))
          << "result " << i << " at device " << id << ", seed " << seed << "\nbefore\n"
          << text(before) << "after\n"
          << text(after);
  }
}

/// A PartIR:Core program with nested blocks.
struct CoreBuilder {
  core::Program p;
  std::vector<core::Block> open = {core::Block{}};

  explicit CoreBuilder(Mesh mesh) { p.mesh = std::move(mesh); }

  ValueId param(TensorType t, std::string name) {
    const ValueId x = p.main.add_value(std::move(t), std::move(name));
    p.main.params.push_back(x);
    return x;
  }
  ValueId op(Op o, std::vector<ValueId> xs, std::string name = {}) {
    Types types;
    for (ValueId x : xs) types.push_back(p.main.type(x));
    const ValueId y = p.main.add_value(o.infer(types)[0], std::move(name));
    open.back().stmts.push_back({{y}, OpExpr{std::move(o), std::move(xs)}, {}});
    return y;
  }
  ValueId slice(int64_t d, ValueId x, RangeId r) {
    TensorType t = p.main.type(x);
    t.shape[d] /= p.mesh.size(p.main.ranges[r].axis);
    const ValueId y = p.main.add_value(t);
    open.back().stmts.push_back({{y}, core::SliceExpr{d, x, r}, {}});
    return y;
  }
  /// `body(r)` returns the values that the loop yields.
  template <class Body>
  std::vector<ValueId> loop(const Axis& a, std::vector<core::LoopAttr> attrs, Body&& body,
                            Location where = {}) {
    core::LoopExpr loop{a, attrs, p.main.add_range(a, "r"), {}};
    open.emplace_back();
    const std::vector<ValueId> inner = body(loop.range);
    open.back().results = inner;
    *loop.body = std::move(open.back());
    open.pop_back();
    std::vector<ValueId> results;
    for (size_t i = 0; i < attrs.size(); ++i) {
      TensorType t = p.main.type(inner[i]);
      if (attrs[i].kind == core::LoopAttr::Kind::Tile) t.shape[attrs[i].dim] *= p.mesh.size(a);
      results.push_back(p.main.add_value(t, "y" + std::to_string(p.main.values.size()), where));
    }
    open.back().stmts.push_back({results, std::move(loop), where});
    return results;
  }
  core::Program finish(std::vector<ValueId> results) {
    for (ValueId x : results) p.main.result_types.push_back(p.main.type(x));
    open.back().results = std::move(results);
    p.main.body = std::move(open.back());
    return std::move(p);
  }
};

}  // namespace partir::lowering_cases
