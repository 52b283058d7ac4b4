// What the ops of arith and math, and affine expressions, compute of one element.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <unordered_map>

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir_bridge/convert.h"
#include "mlir_bridge/upstream/element.h"

namespace partir::bridge {

namespace {

/// An op that is being read: its arguments are nodes of the graph.
struct Scalar {
  ElementGraph& g;
  mlir::Operation* op;
  const std::vector<int>& args;
  const Location& where;

  ElementType element(size_t i = 0) const { return g.element(args[i]); }
  ElementType result() const {
    return value_type(mlir::getElementTypeOrSelf(op->getResult(0).getType()), where).element;
  }
  int apply(ScalarFn fn, std::vector<int> x) const {
    const ElementType e = g.element(x.back());
    return g.apply(fn, e, std::move(x));
  }
  int test(ScalarFn fn, int a, int b) const { return g.apply(fn, ElementType::I1, {a, b}); }
  int convert(int x, ElementType to) const {
    return g.element(x) == to ? x : g.apply(ScalarFn::Convert, to, {x});
  }
  int bits(int x, ElementType to) const {
    return g.element(x) == to ? x : g.apply(ScalarFn::Bitcast, to, {x});
  }
  int is_unsigned(int x) const { return bits(x, with_sign(g.element(x), false)); }
  [[noreturn]] void unsupported(const std::string& why) const {
    throw Unsupported("op '" + op->getName().getStringRef().str() + "' " + why, where);
  }
};

using Reader = int (*)(const Scalar&);

/// The same function of any number of arguments of one type.
template <ScalarFn F>
int plain(const Scalar& s) {
  return s.apply(F, s.args);
}
/// As `plain`; of i1 another function.
template <ScalarFn F, ScalarFn OfBooleans>
int arithmetic(const Scalar& s) {
  return s.apply(is_bool(s.element()) ? OfBooleans : F, s.args);
}
/// As `plain`, not of i1.
template <ScalarFn F>
int integers(const Scalar& s) {
  if (is_bool(s.element())) s.unsupported("of i1");
  return s.apply(F, s.args);
}
/// A function of the unsigned numbers that the bits are; of i1 another function.
template <ScalarFn F, ScalarFn OfBooleans>
int of_unsigned(const Scalar& s) {
  if (is_bool(s.element())) return s.apply(OfBooleans, s.args);
  std::vector<int> x;
  for (int a : s.args) x.push_back(s.is_unsigned(a));
  return s.bits(s.apply(F, std::move(x)), s.element());
}
/// As `of_unsigned`, not of i1.
template <ScalarFn F>
int unsigned_integers(const Scalar& s) {
  if (is_bool(s.element())) s.unsupported("of i1");
  return of_unsigned<F, F>(s);
}
/// The greater or the smaller number; a number where the other is none.
template <ScalarFn F>
int number_of(const Scalar& s) {
  const int a = s.args[0], b = s.args[1];
  const int both = s.apply(F, {a, b});
  const int b_counts = s.apply(ScalarFn::Select, {s.test(ScalarFn::Ne, b, b), a, both});
  return s.apply(ScalarFn::Select, {s.test(ScalarFn::Ne, a, a), b, b_counts});
}

/// `a mod b`, not negative for a positive b.
int mod(const Scalar& s, int a, int b) {
  const int rest = s.apply(ScalarFn::Remainder, {a, b});
  return s.apply(ScalarFn::Remainder, {s.apply(ScalarFn::Add, {rest, b}), b});
}
/// The quotient, rounded down: one less than the truncated one where a remainder has not b's sign.
int floor_divide(const Scalar& s, int a, int b) {
  const ElementType e = s.g.element(a);
  const int zero = s.g.constant(e, 0), quotient = s.apply(ScalarFn::Divide, {a, b});
  const int rest = s.apply(ScalarFn::Remainder, {a, b});
  const int other_sign =
      s.test(ScalarFn::Ne, s.test(ScalarFn::Lt, rest, zero), s.test(ScalarFn::Lt, b, zero));
  const int below =
      s.g.apply(ScalarFn::And, ElementType::I1, {s.test(ScalarFn::Ne, rest, zero), other_sign});
  return s.apply(ScalarFn::Select,
                 {below, s.apply(ScalarFn::Subtract, {quotient, s.g.constant(e, 1)}), quotient});
}
int negated(const Scalar& s, int x) { return s.apply(ScalarFn::Negate, {x}); }
int ceil_divide(const Scalar& s, int a, int b) { return negated(s, floor_divide(s, negated(s, a), b)); }

int compare_integers(const Scalar& s) {
  using P = mlir::arith::CmpIPredicate;
  const P predicate = llvm::cast<mlir::arith::CmpIOp>(s.op).getPredicate();
  int a = s.args[0], b = s.args[1];
  const bool is_signed = predicate == P::slt || predicate == P::sle || predicate == P::sgt ||
                         predicate == P::sge;
  if (is_bool(s.element())) {
    if (is_signed) std::swap(a, b);  // as a signed number, true is -1
  } else if (!is_signed && predicate != P::eq && predicate != P::ne) {
    a = s.is_unsigned(a);
    b = s.is_unsigned(b);
  }
  switch (predicate) {
    case P::eq: return s.test(ScalarFn::Eq, a, b);
    case P::ne: return s.test(ScalarFn::Ne, a, b);
    case P::slt: case P::ult: return s.test(ScalarFn::Lt, a, b);
    case P::sle: case P::ule: return s.test(ScalarFn::Le, a, b);
    case P::sgt: case P::ugt: return s.test(ScalarFn::Gt, a, b);
    case P::sge: case P::uge: return s.test(ScalarFn::Ge, a, b);
  }
  throw Crash("a comparison of integers");
}

int compare_floats(const Scalar& s) {
  using P = mlir::arith::CmpFPredicate;
  const int a = s.args[0], b = s.args[1];
  auto not_of = [&](int x) { return s.g.apply(ScalarFn::Not, ElementType::I1, {x}); };
  auto ordered = [&] {
    return s.g.apply(ScalarFn::And, ElementType::I1,
                     {s.test(ScalarFn::Eq, a, a), s.test(ScalarFn::Eq, b, b)});
  };
  auto differ = [&] {
    return s.g.apply(ScalarFn::Or, ElementType::I1, {s.test(ScalarFn::Lt, a, b), s.test(ScalarFn::Gt, a, b)});
  };
  switch (llvm::cast<mlir::arith::CmpFOp>(s.op).getPredicate()) {
    case P::AlwaysFalse: return s.g.constant(ElementType::I1, 0);
    case P::AlwaysTrue: return s.g.constant(ElementType::I1, 1);
    case P::OEQ: return s.test(ScalarFn::Eq, a, b);
    case P::OGT: return s.test(ScalarFn::Gt, a, b);
    case P::OGE: return s.test(ScalarFn::Ge, a, b);
    case P::OLT: return s.test(ScalarFn::Lt, a, b);
    case P::OLE: return s.test(ScalarFn::Le, a, b);
    case P::ONE: return differ();
    case P::ORD: return ordered();
    case P::UEQ: return not_of(differ());
    case P::UGT: return not_of(s.test(ScalarFn::Le, a, b));
    case P::UGE: return not_of(s.test(ScalarFn::Lt, a, b));
    case P::ULT: return not_of(s.test(ScalarFn::Ge, a, b));
    case P::ULE: return not_of(s.test(ScalarFn::Gt, a, b));
    case P::UNE: return s.test(ScalarFn::Ne, a, b);
    case P::UNO: return not_of(ordered());
  }
  throw Crash("a comparison of floats");
}

int convert(const Scalar& s) { return s.convert(s.args[0], s.result()); }
int convert_to_nearest(const Scalar& s) {
  const auto mode = llvm::cast<mlir::arith::TruncFOp>(s.op).getRoundingmode();
  if (mode && *mode != mlir::arith::RoundingMode::to_nearest_even)
    s.unsupported("with rounding mode " + mlir::arith::stringifyRoundingMode(*mode).str() + ": floats are rounded to nearest even only");
  return convert(s);
}
/// i1 as a signed number is 0 or -1.
int convert_signed(const Scalar& s) {
  const int x = s.convert(s.args[0], s.result());
  return is_bool(s.element()) ? negated(s, x) : x;
}
int convert_unsigned(const Scalar& s) { return s.convert(s.is_unsigned(s.args[0]), s.result()); }
/// The low bits; an i1 is the lowest one.
int truncate(const Scalar& s) {
  const int x = s.args[0];
  if (!is_bool(s.result())) return s.convert(x, s.result());
  return s.convert(s.apply(ScalarFn::And, {x, s.g.constant(s.element(), 1)}), ElementType::I1);
}
/// Between an index, which is an i64, and an integer.
template <int (*Extend)(const Scalar&)>
int cast_index(const Scalar& s) {
  return bit_width(s.result()) < bit_width(s.element()) ? truncate(s) : Extend(s);
}
/// What a float may be, as far as constants say.
struct FloatRange {
  double low = -HUGE_VAL, high = HUGE_VAL;
  bool may_be_nan = true;
};
FloatRange either(const FloatRange& a, const FloatRange& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high), a.may_be_nan || b.may_be_nan};
}
std::optional<double> float_constant(mlir::Value x) {
  mlir::FloatAttr value;
  mlir::SplatElementsAttr splat;
  if (mlir::matchPattern(x, mlir::m_Constant(&value))) return value.getValueAsDouble();
  if (mlir::matchPattern(x, mlir::m_Constant(&splat))) return splat.getSplatValue<llvm::APFloat>().convertToDouble();
  return std::nullopt;
}

/// For which outcomes of a comparison a predicate holds: 1 equal, 2 greater, 4 less, 8 unordered.
unsigned outcomes_of(mlir::arith::CmpFPredicate p) {
  using enum mlir::arith::CmpFPredicate;
  switch (p) {
    case AlwaysFalse: return 0;
    case OEQ: return 1;
    case OGT: return 2;
    case OGE: return 3;
    case OLT: return 4;
    case OLE: return 5;
    case ONE: return 6;
    case ORD: return 7;
    case UNO: return 8;
    case UEQ: return 9;
    case UGT: return 10;
    case UGE: return 11;
    case ULT: return 12;
    case ULE: return 13;
    case UNE: return 14;
    case AlwaysTrue: return 15;
  }
  throw Crash("a predicate of floats");
}

/// The limits that minima, maxima and choices by comparisons with constants set.
class FloatRanges {
 public:
  /// From here on a comparison with a constant has come out so; other conditions say nothing.
  void assume(mlir::Value condition, bool holds) {
    auto test = condition.getDefiningOp<mlir::arith::CmpFOp>();
    if (!test) return;
    constexpr unsigned equal = 1, greater = 2, less = 4, unordered = 8, all = 15;
    unsigned outcomes = outcomes_of(test.getPredicate()) ^ (holds ? 0 : all);
    mlir::Value x = test.getLhs();
    std::optional<double> c = float_constant(test.getRhs());
    if (!c) {
      x = test.getRhs();
      c = float_constant(test.getLhs());
      outcomes = (outcomes & (equal | unordered)) | (outcomes & greater ? less : 0) | (outcomes & less ? greater : 0);
    }
    if (!c || std::isnan(*c) || !(outcomes & (equal | greater | less))) return;
    const double largest =
        llvm::APFloat::getLargest(llvm::cast<mlir::FloatType>(mlir::getElementTypeOrSelf(x.getType())).getFloatSemantics()).convertToDouble();
    const double below = *c == HUGE_VAL ? largest : std::nextafter(*c, -HUGE_VAL);
    const double above = *c == -HUGE_VAL ? -largest : std::nextafter(*c, HUGE_VAL);
    FloatRange r;
    r.may_be_nan = outcomes & unordered;
    if (!(outcomes & less)) r.low = outcomes & equal ? *c : above;
    if (!(outcomes & greater)) r.high = outcomes & equal ? *c : below;
    // nothing is beyond an infinity: what it is not is finite on that side
    if (!(outcomes & equal) && *c == HUGE_VAL) r.high = std::min(r.high, below);
    if (!(outcomes & equal) && *c == -HUGE_VAL) r.low = std::max(r.low, above);
    known_.push_back({x, r});
  }

  FloatRange of(mlir::Value v) {
    FloatRange r = steps_-- > 0 ? made(v) : FloatRange();
    for (const Known& k : known_)
      if (k.value == v) r = {std::max(r.low, k.range.low), std::min(r.high, k.range.high), r.may_be_nan && k.range.may_be_nan};
    return r;
  }

 private:
  struct Known {
    mlir::Value value;
    FloatRange range;
  };

  FloatRange made(mlir::Value v) {
    if (const auto c = float_constant(v)) return std::isnan(*c) ? FloatRange() : FloatRange{*c, *c, false};
    mlir::Operation* op = v.getDefiningOp();
    if (!op) return {};
    const llvm::StringRef name = op->getName().getStringRef();
    const bool is_least = name == "arith.minimumf" || name == "arith.minnumf";
    if (is_least || name == "arith.maximumf" || name == "arith.maxnumf") {
      const FloatRange a = of(op->getOperand(0)), b = of(op->getOperand(1));
      FloatRange r{is_least ? std::min(a.low, b.low) : std::max(a.low, b.low), is_least ? std::min(a.high, b.high) : std::max(a.high, b.high),
                   a.may_be_nan || b.may_be_nan};
      if (name.ends_with("imumf")) return r;
      // a number where the other is none
      if (a.may_be_nan) r = either(r, b);
      if (b.may_be_nan) r = either(r, a);
      r.may_be_nan = a.may_be_nan && b.may_be_nan;
      return r;
    }
    if (name == "arith.select") {
      const size_t known = known_.size();
      assume(op->getOperand(0), true);
      const FloatRange a = of(op->getOperand(1));
      known_.resize(known);
      assume(op->getOperand(0), false);
      const FloatRange b = of(op->getOperand(2));
      known_.resize(known);
      return either(a, b);
    }
    if (name == "arith.extf") return of(op->getOperand(0));
    const auto rounded = [&](double (*round)(double)) {
      const FloatRange r = of(op->getOperand(0));
      return FloatRange{round(r.low), round(r.high), r.may_be_nan};
    };
    if (name == "math.roundeven") return rounded([](double x) { return std::nearbyint(x); });
    if (name == "math.round") return rounded([](double x) { return std::round(x); });
    if (name == "math.floor") return rounded([](double x) { return std::floor(x); });
    if (name == "math.ceil") return rounded([](double x) { return std::ceil(x); });
    if (name == "math.trunc") return rounded([](double x) { return std::trunc(x); });
    return {};
  }

  std::vector<Known> known_;
  int steps_ = 256;  ///< values that are looked at, of operands that share theirs one many times
};

/// What a conversion of floats to integers outside the integers' range, `least` and more and below `beyond`, gives has no meaning upstream,
/// though it has one here: constants must clamp the operand to the range, or nothing may be made of what it gives elsewhere. NaN is not asked
/// for, as what upstream makes of tosa.cast does not exclude it.
void check_clamped(const Scalar& s, double least, double beyond) {
  FloatRanges ranges;
  // where another value is chosen in its place, it does not matter what the conversion gives
  mlir::Value v = s.op->getResult(0);
  for (int choices = 0; choices < 8 && v.hasOneUse(); ++choices) {
    auto choice = llvm::dyn_cast<mlir::arith::SelectOp>(*v.getUsers().begin());
    if (!choice || choice.getCondition() == v) break;
    ranges.assume(choice.getCondition(), choice.getTrueValue() == v);
    v = choice.getResult();
  }
  // a number is rounded to zero
  const FloatRange r = ranges.of(s.op->getOperand(0));
  if (!(r.low >= least || r.low > least - 1) || !(r.high < beyond))
    s.unsupported("of a number that constants do not clamp to the range of its result, outside of which the op has no meaning");
}
int to_unsigned(const Scalar& s) {
  const ElementType to = s.result();
  if (is_bool(to)) s.unsupported("to i1");
  check_clamped(s, 0, std::ldexp(1, bit_width(to)));
  return s.bits(s.convert(s.args[0], with_sign(to, false)), to);
}
int to_signed(const Scalar& s) {
  if (is_bool(s.result())) s.unsupported("to i1");
  const double beyond = std::ldexp(1, bit_width(s.result()) - 1);
  check_clamped(s, -beyond, beyond);
  return s.convert(s.args[0], s.result());
}
int bitcast(const Scalar& s) { return s.bits(s.args[0], s.result()); }

int fused(const Scalar& s) {
  return s.apply(ScalarFn::Add, {s.apply(ScalarFn::Multiply, {s.args[0], s.args[1]}), s.args[2]});
}
int round_to_zero(const Scalar& s) {
  const int x = s.args[0];
  return s.apply(ScalarFn::Select, {s.test(ScalarFn::Lt, x, s.g.constant(s.element(), 0)),
                                    s.apply(ScalarFn::Ceil, {x}), s.apply(ScalarFn::Floor, {x})});
}
int power_of_two(const Scalar& s) {
  return s.apply(ScalarFn::Power, {s.g.constant(s.element(), 2), s.args[0]});
}

const std::unordered_map<std::string, Reader>& readers() {
  using enum ScalarFn;
  static const std::unordered_map<std::string, Reader> table = {
      {"arith.addf", plain<Add>},
      {"arith.addi", arithmetic<Add, Xor>},
      {"arith.subf", plain<Subtract>},
      {"arith.subi", arithmetic<Subtract, Xor>},
      {"arith.mulf", plain<Multiply>},
      {"arith.muli", arithmetic<Multiply, And>},
      {"arith.divf", plain<Divide>},
      {"arith.divsi", integers<Divide>},
      {"arith.divui", unsigned_integers<Divide>},
      {"arith.floordivsi",
       [](const Scalar& s) {
         if (is_bool(s.element())) s.unsupported("of i1");
         return floor_divide(s, s.args[0], s.args[1]);
       }},
      {"arith.ceildivsi",
       [](const Scalar& s) {
         if (is_bool(s.element())) s.unsupported("of i1");
         return ceil_divide(s, s.args[0], s.args[1]);
       }},
      {"arith.remf", plain<Remainder>},
      {"arith.remsi", integers<Remainder>},
      {"arith.remui", unsigned_integers<Remainder>},
      {"arith.andi", plain<And>},
      {"arith.ori", plain<Or>},
      {"arith.xori", plain<Xor>},
      {"arith.shli", integers<ShiftLeft>},
      {"arith.shrsi", integers<ShiftRightArithmetic>},
      {"arith.shrui", integers<ShiftRightLogical>},
      {"arith.negf", plain<Negate>},
      {"arith.maximumf", plain<Max>},
      {"arith.minimumf", plain<Min>},
      {"arith.maxnumf", number_of<Max>},
      {"arith.minnumf", number_of<Min>},
      {"arith.maxsi", arithmetic<Max, And>},
      {"arith.minsi", arithmetic<Min, Or>},
      {"arith.maxui", of_unsigned<Max, Or>},
      {"arith.minui", of_unsigned<Min, And>},
      {"arith.cmpi", compare_integers},
      {"arith.cmpf", compare_floats},
      {"arith.select", plain<Select>},
      {"arith.extf", convert},
      {"arith.truncf", convert_to_nearest},
      {"arith.extsi", convert_signed},
      {"arith.extui", convert_unsigned},
      {"arith.trunci", truncate},
      {"arith.sitofp", convert_signed},
      {"arith.uitofp", convert_unsigned},
      {"arith.fptosi", to_signed},
      {"arith.fptoui", to_unsigned},
      {"arith.index_cast", cast_index<convert_signed>},
      {"arith.index_castui", cast_index<convert_unsigned>},
      {"arith.bitcast", bitcast},
      {"math.absf", plain<Abs>},
      {"math.absi", integers<Abs>},
      {"math.acos", plain<Acos>},
      {"math.acosh", plain<Acosh>},
      {"math.asin", plain<Asin>},
      {"math.asinh", plain<Asinh>},
      {"math.atan", plain<Atan>},
      {"math.atan2", plain<Atan2>},
      {"math.atanh", plain<Atanh>},
      {"math.cbrt", plain<Cbrt>},
      {"math.ceil", plain<Ceil>},
      {"math.cos", plain<Cosine>},
      {"math.cosh", plain<Cosh>},
      {"math.ctlz", integers<CountLeadingZeros>},
      {"math.ctpop", integers<Popcnt>},
      {"math.erf", plain<Erf>},
      {"math.exp", plain<Exp>},
      {"math.exp2", power_of_two},
      {"math.expm1", plain<Expm1>},
      {"math.floor", plain<Floor>},
      {"math.fma", fused},
      {"math.log", plain<Log>},
      {"math.log1p", plain<Log1p>},
      {"math.powf", plain<Power>},
      {"math.round", plain<RoundAfz>},
      {"math.roundeven", plain<RoundEven>},
      {"math.rsqrt", plain<Rsqrt>},
      {"math.sin", plain<Sine>},
      {"math.sinh", plain<Sinh>},
      {"math.sqrt", plain<Sqrt>},
      {"math.tan", plain<Tan>},
      {"math.tanh", plain<Tanh>},
      {"math.trunc", round_to_zero},
  };
  return table;
}

/// Flags that promise what the operands are, or allow another result: neither is judged.
void check_flags(const Scalar& s) {
  if (auto fast = llvm::dyn_cast<mlir::arith::ArithFastMathInterface>(s.op))
    if (const auto flags = fast.getFastMathFlagsAttr(); flags && flags.getValue() != mlir::arith::FastMathFlags::none)
      s.unsupported("with fast-math flags (" + mlir::arith::stringifyFastMathFlags(flags.getValue()) + "): what they promise or allow is not judged");
  if (auto bounded = llvm::dyn_cast<mlir::arith::ArithIntegerOverflowFlagsInterface>(s.op))
    if (const auto flags = bounded.getOverflowAttr(); flags && flags.getValue() != mlir::arith::IntegerOverflowFlags::none)
      s.unsupported("with overflow flags (" + mlir::arith::stringifyIntegerOverflowFlags(flags.getValue()) + "): whether they hold is not judged");
  // a flag of a later arith or math is read as an attribute of its own
  for (const mlir::NamedAttribute& a : s.op->getDiscardableAttrs())
    if (!a.getName().getValue().contains('.')) s.unsupported("with attribute '" + a.getName().str() + "', which is none of this op's here");
}

/// How the ops of affine maps put the results of their map together.
const std::unordered_map<std::string, ScalarFn>& affine_folds() {
  static const std::unordered_map<std::string, ScalarFn> table = {
      {"affine.apply", ScalarFn::Add}, {"affine.min", ScalarFn::Min}, {"affine.max", ScalarFn::Max}};
  return table;
}

}  // namespace

std::optional<int> add_scalar_op(ElementGraph& graph, mlir::Operation* op,
                                 const std::vector<int>& args, const Location& where) {
  if (auto constant = llvm::dyn_cast<mlir::arith::ConstantOp>(op)) {
    // A splat tensor is its element throughout; others are no scalar.
    const Literal value = constant_of(constant.getValue(), where);
    if (!value.splat && value.type.rank() > 0) return std::nullopt;
    return graph.add(value.type.element, Literal::splat_bits({{}, value.type.element}, value.bits(0)));
  }
  const std::string name = op->getName().getStringRef().str();
  if (const auto fold = affine_folds().find(name); fold != affine_folds().end()) {
    const mlir::AffineMap map = op->getAttrOfType<mlir::AffineMapAttr>("map").getValue();
    const auto symbols = args.begin() + map.getNumDims();
    int result = -1;
    for (mlir::AffineExpr e : map.getResults()) {
      const int n = add_affine(graph, e, {args.begin(), symbols}, {symbols, args.end()}, where);
      result = result < 0 ? n : graph.apply(fold->second, ElementType::I64, {result, n});
    }
    return result;
  }
  const auto reader = readers().find(name);
  if (reader == readers().end()) return std::nullopt;
  const Scalar scalar{graph, op, args, where};
  check_flags(scalar);
  return reader->second(scalar);
}

int add_affine(ElementGraph& graph, mlir::AffineExpr expr, const std::vector<int>& dims,
               const std::vector<int>& symbols, const Location& where) {
  using Kind = mlir::AffineExprKind;
  if (auto dim = llvm::dyn_cast<mlir::AffineDimExpr>(expr)) return dims.at(dim.getPosition());
  if (auto symbol = llvm::dyn_cast<mlir::AffineSymbolExpr>(expr)) return symbols.at(symbol.getPosition());
  if (auto constant = llvm::dyn_cast<mlir::AffineConstantExpr>(expr))
    return graph.add(ElementType::I64,
                     Literal::splat_bits({{}, ElementType::I64},
                                         static_cast<uint64_t>(constant.getValue())));
  auto both = llvm::cast<mlir::AffineBinaryOpExpr>(expr);
  const int a = add_affine(graph, both.getLHS(), dims, symbols, where);
  const int b = add_affine(graph, both.getRHS(), dims, symbols, where);
  const Scalar s{graph, nullptr, dims, where};
  switch (expr.getKind()) {
    case Kind::Add: return s.apply(ScalarFn::Add, {a, b});
    case Kind::Mul: return s.apply(ScalarFn::Multiply, {a, b});
    case Kind::Mod: return mod(s, a, b);
    case Kind::FloorDiv: return floor_divide(s, a, b);
    case Kind::CeilDiv: return ceil_divide(s, a, b);
    default: throw Crash("a kind of affine expression");
  }
}

}  // namespace partir::bridge
