// The derived error bound of a floating-point run: for every value of a Core program, elementwise, how
// far any other evaluation of the same mathematical program in its element types (or the exact one) may
// be from this run, whatever the order of summation and however sums are split over `parts` devices.
//
// A branch that rounding could decide either way is counted. By default it is not assumed to go one
// way: its i1 may differ (bound 1), and a select on it is bounded over both branches.
#pragma once

#include <utility>
#include <vector>

#include "proofs/comprehension_bound.h"
#include "semantics/core.h"
#include "semantics/instances.h"

namespace partir {

/// A run of a Core program that carries bounds along.
struct BoundedRun {
  std::vector<BoundedTensor> results;
  Branches branches;
};

namespace detail {
/// The Core rules on bounded tensors; slicing, tiling and `any` move bounds as they move values.
class BoundInterpreter {
 public:
  BoundInterpreter(const core::Program& p, const BoundOptions& options, bool as_reference)
      : p_(p), f_(p.main), options_(options), branches_{as_reference, 0}, rho_(f_.values.size()),
        index_(f_.ranges.size()) {}

  BoundedRun operator()(const std::vector<BoundedTensor>& args) {
    for (size_t i = 0; i < args.size(); ++i) rho_[f_.params[i]] = args[i];
    BoundedRun run;
    run.results = block(f_.body);
    run.branches = branches_;
    return run;
  }

 private:
  std::vector<BoundedTensor> block(const core::Block& b) {
    for (const core::Stmt& s : b.stmts) {
      std::vector<BoundedTensor> results = std::visit(
          Overloaded{[&](const OpExpr& e) {
                       std::vector<BoundedTensor> x;
                       for (ValueId v : e.operands) x.push_back(rho_[v]);
                       return located(Rule::E_Op, s.location, [&] {
                         return bounded_op(e.op, x, options_, branches_);
                       });
                     },
                     [&](const core::SliceExpr& e) {
                       const int64_t n = p_.mesh.size(f_.ranges[e.range].axis);
                       const BoundedTensor& x = rho_[e.operand];
                       return std::vector{BoundedTensor{
                           x.value.chunk(e.dim, index_[e.range], n),
                           x.bound.chunk(e.dim, index_[e.range], n), x.exact, x.exact_sum,
                           x.terms.defined() ? x.terms.chunk(e.dim, index_[e.range], n) : x.terms, x.estimated}};
                     },
                     [&](const core::LoopExpr& e) { return loop(e); }},
          s.expr);
      for (size_t i = 0; i < results.size(); ++i) rho_[s.results[i]] = std::move(results[i]);
    }
    std::vector<BoundedTensor> results;
    for (ValueId x : b.results) results.push_back(rho_[x]);
    return results;
  }
  std::vector<BoundedTensor> loop(const core::LoopExpr& e) {
    const int64_t n = p_.mesh.size(e.axis);
    std::vector<std::vector<BoundedTensor>> kept(e.attrs.size());
    for (int64_t i = 0; i < n; ++i) {
      index_[e.range] = i;
      std::vector<BoundedTensor> values = block(*e.body);
      for (size_t j = 0; j < values.size(); ++j) kept[j].push_back(std::move(values[j]));
    }
    std::vector<BoundedTensor> results;
    for (size_t j = 0; j < kept.size(); ++j) results.push_back(join(e.attrs[j], kept[j]));
    return results;
  }
  BoundedTensor join(const core::LoopAttr& σ, const std::vector<BoundedTensor>& parts) {
    if (σ.kind == core::LoopAttr::Kind::Any || parts.size() == 1) return parts[0];
    bool exact = true, exact_sum = false, have_terms = true, estimated = false;
    std::vector<Tensor<Native>> values, bounds, terms;
    for (const BoundedTensor& t : parts) {
      exact = exact && t.exact;
      exact_sum = exact_sum || t.exact_sum;
      have_terms = have_terms && t.terms.defined();
      estimated = estimated || t.estimated;
      values.push_back(t.value);
      bounds.push_back(t.bound);
      terms.push_back(t.terms);
    }
    if (σ.kind == core::LoopAttr::Kind::Tile)
      return {concat(σ.dim, values), concat(σ.dim, bounds), exact, exact_sum, have_terms ? concat(σ.dim, terms) : Tensor<Native>(), estimated};
    // a reduction over the parts, as a comprehension over their concatenation
    Comprehension c;
    c.result = values[0].type();
    c.reducer = σ.monoid;
    c.reduction = {static_cast<int64_t>(parts.size())};
    std::vector<IndexExpr> index = {variable(static_cast<int>(c.result.rank()))};
    for (const IndexExpr& i : identity_index(c.result.rank())) index.push_back(i);
    c.add(c.result.element, ReadNode{0, index});
    auto stacked = [](const std::vector<Tensor<Native>>& ts) {
      std::vector<Tensor<Native>> rows;
      for (const Tensor<Native>& t : ts) {
        Shape shape = t.shape();
        shape.insert(shape.begin(), 1);
        rows.push_back(t.reshape(shape));
      }
      return concat(0, rows);
    };
    Tensor<Native> sum = values[0];
    for (size_t i = 1; i < values.size(); ++i) sum = E_Reduce(σ.monoid, sum, values[i]);
    const std::vector<BoundedTensor> x = {{stacked(values), stacked(bounds), exact, exact_sum, have_terms ? stacked(terms) : Tensor<Native>()}};
    if (ComprehensionBound::is_exact(c, x)) {
      BoundedTensor r = BoundedTensor::exactly(std::move(sum));
      r.exact_sum = exact_sum;
      return r;
    }
    BoundedTensor r = bounded(std::move(sum), c, x, options_, branches_);
    r.estimated = estimated && !r.exact;
    return r;
  }

  const core::Program& p_;
  const core::Function& f_;
  BoundOptions options_;
  Branches branches_;
  std::vector<BoundedTensor> rho_;
  std::vector<int64_t> index_;
};
}  // namespace detail

/// Runs `program` in Native at exact `args` and bounds every result. The program is well typed and
/// the arguments have the parameters' types (`run` reports otherwise). Throws as `run` does. With
/// `branches_as_reference` the bounds are smaller, and are of evaluations that take the same branches.
PARTIR_INLINE BoundedRun bounded_run(const core::Program& program, const std::vector<Tensor<Native>>& args,
                              const BoundOptions& options = {}, bool branches_as_reference = false)
#if PARTIR_PROOFS_BODIES
{
  std::vector<BoundedTensor> exact;
  for (const Tensor<Native>& t : args) exact.push_back(BoundedTensor::exactly(t));
  return detail::BoundInterpreter(program, options, branches_as_reference)(exact);
}
#else
    ;
#endif

}  // namespace partir
