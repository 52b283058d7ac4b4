// What is judged against a reference: a program on a mesh with distributed types at its boundary, which
// runs, can be looked into, and can be widened. PartIR:HLO is one (hlo_subject.h), and so are SPMD programs
// from anywhere (spmd_subject.h).
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interp/field.h"
#include "interp/native.h"
#include "proofs/mesh_body.h"
#include "proofs/widen.h"

namespace partir {

/// An op where a program has it.
struct OpSite {
  const Op& op;  ///< of the program
  Types operands;
  TensorType result_type;  ///< of the first result
  std::span<const ValueId> operand_values, results;
  Location location;
  bool depends = true;  ///< whether its operands may depend on the program's arguments
  std::vector<char> operand_depends;  ///< the same of each
  int function = 0;  ///< of those that the program has: values are a function's
  bool handed_on = false;  ///< what arguments decide may be a result as it is, without an op between, though they do not decide that
};

/// The op of a statement with these results; `type(x)` is a value's type, `depends` says of each value whether it may depend
/// on the program's arguments. `function`: see there; of others than the entry that everything may.
template <class TypeOf>
OpSite op_site(const OpExpr& o, std::span<const ValueId> results, const Location& where, const std::vector<char>& depends, TypeOf&& type,
               int function = 0) {
  Types types;
  std::vector<char> each;
  bool any = function != 0;
  for (ValueId x : o.operands) {
    types.push_back(type(x));
    each.push_back(depends[x]);
    any = any || depends[x];
  }
  return {o.op, std::move(types), type(results[0]), o.operands, results, where, any, std::move(each), function};
}

class ValueFlow;

/// A program under test.
class Subject {
 public:
  virtual ~Subject() = default;

  virtual const Mesh& mesh() const = 0;
  virtual const std::vector<DistType>& params() const = 0;
  virtual const std::vector<DistType>& results() const = 0;
  virtual Location location() const = 0;
  /// What messages call it: `HLO program`.
  virtual std::string noun() const = 0;

  /// The families of the results; with `keep`, as many as the body has values, those of all values
  /// that the run binds. Throws Stuck and Unsupported as the semantics does.
  virtual std::vector<Family<Field>> run(const std::vector<Family<Field>>& args,
                                         FamilyTable<Field>* keep = nullptr) const = 0;
  virtual std::vector<Family<Native>> run(const std::vector<Family<Native>>& args,
                                          FamilyTable<Native>* keep = nullptr) const = 0;
  /// Its values and statements, for locating a fault.
  virtual MeshBody body() const = 0;
  /// Calls `f` with each op, those in regions included.
  virtual void for_each_site(const std::function<void(const OpSite&)>& f) const = 0;
  /// Tells `flow` of each value.
  virtual void follow(ValueFlow& flow) const = 0;
  void for_each_op(const std::function<void(const Op&, const Types&)>& f) const {
    for_each_site([&](const OpSite& s) { f(s.op, s.operands); });
  }
  /// The program in which these values of the entry's body, so distributed, are further arguments, and which returns those;
  /// null where it has no such form. What it then does not need is left out.
  virtual std::unique_ptr<Subject> cut(const std::vector<std::pair<ValueId, DistType>>& arguments,
                                       const std::vector<std::pair<ValueId, DistType>>& results) const {
    (void)arguments, (void)results;
    return nullptr;
  }
  /// The program on f64 in place of every float type, but for roundings to less than each of these formats.
  virtual std::unique_ptr<Subject> widened(const FloatFormats& reference) const = 0;
  /// Why the D-rules do not derive the results' distributed types from the parameters'; nothing if
  /// they do. Empty where the program has no D-rules.
  virtual std::optional<std::string> not_derived() const = 0;
};

/// Whether a run that keeps all values of both programs, on all devices, takes too much memory.
inline bool keeps_too_much(const core::Program& core, const Subject& subject) {
  double on_one = 0, on_each = 0;
  for (const Value& v : core.main.values) on_one += static_cast<double>(v.type->elements());
  for (const MeshBody::Value& v : subject.body().values)
    if (v.type) on_each += static_cast<double>(v.type->elements());
  constexpr double most_elements = 5e7;
  return on_one + on_each * static_cast<double>(subject.mesh().devices()) > most_elements;
}

}  // namespace partir
