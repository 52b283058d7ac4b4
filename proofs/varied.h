// Which values of a Core program ever varied in the runs that were made: one that depends on the
// arguments and never did is evidence of nothing.
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "interp/core_interp.h"
#include "interp/field.h"
#include "proofs/core_sites.h"
#include "proofs/ranges.h"
#include "semantics/core.h"

namespace partir {

/// Watches runs in Field. A value has varied if two of its elements, in one run or in two, differ.
class Varied : public CoreObserver<Field> {
 public:
  /// Of a well-typed program.
  explicit Varied(const core::Program& p)
      : first_(p.main.values.size()), varied_(p.main.values.size()), decided_(p.main.values.size()) {
    Ranges ranges;
    for_each_site(p, [&](const OpSite& s) {
      ranges.follow(s);
      for (ValueId x : s.results) decided_[x] = ranges.is_constant(s.function, x);
    });
  }

  void on_stmt(const core::Stmt& s, const Coordinates&,
               const std::vector<Tensor<Field>>& results) override {
    for (size_t i = 0; i < results.size(); ++i)
      if (!varied_[s.results[i]]) note(s.results[i], results[i]);
  }

  /// The first value, as `%x (line)`, that depends on a parameter, has elements, ran and never varied, though ranges of
  /// integers do not say that it cannot; `but_in`: only of those that varied there.
  std::string never(const core::Program& p, const Varied* but_in = nullptr) const {
    std::string found;
    for_each_by_dependence(p, [&](const core::Stmt& s, bool any, std::vector<char>& depends) {
      for (ValueId x : s.results) {
        depends[x] = any && !decided_[x];
        if (found.empty() && depends[x] && first_[x] && !varied_[x] && (!but_in || but_in->varied_[x]))
          found = value_name(p.main, x) + " (" + to_string(s.location) + ")";
      }
    });
    return found;
  }

 private:
  void note(ValueId x, const Tensor<Field>& value) {
    if (value.elements() == 0) return;
    with_scalar<Field>(value.element(), [&]<class T>() {
      const Tensor<Field> t = value.contiguous();
      const T* v = t.template data<T>();
      if (!first_[x]) first_[x] = Field::hash<T>(v[0]);
      for (int64_t i = 0, n = t.elements(); i < n && !varied_[x]; ++i)
        varied_[x] = Field::hash<T>(v[i]) != *first_[x];
    });
  }

  std::vector<std::optional<uint64_t>> first_;  ///< hash of the first element seen
  std::vector<char> varied_;
  std::vector<char> decided_;  ///< of each value, whether ranges say what it is
};

}  // namespace partir
