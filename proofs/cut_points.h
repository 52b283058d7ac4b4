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
#include "proofs/cut.h"
#include "proofs/free_agreement.h"
#include "proofs/index_cones.h"
#include "proofs/index_places.h"
#include "proofs/order_cones.h"
#include "proofs/relate.h"
#include "proofs/subject.h"
#include "proofs/tables.h"
#include "proofs/tensor_bits.h"

namespace partir {

/// Pairs of values that are the same in some runs.
class SameValues {
 public:
  /// Borrows both. The runs are of random arguments, integers below `extents`, but in the last one any.
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
        if (!is_integer(t.element) || extents.empty() || r + 1 == runs) {
          args.push_back(Inputs::free<Field>(t, stream));
          continue;
        }
        const auto n = static_cast<uint64_t>(std::max<int64_t>(1, r % 2 == 0 ? *extents.begin() : *extents.rbegin()));
        args.push_back(of_low_bits<Field>(t, [&](size_t k) { return mix64(stream + k) % n; }));
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

/// Where two programs are cut.
struct Cuts {
  ValuePairs made;   ///< values that are the same, made of the same
  ValuePairs taken;  ///< values of which the cut ones are made, which the rest must show to be the same
};

/// Which argument of the Core program with these further ones a value is.
inline std::optional<size_t> argument_of(const core::Program& core, const ValuePairs& further, ValueId x) {
  std::vector<ValueId> all = core.main.params;
  all.insert(all.end(), further.core.begin(), further.core.end());
  const auto at = std::find(all.begin(), all.end(), x);
  return at == all.end() ? std::nullopt : std::optional(static_cast<size_t>(at - all.begin()));
}
/// The same, once it is one, which it can be if the other program has it.
inline std::optional<size_t> take(const core::Program& core, SameValues& same, ValuePairs& further, ValueId x) {
  if (const auto at = argument_of(core, further, x)) return at;
  const auto there = same.of(x);
  if (!there || !there->second.partial.empty()) return std::nullopt;
  further.add(x, *there);
  return core.main.params.size() + further.core.size() - 1;
}

/// What is between the values at which two programs are cut, and the index op of the Core program among it.
class Cone {
 public:
  /// `path`: from the index op's result to the value at which both are cut; `arguments`: values before that are the same.
  Cone(const core::Program& core, const std::vector<char>& depends, const std::map<ValueId, const core::Stmt*>& made_by, SameValues& same,
       const std::vector<ValueId>& path, ValuePairs arguments)
      : core_(core), depends_(depends), made_by_(made_by), same_(same), path_(path), arguments_(std::move(arguments)) {}

  /// The values that it takes.
  const ValuePairs& arguments() const { return arguments_; }

  /// Whether it makes the same in both; empty, or why that is not known.
  std::string compare(const core::Stmt* stmt, const std::vector<IndexPlaces>& places, const Subject& subject, const std::pair<ValueId, DistType>& v,
                      const StructureModel& laws, uint64_t seed) {
    const core::Function& f = core_.main;
    const auto& o = std::get<OpExpr>(stmt->expr);
    std::set<size_t> index_operands;
    for (const IndexPlaces& p : places) index_operands.insert(p.operand);
    for (size_t i : index_operands) find_roots(o.operands[i]);
    for (ValueId x : path_)
      for (ValueId y : std::get<OpExpr>(made_by_.at(x)->expr).operands)
        if (std::find(path_.begin(), path_.end(), y) == path_.end()) expand(y);
    IndexArguments indices;
    for (ValueId x : roots_) {
      const auto i = argument_of(x);
      if (!i || !is_integer(f.type(x).element)) return "an index is made of what is no integer";
      indices.arguments.push_back(*i);
    }
    if (indices.arguments.empty()) return "no argument decides the index";
    int64_t greatest = 0;
    for (const IndexPlaces& p : places) greatest = std::max(greatest, p.last);
    indices.single = std::all_of(roots_.begin(), roots_.end(), [&](ValueId x) { return f.type(x).elements() == 1; });
    const IndexPlaces& p = places[0];
    if (indices.single) {
      indices.lasts.assign(roots_.size(), greatest);
    } else if (roots_.size() != 1) {
      return "an index is made of several values";
    } else if (*roots_.begin() == o.operands[p.operand] && p.vector_dim >= 0) {
      indices.vector_dim = p.vector_dim;
      indices.lasts.assign(static_cast<size_t>(f.type(*roots_.begin()).shape[static_cast<size_t>(p.vector_dim)]), 0);
      for (const IndexPlaces& q : places) indices.lasts.at(static_cast<size_t>(q.component)) = q.last;
    } else {
      indices.lasts = {greatest};
    }
    const std::unique_ptr<Subject> of_subject = subject.cut(arguments_.subject, {v});
    if (!of_subject) return "the program cannot be cut";
    return agree_at_indices(cut(core_, arguments_.core, {path_.back()}), *of_subject, indices, laws.at(1, seed + 1), seed);
  }

 private:
  std::optional<size_t> argument_of(ValueId x) const { return partir::argument_of(core_, arguments_, x); }
  bool take(ValueId x) { return partir::take(core_, same_, arguments_, x).has_value(); }
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
    if (!is_of_index(x) && take(x)) return;
    if (const OpExpr* o = op_of(x))
      for (ValueId y : o->operands) expand(y);
  }

  const core::Program& core_;
  const std::vector<char>& depends_;
  const std::map<ValueId, const core::Stmt*>& made_by_;
  SameValues& same_;
  const std::vector<ValueId>& path_;
  ValuePairs arguments_;
  std::set<ValueId> roots_;
};

/// Cuts both behind an argmax of the Core program or where it puts elements in order, if both choose alike; empty, or why not.
/// `further`: if not 0, behind where it takes the first of them.
PARTIR_INLINE std::string cut_at_order(const core::Program& core, const Subject& subject, SameValues& same, const core::Stmt& s, int64_t dim, Cuts& cuts, size_t further,
                                       uint64_t seed)
#if PARTIR_PROOFS_BODIES
{
  ValuePairs from = cuts.made;
  const auto of = take(core, same, from, std::get<OpExpr>(s.expr).operands[0]);
  if (!of) return "the other program has nowhere what it chooses among";
  ValuePairs chosen;
  for (ValueId y : s.results) {
    // all of them, or the first
    ValueId all_or_first = y;
    if (further > 0 || !same.of(y))
      for (const core::Stmt& t : core.main.body.stmts) {
        const auto* o = std::get_if<OpExpr>(&t.expr);
        if (all_or_first == y && o && o->op.get_if<SliceOp>() && o->operands[0] == y && same.of(t.results[0])) all_or_first = t.results[0];
      }
    const auto v = same.of(all_or_first);
    if (!v) return "the other program has nowhere what it chooses";
    chosen.add(all_or_first, *v);
  }
  // what is put in order once more may be so in one program alone
  for (const core::Stmt& t : core.main.body.stmts) {
    const auto* o = std::get_if<OpExpr>(&t.expr);
    if (!o || !o->op.get_if<Sort>() || !std::equal(o->operands.begin(), o->operands.end(), chosen.core.begin(), chosen.core.end())) continue;
    ValuePairs again;
    for (ValueId y : t.results)
      if (const auto v = same.of(y)) again.add(y, *v);
    if (again.core.size() == chosen.core.size()) chosen = std::move(again);
    break;
  }
  const std::unique_ptr<Subject> part = subject.cut(from.subject, chosen.subject);
  if (!part) return "the program cannot be cut";
  if (const std::string why = agree_at_orders(cut(core, from.core, chosen.core), *part, *of, dim, seed); !why.empty()) return why;
  cuts.taken.add_new(from, cuts.made);
  cuts.made.add_new(chosen, {});
  return "";
}
#else
    ;
#endif

/// Whether the two agree, cut where `core` indexes by what arguments decide, or chooses among elements; see above.
PARTIR_INLINE FreeAgreement agree_by_cuts(const core::Program& core, const Subject& subject, StructureModel laws, uint64_t seed, int64_t runs, double among)
#if PARTIR_PROOFS_BODIES
{
  const core::Function& f = core.main;
  // where it does, and on what each value depends
  struct Indexed {
    const core::Stmt* stmt;
    std::vector<IndexPlaces> places;  ///< none where it chooses
    std::string text() const { return std::string(std::get<OpExpr>(stmt->expr).op.name()) + " at " + to_string(stmt->location); }
  };
  std::vector<Indexed> all;
  const std::vector<char> depends = argument_dependent(core);
  std::set<int64_t> extents;
  std::map<ValueId, const core::Stmt*> made_by;
  for (const core::Stmt& s : f.body.stmts) {
    for (ValueId x : s.results) made_by[x] = &s;
    const auto* o = std::get_if<OpExpr>(&s.expr);
    if (!o) continue;
    if (s.results.size() == 2 && depends[s.results[0]]) {
      const auto* v = o->op.get_if<VariadicReduce>();
      if ((v && v->dims.size() == 1 && !folds_by(v->body, 0)) || (o->op.get_if<Sort>() && !depends[o->operands[1]])) all.push_back({&s, {}});
    }
    if (s.results.size() != 1) continue;
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
  SameValues same(core, subject, laws, extents, seed);

  /// Cuts behind an index op, and so many ops further as use its result and can be compared with it; empty, or why not.
  const auto cut_at_index = [&](const Indexed& at, size_t further, Cuts& cuts) -> std::string {
    std::string why = "the other program has nowhere what it makes";
    std::optional<ValuePairs> last, taken;
    std::vector<ValueId> path{at.stmt->results[0]};
    while (path.size() <= 1 + further) {
      if (const auto v = same.of(path.back())) {
        Cone cone(core, depends, made_by, same, path, cuts.made);
        const std::string here = cone.compare(at.stmt, at.places, subject, *v, laws, seed);
        if (here.empty()) {
          last = ValuePairs{{path.back()}, {*v}};
          taken = cone.arguments();
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
    if (!last) return why;
    cuts.taken.add_new(*taken, cuts.made);
    cuts.made.add_new(*last, {});
    return "";
  };
  const auto agree = [&](size_t further) -> FreeAgreement {
    Cuts cuts;
    for (const Indexed& at : all) {
      const Op& op = std::get<OpExpr>(at.stmt->expr).op;
      std::string why;
      if (const auto* v = op.get_if<VariadicReduce>()) why = cut_at_order(core, subject, same, *at.stmt, v->dims[0], cuts, further, seed);
      else if (const auto* o = op.get_if<Sort>()) why = cut_at_order(core, subject, same, *at.stmt, o->along(f.type(at.stmt->results[0]).rank()), cuts, further, seed);
      else why = cut_at_index(at, further, cuts);
      if (!why.empty()) return {0, at.text() + ": " + why};
    }
    ValuePairs returned = results_of(core, subject.body());
    // what was taken to be the same is part of the rest
    for (size_t i = 0; i < cuts.taken.core.size(); ++i)
      if (std::find(cuts.made.core.begin(), cuts.made.core.end(), cuts.taken.core[i]) == cuts.made.core.end()) returned.add(cuts.taken.core[i], cuts.taken.subject[i]);
    const std::unique_ptr<Subject> rest = subject.cut(cuts.made.subject, returned.subject);
    if (!rest) return {0, "the program cannot be cut"};
    return agree_freely(cut(core, cuts.made.core, returned.core), *rest, laws, seed, runs, among);
  };
  FreeAgreement found;
  for (const size_t further : {0, 1, 2})
    if (found.runs == 0) found = unless_stuck([&] { return agree(further); });
  return found;
}
#else
    ;
#endif

}  // namespace partir
