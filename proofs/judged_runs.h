// The runs that a verdict rests on, for judging other programs by the same (audit.h).
#pragma once

#include <cstdint>
#include <vector>

#include "interp/family.h"
#include "interp/field.h"
#include "interp/native.h"
#include "proofs/degree.h"

namespace partir {

/// On which arguments a program on a mesh ran, and by what its results were judged.
class JudgedRuns {
 public:
  virtual ~JudgedRuns() = default;

  virtual int64_t field_runs() = 0;
  /// The model to calculate with in that run in Field.
  virtual FieldModel field_model(int64_t run) = 0;
  virtual int64_t native_runs() = 0;
  /// What the devices get in a run, of those in that domain.
  virtual std::vector<Family<Field>> field_arguments(int64_t run) = 0;
  virtual std::vector<Family<Native>> native_arguments(int64_t run) = 0;
  /// Whether each float argument of a run in Field is drawn uniformly from the field.
  virtual bool is_uniform(int64_t field_run) = 0;
  /// The degree of the results that are right, as polynomials in the float arguments.
  virtual Degree degree() = 0;
  /// Whether these may be the results of that run; of any program with the same boundary.
  virtual bool accepts(int64_t run, const std::vector<Family<Field>>& results) = 0;
  virtual bool accepts(int64_t run, const std::vector<Family<Native>>& results) = 0;
};

}  // namespace partir
