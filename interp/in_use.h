// What a thread has in use for a while.
#pragma once

namespace partir {

/// Puts a `T` in use on this thread, or none, as long as it lives; then what was in use before is again.
template <class T>
class InUse {
 public:
  explicit InUse(T* t) : before_(current_) { current_ = t; }
  ~InUse() { current_ = before_; }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;
  /// Null where none is.
  static T* current() { return current_; }

 private:
  T* before_;
  inline static thread_local T* current_ = nullptr;
};

}  // namespace partir
