// An SPMD program from anywhere as a subject of checks: it runs on a grid of processes, one for each
// device of its mesh, and its collectives are understood as PartIR:HLO's where their groups are axes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interp/module_parallel.h"
#include "proofs/index_places.h"
#include "proofs/subject.h"
#include "proofs/value_flow.h"
#include "proofs/widen.h"
#include "semantics/instances.h"
#include "semantics/module_branches.h"
#include "semantics/module_typing.h"
#include "semantics/module_walk.h"
#include "semantics/needed.h"
#include "semantics/spmd_program.h"
#include "semantics/verdict.h"

namespace partir {

namespace detail {

/// The axes, major first, along which the members of every group are in row-major order, if the groups
/// are that: each holds the devices of one coordinate of all other axes.
inline std::optional<AxisList> axes_of_groups(const Mesh& mesh,
                                              const std::vector<std::vector<int64_t>>& groups) {
  if (groups.empty() || groups[0].empty()) return std::nullopt;
  const auto n = static_cast<int64_t>(groups[0].size());
  AxisList axes;
  const Device first = mesh.device(groups[0][0]);
  for (int64_t step = 1; step < n;) {
    const Device next = mesh.device(groups[0][static_cast<size_t>(step)]);
    std::optional<size_t> moved;
    for (size_t a = 0; a < first.size(); ++a)
      if (next[a] != first[a]) {
        if (moved) return std::nullopt;
        moved = a;
      }
    if (!moved) return std::nullopt;
    const auto& [axis, size] = mesh.axes()[*moved];
    if (contains(axes, axis) || n % (step * size) != 0) return std::nullopt;
    axes.insert(axes.begin(), axis);
    step *= size;
  }
  int64_t covered = 0;
  for (const std::vector<int64_t>& group : groups) {
    if (static_cast<int64_t>(group.size()) != n) return std::nullopt;
    Device device = mesh.device(group[0]);
    for (int64_t k = 0; k < n; ++k, ++covered) {
      int64_t rest = k;
      for (size_t a = axes.size(); a-- > 0;) {
        device[mesh.index(axes[a])] = rest % mesh.size(axes[a]);
        rest /= mesh.size(axes[a]);
      }
      if (mesh.id(device) != group[static_cast<size_t>(k)]) return std::nullopt;
    }
  }
  return covered == mesh.devices() ? std::optional(axes) : std::nullopt;
}

inline void widen(shlo::Type& t) {
  if (auto* tensor = std::get_if<TensorType>(&t.kind)) widen(*tensor);
  if (auto* tuple = std::get_if<shlo::TupleType>(&t.kind))
    for (shlo::Type& e : tuple->elements) widen(e);
}
/// Of a function whose values have their own types yet.
inline void widen(shlo::Block& block, const shlo::Function& f, const FloatFormats& reference) {
  shlo::walk(block, [&](shlo::Stmt& s) {
    if (auto* o = std::get_if<OpExpr>(&s.expr)) {
      const TensorType* operand = o->operands.empty() ? nullptr : f.type(o->operands[0]).tensor();
      o->op = widened(o->op, operand ? operand->element : ElementType::I1, reference);
    }
    if (auto* c = std::get_if<shlo::Collective>(&s.expr))
      std::visit([](auto& op) { if constexpr (requires { op.body; }) widen(op.body); }, c->op);
  });
}

/// Keeps what each device's values are.
template <class D>
class SpmdTable : public ModuleObserver<D> {
 public:
  SpmdTable(size_t values, shlo::ProcessGrid grid) : grid_(grid), at_(values) {}

  void on_stmt(const shlo::ProcessId& process, const shlo::Stmt& s,
               const BasicModuleValues<D>& results) override {
    for (size_t i = 0; i < s.results.size() && i < results.size(); ++i) {
      at_[s.results[i]].resize(static_cast<size_t>(grid_.size()));
      at_[s.results[i]][static_cast<size_t>(grid_.index(process))] = results[i];
    }
  }
  /// Of each process, nothing for one that never bound the value; empty where none did.
  const std::vector<std::optional<BasicModuleValue<D>>>& at(ValueId x) const { return at_[x]; }

 private:
  shlo::ProcessGrid grid_;
  std::vector<std::vector<std::optional<BasicModuleValue<D>>>> at_;
};

/// What each process of the program's grid has of families.
template <class D>
std::vector<BasicModuleValues<D>> of_processes(const SpmdProgram& p, const std::vector<Family<D>>& families) {
  std::vector<BasicModuleValues<D>> values(static_cast<size_t>(p.grid().size()));
  for (int64_t d = 0; d < p.grid().size(); ++d)
    for (const Family<D>& v : families)
      values.at(static_cast<size_t>(p.process(d))).push_back({v.at_id(d)});
  return values;
}
/// The family of the tensors `of_process(process)`.
template <class D, class F>
Family<D> family_of_processes(const SpmdProgram& p, F&& of_process) {
  std::vector<Tensor<D>> tensors;
  for (int64_t d = 0; d < p.grid().size(); ++d) tensors.push_back(of_process(static_cast<size_t>(p.process(d))));
  return Family<D>::per_device(std::make_shared<const Mesh>(p.mesh), std::move(tensors));
}
/// Families of the results of a grid's processes, one process after the other.
template <class D>
std::vector<Family<D>> result_families(const SpmdProgram& p, const BasicModuleValues<D>& all) {
  const size_t count = p.function()->body.results.size();
  std::vector<Family<D>> results;
  for (size_t i = 0; i < count; ++i)
    results.push_back(family_of_processes<D>(p, [&](size_t process) -> Tensor<D> {
      const Tensor<D>* t = all.at(process * count + i).tensor();
      if (!t) throw Stuck("result " + std::to_string(i) + " is not a tensor", "", p.function()->location);
      return *t;
    }));
  return results;
}

}  // namespace detail

/// A well-typed SPMD program.
class SpmdSubject : public Subject {
 public:
  /// Throws Rejected where the module is ill typed, BadInput where the function's local types are not
  /// those of the boundary, Unsupported where its calls have no end.
  explicit SpmdSubject(SpmdProgram p) : p_(std::move(p)) {
    if (!p_.function()) throw BadInput("there is no function @" + p_.entry, p_.location);
    shlo::check(p_.module);
    boundary();
    shlo::Function flat = shlo::with_branches_by_device_inlined(shlo::with_calls_inlined(p_.module, *p_.function()));
    p_.module.functions[p_.module.by_name.at(p_.entry)] = std::move(flat);
  }

  const Mesh& mesh() const override { return p_.mesh; }
  const std::vector<DistType>& params() const override { return p_.params; }
  const std::vector<DistType>& results() const override { return p_.results; }
  Location location() const override { return p_.location; }
  std::string noun() const override { return "SPMD program"; }

  std::vector<Family<Field>> run(const std::vector<Family<Field>>& args, FamilyTable<Field>* keep) const override;
  std::vector<Family<Native>> run(const std::vector<Family<Native>>& args, FamilyTable<Native>* keep) const override;

  MeshBody body() const override {
    const shlo::Function& f = function();
    MeshBody b;
    b.mesh = p_.mesh;
    for (const shlo::Value& v : f.values)
      b.values.push_back({v.type.tensor() ? std::optional(*v.type.tensor()) : std::nullopt, v.name});
    b.params = f.params;
    b.results = f.body.results;
    b.param_dists = p_.params;
    b.result_dists = p_.results;
    for (const shlo::Stmt& s : f.body.stmts)
      b.stmts.push_back({s.results, shlo::reads(s), in_hlo(s), moves(f, s), phrase(f, s), s.location});
    b.location = p_.location;
    return b;
  }

  void for_each_site(const std::function<void(const OpSite&)>& visit) const override {
    // what calls in regions reach may depend on arguments; functions that nothing reaches do not run
    std::vector<const shlo::Function*> reached{&function()};
    for (size_t i = 0; i < reached.size(); ++i)
      shlo::walk(reached[i]->body, [&](const shlo::Stmt& s) {
        const auto* call = std::get_if<shlo::Call>(&s.expr);
        const shlo::Function* callee = call ? p_.module.find(call->callee) : nullptr;
        if (callee && std::find(reached.begin(), reached.end(), callee) == reached.end()) reached.push_back(callee);
      });
    for (const shlo::Function* f : reached) {
      const std::vector<char> depends = shlo::argument_dependent(*f), handed_on = shlo::handed_on(*f, depends);
      shlo::walk(f->body, [&](const shlo::Stmt& s) {
        const auto* o = std::get_if<OpExpr>(&s.expr);
        if (!o) return;
        OpSite op = site(*f, *o, s, depends, static_cast<int>(f - reached[0]));
        op.handed_on = std::any_of(s.results.begin(), s.results.end(), [&](ValueId x) { return handed_on[x] != 0; });
        visit(op);
      });
    }
  }
  void follow(ValueFlow& flow) const override {
    const shlo::Function& f = function();
    for (size_t i = 0; i < f.params.size(); ++i) flow.argument(f.params[i], i);
    follow(flow, f.body, shlo::argument_dependent(f));
    flow.returned(f.body.results);
  }
  std::unique_ptr<Subject> cut(const std::vector<std::pair<ValueId, DistType>>& arguments,
                               const std::vector<std::pair<ValueId, DistType>>& results) const override {
    SpmdProgram part = p_;
    shlo::Function& f = part.module.functions[part.module.by_name.at(part.entry)];
    for (const auto& [x, dist] : arguments) {
      f.params.push_back(x);
      part.params.push_back(dist);
    }
    f.body.results.clear();
    f.result_types = {};
    part.results.clear();
    for (const auto& [x, dist] : results) {
      f.body.results.push_back(x);
      f.result_types.push_back(f.type(x));
      part.results.push_back(dist);
    }
    leave_needed(f.body, f.params);
    for (const shlo::Stmt& s : f.body.stmts)
      for (ValueId x : s.results)
        if (std::find(f.params.begin(), f.params.end(), x) != f.params.end()) return nullptr;  // it makes others, too
    return std::make_unique<SpmdSubject>(std::move(part));
  }
  std::unique_ptr<Subject> widened(const FloatFormats& reference) const override {
    SpmdProgram wide = p_;
    for (shlo::Function& f : wide.module.functions) {
      detail::widen(f.body, f, reference);
      for (shlo::Value& v : f.values) detail::widen(v.type);
      for (shlo::Type& t : f.result_types) detail::widen(t);
    }
    for (auto* dists : {&wide.params, &wide.results})
      for (DistType& d : *dists) detail::widen(d.global);
    return std::make_unique<SpmdSubject>(std::move(wide));
  }
  std::optional<std::string> not_derived() const override { return ""; }

  const SpmdProgram& program() const { return p_; }

 private:
  const shlo::Function& function() const { return *p_.function(); }

  /// The op `o` of statement `s` of the `number`-th function.
  static OpSite site(const shlo::Function& f, const OpExpr& o, const shlo::Stmt& s, const std::vector<char>& depends, int number) {
    return op_site(o, s.results, s.location, depends, [&](ValueId x) { return *f.type(x).tensor(); }, number);
  }
  void follow(ValueFlow& flow, const shlo::Block& block, const std::vector<char>& depends) const {
    for (const shlo::Stmt& s : block.stmts) {
      if (const auto* o = std::get_if<OpExpr>(&s.expr)) {
        flow.op(site(function(), *o, s, depends, 0));
      } else if (const auto* c = std::get_if<shlo::Collective>(&s.expr)) {
        const ScalarBody* by = nullptr;
        if (const auto* r = std::get_if<shlo::AllReduce>(&c->op)) by = &r->body;
        if (const auto* r = std::get_if<shlo::ReduceScatter>(&c->op)) by = &r->body;
        for (size_t i = 0; i < s.results.size(); ++i) {
          const ValueId& x = c->operands.at(i);
          if (by) flow.reduced(s.results[i], x, folds_by(*by, 0), p_.mesh.devices());
          else flow.moved(s.results[i], {&x, 1}, !std::holds_alternative<shlo::AllGather>(c->op) && !std::holds_alternative<shlo::AllToAll>(c->op));
        }
      } else if (const auto* w = std::get_if<shlo::While>(&s.expr)) {
        const auto once = [&] {
          follow(flow, w->cond.body, depends);
          follow(flow, w->body.body, depends);
        };
        for (const shlo::Region* r : {&w->cond, &w->body}) flow.enters(r->params, w->operands);
        once();
        for (const shlo::Region* r : {&w->cond, &w->body}) flow.repeats(r->params, w->body.body.results);
        once();
        flow.leaves(s.results, w->body.params, w->cond.body.results.at(0));
      } else if (std::holds_alternative<shlo::If>(s.expr) || std::holds_alternative<shlo::Case>(s.expr)) {
        std::vector<BranchSite> branches;
        shlo::for_each_block(s.expr, [&](const shlo::Block& b) {
          follow(flow, b, depends);
          branches.push_back({&b, b.results});
        });
        const auto* i = std::get_if<shlo::If>(&s.expr);
        flow.chosen(s.results, i ? i->pred : std::get<shlo::Case>(s.expr).index, branches, s.location);
      } else if (std::holds_alternative<shlo::PartitionId>(s.expr) || std::holds_alternative<shlo::ReplicaId>(s.expr)) {
        flow.device(s.results[0]);
      } else if (const auto* forward = std::get_if<shlo::Forward>(&s.expr)) {
        for (size_t i = 0; i < s.results.size(); ++i) flow.moved(s.results[i], {&forward->operands.at(i), 1});
      } else {
        for (ValueId x : s.results) flow.unknown(x);
      }
    }
  }

  /// The function's types are the local ones of the boundary's.
  void boundary() const {
    const shlo::Function& f = function();
    const auto same = [&](const char* what, size_t i, const DistType& dist, const shlo::Type& type,
                          const Location& where) {
      const std::string name = std::string(what) + " " + std::to_string(i);
      if (const std::string why = ill_formed(p_.mesh, dist); !why.empty())
        throw BadInput("the sharding of " + name + ", " + to_string(dist) + ", is ill formed: " + why,
                       where);
      const TensorType expected = local(p_.mesh, dist);
      if (!type.tensor() || *type.tensor() != expected)
        throw BadInput(name + " is " + to_string(type) + " on each device; its sharding " +
                           to_string(dist) + " makes it " + to_string(expected), where);
    };
    const auto count = [&](const char* what, size_t found, size_t expected) {
      if (found != expected)
        throw BadInput("@" + p_.entry + " has " + counted(static_cast<int64_t>(found), what) +
                           ", the shardings are of " + std::to_string(expected), f.location);
    };
    if (!p_.partition_of.empty() &&
        static_cast<int64_t>(p_.partition_of.size()) != p_.mesh.devices())
      throw BadInput("the mesh " + to_string(p_.mesh) + " has " +
                         counted(p_.mesh.devices(), "device") + ", " +
                         std::to_string(p_.partition_of.size()) + " are numbered", p_.location);
    count("parameter", f.params.size(), p_.params.size());
    count("result", f.result_types.size(), p_.results.size());
    for (size_t i = 0; i < f.params.size(); ++i)
      same("parameter", i, p_.params[i], f.type(f.params[i]), f.values[f.params[i]].location);
    for (size_t i = 0; i < f.result_types.size(); ++i)
      same("result", i, p_.results[i], f.result_types[i], f.location);
  }

  template <class D>
  std::vector<Family<D>> run_in(const std::vector<Family<D>>& args, FamilyTable<D>* keep) const {
    const shlo::Function& f = function();
    BasicGridPrograms<D> programs;
    for (BasicModuleValues<D>& local : detail::of_processes(p_, args)) programs.emplace_back(&f, std::move(local));
    detail::SpmdTable<D> table(keep ? f.values.size() : 0, p_.grid());
    BasicModuleRun<D> run{p_.module, {}, {}, 0, keep ? &table : nullptr};
    const BasicModuleValues<D> all = run_grid(run, p_.grid(), std::move(programs));
    if (keep) {
      for (size_t i = 0; i < args.size(); ++i) (*keep)[f.params[i]] = args[i];
      for (ValueId x = 0; x < keep->size(); ++x) {
        const auto& at = table.at(x);
        if (!at.empty() && std::all_of(at.begin(), at.end(), [](const auto& v) { return v && v->tensor(); }))
          (*keep)[x] = detail::family_of_processes<D>(p_, [&](size_t process) { return *at[process]->tensor(); });
      }
    }
    return detail::result_families(p_, all);
  }

  /// What a statement is in PartIR:HLO.
  std::optional<hlo::Expr> in_hlo(const shlo::Stmt& s) const {
    if (const auto* o = std::get_if<OpExpr>(&s.expr)) return *o;
    const auto* c = std::get_if<shlo::Collective>(&s.expr);
    if (!c || c->operands.size() != 1) return std::nullopt;
    const TensorType* type = function().type(c->operands[0]).tensor();
    if (!type) return std::nullopt;
    auto groups = shlo::process_groups(shlo::strategy(*c), c->grouping.groups, p_.grid());
    std::vector<int64_t> device_of(static_cast<size_t>(p_.mesh.devices()));
    for (int64_t d = 0; d < p_.mesh.devices(); ++d)
      device_of[static_cast<size_t>(p_.process(d))] = d;
    for (auto& group : groups)
      for (int64_t& process : group) process = device_of.at(static_cast<size_t>(process));
    const std::optional<AxisList> axes = detail::axes_of_groups(p_.mesh, groups);
    if (!axes) return std::nullopt;
    const ValueId x = c->operands[0];
    const auto along = [&](int64_t dim) {
      AxisLists lists(type->shape.size());
      lists.at(static_cast<size_t>(dim)) = *axes;
      return lists;
    };
    using Found = std::optional<hlo::Expr>;
    return std::visit(
        Overloaded{[&](const shlo::AllGather& op) -> Found {
                     return hlo::AllGather{along(op.dim), x};
                   },
                   [&](const shlo::AllReduce& op) -> Found {
                     const auto m = monoid_of(op.body);
                     return m ? Found(hlo::AllReduce{*m, *axes, x}) : std::nullopt;
                   },
                   [&](const shlo::ReduceScatter& op) -> Found {
                     const auto m = monoid_of(op.body);
                     return m ? Found(hlo::ReduceScatter{*m, along(op.dim), x}) : std::nullopt;
                   },
                   [&](const shlo::AllToAll& op) -> Found {
                     return hlo::AllToAll{op.concat_dim, op.split_dim, *axes, x};
                   },
                   [](const auto&) -> Found { return std::nullopt; }},
        c->op);
  }
  /// Whether a statement computes nothing.
  static bool moves(const shlo::Function& f, const shlo::Stmt& s) {
    if (std::holds_alternative<shlo::Forward>(s.expr)) return true;
    if (const auto* c = std::get_if<shlo::Collective>(&s.expr))
      return std::holds_alternative<shlo::CollectivePermute>(c->op);
    const auto* o = std::get_if<OpExpr>(&s.expr);
    if (!o) return false;
    Types types;
    for (ValueId x : o->operands) types.push_back(*f.type(x).tensor());
    return only_moves(o->op, types);
  }
  /// `%3 = all_reduce(%2)`.
  static std::string phrase(const shlo::Function& f, const shlo::Stmt& s) {
    const auto* o = std::get_if<OpExpr>(&s.expr);
    return partir::detail::value_list(f, s.results) + " = " +
           (o ? std::string(o->op.name()) : shlo::form_name(s.expr)) + "(" +
           partir::detail::value_list(f, shlo::reads(s)) + ")";
  }

  SpmdProgram p_;
};

#if PARTIR_PROOFS_BODIES  // each compiles an interpreter
PARTIR_INLINE std::vector<Family<Field>> SpmdSubject::run(const std::vector<Family<Field>>& args, FamilyTable<Field>* keep) const {
  return run_in<Field>(args, keep);
}
PARTIR_INLINE std::vector<Family<Native>> SpmdSubject::run(const std::vector<Family<Native>>& args, FamilyTable<Native>* keep) const {
  return run_in<Native>(args, keep);
}
#endif

}  // namespace partir
