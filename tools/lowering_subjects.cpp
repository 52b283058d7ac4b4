#include "tools/lowering_subjects.h"

#include <algorithm>
#include <filesystem>

#include "lowering/lower.h"
#include "mlir_bridge/export.h"
#include "mlir_bridge/export_mesh.h"
#include "partition/fuse.h"
#include "partition/materialise.h"
#include "tools/command.h"
#include "tools/subprocess.h"

namespace partir {

namespace {

using generate::Sharded;
using generate::Tile;

bool has_loops(const core::Program& p) {
  bool found = false;
  core::walk(p.main.body, [&](const core::Stmt& s, int) {
    found = found || std::holds_alternative<core::LoopExpr>(s.expr);
  });
  return found;
}

std::vector<Tile> tiles(const Sharded& s) {
  if (has_loops(s.program)) return {};
  State state(s.program);
  return generate::act(s, state);
}
/// As -partir-tile reads it.
std::string text(const Tile& t) {
  return "arg" + std::to_string(t.parameter) + ":" + std::to_string(t.dim) + ":" + t.axis;
}

std::string lower_here(const Sharded& s) {
  if (has_loops(s.program)) return print_stablehlo(lower(s.program));
  State state(s.program);
  generate::act(s, state);
  return print_stablehlo(lower(fuse(materialise(state))));
}

std::string print_core(const Sharded& s) { return print(s.program); }

/// With `sdy.sharding` on every parameter and result.
std::string print_sharded(const Sharded& s) {
  core::Program p = s.program;
  const auto shardings = [&](std::span<const ValueId> xs) {
    std::vector<CarriedAttributes> all;
    for (ValueId x : xs)
      all.push_back({{"sdy.sharding", "#sdy.sharding<@mesh, " + to_string(s.at_boundary(x).dims) + ">"}});
    return all;
  };
  p.main.param_attributes = shardings(p.main.params);
  p.main.result_attributes = shardings(p.main.body.results);
  PrintOptions options;
  options.core_mesh = false;
  return print(p, options);
}

std::string print_for_mesh(const Sharded& s) {
  std::map<ValueId, MeshShards> annotations;
  for (const auto& [x, asked] : s.asked) annotations[x] = {asked.made, asked.read, asked.again, asked.into};
  return print_mesh(s.program, annotations);
}

using generate::Instance;
using generate::Surroundings;

/// Elements of every kind that upstream's dialects have ops for, the frequent ones several times, and the
/// unsigned ones: there it is ops, not types, that say so.
constexpr ElementType mesh_elements[] = {ElementType::F32, ElementType::UI8,  ElementType::I32,
                                         ElementType::F32, ElementType::UI32, ElementType::F64,
                                         ElementType::I8,  ElementType::UI32};

/// A product of two matrices, or of two batches of them.
Instance product(Surroundings& s) {
  const int64_t batch = s.pick(2);
  const TensorType some = batch ? TensorType{{1 + s.pick(2), s.extent(), 4}, ElementType::F32}
                                : TensorType{{2 * s.extent(), s.extent()}, s.one_of(mesh_elements)};
  const ValueId x = s.value(
      [&](const TensorType& t) { return t.rank() == some.rank() && t.elements() > 0 && !is_bool(t.element); },
      some);
  const TensorType t = s.type(x);
  TensorType y{{t.shape.back(), s.extent()}, t.element};
  if (batch) y.shape.insert(y.shape.begin(), t.shape[0]);
  if (y.elements() > generate::max_elements) y.shape.back() = 2;
  DotGeneral op{{}, {}, {1 + batch}, {batch}, t.element};
  if (batch) op.lhs_batch = op.rhs_batch = {0};
  return {op, {x, s.want(y)}};
}
/// A reduction of one dimension, so that there are others, of a value of any element type.
Instance reduction(Surroundings& s) {
  const int64_t rows = std::max<int64_t>(1, s.extent()), columns = std::max<int64_t>(2, 2 * s.extent());
  const TensorType some{{rows, columns}, s.one_of(mesh_elements)};
  const ValueId x =
      s.pick(3) > 0 ? s.want(some)
                    : s.value([](const TensorType& t) { return t.rank() >= 2 && t.elements() > 0; }, some);
  const TensorType t = s.type(x);
  constexpr Monoid frequent[] = {Monoid::Add, Monoid::Max, Monoid::Min};
  const Monoid of = is_bool(t.element) || s.pick(3) == 2 ? generate::detail::monoid(s, t.element)
                                                          : s.one_of(frequent);
  return {Reduce{{t.rank() - 1 - s.pick(t.rank())}, of}, {x, s.want({{}, t.element})}};
}
/// The positions along a dimension of a value.
Instance positions(Surroundings& s) {
  const ValueId x = s.value([](const TensorType& t) { return t.rank() >= 1 && t.elements() > 0; },
                            {{s.extent()}, ElementType::I32});
  constexpr ElementType elements[] = {ElementType::I32, ElementType::F32};
  const TensorType t = s.type(x);
  return {Iota{s.pick(t.rank()), t.shape, s.one_of(elements)}, {}};
}

/// What upstream's dialects have, which values with at least one dimension come of, mostly: upstream cannot
/// lay out others.
const std::vector<generate::InstanceFn>& mesh_makers() {
  static const std::vector<generate::InstanceFn> all = [] {
    std::vector<generate::InstanceFn> some =
        generate::makers_of<Add, Subtract, Multiply, Maximum, Minimum, Negate, Exponential, Tanh, Logistic,
                            Abs, Transpose, DotGeneral, Reduce>();
    for (const generate::InstanceFn more : {product, reduction, positions})
      some.insert(some.end(), more == reduction ? 6 : 3, more);
    return some;
  }();
  return all;
}
const std::vector<generate::InstanceFn>& mesh_sums() {
  static const std::vector<generate::InstanceFn> all = [] {
    std::vector<generate::InstanceFn> some = generate::makers_of<Add, Transpose, Multiply>();
    some.insert(some.end(), {product, reduction, reduction});
    return some;
  }();
  return all;
}

/// The ops of models, dense in sums.
const std::vector<generate::InstanceFn>& few_makers() {
  static const std::vector<generate::InstanceFn> all =
      generate::makers_of<Add, Subtract, Multiply, Maximum, Minimum, Negate, Exponential, Tanh, Logistic, Abs,
                          DotGeneral, DotGeneral, Reduce, Reduce, Transpose, Iota>();
  return all;
}

/// Every reduction begins with its neutral element, else its operand cannot be tiled along what it reduces;
/// print_mesh does not print it. Other constants become parameters: upstream has no sharding for them. Nor has
/// it one for scalars, so those that are returned as they come are left out where something else is returned.
void prepare(core::Program& p) {
  core::Function& f = p.main;
  std::vector<core::Stmt> stmts;
  for (core::Stmt& s : f.body.stmts) {
    if (!std::holds_alternative<OpExpr>(s.expr)) {
      stmts.push_back(std::move(s));
      continue;
    }
    auto& e = std::get<OpExpr>(s.expr);
    if (e.op.get_if<Constant>()) {
      f.params.push_back(s.results[0]);
      continue;
    }
    if (const auto* r = e.op.get_if<Reduce>()) {
      const TensorType t{{}, f.type(s.results[0]).element};
      e.operands[1] = f.add_value(t, {}, s.location);
      stmts.push_back({{e.operands[1]},
                       OpExpr{Constant{Literal::splat_bits(t, identity_bits(r->reducer, t.element))}, {}},
                       s.location});
    }
    stmts.push_back(std::move(s));
  }
  f.body.stmts = std::move(stmts);
  std::vector<ValueId> returned = f.body.results;
  std::erase_if(returned, [&](ValueId x) {
    return f.type(x).rank() == 0 && std::find(f.params.begin(), f.params.end(), x) != f.params.end();
  });
  if (!returned.empty() && returned.size() < f.body.results.size()) {
    f.body.results = std::move(returned);
    f.result_types.clear();
    for (ValueId x : f.body.results) f.result_types.push_back(f.type(x));
  }
}

/// A program beside this one, else the one that the shell finds.
std::string beside(const std::string& program) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path path = self.parent_path() / program;
  return shell_word(!error && std::filesystem::exists(path) ? path.string() : program);
}

std::string mlir_command(const Sharded& s, const std::string& in, const std::string& out) {
  std::string line = beside("partir-opt");
  for (const Tile& t : tiles(s))
    line += " -partir-tile=actions=" + shell_word(text(t)) + " -partir-propagate";
  return line + " -partir-core-to-hlo -partir-hlo-simplify -partir-hlo-to-stablehlo " + shell_word(in) +
         " -o " + shell_word(out);
}

std::string mesh_command(const Sharded&, const std::string& in, const std::string& out) {
  return "mlir-opt-19 "
         "--pass-pipeline='builtin.module(func.func(sharding-propagation,mesh-spmdization,canonicalize,cse))'"
         " " +
         shell_word(in) + " -o " + shell_word(out);
}

/// Every `%name` of a command line.
std::string filled(const std::string& line, const std::string& name, const std::string& with) {
  std::string text;
  size_t from = 0;
  for (size_t at; (at = line.find(name, from)) != std::string::npos; from = at + name.size())
    text += line.substr(from, at - from) + with;
  return text + line.substr(from);
}
std::string user_command(const std::string& line, const Sharded& s, const std::string& in,
                         const std::string& out) {
  std::string actions;
  for (const Tile& t : tiles(s)) actions += (actions.empty() ? "" : ",") + text(t);
  return filled(filled(filled(line, "%in", shell_word(in)), "%out", shell_word(out)), "%actions", actions);
}

}  // namespace

generate::Recipe LoweringSubject::draw(uint64_t seed) const {
  generate::Limits limits;
  limits.axes = 3;
  limits.axis_size = 4;
  limits.devices = 16;
  limits.steps = ops_of_mesh ? 4 : 10;
  if (!loops || seed % 2 == 0) limits.depth = 0;
  generate::Recipe r = generate::draw_sharded(seed, limits);
  if (r.sizes.empty()) r.sizes.push_back(2);
  for (int64_t& n : r.sizes)
    if (n == 1 && seed % (ops_of_mesh ? 16 : 4) != 0) n = 2;
  return r;
}
generate::Sharded LoweringSubject::decode(const generate::Recipe& recipe) const {
  const bool few = !recipe.results.empty() && recipe.results.back() % 2 == 1;
  Sharded s = ops_of_mesh ? generate::decode_sharded(recipe, asking, mesh_makers(), prepare, mesh_sums())
              : few       ? generate::decode_sharded(recipe, asking, few_makers(), prepare)
                          : generate::decode_sharded(recipe, asking);
  if (has_loops(s.program)) s.asked.clear();
  return s;
}
bool LoweringSubject::takes(const Sharded& s) const {
  if (s.program.mesh.rank() == 0) return false;
  return !actions || has_loops(s.program) || !tiles(s).empty();
}

LoweringSubject lowering_subject(const std::string& lowering, LoweringInput input) {
  LoweringSubject s;
  s.name = lowering;
  const bool named = lowering == "reference" || lowering == "mlir" || lowering == "mesh";
  if (named && input != LoweringInput::Stablehlo)
    throw UsageError("fuzz", "--input says what a command reads; " + lowering + " has its own input");
  if (lowering == "reference" || lowering == "mlir") {
    s.actions = true;
    s.loops = lowering == "mlir";  // what lowering/ prints has forgotten the names of axes, which loops have
    s.print = print_core;
    if (lowering == "mlir")
      s.command = mlir_command;
    else
      s.lower = lower_here;
    return s;
  }
  if (lowering == "mesh") input = LoweringInput::Mesh;
  s.command = mesh_command;
  if (lowering != "mesh")
    s.command = [lowering](const Sharded& p, const std::string& in, const std::string& out) {
      return user_command(lowering, p, in, out);
    };
  s.actions = lowering.find("%actions") != std::string::npos;
  switch (input) {
    case LoweringInput::Core:
      s.loops = !s.actions;
      s.print = print_core;
      break;
    case LoweringInput::Stablehlo:
      s.print = print_sharded;
      break;
    case LoweringInput::Mesh:
      s.asking = {true, true, true};
      s.seconds = lowering == "mesh" ? 2 : 10;
      s.ops_of_mesh = true;
      s.print = print_for_mesh;
  }
  return s;
}

}  // namespace partir
