// What is said of a program, here and by the oracle, in one form: type verdict, results of Core, translated
// HLO, and the results on each device, of the translation and of another device-local program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "interp/family.h"
#include "interp/field.h"
#include "property_tests/oracle/sexpr.h"
#include "semantics/core.h"
#include "semantics/hlo.h"

namespace partir::oracle {

/// What the two are asked: a Core program at arguments, and a device-local program on the same mesh at its
/// own. The oracle gets the latter `as_split`, one dimension at a time.
struct Question {
  core::Program program;
  std::vector<Tensor<Field>> args;
  std::optional<hlo::Program> spmd, as_split;
  std::vector<Family<Field>> families;  ///< none: it is only checked
  bool unchanged = false;  ///< a mutation was to change the program, and had no place in it, or none that the oracle knows
};

/// A type and its elements, row-major.
struct Values {
  TensorType type;
  std::vector<int64_t> elements;
  friend bool operator==(const Values&, const Values&) = default;
};
/// The results on a device.
using OnDevice = std::vector<Values>;

/// What one side says. Of a program that it rejects, nothing more than the verdict.
struct Answer {
  std::string failure;   ///< what ended an evaluation or the translation of a well-typed program
  std::string rejected;  ///< `T_Slice 4`: rule and premise; empty where it is well typed
  std::string reason;    ///< for people
  std::vector<TensorType> types;  ///< of the results
  std::vector<Values> core;       ///< the results
  std::vector<std::string> hlo;   ///< the translation, a line for each statement, the last for the results
  std::vector<OnDevice> devices;  ///< its results, by the device's linear id
  std::string spmd_rejected, spmd_reason;
  std::vector<TensorType> spmd_types;
  std::vector<OnDevice> spmd_devices;
};

/// What the toolkit says: checkers, sequential interpreter, translation, interpreter of the emulated mesh.
Answer answer(const Question& q);
/// What the oracle is asked; throws Unsupported for what it does not know.
std::string request(const Question& q);
/// What it answered; throws BadInput where that is no answer.
Answer read_answer(const Sexpr& s);

/// How two answers differ, both of them shown; empty where they agree.
std::string disagreement(const Answer& ours, const Answer& theirs);

}  // namespace partir::oracle
