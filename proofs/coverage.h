// What the runs of a comparison met: of each predicate both values, of each index that the arguments decide its first
// and last places and those out of range. A branch that no run took is a branch that nothing was said of.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "interp/field.h"
#include "interp/native.h"
#include "interp/op_watch.h"
#include "proofs/ranges.h"
#include "proofs/subject.h"
#include "semantics/core.h"

namespace partir {

/// Calls `f` with each op of a program, and whether its operands depend on the arguments.
inline void for_each_site(const core::Program& p, const std::function<void(const OpSite&)>& f) {
  const core::Function& g = p.main;
  std::vector<char> depends(g.values.size());
  for (ValueId x : g.params) depends[x] = true;
  auto block = [&](auto& self, const core::Block& b) -> void {
    for (const core::Stmt& s : b.stmts) {
      bool any = false;
      for (ValueId x : core::operands(s.expr)) any = any || depends[x];
      if (const auto* l = std::get_if<core::LoopExpr>(&s.expr)) {
        self(self, *l->body);
        for (ValueId x : l->body->results) any = any || depends[x];
      }
      for (ValueId x : s.results) depends[x] = any;
      if (const auto* o = std::get_if<OpExpr>(&s.expr)) {
        Types types;
        for (ValueId x : o->operands) types.push_back(g.type(x));
        f({o->op, types, g.type(s.results[0]), core::operands(s.expr), s.results, s.location, any});
      }
    }
  };
  block(block, g.body);
}

/// Watches runs of a program and of one subject after another.
class Coverage : public OpWatch {
 public:
  /// Borrows the program.
  explicit Coverage(const core::Program& core) {
    Ranges ranges;
    for_each_site(core, [&](const OpSite& s) { add(core_, s, "the Core program's", ranges); });
  }
  /// Forgets the last subject. Borrows this one.
  void watch(const Subject& subject) {
    subject_.clear();
    Ranges ranges;
    subject.for_each_site([&](const OpSite& s) { add(subject_, s, "the " + subject.noun() + "'s", ranges); });
  }

  void see(const Op& op, const std::vector<Tensor<Native>>& operands,
           const std::vector<Tensor<Native>>& results) override {
    see_in(op, operands, results);
  }
  void see(const Op& op, const std::vector<Tensor<Field>>& operands,
           const std::vector<Tensor<Field>>& results) override {
    see_in(op, operands, results);
  }

  /// What no run met, as a reason; empty if all was. `ties`: comparisons of floats must have met equal ones, too.
  std::string missing(bool ties) const {
    for (const Predicates* predicates : {&core_, &subject_})
    for (const auto& [op, p] : *predicates) {
      if (!p.ran) return p.what + " never ran";
      if (!(p.value[0] && p.value[1])) return p.what + " was " + (p.value[1] ? "true" : "false") + " in every run";
      if (ties && p.of_floats && !p.tie) return p.what + " met no two equal numbers";
    }
    return "";
  }

 private:
  struct Predicate {
    std::string what;
    bool of_floats = false, ran = false, tie = false;
    bool value[2] = {false, false};
  };
  using Predicates = std::map<const Op*, Predicate>;
  static void add(Predicates& to, const OpSite& s, const std::string& whose, Ranges& ranges) {
    ranges.follow(s);
    if (!s.depends || ranges.decided(s)) return;
    const bool compares = s.op.get_if<Compare>() != nullptr;
    if (!compares && !s.op.get_if<IsFinite>()) return;
    for (const TensorType& t : s.operands)
      if (t.elements() == 0) return;
    to[&s.op].what = whose + " " + std::string(s.op.name()) + " at " + to_string(s.location);
    to[&s.op].of_floats = compares && is_float(s.operands.at(0).element);
  }
  template <class D>
  void see_in(const Op& op, const std::vector<Tensor<D>>& operands, const std::vector<Tensor<D>>& results) {
    auto found = core_.find(&op);
    if (found == core_.end())
      if (found = subject_.find(&op); found == subject_.end()) return;
    Predicate& p = found->second;
    p.ran = true;
    const bool done = p.value[0] && p.value[1] && (p.tie || !p.of_floats);
    if (done || results.at(0).element() != ElementType::I1) return;
    const Tensor<D> r = results[0].contiguous();
    const Bool* v = r.template data<Bool>();
    for (int64_t i = 0, n = r.elements(); i < n; ++i) p.value[v[i].bit != 0] = true;
    if (p.of_floats && !p.tie)
      with_scalar<D>(operands[0].element(), [&]<class T>() {
        const std::vector<T> x = operands[0].template values<T>(), y = operands[1].template values<T>();
        for (size_t i = 0; i < x.size() && !p.tie; ++i) p.tie = D::template same<T>(x[i], y[i]);
      });
  }

  Predicates core_, subject_;
};

}  // namespace partir
