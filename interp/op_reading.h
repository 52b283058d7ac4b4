// Another meaning of ops than their own.
#pragma once

#include <optional>
#include <vector>

#include "interp/in_use.h"
#include "semantics/op.h"

namespace partir {

struct Field;
template <class D>
class Tensor;

/// While one is in use, this thread asks it what ops mean that it applies in Field, and what reductions over loops and
/// devices do.
class OpReading {
 public:
  virtual ~OpReading() = default;
  /// Whether it reads this op otherwise; then `results` are its results.
  virtual bool read(const Op& op, const std::vector<Tensor<Field>>& operands, std::vector<Tensor<Field>>& results) = 0;
  /// The same of `a ⊕ b`.
  virtual bool combine(Monoid m, const Tensor<Field>& a, const Tensor<Field>& b, std::optional<Tensor<Field>>& result) = 0;

  static OpReading* current() { return InUse<OpReading>::current(); }
  using Use = InUse<OpReading>;
};

}  // namespace partir
