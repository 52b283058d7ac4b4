// Ops by name in files of rules: an instance of an op of the toolkit, as a line of text.
//
//   op reduce(f32[6,4], f32[] = 0) {dimensions = [0], reducer = add}
//
// Attributes have StableHLO's names, and may stand on several lines; lists are `[1, -2]`,
// enumerations are spelled as there, functions of scalars are named: a monoid, a comparison,
// `second` or `argmax`.
#pragma once

#include <cmath>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "proofs/extent_family.h"
#include "proofs/nearest_name.h"
#include "proofs/rule_text.h"
#include "semantics/instances.h"

namespace partir {

/// An op with its attributes, and the types of its operands; and where it stands.
struct NamedOp {
  std::string name;
  Location location;
  OpInstance instance;
};

#if PARTIR_PROOFS_BODIES
namespace detail {

/// Reads one; throws BadInput at the first thing that is not understood, or ill-typed.
class NamedOpReader {
 public:
  explicit NamedOpReader(RuleText& t) : t_(t) {}

  /// The op, whose name was read; it stands at `begin`.
  NamedOp read(const std::string& name, const Location& begin) {
    std::optional<NamedOp> op;
    std::vector<std::string> known;
    for_each_op([&](const auto& o) {
      using T = std::decay_t<decltype(o)>;
      known.emplace_back(T::name);
      if (!op && T::name == name) op = read_as<T>(name, begin);
    });
    if (!op) throw BadInput("no op is called \"" + name + "\"" + meant(name, known), begin);
    return std::move(*op);
  }

 private:
  static constexpr int64_t most_elements = 1 << 16;
  static constexpr double most_flops = 1e6;
  static constexpr size_t most_rank = 8;
  static constexpr const char* smaller = "; write smaller extents: they vary in the proof";

  template <class T>
  NamedOp read_as(const std::string& name, const Location& begin) {
    const Location types = t_.begin();
    operands();
    T op;
    attributes(op);
    NamedOp named{name, begin, {Op(std::move(op)), std::move(operands_)}};
    check(named.instance, types);
    return named;
  }
  /// Against the op's own shape rule; and that it is small enough to be run many times.
  static void check(const OpInstance& x, const Location& where) {
    const Types types = types_of(x.operands);
    Types results;
    try {
      results = x.op.infer(types);
    } catch (const ConstraintViolation& v) {
      throw BadInput("ill-typed: " + v.label + " " + v.text + ": found " + v.found, where);
    }
    for (const TensorType& r : results)
      if (!is_small(r.shape))
        throw BadInput("its result " + to_string(r) + " is too large to run" + smaller, where);
    if (!(x.op.flops(types) <= most_flops))
      throw BadInput("takes more than a million scalar operations" + std::string(smaller), where);
  }
  static bool is_small(const Shape& shape) {
    double n = 1;
    for (int64_t e : shape) n *= static_cast<double>(std::max<int64_t>(e, 1));
    return n <= most_elements && shape.size() <= most_rank;
  }

  // ---- operands

  void operands() {
    t_.expect("(");
    if (t_.take(")")) return;
    do {
      OperandInfo o{type(), std::nullopt};
      if (t_.take("=")) o.splat = element(o.type.element);
      operands_.push_back(std::move(o));
      if (operands_.size() > 16) t_.fail("more than 16 operands");
    } while (t_.take(","));
    t_.expect(")");
  }
  /// `f32[6,4]`
  TensorType type() {
    TensorType t;
    value(t.element);
    const Location begin = t_.begin();
    t_.expect("[");
    if (!t_.take("]")) {
      do t.shape.push_back(t_.integer());
      while (t_.take(","));
      t_.expect("]");
    }
    check_shape(t.shape, begin);
    return t;
  }
  static void check_shape(const Shape& shape, const Location& where) {
    for (int64_t e : shape)
      if (e < 0) throw BadInput("a shape has no negative extents", where);
    if (!is_small(shape))
      throw BadInput(shape.size() > most_rank ? "more than " + std::to_string(most_rank) + " dimensions"
                                              : "more than " + std::to_string(most_elements) + " elements" + smaller, where);
  }
  /// A number, as an element of a type that holds it.
  ElementBits element(ElementType e) {
    const Location begin = t_.begin();
    const double v = number();
    // as wide as the type: encoded negative integers are not
    const ElementBits bits = Literal::splat_value({{}, e}, v).bits(0);
    const bool whole = is_integer(e) || is_bool(e);
    if (whole && (!std::isfinite(v) || std::abs(v) > 1e15 || Literal::decode(e, bits) != v))
      throw BadInput("no " + std::string(partir::name(e)), begin);
    return bits;
  }

  // ---- attributes

  /// Calls `f(name, member, may be left out)` for each attribute, the lists of a window one by one.
  template <class T, class F>
  static void for_attributes(T& op, F&& f) {
    boost::hana::for_each(T::attributes(), [&](auto a) {
      auto& member = op.*(a.member);
      using M = std::decay_t<decltype(member)>;
      if constexpr (std::is_same_v<M, WindowLists>) {
        f("window_dimensions", member.size, false), f("window_strides", member.stride, false);
        f("padding_low", member.low, false), f("padding_high", member.high, false);
        f("base_dilations", member.base, false), f("window_dilations", member.dilation, false);
      } else {
        f(a.name, member, std::is_same_v<M, bool> || std::is_same_v<M, ComparisonOrder>);
      }
    });
  }
  template <class T>
  void attributes(T& op) {
    std::vector<std::string> known, needed;
    for_attributes(op, [&](std::string_view name, auto&, bool optional) {
      known.emplace_back(name);
      if (!optional) needed.emplace_back(name);
    });
    std::set<std::string> given;
    const bool some = t_.take("{");
    t_.span_lines(some);
    if (some && !t_.take("}")) {
      do {
        const Location begin = t_.begin();
        const std::string name = t_.word("an attribute");
        if (std::find(known.begin(), known.end(), name) == known.end())
          throw BadInput(std::string(T::name) + " has no attribute \"" + name + "\"" +
                             meant(name, known), begin);
        if (!given.insert(name).second)
          throw BadInput("attribute " + name + " stands twice", begin);
        t_.expect("=");
        for_attributes(op, [&](std::string_view of, auto& member, bool) {
          if (of != name) return;
          const Location at = t_.begin();
          if constexpr (std::is_same_v<std::decay_t<decltype(member)>, ScalarBody>)
            member = body(std::is_same_v<T, Sort>);
          else value(member);
          if constexpr (std::is_same_v<std::decay_t<decltype(member)>, std::vector<int64_t>>)
            if (name == "result_shape") check_shape(member, at);
        });
      } while (t_.take(","));
      t_.expect("}");
    }
    t_.span_lines(false);
    std::erase_if(needed, [&](const std::string& name) { return given.contains(name); });
    if (needed.empty()) return;
    std::string list;
    for (const std::string& name : needed) list += (list.empty() ? "" : ", ") + name;
    t_.fail(std::string(T::name) + " needs attribute" + (needed.size() > 1 ? "s " : " ") + list);
  }

  // one overload for each type of an attribute's member

  void value(int64_t& v) {
    const bool negative = t_.take("-");
    v = negative ? -t_.integer() : t_.integer();
  }
  void value(bool& v) { v = one_of<bool>({"false", "true"}); }
  void value(double& v) {
    const Location begin = t_.begin();
    v = number();
    if (!std::isfinite(v)) throw BadInput("expected a finite number", begin);
  }
  void value(std::vector<int64_t>& v) {
    t_.expect("[");
    if (t_.take("]")) return;
    do value(v.emplace_back());
    while (t_.take(","));
    t_.expect("]");
  }
  void value(ElementType& v) {
    const Location begin = t_.begin();
    std::string name = t_.word("an element type");
    if (name == "complex") {
      t_.expect("<");
      name += "<" + t_.word("f32 or f64") + ">";
      t_.expect(">");
    }
    const std::optional<ElementType> e = element_type(name);
    if (!e) throw BadInput("no element type is called \"" + name + "\"", begin);
    v = *e;
  }
  void value(Monoid& v) {
    const Location begin = t_.begin();
    const std::string name = t_.word("add, mul, max, min, and or or");
    const std::optional<Monoid> m = monoid(name);
    if (!m) throw BadInput("no monoid is called \"" + name + "\"", begin);
    v = *m;
  }
  void value(ComparisonDirection& v) { v = one_of<ComparisonDirection>(comparison_names); }
  void value(ComparisonOrder& v) { v = one_of<ComparisonOrder>({"USUAL", "TOTALORDER"}); }
  void value(FftType& v) { v = one_of<FftType>(fft_type_names); }
  void value(TransposeA& v) { v = one_of<TransposeA>(transpose_a_names); }
  /// `f32[6] 2`, all alike, or `f32[3] [1, 2, 3]`, in row-major order.
  void value(Literal& v) {
    const TensorType t = type();
    if (t_.peek() != '[') {
      v = Literal::splat_bits(t, element(t.element));
      return;
    }
    const Location begin = t_.begin();
    v = {t, false, {}};
    int64_t count = 0;
    t_.expect("[");
    if (!t_.take("]")) {
      do {
        const ElementBits bits = element(t.element);
        const auto* bytes = reinterpret_cast<const std::byte*>(&bits);
        v.data.insert(v.data.end(), bytes, bytes + byte_width(t.element));
        ++count;
      } while (t_.take(","));
      t_.expect("]");
    }
    if (count != t.elements())
      throw BadInput(std::to_string(count) + " elements for " + to_string(t), begin);
  }
  /// A function of scalars of the first operand's element type; a sort's has
  /// pairs of all operands'.
  ScalarBody body(bool sorts) {
    const Location begin = t_.begin();
    const std::string name = t_.word("a function's name");
    if (operands_.empty()) throw BadInput("a function of no operands", begin);
    const ElementType e = operands_[0].type.element;
    if (const std::optional<Monoid> m = monoid(name); m && !sorts) {
      if (!defined_on(*m, e))
        throw BadInput("no " + name + " of " + std::string(partir::name(e)), begin);
      return monoid_body(*m, e);
    }
    if (name == "second" && !sorts) return second_body(e);
    if (name == "argmax" && !sorts && operands_.size() > 1)
      return argmax_body(e, operands_[1].type.element);
    using enum ScalarFn;
    for (ScalarFn fn : {Eq, Ne, Lt, Le, Gt, Ge}) {
      if (partir::name(fn) != name) continue;
      if (!sorts) return comparison_body(fn, e);
      std::vector<ElementType> pairs;
      for (const OperandInfo& o : operands_) pairs.insert(pairs.end(), 2, o.type.element);
      ScalarBody b = ScalarBody::of(std::move(pairs));
      b.results = {b.add(ElementType::I1, ApplyNode{fn, {0, 1}})};
      return b;
    }
    throw BadInput("no function is called \"" + name + "\"" +
                       (sorts ? "; a sort has lt, le, gt or ge" : ""), begin);
  }

  template <class E, size_t N>
  E one_of(const std::string_view (&names)[N]) {
    std::string list;
    for (std::string_view n : names) list += (list.empty() ? "" : ", ") + std::string(n);
    const Location begin = t_.begin();
    const std::string name = t_.word("one of " + list);
    for (size_t i = 0; i < N; ++i)
      if (names[i] == name) return static_cast<E>(i);
    throw BadInput("expected one of " + list, begin);
  }
  /// `-1.5`, `inf`.
  double number() {
    const bool negative = t_.take("-");
    if (t_.take("inf")) return negative ? -INFINITY : INFINITY;
    double v = static_cast<double>(t_.integer());
    if (t_.take(".")) v += t_.fraction();
    return negative ? -v : v;
  }

  RuleText& t_;
  Operands operands_;
};

}  // namespace detail
#endif
}  // namespace partir
