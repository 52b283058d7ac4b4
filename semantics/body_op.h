// What ops with a region share: checks of bodies, entries of folds.
#pragma once

#include <string>
#include <vector>

#include "semantics/elementwise.h"
#include "semantics/scalar_body.h"

namespace partir {

/// `f32, i32`.
inline std::string to_string(const std::vector<ElementType>& elements) {
  std::string s;
  for (ElementType e : elements) s += (s.empty() ? "" : ", ") + std::string(name(e));
  return s;
}

/// Constraint `label`: the body takes `params` and gives `results`.
inline void check_body(const ScalarBody& b, const std::vector<ElementType>& params,
                       const std::vector<ElementType>& results, const char* label) {
  constraint(b.params == params && b.result_elements() == results, label,
             "the body's parameters and results have the operands' element types",
             [&] { return "(" + to_string(b.params) + ") -> (" + to_string(b.result_elements()) + ")"; });
}

/// Whether StableHLO promotes `from` to `to`: of one kind, and at least as wide.
constexpr bool widens(ElementType from, ElementType to) {
  const bool alike = (is_bool(from) && is_bool(to)) || (is_signed_int(from) && is_signed_int(to)) ||
                     (is_unsigned_int(from) && is_unsigned_int(to)) ||
                     (is_float(from) && is_float(to)) || (is_complex(from) && is_complex(to));
  return alike && bit_width(from) <= bit_width(to);
}

/// `n` inputs of one shape and as many scalar initial values, folded by `body` in its own types: the
/// labels are of these constraints in order. Returns n.
inline size_t check_fold(const Types& x, const ScalarBody& body, const char* count,
                         const char* shapes, const char* inits, const char* bodies) {
  constraint(!x.empty() && x.size() % 2 == 0, count, "inputs and as many initial values",
             [&] { return std::to_string(x.size()) + " operands"; });
  const size_t n = x.size() / 2;
  std::vector<ElementType> elements;
  constraint(body.params.size() == 2 * n, bodies, "the body takes as many pairs as there are inputs",
             [&] { return "(" + to_string(body.params) + ")"; });
  for (size_t i = 0; i < n; ++i) {
    constraint(x[i].shape == x[0].shape, shapes, "inputs have one shape", [&] { return to_string(x); });
    constraint(x[n + i].rank() == 0 && x[n + i].element == x[i].element, inits,
               "initial values are scalars of the inputs' element types", [&] { return to_string(x); });
    constraint(widens(x[i].element, body.params[i]), bodies,
               "the body's types are wide enough for the inputs'",
               [&] { return std::string(name(body.params[i])) + " for " + to_string(x[i]); });
    elements.push_back(body.params[i]);
  }
  std::vector<ElementType> twice = elements;
  twice.insert(twice.end(), elements.begin(), elements.end());
  check_body(body, twice, elements, bodies);
  return n;
}

/// Entries of a fold by ⊕ of one operand from an initial value, which is folded in once per part.
inline void add_fold_partials(std::vector<Entry>& e, Monoid m, const OperandInfo& x,
                              const OperandInfo& init) {
  e.push_back(operands(partial(m), partial(m)) >> partial(m));
  if (is_idempotent(m) || is_known_identity(m, init))
    e.push_back(operands(partial(m), any) >> partial(m));
  if (is_idempotent(m) || is_known_identity(m, x))
    e.push_back(operands(any, partial(m)) >> partial(m));
}

/// `(value, index, value', index') -> value' > value ? (value', index') : (value, index)`: a body of two
/// results, for samples.
inline ScalarBody argmax_body(ElementType value, ElementType index) {
  ScalarBody b = ScalarBody::of({value, index, value, index});
  const int greater = b.add(ElementType::I1, ApplyNode{ScalarFn::Gt, {2, 0}});
  b.results = {b.add(value, ApplyNode{ScalarFn::Select, {greater, 2, 0}}),
               b.add(index, ApplyNode{ScalarFn::Select, {greater, 3, 1}})};
  return b;
}

}  // namespace partir
