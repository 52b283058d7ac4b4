#include "tools/replay.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "interp/core_interp.h"
#include "interp/instances.h"
#include "interp/npy.h"
#include "proofs/compare.h"
#include "proofs/consistent.h"
#include "proofs/domains.h"
#include "proofs/error_bound.h"
#include "proofs/locate.h"
#include "proofs/measured.h"
#include "proofs/narrowed_sums.h"
#include "proofs/subject.h"
#include "semantics/budget.h"

namespace partir {
namespace {

std::string path_of_argument(const std::string& directory, size_t i) {
  return (std::filesystem::path(directory) / ("arg" + std::to_string(i) + ".npy")).string();
}

/// The number K of a file named argK.npy.
std::optional<size_t> argument_number(const std::string& name) {
  const std::string head = "arg", tail = ".npy";
  if (name.size() <= head.size() + tail.size() || name.size() > 20 || !name.starts_with(head) || !name.ends_with(tail)) return std::nullopt;
  const std::string digits = name.substr(head.size(), name.size() - head.size() - tail.size());
  if (digits.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  return std::stoull(digits);
}

/// A program under test that keeps the arguments on which it runs while all its values are looked at. The search for the first op that
/// differs makes such runs, and they are the last ones of a comparison that refutes: its first is at the arguments as they were drawn, its
/// last at the simplest that still show the difference.
class KeepsArguments : public Subject {
 public:
  /// Borrows it.
  explicit KeepsArguments(const Subject& of) : of_(of) {}

  const Mesh& mesh() const override { return of_.mesh(); }
  const std::vector<DistType>& params() const override { return of_.params(); }
  const std::vector<DistType>& results() const override { return of_.results(); }
  Location location() const override { return of_.location(); }
  std::string noun() const override { return of_.noun(); }
  std::vector<Family<Field>> run(const std::vector<Family<Field>>& args, FamilyTable<Field>* keep) const override {
    unfinished_.clear();
    return of_.run(args, keep);
  }
  std::vector<Family<Native>> run(const std::vector<Family<Native>>& args, FamilyTable<Native>* keep) const override {
    if (!keep) first_.clear(), last_.clear();
    else if (first_.empty()) first_ = args;
    if (keep) last_ = args;
    unfinished_ = args;
    std::vector<Family<Native>> results = of_.run(args, keep);
    unfinished_.clear();
    return results;
  }
  MeshBody body() const override { return of_.body(); }
  void for_each_site(const std::function<void(const OpSite&)>& f) const override { of_.for_each_site(f); }
  void follow(ValueFlow& flow) const override { of_.follow(flow); }
  std::unique_ptr<Subject> cut(const std::vector<std::pair<ValueId, DistType>>& arguments,
                               const std::vector<std::pair<ValueId, DistType>>& results) const override {
    return of_.cut(arguments, results);
  }
  std::unique_ptr<Subject> widened(const FloatFormats& reference) const override { return of_.widened(reference); }
  std::optional<std::string> not_derived() const override { return of_.not_derived(); }

  /// The simplest arguments, and those that were drawn, each whole.
  std::vector<Arguments> kept() const { return {whole(last_), whole(first_)}; }
  /// Those of the last run, if it is in the program's own types and did not come to its end.
  std::optional<Arguments> unfinished() const { return unfinished_.empty() ? std::nullopt : std::optional(whole(unfinished_)); }

 private:
  Arguments whole(const std::vector<Family<Native>>& families) const {
    Arguments args;
    for (size_t i = 0; i < families.size(); ++i) args.push_back(assemble(mesh(), params()[i], families[i]));
    return args;
  }

  const Subject& of_;
  mutable std::vector<Family<Native>> first_, last_, unfinished_;
};

/// Whether all floats are finite and of moderate size: of programs in f64, and of formulas that differ, only such say how they round.
bool are_moderate(const Arguments& args) {
  return std::all_of(args.begin(), args.end(), [](const Tensor<Native>& t) {
    if (!is_float(t.element())) return !is_complex(t.element());
    const std::vector<double> v = as_doubles(t).values<double>();
    return std::all_of(v.begin(), v.end(), [](double x) { return std::fabs(x) <= 128; });
  });
}

/// The first element that is farther from SPEC's than its derived bound. The smaller bounds of evaluations that take the same branches as
/// SPEC's suffice, unless rounding could decide one of those otherwise.
std::optional<BoundViolation> beyond_bound(const core::Program& spec, const Subject& impl, const Arguments& args,
                                           const std::vector<Family<Native>>& found, Freedom freedom, NativeSummary& summary) {
  std::optional<BoundViolation> bad;
  const BoundOptions options = bound_options(spec, impl);
  for (const bool as_reference : {true, false}) {
    const BoundedRun y = bounded_run(spec, args, options, as_reference);
    summary = {};
    bad = check_within_bounds(impl.mesh(), impl.results(), found, y, summary, nullptr, freedom == Freedom::Bits);
    if (!bad || y.branches.ambiguous == 0) break;
  }
  return bad;
}

std::string difference_text(const BoundViolation& bad) {
  const std::string result = "result " + std::to_string(bad.result);
  if (!std::isfinite(bad.error)) return result + " is " + bad.found + ", where it should be " + bad.expected;
  char text[128];
  std::snprintf(text, sizeof text, bad.measured ? " differs by %.3g, where rounding makes %.3g" : " differs by %.3g, more than the derived bound %.3g",
                bad.error, bad.bound);
  return result + text;
}

}  // namespace

Arguments read_arguments(const core::Program& spec, const std::string& directory) {
  progress::phase("reading the inputs in " + directory);
  std::error_code error;
  const std::filesystem::directory_iterator files(directory, error);
  if (error) throw BadInput("cannot be read as a directory of inputs: " + error.message(), {directory, 0, 0, ""});
  const core::Function& f = spec.main;
  for (const std::filesystem::directory_entry& file : files)
    if (const auto i = argument_number(file.path().filename().string()); i && *i >= f.params.size())
      throw BadInput("there is no parameter " + std::to_string(*i) + ": the program has " + counted(static_cast<int64_t>(f.params.size()), "parameter"),
                     {file.path().string(), 0, 0, ""});
  Arguments args;
  for (size_t i = 0; i < f.params.size(); ++i) {
    const TensorType& type = f.type(f.params[i]);
    const std::string path = path_of_argument(directory, i);
    args.push_back(read_npy(path, type.element));
    if (args[i].type() != type)
      throw BadInput("holds a " + to_string(args[i].type()) + ", expected " + to_string(type) + " for parameter " + std::to_string(i) + " (" +
                         value_name(f, f.params[i]) + ")",
                     {path, 0, 0, ""});
  }
  return args;
}

Replay replay(const core::Program& spec, const Subject& impl, const std::string& directory, uint64_t seed, Freedom freedom) {
  const Arguments args = read_arguments(spec, directory);
  progress::phase("running both programs at the inputs in " + directory);
  Replay r;
  Counterexample c;
  c.mesh = to_string(impl.mesh());
  for (size_t i = 0; i < args.size(); ++i)
    c.inputs.push_back(value_name(spec.main, spec.main.params[i]) + " = " + path_of_argument(directory, i) + " : " + to_string(args[i].type()));
  try {
    r.expected = run<Native>(spec, args);
  } catch (const Stuck& e) {
    r.verdict.detail = "at these inputs the specification has no outcome, so that nothing is wrong there: " + e.report();
    return r;
  }
  try {
    r.found = impl.run(distribute_arguments(impl.mesh(), impl.params(), args, seed), nullptr);
  } catch (const Stuck& e) {
    c.op = "no outcome";
    c.location = to_string(e.where());
    c.device = e.device;
    c.explanation = e.reason;
    r.verdict = {Verdict::Kind::Refuted, "at these inputs the " + impl.noun() + " has no outcome", 1, std::move(c)};
    return r;
  }
  // a bound of one formula for real numbers is none for another: there only what rounding was measured to do counts, if that can be measured
  const bool by_reals = freedom == Freedom::Reals;
  const Measured measured(spec, impl, by_reals);
  NativeSummary summary;
  if (!by_reals || !measured.usable()) {
    r.differs = beyond_bound(spec, impl, args, r.found, freedom, summary);
    if (by_reals && r.differs && r.differs->error <= Measured::factor * r.differs->bound) r.differs.reset();
  }
  if (!r.differs && measured.usable()) {
    Measured::NumberInOne number_in_one;
    OverflowWatch overflows;  // after which one of two formulas may well have no number
    {
      const OpWatch::Use watch(&overflows);
      r.differs = measured(args, seed, Measured::Excuse::Both, are_moderate(args), &number_in_one);
    }
    if (!r.differs && !overflows.overflowed()) r.differs = number_in_one.shown;
  }
  r.verdict.runs = 1;
  if (!r.differs) {
    r.verdict.detail = std::string("at these inputs no result differs by more than ") + (by_reals ? "rounding makes" : "the derived bound") +
                       (summary.unbounded > 0 ? " (" + counted(summary.unbounded, "element") + " without a bound)" : "") +
                       ", and one run decides nothing";
    return r;
  }
  c.op = "result " + std::to_string(r.differs->result);
  c.location = to_string(impl.location());
  c.device = to_string(impl.mesh(), r.differs->device);
  c.index = to_string(r.differs->index);
  c.expected = r.differs->expected;
  c.found = r.differs->found;
  r.verdict = {Verdict::Kind::Refuted, "at these inputs " + difference_text(*r.differs), 1, std::move(c)};
  return r;
}

RefutingArguments refuting_arguments(const core::Program& spec, const Subject& impl, const CompareOptions& options) {
  RefutingArguments found;
  CompareOptions in_own_types = options;
  in_own_types.field = false;
  for (const CompareOptions& o : {options, in_own_types}) {
    const KeepsArguments keeping(impl);
    try {
      Verdict v = Reference(spec, o).check(keeping);
      if (v.kind != Verdict::Kind::Refuted || !v.counterexample) return found;
      found.counterexample = std::move(v.counterexample);
      found.candidates = keeping.kept();
      return found;
    } catch (const Stuck&) {  // if that was in Field, the arguments are none that can be written down
      if (auto args = keeping.unfinished()) found.candidates.push_back(std::move(*args));
      if (!found.candidates.empty()) break;
    }
  }
  for (InputKind kind : {InputKind::Zeros, InputKind::Ones, InputKind::Iota}) {
    Arguments& args = found.candidates.emplace_back();
    for (ValueId x : spec.main.params) args.push_back(Tensor<Native>::from_literal(simple_input(spec.main.type(x), kind)));
  }
  return found;
}

}  // namespace partir
