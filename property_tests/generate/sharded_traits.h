// What is said of a program with shardings in a few words, so that those that a lowering fails on
// in the same way can be told from others before it is run.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "property_tests/generate/sharded.h"

namespace partir::generate {

namespace detail {

/// How a layout became another one.
inline std::string change(const DistType& from, const DistType& to) {
  if (!(from.partial == to.partial) || (!to.partial.empty() && from.monoid != to.monoid))
    return to.partial.empty() ? "summed" : "made partial";
  const AxisList before = flatten(from.dims), after = flatten(to.dims);
  const std::set<Axis> old(before.begin(), before.end()), now(after.begin(), after.end());
  if (old == now) {
    for (size_t k = 0; k < to.dims.size(); ++k)
      if (std::set<Axis>(from.dims[k].begin(), from.dims[k].end()) !=
          std::set<Axis>(to.dims[k].begin(), to.dims[k].end()))
        return old.size() > 1 ? "moved, one of several axes" : "moved";
    return "in another order";
  }
  for (size_t k = 0; k < to.dims.size(); ++k) {
    const AxisList &a = from.dims[k], &b = to.dims[k];
    for (size_t i = 0; i < std::min(a.size(), b.size()); ++i)
      if (a[i] != b[i]) return "split over other axes";
  }
  if (std::includes(old.begin(), old.end(), now.begin(), now.end()))
    return old.size() - now.size() > 1 ? "gathered over several axes" : "gathered";
  if (std::includes(now.begin(), now.end(), old.begin(), old.end()))
    return now.size() - old.size() > 1 ? "split further by several axes" : "split further";
  return "gathered and split";
}
inline bool splits(const std::optional<DistType>& d) {
  return d && (!flatten(d->dims).empty() || !d->partial.empty());
}

}  // namespace detail

/// What is asked of the operands and results of ops, and how what is asked of one value changes. An
/// op is named by how it combines elements (`dot_general`, `reduce`), others are `op`.
inline std::set<std::string> traits(const Sharded& s) {
  std::set<std::string> all;
  const core::Function& f = s.program.main;
  const auto asked_of = [&](ValueId x) {
    const auto it = s.asked.find(x);
    return it == s.asked.end() ? Asked{} : it->second;
  };
  for (const core::Stmt& stmt : f.body.stmts) {
    const auto* e = std::get_if<OpExpr>(&stmt.expr);
    if (!e || stmt.results.size() != 1 || e->op.get_if<Constant>()) continue;
    const std::string op = e->op.get_if<Reduce>()       ? "reduce"
                           : e->op.get_if<DotGeneral>() ? "dot_general"
                                                        : "op";
    std::vector<ValueId> operands = e->operands;
    if (op == "reduce") operands.resize(1);  // its initial value is no tensor there
    const Asked result = asked_of(stmt.results[0]);
    bool some = result.made || result.read, split = detail::splits(result.made),
         scalar = f.type(stmt.results[0]).rank() == 0;
    size_t unasked = 0;
    for (ValueId x : operands) {
      const Asked a = asked_of(x);
      unasked += !a.made && !a.read;
      some = some || a.made || a.read;
      split = split || detail::splits(a.again ? a.again : a.read ? a.read : a.made);
      scalar = scalar || f.type(x).rank() == 0;
      if (a.made && !a.read) all.insert(op + ": an operand asked as it is made only");
    }
    if (scalar) all.insert(op + ": a scalar");
    if (!some) all.insert(op + ": nothing asked");
    if (some && unasked > 0) all.insert(op + ": an operand unasked");
    if (some && !result.made)
      all.insert(op + (result.read ? ": a result asked for readers only" : ": a result unasked"));
    if (some && !split) all.insert(op + ": asked to be whole");
    if (some && !split && !result.into)
      all.insert(op + ": asked to be whole, what it accumulates into is not");
  }
  const std::set<ValueId> results(f.body.results.begin(), f.body.results.end());
  for (ValueId x : f.params)
    if (results.count(x) && !asked_of(x).made && !asked_of(x).read)
      all.insert("a parameter that is returned and unasked");
  for (const auto& [x, a] : s.asked) {
    const std::string where = results.count(x) ? "a result " : "a value ";
    if (a.made && a.read && !(*a.made == *a.read)) all.insert(where + detail::change(*a.made, *a.read));
    if (a.again && a.read && !(*a.again == *a.read))
      all.insert(where + "passed on " + detail::change(*a.read, *a.again));
    for (const auto member : asked_members)
      for (size_t k = 0; a.*member && k < (a.*member)->dims.size(); ++k)
        if (f.type(x).shape[k] % s.program.mesh.size((a.*member)->dims[k]) != 0)
          all.insert(where + "split unevenly");
  }
  return all;
}

}  // namespace partir::generate
