// Errors that a user can cause or meet, and how they print (architecture.md, "Errors").
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "semantics/name.h"
#include "semantics/rules.h"

namespace partir {

/// Where something stands: a file position, and MLIR's name for it (`loc("dot.75")`) if any. Copied and compared as a
/// pointer: each statement and each value has one, and passes copy them on. Equal ones are one in memory, which is never
/// freed.
class Location {
 public:
  Location() = default;  ///< unknown
  Location(Name file, unsigned line, unsigned column, Name name = {}) : place_(&the({file, line, column, name})) {}
  const std::string& file() const { return place_->file; }
  unsigned line() const { return place_->line; }      ///< from 1; 0 if the position is not known
  unsigned column() const { return place_->column; }  ///< from 1
  const std::string& name() const { return place_->name; }
  bool known() const { return line() != 0; }
  /// The same place under another name.
  Location named(Name name) const { return {place_->file, line(), column(), name}; }
  friend bool operator==(const Location&, const Location&) = default;

 private:
  struct Place {
    Name file;
    unsigned line, column;
    Name name;
    friend bool operator==(const Place&, const Place&) = default;
  };
  struct Of {
    using is_transparent = void;
    size_t operator()(const Place& p) const {
      const auto text = [](const Name& n) { return reinterpret_cast<uintptr_t>(&n.str()); };
      size_t h = text(p.file);
      for (size_t part : {size_t{p.line} << 32 | p.column, size_t{text(p.name)}})
        h = (h ^ part) * 0x9e3779b97f4a7c15ull, h ^= h >> 32;
      return h;
    }
    bool operator()(const Place& a, const Place& b) const { return a == b; }
  };
  static const Place& the(const Place& p) { return p == unknown ? unknown : interned<Place, Of>(p); }

  inline static const Place unknown{{}, 0, 0, {}};
  const Place* place_ = &unknown;
};

/// `file:line:col`, or the name, or `<unknown>`.
inline std::string to_string(const Location& l) {
  if (l.known()) return l.file() + ":" + std::to_string(l.line()) + ":" + std::to_string(l.column());
  if (!l.file().empty()) return l.file();
  return l.name().empty() ? "<unknown>" : "\"" + l.name() + "\"";
}

/// Base of all errors that are not bugs of ours. `what()` is the message without the location.
class Error : public std::runtime_error {
 public:
  Error(Location where, const std::string& message)
      : std::runtime_error(message), where_(where) {}
  const Location& where() const { return where_; }
  /// 1 ill-typed or stuck; 2 usage, parse error or unsupported.
  virtual int exit_code() const = 0;
  /// `file:line:col: error: message`.
  std::string report() const { return to_string(where_) + ": error: " + what(); }
  /// A copy with `where` filled in, if this one has none (rethrown by whoever knows).
  void locate(const Location& where) {
    if (!where_.known()) where_ = where;
  }

 private:
  Location where_;
};

/// Ill-typed input: a premise of a typing rule fails.
class Rejected : public Error {
 public:
  Rejected(Rule rule, int premise, Location where, std::string found, std::string expected)
      : Error(where, message(rule, premise, found, expected)),
        rule(rule), premise(premise), found(std::move(found)), expected(std::move(expected)) {}
  int exit_code() const override { return 1; }
  Rule rule;
  int premise;  ///< numbered from 1 in the order of rules.def
  std::string found, expected;

 private:
  static std::string message(Rule rule, int premise, const std::string& found,
                             const std::string& expected) {
    std::string s = "[";
    s.append(name(rule)).append(" premise ").append(std::to_string(premise)).append("] ");
    s.append(premise_text(rule, premise)).append(": found ").append(found);
    return s.append(", expected ").append(expected);
  }
};

/// A defined failure of execution (a step limit, participants of a collective that disagree).
class Stuck : public Error {
 public:
  Stuck(std::string reason, std::string device, Location where)
      : Error(where, "stuck" + (device.empty() ? "" : " at device " + device) + ": " +
                                    reason),
        reason(std::move(reason)), device(std::move(device)) {}
  int exit_code() const override { return 1; }
  std::string reason, device;
};

/// A promise that an op's attribute makes (`unique_indices`) is broken by its operands: from there on the program has no
/// meaning.
class BrokenPromise : public Stuck {
 public:
  using Stuck::Stuck;
};

/// Outside the fragment that this toolkit covers; never conflated with the others.
class Unsupported : public Error {
 public:
  Unsupported(const std::string& what, Location where)
      : Error(where, "unsupported: " + what) {}
  int exit_code() const override { return 2; }
};

/// Text, a schedule or a command line that cannot be read.
class BadInput : public Error {
 public:
  BadInput(const std::string& what, Location where = {}) : Error(where, what) {}
  int exit_code() const override { return 2; }
};

/// An action or a schedule whose premises fail (an extent that does not divide, an axis twice).
class BadAction : public Error {
 public:
  BadAction(const std::string& what, Location where = {}) : Error(where, what) {}
  int exit_code() const override { return 1; }
};

/// Impossible on well-typed programs: a bug of ours. Not an Error on purpose.
class Crash : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace partir
