#include "property_tests/oracle/mutations.h"

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "property_tests/generate/ill_typed.h"

namespace partir::oracle {

namespace {

using core::LoopAttr;
using core::LoopExpr;
using core::SliceExpr;
using generate::detail::expr;
using generate::detail::place;
using generate::detail::place_of;

/// What a right-hand side has for types; nothing where it has none.
std::optional<Types> types_of(const core::Program& p, const core::Stmt& s) {
  const core::Function& f = p.main;
  const auto known = [&](ValueId x) { return x < f.values.size(); };
  try {
    if (const auto* op = std::get_if<OpExpr>(&s.expr)) {
      Types operands;
      for (ValueId x : op->operands) {
        if (!known(x)) return std::nullopt;
        operands.push_back(f.type(x));
      }
      return op->op.infer(operands);
    }
  } catch (const ConstraintViolation&) {
    return std::nullopt;
  }
  if (const auto* slice = std::get_if<SliceExpr>(&s.expr)) {
    if (!known(slice->operand) || slice->range >= f.ranges.size()) return std::nullopt;
    TensorType t = f.type(slice->operand);
    const Axis& a = f.ranges[slice->range].axis;
    if (slice->dim < 0 || slice->dim >= t.rank() || !p.mesh.contains(a)) return std::nullopt;
    t.shape[slice->dim] /= p.mesh.size(a);
    return Types{t};
  }
  const auto& loop = std::get<LoopExpr>(s.expr);
  Types all;
  if (!p.mesh.contains(loop.axis) || loop.body->results.size() != loop.attrs.size()) return std::nullopt;
  for (size_t i = 0; i < loop.attrs.size(); ++i) {
    if (!known(loop.body->results[i])) return std::nullopt;
    TensorType t = f.type(loop.body->results[i]);
    if (loop.attrs[i].kind == LoopAttr::Kind::Tile) {
      if (loop.attrs[i].dim < 0 || loop.attrs[i].dim >= t.rank()) return std::nullopt;
      t.shape[loop.attrs[i].dim] *= p.mesh.size(loop.axis);
    }
    all.push_back(std::move(t));
  }
  return all;
}

void redeclare(core::Program& p, core::Block& b) {
  for (core::Stmt& s : b.stmts) {
    if (auto* loop = std::get_if<LoopExpr>(&s.expr)) redeclare(p, *loop->body);
    const std::optional<Types> types = types_of(p, s);
    if (!types || types->size() != s.results.size()) continue;
    for (size_t i = 0; i < types->size(); ++i)
      if (s.results[i] < p.main.values.size()) p.main.values[s.results[i]].type = (*types)[i];
  }
}

template <class List>
auto& one_of(List& all, Source& s) {
  return all[static_cast<size_t>(s.below(static_cast<int64_t>(all.size())))];
}
/// A little more or less, seldom another number.
int64_t nearby(int64_t n, Source& s) {
  constexpr int64_t steps[] = {1, -1, 1, -1, 2, -2, 7};
  return n + steps[s.below(7)];
}

/// Changes one number of one attribute. It may become negative, but not as an extent: then it is no type.
bool change_attribute(Op& op, Source& s) {
  Op changed = op;
  const bool any = op.visit([&](const auto& o) {
    auto other = o;
    std::vector<std::pair<int64_t*, int64_t>> all;  // with what it is at least
    boost::hana::for_each(std::decay_t<decltype(o)>::attributes(), [&](auto a) {
      auto& value = other.*(a.member);
      const int64_t least = a.name == "result_shape" ? 0 : -1;
      using T = std::decay_t<decltype(value)>;
      if constexpr (std::is_same_v<T, int64_t>) all.emplace_back(&value, least);
      else if constexpr (std::is_same_v<T, std::vector<int64_t>>)
        for (int64_t& n : value) all.emplace_back(&n, least);
    });
    if (all.empty()) return false;
    const auto [n, least] = one_of(all, s);
    *n = std::max(least, nearby(*n, s));
    changed = other;
    return true;
  });
  op = changed;
  return any;
}
/// Makes a list among the attributes longer or shorter.
bool change_list(Op& op, Source& s) {
  Op changed = op;
  const bool any = op.visit([&](const auto& o) {
    auto other = o;
    std::vector<std::vector<int64_t>*> all;
    boost::hana::for_each(std::decay_t<decltype(o)>::attributes(), [&](auto a) {
      auto& value = other.*(a.member);
      if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::vector<int64_t>>)
        all.push_back(&value);
    });
    if (all.empty()) return false;
    std::vector<int64_t>& list = *one_of(all, s);
    if (!list.empty() && s.below(2) == 0) list.pop_back();
    else list.push_back(s.below(3));
    changed = other;
    return true;
  });
  op = changed;
  return any;
}

/// Another element type for an attribute that is one. The oracle has no conversions of floats to integers.
bool change_element(Op& op, Source& s) {
  constexpr ElementType floats[] = {ElementType::F32, ElementType::F64, ElementType::BF16};
  constexpr ElementType others[] = {ElementType::I8, ElementType::UI8, ElementType::I32, ElementType::I4};
  Op changed = op;
  const bool any = op.visit([&](const auto& o) {
    auto other = o;
    bool found = false;
    boost::hana::for_each(std::decay_t<decltype(o)>::attributes(), [&](auto a) {
      auto& value = other.*(a.member);
      if constexpr (std::is_same_v<std::decay_t<decltype(value)>, ElementType>)
        found = true, value = is_float(value) ? floats[s.below(3)] : others[s.below(4)];
    });
    changed = other;
    return found;
  });
  op = changed;
  return any;
}

/// Any value that is defined before the place or after it.
ValueId any_value(core::Program& p, Source& s) {
  return static_cast<ValueId>(s.below(static_cast<int64_t>(p.main.values.size())));
}
constexpr Monoid some_monoids[] = {Monoid::Add, Monoid::Mul, Monoid::Max,
                                   Monoid::Min, Monoid::And, Monoid::Or};

bool has_operands(const generate::detail::Place&, const OpExpr& e) { return !e.operands.empty(); }

}  // namespace

core::Program redeclared(core::Program p) {
  redeclare(p, p.main.body);
  core::Function& f = p.main;
  if (f.result_types.size() == f.body.results.size())
    for (size_t i = 0; i < f.result_types.size(); ++i)
      if (f.body.results[i] < f.values.size()) f.result_types[i] = f.type(f.body.results[i]);
  return p;
}

const std::vector<Mutation>& mutations() {
  static const std::vector<Mutation> all = {
      {"operand-of-op",
       [](core::Program& p, Source& s) {
         const auto at = place_of<OpExpr>(p, s, has_operands);
         if (at) one_of(expr<OpExpr>(*at).operands, s) = any_value(p, s);
         return at.has_value();
       }},
      {"operand-missing",
       [](core::Program& p, Source& s) {
         const auto at = place_of<OpExpr>(p, s, has_operands);
         if (at) expr<OpExpr>(*at).operands.pop_back();
         return at.has_value();
       }},
      {"attribute-of-op",
       [](core::Program& p, Source& s) {
         const auto at = place_of<OpExpr>(p, s);
         return at && change_attribute(expr<OpExpr>(*at).op, s);
       }},
      {"list-of-op",
       [](core::Program& p, Source& s) {
         const auto at = place_of<OpExpr>(p, s);
         return at && change_list(expr<OpExpr>(*at).op, s);
       }},
      {"element-of-op",
       [](core::Program& p, Source& s) {
         const auto at = place_of<OpExpr>(p, s, [](auto&, const OpExpr& e) {
           return e.op.get_if<DotGeneral>() || e.op.get_if<Iota>();
         });
         return at && change_element(expr<OpExpr>(*at).op, s);
       }},
      {"operand-of-slice",
       [](core::Program& p, Source& s) {
         const auto at = place_of<SliceExpr>(p, s);
         if (at) expr<SliceExpr>(*at).operand = any_value(p, s);
         return at.has_value();
       }},
      {"dimension-of-slice",
       [](core::Program& p, Source& s) {
         const auto at = place_of<SliceExpr>(p, s);
         if (at) expr<SliceExpr>(*at).dim = std::max<int64_t>(0, nearby(expr<SliceExpr>(*at).dim, s));
         return at.has_value();
       }},
      {"range-of-slice",
       [](core::Program& p, Source& s) {
         const auto at = place_of<SliceExpr>(p, s);
         if (at)
           expr<SliceExpr>(*at).range =
               static_cast<RangeId>(s.below(static_cast<int64_t>(p.main.ranges.size())));
         return at.has_value();
       }},
      {"axis-of-loop",
       [](core::Program& p, Source& s) {
         const auto at = place_of<LoopExpr>(p, s);
         if (!at) return false;
         LoopExpr& loop = expr<LoopExpr>(*at);
         const auto& axes = p.mesh.axes();
         loop.axis = axes[static_cast<size_t>(s.below(static_cast<int64_t>(axes.size())))].first;
         p.main.ranges[loop.range].axis = loop.axis;
         return true;
       }},
      {"attribute-of-loop",
       [](core::Program& p, Source& s) {
         const auto at = place_of<LoopExpr>(p, s, [](auto&, const LoopExpr& e) { return !e.attrs.empty(); });
         if (!at) return false;
         LoopAttr& a = one_of(expr<LoopExpr>(*at).attrs, s);
         switch (s.below(4)) {
           case 0:
             a = LoopAttr::any();
             break;
           case 1:
             a = LoopAttr::tile(s.below(4));
             break;
           default:
             a = LoopAttr::reduce(some_monoids[s.below(6)]);
         }
         return true;
       }},
      {"result-of-loop",
       [](core::Program& p, Source& s) {
         const auto at =
             place_of<LoopExpr>(p, s, [](auto&, const LoopExpr& e) { return !e.body->results.empty(); });
         if (at) one_of(expr<LoopExpr>(*at).body->results, s) = any_value(p, s);
         return at.has_value();
       }},
      {"result-of-function",
       [](core::Program& p, Source& s) {
         if (p.main.body.results.empty()) return false;
         one_of(p.main.body.results, s) = any_value(p, s);
         return true;
       }},
      {"extent-of-parameter",
       [](core::Program& p, Source& s) {
         if (p.main.params.empty()) return false;
         p.main.values[one_of(p.main.params, s)].type.change([&](TensorType& t) {
           if (t.rank() == 0 || s.below(4) == 0)
             t.shape.push_back(1 + s.below(3));
           else if (int64_t& n = one_of(t.shape, s); true)
             n = std::max<int64_t>(0, nearby(n, s));
         });
         return true;
       }},
      {"element-of-parameter",
       [](core::Program& p, Source& s) {
         if (p.main.params.empty()) return false;
         InternedType& type = p.main.values[one_of(p.main.params, s)].type;
         constexpr ElementType some[] = {ElementType::I1, ElementType::I32, ElementType::F32,
                                         ElementType::UI8};
         type.change([&](TensorType& t) { t.element = some[s.below(4)]; });
         return true;
       }},
      {"size-of-axis",
       [](core::Program& p, Source& s) {
         auto axes = p.mesh.axes();
         if (axes.empty()) return false;
         one_of(axes, s).second = 1 + s.below(4);
         p.mesh = Mesh(axes);
         return true;
       }},
  };
  return all;
}

}  // namespace partir::oracle
