// Another meaning of ops than their own.
#pragma once

#include <optional>
#include <type_traits>
#include <vector>

#include "interp/in_use.h"
#include "semantics/op.h"
#include "semantics/types.h"

namespace partir {

struct Field;
struct Native;
template <class D>
class Tensor;

/// While one is in use, this thread asks it what ops mean that it applies in Field or Native, and what reductions over loops
/// and devices do.
class OpReading {
 public:
  virtual ~OpReading() = default;
  /// Whether it reads this op otherwise; then `results` are its results.
  virtual bool read(const Op& op, const std::vector<Tensor<Field>>& operands, std::vector<Tensor<Field>>& results) = 0;
  virtual bool read(const Op& op, const std::vector<Tensor<Native>>& operands, std::vector<Tensor<Native>>& results) = 0;
  /// The same of `a ⊕ b`.
  virtual bool combine(Monoid m, const Tensor<Field>& a, const Tensor<Field>& b, std::optional<Tensor<Field>>& result) = 0;
  virtual bool combine(Monoid, const Tensor<Native>&, const Tensor<Native>&, std::optional<Tensor<Native>>&) { return false; }
  /// Whether a tensor of type `carrier` may be the value of what is declared as `type`.
  virtual bool stands_for(const TensorType& carrier, const TensorType& type) const = 0;
  /// The value, of element type `e`, by which a program goes on if it is told what stands for one; nothing where that is one.
  virtual std::optional<Tensor<Field>> decide(const Tensor<Field>& t, ElementType e) = 0;
  virtual std::optional<Tensor<Native>> decide(const Tensor<Native>& t, ElementType e) = 0;

  static OpReading* current() { return InUse<OpReading>::current(); }
  using Use = InUse<OpReading>;
};

/// Whether a tensor is of a declared type, or stands for one of it.
template <class D>
bool is_of(const Tensor<D>& t, const TensorType& type) {
  if (t.type() == type) return true;
  if constexpr (std::is_same_v<D, Field>)
    if (const OpReading* const reading = OpReading::current()) return reading->stands_for(t.type(), type);
  return false;
}
/// The tensor by which a program goes on if it is told `t`, where it expects one of element type `e`.
template <class D>
Tensor<D> decided(const Tensor<D>& t, ElementType e) {
  if constexpr (std::is_same_v<D, Field> || std::is_same_v<D, Native>)
    if (OpReading* const reading = OpReading::current())
      if (auto d = reading->decide(t, e)) return *d;
  return t;
}

}  // namespace partir
