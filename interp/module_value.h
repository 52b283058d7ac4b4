// Values of a StableHLO module, and how a run of one ends.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "interp/criteria.h"
#include "interp/evaluate.h"
#include "semantics/module.h"

namespace partir {

/// A value of a module in the scalar domain D: a tensor, a token, or a tuple.
template <class D>
struct BasicModuleValue {
  struct Token {};
  std::variant<Tensor<D>, Token, std::vector<BasicModuleValue>> kind;

  const Tensor<D>* tensor() const { return std::get_if<Tensor<D>>(&kind); }
};
template <class D>
using BasicModuleValues = std::vector<BasicModuleValue<D>>;
using ModuleValue = BasicModuleValue<Native>;
using ModuleValues = BasicModuleValues<Native>;

/// Whether a value is one of a type's.
template <class D>
bool inhabits(const BasicModuleValue<D>& v, const shlo::Type& type) {
  if (const auto* t = v.tensor()) return type.tensor() && is_of(*t, *type.tensor());
  if (std::holds_alternative<typename BasicModuleValue<D>::Token>(v.kind))
    return std::holds_alternative<shlo::TokenType>(type.kind);
  const auto* tuple = std::get_if<shlo::TupleType>(&type.kind);
  const auto& elements = std::get<BasicModuleValues<D>>(v.kind);
  if (!tuple || tuple->elements.size() != elements.size()) return false;
  for (size_t i = 0; i < elements.size(); ++i)
    if (!inhabits(elements[i], tuple->elements[i])) return false;
  return true;
}

/// A check that did not hold.
struct CheckFailure {
  std::string check;
  Location where;
  int64_t count = 0;                 ///< elements that are not as expected
  std::vector<int64_t> index;        ///< of the first of them
  std::string found, expected;       ///< there
  std::string process;               ///< that checked, where there are several: `(1, 0)`
};

/// How a run ended: results, and what its checks found. Failures beyond the hundredth are counted.
template <class D>
struct BasicModuleOutcome {
  BasicModuleValues<D> results;
  int64_t checks = 0, failed = 0;
  std::vector<CheckFailure> failures;
};
using ModuleOutcome = BasicModuleOutcome<Native>;

/// What a run may take before it is given up.
struct ModuleLimits {
  int64_t depth = 500;                ///< of calls and regions in one another
  int64_t iterations = 100'000'000;   ///< of all loops of all processes together
};

/// Watches a run. Every hook may be left out; the module outlives the run.
template <class D>
struct ModuleObserver {
  virtual ~ModuleObserver() = default;
  /// `s`, a statement of the body of the function that process `process` was started with, has the
  /// values `results` there. What calls and regions do within it is not told.
  virtual void on_stmt(const shlo::ProcessId& process, const shlo::Stmt& s,
                       const BasicModuleValues<D>& results) {
    (void)process, (void)s, (void)results;
  }
};

/// What the processes of a run share.
template <class D>
struct BasicModuleRun {
  const shlo::Module& module;
  ModuleLimits limits;
  BasicModuleOutcome<D> outcome;
  int64_t iterations = 0;
  ModuleObserver<D>* observer = nullptr;  ///< of the outermost grid
};
using ModuleRun = BasicModuleRun<Native>;

/// `check.expect_eq at [0, 1]: found 3, expected 4 (and 2 more elements)`.
inline std::string to_string(const CheckFailure& f) {
  std::string s = f.check + (f.process.empty() ? "" : " in process " + f.process) + " at " +
                  to_string(f.index) + ": found " + f.found + ", expected " + f.expected;
  if (f.count > 1)
    s += " (and " + std::to_string(f.count - 1) + " more element" + (f.count > 2 ? "s)" : ")");
  return s;
}

}  // namespace partir
