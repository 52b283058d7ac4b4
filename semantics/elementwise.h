// Bases of elementwise ops: out[ī] = f(x[ī], ..), all operands of one shape.
#pragma once

#include "semantics/op_base.h"

namespace partir {

/// Which element types a family of elementwise ops accepts. `Inexact` are floats and complex
/// numbers.
enum class Accepts : uint8_t {
  Numeric, Real, Float, Inexact, Integer, Logical, Signed, ComplexParts, All
};
constexpr bool accepts(Accepts a, ElementType e) {
  switch (a) {
    case Accepts::Numeric: return !is_bool(e);
    case Accepts::Real: return is_integer(e) || is_float(e);
    case Accepts::Float: return is_float(e);
    case Accepts::Inexact: return is_float(e) || is_complex(e);
    case Accepts::Integer: return is_integer(e);
    case Accepts::Logical: return is_bool(e) || is_integer(e);
    case Accepts::Signed: return is_signed_int(e) || is_float(e) || is_complex(e);
    case Accepts::ComplexParts: return e == ElementType::F32 || e == ElementType::F64;
    case Accepts::All: return true;
  }
  return false;
}
constexpr const char* text(Accepts a) {
  constexpr const char* texts[] = {"an integer, float or complex element type",
                                   "an integer or float element type",
                                   "a float element type",
                                   "a float or complex element type",
                                   "an integer element type",
                                   "i1 or an integer element type",
                                   "a signed integer, float or complex element type",
                                   "f32 or f64",
                                   "any element type"};
  return texts[static_cast<size_t>(a)];
}

/// An op applying `Self::fn` to `Arity` operands of equal type. `Self` adds `name`, `fn`, `accepted`
/// and may hide `partial_entries` to state which partial operands pass.
///   C1 the number of operands; C2 equal operand types; C3 the element type is accepted.
template <class Self, int Arity>
struct Elementwise {
  static constexpr auto attributes() { return boost::hana::make_tuple(); }
  static constexpr int arity = Arity;

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, Arity);
    for (int i = 1; i < Arity; ++i)
      constraint(x[i] == x[0], "C2", "all operands have one type",
                 [&] { return to_string(x[i]) + " beside " + to_string(x[0]); });
    constraint(accepts(Self::accepted, x[0].element), "C3", text(Self::accepted), [&] { return to_string(x[0]); });
    return {{x[0].shape, Self::result_element(x[0].element)}};
  }
  static ElementType result_element(ElementType e) { return e; }

  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    ApplyNode apply{Self::fn, {}};
    for (int i = 0; i < Arity; ++i)
      apply.args.push_back(c.add(x[i].element, ReadNode{i, identity_index(x[i].rank())}));
    c.add(c.result.element, std::move(apply));
    return c;
  }

  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    for (int64_t d = 0; d < x[0].type.rank(); ++d)
      e.push_back(operands(EntryAttrs(Arity, tile(d))) >> tile(d));
    Self::partial_entries(e, x[0].type.element);
    return e;
  }
  /// Most scalar functions are no homomorphism: no partial operand passes.
  static void partial_entries(std::vector<Entry>&, ElementType) {}

  Self localise(const Entry&, int64_t, const Types&) const { return self(); }
  double flops(const Types& x) const { return static_cast<double>(x[0].elements()); }

  static std::vector<Sample<Self>> samples() {
    std::vector<Sample<Self>> all;
    for (ElementType e : {ElementType::F32, ElementType::I32, ElementType::I1, ElementType::UI8,
                          ElementType::BF16, ElementType::I4, ElementType::C64})
      if (accepts(Self::accepted, e))
        for (const Shape& s : {Shape{6, 4}, Shape{12}, Shape{2, 3, 4}})
          all.push_back({Self{}, Types(Arity, TensorType{s, e})});
    return all;
  }

  friend bool operator==(const Self& a, const Self& b) {
    bool equal = true;
    boost::hana::for_each(Self::attributes(), [&](auto attribute) {
      equal = equal && a.*attribute.member == b.*attribute.member;
    });
    return equal;
  }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }
};

/// The entry of an additive function of one operand.
inline void additive_entries(std::vector<Entry>& e) {
  e.push_back(operands(partial(Monoid::Add)) >> partial(Monoid::Add));
}

/// Entries of lattice operations: over a total order min and max distribute over one another.
inline void lattice_entries(std::vector<Entry>& e, Monoid own, Monoid dual) {
  e.push_back(operands(partial(own), partial(own)) >> partial(own));
  for (Monoid m : {own, dual}) {
    e.push_back(operands(partial(m), any) >> partial(m));
    e.push_back(operands(any, partial(m)) >> partial(m));
  }
}

}  // namespace partir
