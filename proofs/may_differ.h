// Which elements of an SPMD program's values a fault can change, whatever the arguments: what devices compute
// without them (offsets, tables, masks) is computed exactly on all devices, and everything else is followed element
// by element. Where no element of a result can differ, the program with the fault is the same program.
//
// Soundness: each mask below holds a superset of the elements at which the values of the two programs can be
// different bits for some arguments. An input-free value is one value in each program, so comparing the two is
// exact. A process that gets the same from another process, whose
// value is the same for all arguments, gets what it got. An element of an op's result can differ only if an element that its comprehension reads for it can: of a
// select by an input-free predicate, of a guard and of a choice that is the side that is taken; of and (or) with an
// input-free operand the other operand's only where that one is true (false). An element of a collective's
// result is made of the operands' elements at the same place. An op that is a procedure can differ
// everywhere if any operand can; what flows into control, tuples and other statements is not followed.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "interp/evaluate_literal.h"
#include "proofs/kept_run.h"

namespace partir {

namespace detail {

/// What differs: nothing where no element does, else an i1 for each element.
using Mask = std::optional<Tensor<Native>>;

inline TensorType mask_type(const TensorType& t) { return {t.shape, ElementType::I1}; }
inline Tensor<Native> mask_of(const TensorType& t, bool all) {
  return Tensor<Native>::from_literal(Literal::splat_value(mask_type(t), all));
}
/// `m`, or nothing where it holds no element.
inline Mask if_any(Tensor<Native> m) {
  const std::vector<Bool> v = m.values<Bool>();
  if (std::none_of(v.begin(), v.end(), [](Bool b) { return b.bit != 0; })) return std::nullopt;
  return m;
}
/// Where two tensors of one type are not the same bits.
inline Mask where_not_identical(const Tensor<Native>& a, const Tensor<Native>& b) {
  if (a.same_view(b)) return std::nullopt;
  const Tensor<Native> x = a.contiguous(), y = b.contiguous();
  const auto width = static_cast<size_t>(scalar_size<Native>(a.element()));
  const char *p = static_cast<const char*>(x.raw()), *q = static_cast<const char*>(y.raw());
  return if_any(Tensor<Native>::build<Bool>(mask_type(a.type()), [&](Bool* out) {
    for (int64_t i = 0, n = a.elements(); i < n; ++i)
      out[i] = Bool(std::memcmp(p + static_cast<size_t>(i) * width, q + static_cast<size_t>(i) * width, width) != 0);
  }));
}

/// The comprehension of which elements of an op's result can differ. Its operands are the op's operands in the
/// original, then their masks, then the operands with the fault, as many of each.
class DifferenceComprehension {
 public:
  /// Of each operand, whether it is input-free and whether some element can differ.
  DifferenceComprehension(const Comprehension& c, std::vector<char> free, std::vector<char> differs)
      : c_(c), n_(static_cast<int>(free.size())), free_(std::move(free)), differs_(std::move(differs)) {
    for (const Node& node : c.body) nodes_.push_back(std::visit([&](const auto& e) { return of(node, e); }, node.expr));
    out_.result = mask_type(c.result);
    out_.reduction = c.reduction;
    if (c.reducer) out_.reducer = Monoid::Or;
    if (c.init && differs_[static_cast<size_t>(*c.init)]) out_.init = n_ + *c.init;
    const int last = can(nodes_.back().differs);
    if (last + 1 != static_cast<int>(out_.body.size())) out_.add(ElementType::I1, ApplyNode{ScalarFn::Or, {last, last}});
  }
  const Comprehension& operator()() const { return out_; }

 private:
  /// A node of the original: what it is, what it is with the fault (both only where it is input-free), and whether
  /// it can differ (-1: it cannot).
  struct Known {
    bool free = false;
    int before = -1, after = -1, differs = -1;
  };
  int truth(bool value) {
    return out_.add(ElementType::I1,
                    LiteralNode{std::make_shared<const Literal>(Literal::splat_value({{}, ElementType::I1}, value)), {}});
  }
  int can(int differs) { return differs < 0 ? truth(false) : differs; }
  int select(int condition, int yes, int no) {
    return out_.add(ElementType::I1, ApplyNode{ScalarFn::Select, {condition, yes, no}});
  }
  int either(int a, int b) {
    if (a < 0 || b < 0) return std::max(a, b);
    return out_.add(ElementType::I1, ApplyNode{ScalarFn::Or, {a, b}});
  }

  Known of(const Node& node, const ReadNode& r) {
    const auto k = static_cast<size_t>(r.operand);
    Known known{free_[k] != 0};
    if (known.free) known.before = known.after = out_.add(node.element, r);
    if (!differs_[k]) return known;
    if (known.free) known.after = out_.add(node.element, ReadNode{2 * n_ + r.operand, r.index});
    known.differs = out_.add(ElementType::I1, ReadNode{n_ + r.operand, r.index});
    return known;
  }
  Known of(const Node&, const DynamicReadNode& r) {
    Known known;
    bool places_known = true;
    std::vector<int> before = r.at;
    for (size_t d = 0; d < r.at.size(); ++d) {
      if (r.at[d] < 0) continue;
      const Known& at = nodes_[static_cast<size_t>(r.at[d])];
      const ElementType e = c_.body[static_cast<size_t>(r.at[d])].element;
      places_known = places_known && at.free;
      before[d] = at.before;
      if (at.differs < 0) continue;
      known.differs = either(known.differs, at.free ? out_.add(ElementType::I1, ApplyNode{ScalarFn::Ne,
                                                          {clamped(at.before, e, r.limit[d]), clamped(at.after, e, r.limit[d])}})
                                                    : at.differs);
    }
    if (!differs_[static_cast<size_t>(r.operand)]) return known;
    const int mask = n_ + r.operand;
    known.differs = either(known.differs, places_known
                                              ? out_.add(ElementType::I1, DynamicReadNode{mask, r.index, before, r.limit, r.scale})
                                              : truth(true));
    return known;
  }
  /// `clamp(0, node, limit)`, or the node itself where its type does not hold the limit.
  int clamped(int node, ElementType e, int64_t limit) {
    const auto constant = [&](int64_t v) {
      return out_.add(e, LiteralNode{std::make_shared<const Literal>(
                                         Literal::splat_bits({{}, e}, static_cast<ElementBits>(static_cast<uint64_t>(v)))), {}});
    };
    const int bits = bit_width(e) - (is_signed_int(e) ? 1 : 0);
    if (bits < 63 && limit >> bits != 0) return node;
    const int low = out_.add(e, ApplyNode{ScalarFn::Max, {node, constant(0)}});
    return out_.add(e, ApplyNode{ScalarFn::Min, {low, constant(limit)}});
  }
  Known of(const Node& node, const LiteralNode& l) {
    const int at = out_.add(node.element, l);
    return {true, at, at, -1};
  }
  Known of(const Node& node, const IndexNode& i) {
    const int at = out_.add(node.element, i);
    return {true, at, at, -1};
  }
  Known of(const Node& node, const ApplyNode& a) {
    Known known{true};
    for (int arg : a.args) {
      known.free = known.free && nodes_[static_cast<size_t>(arg)].free;
      known.differs = either(known.differs, nodes_[static_cast<size_t>(arg)].differs);
    }
    if (known.free) {
      const auto apply = [&](int Known::*which) {
        ApplyNode same{a.fn, {}};
        for (int arg : a.args) same.args.push_back(nodes_[static_cast<size_t>(arg)].*which);
        return out_.add(node.element, std::move(same));
      };
      known.before = apply(&Known::before);
      known.after = known.differs < 0 ? known.before : apply(&Known::after);
      if (known.differs >= 0 && (is_bool(node.element) || is_integer(node.element)))
        known.differs = out_.add(ElementType::I1, ApplyNode{ScalarFn::Ne, {known.before, known.after}});
      return known;
    }
    if (known.differs < 0) return known;
    if (a.fn == ScalarFn::Select) {
      known.differs = chosen(a.args[0], a.args[1], a.args[2]);
    } else if ((a.fn == ScalarFn::And || a.fn == ScalarFn::Or) && is_bool(node.element)) {
      const bool decided_by = a.fn == ScalarFn::Or;
      for (size_t i : {0, 1}) {
        const Known &x = nodes_[static_cast<size_t>(a.args[i])], &y = nodes_[static_cast<size_t>(a.args[1 - i])];
        if (!x.free) continue;
        const int other = can(y.differs), none = truth(false);
        known.differs = either(x.differs, decided_by ? select(x.before, none, other) : select(x.before, other, none));
      }
    }
    return known;
  }
  Known of(const Node&, const GuardNode& g) {
    Known known;
    const int a = nodes_[static_cast<size_t>(g.then_node)].differs, b = nodes_[static_cast<size_t>(g.else_node)].differs;
    if (a < 0 && b < 0) return known;
    const int yes = can(a), no = can(b);
    known.differs = out_.add(ElementType::I1, GuardNode{g.condition, yes, no, g.least});
    return known;
  }
  Known of(const Node&, const ChooseNode& g) {
    Known known;
    known.differs = chosen(g.condition, g.then_node, g.else_node);
    return known;
  }
  int chosen(int condition, int then_node, int else_node) {
    const Known& p = nodes_[static_cast<size_t>(condition)];
    const int a = nodes_[static_cast<size_t>(then_node)].differs, b = nodes_[static_cast<size_t>(else_node)].differs;
    if (a < 0 && b < 0) return p.differs;
    if (!p.free) return either(p.differs, either(a, b));
    return either(p.differs, select(p.before, can(a), can(b)));
  }

  const Comprehension& c_;
  int n_;
  std::vector<char> free_, differs_;
  std::vector<Known> nodes_;
  Comprehension out_;
};

/// Which values are the same in which processes, whatever the arguments: those with the same number. Parts of an argument are
/// the same where the boundary says so, an input-free value where it is the same bits, and the results of one statement
/// where its operands are. What is only handed over keeps its number, and so do zeros that come from nobody.
class SameOnProcesses {
 public:
  SameOnProcesses(const Dependence& d, const KeptRun<Native>& run)
      : p_(d.program()), numbers_(d.function().values.size(), std::vector<int64_t>(run.processes())) {
    const shlo::Function& f = d.function();
    for (size_t i = 0; i < f.params.size(); ++i)
      for (int64_t id = 0; id < p_.mesh.devices(); ++id) {
        const Device device = p_.mesh.device(id);
        std::vector<int64_t> part = {f.params[i], p_.mesh.index_in(p_.params[i].partial, device)};
        for (const AxisList& axes : p_.params[i].dims) part.push_back(p_.mesh.index_in(axes, device));
        numbers_[f.params[i]][static_cast<size_t>(p_.process(id))] = number(part);
      }
    for (const shlo::Stmt& s : f.body.stmts) {
      const bool free = std::all_of(s.results.begin(), s.results.end(), [&](ValueId x) { return d.is_free(x); });
      if (free) {
        for (ValueId x : s.results)
          for (size_t process = 0; process < run.processes(); ++process) {
            size_t first = 0;
            while (!identical(run.value(x, first), run.value(x, process))) ++first;
            numbers_[x][process] = number({x, static_cast<int64_t>(first)});
          }
      } else if (const auto* c = std::get_if<shlo::Collective>(&s.expr)) {
        const std::vector<Sources> sources = sources_of(*c);
        for (size_t i = 0; i < s.results.size(); ++i)
          for (size_t process = 0; process < run.processes(); ++process)
            numbers_[s.results[i]][process] = handed_over(*c, f.type(s.results[i]), s.results[i], i, sources[process]);
      } else if (const auto* forward = std::get_if<shlo::Forward>(&s.expr)) {
        for (size_t i = 0; i < s.results.size(); ++i) numbers_[s.results[i]] = numbers_[forward->operands[i]];
      } else {
        const bool alike = does_not_tell_processes_apart(s);
        const std::vector<ValueId> reads = shlo::reads(s);
        for (size_t process = 0; process < run.processes(); ++process) {
          for (ValueId x : s.results) {
            std::vector<int64_t> key = {x};
            if (!alike) key.push_back(static_cast<int64_t>(process));
            for (ValueId y : reads) key.push_back(numbers_[y][process]);
            numbers_[x][process] = number(key);
          }
        }
      }
    }
  }

  /// What a process gets in a collective: from which processes, in order, and of their parts the how-manieth.
  struct Sources {
    std::vector<int64_t> processes;
    int64_t position = 0;
  };
  std::vector<Sources> sources_of(const shlo::Collective& c) const {
    std::vector<Sources> all(static_cast<size_t>(p_.grid().size()));
    const bool by_position = std::holds_alternative<shlo::ReduceScatter>(c.op) || std::holds_alternative<shlo::AllToAll>(c.op);
    for (const auto& group : shlo::process_groups(shlo::strategy(c), c.grouping.groups, p_.grid())) {
      if (std::holds_alternative<shlo::CollectivePermute>(c.op)) {
        all[static_cast<size_t>(group[1])].processes = {group[0]};
        continue;
      }
      for (size_t i = 0; i < group.size(); ++i)
        all[static_cast<size_t>(group[i])] = {group, by_position ? static_cast<int64_t>(i) : 0};
    }
    return all;
  }
  int64_t operator()(ValueId x, int64_t process) const { return numbers_[x][static_cast<size_t>(process)]; }
  /// The number of what a collective_permute hands over.
  int64_t permuted(ValueId operand, const TensorType& type, const Sources& from) {
    return from.processes.empty() ? zeros_of(type) : (*this)(operand, from.processes[0]);
  }

 private:
  int64_t number(const std::vector<int64_t>& key) {
    return known_.try_emplace(key, static_cast<int64_t>(known_.size())).first->second;
  }
  int64_t zeros_of(const TensorType& t) {
    std::vector<int64_t> key = {-1, static_cast<int64_t>(t.element)};
    key.insert(key.end(), t.shape.begin(), t.shape.end());
    return number(key);
  }
  int64_t handed_over(const shlo::Collective& c, const shlo::Type& type, ValueId x, size_t i, const Sources& from) {
    if (std::holds_alternative<shlo::CollectivePermute>(c.op)) return permuted(c.operands[0], *type.tensor(), from);
    std::vector<int64_t> key = {x, from.position};
    // a root that is chosen while running is any of the operands
    for (size_t k = 0; k < c.operands.size(); ++k)
      for (int64_t process : from.processes)
        if (k == i || std::holds_alternative<shlo::CollectiveBroadcast>(c.op)) key.push_back(numbers_[c.operands[k]][static_cast<size_t>(process)]);
    return number(key);
  }
  static bool does_not_tell_processes_apart(const shlo::Stmt& s) {
    bool alike = true;
    shlo::for_each_stmt(shlo::Block{{s}, {}}, [&](const shlo::Stmt& t) {
      const bool of_one = std::holds_alternative<OpExpr>(t.expr) || std::holds_alternative<shlo::While>(t.expr) ||
                          std::holds_alternative<shlo::If>(t.expr) || std::holds_alternative<shlo::Case>(t.expr) ||
                          std::holds_alternative<shlo::Tuple>(t.expr) || std::holds_alternative<shlo::Forward>(t.expr) ||
                          std::holds_alternative<shlo::GetTupleElement>(t.expr) || std::holds_alternative<shlo::Dynamic>(t.expr);
      alike = alike && of_one;
    });
    return alike;
  }

  const SpmdProgram& p_;
  std::vector<std::vector<int64_t>> numbers_;
  std::map<std::vector<int64_t>, int64_t> known_;
};

}  // namespace detail

/// Follows faults through a program.
class MayDiffer {
 public:
  /// Borrows both; of the run, only what does not depend on its arguments is looked at.
  MayDiffer(const detail::Dependence& dependence, const KeptRun<Native>& run)
      : d_(dependence), f_(dependence.function()), run_(run), grid_(dependence.program().grid()) {}

  /// Whether some result can differ for some arguments, as far as this can tell. Throws OutOfTime.
  bool operator()(const Mutant& m, Deadline deadline) {
    masks_.clear();
    now_.clear();
    waiting_.clear();
    if (!d_.in_pieces()) return true;
    if (!fault(m)) return true;
    while (!waiting_.empty()) {
      if (std::chrono::steady_clock::now() > deadline) throw OutOfTime{};
      const size_t stmt = *waiting_.begin();
      waiting_.erase(waiting_.begin());
      const shlo::Stmt& s = f_.body.stmts[stmt];
      const detail::Piece& piece = d_.piece(stmt);
      const bool told = is_free(piece.reads) ? exactly(piece, run_.run(piece, now_, true)) : statement(s);
      if (!told) return true;
    }
    return std::any_of(f_.body.results.begin(), f_.body.results.end(), [&](ValueId x) { return masks_.contains(x); });
  }

 private:
  using Values = BasicModuleValues<Native>;
  using Masks = std::vector<detail::Mask>;  ///< of each process

  bool is_free(const std::vector<ValueId>& xs) const {
    return std::all_of(xs.begin(), xs.end(), [&](ValueId x) { return d_.is_free(x) || now_.contains(x); });
  }
  bool differs(ValueId x) const { return masks_.contains(x); }

  /// Notes what can differ of a value.
  void set(ValueId x, Masks masks) {
    if (std::none_of(masks.begin(), masks.end(), [](const detail::Mask& m) { return m.has_value(); })) return;
    masks_[x] = std::move(masks);
    if (x < f_.values.size())
      for (size_t user : d_.users(x)) waiting_.insert(user);
  }
  /// Notes the results of what does not depend on the arguments; false where this cannot tell.
  bool exactly(const detail::Piece& piece, std::vector<Values> found) {
    for (size_t i = 0; i < piece.results.size(); ++i) {
      Masks masks;
      Values now;
      for (size_t process = 0; process < run_.processes(); ++process) {
        now.push_back(std::move(found[process][i]));
        const auto& before = run_.value(piece.results[i], process);
        if (!now.back().tensor()) {  // of tokens and tuples only whether they are the same
          if (!detail::identical(before, now.back())) return false;
          continue;
        }
        masks.push_back(detail::where_not_identical(*before.tensor(), *now.back().tensor()));
      }
      now_[piece.results[i]] = std::move(now);
      set(piece.results[i], std::move(masks));
    }
    return true;
  }
  /// Notes that all of a value can differ; false where it is no tensor.
  bool everywhere(ValueId x) {
    const TensorType* t = f_.type(x).tensor();
    if (!t) return false;
    set(x, Masks(run_.processes(), t->elements() == 0 ? detail::Mask() : detail::Mask(detail::mask_of(*t, true))));
    return true;
  }

  /// What the fault itself changes; false where this cannot tell.
  bool fault(const Mutant& m) {
    const shlo::Stmt& original = f_.body.stmts[m.stmt];
    const detail::Piece piece = d_.piece(m);
    if (is_free(piece.reads) && is_free(d_.piece(m.stmt).reads)) return exactly(piece, run_.run(piece, {}));
    if (with_other_operands(m, original) || with_other_groups(m, original)) return true;
    // whether a loop ends, and who meets in a branch, may depend on the arguments
    if (!std::holds_alternative<OpExpr>(original.expr) && !std::holds_alternative<shlo::Collective>(original.expr))
      return false;
    for (ValueId x : original.results)
      if (!everywhere(x)) return false;
    return true;
  }
  /// Of a fault that lets others take part in the same collective: where a process gets what it got, from whoever it
  /// is, nothing differs.
  bool with_other_groups(const Mutant& m, const shlo::Stmt& original) {
    if (m.stmts.size() != 1) return false;
    const auto *before = std::get_if<shlo::Collective>(&original.expr), *after = std::get_if<shlo::Collective>(&m.stmts[0].expr);
    const bool same = before && after && before->op == after->op && before->operands == after->operands;
    if (!same || before->operands.size() != 1 || original.results.size() != 1) return false;
    if (!same_) same_.emplace(d_, run_);
    const auto of_before = same_->sources_of(*before), of_after = same_->sources_of(*after);
    Masks masks(run_.processes());
    for (size_t process = 0; process < run_.processes(); ++process)
      masks[process] = sources(*before, of_before[process], of_after[process], *f_.type(original.results[0]).tensor());
    set(original.results[0], std::move(masks));
    return true;
  }
  /// What differs of a collective's result in a process that gets it from elsewhere.
  detail::Mask sources(const shlo::Collective& c, const detail::SameOnProcesses::Sources& before,
                       const detail::SameOnProcesses::Sources& after, const TensorType& result) {
    const ValueId x = c.operands[0];
    if (std::holds_alternative<shlo::CollectivePermute>(c.op)) {
      const bool same = same_->permuted(x, result, before) == same_->permuted(x, result, after);
      return same || result.elements() == 0 ? detail::Mask() : detail::Mask(detail::mask_of(result, true));
    }
    const size_t n = before.processes.size();
    bool any = n != after.processes.size() || before.position != after.position;
    std::vector<char> differ(n, any);
    for (size_t i = 0; i < n && n == after.processes.size(); ++i)
      if ((*same_)(x, before.processes[i]) != (*same_)(x, after.processes[i])) {
        differ[i] = true;
        any = true;
      }
    if (!any || result.elements() == 0) return std::nullopt;
    const auto* gather = std::get_if<shlo::AllGather>(&c.op);
    const auto* exchange = std::get_if<shlo::AllToAll>(&c.op);
    if ((!gather && !exchange) || n == 0) return detail::mask_of(result, true);
    // parts one after the other, of which some differ
    const int64_t dim = gather ? gather->dim : exchange->concat_dim;
    TensorType part = result;
    part.shape[dim] /= static_cast<int64_t>(n);
    TensorList<Native> parts;
    for (char d : differ) parts.push_back(detail::mask_of(part, d != 0));
    return detail::if_any(concat<Native>(dim, parts));
  }
  /// Of a fault that gives the same op other operands.
  bool with_other_operands(const Mutant& m, const shlo::Stmt& original) {
    const auto *before = std::get_if<OpExpr>(&original.expr), *after = std::get_if<OpExpr>(&m.stmts.back().expr);
    if (!before || !after || !(before->op == after->op) || before->operands.size() != after->operands.size()) return false;
    const auto value_of = [&](ValueId x) { return x < f_.values.size() ? f_.values[x] : m.values[x - f_.values.size()]; };
    std::map<ValueId, Values> made;  // of new values
    if (m.stmts.size() > 1) {
      std::vector<ValueId> wanted;
      for (size_t k = 0; k < m.values.size(); ++k) wanted.push_back(static_cast<ValueId>(f_.values.size() + k));
      const detail::Piece offsets(std::span(m.stmts.data(), m.stmts.size() - 1), wanted, m.location, value_of);
      if (!is_free(offsets.reads)) return false;
      const std::vector<Values> found = run_.run(offsets, {});
      for (size_t i = 0; i < wanted.size(); ++i)
        for (const Values& v : found) made[wanted[i]].push_back(v[i]);
    }
    Operands operands(run_.processes());
    for (size_t k = 0; k < before->operands.size(); ++k) {
      const ValueId x = before->operands[k], y = after->operands[k];
      const bool free = d_.is_free(x) && (d_.is_free(y) || made.contains(y));
      for (size_t process = 0; process < run_.processes(); ++process) {
        const Tensor<Native>& was = *run_.value(x, process).tensor();
        const Tensor<Native>& is = made.contains(y) ? *made[y][process].tensor() : *run_.value(y, process).tensor();
        detail::Mask mask;
        if (x != y && free) mask = detail::where_not_identical(was, is);
        else if (x != y && was.elements() > 0) mask = detail::mask_of(was.type(), true);
        operands[process].push_back({was, is, mask, free});
      }
    }
    return op(original, *before, operands);
  }

  /// An operand in the original and with the fault.
  struct Operand {
    Tensor<Native> before, after;
    detail::Mask mask;
    bool free = false;
  };
  using Operands = std::vector<std::vector<Operand>>;  ///< of each process

  /// Follows what can differ through a statement; false where this cannot tell.
  bool statement(const shlo::Stmt& s) {
    if (const auto* o = std::get_if<OpExpr>(&s.expr)) {
      Operands operands(run_.processes());
      for (ValueId x : o->operands) {
        const auto masks = masks_.find(x);
        const auto now = now_.find(x);
        for (size_t process = 0; process < run_.processes(); ++process) {
          const Tensor<Native>& was = *run_.value(x, process).tensor();
          operands[process].push_back({was, now == now_.end() ? was : *now->second[process].tensor(),
                                       masks == masks_.end() ? detail::Mask() : masks->second[process], d_.is_free(x)});
        }
      }
      return op(s, *o, operands);
    }
    if (const auto* c = std::get_if<shlo::Collective>(&s.expr); c && collective(s, *c)) return true;
    if (const auto* forward = std::get_if<shlo::Forward>(&s.expr)) {
      for (size_t i = 0; i < s.results.size(); ++i)
        if (differs(forward->operands[i])) set(s.results[i], masks_[forward->operands[i]]);
      return true;
    }
    return false;
  }

  bool op(const shlo::Stmt& s, const OpExpr& o, const Operands& operands) {
    Types types;
    for (const Operand& x : operands[0]) types.push_back(x.before.type());
    std::optional<Comprehension> c;
    if (s.results.size() == 1) c = o.op.comprehension(types);
    std::vector<Masks> masks(s.results.size());
    for (const std::vector<Operand>& x : operands) {
      const bool any = std::any_of(x.begin(), x.end(), [](const Operand& y) { return y.mask.has_value(); });
      if (any && c && c->result.elements() > 0) {
        masks[0].push_back(elements(*c, x));
        continue;
      }
      for (size_t i = 0; i < s.results.size(); ++i) {
        const TensorType& t = *f_.type(s.results[i]).tensor();
        masks[i].push_back(any && t.elements() > 0 ? detail::Mask(detail::mask_of(t, true)) : detail::Mask());
      }
    }
    for (size_t i = 0; i < s.results.size(); ++i) set(s.results[i], std::move(masks[i]));
    return true;
  }
  static detail::Mask elements(const Comprehension& c, const std::vector<Operand>& x) {
    std::vector<char> free, differ;
    std::vector<Tensor<Native>> all, masks, after;
    for (const Operand& y : x) {
      free.push_back(y.free);
      differ.push_back(y.mask.has_value());
      all.push_back(y.before);
      masks.push_back(y.mask ? *y.mask : detail::mask_of(y.before.type(), false));
      after.push_back(y.after);
    }
    for (auto* list : {&masks, &after}) all.insert(all.end(), list->begin(), list->end());
    const detail::DifferenceComprehension difference(c, std::move(free), std::move(differ));
    if (auto mask = evaluate_by_kernels<Native>(difference(), all)) return detail::if_any(std::move(*mask));
    constexpr int64_t most = 1'000'000;  // read literally, element by element
    const int64_t nodes = c.result.elements() * num_elements(c.reduction) * static_cast<int64_t>(c.body.size());
    if (nodes > most) return detail::mask_of(c.result, true);
    return detail::if_any(evaluate<Native>(difference(), all));
  }

  /// A collective hands over elements, or joins those at one place; false for one that this does not follow.
  bool collective(const shlo::Stmt& s, const shlo::Collective& c) {
    if (c.operands.size() != 1 || s.results.size() != 1) return false;
    const auto found = masks_.find(c.operands[0]);
    if (found == masks_.end()) return false;
    Masks results(run_.processes());
    const auto mask = [&](int64_t process) {
      const detail::Mask& m = found->second[static_cast<size_t>(process)];
      return m ? *m : detail::mask_of(*f_.type(c.operands[0]).tensor(), false);
    };
    shlo::Collective of_masks = c;
    std::visit([](auto& op) { if constexpr (requires { op.body; }) op.body = monoid_body(Monoid::Or, ElementType::I1); },
               of_masks.op);
    for (const auto& group : shlo::process_groups(shlo::strategy(c), c.grouping.groups, grid_)) {
      if (std::holds_alternative<shlo::CollectivePermute>(c.op)) {
        results[static_cast<size_t>(group[1])] = detail::if_any(mask(group[0]));
        continue;
      }
      std::vector<TensorList<Native>> operands;
      for (int64_t process : group) operands.push_back({mask(process)});
      const auto joined = apply_collective<Native>(of_masks, operands, s.location);
      for (size_t i = 0; i < group.size(); ++i)
        results[static_cast<size_t>(group[i])] = detail::if_any(joined[i][0]);
    }
    set(s.results[0], std::move(results));
    return true;
  }

  const detail::Dependence& d_;
  const shlo::Function& f_;
  const KeptRun<Native>& run_;
  shlo::ProcessGrid grid_;
  std::optional<detail::SameOnProcesses> same_;
  std::map<ValueId, Masks> masks_;  ///< of what can differ
  std::map<ValueId, Values> now_;   ///< what does not depend on the arguments, with the fault
  std::set<size_t> waiting_;
};

}  // namespace partir
