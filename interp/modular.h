// Integers modulo a number of up to 62 bits, and a hash of 64.
#pragma once

#include <cstdint>

namespace partir {

/// `a · b mod n` for n < 2^62, a, b < n.
constexpr uint64_t times_modulo(uint64_t a, uint64_t b, uint64_t n) {
  return static_cast<uint64_t>(static_cast<unsigned __int128>(a) * b % n);
}
constexpr uint64_t power_modulo(uint64_t base, uint64_t e, uint64_t n) {
  uint64_t r = 1;
  for (; e != 0; e >>= 1, base = times_modulo(base, base, n))
    if (e & 1) r = times_modulo(r, base, n);
  return r;
}
/// By Miller and Rabin with the bases that decide all numbers of 64 bits.
constexpr bool is_prime(uint64_t n) {
  if (n < 41) {
    for (uint64_t p : {2u, 3u, 5u, 7u, 11u, 13u, 17u, 19u, 23u, 29u, 31u, 37u})
      if (n == p) return true;
    return false;
  }
  if (n % 2 == 0) return false;
  uint64_t odd = n - 1;
  int twos = 0;
  for (; odd % 2 == 0; odd /= 2) ++twos;
  for (uint64_t a : {2u, 3u, 5u, 7u, 11u, 13u, 17u, 19u, 23u, 29u, 31u, 37u}) {
    uint64_t x = power_modulo(a, odd, n);
    bool witness = x != 1 && x != n - 1;
    for (int i = 1; i < twos && witness; ++i) {
      x = times_modulo(x, x, n);
      witness = x != n - 1;
    }
    if (witness) return false;
  }
  return true;
}
/// A strong 64-bit mix (the finaliser of splitmix64, a bijection).
constexpr uint64_t mix64(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

}  // namespace partir
