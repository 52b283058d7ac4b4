#include "mlir_bridge/value_names.h"

#include <cstring>
#include <map>

#include "mlir_bridge/dialects/partir_core.h"
#include "mlir_bridge/source.h"
#include "llvm/ADT/StringExtras.h"

namespace partir::bridge {

namespace {

/// All values in one order for equal modules: results of an op, then what its regions define.
std::vector<mlir::Value> all_values(mlir::ModuleOp module) {
  std::vector<mlir::Value> values;
  module->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation* op) {
    llvm::append_range(values, op->getResults());
    for (mlir::Region& region : op->getRegions())
      for (mlir::Block& block : region) llvm::append_range(values, block.getArguments());
  });
  return values;
}

/// Whether MLIR reads `%name`, and does not take it for a number of its own.
bool is_name(llvm::StringRef name) {
  return !name.empty() && !llvm::isDigit(name[0]) &&
         llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || strchr("_$.-", c); });
}

}  // namespace

std::string with_value_names(const std::string& text, mlir::ModuleOp module,
                             const llvm::DenseMap<mlir::Value, std::string>& wanted) try {
  // The parser knows where the text names which value.
  const Source source = Source::parse(text, "printed");
  const std::vector<mlir::Value> printed = all_values(module), read = all_values(source.module());
  llvm::DenseMap<mlir::Value, llvm::StringRef> names;
  for (const auto& [from, to] : llvm::zip(printed, read))
    if (auto found = wanted.find(from); found != wanted.end()) names[to] = found->second;
  std::map<const char*, Source::Definition> definitions;
  for (const Source::Definition& d : source.definitions())
    if (d.second->loc.isValid()) definitions.try_emplace(d.second->loc.Start.getPointer(), d);

  llvm::StringMap<size_t> taken;  // the next suffix of each name
  auto unique = [&](const std::string& name) {
    std::string found = name;
    while (!taken.try_emplace(found, 0).second) found = name + "_" + std::to_string(taken[name]++);
    return "%" + found;
  };
  size_t numbers = 0;
  auto fallback = [&](mlir::Value value) -> std::string {
    auto argument = llvm::dyn_cast<mlir::BlockArgument>(value);
    if (!argument) return "%" + std::to_string(numbers++);
    if (llvm::isa<dialects::partir_core::RangeType>(value.getType())) return unique("r");
    return unique("arg" + std::to_string(argument.getArgNumber()));
  };
  std::map<const char*, std::pair<const char*, std::string>> edits;  // by place: its end, what then
  for (const auto& [start, definition] : definitions) {
    std::vector<std::string> own;
    for (mlir::Value value : definition.first) {
      const llvm::StringRef name = names.lookup(value).split('#').first;
      own.push_back(is_name(name) ? unique(name.str()) : fallback(value));
    }
    // The parser's ranges end before `:2` and `#1`.
    const char* end = definition.second->loc.End.getPointer();
    if (own.size() > 1) end += std::strspn(end, ":0123456789");
    edits[start] = {end, llvm::join(own, ", ")};
    for (llvm::SMRange use : definition.second->uses) {
      const char *from = use.Start.getPointer(), *to = use.End.getPointer();
      size_t index = 0;
      if (own.size() > 1) to += std::strspn(to, "#0123456789");
      llvm::StringRef(from, to - from).split('#').second.getAsInteger(10, index);
      edits[from] = {to, own.at(index)};
    }
  }
  std::string result;
  const char* done = source.text().begin();
  for (const auto& [at, edit] : edits) {
    result.append(done, at).append(edit.second);
    done = edit.first;
  }
  return result.append(done, source.text().end());
} catch (const Error&) {
  return text;  // its own parser refuses it
}

}  // namespace partir::bridge
