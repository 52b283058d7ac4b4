#include "mlir_bridge/upstream/newer_names.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Regex.h"

namespace partir::bridge {

namespace {

/// A rule for one line: every match of `from` becomes `to`.
struct Renaming {
  const char *from, *to;
};
constexpr Renaming renamings[] = {
    {"(^|[^a-zA-Z0-9_.$@%!#])shard\\.grid_shape", "\\1mesh.mesh_shape"},
    {"(^|[^a-zA-Z0-9_.$@%!#])shard\\.grid([^_a-z]|$)", "\\1mesh.mesh\\2"},
    {"(^|[^a-zA-Z0-9_.$@%!#])shard\\.([a-z])", "\\1mesh.\\2"},
    {"(^|[^a-zA-Z0-9_.$@%!#])grid_axes([^_a-z]|$)", "\\1mesh_axes\\2"},
    {"reduction = ([a-z_]+)", "reduction = <\\1>"},
};

std::string renamed(std::string line) {
  for (const Renaming& r : renamings) {
    const llvm::Regex from(r.from);
    while (from.match(line)) line = from.sub(r.to, line);
  }
  return line;
}

}  // namespace

bool has_newer_names(llvm::StringRef text) {
  return text.contains("shard.grid") || text.contains("mesh.sharding");
}

std::string with_older_names(llvm::StringRef text) {
  // `%s = mesh.sharding @m split_axes = [[0]] : !mesh.sharding`, and what of it is an attribute
  const llvm::Regex value("^ *(%[a-zA-Z0-9_$.-]+) *= *mesh\\.sharding *(@[a-zA-Z0-9_$.-]+) +split_axes *= *"
                          "(\\[[][0-9, ]*\\])( partial = [a-z_]+ *\\[[0-9, ]*\\])? *"
                          ": *![a-z]+\\.sharding *$");
  const llvm::Regex use("^(.*mesh\\.shard +%[a-zA-Z0-9_$.#-]+ +to +)(%[a-zA-Z0-9_$.-]+)(.*)$");
  llvm::StringMap<std::string> attributes;
  std::string result;
  while (!text.empty()) {
    auto [first, rest] = text.split('\n');
    const bool is_last = first.size() == text.size();
    text = rest;
    std::string line = renamed(first.str());
    llvm::SmallVector<llvm::StringRef> parts;
    if (value.match(line, &parts)) {
      const std::string partial = parts[4].empty() ? "" : "," + parts[4].str();
      attributes[parts[1]] = "<" + parts[2].str() + ", " + parts[3].str() + partial + ">";
      line.clear();
    } else if (use.match(line, &parts)) {
      const auto found = attributes.find(parts[2]);
      if (found != attributes.end()) line = parts[1].str() + found->second + parts[3].str();
    }
    result += line;
    if (!is_last) result += '\n';
  }
  return result;
}

}  // namespace partir::bridge
