#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[b̄,m̄,n̄] = Σ_k̄ lhs[b̄,m̄,k̄] · rhs[b̄,k̄,n̄]`, with the dimensions that the attributes name;
/// products and sums are in the result's element type (f16 and bf16 sums accumulate in f32).
/// Example: dot_general [[1, 2]] [[3], [4]], contracting_dims = [1] x [0] = [[11]].
///   C1 two operands; C2 batching dimensions pair up; C3 contracting dimensions pair up;
///   C4 each side's are distinct and below its rank; C5 paired extents agree; C6 element types agree.
struct DotGeneral {
  static constexpr std::string_view name = "dot_general";
  std::vector<int64_t> lhs_batch, rhs_batch, lhs_contract, rhs_contract;
  ElementType element = ElementType::F32;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(
        attribute("lhs_batching_dimensions", &DotGeneral::lhs_batch),
        attribute("rhs_batching_dimensions", &DotGeneral::rhs_batch),
        attribute("lhs_contracting_dimensions", &DotGeneral::lhs_contract),
        attribute("rhs_contracting_dimensions", &DotGeneral::rhs_contract),
        attribute("result_element", &DotGeneral::element));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 2);
    constraint(lhs_batch.size() == rhs_batch.size(), "C2", "batching dimensions pair up",
               [&] { return to_string(lhs_batch) + " x " + to_string(rhs_batch); });
    constraint(lhs_contract.size() == rhs_contract.size(), "C3", "contracting dimensions pair up",
               [&] { return to_string(lhs_contract) + " x " + to_string(rhs_contract); });
    auto both = [](std::vector<int64_t> a, const std::vector<int64_t>& b) {
      a.insert(a.end(), b.begin(), b.end());
      return a;
    };
    constraint(distinct_dims(both(lhs_batch, lhs_contract), x[0].rank()) &&
                   distinct_dims(both(rhs_batch, rhs_contract), x[1].rank()),
               "C4", "each side's dimensions are distinct and below its rank",
               [&] { return to_string(both(lhs_batch, lhs_contract)) + " x " +
                   to_string(both(rhs_batch, rhs_contract)); });
    auto agree = [&](const std::vector<int64_t>& l, const std::vector<int64_t>& r) {
      for (size_t i = 0; i < l.size(); ++i)
        constraint(x[0].shape[l[i]] == x[1].shape[r[i]], "C5", "paired extents agree",
                   [&] { return to_string(x[0]) + " and " + to_string(x[1]); });
    };
    agree(lhs_batch, rhs_batch);
    agree(lhs_contract, rhs_contract);
    constraint(x[0].element == x[1].element, "C6", "element types agree", [&] { return to_string(x); });
    TensorType t{{}, element};
    for (int64_t d : lhs_batch) t.shape.push_back(x[0].shape[d]);
    for (int64_t d : dims_outside(x[0].rank(), lhs_batch, lhs_contract))
      t.shape.push_back(x[0].shape[d]);
    for (int64_t d : dims_outside(x[1].rank(), rhs_batch, rhs_contract))
      t.shape.push_back(x[1].shape[d]);
    return {t};
  }

  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    c.reducer = sum();
    std::vector<IndexExpr> l(x[0].shape.size()), r(x[1].shape.size());
    int v = 0;
    for (size_t b = 0; b < lhs_batch.size(); ++b, ++v)
      l[lhs_batch[b]] = r[rhs_batch[b]] = variable(v);
    for (int64_t d : dims_outside(x[0].rank(), lhs_batch, lhs_contract)) l[d] = variable(v++);
    for (int64_t d : dims_outside(x[1].rank(), rhs_batch, rhs_contract)) r[d] = variable(v++);
    for (size_t k = 0; k < lhs_contract.size(); ++k, ++v) {
      l[lhs_contract[k]] = r[rhs_contract[k]] = variable(v);
      c.reduction.push_back(x[0].shape[lhs_contract[k]]);
    }
    int a = c.add(x[0].element, ReadNode{0, l});
    int b = c.add(x[1].element, ReadNode{1, r});
    if (x[0].element != element) {
      a = c.add(element, ApplyNode{ScalarFn::Convert, {a}});
      b = c.add(element, ApplyNode{ScalarFn::Convert, {b}});
    }
    c.add(element, ApplyNode{is_bool(element) ? ScalarFn::And : ScalarFn::Multiply, {a, b}});
    return c;
  }
  /// How products are folded: of i1 a sum is an or, a product an and.
  Monoid sum() const { return is_bool(element) ? Monoid::Or : Monoid::Add; }

  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    int64_t v = 0;
    for (size_t b = 0; b < lhs_batch.size(); ++b)
      e.push_back(operands(tile(lhs_batch[b]), tile(rhs_batch[b])) >> tile(v++));
    for (int64_t d : dims_outside(x[0].type.rank(), lhs_batch, lhs_contract))
      e.push_back(operands(tile(d), any) >> tile(v++));
    for (int64_t d : dims_outside(x[1].type.rank(), rhs_batch, rhs_contract))
      e.push_back(operands(any, tile(d)) >> tile(v++));
    for (size_t k = 0; k < lhs_contract.size(); ++k)
      e.push_back(operands(tile(lhs_contract[k]), tile(rhs_contract[k])) >> partial(sum()));
    // bilinear, where converting the operands to the result's type is (integers wrap before it)
    const ElementType from = x[0].type.element;
    if (from == element || (is_float(from) && is_float(element)) ||
        (is_integer(from) && is_integer(element) && bit_width(element) <= bit_width(from))) {
      e.push_back(operands(partial(sum()), any) >> partial(sum()));
      e.push_back(operands(any, partial(sum())) >> partial(sum()));
    }
    return e;
  }
  DotGeneral localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types& x) const {
    double n = 2.0 * static_cast<double>(infer(x)[0].elements());
    for (int64_t d : lhs_contract) n *= static_cast<double>(x[0].shape[d]);
    return n;
  }
  static std::vector<Sample<DotGeneral>> samples() {
    return {{{{}, {}, {1}, {0}, ElementType::F32},
             {{{6, 4}, ElementType::F32}, {{4, 8}, ElementType::F32}}},
            {{{0}, {1}, {2}, {0}, ElementType::F32},
             {{{2, 6, 4}, ElementType::F32}, {{4, 2, 3}, ElementType::F32}}},
            {{{}, {}, {0, 1}, {1, 0}, ElementType::I32},
             {{{6, 4}, ElementType::I32}, {{4, 6}, ElementType::I32}}},
            {{{}, {}, {}, {}, ElementType::F32},
             {{{4}, ElementType::F32}, {{6}, ElementType::F32}}}};
  }
  friend bool operator==(const DotGeneral&, const DotGeneral&) = default;
};

}  // namespace partir
