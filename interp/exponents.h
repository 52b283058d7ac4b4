// A pair of primes between which exp and log are what they are between real numbers: sums here are products there.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "interp/modular.h"

namespace partir {

/// Primes p and q = 2p + 1. The integers modulo 2p, with addition, are the integers modulo q but 0, with multiplication:
/// e is g^e. A number of the model `FieldModel::with_exponents` is both, v modulo 2p and v modulo q, which is one number
/// modulo 2p·q; exp takes the first to the second, log takes it back.
///
/// p is 1 modulo 4, so that 1/2 modulo p has an odd representative: the square root of g^e is g^(e/2), and the root of -y
/// is not that of y.
class Exponents {
 public:
  /// One of few, chosen by `seed`, which live as long as the process.
  static const Exponents& of(uint64_t seed) {
    static constexpr uint64_t several = 4;
    static std::unique_ptr<const Exponents> all[several];
    static std::once_flag made[several];
    const uint64_t i = seed % several;
    std::call_once(made[i], [&] { all[i].reset(new Exponents(i)); });
    return *all[i];
  }

  uint64_t q() const { return q_; }
  /// 2p.
  uint64_t order() const { return 2 * p_; }
  /// 2p·q, below 2^61.
  uint64_t modulus() const { return 2 * p_ * q_; }
  /// The number that is `e` modulo 2p and `y` modulo q.
  uint64_t join(uint64_t e, uint64_t y) const {
    // q is 1 modulo 2p
    const uint64_t t = (e + order() - y % order()) % order();
    return y + q_ * t;
  }
  /// g^e modulo q.
  uint64_t power(uint64_t e) const { return power_modulo(g_, e % order(), q_); }
  /// The e below 2p with g^e = y modulo q, for y other than 0.
  uint64_t logarithm(uint64_t y) const {
    std::call_once(listed_, [this] { list_steps(); });
    // y = g^(i·steps + j), where all g^j are listed
    for (uint64_t i = 0;; ++i, y = y * giant_ % q_)
      for (uint64_t at = slot(y); keys_[at] != 0; at = (at + 1) & mask)
        if (keys_[at] == y) return (i * steps + values_[at]) % order();
  }
  /// y^((p+1)/2): of squares a root, which is a square.
  uint64_t square_root(uint64_t y) const { return power_modulo(y, (p_ + 1) / 2, q_); }
  uint64_t cube_root(uint64_t y) const { return power_modulo(y, inverse(3) % order(), q_); }
  /// 1/v modulo p and modulo q, where v is not 0; odd, as 1 is.
  uint64_t inverse(uint64_t v) const {
    const uint64_t e = power_modulo(v % p_, p_ - 2, p_);
    return join(e % 2 == 1 ? e : e + p_, power_modulo(v % q_, q_ - 2, q_));
  }
  /// The even number below 2p that is `e` modulo p: what is no whole number is even, here.
  uint64_t even(uint64_t e) const {
    const uint64_t r = e % p_;
    return r % 2 == 0 ? r : r + p_;
  }

 private:
  static constexpr uint64_t steps = uint64_t{1} << 19, mask = 2 * steps - 1;

  explicit Exponents(uint64_t seed) {
    // 4p² stays below 2^61
    constexpr uint64_t least = uint64_t{1} << 29, most = 759'000'000;
    for (uint64_t i = 0;; ++i) {
      p_ = least + mix64(mix64(seed) + i) % (most - least);
      p_ -= p_ % 4 - 1;
      q_ = 2 * p_ + 1;
      if (is_prime(p_) && is_prime(q_)) break;
    }
    // -1 is no square modulo q, so that minus a square generates all
    const uint64_t r = 2 + mix64(seed + 1) % (q_ - 4);
    g_ = q_ - r * r % q_;
  }
  static uint64_t slot(uint64_t y) { return (y * 0x9e3779b97f4a7c15u >> 40) & mask; }
  void list_steps() const {
    keys_.assign(mask + 1, 0);
    values_.assign(mask + 1, 0);
    uint64_t y = 1;
    for (uint64_t j = 0; j < steps; ++j, y = y * g_ % q_) {
      uint64_t at = slot(y);
      while (keys_[at] != 0) at = (at + 1) & mask;
      keys_[at] = static_cast<uint32_t>(y);
      values_[at] = static_cast<uint32_t>(j);
    }
    giant_ = power_modulo(y, q_ - 2, q_);  // g^-steps
  }

  uint64_t p_ = 0, q_ = 0, g_ = 0;
  mutable std::once_flag listed_;
  mutable std::vector<uint32_t> keys_, values_;
  mutable uint64_t giant_ = 0;
};

}  // namespace partir
