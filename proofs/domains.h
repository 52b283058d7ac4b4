// Where another formula for the same real numbers is defined. `log x + log y` is `log(x·y)` only where both are positive, and `(x·d)/d` is x
// only where d is not 0: in the field these are laws, in floats one of the two is NaN.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "interp/native.h"
#include "interp/op_watch.h"
#include "proofs/core_sites.h"
#include "proofs/made_of.h"
#include "proofs/subject.h"
#include "proofs/value_flow.h"

namespace partir {

/// Whether a program under test has a logarithm, root, power or quotient that the Core program has nowhere.
inline bool has_own_domains(const core::Program& core, const Subject& subject) {
  const uint64_t key = MadeOf::random_key();
  MadeOf of_core(key, 1, false), of_subject(key, 2, false);
  follow(core, of_core);
  subject.follow(of_subject);
  bool found = false;
  subject.for_each_site([&](const OpSite& s) {
    const Op& op = s.op;
    const bool is_partial = op.get_if<Log>() || op.get_if<LogPlusOne>() || op.get_if<Sqrt>() || op.get_if<Rsqrt>() || op.get_if<Power>() || op.get_if<Divide>() ||
                            op.get_if<Remainder>() || op.get_if<Acos>() || op.get_if<Asin>() || op.get_if<Acosh>() || op.get_if<Atanh>();
    if (!s.depends || !is_partial || !is_float(s.operands[0].element)) return;
    found = found || s.function != 0 ||
            std::any_of(s.results.begin(), s.results.end(), [&](ValueId x) { return of_subject.is_used(x) && !of_core.all().contains(of_subject.of(x)); });
  });
  return found;
}

/// Watches runs for overflows in f64.
class OverflowWatch : public OpWatch {
 public:
  void see(const Op& op, const std::vector<Tensor<Native>>& x, const std::vector<Tensor<Native>>& results) override { overflowed_ = overflowed_ || overflows(op, x, results); }
  void see(const Op&, const std::vector<Tensor<Field>>&, const std::vector<Tensor<Field>>&) override {}
  /// Whether there was one since this was asked last.
  bool overflowed() { return std::exchange(overflowed_, false); }

 private:
  /// Whether an op in f64 makes an infinity of numbers, but for where it has one by its definition.
  static bool overflows(const Op& op, const std::vector<Tensor<Native>>& x, const std::vector<Tensor<Native>>& results) {
    if (results.size() != 1 || results[0].element() != ElementType::F64) return false;
    const auto infinite = [](double v) { return std::isinf(v); };
    const std::vector<double> y = results[0].values<double>();
    if (std::none_of(y.begin(), y.end(), infinite)) return false;
    if (op.get_if<Log>() || op.get_if<LogPlusOne>() || op.get_if<Rsqrt>() || op.get_if<Atanh>() || op.get_if<Constant>()) return false;
    for (size_t i = 0; i < x.size(); ++i) {
      if (x[i].element() != ElementType::F64) continue;
      const std::vector<double> v = x[i].values<double>();
      if (std::any_of(v.begin(), v.end(), infinite)) return false;
      const bool divides = (op.get_if<Divide>() && i == 1) || (op.get_if<Power>() && i == 0);
      if (divides && std::any_of(v.begin(), v.end(), [](double d) { return d == 0; })) return false;
    }
    return true;
  }

  bool overflowed_ = false;
};

}  // namespace partir
