// A mesh axis: a name that is copied and compared as a pointer.
#pragma once

#include <compare>
#include <functional>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace partir {

/// A mesh axis name (`a`, `b` in the calculus). Equal names are one text in memory, which is never freed: programs
/// name few axes and name them very often. Ordered as the names are. Threads may make axes side by side.
class Axis {
 public:
  Axis() = default;                                       ///< of the empty name
  Axis(std::string_view name) : name_(&the(name)) {}      // NOLINT: a name is an axis
  Axis(const std::string& name) : name_(&the(name)) {}    // NOLINT: likewise
  Axis(const char* name) : name_(&the(name)) {}           // NOLINT: likewise
  const std::string& name() const { return *name_; }
  operator const std::string&() const { return *name_; }  // NOLINT: it reads like a string
  bool empty() const { return name_->empty(); }

  friend bool operator==(const Axis& a, const Axis& b) { return a.name_ == b.name_; }
  friend std::strong_ordering operator<=>(const Axis& a, const Axis& b) {
    return a.name_ == b.name_ ? std::strong_ordering::equal : a.name() <=> b.name();
  }
  friend std::string operator+(std::string s, const Axis& a) { return std::move(s += a.name()); }
  friend std::string operator+(const Axis& a, std::string_view s) { return std::string(a.name()).append(s); }
  friend std::ostream& operator<<(std::ostream& out, const Axis& a) { return out << a.name(); }

 private:
  inline static const std::string none;
  static const std::string& the(std::string_view name) {
    if (name.empty()) return none;
    struct Hash {
      using is_transparent = void;
      size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
    };
    static auto& names = *new std::unordered_set<std::string, Hash, std::equal_to<>>;  // outlives all axes
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    const auto found = names.find(name);
    return found != names.end() ? *found : *names.emplace(name).first;
  }
  const std::string* name_ = &none;
};

}  // namespace partir
