#include "property_tests/oracle/answer.h"

#include <exception>

#include "interp/core_interp.h"
#include "interp/spmd_interp.h"
#include "lowering/translate.h"
#include "property_tests/oracle/text.h"
#include "semantics/core_typing.h"
#include "semantics/hlo_typing.h"

namespace partir::oracle {

namespace {

Values values(const Tensor<Field>& t) { return {t.type(), elements(t)}; }
std::vector<OnDevice> on_devices(const Mesh& mesh, const std::vector<Family<Field>>& results) {
  std::vector<OnDevice> all(static_cast<size_t>(mesh.devices()));
  for (size_t id = 0; id < all.size(); ++id)
    for (const Family<Field>& v : results) all[id].push_back(values(v.at_id(static_cast<int64_t>(id))));
  return all;
}

/// `check(p)` as a verdict; what it throws beside Rejected is the toolkit's failure.
template <class P>
bool is_well_typed(const P& p, std::string& rejected, std::string& reason) {
  try {
    check(p);
  } catch (const Rejected& r) {
    rejected = std::string(info(r.rule).id) + " " + std::to_string(r.premise);
    reason = r.report();
  }
  return rejected.empty();
}

void answer_core(const Question& q, Answer& a) {
  const core::Program& p = q.program;
  if (!is_well_typed(p, a.rejected, a.reason)) return;
  a.types = p.main.result_types;
  for (const Tensor<Field>& t : run<Field>(p, q.args)) a.core.push_back(values(t));
  const hlo::Program h = translate(p);
  a.hlo = numbered(h.main);
  std::vector<Family<Field>> replicated;
  for (size_t i = 0; i < q.args.size(); ++i)
    replicated.push_back(distribute(p.mesh, h.main.param_dists[i], q.args[i]));
  a.devices = on_devices(p.mesh, run<Field>(h, replicated));
}
void answer_spmd(const hlo::Program& p, const std::vector<Family<Field>>& args, Answer& a) {
  if (!is_well_typed(p, a.spmd_rejected, a.spmd_reason)) return;
  for (const DistType& d : p.main.result_dists) a.spmd_types.push_back(local(p.mesh, d));
  if (args.size() == p.main.params.size()) a.spmd_devices = on_devices(p.mesh, run<Field>(p, args));
}

// ---- what the oracle wrote

std::vector<TensorType> read_types(const Sexpr& list) {
  std::vector<TensorType> types;
  for (size_t i = 1; i < list.size(); ++i) types.push_back(read_type(list[i]));
  return types;
}
/// From item `first` on.
std::vector<Values> read_values(const Sexpr& list, size_t first) {
  std::vector<Values> all;
  for (size_t i = first; i < list.size(); ++i) all.push_back({read_type(list[i][0]), numbers(list[i], 1)});
  return all;
}
std::vector<OnDevice> read_devices(const Sexpr& list) {
  std::vector<OnDevice> all;
  for (size_t i = 1; i < list.size(); ++i) all.push_back(read_values(list[i], 2));
  return all;
}
/// `(rejected T_Slice 4)`.
std::string read_rejection(const Sexpr& s) { return s[1].atom + " " + s[2].atom; }

// ---- how two differ

std::string show(const std::string& s) { return s; }
std::string show(const TensorType& t) { return text(t); }
std::string show(const Values& v) { return "(" + text(v.type) + " " + number_list(v.elements) + ")"; }
template <class T>
std::string show(const std::vector<T>& all) {
  std::string s;
  for (const T& x : all) s += "\n    " + show(x);
  return s.empty() ? " nothing" : s;
}

/// Where two lists differ first.
template <class T>
std::string difference(const std::string& what, const std::vector<T>& ours, const std::vector<T>& theirs) {
  if (ours.size() != theirs.size())
    return what + ": " + std::to_string(ours.size()) + " here, " + std::to_string(theirs.size()) +
           " by the oracle" + "\n  here:" + show(ours) + "\n  oracle:" + show(theirs);
  for (size_t i = 0; i < ours.size(); ++i)
    if (!(ours[i] == theirs[i]))
      return what + " " + std::to_string(i) + "\n  here: " + show(ours[i]) + "\n  oracle: " + show(theirs[i]);
  return {};
}
std::string verdicts(const std::string& what, const std::string& ours, const std::string& reason,
                     const std::string& theirs) {
  if (ours == theirs) return {};
  const auto shown = [](const std::string& v) { return v.empty() ? "well typed" : "rejected by " + v; };
  return what + "\n  here: " + shown(ours) + (reason.empty() ? "" : " (" + reason + ")") +
         "\n  oracle: " + shown(theirs);
}

}  // namespace

Answer answer(const Question& q) {
  Answer a;
  try {
    answer_core(q, a);
    if (a.rejected.empty() && q.spmd) answer_spmd(*q.spmd, q.families, a);
  } catch (const std::exception& e) {
    a.failure = e.what();
  }
  return a;
}

std::string request(const Question& q) {
  std::string s = "(program 0 " + text(q.program.mesh) + "\n  " + text(q.program.main) + "\n  (args";
  for (const Tensor<Field>& t : q.args) s += " " + number_list(elements(t));
  return s + ")" + (q.as_split ? "\n  " + text(*q.as_split, q.families) : "") + ")";
}

Answer read_answer(const Sexpr& s) {
  Answer a;
  if (!s.is("result")) throw BadInput("expected (result ..)");
  if (const Sexpr* error = s.find("error")) throw BadInput("the oracle says " + (*error)[1].text());
  if (const Sexpr* rejected = s.find("rejected")) {
    a.rejected = read_rejection(*rejected);
    return a;
  }
  a.types = read_types(s.part("accepted"));
  a.core = read_values(s.part("core"), 1);
  for (size_t i = 1; i < s.part("hlo").size(); ++i) a.hlo.push_back(s.part("hlo")[i].text());
  a.devices = read_devices(s.part("devices"));
  if (const Sexpr* rejected = s.find("spmd-rejected")) a.spmd_rejected = read_rejection(*rejected);
  if (const Sexpr* accepted = s.find("spmd-accepted")) {
    a.spmd_types = read_types(*accepted);
    if (const Sexpr* devices = s.find("spmd-devices")) a.spmd_devices = read_devices(*devices);
  }
  return a;
}

std::string disagreement(const Answer& ours, const Answer& theirs) {
  if (!ours.failure.empty()) return "the toolkit fails: " + ours.failure;
  if (std::string d = verdicts("the type verdict", ours.rejected, ours.reason, theirs.rejected); !d.empty())
    return d;
  if (std::string d = difference("type of result", ours.types, theirs.types); !d.empty()) return d;
  if (std::string d = difference("Core result", ours.core, theirs.core); !d.empty()) return d;
  if (std::string d = difference("line of the translation", ours.hlo, theirs.hlo); !d.empty()) return d;
  if (std::string d = difference("results on device", ours.devices, theirs.devices); !d.empty()) return d;
  if (std::string d = verdicts("the type verdict on the device-local program", ours.spmd_rejected,
                               ours.spmd_reason, theirs.spmd_rejected);
      !d.empty())
    return d;
  if (std::string d = difference("local type of result", ours.spmd_types, theirs.spmd_types); !d.empty())
    return d;
  return difference("results of the device-local program on device", ours.spmd_devices, theirs.spmd_devices);
}

}  // namespace partir::oracle
