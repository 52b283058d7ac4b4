#include "mlir_bridge/sharding_rules.h"

#include <algorithm>
#include <map>

#include "mlir_bridge/convert.h"
#include "mlir_bridge/custom_call.h"
#include "mlir_bridge/importer.h"
#include "mlir_bridge/op_import.h"

namespace partir {

namespace {

using bridge::Source;
namespace sdy = dialects::sdy;
namespace stablehlo = dialects::stablehlo;

/// A rule in a comment.
struct Comment {
  std::string rule;
  Location location;
};

/// The rules in comments, in their order.
std::vector<Comment> comments_of(const std::string& text, const std::string& file) {
  constexpr std::string_view mark = "#sdy.op_sharding_rule<";
  std::vector<Comment> found;
  unsigned line = 0;
  for (size_t at = 0; at < text.size();) {
    ++line;
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view s(text.data() + at, end - at);
    at = end + 1;
    const size_t comment = s.find("//"), begin = s.find(mark);
    if (comment == s.npos || begin == s.npos || begin < comment) continue;
    size_t close = begin + mark.size();
    while (close < s.size() && (s[close] != '>' || s[close - 1] == '-')) ++close;
    const Location where{file, line, static_cast<unsigned>(begin + mark.size()) + 1};
    // a check may stop before the `>`: it is about a beginning of the line
    found.push_back({std::string(s.substr(begin + mark.size(), close - begin - mark.size())), where});
  }
  return found;
}

/// Where `rule` stands in the text behind a place; that place, if it stands elsewhere (an alias).
Location find_rule(const std::string& text, const std::string& rule, const Location& from) {
  size_t at = 0;
  for (unsigned line = 1; line < from.line() && at < text.size(); ++line) at = text.find('\n', at) + 1;
  const size_t begin = text.find(rule, at);
  if (begin == text.npos) return from;
  const auto lines = std::count(text.begin() + static_cast<int64_t>(at), text.begin() + static_cast<int64_t>(begin), '\n');
  const size_t line_start = text.rfind('\n', begin);
  return {from.file(), from.line() + static_cast<unsigned>(lines),
          static_cast<unsigned>(begin - (line_start == text.npos ? 0 : line_start + 1)) + 1, from.name()};
}

/// What the toolkit knows of an op and its operands.
void read(const Source& source, mlir::Operation& op, RuledOp& to) {
  try {
    for (mlir::Value v : op.getOperands()) {
      OperandInfo x{bridge::tensor_type(v.getType(), to.location), std::nullopt};
      if (mlir::Operation* from = v.getDefiningOp()) {
        const std::optional<Op> defining = bridge::read_op(source, from);
        const Constant* c = defining ? defining->get_if<Constant>() : nullptr;
        if (c && c->value.splat) x.splat = c->value.bits(0);
      }
      to.operands.push_back(std::move(x));
    }
    if (llvm::isa<stablehlo::CustomCallOp>(op)) {
      const std::string target = bridge::custom_call_target(&op, to.location);
      to.name += " @" + target;
      if (bridge::only_annotates(&op, target, to.location)) to.op = OptimizationBarrier{};
      else to.op = bridge::read_custom_call(&op, target, to.location);
    } else {
      to.op = bridge::read_op(source, &op);
    }
    if (!to.op) to.why_not = "the toolkit has no definition of " + to.name;
  } catch (const Unsupported& e) {
    to.why_not = bridge::reason_of(e);
  }
}

}  // namespace

std::vector<RuledOp> import_sharding_rules_text(const std::string& text, const std::string& name) {
  const Source source = Source::parse(text, name);
  // ops by where they stand
  std::map<std::pair<unsigned, unsigned>, std::pair<mlir::Operation*, std::string>> ops;
  source.module()->walk([&](mlir::func::FuncOp function) {
    if (function.isDeclaration()) return;
    function.getBody().walk([&](mlir::Operation* op) {
      const Location where = source.location(op);
      ops.insert({{where.line(), where.column()}, {op, function.getName().str()}});
    });
  });
  std::map<mlir::Operation*, Comment> rules;
  for (Comment& c : comments_of(text, name)) {
    const auto next = ops.lower_bound({c.location.line() + 1, 0});
    if (next == ops.end()) throw BadInput("no op follows the rule", c.location);
    const Location where = c.location;
    if (!rules.try_emplace(next->second.first, std::move(c)).second)
      throw BadInput("a second rule before one op", where);
  }
  std::vector<RuledOp> found;
  for (const auto& [place, entry] : ops) {
    mlir::Operation& op = *entry.first;
    RuledOp ruled;
    ruled.location = source.location(&op);
    if (const auto c = rules.find(&op); c != rules.end()) {
      ruled.rule = c->second.rule;
      ruled.rule_location = c->second.location;
    } else if (auto attr = op.getAttrOfType<sdy::OpShardingRuleAttr>("sdy.sharding_rule")) {
      ruled.rule = attr.getText().str();
      ruled.rule_location = find_rule(text, ruled.rule, ruled.location);
    } else {
      continue;
    }
    ruled.function = entry.second;
    ruled.name = op.getName().getStringRef().str();
    read(source, op, ruled);
    found.push_back(std::move(ruled));
  }
  return found;
}

std::vector<RuledOp> import_sharding_rules(const std::string& path) {
  const Source source = Source::read(path);
  return import_sharding_rules_text(source.text().str(), source.file());
}

}  // namespace partir
