#include "property_tests/oracle/text.h"

#include <map>
#include <type_traits>
#include <utility>

namespace partir::oracle {

namespace {

/// ` a b c`.
template <class List, class F>
std::string each(const List& xs, F&& f) {
  std::string s;
  for (const auto& x : xs) s += " " + f(x);
  return s;
}
template <class List>
std::string in_list(const List& xs) {
  std::string s = "(";
  for (size_t i = 0; i < xs.size(); ++i) s += (i ? " " : "") + xs[i];
  return s + ")";
}
std::string words(const std::vector<int64_t>& numbers) {
  return each(numbers, [](int64_t n) { return std::to_string(n); });
}

// ---- attributes, each with a space before it

/// Says how an attribute is written, by its type.
struct AttributeText {
  std::string operator()(int64_t n) const { return " " + std::to_string(n); }
  std::string operator()(const std::vector<int64_t>& list) const { return words(list); }
  std::string operator()(ElementType e) const { return " " + std::string(name(e)); }
  std::string operator()(Monoid m) const { return " " + std::string(name(m)); }
  std::string operator()(ComparisonDirection d) const {
    return " " + std::string(comparison_names[static_cast<size_t>(d)]);
  }
  std::string operator()(ComparisonOrder o) const {
    return o == ComparisonOrder::Total ? " TOTAL" : " USUAL";
  }
  template <class T>
  std::string operator()(const T&) const = delete;  // no conversions
  std::string operator()(const Literal& l) const {
    Literal some = l;
    if (l.splat) some.type.shape.clear();
    return " " + text(l.type) + (l.splat ? " splat" : " dense") +
           words(elements(Tensor<Field>::from_literal(some)));
  }
};

// ---- names

std::string value(ValueId x) { return "%" + std::to_string(x); }
std::string range(RangeId r) { return "r" + std::to_string(r); }
template <class Function>
std::string typed(const Function& f, ValueId x) {
  return "(" + value(x) + " " + text(x < f.values.size() ? f.type(x) : TensorType{}) + ")";
}
template <class Function>
std::string typed(const Function& f, const std::vector<ValueId>& xs) {
  std::vector<std::string> all;
  for (ValueId x : xs) all.push_back(typed(f, x));
  return in_list(all);
}

// ---- Core

std::string loop_attribute(const core::LoopAttr& a) {
  switch (a.kind) {
    case core::LoopAttr::Kind::Tile: return "(tile " + std::to_string(a.dim) + ")";
    case core::LoopAttr::Kind::Reduce: return "(reduce " + std::string(name(a.monoid)) + ")";
    case core::LoopAttr::Kind::Any: return "any";
  }
  return {};
}

std::string block(const core::Function& f, const core::Block& b, const std::string& indent) {
  std::string s = "(block";
  const std::string inner = "\n" + indent + "  ";
  for (const core::Stmt& stmt : b.stmts)
    s += inner + "(let " + typed(f, stmt.results) + " " +
         std::visit(Overloaded{[](const OpExpr& e) {
                                 std::vector<std::string> names;
                                 for (ValueId x : e.operands) names.push_back(value(x));
                                 return text(e.op, names);
                               },
                               [](const core::SliceExpr& e) {
                                 return "(slice " + std::to_string(e.dim) + " " + value(e.operand) + " " +
                                        range(e.range) + ")";
                               },
                               [&](const core::LoopExpr& e) {
                                 std::vector<std::string> attrs;
                                 for (const core::LoopAttr& a : e.attrs) attrs.push_back(loop_attribute(a));
                                 const Axis axis = e.range < f.ranges.size() ? f.ranges[e.range].axis : "?";
                                 return "(loop " + e.axis + " " + in_list(attrs) + " (" + range(e.range) +
                                        " " + axis + ") " + block(f, *e.body, indent + "    ") + ")";
                               }},
                    stmt.expr) +
         ")";
  return s + inner + "(yield" + each(b.results, value) + "))";
}

// ---- HLO

/// The one dimension of a collective, and its axes.
std::string one_dimension(const AxisLists& lists) {
  std::string found;
  for (size_t d = 0; d < lists.size(); ++d) {
    if (lists[d].empty()) continue;
    if (!found.empty()) throw Unsupported("a collective over " + to_string(lists), {});
    found = std::to_string(d) + " " + in_list(lists[d]);
  }
  if (found.empty()) throw Unsupported("a collective over no dimension", {});
  return found;
}

/// A right-hand side, its operands as `read` calls them.
template <class Read>
std::string expr(const hlo::Expr& e, Read&& read) {
  const auto monoid = [](Monoid m) { return std::string(name(m)) + " "; };
  return std::visit(Overloaded{[&](const OpExpr& o) {
                                 std::vector<std::string> names;
                                 for (ValueId x : o.operands) names.push_back(read(x));
                                 return text(o.op, names);
                               },
                               [&](const hlo::AllSlice& c) {
                                 return "(all_slice " + one_dimension(c.axes) + " " + read(c.operand) + ")";
                               },
                               [&](const hlo::AllGather& c) {
                                 return "(all_gather " + one_dimension(c.axes) + " " + read(c.operand) + ")";
                               },
                               [&](const hlo::AllReduce& c) {
                                 return "(all_reduce " + monoid(c.monoid) + in_list(c.axes) + " " +
                                        read(c.operand) + ")";
                               },
                               [&](const hlo::ReduceScatter& c) {
                                 return "(reduce_scatter " + monoid(c.monoid) + one_dimension(c.axes) + " " +
                                        read(c.operand) + ")";
                               },
                               [&](const hlo::AllToAll& c) {
                                 return "(all_to_all " + std::to_string(c.from) + " " + std::to_string(c.to) +
                                        " " + in_list(c.axes) + " " + read(c.operand) + ")";
                               }},
                    e);
}

}  // namespace

std::string text(const TensorType& t) {
  return "(tensor " + number_list(t.shape) + " " + std::string(name(t.element)) + ")";
}
TensorType read_type(const Sexpr& s) {
  const auto element = s.is("tensor") ? element_type(s[2].atom) : std::nullopt;
  if (!element) throw BadInput("expected a type, found " + s.text());
  return {numbers(s[1]), *element};
}

std::vector<int64_t> elements(const Tensor<Field>& t) {
  return with_scalar<Field>(t.element(), [&]<class T>() {
    std::vector<int64_t> all;
    for (const T& x : t.values<T>()) {
      if constexpr (std::is_same_v<T, FieldElement>) {
        if (x.special()) throw Unsupported("an element that is no number", {});
        all.push_back(static_cast<int64_t>(x.v) - (Field::is_low(x) ? 0 : static_cast<int64_t>(Field::modulus())));
      } else if constexpr (is_complex_scalar<T>) {
        throw Unsupported("complex numbers", {});
      } else if constexpr (std::is_same_v<T, Bool>) {
        all.push_back(x.bit);
      } else {
        all.push_back(static_cast<int64_t>(x));
      }
    }
    return all;
  });
}

std::string text(const Op& op, const std::vector<std::string>& operands) {
  return op.visit([&](const auto& o) {
    using O = std::decay_t<decltype(o)>;
    std::string s = "(op " + std::string(O::name) + " " + in_list(operands);
    boost::hana::for_each(O::attributes(), [&](auto a) {
      if constexpr (requires { AttributeText{}(o.*(a.member)); })
        s += " (" + std::string(a.name) + AttributeText{}(o.*(a.member)) + ")";
      else
        throw Unsupported("attribute " + std::string(a.name) + " of " + std::string(O::name), {});
    });
    return s + ")";
  });
}

std::string text(const Mesh& mesh) {
  return "(mesh" +
         each(mesh.axes(),
              [](const auto& a) { return "(" + a.first + " " + std::to_string(a.second) + ")"; }) +
         ")";
}

std::string text(const core::Function& f) {
  return "(func (params" + each(f.params, [&](ValueId x) { return typed(f, x); }) + ") (results" +
         each(f.result_types, [](const TensorType& t) { return text(t); }) + ")\n    " +
         block(f, f.body, "    ") + ")";
}

std::string text(const hlo::Program& p, const std::vector<Family<Field>>& args) {
  const hlo::Function& f = p.main;
  std::string s = "(spmd (params" + each(f.params, [&](ValueId x) { return typed(f, x); }) + ") (results" +
                  each(f.result_dists, [&](const DistType& d) { return text(local(p.mesh, d)); }) +
                  ")\n    (block";
  for (const hlo::Stmt& stmt : f.body.stmts)
    s += "\n      (let " + typed(f, stmt.results) + " " + expr(stmt.expr, value) + ")";
  s += "\n      (yield" + each(f.body.results, value) + "))";
  if (args.size() == f.params.size()) {
    s += "\n    (families";
    for (int64_t id = 0; id < p.mesh.devices(); ++id)
      s +=
          " (" + each(args, [&](const Family<Field>& v) { return number_list(elements(v.at_id(id))); }) + ")";
    s += ")";
  }
  return s + ")";
}

std::vector<std::string> numbered(const hlo::Function& f) {
  std::map<ValueId, std::string> number;
  const auto define = [&](ValueId x) { number.emplace(x, std::to_string(number.size())); };
  const auto read = [&](ValueId x) { return number.at(x); };
  for (ValueId x : f.params) define(x);
  std::vector<std::string> lines{"(params " + std::to_string(f.params.size()) + ")"};
  for (const hlo::Stmt& s : f.body.stmts) {
    lines.push_back("(let " + expr(s.expr, read) + ")");
    for (ValueId x : s.results) define(x);
  }
  lines.push_back("(yield" + each(f.body.results, read) + ")");
  return lines;
}

}  // namespace partir::oracle
