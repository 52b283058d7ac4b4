// Ops written as comprehensions in a line of text, with entries beside them: what someone who adds a rule writes down.
//
//   op matmul: out[b,m,n] = sum(k) l[b,m,k] * r[b,k,n]
//     (tile<1>, any) -> tile<1>
//     (tile<2>, tile<1>) -> partial<add>
//     b m k, b k n -> b m n                  # an entry for each factor; those that the result lacks are partial
//     #sdy.op_sharding_rule<([b, m, k],[b, k, n])->([b, m, n]) {b=2, m=4, k=8, n=4} reduction={k}>
//
// Indices are lower-case names, each with an extent of its own; a place may be an affine sum of them (`x[2*i+k]`).
// Elements are f32. `#` begins a comment where no `sdy` follows.
#pragma once

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proofs/entry_problem.h"
#include "semantics/diagnostics.h"
#include "semantics/verdict.h"

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

/// An entry, and where it stands.
struct WrittenEntry {
  Entry entry;
  Location location;
  std::string text;
};

/// An op of a file, with its entries.
struct InlineRule {
  InlineOp op;
  std::vector<WrittenEntry> entries;
};

namespace detail {

/// Reads one file; throws BadInput at the first thing that is not understood.
class RuleReader {
 public:
  RuleReader(std::string text, std::string path) : text_(std::move(text)), path_(std::move(path)) {}

  std::vector<InlineRule> read() {
    std::vector<InlineRule> rules;
    for (size_t begin = 0; begin < text_.size(); ++line_) {
      const size_t end = std::min(text_.find('\n', begin), text_.size());
      source_ = text_.substr(begin, end - begin);
      begin = end + 1;
      at_ = 0;
      if (!done()) line(rules);
    }
    if (rules.empty()) throw BadInput("has no op: `op NAME: out[..] = ..`", {path_, 0, 0, ""});
    return rules;
  }

 private:
  // ---- characters of a line

  Location here() const { return {path_, line_, static_cast<unsigned>(at_) + 1, ""}; }
  [[noreturn]] void fail(const std::string& what) const { throw BadInput(what, here()); }
  void skip() {
    while (at_ < source_.size() && std::isspace(static_cast<unsigned char>(source_[at_]))) ++at_;
  }
  bool comment() const { return at_ < source_.size() && source_[at_] == '#' && source_.compare(at_, 4, "#sdy") != 0; }
  bool done() {
    skip();
    return at_ == source_.size() || comment();
  }
  char peek() {
    skip();
    return at_ < source_.size() && !comment() ? source_[at_] : '\0';
  }
  bool take(const std::string& what) {
    skip();
    if (source_.compare(at_, what.size(), what) != 0) return false;
    at_ += what.size();
    return true;
  }
  void expect(const std::string& what) {
    if (!take(what)) fail("expected `" + what + "`");
  }
  static bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
  std::string word(const std::string& what) {
    skip();
    const size_t begin = at_;
    while (at_ < source_.size() && is_word(source_[at_])) ++at_;
    if (begin == at_ || std::isdigit(static_cast<unsigned char>(source_[begin]))) {
      at_ = begin;
      fail("expected " + what);
    }
    return source_.substr(begin, at_ - begin);
  }
  int64_t integer() {
    skip();
    const size_t begin = at_;
    while (at_ < source_.size() && std::isdigit(static_cast<unsigned char>(source_[at_]))) ++at_;
    if (begin == at_) fail("expected a number");
    if (at_ - begin > 9) fail("a number of more than nine digits");
    return std::stoll(source_.substr(begin, at_ - begin));
  }

  // ---- lines

  void line(std::vector<InlineRule>& rules) {
    skip();
    const Location begin = here();
    const size_t from = at_;
    std::vector<Entry> entries;
    if (source_.compare(at_, 3, "op ") == 0) {
      at_ += 3;
      rules.push_back({op(begin), {}});
    } else if (rules.empty()) {
      fail("expected `op NAME: ..` before the first entry");
    } else if (take("#sdy.op_sharding_rule<")) {
      entries = shardy(rules.back().op);
    } else if (peek() == '(') {
      entries = {row(rules.back().op)};
    } else {
      entries = factors(rules.back().op);
    }
    if (!done()) fail("expected the end of the line");
    size_t to = at_;
    while (to > from && std::isspace(static_cast<unsigned char>(source_[to - 1]))) --to;
    for (Entry& e : entries) rules.back().entries.push_back({std::move(e), begin, source_.substr(from, to - from)});
  }

  InlineOp op(const Location& begin) {
    op_ = {};
    op_.location = begin;
    op_.name = word("the op's name");
    expect(":");
    op_.comprehension.element = ElementType::F32;
    word("the result's name");
    expect("[");
    if (!take("]")) {
      do op_.comprehension.shape.push_back(Polynomial::unknown(new_index()));
      while (take(","));
      expect("]");
    }
    const size_t kept = op_.indices.size();
    expect("=");
    const size_t before = at_;
    static const std::map<std::string, Monoid> reducers = {
        {"sum", Monoid::Add}, {"prod", Monoid::Mul}, {"max", Monoid::Max}, {"min", Monoid::Min}};
    if (peek() != '\0' && std::isalpha(static_cast<unsigned char>(peek()))) {
      const std::string r = word("a reduction or an operand");
      const auto found = reducers.find(r);
      // `max(k) ..` reduces, `max(x[i], y[i])` is a function
      if (found != reducers.end() && reduces()) {
        op_.comprehension.reducer = found->second;
        expect("(");
        do op_.comprehension.reduction.push_back(Polynomial::unknown(new_index()));
        while (take(","));
        expect(")");
      } else {
        at_ = before;
      }
    }
    sum();
    for (size_t i = 0; i < op_.indices.size(); ++i)
      if (!read_[static_cast<int>(i)] && i >= kept)
        throw BadInput("index " + op_.indices[i] + " is reduced over and not read", begin);
    read_.clear();
    return std::move(op_);
  }
  /// Whether `(name, ..)` follows: names alone.
  bool reduces() {
    const size_t before = at_;
    bool only = take("(");
    while (only) {
      skip();
      const size_t begin = at_;
      while (at_ < source_.size() && is_word(source_[at_])) ++at_;
      only = begin != at_ && !std::isdigit(static_cast<unsigned char>(source_[begin]));
      if (!take(",")) break;
    }
    only = only && peek() == ')';
    at_ = before;
    return only;
  }
  int new_index() {
    skip();
    const Location begin = here();
    const std::string i = word("an index");
    if (std::find(op_.indices.begin(), op_.indices.end(), i) != op_.indices.end()) throw BadInput("index " + i + " stands twice", begin);
    op_.indices.push_back(i);
    return static_cast<int>(op_.indices.size()) - 1;
  }

  // ---- the body

  int add(decltype(symbolic::Node::expr) e) {
    if (op_.comprehension.body.size() >= 1000) fail("an expression of more than 1,000 parts");
    op_.comprehension.body.push_back({ElementType::F32, std::move(e)});
    return static_cast<int>(op_.comprehension.body.size()) - 1;
  }
  int apply(ScalarFn fn, std::vector<int> args) { return add(ApplyNode{fn, std::move(args)}); }
  int sum() {
    int x = product();
    while (peek() == '+' || peek() == '-') {
      const bool plus = take("+");
      if (!plus) expect("-");
      const int y = product();
      x = apply(plus ? ScalarFn::Add : ScalarFn::Subtract, {x, y});
    }
    return x;
  }
  int product() {
    int x = factor();
    while (peek() == '*' || peek() == '/') {
      const bool times = take("*");
      if (!times) expect("/");
      const int y = factor();
      x = apply(times ? ScalarFn::Multiply : ScalarFn::Divide, {x, y});
    }
    return x;
  }
  int factor() {
    if (++depth_ > 200) fail("an expression nested more than 200 deep");
    const int x = factor_();
    --depth_;
    return x;
  }
  int factor_() {
    if (take("-")) return apply(ScalarFn::Negate, {factor()});
    if (take("(")) {
      const int x = sum();
      expect(")");
      return x;
    }
    if (std::isdigit(static_cast<unsigned char>(peek())))
      return add(symbolic::Constant{std::make_shared<const Literal>(Literal::splat_value({{}, ElementType::F32}, static_cast<double>(integer()))), {}});
    skip();
    const Location begin = here();
    const std::string name = word("an operand, a function or a number");
    if (peek() == '[') return read(name, begin);
    if (!take("(")) throw BadInput(name + " is read without places: `" + name + "[..]`", begin);
    for (size_t f = 0; f < scalar_fns.size(); ++f) {
      const auto fn = static_cast<ScalarFn>(f);
      const bool real = fn == ScalarFn::Abs || fn == ScalarFn::Exp || fn == ScalarFn::Log || fn == ScalarFn::Tanh || fn == ScalarFn::Sqrt ||
                        fn == ScalarFn::Rsqrt || fn == ScalarFn::Max || fn == ScalarFn::Min || fn == ScalarFn::Negate || fn == ScalarFn::Logistic;
      if (!real || scalar_fns[f].name != name) continue;
      std::vector<int> args{sum()};
      while (take(",")) args.push_back(sum());
      expect(")");
      if (static_cast<int>(args.size()) != arity(fn)) throw BadInput(name + " has " + std::to_string(arity(fn)) + " arguments", begin);
      return apply(fn, std::move(args));
    }
    throw BadInput("no function is called \"" + name + "\"", begin);
  }
  int read(const std::string& name, const Location& begin) {
    symbolic::Read r{0, {}};
    std::vector<Polynomial> extents;
    expect("[");
    if (!take("]")) {
      do {
        extents.emplace_back(0);
        r.index.push_back(place(extents.back()));
      } while (take(","));
      expect("]");
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
      if (std::isdigit(static_cast<unsigned char>(peek()))) {
        coefficient = integer();
        if (!take("*")) {
          e.offset = e.offset + coefficient;
          extent = extent + coefficient;
          continue;
        }
      }
      skip();
    const Location begin = here();
      const std::string name = word("an index");
      const auto it = std::find(op_.indices.begin(), op_.indices.end(), name);
      if (it == op_.indices.end()) throw BadInput(name + " is neither an index of the result nor reduced over", begin);
      const int v = static_cast<int>(it - op_.indices.begin());
      if (std::any_of(e.terms.begin(), e.terms.end(), [&](const symbolic::Term& t) { return t.variable == v; }))
        throw BadInput("index " + name + " stands twice in one place", begin);
      read_[v] = true;
      e.terms.push_back({v, coefficient, 1});
      extent = extent + Polynomial(coefficient) * (Polynomial::unknown(v) - 1);
    } while (take("+"));
    return e;
  }

  // ---- entries

  EntryAttr attribute() {
    skip();
    const Location begin = here();
    const std::string kind = word("any, tile<d> or partial<op>");
    if (kind == "any") return any;
    if (kind == "tile") {
      expect("<");
      const int64_t d = integer();
      expect(">");
      return tile(d);
    }
    if (kind != "partial") throw BadInput("expected any, tile<d> or partial<op>", begin);
    expect("<");
    const std::string of = word("add, mul, max or min");
    expect(">");
    for (Monoid m : all_monoids)
      if (name(m) == of && defined_on(m, ElementType::F32)) return partial(m);
    throw BadInput("no partial<" + of + "> of f32", begin);
  }
  /// `(tile<1>, any) -> tile<1>`
  Entry row(const InlineOp& op) {
    skip();
    const Location begin = here();
    Entry e;
    expect("(");
    if (!take(")")) {
      do e.operands.push_back(attribute());
      while (take(","));
      expect(")");
    }
    expect("->");
    e.results = {attribute()};
    if (e.operands.size() != op.operands.size())
      throw BadInput("has " + counted(static_cast<int64_t>(e.operands.size()), "operand") + ", " + op.name + " has " +
                         std::to_string(op.operands.size()), begin);
    const auto in_rank = [&](const EntryAttr& a, size_t rank) {
      if (a.is_tile() && a.dim >= static_cast<int64_t>(rank)) throw BadInput("tile<" + std::to_string(a.dim) + "> of rank " + std::to_string(rank), begin);
    };
    for (size_t o = 0; o < e.operands.size(); ++o) in_rank(e.operands[o], op.extents[o].size());
    in_rank(e.results[0], op.comprehension.shape.size());
    return e;
  }

  using Dims = std::vector<std::vector<std::string>>;
  /// JAX's `i k, k j -> i j`.
  std::vector<Entry> factors(const InlineOp& op) {
    skip();
    const Location begin = here();
    Dims operands(1), results(1);
    const auto list = [&](Dims& to) {
      for (;;) {
        if (take(",")) to.emplace_back();
        else if (peek() != '\0' && is_word(peek())) to.back().push_back(word("a factor"));
        else return;
      }
    };
    list(operands);
    expect("->");
    list(results);
    return entries_of(op, operands, results, {}, begin);
  }
  /// Shardy's `([i, k],[k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}>`; factors that it says need replication or
  /// permute are claimed of nothing.
  std::vector<Entry> shardy(const InlineOp& op) {
    skip();
    const Location begin = here();
    const auto list = [&] {
      Dims all;
      expect("(");
      if (take(")")) return all;
      do {
        all.emplace_back();
        expect("[");
        if (take("]")) continue;
        do all.back().push_back(word("a factor"));
        while (take(","));
        expect("]");
      } while (take(","));
      expect(")");
      return all;
    };
    const Dims operands = list();
    expect("->");
    const Dims results = list();
    std::vector<std::string> claimed_of_nothing;
    while (!take(">")) {
      const std::string what = peek() == '{' ? "" : word("reduction, need_replication, permutation or `>`");
      if (!what.empty()) expect("=");
      expect("{");
      if (take("}")) continue;
      do {
        const std::string f = word("a factor");
        if (what.empty()) expect("="), integer();
        if (what == "need_replication" || what == "permutation") claimed_of_nothing.push_back(f);
      } while (take(","));
      expect("}");
    }
    return entries_of(op, operands, results, claimed_of_nothing, begin);
  }
  std::vector<Entry> entries_of(const InlineOp& op, const Dims& operands, const Dims& results, const std::vector<std::string>& without,
                                const Location& begin) {
    if (operands.size() != op.operands.size() || results.size() != 1)
      throw BadInput("is about " + counted(static_cast<int64_t>(operands.size()), "operand") + " and " +
                         counted(static_cast<int64_t>(results.size()), "result") + ", " + op.name + " has " +
                         std::to_string(op.operands.size()) + " and 1", begin);
    for (size_t o = 0; o < operands.size(); ++o)
      if (operands[o].size() != op.extents[o].size())
        throw BadInput("gives " + op.operands[o] + " rank " + std::to_string(operands[o].size()) + ", which is " + std::to_string(op.extents[o].size()) +
                           " (factors of parts of a dimension are not read)", begin);
    if (results[0].size() != op.comprehension.shape.size())
      throw BadInput("gives the result rank " + std::to_string(results[0].size()) + ", which is " + std::to_string(op.comprehension.shape.size()) +
                         " (factors of parts of a dimension are not read)", begin);
    std::vector<std::string> factors;
    for (const Dims* side : {&operands, &results})
      for (const auto& dims : *side)
        for (const std::string& f : dims)
          if (std::find(factors.begin(), factors.end(), f) == factors.end()) factors.push_back(f);
    std::vector<Entry> entries;
    for (const std::string& f : factors) {
      if (std::find(without.begin(), without.end(), f) != without.end()) continue;
      const auto where = [&](const std::vector<std::string>& dims) {
        const auto it = std::find(dims.begin(), dims.end(), f);
        return it == dims.end() ? any : tile(it - dims.begin());
      };
      Entry e;
      for (const auto& dims : operands) e.operands.push_back(where(dims));
      e.results = {where(results[0])};
      if (e.results[0].is_any()) e.results = {partial(op.comprehension.reducer.value_or(Monoid::Add))};
      entries.push_back(std::move(e));
    }
    return entries;
  }

  std::string text_, path_, source_;
  unsigned line_ = 1;
  size_t at_ = 0;
  int depth_ = 0;
  InlineOp op_;
  std::map<int, bool> read_;
};

}  // namespace detail

/// The ops and entries of a file's text. Throws BadInput, with line and column, where it is not understood.
inline std::vector<InlineRule> read_rules(const std::string& text, const std::string& path) {
  return detail::RuleReader(text, path).read();
}

}  // namespace partir
