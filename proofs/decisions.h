// What a free reading decided, for runs of the same programs in their own types: what lies behind decisions that hardly any
// argument makes is run, too, with its roundings and overflows and with the laws that numbers have and a field has not.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "interp/op_reading.h"
#include "proofs/subject.h"
#include "proofs/tensor_bits.h"

namespace partir {

/// What ops that turn numbers into truth values made, and by which value a program went on wherever it branched, one after
/// the other.
struct Decisions {
  struct Decision {
    TensorType type;
    std::optional<std::vector<uint64_t>> elements;  ///< row-major, zero-extended; nothing where it is what it is
  };
  std::vector<Decision> made;
};

/// Whether an op turns numbers into truth values. What other ops make of truth values follows from those.
inline bool decides(const Op& op, const Types& x) {
  if (const auto* c = op.get_if<Compare>()) return !is_bool(x[0].element) || (c->direction != ComparisonDirection::EQ && c->direction != ComparisonDirection::NE);
  if (const auto* c = op.get_if<Convert>()) return is_bool(c->element) && !is_bool(x[0].element) && !is_complex(x[0].element);
  return op.get_if<IsFinite>() || op.get_if<IsInf>() || op.get_if<IsPosInf>() || op.get_if<IsNegInf>() || (op.get_if<Map>() && is_bool(op.infer(x)[0].element));
}

/// Whether an op's results depend on its floats otherwise than in small steps.
inline bool is_decided_by(const OpSite& s) {
  const Op& op = s.op;
  if (decides(op, s.operands)) return true;
  if (op.get_if<Sign>() || op.get_if<Floor>() || op.get_if<Ceil>() || op.get_if<RoundNearestAfz>() || op.get_if<RoundNearestEven>() || op.get_if<Sort>() || op.get_if<TopK>()) return true;
  if (const auto* c = op.get_if<Convert>()) return is_integer_or_i1(c->element);
  if (op.get_if<Remainder>() || op.get_if<BitcastConvert>()) return true;
  for (const ScalarBody* b : op.bodies())
    for (const Node& n : b->nodes)
      if (const auto* a = std::get_if<ApplyNode>(&n.expr); a && is_integer_or_i1(n.element)) return true;
  return false;
}

/// The ops of a program that decide something by its arguments.
class DecidingOps {
 public:
  void see(const OpSite& s) {
    if (s.depends && decides(s.op, s.operands)) all_.insert(&s.op);
  }
  bool contains(const Op& op) const { return all_.contains(&op); }

 private:
  std::set<const Op*> all_;
};

/// Lets a run in Native decide what a free reading of the program, or of one with the same ops, decided.
class DecidedReading : public OpReading {
 public:
  /// Borrows both.
  DecidedReading(const Decisions& decisions, const DecidingOps& ops) : decisions_(decisions), ops_(ops) {}
  bool read(const Op&, const std::vector<Tensor<Field>>&, std::vector<Tensor<Field>>&) override { return false; }
  bool read(const Op& op, const std::vector<Tensor<Native>>& x, std::vector<Tensor<Native>>& results) override {
    if (!ops_.contains(op)) return false;
    Types types;
    for (const Tensor<Native>& t : x) types.push_back(t.type());
    auto t = next(op.infer(types)[0]);
    if (t) results = {std::move(*t)};
    return t.has_value();
  }
  bool combine(Monoid, const Tensor<Field>&, const Tensor<Field>&, std::optional<Tensor<Field>>&) override { return false; }
  bool stands_for(const TensorType&, const TensorType&) const override { return false; }
  std::optional<Tensor<Field>> decide(const Tensor<Field>&, ElementType) override { return std::nullopt; }
  std::optional<Tensor<Native>> decide(const Tensor<Native>& t, ElementType e) override { return next({t.shape(), e}); }

 private:
  std::optional<Tensor<Native>> next(const TensorType& type) {
    if (at_ == decisions_.made.size() || decisions_.made[at_].type != type) throw Unsupported("a run that decides in another order", {});
    const Decisions::Decision& d = decisions_.made[at_++];
    if (!d.elements) return std::nullopt;
    return of_low_bits<Native>(type, [&](size_t k) { return (*d.elements)[k]; });
  }
  const Decisions& decisions_;
  const DecidingOps& ops_;
  size_t at_ = 0;
};

}  // namespace partir
