// chlo.scan by what it means: a loop over one dimension that hands carries on.
#pragma once

#include <utility>
#include <vector>

#include "semantics/module.h"

namespace partir::shlo {

/// `scan(inputs) inits(inits) dimension = d`: `body` takes slice i of each input, without dimension d,
/// and the carries, and gives slice i of each output and the next carries; i counts up, or down where
/// `is_reverse`.
struct Scan {
  std::vector<ValueId> inputs, inits;
  int64_t dimension = 0;
  bool is_reverse = false;
  Region body;
  std::vector<TensorType> outputs;
};

/// Why `scan` is ill typed; empty where it is not, but for the statements of its body. All inputs, inits
/// and outputs are tensors.
inline std::string malformed(const Function& f, const Scan& scan) {
  const auto d = static_cast<size_t>(scan.dimension);
  auto extent = [&](const TensorType& t) {
    return scan.dimension >= 0 && d < t.shape.size() ? t.shape[d] : -1;
  };
  if (scan.inputs.empty()) return "has no inputs";
  const int64_t n = extent(*f.type(scan.inputs[0]).tensor());
  bool same = n >= 0;
  for (ValueId x : scan.inputs) same = same && extent(*f.type(x).tensor()) == n;
  for (const TensorType& t : scan.outputs) same = same && extent(t) == n;
  if (!same) return "needs one extent of all inputs and outputs along its dimension";
  if (scan.body.params.size() != scan.inputs.size() + scan.inits.size())
    return "has a body of " + std::to_string(scan.body.params.size()) + " parameters, not one for each input and carry";
  if (scan.body.body.results.size() != scan.outputs.size() + scan.inits.size())
    return "has a body of " + std::to_string(scan.body.body.results.size()) + " results, not one for each output and carry";
  auto slice = [&](TensorType t) {
    t.shape.erase(t.shape.begin() + scan.dimension);
    return t;
  };
  auto wrong = [&](ValueId x, const Type& expected, const char* what) -> std::string {
    if (f.type(x) == expected) return {};
    return std::string("has a ") + what + " of type " + to_string(f.type(x)) + " in its body, not " + to_string(expected);
  };
  std::string why;
  const size_t inputs = scan.inputs.size(), outputs = scan.outputs.size();
  for (size_t k = 0; why.empty() && k < inputs; ++k)
    why = wrong(scan.body.params[k], slice(*f.type(scan.inputs[k]).tensor()), "parameter");
  for (size_t j = 0; why.empty() && j < outputs; ++j)
    why = wrong(scan.body.body.results[j], slice(scan.outputs[j]), "result");
  for (size_t c = 0; why.empty() && c < scan.inits.size(); ++c) {
    why = wrong(scan.body.params[inputs + c], f.type(scan.inits[c]), "carry");
    if (why.empty()) why = wrong(scan.body.body.results[outputs + c], f.type(scan.inits[c]), "carry");
  }
  return why;
}

/// Statements that do what `scan` does; results are the outputs and the last carries. Requires that it
/// is not `malformed`.
inline Block as_loop(Function& f, Scan scan, const Location& where) {
  const TensorType index{{}, ElementType::I64};
  const auto d = static_cast<size_t>(scan.dimension);
  const int64_t n = f.type(scan.inputs[0]).tensor()->shape[d];
  auto emit = [&](Block& into, Op op, std::vector<ValueId> x, TensorType type) {
    const ValueId y = f.add_value(std::move(type), {}, where);
    into.stmts.push_back({{y}, OpExpr{std::move(op), std::move(x)}, where});
    return y;
  };
  Block whole;
  auto number = [&](int64_t i) {
    return emit(whole, Constant{Literal::splat_bits(index, static_cast<uint64_t>(i))}, {}, index);
  };
  if (n == 0) {
    // no slice could be taken; a loop that never runs has the body, for its types
    const TensorType i1{{}, ElementType::I1};
    While never;
    for (size_t k = 0; k < scan.body.params.size(); ++k) {
      const bool is_input = k < scan.inputs.size();
      const Type type = f.type(scan.body.params[k]);
      never.operands.push_back(is_input ? emit(whole, Constant{Literal::splat_bits(*type.tensor(), 0)}, {}, *type.tensor())
                                        : scan.inits[k - scan.inputs.size()]);
      never.cond.params.push_back(f.add_value(type, {}, where));
      whole.results.push_back(f.add_value(type, {}, where));
    }
    never.cond.body.results = {emit(never.cond.body, Constant{Literal::splat_bits(i1, 0)}, {}, i1)};
    never.body = std::move(scan.body);
    never.body.body.results.erase(never.body.body.results.begin(),
                                  never.body.body.results.begin() + static_cast<int64_t>(scan.outputs.size()));
    never.body.body.results.insert(never.body.body.results.begin(), never.body.params.begin(),
                                   never.body.params.begin() + static_cast<int64_t>(scan.inputs.size()));
    const std::vector<ValueId> ends = std::exchange(whole.results, {});
    whole.stmts.push_back({ends, std::move(never), where});
    for (const TensorType& type : scan.outputs)
      whole.results.push_back(emit(whole, Constant{Literal::splat_bits(type, 0)}, {}, type));
    whole.results.insert(whole.results.end(), ends.begin() + static_cast<int64_t>(scan.inputs.size()), ends.end());
    return whole;
  }
  const ValueId zero = number(0), one = number(1), end = number(n), last = number(n - 1);
  // one slice of t along the dimension
  auto sliced = [&](TensorType t) {
    t.shape[d] = 1;
    return t;
  };
  auto starts = [&](std::vector<ValueId> x, ValueId i, int64_t rank) {
    for (int64_t k = 0; k < rank; ++k) x.push_back(k == scan.dimension ? i : zero);
    return x;
  };

  While loop{{zero}, {}, {}};
  Region& body = loop.body;
  body.params.push_back(f.add_value(index, {}, where));
  const ValueId at = scan.is_reverse
                         ? emit(body.body, Subtract{}, {last, body.params[0]}, index)
                         : body.params[0];
  std::vector<ValueId> results{emit(body.body, Add{}, {body.params[0], one}, index)};
  for (size_t k = 0; k < scan.inputs.size(); ++k) {
    const TensorType whole_type = *f.type(scan.inputs[k]).tensor(), slice = sliced(whole_type);
    const ValueId x = emit(body.body, DynamicSlice{slice.shape},
                           starts({scan.inputs[k]}, at, slice.rank()), slice);
    Shape rest = whole_type.shape;
    rest.erase(rest.begin() + scan.dimension);
    body.body.stmts.push_back({{scan.body.params[k]}, OpExpr{Reshape{rest}, {x}}, where});
  }
  for (Stmt& s : scan.body.body.stmts) body.body.stmts.push_back(std::move(s));
  for (size_t j = 0; j < scan.outputs.size(); ++j) {
    const TensorType& type = scan.outputs[j];
    loop.operands.push_back(emit(whole, Constant{Literal::splat_bits(type, 0)}, {}, type));
    const ValueId so_far = f.add_value(type, {}, where);
    body.params.push_back(so_far);
    const ValueId slice = emit(body.body, Reshape{sliced(type).shape},
                               {scan.body.body.results[j]}, sliced(type));
    results.push_back(emit(body.body, DynamicUpdateSlice{},
                           starts({so_far, slice}, at, type.rank()), type));
  }
  for (size_t c = 0; c < scan.inits.size(); ++c) {
    loop.operands.push_back(scan.inits[c]);
    body.params.push_back(scan.body.params[scan.inputs.size() + c]);
    results.push_back(scan.body.body.results[scan.outputs.size() + c]);
  }
  body.body.results = std::move(results);

  std::vector<ValueId> ends;
  for (ValueId x : loop.operands) {
    loop.cond.params.push_back(f.add_value(f.type(x), {}, where));
    ends.push_back(f.add_value(f.type(x), {}, where));
  }
  loop.cond.body.results = {emit(loop.cond.body, Compare{ComparisonDirection::LT},
                                 {loop.cond.params[0], end}, {{}, ElementType::I1})};
  whole.stmts.push_back({ends, std::move(loop), where});
  whole.results.assign(ends.begin() + 1, ends.end());
  return whole;
}

}  // namespace partir::shlo
