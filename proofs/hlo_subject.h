// A PartIR:HLO program as a subject of checks.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interp/spmd_interp.h"
#include "proofs/subject.h"
#include "proofs/tables.h"
#include "proofs/value_flow.h"
#include "proofs/widen.h"
#include "semantics/dist_typing.h"
#include "semantics/instances.h"

namespace partir {

/// A well-typed PartIR:HLO program.
class HloSubject : public Subject {
 public:
  explicit HloSubject(hlo::Program p) : owned_(std::move(p)), p_(owned_) {}
  /// Borrows the program.
  explicit HloSubject(const hlo::Program* p) : p_(*p) {}
  HloSubject(const HloSubject&) = delete;
  HloSubject& operator=(const HloSubject&) = delete;

  const Mesh& mesh() const override { return p_.mesh; }
  const std::vector<DistType>& params() const override { return p_.main.param_dists; }
  const std::vector<DistType>& results() const override { return p_.main.result_dists; }
  Location location() const override { return p_.main.location; }
  std::string noun() const override { return "HLO program"; }
  std::vector<Family<Field>> run(const std::vector<Family<Field>>& args, FamilyTable<Field>* keep) const override;
  std::vector<Family<Native>> run(const std::vector<Family<Native>>& args, FamilyTable<Native>* keep) const override;
  MeshBody body() const override { return mesh_body(p_); }
  void for_each_site(const std::function<void(const OpSite&)>& f) const override {
    for_each_statement([&](const hlo::Stmt&, const OpSite* site) {
      if (site) f(*site);
    });
  }
  void follow(ValueFlow& flow) const override {
    for (size_t i = 0; i < p_.main.params.size(); ++i) flow.argument(p_.main.params[i], i);
    for_each_statement([&](const hlo::Stmt& s, const OpSite* site) {
      if (site) return flow.op(*site);
      const ValueId result = s.results[0];
      if (const auto* r = std::get_if<hlo::AllReduce>(&s.expr)) return flow.reduced(result, r->operand, scalar_fn(r->monoid), devices(r->axes));
      if (const auto* r = std::get_if<hlo::ReduceScatter>(&s.expr)) return flow.reduced(result, r->operand, scalar_fn(r->monoid), devices(flatten(r->axes)));
      flow.moved(result, hlo::operands(s.expr));
    });
    flow.returned(p_.main.body.results);
  }
  std::unique_ptr<Subject> widened(const FloatFormats& reference) const override {
    return std::make_unique<HloSubject>(partir::widened(p_, reference));
  }
  std::optional<std::string> not_derived() const override {
    try {
      infer_dists(p_);
      return std::nullopt;
    } catch (const Rejected& e) {
      return e.what();
    }
  }

 private:
  int64_t devices(const AxisList& axes) const {
    int64_t n = 1;
    for (const Axis& a : axes) n *= p_.mesh.size(a);
    return n;
  }
  /// Calls `f` with each statement, and with its op where it is one.
  template <class F>
  void for_each_statement(F&& f) const {
    std::vector<char> depends(p_.main.values.size());
    for (ValueId x : p_.main.params) depends[x] = true;
    for (const hlo::Stmt& s : p_.main.body.stmts) {
      bool any = false;
      for (ValueId x : hlo::operands(s.expr)) any = any || depends[x];
      for (ValueId x : s.results) depends[x] = any;
      const auto* o = std::get_if<OpExpr>(&s.expr);
      if (!o) {
        f(s, nullptr);
        continue;
      }
      const OpSite site = op_site(*o, s.results, s.location, depends, [&](ValueId x) { return p_.main.type(x); });
      f(s, &site);
    }
  }
  template <class D>
  std::vector<Family<D>> run_in(const std::vector<Family<D>>& args, FamilyTable<D>* keep) const {
    if (!keep) return partir::run<D>(p_, args);
    HloTable<D> values(p_);
    std::vector<Family<D>> results = partir::run<D>(p_, args, &values);
    for (ValueId x = 0; x < keep->size(); ++x) (*keep)[x] = values.at(x);
    return results;
  }

  hlo::Program owned_;
  const hlo::Program& p_;
};

#if PARTIR_PROOFS_BODIES  // each compiles an interpreter
PARTIR_INLINE std::vector<Family<Field>> HloSubject::run(const std::vector<Family<Field>>& args, FamilyTable<Field>* keep) const {
  return run_in<Field>(args, keep);
}
PARTIR_INLINE std::vector<Family<Native>> HloSubject::run(const std::vector<Family<Native>>& args, FamilyTable<Native>* keep) const {
  return run_in<Native>(args, keep);
}
#endif

}  // namespace partir
