// The graph builder and reverse-mode differentiation: every rule against central differences over the reals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

#include "examples/models/models.h"
#include "interp/core_interp.h"
#include "interp/wide.h"
#include "semantics/core_typing.h"
#include "semantics/differentiate.h"

namespace partir::graph_test {
namespace {

using graph::Graph;
using Var = graph::Tensor;
using Values = std::vector<Tensor<Wide>>;

/// Random elements: floats in (low, high), integers 0 or 1, which index everything.
Tensor<Wide> random_values(const TensorType& t, std::mt19937_64& random, double low, double high) {
  Literal l{t, false, {}};
  for (int64_t i = 0; i < t.elements(); ++i) {
    const double v = is_float(t.element) ? low + (high - low) * static_cast<double>(random() % 100003) / 100003
                                         : static_cast<double>(random() % 2);
    const ElementBits bits = Literal::encode(t.element, v);
    const auto* b = reinterpret_cast<const std::byte*>(&bits);
    l.data.insert(l.data.end(), b, b + byte_width(t.element));
  }
  return Tensor<Wide>::from_literal(l);
}
/// x + h · u.
Tensor<Wide> moved(const Tensor<Wide>& x, const Tensor<Wide>& u, const WideFloat& h) {
  std::vector<WideFloat> values = x.values<WideFloat>();
  const std::vector<WideFloat> along = u.values<WideFloat>();
  for (size_t i = 0; i < values.size(); ++i) values[i] += h * along[i];
  return Tensor<Wide>::make(x.type(), values);
}
WideFloat inner(const Tensor<Wide>& x, const Tensor<Wide>& y) {
  WideFloat s = 0;
  const auto a = x.values<WideFloat>(), b = y.values<WideFloat>();
  for (size_t i = 0; i < a.size(); ++i) s += a[i] * b[i];
  return s;
}

// The special functions have 64 bits even in Wide, so no smaller step: the error is the step's square.
const WideFloat step = ldexp(WideFloat(1), -20);

/// Along a random direction of all float operands at once, `(L(x + hu) - L(x - hu)) / 2h` against `g · u`, for a
/// random linear function L of op's results: what is wrong in any element shows but by chance.
testing::AssertionResult slope_is_gradient(const Op& op, const Types& operands, double low, double high) {
  std::mt19937_64 random(7);
  Graph g;
  std::vector<Var> x, wrt;
  for (size_t i = 0; i < operands.size(); ++i) {
    const TensorType& t = operands[i];
    x.push_back(g.parameter("x" + std::to_string(i), t.shape, t.element));
    if (is_float(t.element)) wrt.push_back(x.back());
  }
  std::optional<Var> loss;
  std::vector<Var> weights;
  for (const Var& y : g.ops(op, x)) {
    if (!is_float(y.type().element)) continue;
    weights.push_back(g.parameter("w" + std::to_string(weights.size()), y.shape(), y.type().element));
    Var l = graph::sum(y * weights.back());
    loss = loss ? *loss + l : l;
  }
  g.result("loss", *loss);
  for (const Var& d : graph::gradients(*loss, wrt)) g.result("gradient", d);
  const core::Program p = g.program();
  check(p);
  Values args, up, down;
  WideFloat expected = 0;
  std::vector<Tensor<Wide>> directions;
  for (ValueId v : p.main.params) {
    const TensorType& t = p.main.type(v);
    args.push_back(random_values(t, random, low, high));
    if (args.size() > x.size() || !is_float(t.element)) {
      up.push_back(args.back()), down.push_back(args.back());
      continue;
    }
    directions.push_back(random_values(t, random, -1, 1));
    up.push_back(moved(args.back(), directions.back(), step));
    down.push_back(moved(args.back(), directions.back(), -step));
  }
  const Values at = run<Wide>(p, args);
  WideFloat slope = 0;
  for (size_t i = 0; i < directions.size(); ++i) slope += inner(at[1 + i], directions[i]);
  expected = (run<Wide>(p, up)[0].values<WideFloat>()[0] - run<Wide>(p, down)[0].values<WideFloat>()[0]) / (2 * step);
  const double off = abs(slope - expected).convert_to<double>(), size = abs(expected).convert_to<double>();
  if (off <= 1e-8 * (1 + size)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "gradient " << slope << ", central difference " << expected;
}

/// Where a function is smooth and defined.
std::pair<double, double> domain(std::string_view op) {
  if (op == "acosh") return {1.2, 3};
  if (op == "log" || op == "sqrt" || op == "rsqrt" || op == "cbrt" || op == "power" || op == "divide" ||
      op == "lgamma" || op == "digamma" || op == "remainder")
    return {0.3, 2.7};
  return {-0.9, 0.9};
}

/// Samples on floats. Constants of a rule are rounded to the operands' type, so of ops whose attributes name no type
/// the floats are f64.
template <class T>
std::vector<Sample<T>> float_samples() {
  std::vector<Sample<T>> found;
  for (Sample<T> s : T::samples()) {
    if constexpr (std::is_same_v<decltype(T::attributes()), boost::hana::tuple<>>)
      for (TensorType& t : s.operands)
        if (is_float(t.element)) t.element = ElementType::F64;
    const Types results = s.op.infer(s.operands);
    if (std::any_of(s.operands.begin(), s.operands.end(), [](const TensorType& t) { return is_complex(t.element); }))
      continue;
    const auto has_float = [](const Types& types) {
      return std::any_of(types.begin(), types.end(), [](const TensorType& t) { return is_float(t.element); });
    };
    if (has_float(s.operands) && has_float(results)) found.push_back(s);
  }
  const TensorType f{{6, 4}, ElementType::F32}, s{{}, ElementType::F32};
  if constexpr (std::is_same_v<T, Reduce>)
    for (Monoid m : {Monoid::Max, Monoid::Min}) found.push_back({{{0}, m}, {f, s}});
  if constexpr (std::is_same_v<T, DotGeneral>) {
    // transposed either way round; contracted dimensions crossed; batch dimensions behind
    const TensorType a{{2, 3, 4, 5}, s.element}, b{{5, 2, 6, 3}, s.element};
    found.push_back({{{0}, {1}, {3, 1}, {0, 3}, s.element}, {a, b}});
    found.push_back({{{1}, {3}, {0, 3}, {1, 0}, s.element}, {a, b}});
    found.push_back({{{}, {}, {0}, {1}, s.element}, {f, {{3, 6}, s.element}}});
  }
  // places that the indices' type cannot name: as numbers of that type they would be 0, or below it
  const std::vector<std::pair<int64_t, ElementType>> narrow{{129, ElementType::I8}, {257, ElementType::UI8}};
  if constexpr (std::is_same_v<T, Gather>) {
    for (const auto& [n, index] : narrow)
      found.push_back({graph::gather_rows({n, 2}, 1), {{{n, 2}, s.element}, {{8}, index}}});
    const Gather pairs{{}, {0, 1}, {}, {}, {0, 1}, 1, {1, 1}, false};  // two limits
    found.push_back({pairs, {{{257, 3}, s.element}, {{8, 2}, ElementType::UI8}}});
  }
  if constexpr (std::is_same_v<T, Scatter>)
    for (const auto& [n, index] : narrow)
      found.push_back({{{1}, {0}, {}, {}, {0}, 1, false, false, monoid_body(Monoid::Add, s.element)},
                       {{{n, 2}, s.element}, {{8}, index}, {{8, 2}, s.element}}});
  if constexpr (std::is_same_v<T, Convolution>) {
    Convolution c = T::samples()[0].op;
    c.strides = {2, 1}, c.low = {1, 0}, c.high = {2, -1}, c.lhs_dilation = {1, 2}, c.rhs_dilation = {2, 1};
    found.push_back({c, {{{2, 7, 4, 3}, s.element}, {{2, 3, 3, 4}, s.element}}});
  }
  return found;
}

TEST(Gradients, of_every_rule_are_slopes_on_the_ops_own_samples) {
  std::set<std::string> refused;
  int rules = 0;
  for_each_op([&]<class T>(const T&) {
    if constexpr (graph::Differentiable<T>) {
      const auto samples = float_samples<T>();
      ++rules;
      EXPECT_FALSE(samples.empty()) << T::name << " has a rule that nothing checks";
      const auto [low, high] = domain(T::name);
      for (size_t i = 0; i < samples.size(); ++i) try {
          EXPECT_TRUE(slope_is_gradient(samples[i].op, samples[i].operands, low, high)) << T::name << ", sample " << i;
        } catch (const Unsupported& e) {
          refused.insert(e.what());
        }
    }
  });
  EXPECT_GE(rules, 55);
  // what rules of theirs do not cover
  EXPECT_EQ(refused, (std::set<std::string>{
                         "unsupported: the derivative of a convolution in groups",
                         "unsupported: the derivative of a scatter whose body is not an addition"}));
}

/// Adam's first moments, from moments of 0, are the gradients: a whole program is checked as it is, from the slope of
/// its last result, the loss, along a random direction of all parameters.
testing::AssertionResult step_follows_its_loss(const core::Program& p) {
  check(p);
  std::mt19937_64 random(11);
  Values args, up, down;
  std::vector<Tensor<Wide>> directions;
  for (ValueId v : p.main.params) {
    const TensorType& t = p.main.type(v);
    const std::string& name = p.main.values[v].name;
    const bool state = name.starts_with("opt."), parameter = name.starts_with("params.");
    args.push_back(state ? Tensor<Wide>::splat(t, WideFloat(0)) : random_values(t, random, -0.6, 0.6));
    if (parameter) directions.push_back(random_values(t, random, -1, 1));
    up.push_back(parameter ? moved(args.back(), directions.back(), step) : args.back());
    down.push_back(parameter ? moved(args.back(), directions.back(), -step) : args.back());
  }
  const Values at = run<Wide>(p, args);
  const size_t n = directions.size();
  if (at.size() != 3 * n + 1) return testing::AssertionFailure() << at.size() << " results";
  WideFloat slope = 0;
  for (size_t i = 0; i < n; ++i) slope += inner(at[n + i], directions[i]);
  slope /= WideFloat(static_cast<double>(static_cast<float>(1 - 0.9)));
  const WideFloat expected =
      (run<Wide>(p, up).back().values<WideFloat>()[0] - run<Wide>(p, down).back().values<WideFloat>()[0]) / (2 * step);
  const double off = abs(slope - expected).convert_to<double>(), size = abs(expected).convert_to<double>();
  if (size < 1e-6) return testing::AssertionFailure() << "the loss does not move: " << size;
  if (off > 1e-8 * (1 + size))
    return testing::AssertionFailure() << "gradient " << slope << ", central difference " << expected;
  return testing::AssertionSuccess();
}
TEST(Gradients, of_whole_models_are_slopes_of_their_loss) {
  EXPECT_TRUE(step_follows_its_loss(models::mlp({2, 4, 3, 5})));
  EXPECT_TRUE(step_follows_its_loss(models::transformer({2, 2, 3, 4, 2, 2, 6, 5})));
  EXPECT_TRUE(step_follows_its_loss(models::mixture({2, 2, 3, 4, 2, 2, 3, 3, 2, 5})));
  EXPECT_TRUE(step_follows_its_loss(models::unet({1, 1, 4, 1, 2, 2, 2})));
  EXPECT_TRUE(step_follows_its_loss(models::graph_network({2, 3, 5, 2, 3, 4, 2})));
}

/// Three tokens of one group, two experts who take one each and say 10 on the dimension that is theirs. The third
/// token's expert has been taken by the first.
TEST(Mixture, tokens_go_through_their_expert_until_it_is_full) {
  Graph g;
  models::Parameters p{g};
  const models::MixtureLayer layer(p, "l", {1, 1, 3, 2, 1, 1, 1, 2, 1, 1});
  const Var x = g.parameter("x", {1, 3, 2});
  g.result("y", models::mixture_of_experts(x, layer, "l"));
  const std::map<std::string, std::vector<WideFloat>> given = {{"params.l.router", {1, 0, 0, 1}},
                                                               {"params.l.expert_bias", {5, 5}},
                                                               {"params.l.expert_out", {2, 0, 0, 2}},
                                                               {"x", {3, 1, 1, 2, 9, 0}}};
  const core::Program program = g.program();
  Values args;
  for (ValueId v : program.main.params) {
    const auto values = given.find(program.main.values[v].name);
    const TensorType& t = program.main.type(v);
    args.push_back(values == given.end() ? Tensor<Wide>::splat(t, WideFloat(0)) : Tensor<Wide>::make(t, values->second));
  }
  const auto gate = [](double above) { return 10 / (1 + std::exp(-above)); };  // above the other expert's logit
  const std::vector<double> expected{gate(2), 0, 0, gate(1), 0, 0};
  const auto found = run<Wide>(program, args)[0].values<WideFloat>();
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i].convert_to<double>(), expected[i], 1e-5) << i;
}
TEST(Gradients, are_named_after_the_values_that_they_are_of) {
  Graph g;
  const Var x = g.parameter("x", {3}), y = g.named(x * x, "y"), z = g.named(y + y * y, "z");
  g.result("dx", graph::gradients(graph::sum(z), {x})[0]);
  std::set<std::string> names;
  for (const Value& v : g.program().main.values) names.insert(v.name);
  EXPECT_TRUE(names.contains("y.gradient") && names.contains("z.gradient"));
}

/// The message and the line that is not a constant of this test.
template <class F>
std::string bad_input(F&& f, unsigned line) {
  try {
    f();
  } catch (const Error& e) {
    const bool here = e.where().file().ends_with("graph_test.cpp") && e.where().line() == line;
    return std::string(here ? "" : "elsewhere: " + to_string(e.where()) + ": ") + e.what();
  }
  return "accepted";
}

TEST(Graph, a_mistake_is_an_error_at_its_line) {
  Graph g, other;
  const Var x = g.parameter("x", {4, 6}), y = g.parameter("y", {6, 4});
  EXPECT_THAT(bad_input([&] { x + y; }, __LINE__), testing::HasSubstr("C2, all operands have one type"));
  EXPECT_THAT(bad_input([&] { 2 * x - y / 2; }, __LINE__), testing::StartsWith("subtract of (tensor<4x6xf32>, "));
  EXPECT_THAT(bad_input([&] { graph::dot(x, y, {0}, {0}); }, __LINE__), testing::HasSubstr("paired extents agree"));
  EXPECT_THAT(bad_input([&] { graph::reshape(x, {5, 5}); }, __LINE__), testing::HasSubstr("numbers of elements"));
  EXPECT_THAT(bad_input([&] { graph::slice(x, 2, 0, 1); }, __LINE__), testing::HasSubstr("slice along dimension 2"));
  EXPECT_THAT(bad_input([&] { g.parameter("x", {}); }, __LINE__), testing::HasSubstr("two parameters are named x"));
  EXPECT_THAT(bad_input([&] { g.parameter("z", {0}); }, __LINE__), testing::HasSubstr("of shape [0]"));
  EXPECT_THAT(bad_input([&] { x + other.parameter("x", {4, 6}); }, __LINE__), testing::HasSubstr("another graph"));
  EXPECT_THAT(bad_input([&] { other.result("r", x); }, __LINE__), testing::HasSubstr("another graph"));
  EXPECT_THAT(bad_input([&] { graph::gradients(x, {x}); }, __LINE__), testing::HasSubstr("no scalar"));
  const Var sorted = g.op(Cholesky{}, {graph::dot(x, y, {1}, {0})}); const unsigned at = __LINE__;
  EXPECT_EQ(bad_input([&] { graph::gradients(graph::sum(sorted), {x}); }, at),
            "unsupported: the derivative of stablehlo.cholesky");
}
TEST(Graph, keeps_what_results_need) {
  Graph g;
  const Var x = g.parameter("x", {4});
  const Var unused = graph::apply<Tanh>(x);
  g.result("y", g.named(x * 2, "doubled"));
  const core::Program p = g.program();
  EXPECT_EQ(p.main.body.stmts.size(), 2u);  // the constant and the product
  EXPECT_EQ(p.main.values[p.main.body.results[0]].name, "doubled");
  EXPECT_EQ(p.main.param_attributes[0], (CarriedAttributes{{"jax.arg_info", "\"x\""}}));
  EXPECT_EQ(unused.type(), x.type());
}
TEST(Graph, no_gradient_flows_where_it_is_stopped_or_nothing_depends) {
  Graph g;
  const Var x = g.parameter("x", {3}), y = g.parameter("y", {3});
  EXPECT_THROW(g.stop_gradient(x), BadInput);
  const Var loss = graph::sum(g.stop_gradient(x * x) * x);
  const std::vector<Var> d = graph::gradients(loss, {x, y});
  g.result("dx", d[0]);
  g.result("dy", d[1]);
  const auto value = [](double v) { return Tensor<Wide>::splat({{3}, ElementType::F32}, WideFloat(v)); };
  const Values r = run<Wide>(g.program(), {value(3), value(5)});
  EXPECT_EQ(r[0].values<WideFloat>()[0], 9);  // 27 without
  EXPECT_EQ(r[1].values<WideFloat>()[2], 0);
}

}  // namespace
}  // namespace partir::graph_test
