#pragma once

#include "semantics/body_op.h"
#include "semantics/window.h"

namespace partir {

/// `out_j[ō] = ` the fold of the body over the window of ō, element by element in row-major order from
/// the initial values; what lies outside of the inputs counts as the initial values, too. Each step of a fold is
/// rounded to the body's types: StableHLO's tests (and XLA on a CPU) expect it of running sums in bf16.
/// Example: reduce_window [1, 2, 3] init 0, add, window_dimensions = [2] = [3, 5].
/// For a body that is a monoid ⊕, on one input: `out[ō] = init ⊕ ⊕_k̄ x[window(ō, k̄)]`.
///   C1 inputs and as many initial values; C2 inputs have one shape; C3 initial values are scalars of
///   their element types; C4 the window's lists have one number per dimension; C5 sizes, strides and
///   dilations are positive, all numbers within 2^31; C6 the body takes twice types that theirs widen to, and
///   gives these.
struct ReduceWindow {
  static constexpr std::string_view name = "reduce_window";
  WindowLists lists;
  ScalarBody body;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("window", &ReduceWindow::lists),
                                   attribute("body", &ReduceWindow::body));
  }

  std::vector<TensorType> infer(const Types& x) const {
    check_fold(x, body, "C1", "C2", "C3", "C6");
    lists.check(x[0].shape, "C4", "C5");
    Shape shape;
    for (size_t d = 0; d < x[0].shape.size(); ++d) shape.push_back(lists[d].count(x[0].shape[d]));
    std::vector<TensorType> results;
    for (ElementType e : body.result_elements()) results.push_back({shape, e});
    return results;
  }
  std::optional<Comprehension> comprehension(const Types& x) const {
    const std::optional<Monoid> m = monoid_of(body);
    if (!m || x.size() != 2 || body.params[0] != x[0].element) return std::nullopt;
    Comprehension c;
    c.result = infer(x)[0];
    c.reducer = *m;
    c.stepwise = true;
    c.init = 1;
    c.reduction = lists.size;
    const ElementType e = x[0].element;
    const int rank = static_cast<int>(x[0].rank());
    std::vector<IndexExpr> index;
    for (int d = 0; d < rank; ++d) index.push_back(lists[d].element(d, rank + d));
    const int padding = c.add(e, ReadNode{1, {}});
    int value = c.add(e, ReadNode{0, index});
    for (int d = 0; d < rank; ++d)
      value = lists[d].guard(c, e, x[0].shape[d], d, rank + d, value, padding);
    return c;
  }
  std::vector<Entry> entries(const Operands& x) const {
    const size_t n = x.size() / 2;
    std::vector<Entry> e;
    for (int64_t d = 0; d < x[0].type.rank(); ++d) {
      if (!lists[d].is_blocked(x[0].type.shape[d])) continue;
      EntryAttrs attrs(n, tile(d));
      attrs.resize(2 * n, any);
      e.push_back(operands(attrs) >> EntryAttrs(n, tile(d)));
    }
    const auto m = monoid_of(body);
    if (!m || n != 1 || body.params[0] != x[0].type.element) return e;
    add_fold_partials(e, *m, x[0], x[1]);
    // A window that is the whole dimension reduces it; one that is a block, too, may be all that a part
    // has of a dimension of blocks, and is told as one.
    for (int64_t d = 0; d < x[0].type.rank(); ++d) {
      if (!lists[d].covers(x[0].type.shape[d]) || lists[d].is_blocked(x[0].type.shape[d])) continue;
      if (is_idempotent(*m) || is_known_identity(*m, x[1]))
        e.push_back(operands(tile(d), any) >> partial(*m));
      // a part has fewer places in the padding, where the initial value is folded in again
      bool full = true;
      for (int64_t k = 0; k < x[0].type.rank(); ++k) full = full && lists[k].is_full();
      if (full || is_idempotent(*m)) e.push_back(operands(tile(d), partial(*m)) >> partial(*m));
    }
    return e;
  }
  ReduceWindow localise(const Entry& e, int64_t n, const Types&) const {
    ReduceWindow local = *this;
    if (splits_window(e)) local.lists.size[e.operands[0].dim] /= n;
    return local;
  }
  /// Inverse of `localise`.
  ReduceWindow globalise(const Entry& e, int64_t n) const {
    ReduceWindow whole = *this;
    if (splits_window(e)) whole.lists.size[e.operands[0].dim] *= n;
    return whole;
  }
  double flops(const Types& x) const {
    return static_cast<double>(infer(x)[0].elements() * num_elements(lists.size) *
                               std::max<int64_t>(body.cost(), 1));
  }
  static std::vector<Sample<ReduceWindow>> samples() {
    const TensorType s{{}, ElementType::F32}, i{{}, ElementType::I32};
    const WindowLists padded{{1, 3}, {1, 2}, {0, 1}, {0, 1}, {1, 1}, {1, 1}};
    const WindowLists dilated{{2}, {1}, {1}, {0}, {2}, {3}};
    const WindowLists blocks{{2, 1}, {2, 1}, {0, 0}, {0, 0}, {1, 1}, {1, 1}};
    return {{{padded, monoid_body(Monoid::Add, s.element)}, {{{6, 4}, s.element}, s}},
            {{blocks, monoid_body(Monoid::Max, s.element)}, {{{6, 4}, s.element}, s}},
            {{padded, monoid_body(Monoid::Max, i.element)}, {{{6, 4}, i.element}, i}},
            {{dilated, binary_body(ScalarFn::Subtract, i.element, i.element)}, {{{5}, i.element}, i}},
            {{padded, argmax_body(i.element, i.element)},
             {{{6, 4}, i.element}, {{6, 4}, i.element}, i, i}}};
  }
  friend bool operator==(const ReduceWindow&, const ReduceWindow&) = default;

 private:
  static bool splits_window(const Entry& e) {
    return e.operands[0].is_tile() && e.results[0].is_partial();
  }
};

}  // namespace partir
