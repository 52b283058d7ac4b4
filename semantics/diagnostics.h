// Errors that a user can cause or meet, and how they print (architecture.md, "Errors").
#pragma once

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "semantics/rules.h"

namespace partir {

/// A text that its copies share: a program has many locations and few files, and passes copy them on.
class SharedText {
 public:
  SharedText() = default;
  SharedText(std::string s) : text_(s.empty() ? nullptr : new Shared(std::move(s))) {}  // NOLINT: a text
  SharedText(const char* s) : SharedText(std::string(s)) {}  // NOLINT: likewise
  const std::string& str() const {
    static const std::string none;
    return text_ ? text_->text : none;
  }
  operator const std::string&() const { return str(); }  // NOLINT: it reads like a string
  operator std::string_view() const { return str(); }    // NOLINT: likewise
  bool empty() const { return !text_; }
  friend bool operator==(const SharedText& a, const SharedText& b) { return a.text_ == b.text_ || a.str() == b.str(); }

 private:
  struct Shared : boost::intrusive_ref_counter<Shared> {
    explicit Shared(std::string s) : text(std::move(s)) {}
    const std::string text;
  };
  boost::intrusive_ptr<const Shared> text_;  ///< null if empty
};

/// Where something stands: a file position, and MLIR's name for it (`loc("dot.75")`) if any.
struct Location {
  SharedText file;
  unsigned line = 0;
  unsigned column = 0;
  SharedText name;
  bool known() const { return line != 0; }
};

/// `file:line:col`, or the name, or `<unknown>`.
inline std::string to_string(const Location& l) {
  if (l.known())
    return l.file.str() + ":" + std::to_string(l.line) + ":" + std::to_string(l.column);
  if (!l.file.empty()) return l.file;
  return l.name.empty() ? "<unknown>" : "\"" + l.name.str() + "\"";
}

/// Base of all errors that are not bugs of ours. `what()` is the message without the location.
class Error : public std::runtime_error {
 public:
  Error(Location where, const std::string& message)
      : std::runtime_error(message), where_(std::move(where)) {}
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
      : Error(std::move(where), message(rule, premise, found, expected)),
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
      : Error(std::move(where), "stuck" + (device.empty() ? "" : " at device " + device) + ": " +
                                    reason),
        reason(std::move(reason)), device(std::move(device)) {}
  int exit_code() const override { return 1; }
  std::string reason, device;
};

/// Outside the fragment that this toolkit covers; never conflated with the others.
class Unsupported : public Error {
 public:
  Unsupported(const std::string& what, Location where)
      : Error(std::move(where), "unsupported: " + what) {}
  int exit_code() const override { return 2; }
};

/// Text, a schedule or a command line that cannot be read.
class BadInput : public Error {
 public:
  BadInput(const std::string& what, Location where = {}) : Error(std::move(where), what) {}
  int exit_code() const override { return 2; }
};

/// An action or a schedule whose premises fail (an extent that does not divide, an axis twice).
class BadAction : public Error {
 public:
  BadAction(const std::string& what, Location where = {}) : Error(std::move(where), what) {}
  int exit_code() const override { return 1; }
};

/// Impossible on well-typed programs: a bug of ours. Not an Error on purpose.
class Crash : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace partir
