// Programs and values as the oracle reads and writes them (proofs/coq/oracle/README.md has the grammar).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interp/family.h"
#include "interp/field.h"
#include "interp/tensor.h"
#include "property_tests/oracle/sexpr.h"
#include "semantics/core.h"
#include "semantics/hlo.h"

namespace partir::oracle {

/// `(tensor (2 3) f32)`, and back; the latter throws BadInput.
std::string text(const TensorType& t);
TensorType read_type(const Sexpr& s);

/// The elements, row-major: integers as they are, those of the prime field as representatives in ±(p-1)/2.
/// Throws Unsupported for what is no number there (an infinity).
std::vector<int64_t> elements(const Tensor<Field>& t);

/// `(op dot_general (%1 %2) (lhs_batching_dimensions) ..)`. Throws Unsupported, naming op and attribute, for
/// an attribute that the grammar has no words for.
std::string text(const Op& op, const std::vector<std::string>& operands);

/// `(mesh (B 2) (M 3))`.
std::string text(const Mesh& mesh);
/// `(func (params ..) (results ..) (block ..))`.
std::string text(const core::Function& f);
/// `(spmd (params ..) (results ..) (block ..) (families ..))` at one family for each parameter; without
/// families, no arguments. Throws Unsupported for a collective that is not over one dimension (split.h).
std::string text(const hlo::Program& p, const std::vector<Family<Field>>& args);

/// A translation with its values numbered in order: a line for the number of parameters, one for each
/// statement, the last for the results. Throws as `text`.
std::vector<std::string> numbered(const hlo::Function& f);

}  // namespace partir::oracle
