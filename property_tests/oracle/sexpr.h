// S-expressions: what is exchanged with the extracted oracle (proofs/coq/oracle).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semantics/diagnostics.h"

namespace partir::oracle {

/// An atom, or a list.
struct Sexpr {
  std::string atom;  ///< empty for a list
  std::vector<Sexpr> items;

  bool is_atom() const { return !atom.empty(); }
  /// The atom that a list begins with; an atom itself.
  std::string_view head() const {
    if (is_atom()) return atom;
    return items.empty() ? std::string_view{} : std::string_view(items[0].atom);
  }
  bool is(std::string_view name) const { return !is_atom() && head() == name; }
  size_t size() const { return items.size(); }
  /// Item `i`; throws BadInput where there is none.
  const Sexpr& operator[](size_t i) const {
    if (i >= items.size()) throw BadInput("the oracle's answer ends too soon: " + text());
    return items[i];
  }
  /// The first item that is a list of that head; throws BadInput where there is none.
  const Sexpr& part(std::string_view name) const {
    if (const Sexpr* found = find(name)) return *found;
    throw BadInput("no (" + std::string(name) + " ..) in " + text());
  }
  const Sexpr* find(std::string_view name) const {
    for (const Sexpr& s : items)
      if (s.is(name)) return &s;
    return nullptr;
  }
  /// The number that an atom is; throws BadInput for anything else.
  int64_t number() const {
    size_t used = 0;
    int64_t n = 0;
    try {
      n = std::stoll(atom, &used);
    } catch (const std::exception&) {
      used = 0;
    }
    if (used == 0 || used != atom.size()) throw BadInput("expected a number, found " + text());
    return n;
  }
  std::string text() const {
    if (is_atom()) return atom;
    std::string s = "(";
    for (size_t i = 0; i < items.size(); ++i) s += (i ? " " : "") + items[i].text();
    return s + ")";
  }
  friend bool operator==(const Sexpr&, const Sexpr&) = default;
};

/// `(1 2 3)`.
inline std::string number_list(const std::vector<int64_t>& numbers) {
  std::string s = "(";
  for (size_t i = 0; i < numbers.size(); ++i) s += (i ? " " : "") + std::to_string(numbers[i]);
  return s + ")";
}
inline std::vector<int64_t> numbers(const Sexpr& list, size_t first = 0) {
  std::vector<int64_t> all;
  for (size_t i = first; i < list.size(); ++i) all.push_back(list[i].number());
  return all;
}

/// Reads one after the other. A string in quotes is an atom, quotes and backslashes kept; `;` begins a
/// comment.
class SexprReader {
 public:
  explicit SexprReader(std::string_view text) : text_(text) {}
  bool at_end() {
    skip();
    return at_ == text_.size();
  }
  /// The next; throws BadInput where there is none, or it is cut off.
  Sexpr next() {
    skip();
    if (at_ == text_.size()) throw BadInput("an s-expression is cut off");
    if (text_[at_] == ')') throw BadInput("a ) without its (");
    if (text_[at_] != '(') return {atom(), {}};
    ++at_;
    Sexpr list;
    for (skip(); at_ == text_.size() || text_[at_] != ')'; skip()) list.items.push_back(next());
    ++at_;
    return list;
  }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
  void skip() {
    while (at_ < text_.size() && (is_space(text_[at_]) || text_[at_] == ';'))
      if (text_[at_] == ';') at_ = std::min(text_.find('\n', at_), text_.size());
      else ++at_;
  }
  std::string atom() {
    const size_t first = at_;
    if (text_[at_] == '"') {
      for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) at_ += text_[at_] == '\\';
      if (at_ >= text_.size()) throw BadInput("a string is cut off");
      ++at_;
    } else {
      while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '(' && text_[at_] != ')') ++at_;
    }
    return std::string(text_.substr(first, at_ - first));
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace partir::oracle
