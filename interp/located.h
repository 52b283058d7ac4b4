// How an interpreter's errors learn where they happened.
#pragma once

#include <string>

#include "semantics/budget.h"
#include "semantics/diagnostics.h"
#include "semantics/op_base.h"

namespace partir::detail {

/// Runs `f`, if the budget allows; errors get `where`, violated shape constraints become Stuck of `rule`.
template <class F>
auto located(Rule rule, const Location& where, F&& f) -> decltype(f()) {
  budget::step(where);
  try {
    return f();
  } catch (Error& e) {
    e.locate(where);
    throw;
  } catch (const ConstraintViolation& v) {
    throw Stuck(
        "[" + std::string(name(rule)) + "] " + v.label + " " + v.text + ": found " + v.found, "",
        where);
  }
}

}  // namespace partir::detail
