#include "mlir_bridge/source.h"

#include <filesystem>
#include <optional>
#include <system_error>

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir_bridge/dialects.h"
#include "mlir_bridge/text_guard.h"
#include "mlir_bridge/upstream/newer_names.h"
#include "mlir_bridge/upstream/register.h"
#include "semantics/budget.h"

namespace partir::bridge {

namespace {

constexpr uint64_t max_bytes = uint64_t{2} << 30;
/// Names of locations are cut off here: many ops can share one, and each keeps its own copy.
constexpr size_t max_location_name = 1000;

/// The first error that MLIR reports while this object lives.
class FirstError {
 public:
  /// `parsed`: what the parser has read so far, if it is the parser that is watched.
  explicit FirstError(mlir::MLIRContext* context, const mlir::AsmParserState* parsed = nullptr)
      : handler_(context, [this, parsed](mlir::Diagnostic& d) {
          if (d.getSeverity() == mlir::DiagnosticSeverity::Error && !found_) {
            found_ = true;
            message_ = d.str();
            location_ = d.getLocation();
            if (parsed) release(*parsed);
          }
          return mlir::success();
        }) {}
  bool found() const { return found_; }
  const std::string& message() const { return message_; }
  /// The place in `file` that the error cites, if it cites one.
  std::optional<Location> place(const std::string& file) const {
    if (!location_) return std::nullopt;
    std::optional<Location> place;
    mlir::Location(*location_)->walk([&](mlir::Location l) {
      auto at = llvm::dyn_cast<mlir::FileLineColLoc>(l);
      if (!at || at.getFilename().getValue() != file) return mlir::WalkResult::advance();
      place = Location{file, at.getLine(), at.getColumn()};
      return mlir::WalkResult::interrupt();
    });
    return place;
  }

 private:
  /// An op may use a name that a region after it defines: MLIR's parser lets it use that value.
  /// After an error the parser frees the region first, and then the op would write into what was
  /// freed; so no op keeps its operands.
  static void release(const mlir::AsmParserState& parsed) {
    for (const auto& definition : parsed.getOpDefs()) definition.op->dropAllReferences();
  }

  bool found_ = false;
  std::string message_;
  std::optional<mlir::Location> location_;
  mlir::ScopedDiagnosticHandler handler_;
};

/// Throws what MLIR said as the class that it belongs to.
[[noreturn]] void raise(std::string message, const Location& where) {
  constexpr size_t longest = 400;
  if (message.size() > longest) message = message.substr(0, longest) + "..";
  const llvm::StringRef text = message;
  // The dialects' own messages cite rules: "'x' op T-Slice premise 2: ..".
  const auto [before, rest] = text.split(" premise ");
  const auto [number, found] = rest.split(": ");
  int premise = 0;
  if (!number.getAsInteger(10, premise))
    for (const RuleInfo& info : rules())
      if (before.ends_with(llvm::StringRef(info.name)))
        throw Rejected(info.rule, premise, where, found.str(), "the premise to hold");
  // An op of some dialect is one that we do not have; a bare word is a word.
  llvm::StringRef op = text;
  if (op.consume_front("custom op '")) {
    op = op.take_until([](char c) { return c == '\''; });
    if (text.contains("is unknown") && op.contains('.'))
      throw Unsupported("op '" + op.str() + "'", where);
  }
  for (const char* unknown : {"not found for custom op", "unknown attribute `", "unknown  type `",
                              "unknown type `", "invalid tensor element type"})
    if (text.contains(unknown)) throw Unsupported(message, where);
  throw BadInput(message, where);
}

}  // namespace

std::unique_ptr<mlir::MLIRContext> make_context(Dialects dialects) {
  mlir::DialectRegistry registry;
  if (dialects == Dialects::Own) dialects::register_dialects(registry);
  else register_upstream(registry);
  auto context =
      std::make_unique<mlir::MLIRContext>(registry, mlir::MLIRContext::Threading::DISABLED);
  // Ops of unknown dialects are parsed, so that it is the importer that refuses them.
  context->allowUnregisteredDialects();
  context->loadAllAvailableDialects();
  return context;
}

Source Source::read(const std::string& path, Dialects dialects) {
  const std::string name = path == "-" ? "<stdin>" : path;
  progress::phase("reading " + name);
  if (path != "-") {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!error && std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
        !std::filesystem::is_fifo(status))
      throw BadInput("cannot read '" + path + "': not a regular file", Location{path, 0, 0});
    const auto size = std::filesystem::file_size(path, error);
    if (!error && size > max_bytes)
      throw BadInput("cannot read '" + path + "': larger than 2 GiB", Location{path, 0, 0});
  }
  auto buffer = path == "-" ? llvm::MemoryBuffer::getSTDIN()
                            : llvm::MemoryBuffer::getFile(path, /*IsText=*/false);
  if (!buffer)
    throw BadInput("cannot read '" + path + "': " + buffer.getError().message(),
                   Location{path, 0, 0});
  return Source(std::move(*buffer), name, 1, dialects);
}

Source Source::parse(const std::string& text, const std::string& name, unsigned first_line,
                     Dialects dialects) {
  return Source(llvm::MemoryBuffer::getMemBuffer(text, name), name, first_line, dialects);
}

Source::Source(std::unique_ptr<llvm::MemoryBuffer> buffer, std::string file, unsigned first_line,
               Dialects dialects)
    : file_(std::move(file)), first_line_(first_line) {
  progress::phase("parsing " + file_.str());
  llvm::StringRef text = buffer->getBuffer();
  std::unique_ptr<llvm::MemoryBuffer> marked;  // keeps the text alive
  if (text.consume_front("\xef\xbb\xbf")) {
    // A byte order mark says that this is UTF-8, which MLIR's text is; it is no column.
    marked = std::move(buffer);
    buffer = llvm::MemoryBuffer::getMemBuffer(text, file_.str());
  }
  if (text.starts_with("ML\xefR"))
    throw BadInput("MLIR bytecode; `partir-opt` turns it into text", start());
  if (auto hostile = find_hostile(text, dialects == Dialects::Upstream)) {
    const llvm::StringRef before(text.begin(), hostile->at - text.begin());
    const size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    const Location where{file_, static_cast<unsigned>(before.count('\n') + first_line_),
                         static_cast<unsigned>(before.size() - line_start + 1), {}};
    if (hostile->is_unsupported) throw Unsupported(hostile->what, where);
    throw BadInput(hostile->what, where);
  }
  if (dialects == Dialects::Upstream && has_newer_names(text)) {
    buffer = llvm::MemoryBuffer::getMemBufferCopy(with_older_names(text), file_.str());
    text = buffer->getBuffer();
  }
  if (text.contains("#any") || text.contains("#sum")) {
    std::string with = dialects::with_aliases(text);
    first_line_shift_ = with.size() - text.size();
    buffer = llvm::MemoryBuffer::getMemBufferCopy(with, file_.str());
  }

  context_ = make_context(dialects);
  manager_ = std::make_unique<llvm::SourceMgr>();
  manager_->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  // SourceMgr would look for a line's start from each place on it: quadratic in the line.
  line_starts_.push_back(this->text().begin());
  for (const char& c : this->text())
    if (c == '\n') line_starts_.push_back(&c + 1);
  state_ = std::make_unique<mlir::AsmParserState>();
  container_ = mlir::ModuleOp::create(mlir::UnknownLoc::get(context_.get()));
  const mlir::ParserConfig config(context_.get(), /*verifyAfterParse=*/false);
  FirstError error(context_.get(), state_.get());
  if (mlir::failed(mlir::parseAsmSourceFile(*manager_, container_->getBody(), config,
                                            state_.get()))) {
    const Location where = error.place(file_).value_or(Location{file_, 1, 1});
    const bool shifted = where.line() == 1 && where.column() > first_line_shift_;
    raise(error.found() ? error.message() : "cannot be parsed",
          Location{file_, where.line() + first_line_ - 1,
                   where.column() - (shifted ? static_cast<unsigned>(first_line_shift_) : 0)});
  }

  // What stands at top level is a module, or the contents of one.
  module_ = *container_;
  for (mlir::Operation& op : *container_->getBody())
    if (auto inner = llvm::dyn_cast<mlir::ModuleOp>(op)) {
      if (!llvm::hasSingleElement(*container_->getBody()))
        throw BadInput("a module beside others; split the file at its separators",
                       location(inner));
      module_ = inner;
    }
  check_structure(module_);
}

Location Source::location(llvm::SMLoc at) const {
  if (!at.isValid()) return {file_, 0, 0, {}};
  const auto next = llvm::upper_bound(line_starts_, at.getPointer());
  const auto line = static_cast<unsigned>(next - line_starts_.begin());
  auto column = static_cast<unsigned>(at.getPointer() - next[-1] + 1);
  if (line == 1 && column > first_line_shift_)
    column -= static_cast<unsigned>(first_line_shift_);
  return {file_, line + first_line_ - 1, column, {}};
}

llvm::StringRef Source::location_name(mlir::Location location) const {
  // Locations share their parts, so each part is looked at once; text_guard.h bounds their depth.
  const auto known = location_names_.find(location);
  if (known != location_names_.end()) return known->second;
  llvm::StringRef name;
  auto look_in = [&](mlir::Location part) {
    if (name.empty()) name = location_name(part);
  };
  if (auto named = llvm::dyn_cast<mlir::NameLoc>(location)) {
    name = named.getName().getValue().take_front(max_location_name);
  } else if (auto call = llvm::dyn_cast<mlir::CallSiteLoc>(location)) {
    look_in(call.getCallee());
    look_in(call.getCaller());
  } else if (auto fused = llvm::dyn_cast<mlir::FusedLoc>(location)) {
    llvm::for_each(fused.getLocations(), look_in);
  }
  location_names_[location] = name;
  return name;
}

Location Source::location(mlir::Operation* op) const {
  Location where{file_, 0, 0, {}};
  if (const auto* definition = state_->getOpDef(op)) {
    where = location(definition->loc.Start);
  } else if (auto at = llvm::dyn_cast<mlir::FileLineColLoc>(op->getLoc())) {
    if (at.getFilename().getValue() == file_.str())
      where = {file_, at.getLine() + first_line_ - 1, at.getColumn(), {}};
  }
  if (!where.known()) where = start();
  return where.named(location_name(op->getLoc()).str());
}

Location Source::location(mlir::Value value) const {
  if (auto result = llvm::dyn_cast<mlir::OpResult>(value)) return location(result.getOwner());
  Location where = location(range(value).Start);
  if (!where.known()) where = location(value.getParentBlock()->getParentOp());
  return where.named(location_name(value.getLoc()).str());
}

llvm::SMRange Source::range(mlir::Value value) const {
  if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(value)) {
    const auto* block = state_->getBlockDef(argument.getOwner());
    if (!block || argument.getArgNumber() >= block->arguments.size()) return {};
    return block->arguments[argument.getArgNumber()].loc;
  }
  const auto* op = state_->getOpDef(value.getDefiningOp());
  if (!op) return {};
  llvm::SMRange found;
  for (const auto& group : op->resultGroups)
    if (group.startIndex <= llvm::cast<mlir::OpResult>(value).getResultNumber())
      found = group.definition.loc;
  return found;
}

std::string Source::name(mlir::Value value) const {
  const llvm::SMRange at = range(value);
  if (!at.isValid()) return {};
  llvm::StringRef text(at.Start.getPointer(), at.End.getPointer() - at.Start.getPointer());
  text.consume_front("%");
  std::string name = text.str();
  auto result = llvm::dyn_cast<mlir::OpResult>(value);
  if (!result) return name;
  // `%3:2` names results 0 and 1 together.
  const auto& groups = state_->getOpDef(result.getOwner())->resultGroups;
  for (size_t g = 0; g < groups.size(); ++g) {
    const unsigned first = groups[g].startIndex;
    const unsigned next =
        g + 1 < groups.size() ? groups[g + 1].startIndex : result.getOwner()->getNumResults();
    if (first <= result.getResultNumber() && result.getResultNumber() < next && next - first > 1)
      name += "#" + std::to_string(result.getResultNumber() - first);
  }
  return name;
}

std::vector<Source::Definition> Source::definitions() const {
  std::vector<Definition> found;
  for (const auto& op : state_->getOpDefs()) {
    unsigned end = op.op->getNumResults();
    for (const auto& group : llvm::reverse(op.resultGroups)) {
      found.emplace_back(op.op->getResults().slice(group.startIndex, end - group.startIndex),
                         &group.definition);
      end = group.startIndex;
    }
  }
  for (const auto& block : state_->getBlockDefs())
    for (const auto& [argument, at] : llvm::zip(block.block->getArguments(), block.arguments))
      found.emplace_back(argument, &at);
  return found;
}

void Source::check_structure(mlir::Operation* op) const {
  FirstError error(context_.get());
  if (mlir::failed(op->getName().verifyInvariants(op)))
    raise(error.message(), location(op));
}

void Source::verify() const {
  FirstError error(context_.get());
  if (mlir::failed(mlir::verify(module_)))
    raise(error.message(), error.place(file_).value_or(location(module_)));
}

}  // namespace partir::bridge
