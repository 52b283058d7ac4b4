// A short list that stands in its owner: programs have very many lists of one, two or four.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace partir {

/// What a std::vector of elements that are copied byte by byte is, but up to `N` of them stand in place: they are
/// neither allocated nor looked for elsewhere in memory, which for programs of 10^5 statements is what passes wait for.
/// It converts from and to a std::vector, which copies. Its header is 8 bytes (24 in Boost's small_vector, whose moves
/// are no plain copies either). Unlike with a std::vector, moving one moves its elements: pointers to them end.
/// `resize` and the constructor by size set new elements to `T{}`; std::length_error beyond 2^32 - 1 elements.
template <class T, uint32_t N>
class Few {
  static_assert(std::is_trivially_copyable_v<T> && N > 0);

 public:
  using value_type = T;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using pointer = T*;
  using const_pointer = const T*;
  using iterator = T*;
  using const_iterator = const T*;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;

  Few() = default;
  explicit Few(size_t n, const T& value = T{}) { resize(n, value); }
  Few(std::initializer_list<T> list) { append(list.begin(), list.size()); }
  template <std::forward_iterator It>
  Few(It first, It last) {
    insert(end(), first, last);
  }
  Few(const std::vector<T>& v) { append(v.data(), v.size()); }   // NOLINT: implicit by design
  Few(std::span<const T> v) { append(v.data(), v.size()); }      // NOLINT: likewise
  Few(const Few& other) { append(other.data(), other.size_); }
  Few(Few&& other) noexcept { take(other); }
  Few& operator=(const Few& other) {
    if (this != &other) size_ = 0, append(other.data(), other.size_);
    return *this;
  }
  Few& operator=(Few&& other) noexcept {
    if (this != &other) release(), take(other);
    return *this;
  }
  ~Few() { release(); }
  operator std::vector<T>() const { return {begin(), end()}; }  // NOLINT: likewise

  T* data() { return reinterpret_cast<T*>(capacity_ > N ? elsewhere() : store_); }
  const T* data() const { return const_cast<Few*>(this)->data(); }
  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  iterator begin() { return data(); }
  iterator end() { return data() + size_; }
  const_iterator begin() const { return data(); }
  const_iterator end() const { return data() + size_; }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
  T& operator[](size_t i) { return data()[i]; }
  const T& operator[](size_t i) const { return data()[i]; }
  T& at(size_t i) { return data()[checked(i)]; }
  const T& at(size_t i) const { return data()[checked(i)]; }
  T& front() { return data()[0]; }
  const T& front() const { return data()[0]; }
  T& back() { return data()[size_ - 1]; }
  const T& back() const { return data()[size_ - 1]; }

  void reserve(size_t n) {
    if (n > capacity_) grow(n);
  }
  void clear() { size_ = 0; }
  void push_back(const T& value) { emplace_back(value); }
  template <class... Args>
  T& emplace_back(Args&&... args) {
    const T value{std::forward<Args>(args)...};  // before what it may stand in is freed
    if (size_ == capacity_) grow(size_t{size_} + 1);
    return *::new (static_cast<void*>(data() + size_++)) T(value);
  }
  void pop_back() { --size_; }
  void resize(size_t n, const T& value = T{}) {
    const T fill = value;
    reserve(n);
    if (n > size_) std::uninitialized_fill(data() + size_, data() + n, fill);
    size_ = static_cast<uint32_t>(n);
  }
  template <std::forward_iterator It>
  void assign(It first, It last) {
    *this = Few(first, last);
  }
  void assign(size_t n, const T& value) { *this = Few(n, value); }
  iterator insert(const_iterator at, const T& value) {
    const T one = value;
    return insert(at, &one, &one + 1);
  }
  iterator insert(const_iterator at, size_t n, const T& value) {
    const Few more(n, value);
    return insert(at, more.begin(), more.end());
  }
  /// `first` to `last` are not within this list.
  template <std::forward_iterator It>
  iterator insert(const_iterator at, It first, It last) {
    const size_t i = static_cast<size_t>(at - data()), n = static_cast<size_t>(std::distance(first, last));
    reserve(size_ + n);
    T* const to = data() + i;
    if (n != 0) std::memmove(static_cast<void*>(to + n), static_cast<const void*>(to), (size_ - i) * sizeof(T));
    std::uninitialized_copy(first, last, to);
    size_ += static_cast<uint32_t>(n);
    return to;
  }
  iterator erase(const_iterator at) { return erase(at, at + 1); }
  iterator erase(const_iterator first, const_iterator last) {
    T* const to = data() + (first - data());
    std::copy(last, const_cast<const Few*>(this)->end(), to);
    size_ -= static_cast<uint32_t>(last - first);
    return to;
  }
  void swap(Few& other) noexcept { std::swap(*this, other); }

  friend bool operator==(const Few& a, const Few& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }
  friend bool operator==(const Few& a, const std::vector<T>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
  friend auto operator<=>(const Few& a, const Few& b)
    requires std::three_way_comparable<T>
  {
    return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
  }
  /// As std::erase_if and std::erase do.
  template <class P>
  friend size_t erase_if(Few& list, P&& p) {
    const iterator kept = std::remove_if(list.begin(), list.end(), p);
    const auto gone = static_cast<size_t>(list.end() - kept);
    list.size_ -= static_cast<uint32_t>(gone);
    return gone;
  }
  friend size_t erase(Few& list, const T& value) {
    const T gone = value;  // it may stand in the list
    return erase_if(list, [&](const T& x) { return x == gone; });
  }

 private:
  std::byte* elsewhere() const {
    std::byte* p;
    std::memcpy(&p, store_, sizeof p);
    return p;
  }
  size_t checked(size_t i) const {
    if (i >= size_) throw std::out_of_range("a list of " + std::to_string(size_) + " has no element " + std::to_string(i));
    return i;
  }
  void append(const T* from, size_t n) {
    reserve(size_ + n);
    if (n != 0) std::memcpy(static_cast<void*>(data() + size_), static_cast<const void*>(from), n * sizeof(T));
    size_ += static_cast<uint32_t>(n);
  }
  /// Room for at least `n`, twice what there was.
  void grow(size_t n) {
    constexpr size_t most = std::numeric_limits<uint32_t>::max();
    if (n > most) throw std::length_error("a list of more than 2^32 - 1 elements");
    n = std::min(most, std::max(n, size_t{2} * capacity_));
    auto* const p = static_cast<std::byte*>(::operator new(n * sizeof(T), std::align_val_t{alignof(T)}));
    if (size_ != 0) std::memcpy(p, static_cast<const void*>(data()), size_ * sizeof(T));
    const uint32_t size = size_;
    release();
    std::memcpy(store_, &p, sizeof p);
    size_ = size;
    capacity_ = static_cast<uint32_t>(n);
  }
  void take(Few& other) noexcept {
    std::memcpy(store_, other.store_, sizeof store_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, N);
  }
  void release() noexcept {
    if (capacity_ > N) ::operator delete(elsewhere(), std::align_val_t{alignof(T)});
    size_ = 0, capacity_ = N;
  }

  uint32_t size_ = 0;
  uint32_t capacity_ = N;  ///< N: they stand in `store_`; more: its first bytes are where they are
  alignas(T) std::byte store_[std::max(N * sizeof(T), sizeof(T*))] = {};
};

}  // namespace partir
