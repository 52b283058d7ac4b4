// Another meaning of ops than their own.
#pragma once

#include <optional>
#include <vector>

#include "semantics/op.h"

namespace partir {

struct Field;
struct OpCache;
template <class D>
class Tensor;

/// While one is in use, this thread asks it what ops mean that it applies in Field, and what reductions over loops and
/// devices do.
class OpReading {
 public:
  virtual ~OpReading() = default;
  /// Whether it reads this op otherwise; then `results` are its results.
  virtual bool read(const Op& op, const std::vector<Tensor<Field>>& operands, OpCache& cache, std::vector<Tensor<Field>>& results) = 0;
  /// The same of `a ⊕ b`.
  virtual bool combine(Monoid m, const Tensor<Field>& a, const Tensor<Field>& b, std::optional<Tensor<Field>>& result) = 0;

  static OpReading* current() { return current_; }
  /// Puts a reading in use, or none, as long as it lives.
  class Use {
   public:
    explicit Use(OpReading* r) : before_(current_) { current_ = r; }
    ~Use() { current_ = before_; }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    OpReading* before_;
  };

 private:
  inline static thread_local OpReading* current_ = nullptr;
};

}  // namespace partir
