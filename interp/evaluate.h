// Running ops: a procedure where an op has one, kernels where one matches the comprehension's shape, the
// literal evaluator otherwise.
#pragma once

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "interp/evaluate_literal.h"
#include "interp/field.h"
#include "interp/index.h"
#include "interp/kernels.h"
#include "interp/op_reading.h"
#include "interp/op_watch.h"
#include "interp/procedures/batch_norm.h"
#include "interp/procedures/bits.h"
#include "interp/procedures/fourier.h"
#include "interp/procedures/linear_algebra.h"
#include "interp/procedures/scatter.h"
#include "interp/procedures/sort.h"
#include "interp/procedures/window.h"
#include "semantics/op.h"

namespace partir {

/// What applying one op again at the same types need not find out again.
struct OpCache {
  std::optional<Types> types;  ///< accepted by the shape rule
  std::optional<Comprehension> comprehension;
  bool built = false;  ///< the comprehension, if there is one
};

namespace detail {
/// Throws BrokenPromise where operands of types `types`, which the shape rule accepts, break what `op` promises.
template <class D, class O>
void check_promises(const O& op, const Types& types, const std::vector<Tensor<D>>& operands) {
  if (!op.makes_promises()) return;
  if (auto why = op.broken_promise(types, indices(operands[op.promised_operand(types)])))
    throw BrokenPromise(*why, "", {});
}

template <class D>
std::vector<Tensor<D>> apply_op_unseen(const Op& op, const std::vector<Tensor<D>>& operands, OpCache& cache) {
  [[maybe_unused]] const std::conditional_t<std::is_same_v<D, Field>, Field::CompareOp, bool> scope(op.get_if<Compare>() != nullptr);
  const bool known = cache.types && cache.types->size() == operands.size() &&
                     std::equal(operands.begin(), operands.end(), cache.types->begin(),
                                [](const Tensor<D>& t, const TensorType& u) { return t.type() == u; });
  if (!known) {
    cache = {};
    Types types;
    types.reserve(operands.size());
    for (const Tensor<D>& t : operands) types.push_back(t.type());
    cache.types = std::move(types);
  }
  std::vector<Tensor<D>> results = op.visit([&](const auto& o) -> std::vector<Tensor<D>> {
    constexpr bool promises = requires { o.makes_promises(); };
    constexpr bool procedural = requires { procedure<D>(o, operands); };
    if constexpr (promises || procedural)
      if (!known) o.infer(*cache.types);  // both rely on it
    if constexpr (promises) detail::check_promises<D>(o, *cache.types, operands);
    if constexpr (procedural) {
      return procedure<D>(o, operands);
    } else {
      return {};
    }
  });
  if (!results.empty()) return results;
  if (!std::exchange(cache.built, true)) cache.comprehension = op.comprehension(*cache.types);
  const std::optional<Comprehension>& c = cache.comprehension;
  if (!c) throw Crash(std::string(op.name()) + " has neither a comprehension nor a procedure");
  if (auto result = evaluate_by_kernels<D>(*c, operands)) return {std::move(*result)};
  return {evaluate<D>(*c, operands)};
}
/// In a model of what roundings take away (FieldModel::lost), whatever op made a number: one of a type that has no room
/// for it has nothing to lose, and of an integer that a float type may not hold a wider one has more.
template <class D>  // Field: a template, so that not every file that includes this one compiles the kernels
void lose_by_type(const Op& op, const std::vector<Tensor<D>>& operands, std::vector<Tensor<D>>& results) {
  const RoundingLoss lost = *FieldModel::current().lost();
  for (Tensor<D>& r : results) {
    const ElementType e = r.element();
    if (!is_float(e) && !is_complex(e)) continue;
    const bool of_integers = op.get_if<Iota>() || (op.get_if<Convert>() && is_integer(operands[0].element()));
    if (lost.lost_in(float_format(e))) {
      r = with_scalar<D>(e, [&]<class T>() { return Tensor<D>::splat(r.type(), T{}); });
    } else if (of_integers && is_float(e)) {
      // the number itself is what a model without losses makes of it
      const FieldModel plain(Freedom::Roundings, FieldModel::current().modulus());
      const FieldModel::Use in_use(plain);
      OpCache cache;
      const std::vector<FieldElement> numbers = apply_op_unseen<D>(op, operands, cache)[0].template values<FieldElement>();
      r = Tensor<D>::template build<FieldElement>(r.type(), [&](FieldElement* out) {
        for (size_t i = 0; i < numbers.size(); ++i) {
          int64_t small;
          out[i] = Field::exact_integer(numbers[i], small)
                       ? FieldElement{0} : Field::random(static_cast<uint64_t>(ScalarFn::Convert), numbers[i].v);
        }
      });
    }
  }
}
}  // namespace detail

/// The results of an op (E-Op, P-Op). Throws ConstraintViolation on operands that its shape rule
/// rejects, BrokenPromise on those that break what its attributes promise. Results may be views of operands. A procedure is the op's meaning where it has no
/// comprehension, else a fast way to it; of those it may leave some cases to the comprehension by no
/// results. `cache` is of this op; it is new where a loop's or a mesh's first application is.
template <class D>
std::vector<Tensor<D>> apply_op(const Op& op, const std::vector<Tensor<D>>& operands, OpCache& cache) {
  std::vector<Tensor<D>> results;
  bool is_read = false;
  if constexpr (std::is_same_v<D, Field> || std::is_same_v<D, Native>)
    if (OpReading* const reading = OpReading::current()) is_read = reading->read(op, operands, results);
  if (!is_read) results = detail::apply_op_unseen<D>(op, operands, cache);
  if constexpr (std::is_same_v<D, Field>)
    if (FieldModel::current().lost()) detail::lose_by_type(op, operands, results);
  if constexpr (std::is_same_v<D, Field> || std::is_same_v<D, Native>)
    if (OpWatch* watch = OpWatch::current()) watch->see(op, operands, results);
  return results;
}
template <class D>
std::vector<Tensor<D>> apply_op(const Op& op, const std::vector<Tensor<D>>& operands) {
  OpCache cache;
  return apply_op<D>(op, operands, cache);
}

}  // namespace partir

#if defined(PARTIR_SHARED_INSTANCES) && !defined(PARTIR_DEFINE_INSTANCES)
// See interp/instances.h: kernels are what costs most to compile.
namespace partir {

struct Native;
struct Field;
struct Exact;
struct Wide;

#define PARTIR_EVALUATE_INSTANCES(D)                                                            \
  extern template std::vector<Tensor<D>> apply_op<D>(const Op&, const std::vector<Tensor<D>>&,  \
                                                     OpCache&);                                 \
  extern template Tensor<D> evaluate<D>(const Comprehension&, const std::vector<Tensor<D>>&);   \
  extern template std::vector<Tensor<D>> apply_body<D>(const ScalarBody&,                       \
                                                       const std::vector<Tensor<D>>&);         \
  extern template std::optional<Tensor<D>> evaluate_by_kernels<D>(const Comprehension&,         \
                                                                  const std::vector<Tensor<D>>&);
PARTIR_EVALUATE_INSTANCES(Native)
PARTIR_EVALUATE_INSTANCES(Field)
PARTIR_EVALUATE_INSTANCES(Exact)
PARTIR_EVALUATE_INSTANCES(Wide)
#undef PARTIR_EVALUATE_INSTANCES

}  // namespace partir
#endif
