// Sees the ops that the interpreters apply, at every depth of a program: what runs met is part of a verdict.
#pragma once

#include <vector>

#include "interp/in_use.h"
#include "interp/tensor.h"
#include "semantics/op.h"

namespace partir {

struct Native;
struct Field;

/// While one is in use, every op that this thread applies in Native or Field is shown to it, by the address at which
/// the program holds the op.
class OpWatch {
 public:
  virtual ~OpWatch() = default;
  virtual void see(const Op& op, const std::vector<Tensor<Native>>& operands,
                   const std::vector<Tensor<Native>>& results) = 0;
  virtual void see(const Op& op, const std::vector<Tensor<Field>>& operands,
                   const std::vector<Tensor<Field>>& results) = 0;
  /// A branch is taken, by its address in the program.
  virtual void take(const void* branch) { (void)branch; }
  /// Some devices have reached this `collective_permute` more often than others.
  virtual void skip(const Location& permute) { (void)permute; }

  static OpWatch* current() { return InUse<OpWatch>::current(); }
  using Use = InUse<OpWatch>;
};

/// Two at once.
class BothWatches : public OpWatch {
 public:
  /// Borrows them.
  BothWatches(OpWatch* a, OpWatch* b) : a_(a), b_(b) {}
  void see(const Op& op, const std::vector<Tensor<Native>>& operands, const std::vector<Tensor<Native>>& results) override {
    a_->see(op, operands, results);
    b_->see(op, operands, results);
  }
  void see(const Op& op, const std::vector<Tensor<Field>>& operands, const std::vector<Tensor<Field>>& results) override {
    a_->see(op, operands, results);
    b_->see(op, operands, results);
  }
  void take(const void* branch) override {
    a_->take(branch);
    b_->take(branch);
  }
  void skip(const Location& permute) override {
    a_->skip(permute);
    b_->skip(permute);
  }

 private:
  OpWatch *a_, *b_;
};

}  // namespace partir
