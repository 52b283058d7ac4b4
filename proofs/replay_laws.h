// The laws that the checker of certificates knows: when a scalar function of sums of parts is the
// sum of its values, over the reals and modulo powers of two, and likewise for each ⊕.
#pragma once

#include <cstdint>
#include <vector>

#include "proofs/certificate.h"

namespace partir::replaying {

inline bool is_idempotent(Monoid m) { return m != Monoid::Add && m != Monoid::Mul; }
/// On i1 they are or; the others are and.
inline bool is_disjunction(Monoid m) {
  return m == Monoid::Or || m == Monoid::Max || m == Monoid::Add;
}

/// On i1 each has a meaning; bits are no business of other numbers' than integers.
inline bool is_defined_on(Monoid m, ElementType e) {
  return is_bool(e) || is_integer(e) || (m != Monoid::And && m != Monoid::Or);
}

/// Whether the element that these bytes are is ⊕'s identity.
inline bool is_identity_element(Monoid m, ElementType e, const std::vector<std::byte>& data) {
  const auto width = static_cast<size_t>(bit_width(e));
  if (data.size() != (width + 7) / 8) return false;
  if (is_complex(e)) {
    const ElementType half = real_part(e);
    const auto middle = data.begin() + static_cast<int64_t>(data.size() / 2);
    // of mul it is 1 + 0i
    return is_identity_element(m, half, {data.begin(), middle}) &&
           is_identity_element(m == Monoid::Mul ? Monoid::Add : m, half, {middle, data.end()});
  }
  uint64_t bits = 0;
  for (size_t i = 0; i < data.size(); ++i) bits |= std::to_integer<uint64_t>(data[i]) << (8 * i);
  const uint64_t sign = uint64_t{1} << (width - 1), ones = sign | (sign - 1);
  if (!is_float(e)) {
    const bool is_signed = is_signed_int(e);
    if (m == Monoid::Mul) return bits == 1;
    if (m == Monoid::And) return bits == ones;
    if (m == Monoid::Max) return bits == (is_signed ? sign : 0);
    if (m == Monoid::Min) return bits == (is_signed ? sign - 1 : ones);
    return bits == 0;
  }
  // exponent bits all set are an infinity, all but the first are 1
  const size_t mantissa = e == ElementType::F64    ? 52
                          : e == ElementType::F32  ? 23
                          : e == ElementType::BF16 ? 7
                                                   : 10;
  const uint64_t infinity = (sign - 1) >> mantissa << mantissa;
  const uint64_t one = (infinity >> 1) >> mantissa << mantissa;
  switch (m) {
    case Monoid::Add: return (bits & ~sign) == 0;  // -0 is one, too
    case Monoid::Mul: return bits == one;
    case Monoid::Max: return bits == (infinity | sign);
    case Monoid::Min: return bits == infinity;
    default: return false;
  }
}

/// A scalar function at a node, some of whose arguments are the ⊕ of what they are in the parts.
struct Application {
  ScalarFn fn;
  ElementType to;
  std::vector<ElementType> from;  ///< of arguments
  std::vector<char> dependent;    ///< which arguments are
  Monoid of;                      ///< what these are the ⊕ of
};
/// What a law asks of the arguments, if it holds.
enum class Arguments : uint8_t {
  Wrong,   ///< the law is none
  AsTold,  ///< nothing more
  All,     ///< all must be the ⊕, or pass for it
};

/// Whether the law shows that the application is the `to` of what it is in the parts.
inline Arguments arguments_of(certificate::Law law, const Application& a, Monoid to) {
  using enum ScalarFn;
  using certificate::Law;
  const Monoid m = a.of;
  size_t dependent = 0, first = a.from.size();
  bool alike = true;  // the arguments' types
  for (size_t i = 0; i < a.from.size(); ++i) {
    alike &= a.from[i] == a.from[0];
    dependent += a.dependent[i] != 0;
    if (a.dependent[i] && first == a.from.size()) first = i;
  }
  if (dependent == 0) return Arguments::Wrong;
  const ElementType from = a.from[first];
  const bool one = dependent == 1, same = alike && from == a.to, keeps = to == m;
  const bool real = is_float(from) && is_float(a.to);
  const bool complex = is_complex(from) && is_complex(a.to);
  const bool whole = is_integer(from) && is_integer(a.to);
  const bool ring = same && (real || complex || whole), field = same && (real || complex);
  const bool arithmetic = m == Monoid::Add || m == Monoid::Mul;
  const bool bitwise = m == Monoid::And || m == Monoid::Or;
  const bool order = m == Monoid::Max || m == Monoid::Min;
  // of i1, and and or by whichever names
  const bool is_or = a.fn == Or || a.fn == Max || a.fn == Add;
  const bool is_and = a.fn == And || a.fn == Min || a.fn == Multiply;
  const bool flag = same && is_bool(from);
  const auto told = [](bool holds) { return holds ? Arguments::AsTold : Arguments::Wrong; };
  const auto all = [](bool holds) { return holds ? Arguments::All : Arguments::Wrong; };
  switch (law) {
    case Law::Choice:
      // the predicate, argument 0, is alike in all parts; the others, and the result, have one type
      if (a.fn != Select || first == 0 || a.from.size() != 3) return Arguments::Wrong;
      return all(keeps && a.from[1] == a.to && a.from[2] == a.to);
    case Law::Reassociation:
      return all(keeps && same &&
                 (flag ? (is_disjunction(m) ? is_or : is_and) : a.fn == scalar_fn(m)));
    case Law::SameType: return told(keeps && a.fn == Convert && same);
    case Law::Negation: return told(keeps && m == Monoid::Add && a.fn == Negate && ring);
    case Law::Difference: return all(keeps && m == Monoid::Add && a.fn == Subtract && ring);
    case Law::Product: return told(keeps && m == Monoid::Add && a.fn == Multiply && one && ring);
    case Law::Shift:
      return told(keeps && m == Monoid::Add && a.fn == ShiftLeft && one && first == 0 && same &&
                  whole);
    case Law::Quotient:
      return told(keeps && m == Monoid::Add && a.fn == Divide && one && first == 0 && field);
    case Law::ComplexPart:
      return told(keeps && m == Monoid::Add && (a.fn == Real || a.fn == Imag) && is_complex(from) &&
                  a.to == real_part(from));
    case Law::ComplexSum:
      return all(keeps && m == Monoid::Add && a.fn == MakeComplex && alike && is_complex(a.to) &&
                 real_part(a.to) == from);
    case Law::RealConversion:
      return told(keeps && arithmetic && a.fn == Convert &&
                  (real || complex || (is_float(from) && is_complex(a.to))));
    case Law::ModularConversion:
      return told(keeps && arithmetic && a.fn == Convert && whole &&
                  bit_width(a.to) <= bit_width(from));
    case Law::QuotientOfProducts:
      return told(keeps && m == Monoid::Mul && a.fn == Divide && dependent == 2 && field);
    case Law::AbsOfProduct: return told(keeps && m == Monoid::Mul && a.fn == Abs && same && real);
    case Law::SignOfProduct: return told(keeps && m == Monoid::Mul && a.fn == Sign && same && real);
    case Law::Complement: {
      const Monoid dual = m == Monoid::And   ? Monoid::Or
                          : m == Monoid::Or  ? Monoid::And
                          : m == Monoid::Max ? Monoid::Min
                                             : Monoid::Max;
      return told(a.fn == Not && to == dual && same && (bitwise || (order && flag)));
    }
    case Law::BitwiseLattice:
      if (flag) return told(keeps && one && (bitwise || order) && (is_or || is_and));
      return told(keeps && one && bitwise && same && whole && (a.fn == And || a.fn == Or));
    case Law::BitConversion:
      return told(keeps && bitwise && a.fn == Convert && is_integer(a.to) &&
                  (is_integer(from) || is_bool(from)));
    case Law::AnyBit:
      return told(keeps && m == Monoid::Or && a.fn == Convert && is_bool(a.to) && is_integer(from));
    case Law::OrderLattice:
      return told(keeps && one && order && ring && (a.fn == Max || a.fn == Min));
    case Law::OrderReversal:
      return told(order && to != m && (to == Monoid::Max || to == Monoid::Min) && a.fn == Negate &&
                  same && real);
    case Law::OrderedConversion: {
      if (!keeps || !order || a.fn != Convert) return Arguments::Wrong;
      const bool gains_sign = is_unsigned_int(from) && is_signed_int(a.to);
      const bool loses_sign = is_signed_int(from) && is_unsigned_int(a.to);
      return told(real || (whole && !loses_sign &&
                           bit_width(a.to) >= bit_width(from) + (gains_sign ? 1 : 0)));
    }
    case Law::Parts:
    case Law::Idempotent:
    case Law::Identity: break;  // not of functions
  }
  return Arguments::Wrong;
}

}  // namespace partir::replaying
