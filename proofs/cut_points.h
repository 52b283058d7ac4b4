// Programs that find, or change, what an index names in parts of it that devices have, do so in a few ops around each place
// where the other program indexes the whole. Where both have the same value before and after, they can be cut there: what is
// between is compared at every index (index_cones.h), and the rest, to which that value is an argument, in free readings.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "interp/core_interp.h"
#include "proofs/free_agreement.h"
#include "proofs/index_cones.h"
#include "proofs/index_places.h"
#include "proofs/needed.h"
#include "proofs/order_cones.h"
#include "proofs/relate.h"
#include "proofs/subject.h"
#include "proofs/tables.h"

namespace partir {

/// The program in which these values of the body are further arguments, and which returns that.
inline core::Program cut(core::Program p, const std::vector<ValueId>& arguments, const std::vector<ValueId>& results) {
  core::Function& f = p.main;
  f.params.insert(f.params.end(), arguments.begin(), arguments.end());
  f.body.results = {};
  f.result_types.clear();
  f.result_attributes.clear();
  for (ValueId x : results) {
    f.body.results.push_back(x);
    f.result_types.push_back(f.type(x));
  }
  leave_needed(f.body, f.params, [](const core::Stmt& s) {
    std::vector<ValueId> read;
    const auto see = [&](const core::Stmt& t) {
      const auto xs = core::operands(t.expr);
      read.insert(read.end(), xs.begin(), xs.end());
    };
    see(s);
    if (const auto* l = std::get_if<core::LoopExpr>(&s.expr)) {
      core::walk(*l->body, [&](const core::Stmt& t, int) {
        see(t);
        if (const auto* inner = std::get_if<core::LoopExpr>(&t.expr)) read.insert(read.end(), inner->body->results.begin(), inner->body->results.end());
      });
      read.insert(read.end(), l->body->results.begin(), l->body->results.end());
    }
    return read;
  });
  return p;
}

/// Pairs of values that are the same in some runs.
class SameValues {
 public:
  /// Borrows both. The runs are of random arguments, integers below `extents`.
  SameValues(const core::Program& core, const Subject& subject, StructureModel laws, const std::set<int64_t>& extents, uint64_t seed)
      : core_(core), body_(subject.body()) {
    laws.chooses = laws.ordered = true;
    for (int64_t r = 0; r < runs; ++r) {
      const uint64_t of_run = seed + static_cast<uint64_t>(r);
      models_.push_back(laws.at(r, of_run));
      const FieldModel::Use in_use(models_.back());
      std::vector<Tensor<Field>> args;
      for (ValueId x : core.main.params) {
        const TensorType& t = core.main.type(x);
        const uint64_t stream = mix64(argument_seed(of_run, args.size()));
        if (!is_integer(t.element) || extents.empty()) {
          args.push_back(Inputs::free<Field>(t, stream));
          continue;
        }
        const auto n = static_cast<uint64_t>(r % 2 == 0 ? *extents.begin() : *extents.rbegin());
        args.push_back(with_scalar<Field>(t.element, [&]<class T>() {
          return Tensor<Field>::build<T>(t, [&](T* out) {
            if constexpr (is_discrete<T>)
              for (int64_t k = 0; k < t.elements(); ++k) out[k] = Integers::of_bits<T>(mix64(stream + static_cast<uint64_t>(k)) % n);
          });
        }));
      }
      tables_.push_back(std::make_unique<CoreTable<Field>>(core));
      families_.push_back(std::make_unique<FamilyTable<Field>>(body_.values.size()));
      run<Field>(core, args, tables_.back().get());
      subject.run(distribute_arguments(subject.mesh(), subject.params(), args, of_run), families_.back().get());
    }
    for (int64_t r = 0; r < runs; ++r) {
      const FieldModel::Use in_use(models_[static_cast<size_t>(r)]);
      relations_.push_back(std::make_unique<Relation<Field>>(core_, *tables_[static_cast<size_t>(r)], body_, *families_[static_cast<size_t>(r)]));
    }
  }
  /// The first value of the subject's body that is `y`, and how it is distributed; one that is in parts only where no other is.
  std::optional<std::pair<ValueId, DistType>> of(ValueId y) {
    for (size_t i = 0; i < core_.main.params.size(); ++i)
      if (core_.main.params[i] == y) return std::pair{body_.params[i], body_.param_dists[i]};
    for (const bool partial : {false, true})
      for (const MeshBody::Stmt& s : body_.stmts) {
        for (ValueId x : s.results) {
          const std::optional<DistType> d = same(0, x, y);
          if (!d || d->partial.empty() == partial) continue;
          bool all = true;
          for (size_t r = 1; r < relations_.size() && all; ++r) {
            const auto e = same(r, x, y);
            all = e && *e == *d;
          }
          if (all) return std::pair{x, *d};
        }
      }
    return std::nullopt;
  }

 private:
  std::optional<DistType> same(size_t r, ValueId x, ValueId y) {
    const FieldModel::Use in_use(models_[r]);
    return relations_[r]->as(x, y);
  }
  static constexpr int64_t runs = 4;
  const core::Program& core_;
  MeshBody body_;
  std::vector<FieldModel> models_;
  std::vector<std::unique_ptr<CoreTable<Field>>> tables_;
  std::vector<std::unique_ptr<FamilyTable<Field>>> families_;
  std::vector<std::unique_ptr<Relation<Field>>> relations_;
};

/// What is between the values at which two programs are cut, and the index op of the Core program among it.
class Cone {
 public:
  /// `path`: from the index op's result to the value at which both are cut; `arguments`, `there`: values before that are the same.
  Cone(const core::Program& core, const std::vector<char>& depends, const std::map<ValueId, const core::Stmt*>& made_by, SameValues& same,
       const std::vector<ValueId>& path, std::vector<ValueId> arguments, std::vector<std::pair<ValueId, DistType>> there)
      : core_(core), depends_(depends), made_by_(made_by), same_(same), path_(path), arguments_(std::move(arguments)), there_(std::move(there)) {}

  /// The values that it takes, of both programs.
  const std::vector<ValueId>& arguments() const { return arguments_; }
  const std::vector<std::pair<ValueId, DistType>>& there() const { return there_; }

  /// Whether it makes the same in both; empty, or why that is not known.
  std::string compare(const core::Stmt* stmt, const std::vector<IndexPlaces>& places, const Subject& subject, const std::pair<ValueId, DistType>& v,
                      const StructureModel& laws, uint64_t seed) {
    const core::Function& f = core_.main;
    const auto& o = std::get<OpExpr>(stmt->expr);
    std::set<size_t> index_operands;
    for (const IndexPlaces& p : places) index_operands.insert(p.operand);
    for (size_t i : index_operands) find_roots(o.operands[i]);
    const std::set<ValueId> roots = roots_;
    for (ValueId x : path_)
      for (ValueId y : std::get<OpExpr>(made_by_.at(x)->expr).operands)
        if (std::find(path_.begin(), path_.end(), y) == path_.end()) expand(y);
    IndexArguments indices;
    for (ValueId x : roots) {
      const auto i = argument_of(x);
      if (!i || !is_integer(f.type(x).element)) return "an index is made of what is no integer";
      indices.arguments.push_back(*i);
    }
    if (indices.arguments.empty()) return "no argument decides the index";
    int64_t greatest = 0;
    for (const IndexPlaces& p : places) greatest = std::max(greatest, p.last);
    indices.single = std::all_of(roots.begin(), roots.end(), [&](ValueId x) { return f.type(x).elements() == 1; });
    const IndexPlaces& p = places[0];
    if (indices.single) {
      indices.lasts.assign(roots.size(), greatest);
    } else if (roots.size() != 1) {
      return "an index is made of several values";
    } else if (*roots.begin() == o.operands[p.operand] && p.vector_dim >= 0) {
      indices.vector_dim = p.vector_dim;
      indices.lasts.assign(static_cast<size_t>(f.type(*roots.begin()).shape[static_cast<size_t>(p.vector_dim)]), 0);
      for (const IndexPlaces& q : places) indices.lasts.at(static_cast<size_t>(q.component)) = q.last;
    } else {
      indices.lasts = {greatest};
    }
    const std::unique_ptr<Subject> of_subject = subject.cut(there_, {v});
    if (!of_subject) return "the program cannot be cut";
    return agree_at_indices(cut(core_, arguments_, {path_.back()}), *of_subject, indices, laws.at(1, seed + 1), seed);
  }

 private:
  std::optional<size_t> argument_of(ValueId x) const {
    const std::vector<ValueId>& params = core_.main.params;
    if (const auto at = std::find(params.begin(), params.end(), x); at != params.end()) return at - params.begin();
    if (const auto at = std::find(arguments_.begin(), arguments_.end(), x); at != arguments_.end()) return params.size() + static_cast<size_t>(at - arguments_.begin());
    return std::nullopt;
  }
  /// Makes a value an argument, if the other program has it.
  bool take(ValueId x) {
    if (argument_of(x)) return true;
    const auto there = same_.of(x);
    if (!there || !there->second.partial.empty()) return false;
    arguments_.push_back(x);
    there_.push_back(*there);
    return true;
  }
  const OpExpr* op_of(ValueId x) const {
    const auto at = made_by_.find(x);
    return at == made_by_.end() ? nullptr : std::get_if<OpExpr>(&at->second->expr);
  }
  /// Whether an op makes of an index what is still one, or says something of one.
  bool is_of_index(ValueId x) const {
    const OpExpr* o = op_of(x);
    if (!o || !(is_integer(core_.main.type(x).element) || is_bool(core_.main.type(x).element))) return false;
    const Op& op = o->op;
    return op.get_if<Clamp>() || op.get_if<Add>() || op.get_if<Subtract>() || op.get_if<Maximum>() || op.get_if<Minimum>() || op.get_if<Compare>() ||
           op.get_if<Select>() || op.get_if<And>() || op.get_if<Or>() || op.get_if<Not>() || op.get_if<Convert>() || op.get_if<Reshape>() ||
           op.get_if<BroadcastInDim>() || op.get_if<SliceOp>() || op.get_if<Concatenate>() || op.get_if<Transpose>();
  }
  /// The values of which an index is made.
  void find_roots(ValueId x) {
    if (!depends_[x]) return;
    if (!argument_of(x) && is_of_index(x)) {
      for (ValueId y : op_of(x)->operands) find_roots(y);
    } else if (take(x)) {
      roots_.insert(x);
    }
  }
  /// Makes arguments of what an op between takes from elsewhere.
  void expand(ValueId x) {
    if (!depends_[x] || argument_of(x)) return;
    const OpExpr* o = op_of(x);
    if (is_of_index(x) || !take(x))
      if (o)
        for (ValueId y : o->operands) expand(y);
  }

  const core::Program& core_;
  const std::vector<char>& depends_;
  const std::map<ValueId, const core::Stmt*>& made_by_;
  SameValues& same_;
  const std::vector<ValueId>& path_;
  std::vector<ValueId> arguments_;
  std::vector<std::pair<ValueId, DistType>> there_;
  std::set<ValueId> roots_;
};

/// Cuts both behind an argmax of the Core program or where it puts elements in order, if both choose alike; empty, or why not.
/// `further`: if not 0, behind where it takes the first of them.
PARTIR_INLINE std::string cut_at_order(const core::Program& core, const Subject& subject, SameValues& same, const core::Stmt& s, int64_t dim,
                                       std::vector<ValueId>& cut_of_core, std::vector<std::pair<ValueId, DistType>>& cut_of_subject, std::vector<ValueId>& taken_of_core,
                                       std::vector<std::pair<ValueId, DistType>>& taken_of_subject, size_t further, uint64_t seed)
#if PARTIR_PROOFS_BODIES
{
  const ValueId x = std::get<OpExpr>(s.expr).operands[0];
  std::vector<ValueId> from = cut_of_core;
  std::vector<std::pair<ValueId, DistType>> there = cut_of_subject;
  const std::vector<ValueId>& params = core.main.params;
  std::optional<size_t> of;
  for (size_t i = 0; i < params.size(); ++i)
    if (params[i] == x) of = i;
  for (size_t i = 0; i < from.size(); ++i)
    if (from[i] == x) of = params.size() + i;
  if (!of) {
    const auto there_too = same.of(x);
    if (!there_too || !there_too->second.partial.empty()) return "the other program has nowhere what it chooses among";
    of = params.size() + from.size();
    from.push_back(x);
    there.push_back(*there_too);
  }
  std::vector<std::pair<ValueId, DistType>> results;
  std::vector<ValueId> chosen;
  for (ValueId y : s.results) {
    // all of them, or the first
    ValueId chosen_one = y;
    if (further > 0 || !same.of(y))
      for (const core::Stmt& t : core.main.body.stmts) {
        const auto* o = std::get_if<OpExpr>(&t.expr);
        if (chosen_one == y && o && o->op.get_if<SliceOp>() && o->operands[0] == y && same.of(t.results[0])) chosen_one = t.results[0];
      }
    const auto v = same.of(chosen_one);
    if (!v) return "the other program has nowhere what it chooses";
    results.push_back(*v);
    chosen.push_back(chosen_one);
  }
  // what is put in order once more may be so in one program alone
  for (const core::Stmt& t : core.main.body.stmts) {
    const auto* o = std::get_if<OpExpr>(&t.expr);
    if (!o || !o->op.get_if<Sort>() || t.results.size() != 2 || chosen.size() != 2 || o->operands[0] != chosen[0] || o->operands[1] != chosen[1]) continue;
    const auto first = same.of(t.results[0]), second = same.of(t.results[1]);
    if (!first || !second) break;
    results = {*first, *second};
    chosen = {t.results[0], t.results[1]};
    break;
  }
  const std::unique_ptr<Subject> part = subject.cut(there, results);
  if (!part) return "the program cannot be cut";
  if (const std::string why = agree_at_orders(cut(core, from, chosen), *part, *of, dim, seed); !why.empty()) return why;
  taken_of_core.insert(taken_of_core.end(), from.begin() + static_cast<int64_t>(cut_of_core.size()), from.end());
  taken_of_subject.insert(taken_of_subject.end(), there.begin() + static_cast<int64_t>(cut_of_subject.size()), there.end());
  for (size_t i = 0; i < chosen.size(); ++i) {
    cut_of_core.push_back(chosen[i]);
    cut_of_subject.push_back(results[i]);
  }
  return "";
}
#else
    ;
#endif

/// Whether the two agree, cut where `core` indexes by what arguments decide; see above. `further`: behind so many
/// ops that use what is indexed, where that is possible.
PARTIR_INLINE FreeAgreement agree_by_cuts(const core::Program& core, const Subject& subject, StructureModel laws, uint64_t seed, bool heavy, size_t further, bool lattices)
#if PARTIR_PROOFS_BODIES
{
  const core::Function& f = core.main;
  // where it does, and on what each value depends
  struct Indexed {
    const core::Stmt* stmt;
    std::vector<IndexPlaces> places;
  };
  std::vector<Indexed> all;
  std::vector<char> depends(f.values.size());
  std::set<int64_t> extents;
  std::map<ValueId, const core::Stmt*> made_by;
  for_each_by_dependence(core, [&](const core::Stmt& s, bool any, std::vector<char>& d) {
    for (ValueId x : s.results) d[x] = any;
    depends = d;
  });
  for (ValueId x : f.params) depends[x] = true;
  for (const core::Stmt& s : f.body.stmts) {
    for (ValueId x : s.results) made_by[x] = &s;
    const auto* o = std::get_if<OpExpr>(&s.expr);
    const auto* v = o ? o->op.get_if<VariadicReduce>() : nullptr;
    if (v && v->dims.size() == 1 && s.results.size() == 2 && depends[s.results[0]] && !folds_by(v->body, 0)) all.push_back({&s, {}});
    if (o && o->op.get_if<Sort>() && s.results.size() == 2 && depends[s.results[0]] && !depends[o->operands[1]]) all.push_back({&s, {}});
    if (!o || s.results.size() != 1) continue;
    Types types;
    for (ValueId x : o->operands) types.push_back(f.type(x));
    std::vector<IndexPlaces> places;
    for (const IndexPlaces& p : index_places(o->op, types))
      if (depends[o->operands[p.operand]]) places.push_back(p);
    if (places.empty()) continue;
    for (const IndexPlaces& p : places) extents.insert(p.last + 1);
    all.push_back({&s, std::move(places)});
  }
  if (all.empty()) return {0, "nothing is indexed or chosen"};
  std::vector<ValueId> cut_of_core, taken_of_core;
  std::vector<std::pair<ValueId, DistType>> cut_of_subject, taken_of_subject;
  try {
    SameValues same(core, subject, laws, extents, seed);
    for (const Indexed& at : all) {
      const auto& o = std::get<OpExpr>(at.stmt->expr);
      if (const auto* v = o.op.get_if<VariadicReduce>(); v || o.op.get_if<Sort>()) {
        const int64_t dim = v ? v->dims[0] : o.op.get_if<Sort>()->along(f.type(o.operands[0]).rank());
        const std::string why = cut_at_order(core, subject, same, *at.stmt, dim, cut_of_core, cut_of_subject, taken_of_core, taken_of_subject, further, seed);
        if (!why.empty()) return {0, std::string(o.op.name()) + " at " + to_string(at.stmt->location) + ": " + why};
        continue;
      }
      const ValueId u = at.stmt->results[0];
      // what is made of it next may be what the other program has, too
      std::string why = "the other program has nowhere what it makes";
      std::optional<std::pair<ValueId, std::pair<ValueId, DistType>>> last;
      std::vector<ValueId> path{u};
      while (path.size() <= 1 + further) {
        if (const auto v = same.of(path.back())) {
          Cone cone(core, depends, made_by, same, path, cut_of_core, cut_of_subject);
          const std::string here = cone.compare(at.stmt, at.places, subject, *v, laws, seed);
          if (here.empty()) {
            last = std::pair{path.back(), *v};
            taken_of_core.insert(taken_of_core.end(), cone.arguments().begin() + static_cast<int64_t>(cut_of_core.size()), cone.arguments().end());
            taken_of_subject.insert(taken_of_subject.end(), cone.there().begin() + static_cast<int64_t>(cut_of_subject.size()), cone.there().end());
          } else {
            why = here;
          }
        }
        std::vector<ValueId> users;
        for (const core::Stmt& s : f.body.stmts) {
          const auto xs = core::operands(s.expr);
          if (std::holds_alternative<OpExpr>(s.expr) && s.results.size() == 1 && std::find(xs.begin(), xs.end(), path.back()) != xs.end()) users.push_back(s.results[0]);
        }
        const auto& returned = f.body.results;
        if (users.size() != 1 || std::find(returned.begin(), returned.end(), path.back()) != returned.end()) break;
        path.push_back(users[0]);
      }
      if (last) {
        cut_of_core.push_back(last->first);
        cut_of_subject.push_back(last->second);
        continue;
      }
      return {0, std::string(o.op.name()) + " at " + to_string(at.stmt->location) + ": " + why};
    }
    std::vector<std::pair<ValueId, DistType>> results;
    const MeshBody body = subject.body();
    for (size_t i = 0; i < body.results.size(); ++i) results.emplace_back(body.results[i], body.result_dists[i]);
    // what was taken to be the same before is part of the rest
    std::vector<ValueId> returned(f.body.results.begin(), f.body.results.end());
    for (size_t i = 0; i < taken_of_core.size(); ++i) {
      if (std::find(cut_of_core.begin(), cut_of_core.end(), taken_of_core[i]) != cut_of_core.end()) continue;
      returned.push_back(taken_of_core[i]);
      results.push_back(taken_of_subject[i]);
    }
    const core::Program rest = cut(core, cut_of_core, returned);
    const std::unique_ptr<Subject> of_subject = subject.cut(cut_of_subject, results);
    if (!of_subject) return {0, "the program cannot be cut"};
    return agree_freely(rest, *of_subject, laws, seed, heavy, lattices);
  } catch (const BrokenPromise& e) {
    return {0, e.what()};
  } catch (const Stuck& e) {
    return {0, e.what()};
  } catch (const Unsupported& e) {
    return {0, e.what()};
  }
}
#else
    ;
#endif

}  // namespace partir
