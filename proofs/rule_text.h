// The characters of a file of rules, line by line: what its readers share.
#pragma once

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "semantics/diagnostics.h"

namespace partir::detail {

/// A place in one line of a text. Spaces may stand between what is read; `#` begins a comment where
/// no `sdy` follows. Throws BadInput, with the place, at what is not as expected.
class RuleText {
 public:
  RuleText(std::string text, std::string path) : text_(std::move(text)), path_(std::move(path)) {}

  /// Goes to the first line, or from a line to the next; false where there is none.
  bool next_line() {
    if (end_ >= text_.size()) return false;
    const size_t begin = end_;
    end_ = std::min(text_.find('\n', begin), text_.size());
    source_ = text_.substr(begin, end_++ - begin);
    at_ = 0;
    ++line_;
    return true;
  }

  /// The column in the line, from 0.
  size_t at() const { return at_; }
  void return_to(size_t at) { at_ = at; }
  /// The line from a column to this one, without what is blank at its end.
  std::string since(size_t from) const {
    size_t to = at_;
    while (to > from && std::isspace(static_cast<unsigned char>(source_[to - 1]))) --to;
    return source_.substr(from, to - from);
  }
  const std::string& path() const { return path_; }
  Location here() const { return {path_, line_, static_cast<unsigned>(at_) + 1, ""}; }
  /// Where the next that is not blank stands.
  Location begin() {
    skip();
    return here();
  }
  [[noreturn]] void fail(const std::string& what) const { throw BadInput(what, here()); }
  /// Whether what follows may stand on further lines.
  void span_lines(bool on) { spans_lines_ = on; }
  void skip() {
    do
      while (at_ < source_.size() && std::isspace(static_cast<unsigned char>(source_[at_]))) ++at_;
    while (spans_lines_ && (at_ == source_.size() || comment()) && next_line());
  }
  /// Whether nothing but a comment is left.
  bool done() {
    skip();
    return at_ == source_.size() || comment();
  }
  /// The next character that is not blank; 0 at the end.
  char peek() {
    skip();
    return at_ < source_.size() && !comment() ? source_[at_] : '\0';
  }
  bool take(const std::string& what) {
    skip();
    if (source_.compare(at_, what.size(), what) != 0) return false;
    at_ += what.size();
    return true;
  }
  /// A word that something blank follows.
  bool take_keyword(const std::string& word) {
    const size_t before = at_;
    if (take(word) && at_ < source_.size() && std::isspace(static_cast<unsigned char>(source_[at_]))) return true;
    at_ = before;
    return false;
  }
  void expect(const std::string& what) {
    if (!take(what)) fail("expected `" + what + "`");
  }
  static bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
  static bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
  /// Letters, digits and `_`, no digit first; `what` says what for.
  std::string word(const std::string& what) {
    skip();
    const size_t from = at_;
    while (at_ < source_.size() && is_word(source_[at_])) ++at_;
    if (from == at_ || is_digit(source_[from])) {
      at_ = from;
      fail("expected " + what);
    }
    return source_.substr(from, at_ - from);
  }
  /// A word, if one stands here.
  std::optional<std::string> take_word() {
    const char c = peek();
    if (c == 0 || !is_word(c) || is_digit(c)) return std::nullopt;
    return word("a word");
  }
  /// What stands before `close`, `->` aside; all that is left, where it does not come.
  std::string until(char close) {
    skip();
    const size_t from = at_;
    while (at_ < source_.size() && (source_[at_] != close || (at_ > 0 && source_[at_ - 1] == '-'))) ++at_;
    return source_.substr(from, at_ - from);
  }
  /// Digits, at most nine.
  int64_t integer() {
    skip();
    const size_t from = at_;
    while (at_ < source_.size() && is_digit(source_[at_])) ++at_;
    if (from == at_) fail("expected a number");
    const size_t to = std::exchange(at_, from);  // an error is at the first digit
    if (to - from > 9) fail("a number of more than nine digits");
    at_ = to;
    return std::stoll(source_.substr(from, to - from));
  }

  /// The digits after a point, as a number below 1.
  double fraction() {
    const size_t from = at_;
    const auto digits = static_cast<double>(integer());
    return digits / std::pow(10.0, static_cast<double>(at_ - from));
  }

 private:
  bool comment() const {
    return at_ < source_.size() && source_[at_] == '#' && source_.compare(at_, 4, "#sdy") != 0;
  }

  std::string text_, path_, source_;
  size_t end_ = 0, at_ = 0;
  unsigned line_ = 0;
  bool spans_lines_ = false;
};

}  // namespace partir::detail
