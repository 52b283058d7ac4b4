// What ops whose attributes are operands mean: the static op with the attributes that they hold.
#pragma once

#include <string>
#include <vector>

#include "interp/evaluate.h"
#include "interp/index.h"
#include "interp/located.h"
#include "semantics/module.h"

namespace partir {

/// The elements of a tensor of integers; throws Stuck where it is none, or where they are none of a
/// tensor's sizes or offsets (arithmetic on those does not overflow).
template <class D>
std::vector<int64_t> integer_elements(const Tensor<D>& t, const Location& where) {
  if (!is_integer(t.element())) throw Stuck("a " + to_string(t.type()) + " as a shape", "", where);
  std::vector<int64_t> elements = indices(t);
  constexpr int64_t most = int64_t{1} << 31;
  for (int64_t x : elements)
    if (x > most || x < -most) throw Stuck(std::to_string(x) + " as a size or an offset", "", where);
  return elements;
}

/// The result of a Dynamic, of which `declared` is the type; throws Stuck where the operands do not
/// lead to it.
template <class D>
Tensor<D> apply_dynamic(const shlo::Dynamic& d, std::vector<Tensor<D>> operands,
                        const TensorType& declared, const Location& where) {
  const shlo::DynamicArity n = shlo::arity(d);
  if (operands.size() != n.all) throw Stuck("the number of operands", "", where);
  std::vector<std::vector<int64_t>> attributes;
  for (size_t i = n.taken; i < n.all; ++i)
    attributes.push_back(integer_elements(operands[i], where));
  operands.resize(n.taken);
  Types types;
  for (const Tensor<D>& t : operands) types.push_back(t.type());
  if (const auto* size = std::get_if<shlo::GetDimensionSize>(&d.op)) {
    if (size->dimension < 0 || size->dimension >= types[0].rank())
      throw Stuck("dimension " + std::to_string(size->dimension) + " of " + to_string(types[0]),
                  "", where);
    operands.clear();
  }
  const Op op = shlo::static_op(d, types, attributes, declared);
  if (operands.empty()) types.clear();
  // Before the op runs: its result could be of any size.
  const Types results = detail::located(Rule::E_Op, where, [&] { return op.infer(types); });
  if (results != Types{declared})
    throw Stuck(std::string(shlo::dynamic_name(d)) + ": the operands say " + to_string(results) +
                    ", the result is a " + to_string(declared), "", where);
  return detail::located(Rule::E_Op, where, [&] { return apply_op<D>(op, operands)[0]; });
}

}  // namespace partir
