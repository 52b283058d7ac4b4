// Texts that programs hold very often: mesh axes, names of values, files.
#pragma once

#include <compare>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

#include "semantics/interned.h"

namespace partir {

/// A text that is copied and compared as a pointer. Equal ones are one in memory, which is never freed. Ordered as the
/// texts are. Threads may make them side by side.
class Name {
 public:
  Name() = default;                                       ///< the empty one
  Name(std::string_view s) : text_(&the(s)) {}            // NOLINT: a text is a name
  Name(const std::string& s) : text_(&the(s)) {}          // NOLINT: likewise
  Name(const char* s) : text_(&the(s)) {}                 // NOLINT: likewise
  const std::string& str() const { return *text_; }
  operator const std::string&() const { return *text_; }  // NOLINT: it reads like a string
  operator std::string_view() const { return *text_; }    // NOLINT: likewise
  bool empty() const { return text_->empty(); }

  friend bool operator==(const Name& a, const Name& b) { return a.text_ == b.text_; }
  friend std::strong_ordering operator<=>(const Name& a, const Name& b) {
    return a.text_ == b.text_ ? std::strong_ordering::equal : a.str() <=> b.str();
  }
  friend std::string operator+(std::string s, const Name& a) { return std::move(s += a.str()); }
  friend std::string operator+(const Name& a, std::string_view s) { return std::string(a.str()).append(s); }
  friend std::ostream& operator<<(std::ostream& out, const Name& a) { return out << a.str(); }

 private:
  struct Text {
    using is_transparent = void;
    size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
    bool operator()(std::string_view a, std::string_view b) const { return a == b; }
  };
  inline static const std::string none;
  static const std::string& the(std::string_view s) { return s.empty() ? none : interned<std::string, Text>(s); }
  const std::string* text_ = &none;
};

/// A mesh axis (`a`, `b` in the calculus).
class Axis : public Name {
 public:
  using Name::Name;
  const std::string& name() const { return str(); }
};

}  // namespace partir
