// From a program on global tensors with Shardy's collectives to the one that each device runs.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lowering/local_builder.h"
#include "lowering/sharded_op.h"
#include "semantics/module_typing.h"
#include "semantics/spmd_program.h"

namespace partir {

/// One function of a program, for one device.
class FunctionToLocal {
 public:
  FunctionToLocal(const sharded::Program& program, const sharded::Function& f, Indivisible indivisible,
                  int64_t& channels)
      : p_(program), f_(f), indivisible_(indivisible), local_(f.values.size()), splat_(f.values.size()),
        to_(channels), g_(to_.g) {}

  shlo::Function operator()() && {
    g_.name = f_.name;
    g_.location = f_.location;
    g_.is_public = &f_ == &p_.functions.front();
    for (ValueId x : f_.params) {
      g_.params.push_back(g_.add_value(local_type(f_.layout(x))));
      bind(x, g_.params.back());
    }
    const std::vector<ValueId> results = block(f_.body);
    for (size_t i = 0; i < f_.results.size(); ++i) {
      if (i < f_.body.results.size())
        same(f_.layout(f_.body.results[i]), f_.results[i], Rule::T_Func, f_.location);
      g_.result_types.push_back(local_type(f_.results[i]));
    }
    g_.body.results = results;
    return std::move(g_);
  }

 private:
  using Layout = sharded::Layout;
  using Layouts = std::vector<Layout>;

  const sharded::DeviceMesh& mesh(const Layout& l) const { return p_.meshes.at(l.mesh); }
  TensorType local_type(const Layout& l) const { return local(mesh(l).mesh, l.dist); }
  std::string text(const Layout& l) const {
    return to_string(l.dist) + (l.mesh && !l.is_whole() ? " on mesh " + std::to_string(l.mesh) : "");
  }
  /// `found` is what `expected` is; else Rejected by premise 2 of `rule`. A whole tensor is so on any mesh.
  void same(const Layout& found, const Layout& expected, Rule rule, const Location& where) const {
    const bool both_whole = found.is_whole() && expected.is_whole() && found.dist.global == expected.dist.global;
    const bool equal = found.mesh == expected.mesh && found.dist == expected.dist;
    if (!both_whole && !equal) throw Rejected(rule, 2, where, text(found), text(expected));
  }

  ValueId local_of(ValueId x, const Location& where) const {
    if (x >= local_.size() || !local_[x])
      throw Rejected(Rule::T_Var, 1, where, "a value that is not in scope", "a value in scope");
    return *local_[x];
  }
  void bind(ValueId x, ValueId local) {
    local_.at(x) = local;
    shlo::Value& v = g_.values[local];
    if (v.name.empty()) v.name = f_.values[x].name;
    if (!v.location.known()) v.location = f_.values[x].location;
  }

  /// What reduces along `axes`: ⊕ of a layout that is marked as partial along them, else add.
  Monoid monoid_along(const Layout& l, const AxisList& axes, const Location& where) const {
    size_t marked = 0;
    for (const Axis& a : axes) marked += contains(l.dist.partial, a);
    const Monoid m = marked ? l.dist.monoid : Monoid::Add;
    if (marked && marked < axes.size() && m != Monoid::Add)
      throw Unsupported("a reduction along " + to_string(axes) + " of " + text(l), where);
    // add of booleans is or, as in StableHLO, and so is max
    if (!is_bool(l.dist.global.element)) return m;
    return m == Monoid::Mul || m == Monoid::Min || m == Monoid::And ? Monoid::And : Monoid::Or;
  }

  //===------------------------------------------------------------------------------------------===
  // Statements
  //===------------------------------------------------------------------------------------------===

  std::vector<ValueId> block(const sharded::Block& b) {
    for (const sharded::Stmt& s : b.stmts)
      std::visit([&](const auto& e) { statement(e, s); }, s.expr);
    std::vector<ValueId> results;
    for (ValueId x : b.results) results.push_back(local_of(x, f_.location));
    return results;
  }
  Layouts layouts(std::span<const ValueId> xs) const {
    Layouts list;
    for (ValueId x : xs) list.push_back(f_.layout(x));
    return list;
  }
  /// The operand of a collective, of which the mesh is that of its result.
  Layout operand(const sharded::Stmt& s) const {
    if (s.operands.size() != 1 || s.results.size() != 1)
      throw BadInput(form_name(s.expr) + " has one operand and one result", s.location);
    local_of(s.operands[0], s.location);
    Layout l = f_.layout(s.operands[0]);
    if (l.is_whole()) l.mesh = result(s).mesh;
    return l;
  }
  const Layout& result(const sharded::Stmt& s) const { return f_.layout(s.results[0]); }
  void finish(const sharded::Stmt& s, const Layout& expected, ValueId local) {
    same(result(s), expected, Rule::T_Op, s.location);
    bind(s.results[0], local);
  }
  ValueId x(const sharded::Stmt& s) const { return *local_[s.operands[0]]; }

  /// Takes `axes` away from the minor end of dimension `d`.
  void remove(Layout& l, size_t d, const AxisList& axes, const sharded::Stmt& s) const {
    AxisList& list = l.dist.dims.at(d);
    if (axes.size() > list.size() || !std::equal(axes.rbegin(), axes.rend(), list.rbegin()))
      throw Rejected(Rule::T_Op, 1, s.location, text(l),
                     to_string(axes) + " at the minor end of dimension " + std::to_string(d));
    list.resize(list.size() - axes.size());
  }
  void append(Layout& l, size_t d, const AxisList& axes) const {
    AxisList& list = l.dist.dims.at(d);
    list.insert(list.end(), axes.begin(), axes.end());
  }
  void check_rank(const Layout& l, const AxisLists& axes, const sharded::Stmt& s) const {
    if (axes.size() != l.dist.dims.size())
      throw BadInput(form_name(s.expr) + " lists axes of " + std::to_string(axes.size()) + " dimensions of " +
                         to_string(l.dist.global), s.location);
  }
  /// Axes that come to tile a tensor must divide it and be free.
  void check_parts(const Layout& l, const sharded::Stmt& s) const {
    if (const std::string why = ill_formed(mesh(l).mesh, l.dist); !why.empty())
      throw Rejected(Rule::T_Op, 1, s.location, text(l) + ", where " + why, "a well-formed layout");
  }

  void statement(const sharded::AllGather& e, const sharded::Stmt& s) {
    Layout l = operand(s);
    check_rank(l, e.axes, s);
    for (size_t d = 0; d < e.axes.size(); ++d) remove(l, d, e.axes[d], s);
    finish(s, l, to_.gather(mesh(l), e.axes, x(s), s.location));
  }
  void statement(const sharded::AllSlice& e, const sharded::Stmt& s) {
    Layout l = operand(s);
    check_rank(l, e.axes, s);
    for (size_t d = 0; d < e.axes.size(); ++d) append(l, d, e.axes[d]);
    check_parts(l, s);
    finish(s, l, to_.slice(mesh(l), e.axes, x(s), s.location));
  }
  /// The layout after a reduction along `axes`, which must not tile the operand.
  Layout reduced(Layout l, const AxisList& axes, const sharded::Stmt& s) const {
    for (const Axis& a : axes)
      if (l.dist.tiled_dim(a) >= 0)
        throw Rejected(Rule::T_Op, 1, s.location, text(l), "a tensor that \"" + a + "\" does not tile");
    erase_if(l.dist.partial, [&](const Axis& a) { return contains(axes, a); });
    return l;
  }
  void statement(const sharded::AllReduce& e, const sharded::Stmt& s) {
    const Layout l = operand(s);
    const Monoid monoid = monoid_along(l, e.axes, s.location);
    finish(s, reduced(l, e.axes, s), to_.reduce(mesh(l), e.axes, monoid, x(s), std::nullopt, s.location));
  }
  void statement(const sharded::ReduceScatter& e, const sharded::Stmt& s) {
    const Layout l = operand(s);
    check_rank(l, e.axes, s);
    Layout after = reduced(l, flatten(e.axes), s);
    for (size_t d = 0; d < e.axes.size(); ++d) append(after, d, e.axes[d]);
    check_parts(after, s);
    ValueId y = x(s);
    const Monoid monoid = monoid_along(l, flatten(e.axes), s.location);
    for (size_t d = 0; d < e.axes.size(); ++d) y = to_.reduce(mesh(l), e.axes[d], monoid, y, d, s.location);
    finish(s, after, y);
  }
  using Move = sharded::AllToAll::Move;
  /// Whether what `m` moves is at the minor end of its dimension of `l`.
  static bool is_minor(const Layout& l, const Move& m) {
    const AxisList& list = l.dist.dims[static_cast<size_t>(m.from)];
    return m.axes.size() <= list.size() && std::equal(m.axes.rbegin(), m.axes.rend(), list.rbegin());
  }
  /// The layout after all moves: first everything is taken away, then put where it goes, in their order.
  Layout moved(Layout l, const std::vector<Move>& moves, const sharded::Stmt& s) const {
    const auto rank = static_cast<int64_t>(l.dist.dims.size());
    for (const Move& m : moves)
      if (m.from < 0 || m.from >= rank || m.to < 0 || m.to >= rank || m.from == m.to)
        throw BadInput("sdy.all_to_all from dimension " + std::to_string(m.from) + " to " + std::to_string(m.to) +
                           " of " + to_string(l.dist.global), s.location);
    for (std::vector<Move> left = moves; !left.empty();) {
      auto next = std::find_if(left.begin(), left.end(), [&](const Move& m) { return is_minor(l, m); });
      if (next == left.end()) next = left.begin();  // it is refused
      remove(l, static_cast<size_t>(next->from), next->axes, s);
      left.erase(next);
    }
    for (const Move& m : moves) append(l, static_cast<size_t>(m.to), m.axes);
    check_parts(l, s);
    return l;
  }
  /// An order in which the moves can be made one after another to the same end, if there is one.
  std::optional<std::vector<Move>> in_order(Layout l, std::vector<Move> left, const Layout& after) const {
    std::vector<Move> order;
    while (!left.empty()) {
      const auto next = std::find_if(left.begin(), left.end(), [&](const Move& m) {
        const auto waits = [&](const Move& other) { return other.from == m.to; };
        return is_minor(l, m) && std::none_of(left.begin(), left.end(), waits);
      });
      if (next == left.end()) return std::nullopt;
      AxisList& list = l.dist.dims[static_cast<size_t>(next->from)];
      list.resize(list.size() - next->axes.size());
      append(l, static_cast<size_t>(next->to), next->axes);
      order.push_back(*next);
      left.erase(next);
    }
    if (l.dist.dims != after.dist.dims) return std::nullopt;
    return order;
  }
  /// Moves that wait for one another in a circle are made by gathering and cutting.
  void statement(const sharded::AllToAll& e, const sharded::Stmt& s) {
    const Layout l = operand(s), after = moved(l, e.moves, s);
    const sharded::DeviceMesh& m = mesh(l);
    ValueId y = x(s);
    if (const auto order = in_order(l, e.moves, after)) {
      for (const Move& move : *order) {
        const int64_t n = m.mesh.size(move.axes);
        if (n == 1) continue;
        TensorType t = to_.type_of(y);
        t.shape[static_cast<size_t>(move.from)] *= n;
        t.shape[static_cast<size_t>(move.to)] /= n;
        const shlo::AllToAll form{move.to, move.from, n};
        y = to_.collective(form, y, axis_groups(m, move.axes), std::move(t), s.location);
      }
    } else {
      const auto [gathered, cut] = differences(l.dist.dims, after.dist.dims);
      y = to_.slice(m, cut, to_.gather(m, gathered, y, s.location), s.location);
    }
    finish(s, after, y);
  }
  /// What is after the common prefix of each dimension's lists, in the first and in the second.
  static std::pair<AxisLists, AxisLists> differences(const AxisLists& from, const AxisLists& to) {
    std::pair<AxisLists, AxisLists> rest{AxisLists(from.size()), AxisLists(from.size())};
    for (size_t d = 0; d < from.size(); ++d) {
      const auto [a, b] = std::mismatch(from[d].begin(), from[d].end(), to[d].begin(), to[d].end());
      rest.first[d].assign(a, from[d].end());
      rest.second[d].assign(b, to[d].end());
    }
    return rest;
  }
  void statement(const sharded::CollectivePermute&, const sharded::Stmt& s) {
    const Layout from = operand(s), &to = result(s);
    const bool one_mesh = from.mesh == to.mesh;
    bool keeps = from.dist.global == to.dist.global && from.dist.partial == to.dist.partial &&
                 (from.dist.partial.empty() || (one_mesh && from.dist.monoid == to.dist.monoid));
    for (size_t d = 0; keeps && d < to.dist.dims.size(); ++d)
      keeps = mesh(from).mesh.size(from.dist.dims[d]) == mesh(to).mesh.size(to.dist.dims[d]);
    std::optional<shlo::IdGroups> pairs;
    if (keeps) {
      if (one_mesh) pairs = permutation(mesh(from), from.dist.dims, to.dist.dims);
      else pairs = permutation(mesh(from), from.dist.dims, mesh(to), to.dist.dims);
    }
    if (!pairs)
      throw Rejected(Rule::T_Op, 1, s.location, text(to), "a permutation of the parts of " + text(from));
    const bool moves = std::any_of(pairs->begin(), pairs->end(), [](const auto& p) { return p[0] != p[1]; });
    ValueId y = x(s);
    if (moves) y = to_.collective(shlo::CollectivePermute{}, y, std::move(*pairs), to_.type_of(y), s.location);
    bind(s.results[0], y);
  }
  /// Everything that is not where it stays is gathered, then cut.
  void statement(const sharded::Reshard&, const sharded::Stmt& s) {
    const Layout from = operand(s), &to = result(s);
    const bool one_mesh = from.mesh == to.mesh;
    const AxisList& kept = to.dist.partial;
    AxisList summed;
    for (const Axis& a : from.dist.partial)
      if (!one_mesh || !contains(kept, a)) summed.push_back(a);
    const bool loses = kept.size() + summed.size() != from.dist.partial.size();
    if (loses || (!kept.empty() && from.dist.monoid != to.dist.monoid))
      throw Unsupported("sdy.reshard of " + text(from) + " to " + text(to), s.location);
    if (from.dist.global != to.dist.global)
      throw Rejected(Rule::T_Op, 2, s.location, text(to), "a layout of " + to_string(from.dist.global));
    auto [gathered, cut] = differences(from.dist.dims, to.dist.dims);
    if (!one_mesh) gathered = from.dist.dims, cut = to.dist.dims;
    const Monoid monoid = monoid_along(from, summed, s.location);
    ValueId y = to_.reduce(mesh(from), summed, monoid, x(s), std::nullopt, s.location);
    y = to_.gather(mesh(from), gathered, y, s.location);
    bind(s.results[0], to_.slice(mesh(to), cut, y, s.location));
  }

  void statement(const sharded::Apply& e, const sharded::Stmt& s) {
    std::vector<ValueId> operands;
    Operands infos;
    for (ValueId v : s.operands) {
      operands.push_back(local_of(v, s.location));
      infos.push_back({f_.layout(v).dist.global, splat_[v]});
    }
    Types declared;
    for (ValueId v : s.results) declared.push_back(f_.layout(v).dist.global);
    op_premises(Premises(Rule::T_Op, s.location), e.op, types_of(infos), declared);
    if (const Constant* c = e.op.get_if<Constant>(); c && c->value.splat) splat_[s.results[0]] = c->value.bits(0);
    const Types whole = types_of(infos);
    std::optional<OpOnParts> local;
    try {
      local = op_on_parts(e.op, std::move(infos), layouts(s.operands), layouts(s.results), p_.meshes, indivisible_,
                          s.location);
    } catch (const Unsupported&) {
      if (indivisible_ == Indivisible::Refuse || !reads_fixed_places(e.op, whole) || any_partial(s)) throw;
      for (size_t i = 0; i < operands.size(); ++i) {
        const Layout& l = f_.layout(s.operands[i]);
        operands[i] = to_.gather(mesh(l), l.dist.dims, operands[i], s.location);
      }
      local = OpOnParts{e.op, declared, f_.layout(s.results[0]).dist.dims};
    }
    std::vector<ValueId> results;
    for (const TensorType& t : local->results) results.push_back(g_.add_value(t, {}, s.location));
    g_.body.stmts.push_back({results, OpExpr{std::move(local->op), std::move(operands)}, s.location});
    if (!flatten(local->sliced).empty())
      results[0] = to_.slice(mesh(f_.layout(s.results[0])), local->sliced, results[0], s.location);
    for (size_t i = 0; i < results.size(); ++i) bind(s.results[i], results[i]);
  }
  bool any_partial(const sharded::Stmt& s) const {
    return std::any_of(s.operands.begin(), s.operands.end(),
                       [&](ValueId v) { return !f_.layout(v).dist.partial.empty(); });
  }

  /// What a layout is inside of a manual computation along `axes`.
  Layout inside(Layout l, const AxisList& axes, const Location& where) const {
    for (size_t d = 0; d < l.dist.dims.size(); ++d) {
      AxisList& list = l.dist.dims[d];
      size_t n = 0;
      while (n < list.size() && contains(axes, list[n])) l.dist.global.shape[d] /= mesh(l).mesh.size(list[n++]);
      list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(n));
      for (const Axis& a : list)
        if (contains(axes, a))
          throw BadInput("the manual axis \"" + a + "\" does not come before the free axes", where);
    }
    erase_if(l.dist.partial, [&](const Axis& a) { return contains(axes, a); });
    return l;
  }
  void statement(const sharded::Manual& e, const sharded::Stmt& s) {
    if (e.in.size() != s.operands.size() || e.params.size() != e.in.size() || e.out.size() != s.results.size() ||
        e.body.results.size() != e.out.size())
      throw BadInput("sdy.manual_computation has a sharding and a value inside for each operand and result",
                     s.location);
    for (size_t i = 0; i < e.in.size(); ++i) {
      local_of(s.operands[i], s.location);
      same(f_.layout(s.operands[i]), e.in[i], Rule::T_Op, s.location);
      same(f_.layout(e.params[i]), inside(e.in[i], e.axes, s.location), Rule::T_Op, s.location);
      bind(e.params[i], *local_[s.operands[i]]);
    }
    const std::vector<ValueId> results = block(e.body);
    for (size_t i = 0; i < results.size(); ++i) {
      same(f_.layout(e.body.results[i]), inside(e.out[i], e.axes, s.location), Rule::T_Op, s.location);
      same(result_layout(s, i), e.out[i], Rule::T_Op, s.location);
      bind(s.results[i], results[i]);
    }
  }
  const Layout& result_layout(const sharded::Stmt& s, size_t i) const { return f_.layout(s.results[i]); }

  void statement(const sharded::Call& e, const sharded::Stmt& s) {
    const sharded::Function* callee = p_.find(e.callee);
    if (!callee || callee->params.size() != s.operands.size() || callee->results.size() != s.results.size())
      throw BadInput("call of @" + e.callee + ", which is no function of these operands and results", s.location);
    shlo::Call call{e.callee, {}};
    for (size_t i = 0; i < s.operands.size(); ++i) {
      call.operands.push_back(local_of(s.operands[i], s.location));
      same(f_.layout(s.operands[i]), callee->layout(callee->params[i]), Rule::T_Op, s.location);
    }
    several(s, std::move(call), callee->results);
  }
  void several(const sharded::Stmt& s, shlo::Expr e, const Layouts& expected) {
    std::vector<ValueId> results;
    for (size_t i = 0; i < s.results.size(); ++i) {
      same(result_layout(s, i), expected[i], Rule::T_Op, s.location);
      results.push_back(g_.add_value(local_type(expected[i]), {}, s.location));
      bind(s.results[i], results.back());
    }
    g_.body.stmts.push_back({std::move(results), std::move(e), s.location});
  }
  void statement(const sharded::Partition&, const sharded::Stmt& s) {
    bind(s.results.at(0), to_.partition(s.location));
  }
  void statement(const sharded::LocalCollective& e, const sharded::Stmt& s) {
    shlo::Expr c = shlo::Collective{{}, e.grouping, e.op};
    for (ValueId v : s.operands) std::get<shlo::Collective>(c).operands.push_back(local_of(v, s.location));
    several(s, std::move(c), layouts(s.results));
  }

  const sharded::Program& p_;
  const sharded::Function& f_;
  Indivisible indivisible_;
  std::vector<std::optional<ValueId>> local_;      ///< of each value, what is its part here
  std::vector<std::optional<ElementBits>> splat_;  ///< of the values that are known to be one element throughout
  LocalBuilder to_;
  shlo::Function& g_;  ///< what it builds
};

/// What each device runs: local types; collectives by groups of partitions, of which there are as many as devices;
/// all_slice as a dynamic_slice at an offset that a table has for each partition; collective_permute by pairs
/// of the partition that has a part and the one that is to have it. The outcome is type-checked. Throws
/// Rejected where a declared layout is not what its statement makes, or types are not; BadInput; Unsupported,
/// naming the op, where no one program on the shards is known to be the op (see `op_on_parts`).
inline shlo::Module functions_to_local(const sharded::Program& program, Indivisible indivisible) {
  if (program.functions.empty() || program.meshes.empty()) throw BadInput("a program without functions or meshes");
  const int64_t devices = program.meshes[0].mesh.devices();
  for (const sharded::DeviceMesh& m : program.meshes)
    if (m.mesh.devices() != devices)
      throw Unsupported("meshes of different sizes, " + to_string(program.meshes[0].mesh) + " and " +
                            to_string(m.mesh), program.functions.front().location);
  shlo::Module module;
  int64_t channels = 0;
  for (const sharded::Function& f : program.functions)
    module.add(FunctionToLocal(program, f, indivisible, channels)());
  shlo::check(module);
  for (const shlo::Function& f : module.functions)
    for (const shlo::Stmt& s : f.body.stmts) try {
        shlo::check_on_grid(s, f, {1, devices});
      } catch (const ConstraintViolation& v) {
        throw Rejected(Rule::T_Op, 1, s.location, v.found,
                       std::string(shlo::form_name(s.expr)) + " " + v.label + ": " + v.text);
      }
  return module;
}

/// The same with its boundary, which must lie on mesh 0 where it is not whole.
inline SpmdProgram global_to_local(const sharded::Program& program, Indivisible indivisible = Indivisible::Refuse) {
  SpmdProgram spmd;
  spmd.module = functions_to_local(program, indivisible);
  const sharded::Function& main = program.functions.front();
  spmd.entry = main.name;
  spmd.mesh = program.meshes[0].mesh;
  spmd.partition_of = program.meshes[0].partition_of;
  spmd.location = main.location;
  const auto boundary = [&](const sharded::Layout& l, const Location& where) {
    if (l.mesh != 0 && !l.is_whole())
      throw Unsupported("a boundary on two meshes, " + to_string(spmd.mesh) + " and " +
                            to_string(program.meshes.at(l.mesh).mesh), where);
    return l.dist;
  };
  for (ValueId x : main.params) spmd.params.push_back(boundary(main.layout(x), main.values[x].location));
  for (const sharded::Layout& l : main.results) spmd.results.push_back(boundary(l, main.location));
  return spmd;
}

}  // namespace partir
