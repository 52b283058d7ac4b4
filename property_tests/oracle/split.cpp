#include "property_tests/oracle/split.h"

#include <utility>
#include <vector>

namespace partir::oracle {

namespace {

class Splitter {
 public:
  explicit Splitter(const hlo::Program& p) : from_(p.main), out_(p) {
    out_.main.body.stmts.clear();
    for (ValueId x = 0; x < from_.values.size(); ++x) name_of_.push_back(x);
  }
  hlo::Program run() && {
    for (const hlo::Stmt& s : from_.body.stmts) {
      stmt_ = &s;
      std::visit([&](auto e) { add(std::move(e)); }, s.expr);
    }
    for (ValueId& x : out_.main.body.results) x = name_of_[x];
    return std::move(out_);
  }

 private:
  void let(std::vector<ValueId> results, hlo::Expr e) {
    out_.main.body.stmts.push_back({std::move(results), std::move(e), stmt_->location});
  }
  void add(OpExpr e) {
    for (ValueId& x : e.operands) x = name_of_[x];
    let(stmt_->results, std::move(e));
  }
  void add(hlo::AllReduce e) { moved(std::move(e)); }
  void add(hlo::AllToAll e) { moved(std::move(e)); }
  template <class E>
  void moved(E e) {
    e.operand = name_of_[e.operand];
    let(stmt_->results, std::move(e));
  }
  void add(hlo::AllSlice e) { chain(std::move(e)); }
  void add(hlo::AllGather e) { chain(std::move(e)); }
  void add(hlo::ReduceScatter e) {
    size_t dimensions = 0;
    for (const AxisList& l : e.axes) dimensions += !l.empty();
    if (dimensions == 1) return chain(std::move(e));
    // P-Scatter = P-Slice ∘ P-Reduce, all axes reduced at once
    const ValueId x = name_of_[e.operand], sum = out_.main.add_value(out_.main.type(x));
    let({sum}, hlo::AllReduce{e.monoid, flatten(e.axes), x});
    name_of_.resize(out_.main.values.size(), sum);
    chain(hlo::AllSlice{std::move(e.axes), sum});
  }
  template <class E>
  void chain(E e) {
    constexpr bool grows = std::is_same_v<E, hlo::AllGather>;
    const ValueId result = stmt_->results[0];
    ValueId x = name_of_[e.operand];
    const AxisLists lists = std::exchange(e.axes, {});
    size_t last = lists.size();
    for (size_t d = 0; d < lists.size(); ++d)
      if (!lists[d].empty()) last = d;
    if (last == lists.size()) name_of_[result] = x;
    for (size_t d = 0; d < lists.size(); ++d) {
      if (lists[d].empty()) continue;
      TensorType t = out_.main.type(x);
      const int64_t n = out_.mesh.size(lists[d]);
      t.shape[d] = grows ? t.shape[d] * n : t.shape[d] / n;
      const ValueId y = d == last ? result : out_.main.add_value(t);
      e.axes = AxisLists(lists.size());
      e.axes[d] = lists[d];
      e.operand = x;
      let({y}, e);
      x = y;
    }
  }

  const hlo::Function& from_;
  hlo::Program out_;
  const hlo::Stmt* stmt_ = nullptr;
  std::vector<ValueId> name_of_;  ///< what each value is called now
};

}  // namespace

hlo::Program split(const hlo::Program& p) { return Splitter(p).run(); }

}  // namespace partir::oracle
