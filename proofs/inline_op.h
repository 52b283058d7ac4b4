// Ops written as comprehensions in a line of text: what someone who adds a rule writes.
//
//   op matmul: out[b,m,n] = sum(k) l[b,m,k] * r[b,k,n]
//
// Indices are lower-case names, each with an extent of its own; a place may be an affine sum of
// them (`x[2*i+k]`). Elements are f32.
#pragma once

#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "proofs/entry_problem.h"
#include "proofs/rule_text.h"

namespace partir {

/// A comprehension over unknown extents, one for each index.
struct InlineOp {
  std::string name;
  Location location;
  std::vector<std::string> indices;   ///< by unknown
  std::vector<std::string> operands;  ///< in the order in which they are first read
  std::vector<std::vector<Polynomial>> extents;  ///< of operands: the places that are read
  symbolic::Comprehension comprehension;
};

namespace detail {

/// Reads one; throws BadInput at the first thing that is not understood.
class InlineOpReader {
 public:
  explicit InlineOpReader(RuleText& t) : t_(t) {}

  /// The op, whose name was read; it stands at `begin`.
  InlineOp read(std::string name, const Location& begin) {
    op_.location = begin;
    op_.name = std::move(name);
    t_.expect(":");
    op_.comprehension.element = ElementType::F32;
    t_.word("the result's name");
    t_.expect("[");
    if (!t_.take("]")) {
      do op_.comprehension.shape.push_back(Polynomial::unknown(new_index()));
      while (t_.take(","));
      t_.expect("]");
    }
    const size_t kept = op_.indices.size();
    t_.expect("=");
    const size_t before = t_.at();
    if (t_.peek() != '\0' && std::isalpha(static_cast<unsigned char>(t_.peek()))) {
      const std::string r = t_.word("a reduction or an operand");
      const auto found = reducers().find(r);
      // `max(k) ..` reduces, `max(x[i], y[i])` is a function
      if (found != reducers().end() && reduces()) {
        op_.comprehension.reducer = found->second;
        t_.expect("(");
        do op_.comprehension.reduction.push_back(Polynomial::unknown(new_index()));
        while (t_.take(","));
        t_.expect(")");
      } else {
        t_.return_to(before);
      }
    }
    sum();
    for (size_t i = 0; i < op_.indices.size(); ++i)
      if (!read_[static_cast<int>(i)] && i >= kept)
        throw BadInput("index " + op_.indices[i] + " is reduced over and not read", begin);
    return std::move(op_);
  }

 private:
  static const std::map<std::string, Monoid>& reducers() {
    static const std::map<std::string, Monoid> all = {
        {"sum", Monoid::Add}, {"prod", Monoid::Mul}, {"max", Monoid::Max}, {"min", Monoid::Min}};
    return all;
  }
  /// Whether `(name, ..)` follows: names alone.
  bool reduces() {
    const size_t before = t_.at();
    bool only = t_.take("(");
    while (only) {
      only = t_.take_word().has_value();
      if (!t_.take(",")) break;
    }
    only = only && t_.peek() == ')';
    t_.return_to(before);
    return only;
  }
  int new_index() {
    const Location begin = t_.begin();
    const std::string i = t_.word("an index");
    if (std::find(op_.indices.begin(), op_.indices.end(), i) != op_.indices.end())
      throw BadInput("index " + i + " stands twice", begin);
    op_.indices.push_back(i);
    return static_cast<int>(op_.indices.size()) - 1;
  }

  // ---- the body

  int add(decltype(symbolic::Node::expr) e) {
    if (op_.comprehension.body.size() >= 1000) t_.fail("an expression of more than 1,000 parts");
    op_.comprehension.body.push_back({ElementType::F32, std::move(e)});
    return static_cast<int>(op_.comprehension.body.size()) - 1;
  }
  int apply(ScalarFn fn, std::vector<int> args) { return add(ApplyNode{fn, std::move(args)}); }
  int sum() {
    int x = product();
    while (t_.peek() == '+' || t_.peek() == '-') {
      const bool plus = t_.take("+");
      if (!plus) t_.expect("-");
      const int y = product();
      x = apply(plus ? ScalarFn::Add : ScalarFn::Subtract, {x, y});
    }
    return x;
  }
  int product() {
    int x = factor();
    while (t_.peek() == '*' || t_.peek() == '/') {
      const bool times = t_.take("*");
      if (!times) t_.expect("/");
      const int y = factor();
      x = apply(times ? ScalarFn::Multiply : ScalarFn::Divide, {x, y});
    }
    return x;
  }
  int factor() {
    if (++depth_ > 200) t_.fail("an expression nested more than 200 deep");
    const int x = factor_();
    --depth_;
    return x;
  }
  int64_t whole_number() {
    const Location begin = t_.begin();
    const int64_t n = t_.integer();
    if (t_.peek() == '.') throw BadInput("numbers are whole", begin);
    return n;
  }
  int factor_() {
    if (t_.take("-")) return apply(ScalarFn::Negate, {factor()});
    if (t_.take("(")) {
      const int x = sum();
      t_.expect(")");
      return x;
    }
    if (RuleText::is_digit(t_.peek()))
      return add(symbolic::Constant{
          std::make_shared<const Literal>(Literal::splat_value(
              {{}, ElementType::F32}, static_cast<double>(whole_number()))), {}});
    const Location begin = t_.begin();
    const std::string name = t_.word("an operand, a function or a number");
    if (t_.peek() == '[') return read_operand(name, begin);
    if (reducers().contains(name) && reduces()) throw BadInput(name + "(k) stands once, directly after =", begin);
    if (!t_.take("(")) throw BadInput(name + " is read without places: `" + name + "[..]`", begin);
    for (size_t f = 0; f < scalar_fns.size(); ++f) {
      const auto fn = static_cast<ScalarFn>(f);
      if (scalar_fns[f].name != name || !is_function(fn)) continue;
      std::vector<int> args{sum()};
      while (t_.take(",")) args.push_back(sum());
      t_.expect(")");
      if (static_cast<int>(args.size()) != arity(fn))
        throw BadInput(name + " has " + std::to_string(arity(fn)) + " arguments", begin);
      return apply(fn, std::move(args));
    }
    throw BadInput("no function is called \"" + name + "\"", begin);
  }
  /// Whether a text may call it.
  static bool is_function(ScalarFn fn) {
    using enum ScalarFn;
    for (ScalarFn f : {Abs, Exp, Log, Logistic, Max, Min, Negate, Rsqrt, Sqrt, Tanh})
      if (f == fn) return true;
    return false;
  }
  int read_operand(const std::string& name, const Location& begin) {
    symbolic::Read r{0, {}};
    std::vector<Polynomial> extents;
    t_.expect("[");
    if (!t_.take("]")) {
      do {
        extents.emplace_back(0);
        r.index.push_back(place(extents.back()));
      } while (t_.take(","));
      t_.expect("]");
    }
    const auto known = std::find(op_.operands.begin(), op_.operands.end(), name);
    r.operand = static_cast<int>(known - op_.operands.begin());
    if (known == op_.operands.end()) {
      op_.operands.push_back(name);
      op_.extents.push_back(extents);
    } else if (op_.extents[static_cast<size_t>(r.operand)] != extents) {
      throw BadInput(name + " is read over other extents before", begin);
    }
    return add(std::move(r));
  }
  /// An affine sum of indices; the extent is one more than the greatest place.
  symbolic::Index place(Polynomial& extent) {
    symbolic::Index e;
    extent = 1;
    do {
      int64_t coefficient = 1;
      if (RuleText::is_digit(t_.peek())) {
        coefficient = whole_number();
        if (!t_.take("*")) {
          e.offset = e.offset + coefficient;
          extent = extent + coefficient;
          continue;
        }
      }
      const Location begin = t_.begin();
      const std::string name = t_.word("an index");
      const auto it = std::find(op_.indices.begin(), op_.indices.end(), name);
      if (it == op_.indices.end())
        throw BadInput(name + " is neither an index of the result nor reduced over", begin);
      const int v = static_cast<int>(it - op_.indices.begin());
      if (std::any_of(e.terms.begin(), e.terms.end(),
                      [&](const symbolic::Term& t) { return t.variable == v; }))
        throw BadInput("index " + name + " stands twice in one place", begin);
      read_[v] = true;
      e.terms.push_back({v, coefficient, 1});
      extent = extent + Polynomial(coefficient) * (Polynomial::unknown(v) - 1);
    } while (t_.take("+"));
    return e;
  }

  RuleText& t_;
  InlineOp op_;
  std::map<int, bool> read_;  ///< by index
  int depth_ = 0;
};

}  // namespace detail
}  // namespace partir
