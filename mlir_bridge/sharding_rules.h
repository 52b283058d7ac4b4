// Ops of a file of MLIR text beside which sharding rules stand.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "semantics/op.h"

namespace partir {

/// An op, and the rule that somebody gives it.
struct RuledOp {
  std::string function;      ///< that it stands in
  std::string name;          ///< `stablehlo.dot`, `stablehlo.custom_call @Qr`
  Location location;
  std::optional<Op> op;      ///< nothing where the toolkit does not cover it
  Operands operands;         ///< constants that are splats are known
  std::string why_not;       ///< why there is no op
  std::string rule;          ///< the text between `#sdy.op_sharding_rule<` and `>`
  Location rule_location;    ///< of its first character; of the op, where it is an alias
};

/// The ops of `path` ("-": standard input) that have an attribute `sdy.sharding_rule`, or a comment before them with
/// `#sdy.op_sharding_rule<..>`, as the tests of Shardy's propagation do; in their order. Throws BadInput where the
/// text as such cannot be read, or a comment's rule is followed by no op.
std::vector<RuledOp> import_sharding_rules(const std::string& path);
/// The same from memory; `name` is the file that locations cite.
std::vector<RuledOp> import_sharding_rules_text(const std::string& text, const std::string& name);

}  // namespace partir
