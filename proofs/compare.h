// Does an HLO program, or an SPMD program from anywhere, mean what a Core program means, at the
// distributed types of its signature?
// (Theorem 2's corollary for a lowering; Theorems 4 and 5 end to end when the Core program is the
// unpartitioned original.)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "interp/field.h"
#include "interp/native.h"
#include "proofs/choices.h"
#include "proofs/comprehension_bound.h"
#include "proofs/computed_constants.h"
#include "proofs/coverage.h"
#include "proofs/cut.h"
#include "proofs/cut_points.h"
#include "proofs/deciding_losses.h"
#include "proofs/domains.h"
#include "proofs/early_roundings.h"
#include "proofs/edges.h"
#include "proofs/free_agreement.h"
#include "proofs/hidden_floats.h"
#include "proofs/inputs.h"
#include "proofs/judged_runs.h"
#include "proofs/kept_in_order.h"
#include "proofs/locate.h"
#include "proofs/measured.h"
#include "proofs/mesh_body.h"
#include "proofs/narrowed_sums.h"
#include "proofs/native_check.h"
#include "proofs/own_ops.h"
#include "proofs/rounded_decisions.h"
#include "proofs/roundings_alone.h"
#include "proofs/simple_inputs.h"
#include "proofs/structure.h"
#include "proofs/sum_errors.h"
#include "proofs/sums.h"
#include "proofs/sweep.h"
#include "proofs/theorem2.h"
#include "proofs/undefined_order.h"
#include "proofs/varied.h"
#include "proofs/widen.h"
#include "semantics/budget.h"
#include "semantics/dist_typing.h"
#include "semantics/instances.h"
#if PARTIR_PROOFS_BODIES
#include "proofs/hlo_subject.h"
#endif

namespace partir {

/// How two programs are compared.
struct CompareOptions {
  int64_t runs = 0;         ///< exact runs in Field; 0: until every kind of draw of `Inputs` was made
  int64_t native_runs = 0;  ///< runs in the programs' own element types; 0: as `Inputs` needs, and one
  uint64_t seed = 1;        ///< of the first run; argument i of a run is drawn from it and i
  bool field = true;
  bool native = true;  ///< without it a difference in Field alone refutes
  bool shrink = true;       ///< look for simple inputs that still refute
  Freedom freedom = Freedom::Reals;  ///< what the program under test may do differently
  bool coverage = false;    ///< a predicate that had one value in every run leaves it undecided
  bool varied = true;       ///< a value that was the same in every run may leave it undecided
};

/// A Core program with its runs kept, to check many HLO programs against it.
class Reference {
 public:
  /// Throws Rejected if `program` is ill typed.
  explicit Reference(core::Program program, CompareOptions options = {});

  /// Whether `hlo`, given arguments that represent the Core arguments at the parameters' D, returns
  /// families that represent the Core results at the results' D: exactly in Field, in the model of the freedom that
  /// is allowed, and within the derived bound in Native. Tested; Refuted, with the first divergent op and arguments
  /// at which the programs differ in their own types; or Undecided: also where Field tells them apart and no such
  /// arguments were found. Where the D-rules do not derive the results' D the detail says so; as they are sound but
  /// not complete, that alone decides nothing, but together with a value that never varied it is Undecided.
  /// Throws Rejected if `hlo` is ill typed, BadInput if the signatures do not correspond.
  Verdict check(const hlo::Program& hlo);
  /// The same of any well-typed program on a mesh.
  Verdict check(const Subject& subject);

  const core::Program& program() const { return core_; }
  /// The runs of the last `check` of this subject, for judging programs that differ a little from it. Borrows both.
  std::unique_ptr<JudgedRuns> judged_runs(const Subject& subject);
  /// Whether in the field of a random prime the results agree at arguments drawn uniformly. After `check`.
  bool agrees_at_random_point(const Subject& subject) {
    int64_t r = 1;  // the prime of run 0 is fixed
    while (inputs_.kind(seed(r)).kind != Draw::Kind::Uniform) ++r;
    return !field_run(subject, {Freedom::Reals, true, std::nullopt}, r);
  }
  /// Scalar operations of a run, about.
  double cost() const { return inputs_.cost(); }

 private:
  class Judged;
  /// Plans the draws for this subject.
  void plan(const Subject& subject);
  /// Plans them again, for max and min to choose both of their arguments.
  void plan_choices() {
    Inputs planned = inputs_;
    planned.with_choices();
    adopt(std::move(planned));
  }
  void adopt(Inputs planned);
  static std::string join(const std::vector<std::string>& details) {
    std::string all;
    for (const std::string& d : details) all += (all.empty() ? "" : "; ") + d;
    return all;
  }
  uint64_t seed(int64_t run_index) const {
    return options_.seed + static_cast<uint64_t>(run_index);
  }
  /// Notes the elements that a run has told something of: in Field those that it knows, in Native those with a finite bound.
  void note_seen(const std::vector<Tensor<Field>>& results) {
    for (size_t i = 0; i < results.size(); ++i) note_known(results[i], seen_[i].exactly);
  }
  void note_seen(const std::vector<BoundedTensor>& results) {
    for (size_t i = 0; i < results.size(); ++i) {
      const size_t each = parts_of(results[i].value.element());
      const std::vector<double> v = parts(results[i].value), e = parts(results[i].bound);
      double values = 0, bounds = 0;
      for (size_t k = 0; k < v.size(); ++k) {
        if (!std::isfinite(v[k]) || !std::isfinite(e[k])) continue;  // an overflow hides all
        const size_t other = k ^ (each - 1);  // part of a complex number
        if (std::isfinite(v[other]) && std::isfinite(e[other])) seen_[i].bounded[k / each] = true;
        values += std::fabs(v[k]);
        bounds += e[k];
      }
      const double looseness = bounds == 0 ? 0 : values == 0 ? 1 : bounds / values;
      seen_[i].looseness = std::min(seen_[i].looseness, looseness);
    }
  }
  /// Why the runs so far do not say enough of some result; empty if they do.
  std::string not_enough() const {
    for (size_t i = 0; i < seen_.size(); ++i) {
      int64_t unseen = 0, inexact = 0;
      for (size_t k = 0; k < seen_[i].exactly.size(); ++k) {
        inexact += !seen_[i].exactly[k];
        unseen += !seen_[i].exactly[k] && !seen_[i].bounded[k];
      }
      const std::string result = " of result " + std::to_string(i);
      if (unseen > 0)
        return counted(unseen, "element") + " of " + std::to_string(seen_[i].exactly.size()) + result +
               " are NaN or without a bound in every run, which says nothing of them";
      if (inexact > 0 && seen_[i].looseness > 0.5)
        return counted(inexact, "element") + result +
               " had no exact run, and the bound is too loose to tell";
    }
    return "";
  }

  /// The signatures have equally many parameters and results of the same global types.
  void corresponds(const Subject& subject) const {
    const core::Function& f = core_.main;
    const std::string other = " in the " + subject.noun();
    auto same = [&](const char* what, size_t i, const TensorType& a, const TensorType& b) {
      if (!(a == b))
        throw BadInput(std::string(what) + " " + std::to_string(i) + " is " + to_string(a) +
                           " in the Core program and " + to_string(b) + other,
                       subject.location());
    };
    auto count = [&](const char* what, size_t a, size_t b) {
      if (a != b)
        throw BadInput("the Core program has " + std::to_string(a) + " " + what + ", the " +
                           subject.noun() + " " + std::to_string(b),
                       subject.location());
    };
    count("parameters", f.params.size(), subject.params().size());
    count("results", f.result_types.size(), subject.results().size());
    for (size_t i = 0; i < f.params.size(); ++i)
      same("parameter", i, f.type(f.params[i]), subject.params()[i].global);
    for (size_t i = 0; i < f.result_types.size(); ++i)
      same("result", i, f.result_types[i], subject.results()[i].global);
    bool loops = false;
    core::walk(f.body, [&](const core::Stmt& s, int) {
      loops = loops || std::holds_alternative<core::LoopExpr>(s.expr);
    });
    if (loops && !(core_.mesh == subject.mesh()))
      throw BadInput("the Core program is over the mesh " + to_string(core_.mesh) + ", the " +
                         subject.noun() + " over " + to_string(subject.mesh()),
                     subject.location());
  }

  /// The families that represent the arguments of a run.
  template <class D>
  static std::vector<Family<D>> distributed(const Subject& subject,
                                            const std::vector<Tensor<D>>& args, uint64_t seed) {
    return distribute_arguments(subject.mesh(), subject.params(), args, seed);
  }
  /// The first result that does not represent its Core value.
  template <class D>
  static std::optional<std::pair<size_t, Mismatch>> first_wrong(
      const Subject& subject, const std::vector<Family<D>>& found,
      const std::vector<Tensor<D>>& expected) {
    for (size_t i = 0; i < found.size(); ++i)
      if (auto m = represents(subject.mesh(), subject.results()[i], found[i], expected[i]))
        return std::pair{i, *m};
    return std::nullopt;
  }

  /// One run in a model of Field; the first result that differs.
  std::optional<size_t> field_run(const Subject& subject, const StructureModel& structure, int64_t r) {
    const FieldModel model = structure.at(r, seed(r));
    const FieldModel::Use in_use(model);
    BothWatches watches(&coverage_, &own_);
    const OpWatch::Use watch(structure.lost ? nullptr : &watches);
    auto it = field_.find({structure, r});
    if (it == field_.end()) {
      std::vector<Tensor<Field>> args = inputs_.draw_all<Field>(seed(r));
      std::vector<Tensor<Field>> results;
      try {
        results = run<Field>(core_, args, structure.lost ? nullptr : &varied_);
      } catch (const BrokenPromise&) {  // the program has no meaning there: none of the results is kept
      }
      it = field_.emplace(std::pair{structure, r}, std::pair{std::move(args), std::move(results)}).first;
    }
    const auto& [args, expected] = it->second;
    if (expected.size() != core_.main.result_types.size()) return std::nullopt;
    const auto wrong = first_wrong<Field>(subject, subject.run(distributed(subject, args, seed(r))), expected);
    if (!wrong) {
      // only now: a run without an outcome tells nothing
      if (!structure.lost) note_seen(expected);
      return std::nullopt;
    }
    if (inputs_.kind(seed(r)).kind == Draw::Kind::Special && !is_number(wrong->second.expected) && !is_number(wrong->second.found) && structure.laws >= Freedom::Sums) {
      special_differs_ = true;
      return std::nullopt;
    }
    return wrong->first;
  }
  /// How many runs follow the planned ones at most.
  static constexpr int64_t more_runs = 8;
  /// Uniform floats, beside small, large and any integers.
  static bool tells_losses(Draw::Kind k) { return k == Draw::Kind::Uniform || k == Draw::Kind::Whole || k == Draw::Kind::Places; }
  /// All runs in a model.
  std::optional<FieldDifference> differs_in(const Subject& subject, const StructureModel& structure) {
    if (!structure.lost) agreed_ = structure;
    // more runs where the planned ones did not meet all
    const int64_t most = structure.lost || !structure.chooses || inputs_.heavy() ? options_.runs : options_.runs + more_runs;
    for (int64_t r = 0; r < most; ++r) {
      if (r >= options_.runs && varied_.never(core_).empty() && (!options_.coverage || coverage_.missing(false, false).empty())) break;
      if (structure.lost && !tells_losses(inputs_.kind(seed(r)).kind)) continue;
      progress::run(r, options_.runs, "Field");
      if (const auto i = field_run(subject, structure, r)) return FieldDifference{structure, r, *i};
    }
    return std::nullopt;
  }
  /// The same without and then with an order among floats.
  std::optional<FieldDifference> differs_within(const Subject& subject, Freedom laws) {
    std::optional<FieldDifference> found;
    for (const bool chooses : {false, true}) {
      found = differs_in(subject, {laws, laws == Freedom::Reals, std::nullopt, StructureModel::Exponents::None, chooses});
      if (found) continue;
      by_choice_ = by_choice_ || chooses;
      // where max is no choice, it is never the 0 that a comparison looks for
      if (!chooses && !varied_.never(core_).empty())
        found = differs_in(subject, {laws, laws == Freedom::Reals, std::nullopt, StructureModel::Exponents::None, true});
      return found;
    }
    if (laws == Freedom::Reals) return found;
    found = differs_in(subject, {laws, true, std::nullopt});
    if (!found) by_order_ = by_choice_ = true;
    return found;
  }
  /// What the runs in Field say of a subject.
  struct Structure {
    std::optional<Freedom> within;              ///< the narrowest freedom that was found to explain all
    std::optional<FieldDifference> difference;  ///< beyond what is allowed, in the widest model that has one
    std::optional<RoundingLoss> narrowed;       ///< what the subject's roundings lose and the Core's do not
    int64_t by_exponents = 0;                   ///< equal by the laws of exp, log and sqrt; in how many runs in f64, too
    bool is_number_in_one = false;              ///< equal by those, but not at the same arguments a number
    std::string not_run;                        ///< why Field has no run
    std::string collapsed;                      ///< a value of the Core program that is nothing but roundings, where those were needed to explain all
  };
  Structure structure(const Subject& subject) {
    Structure s;
    try {
      const std::set<RoundingLoss> losses = rounding_losses(core_, subject);
      for (Freedom f : freedoms) {
        if (f < options_.freedom) continue;
        // where nothing rounds, the models of Sums and Roundings are one
        std::optional<FieldDifference> d;
        if (f == Freedom::Roundings) {
          d = differs_within(subject, Freedom::Sums);
          if (d && losses.empty()) {
            s.difference = d;
            continue;
          }
        }
        if (d || f != Freedom::Roundings) d = differs_within(subject, f);
        if (f == Freedom::Reals)
          for (const auto& [e, chooses] : {std::pair{StructureModel::Exponents::All, false}, {StructureModel::Exponents::Apart, false},
                                           {StructureModel::Exponents::All, true}, {StructureModel::Exponents::Apart, true}})
            if (d && !s.is_number_in_one && !differs_in(subject, {f, true, std::nullopt, e, chooses})) {
              by_choice_ = by_choice_ || chooses;
              // those laws say nothing of where the two are defined, and log(x) is not far from log(-x) in their model
              s.by_exponents = equal_in_f64(subject, s.is_number_in_one);
              if (s.by_exponents > 0) d.reset();
            }
        // the types of results round, too, which no function of a model stands for
        if (!d && f <= Freedom::Roundings)
          for (const RoundingLoss& loss : losses)
            if (!d && (d = differs_in(subject, {Freedom::Roundings, false, loss}))) note_narrowing(subject, *d, loss, s);
        if (!d && f == Freedom::Reals)
          for (const RoundingLoss& loss : losses)
            if (const auto l = differs_in(subject, {Freedom::Roundings, false, loss}); l && !s.narrowed)
              note_narrowing(subject, *l, loss, s);
        if (!d && f == Freedom::Reals && !s.narrowed)
          for (const RoundingLoss& loss : losses_of_results(core_, subject, losses))
            if (!s.narrowed && ends(subject, loss)) s.narrowed = loss;
        if (!d && f >= Freedom::Roundings && agreed_.laws > Freedom::Sums) s.collapsed = collapsed(subject);
        if (f >= Freedom::Roundings && !losses.empty() && !s.narrowed) s.narrowed = rounds_before_deciding(core_, subject);
        if (!d) {
          s.within = f;
          break;
        }
        s.difference = d;
      }
    } catch (const Unsupported& e) {
      s.not_run = e.what();
    }
    return s;
  }
  /// The first value of the Core program that varies, but not in the model in which the two were found equal, as x - convert(x) where
  /// roundings do not count: there anything that is made of it would be equal. Empty if there is none, or if the two are equal by the laws of sums.
  std::string collapsed(const Subject& subject) {
    const StructureModel agreed = agreed_;
    const auto run_in = [&](const StructureModel& structure) {
      Varied varied(core_);
      for (int64_t r = 0; r < options_.runs; ++r) {
        const FieldModel model = structure.at(r, seed(r));
        const FieldModel::Use in_use(model);
        try {
          run<Field>(core_, inputs_.draw_all<Field>(seed(r)), &varied);
        } catch (const BrokenPromise&) {  // the Core program has no meaning there
        }
      }
      return varied;
    };
    const Varied in_sums = run_in({Freedom::Sums, agreed.ordered, std::nullopt, StructureModel::Exponents::None, agreed.chooses});
    std::string found = run_in(agreed).never(core_, &in_sums);
    // what varies is asked of the model in which they agreed
    const Varied varied = varied_;
    if (!found.empty() && !differs_within(subject, Freedom::Sums)) found.clear();
    varied_ = varied;
    agreed_ = agreed;
    return found;
  }
  /// What either program makes of nothing but roundings, so that the field says nothing of it, and the other one does not; empty if nothing, and where
  /// programs are large.
  std::string roundings_alone(const Subject& subject) {
    if (is_large(subject)) return "";
    RoundingsAlone alone(core_, subject);
    const StructureModel sums{Freedom::Sums, agreed_.ordered, std::nullopt, StructureModel::Exponents::None, agreed_.chooses};
    // a run in which the Core program has no meaning says nothing, and keeps no other one from being made
    const auto run_at = [&](const auto& args, uint64_t seed) {
      try {
        alone.run_at(args, seed);
      } catch (const BrokenPromise&) {
      }
    };
    constexpr int64_t runs = 3;
    for (int64_t r = 0; r < runs; ++r) {
      const FieldModel model = sums.at(r, seed(r));
      const FieldModel::Use in_use(model);
      run_at(inputs_.draw_all<Field>(seed(r)), seed(r));
    }
    for (FloatDraw how : {FloatDraw::Positive, FloatDraw::Signed, FloatDraw::Wide}) run_at(inputs_.draw_native(seed(static_cast<int64_t>(how)), how), seed(0));
    return alone.found(MadeOf::random_key());
  }
  /// By what the program under test decides, though it is not rounded on the same paths as in the Core program; empty if by nothing, and where programs
  /// are large.
  std::string loses_before_deciding(const Subject& subject) const {
    const std::set<RoundingLoss> losses = rounding_losses(core_, subject);
    if (losses.empty() || is_large(subject)) return "";
    const auto run_in = [&](const StructureModel& structure, int64_t r, auto&& see) {
      const FieldModel model = structure.at(r, seed(r));
      const FieldModel::Use in_use(model);
      CoreTable<Field> core_values(core_);
      FamilyTable<Field> families(subject.body().values.size());
      const std::vector<Tensor<Field>> args = inputs_.draw_all<Field>(seed(r));
      run<Field>(core_, args, &core_values);
      subject.run(distribute_arguments(subject.mesh(), subject.params(), args, seed(r)), &families);
      return see(core_values, families);
    };
    constexpr int64_t runs = 2;
    for (int64_t r = 0, made = 0; r < options_.runs && made < runs; ++r) {
      if (!tells_losses(inputs_.kind(seed(r)).kind)) continue;
      ++made;
      try {
        const auto deciding = run_in({Freedom::Roundings, false}, r, [&](const auto& core_values, const auto& families) { return DecidingLosses(core_, subject, core_values, families); });
        if (deciding.empty()) return "";
        for (const RoundingLoss& loss : losses)
          if (std::string found = run_in({Freedom::Roundings, false, loss}, r, [&](const auto& core_values, const auto& families) { return deciding.found(core_values, families); }); !found.empty())
            return found;
      } catch (const BrokenPromise&) {  // the Core program has no meaning there
      }
    }
    return "";
  }
  /// Whether all values of both take too much memory, or a run too much time, to look at them.
  bool is_large(const Subject& subject) const { return keeps_too_much(core_, subject) || inputs_.heavy(); }
  /// What `twice` finds at arguments of moderate size; empty if nothing.
  std::string has_two_roundings(RoundedTwice& twice, const Subject& subject) {
    if (options_.freedom == Freedom::Bits || !options_.native) return "";
    constexpr size_t runs = 3;
    std::vector<std::pair<std::vector<Tensor<Native>>, uint64_t>> at;
    for (int64_t r = 0; r < options_.native_runs && at.size() < runs; ++r)
      if (meets_no_ties(r)) at.emplace_back(native_arguments(r), native_seed(r));
    // sums of numbers with few digits are exact unless these are of all magnitudes
    for (size_t r = 0; r < runs; ++r) at.emplace_back(inputs_.draw_native(seed(static_cast<int64_t>(r)), FloatDraw::Wide), seed(static_cast<int64_t>(r)));
    std::erase_if(at, [&](const auto& run) {
      try {
        twice.note_core(core_, run.first);
        return false;
      } catch (const BrokenPromise&) {  // the Core program has no meaning there
        return true;
      }
    });
    for (const auto& [args, seed] : at)
      if (std::string found = twice.at(subject, args, seed); !found.empty()) return found;
    return "";
  }
  /// Whether some op of the subject rounds away what `loss` stands for.
  bool ends(const Subject& subject, const RoundingLoss& loss) const {
    EndedLosses watch(loss);
    for (int64_t r = 0; r < options_.runs && !watch.any(); ++r) {
      if (!tells_losses(inputs_.kind(seed(r)).kind)) continue;
      const FieldModel model = StructureModel{Freedom::Roundings, false, loss}.at(r, seed(r));
      const FieldModel::Use in_use(model);
      const OpWatch::Use use(&watch);
      subject.run(distributed(subject, inputs_.draw_all<Field>(seed(r)), seed(r)));
    }
    return watch.any();
  }
  /// Whether somewhere the subject has lost by rounding what the Core still has.
  void note_narrowing(const Subject& subject, const FieldDifference& d, const RoundingLoss& loss, Structure& s) {
    const FieldModel model = d.model.at(d.run, seed(d.run));
    const FieldModel::Use in_use(model);
    const auto& [args, expected] = field_.at({d.model, d.run});
    const std::vector<Family<Field>> found = subject.run(distributed(subject, args, seed(d.run)));
    for (size_t i = 0; i < found.size() && !s.narrowed; ++i)
      if (loses_more(subject.mesh(), subject.results()[i], found[i], expected[i])) s.narrowed = loss;
  }

  /// From here on runs in Native are numbered that draw floats, too, by the kinds that runs in Field go by.
  static constexpr int64_t by_kind = int64_t{1} << 32;
  /// And from here on those in which only the others do, beside floats of moderate size: the runs before pair few of
  /// the kinds with such floats.
  static constexpr int64_t beside_tame = 2 * by_kind;
  /// And from here on those of the sweep.
  static constexpr int64_t swept = 3 * by_kind;
  /// So many of which have the same random arguments, which take longer to draw than many programs take to run.
  static constexpr int64_t alike = 64;
  /// Arguments of the `r`-th run in Native; its integers and i1 are those of `native_seed(r)`.
  uint64_t native_seed(int64_t r) const {
    return seed(r >= swept ? (r - swept) / alike : r >= beside_tame ? r - beside_tame : r >= by_kind ? r - by_kind : r == 0 ? 0 : r - 1);
  }
  static bool draws_floats_by_kind(int64_t r) { return r >= by_kind && r < beside_tame; }
  bool is_tame(int64_t r) const { return !draws_floats_by_kind(r) && is_tame(float_draw(r)); }
  static bool is_tame(FloatDraw d) {
    return d == FloatDraw::Positive || d == FloatDraw::Signed || d == FloatDraw::Negative || d == FloatDraw::Small ||
           d == FloatDraw::Unit;
  }
  /// Whether, besides, no two numbers are equal but by intent, so that rounding hardly ever decides a branch.
  bool meets_no_ties(int64_t r) const {
    const FloatDraw d = float_draw(r);
    return r < by_kind && (d == FloatDraw::Positive || d == FloatDraw::Signed || d == FloatDraw::Negative);
  }
  /// Whether arguments are so small that no other order of additions overflows where one does not.
  bool overflows_little(int64_t r) const { return is_tame(r) || (r < by_kind && float_draw(r) == FloatDraw::Large); }
  /// Whether it draws floats in a way that a run before did, too.
  bool is_further(int64_t r) const { return r >= inputs_.native_runs() && r < by_kind; }
  /// Whether all floats among the arguments are finite.
  bool draws_finite(int64_t r) const {
    const FloatDraw d = float_draw(r);
    return !draws_floats_by_kind(r) && d != FloatDraw::Single && d != FloatDraw::Three && d != FloatDraw::Extreme;
  }
  /// Whether none of them is near an end of its type's range, either.
  bool stays_in_range(int64_t r) const {
    switch (float_draw(r)) {
      case FloatDraw::Top: case FloatDraw::High: case FloatDraw::Bottom: case FloatDraw::Peaks: case FloatDraw::Opposed: case FloatDraw::Some: return false;
      default: return draws_finite(r);
    }
  }
  FloatDraw float_draw(int64_t r) const {
    if (r < beside_tame) return inputs_.float_draw(r);
    // the sweep's last runs look for numbers that are equal, too
    constexpr std::array by_turns = {FloatDraw::Signed, FloatDraw::Small, FloatDraw::Near, FloatDraw::Positive};
    const int64_t batch = (r - swept) / alike, planned = sweep_.runs() / alike;
    return batch <= planned ? FloatDraw::Signed : by_turns[static_cast<size_t>(batch) % by_turns.size()];
  }
  std::vector<Tensor<Native>> native_arguments(int64_t r) const {
    if (draws_floats_by_kind(r)) return inputs_.draw_all<Native>(native_seed(r));
    std::vector<Tensor<Native>> args;
    if (r >= swept && drawn_ && drawn_->first == native_seed(r)) {
      args = drawn_->second;
    } else {
      args = inputs_.draw_native(native_seed(r), float_draw(r));
      if (r >= swept) drawn_ = {native_seed(r), args};
    }
    if (r >= swept) {
      if (r - swept < sweep_.runs()) sweep_.set(args, r - swept);
      else sweep_.draw(args, constants_, options_.seed, r - swept - sweep_.runs());
    }
    return args;
  }
  std::string native_text(int64_t r) const {
    if (r >= swept) return "one place after another (run " + std::to_string(r - swept) + ", seed " + std::to_string(native_seed(r)) + ")";
    if (draws_floats_by_kind(r)) return "random (" + text(inputs_.kind(native_seed(r))) + ", seed " + std::to_string(native_seed(r)) + ")";
    return "random (floats " + std::string(text(float_draw(r))) + ", others " + text(inputs_.kind(native_seed(r))) +
           ", seed " + std::to_string(native_seed(r)) + ")";
  }

  const BoundedRun& reference(int64_t r, bool branches_as_reference) {
    const auto key = std::tuple{r, bounds_.parts, bounds_.narrows, branches_as_reference};
    auto it = bounded_.find(key);
    if (it == bounded_.end()) {
      UndefinedOrder order;
      it = bounded_.emplace(key, order.watch([&] { return bounded_run(core_, native_arguments(r), bounds_, branches_as_reference); })).first;
      if (order.met()) unordered_.insert(r);
    }
    return it->second;
  }

  /// One run in the programs' element types; the first element beyond its bound. The smaller bounds
  /// of evaluations that take the reference's branches first: they suffice unless a branch flipped.
  /// What has no bound is compared by what rounding was measured to do, if `measured` is given.
  std::optional<BoundViolation> native_run(const Subject& subject, int64_t r, NativeSummary& summary,
                                           const Measured* measured = nullptr) {
    BothWatches watches(&coverage_, &own_);
    const OpWatch::Use watch(&watches);
    try {
      reference(r, true);
    } catch (const BrokenPromise&) {  // the Core program has no meaning there
      return std::nullopt;
    }
    if (unordered_.contains(r)) return std::nullopt;  // nor has it one meaning there
    const NativeSummary before = summary;
    own_.forget_hidden();
    auto bad = judge_native(subject, r, subject.run(distributed(subject, native_arguments(r), native_seed(r))), summary);
    // Of elements without a bound, measuring and `hidden` say something that is wrong by accident now and then: a comparison may turn out
    // one way in both runs of one program, in f64, too, and the other way in both of the other. In many runs it would.
    const bool unbounded = summary.unbounded > before.unbounded && !is_further(r);
    const bool beyond_estimates = summary.beyond_estimates > before.beyond_estimates && stays_in_range(r) && options_.freedom < Freedom::Reals;
    // where branches are ambiguous a bound is of what another branch would make
    const bool loose = summary.loose > before.loose && summary.ambiguous == before.ambiguous;
    if (!bad && beyond_estimates) ++unexplained_;
    const auto explained = [&] { return !(*measured)(native_arguments(r), native_seed(r), Measured::Excuse::CoreAnywhere, true); };
    if (!bad && measured && measured->usable() && (unbounded || loose)) {
      const OpWatch::Use unwatched(nullptr);
      if (unbounded) bad = (*measured)(native_arguments(r), native_seed(r), Measured::Excuse::Both, is_tame(r), nullptr, true, !overflows_by_order_ && (overflows_little(r) || measured->adds_nothing()));
      if (!bad && !beyond_estimates && meets_no_ties(r) && !explained()) ++unexplained_;
    } else if (!bad && measured && unbounded && !beyond_estimates) {
      ++unexplained_;
    }
    if (!bad && unbounded && hidden_.empty() && draws_finite(r)) hidden_ = own_.hidden();
    return bad;
  }
  /// The runs of the sweep, and more where programs do to integers what no run has met; the first of them that is beyond
  /// its bound, or without `by_bounds` beyond what rounding was measured to do. How many there were is added to `runs`.
  std::optional<std::pair<int64_t, BoundViolation>> run_sweep(const Subject& subject, NativeSummary& summary, const Measured& measured, int64_t& runs, bool by_bounds = true) {
    const int64_t planned = sweep_.runs();
    constants_ = {};
    // what is not met yet, and the run that last met something
    const auto unmet = [&] { return own_.open() + coverage_.count_missing(by_order_, by_choice_); };
    int64_t open = unmet(), since = 0;
    for (int64_t k = 0; k < planned || (open > 0 && sweep_.has_time(k - planned + 1) && k - since < std::max<int64_t>(300, (k - planned) / 2)); ++k, ++runs) {
      progress::run(k, planned, "the sweep of places");
      if (k == planned) {
        const std::set<double> keys = own_.keys();
        constants_.assign(keys.begin(), keys.end());
      }
      const int64_t r = swept + k;
      try {
        BothWatches both(&coverage_, &own_);
        const OpWatch::Use watch(k < planned ? static_cast<OpWatch*>(&own_) : &both);
        const std::vector<Tensor<Native>> args = native_arguments(r);
        // hardly ever is there more to judge
        const bool same = !first_wrong<Native>(subject, subject.run(distributed(subject, args, native_seed(r))), run<Native>(core_, args));
        if (const int64_t now = k % 16 == 0 || k + 1 == planned ? unmet() : open; now != open || k < planned) open = now, since = k;
        if (same) continue;
      } catch (const BrokenPromise&) {  // the Core program has no meaning there
        continue;
      }
      const OpWatch::Use unwatched(nullptr);
      const auto bad = by_bounds || !measured.usable() ? native_run(subject, r, summary, &measured)
                                                       : measured(native_arguments(r), native_seed(r), Measured::Excuse::Both, is_tame(r));
      for (bool as_reference : {true, false}) bounded_.erase({r, bounds_.parts, bounds_.narrows, as_reference});
      if (bad) return std::pair{r, *bad};
    }
    return std::nullopt;
  }
  std::optional<BoundViolation> judge_native(const Subject& subject, int64_t r,
                                             const std::vector<Family<Native>>& found, NativeSummary& summary) {
    std::optional<BoundViolation> bad;
    overflows_by_order_ = false;
    const bool few_specials = r < by_kind && (float_draw(r) == FloatDraw::Single || float_draw(r) == FloatDraw::Three);
    // the same floats but for those; a large program has no such run among the planned ones
    const int64_t without = inputs_.heavy() ? beside_tame : 1;
    const BoundedRun* usual = nullptr;
    if (few_specials) try {
        usual = &reference(without, true);
      } catch (const BrokenPromise&) {  // the Core program has no meaning there, which says nothing of this run
      }
    for (bool as_reference : {true, false}) {
      const BoundedRun& y = reference(r, as_reference);
      NativeSummary now;
      const auto check = [&](const BoundedRun& bounds) {
        now = {};
        now.ambiguous = y.branches.ambiguous;
        now.either_branch = !as_reference;
        bad = check_within_bounds(subject.mesh(), subject.results(), found, bounds, now, usual, options_.freedom == Freedom::Bits);
        if (!bad) note_seen(bounds.results);
      };
      check(y);
      if (bad && options_.freedom >= Freedom::Sums) {
        BoundOptions in_any_order = bounds_;
        in_any_order.any_order = true;
        in_any_order.narrows = false;
        const bool overflows = bad->overflows;
        check(bounded_run(core_, native_arguments(r), in_any_order, as_reference));
        overflows_by_order_ = overflows && !bad;
      }
      if (bad && bounds_.may_narrow && options_.coverage && options_.freedom < Freedom::Reals) {
        BoundOptions narrowed = bounds_;
        narrowed.narrows = true;
        check(bounded_run(core_, native_arguments(r), narrowed, as_reference));
        if (!bad) ++narrowed_beside_loops_;
      }
      if (!bad || !as_reference || y.branches.ambiguous == 0) {
        summary.add(now);
        break;
      }
    }
    return bad;
  }

  /// Whether the two agree whatever integers, i1 and comparisons decide, as they are or cut in parts; `said`: how, or why that
  /// is not known. `lattices`: max, min, and, or keep their laws (free_reading.h).
  bool agrees_freely(const Subject& subject, bool lattices, std::string& said, FreeAgreement* agreement = nullptr) const {
    // what decides is a random number, of which a difference is seen in every run
    const double cheap = 2e8 / std::max(inputs_.cost(), 1.0);
    auto runs = static_cast<int64_t>(std::clamp(cheap, 4.0, 8.0));
    double among = 0;
    if (lattices) {
      // With `lattices` a run sees a difference only where what differs is what max, min, and, or choose.
      Choices of_core, of_subject;
      follow(core_, of_core);
      subject.follow(of_subject);
      const double most = std::max(of_core.most(), of_subject.most()), needed = most <= 2 ? 40 : 64 * most;
      among = std::max(most, 2.0);
      if (needed > std::max(cheap, 40.0)) {
        said = "what max, min, and, or, select choose among shows in about one of " + std::to_string(static_cast<int64_t>(std::min(most, 1e18))) +
               " runs, and there were too few for that";
        return false;
      }
      runs = static_cast<int64_t>(std::clamp(cheap, 4.0, needed));
    }
    // no program can have been written for the primes of its own readings
    const uint64_t seed = mix64(options_.seed + digest(core_, subject));
    const FreeAgreement free = unless_stuck([&] { return agree_freely(core_, subject, agreed_, seed, runs, among); });
    if (agreement) *agreement = free;
    if (free.runs > 0) {
      said = "equal whatever comparisons, indices and other ops on integers make of their operands, on " + counted(free.runs, "run");
      return true;
    }
    const FreeAgreement cut = unless_stuck([&] { return agree_by_cuts(core_, subject, agreed_, seed, runs, among); });
    if (agreement) agreement->given = cut.given, agreement->takes_away = cut.takes_away;
    said = cut.runs > 0 ? "equal at every place that an index may name, and whatever else comparisons and other ops on integers make of their operands, on " + counted(cut.runs, "run")
                        : "not equal whatever ops on integers and comparisons make of their operands (" + free.why_not + "; " + cut.why_not + ")";
    return cut.runs > 0;
  }
  /// Whether some result of the second program is beyond the derived bound of the first one's.
  static bool is_beyond_bounds(const ProgramPair& p, const std::vector<Tensor<Native>>& args, uint64_t seed) {
    const Mesh& mesh = p.subject->mesh();
    const BoundedRun expected = bounded_run(p.core, args, bound_options(p.core, *p.subject), true);
    NativeSummary ignored;
    return check_within_bounds(mesh, p.subject->results(), p.subject->run(distributed(*p.subject, args, seed)), expected, ignored, nullptr, false).has_value();
  }
  /// Two programs whose results correspond, to which what the results are made of at last is given, as far as both make it of the same: arguments
  /// hardly ever bring a sum of what they are made of close to 0. Nothing if there is nothing of that kind, or they are then not equal in Field.
  std::optional<ProgramPair> with_last_operands_given(const ProgramPair& values) const {
    const core::Function& f = values.core.main;
    const std::vector<char> depends = argument_dependent(values.core);
    std::vector<ValueId> last;
    for (const core::Stmt& s : f.body.stmts) {
      const auto* o = std::get_if<OpExpr>(&s.expr);
      const auto is_result = [&](ValueId x) { return std::find(f.body.results.begin(), f.body.results.end(), x) != f.body.results.end(); };
      if (!o || std::none_of(s.results.begin(), s.results.end(), is_result)) continue;
      for (ValueId x : o->operands)
        if (depends[x] && is_float(f.type(x).element) && std::find(f.params.begin(), f.params.end(), x) == f.params.end() && std::find(last.begin(), last.end(), x) == last.end()) last.push_back(x);
    }
    if (last.empty()) return std::nullopt;
    std::vector<NativeTables> runs;
    runs.push_back({CoreTable<Native>(values.core), FamilyTable<Native>(values.subject->body().values.size())});
    const std::vector<Tensor<Native>> args = Inputs(values.core).draw_native(seed(1), FloatDraw::Signed);
    std::optional<ProgramPair> pair;
    try {
      run<Native>(values.core, args, &runs[0].core);
      values.subject->run(distributed(*values.subject, args, seed(1)), &runs[0].subject);
      pair = partir::given(values.core, *values.subject, last, runs, MadeOf::random_key(), options_.freedom < Freedom::Roundings);
      if (!pair) return std::nullopt;
      const Inputs inputs(pair->core);
      for (int64_t r = 0; r < 2; ++r) {
        const FieldModel model = agreed_.at(r, seed(r));
        const FieldModel::Use in_use(model);
        const std::vector<Tensor<Field>> of_field = inputs.draw_all<Field>(seed(r));
        if (first_wrong<Field>(*pair->subject, pair->subject->run(distributed(*pair->subject, of_field, seed(r))), run<Field>(pair->core, of_field))) return std::nullopt;
      }
    } catch (const BrokenPromise&) {
      return std::nullopt;
    } catch (const Stuck&) {
      return std::nullopt;
    }
    return pair;
  }
  /// Why values that the program under test makes otherwise are not known to be the Core program's in the programs' own types; empty if they are.
  std::string differs_otherwise(const ProgramPair& values) const {
    std::string why = differs_at_all_floats(values);
    if (!why.empty()) return why;
    const std::optional<ProgramPair> given = with_last_operands_given(values);
    if (given) why = differs_at_all_floats(*given);
    return why.empty() ? why : why + ", with what they are made of at last given";
  }
  /// Where they decide something, in several runs of a kind of floats, as in one a comparison may turn out otherwise by rounding.
  std::string differs_at_all_floats(const ProgramPair& values) const {
    const Measured measured(values.core, *values.subject, false);
    if (!measured.usable()) return "";
    const Inputs inputs(values.core);
    const bool decides = still_decides(values.core, *values.subject);
    const auto rounds = static_cast<int64_t>(std::clamp(2e7 / std::max(inputs.cost(), 1.0), 1.0, 32.0));
    std::map<FloatDraw, DifferingRuns> kinds;
    bool any = false;
    for (int64_t r = 0; r < rounds * static_cast<int64_t>(float_draws.size()); ++r) {
      const FloatDraw draw = float_draws[static_cast<size_t>(r) % float_draws.size()];
      const std::vector<Tensor<Native>> args = inputs.draw_native(seed(r), draw, r % 2 == 0);
      Measured::NumberInOne number_in_one;
      try {
        const bool overflow_counts = is_tame(draw) || draw == FloatDraw::Large || draw == FloatDraw::High || measured.adds_nothing();
        const auto bad = measured(args, seed(r), Measured::Excuse::CoreAnywhere, is_tame(draw), &number_in_one, false, overflow_counts);
        kinds[draw].note((bad && is_beyond_bounds(values, args, seed(r))) || number_in_one.core, how_different(bad));
        any = true;
      } catch (const BrokenPromise&) {  // the Core program has no meaning there
      }
    }
    if (!any) return "the values that the " + values.subject->noun() + " makes otherwise could not be run alone, as the Core program breaks a promise in every run";
    for (const auto& [draw, k] : kinds)
      if (decides ? k.differs() : k.differed > 0) return "of the values that the " + values.subject->noun() + " makes otherwise " + k.how + " (floats " + std::string(text(draw)) + ")";
    return "";
  }
  /// What the program under test makes of floats as the Core program does nowhere, and hides.
  std::string hides_floats(const FreeAgreement& agreement, const Subject& subject) const {
    std::set<ValueId> compared;
    if (agreement.otherwise) {
      const MeshBody body = agreement.otherwise->subject->body();
      // of complex numbers none is drawn so that a product just overflows
      std::copy_if(body.results.begin(), body.results.end(), std::inserter(compared, compared.end()), [&](ValueId x) { return is_float(body.values[x].type->element); });
    }
    if (hides_negative_zero(core_, subject)) return "the -0 in a constant";
    return hidden_floats(agreement.given ? agreement.given->core : core_, agreement.given ? *agreement.given->subject : subject, compared, inputs_.heavy() ? 0 : 4,
                         MadeOf::random_key());
  }
  /// What the program under test loses of values that it makes otherwise, or of the results, where the Core program's types just hold them.
  std::string loses_at_edges(const ProgramPair& values, const Subject& subject) const {
    constexpr double most_cost = 1e8;
    const std::string of_values = Edges(values.core, *values.subject, most_cost).loses(options_.seed);
    return of_values.empty() ? Edges(core_, subject, most_cost).loses(options_.seed) : "of those values " + of_values;
  }
  /// Why the two are not known to be equal with some of their values given; empty if they are. In the runs of `check` itself hardly any
  /// argument may decide what is given here, or a run may cost too much to draw many kinds of floats, so that no overflow, no signed zero and
  /// no narrowing beside that was met.
  std::string differs_when_given(const ProgramPair& given) const {
    CompareOptions options = options_;
    options.coverage = options.shrink = options.varied = false;
    options.runs = options.native_runs = 0;
    const Inputs inputs(given.core);
    // of the draws of a kind some meet each value of what is given: of a single truth value, too, almost surely
    const auto is_truth = [&](ValueId x) { return is_bool(given.core.main.type(x).element); };
    const int64_t least = std::any_of(given.core.main.params.begin(), given.core.main.params.end(), is_truth) ? 16 : 4;
    if (!inputs.heavy()) options.native_runs = std::max(inputs.rounds(), least) * static_cast<int64_t>(float_draws.size());
    try {
      const Verdict v = Reference(given.core, options).check(*given.subject);
      return v.kind == Verdict::Kind::Tested || v.kind == Verdict::Kind::Verified ? "" : v.detail;
    } catch (const Error& e) {
      return e.what();
    }
  }
  /// The two programs without their ops that make a run expensive, the results of which are given to them; nothing if the other program has none that
  /// makes the same.
  std::optional<ProgramPair> without_heavy_ops(const Subject& subject) const {
    const core::Function& f = core_.main;
    std::vector<ValueId> heavy;
    for (const core::Stmt& s : f.body.stmts) {
      const auto* o = std::get_if<OpExpr>(&s.expr);
      if (!o || s.results.size() != 1) continue;
      Types types;
      for (ValueId x : o->operands) types.push_back(f.type(x));
      if (o->op.flops(types) > Inputs::heavy_from / 256) heavy.push_back(s.results[0]);
    }
    return heavy.empty() ? std::nullopt : with_given(subject, heavy);
  }
  /// The two programs with some of the Core program's values given to both, as far as they were the same in a run; nothing if none was.
  std::optional<ProgramPair> with_given(const Subject& subject, const std::vector<ValueId>& values) const {
    if (!subject.cut({}, results_of(core_, subject.body()).subject)) return std::nullopt;
    constexpr int64_t r = 1;  // of signed numbers
    std::vector<NativeTables> runs;
    runs.push_back({CoreTable<Native>(core_), FamilyTable<Native>(subject.body().values.size())});
    const std::vector<Tensor<Native>> args = inputs_.draw_native(native_seed(r), FloatDraw::Signed);
    try {
      run<Native>(core_, args, &runs[0].core);
      subject.run(distributed(subject, args, native_seed(r)), &runs[0].subject);
    } catch (const BrokenPromise&) {  // the Core program has no meaning there
      return std::nullopt;
    }
    return partir::given(core_, subject, values, runs, MadeOf::random_key(), options_.freedom < Freedom::Roundings);
  }
  /// Why the two are not known to be equal whatever the errors of sums are (sum_errors.h); empty if they are. The field has 0 for them.
  std::string differs_in_errors(const Subject& subject, const FreeAgreement& agreement) const {
    const std::vector<ValueId> errors = errors_of_sums(agreement.errors);
    if (errors.empty()) return "";
    const std::string what = "%" + core_.main.values[errors[0]].name + " is the error of a sum, and ";
    const std::optional<ProgramPair> given = with_given(subject, errors);
    const auto still_makes = [&](ValueId x) {
      bool makes = false;
      core::walk(given->core.main.body, [&](const core::Stmt& s, int) { makes = makes || std::find(s.results.begin(), s.results.end(), x) != s.results.end(); });
      return makes;
    };
    if (!given || std::any_of(errors.begin(), errors.end(), still_makes)) return what + "that was not found to be one number in both";
    const std::string why = differs_when_given(*given);
    return why.empty() ? "" : what + "the two are not equal whatever it is: " + why;
  }
  /// The errors of sums that the Core program's results are made of (sum_errors.h). `errors`: what a reading said of them, or null.
  std::vector<ValueId> errors_of_sums(std::shared_ptr<SumErrors> errors) const {
    // a run in which the Core program has no meaning says nothing, and keeps no other one from being made
    const auto run_at = [&](const auto& args) {
      const OpWatch::Use watch(errors.get());
      try {
        run(core_, args);
      } catch (const BrokenPromise&) {
      }
    };
    if (!errors) {
      errors = std::make_shared<SumErrors>(core_);
      // without a reading, what is chosen may be 0 by chance in some runs
      const auto runs = static_cast<int64_t>(std::clamp(2e8 / std::max(inputs_.cost(), 1.0), 3.0, 24.0));
      for (int64_t r = 0; r < runs; ++r) {
        const FieldModel model(Freedom::Sums, FieldModel::random_prime(seed(r)), agreed_.ordered, std::nullopt, false);
        const FieldModel::Use in_use(model);
        run_at(inputs_.draw_all<Field>(seed(r)));
      }
    }
    for (FloatDraw how : {FloatDraw::Positive, FloatDraw::Signed, FloatDraw::Wide, FloatDraw::Near}) run_at(inputs_.draw_native(seed(static_cast<int64_t>(how)), how));
    MadeOf made(MadeOf::random_key(), 1);
    follow(core_, made);
    std::vector<ValueId> found = errors->found();
    std::erase_if(found, [&](ValueId x) { return !made.is_used(x); });
    return found;
  }
  /// Whether the two may be different formulas for the same real numbers, which bounds of one of them do not judge.
  bool is_by_reals(const Subject& subject, const Structure& s) {
    if (options_.freedom != Freedom::Reals || !s.not_run.empty() || s.narrowed || !options_.field) return false;
    const StructureModel agreed = agreed_;
    const bool by_order = by_order_, by_choice = by_choice_;
    const bool differs = s.difference || differs_within(subject, Freedom::Roundings);
    agreed_ = agreed;
    by_order_ = by_order;
    by_choice_ = by_choice;
    return differs;
  }
  /// Whether neither program ever rounds. Then their derived bounds are zero, and any difference is one of meaning.
  bool nothing_rounds(const Subject& subject) const {
    bool found = false;
    core::walk(core_.main.body, [&](const core::Stmt& s, int) {
      if (const auto* o = std::get_if<OpExpr>(&s.expr)) {
        Types types;
        for (ValueId x : o->operands) types.push_back(core_.main.type(x));
        found = found || rounds(o->op, types);
      }
      if (const auto* l = std::get_if<core::LoopExpr>(&s.expr))
        for (size_t i = 0; i < l->attrs.size(); ++i)
          found = found || (l->attrs[i].kind == core::LoopAttr::Kind::Reduce &&
                            rounds(l->attrs[i].monoid, core_.main.type(s.results[i]).element));
    });
    // the parts of a partial result are yet to be combined
    for (const auto* dists : {&subject.params(), &subject.results()})
      for (const DistType& d : *dists) found = found || (!d.partial.empty() && rounds(d.monoid, d.global.element));
    if (found) return false;
    subject.for_each_op([&](const Op& op, const Types& types) { found = found || rounds(op, types); });
    if (found) return false;
    const MeshBody body = subject.body();
    for (const MeshBody::Stmt& s : body.stmts) {
      if (!s.expr) {
        found = found || !s.moves;
        continue;
      }
      const auto reduces = [&](Monoid m) {
        const auto& type = body.values.at(s.results.at(0)).type;
        return !type || rounds(m, type->element);
      };
      if (const auto* r = std::get_if<hlo::AllReduce>(&*s.expr)) found = found || reduces(r->monoid);
      if (const auto* r = std::get_if<hlo::ReduceScatter>(&*s.expr)) found = found || reduces(r->monoid);
    }
    return !found;
  }
  /// At what arguments, and in which run, the program under test is not defined where the Core program is; or why that is not known.
  struct Undefined {
    std::optional<std::pair<int64_t, BoundViolation>> where;
    std::string why_not_known;
  };
  /// Under the laws of real numbers: in the runs at arguments of moderate size in which nothing overflows in f64.
  Undefined undefined(const Subject& subject) {
    if (options_.freedom != Freedom::Reals || !options_.native) return {};
    if (!has_own_domains(core_, subject)) return {};
    const Measured measured(core_, subject, true);
    if (!measured.usable()) return {{}, "where the programs are defined is not known, as some op means something else in f64"};
    const auto are_within = [](const std::vector<Tensor<Native>>& args, double most) {
      return std::all_of(args.begin(), args.end(), [&](const Tensor<Native>& t) {
        if (!is_float(t.element())) return true;
        const std::vector<double> v = as_doubles(t).values<double>();
        return std::all_of(v.begin(), v.end(), [&](double x) { return std::fabs(x) <= most; });
      });
    };
    OverflowWatch overflows;
    const auto number_in_one_at = [&](const std::vector<Tensor<Native>>& args, uint64_t seed) {
      Measured::NumberInOne number_in_one;
      try {
        const OpWatch::Use watch(&overflows);
        measured(args, seed, Measured::Excuse::Both, true, &number_in_one);
      } catch (const BrokenPromise&) {  // the Core program has no meaning there
      }
      return overflows.overflowed() ? Measured::NumberInOne{} : number_in_one;
    };
    const std::string in_core_alone = "in f64 the " + subject.noun() + " has no number where the Core program has one";
    std::vector<int64_t> runs;
    for (int64_t r = 0; r < options_.native_runs; ++r) runs.push_back(r);
    for (int64_t first : {by_kind, beside_tame})
      for (int64_t r = 0; r < options_.runs; ++r) runs.push_back(first + r);
    for (int64_t r : runs) {
      const std::vector<Tensor<Native>> args = native_arguments(r);
      if (!are_within(args, 1e8)) continue;
      const Measured::NumberInOne number_in_one = number_in_one_at(args, native_seed(r));
      if (!number_in_one.core) continue;
      // of large numbers it may be rounding that leaves less than nothing of a difference
      if (number_in_one.shown && are_within(args, 128)) return {std::pair{r, *number_in_one.shown}, ""};
      return {{}, in_core_alone + " (" + native_text(r) + ")"};
    }
    // what is padded is all zeros
    const size_t n = core_.main.params.size();
    for (size_t k = 0; k <= n; ++k) {
      std::vector<Tensor<Native>> args = native_arguments(1);
      for (size_t i = 0; i < n; ++i)
        if (is_float(args[i].element()) && (k == i || k == n)) args[i] = Tensor<Native>::from_literal(simple_input(args[i].type(), InputKind::Zeros));
      if (number_in_one_at(args, native_seed(1)).core) return {{}, in_core_alone + ", with zeros for " + (k == n ? "all arguments" : "argument " + std::to_string(k))};
    }
    return {};
  }
  /// In how many runs at arguments of moderate size the two are equal as numbers in f64; 0 if they are not in some.
  /// `is_number_in_one`: set where that is because one of them is no number.
  int64_t equal_in_f64(const Subject& subject, bool& is_number_in_one) {
    const Measured measured(core_, subject, true);
    if (!options_.native || !measured.usable()) return 0;
    int64_t runs = 0;
    for (int64_t r = 0; r < options_.native_runs; ++r) {
      if (!is_tame(r)) continue;
      Measured::NumberInOne number_in_one;
      bool differs = false;
      try {
        differs = measured(native_arguments(r), native_seed(r), Measured::Excuse::Both, true, &number_in_one).has_value();
      } catch (const BrokenPromise&) {  // the Core program has no meaning there
        continue;
      }
      is_number_in_one = is_number_in_one || number_in_one;
      if (differs || is_number_in_one) return 0;
      ++runs;
    }
    return runs;
  }
  /// A run in Native, of those planned or of some more, at which the two differ in their own types: beyond the
  /// derived bound, or by more than rounding was measured to do.
  std::optional<std::pair<int64_t, BoundViolation>> witness(const Subject& subject, bool narrowed, bool by_bounds, bool explained = false) {
    const Measured measured(core_, subject, !by_bounds);
    // where a wider freedom explains the difference, bounds of one formula are too narrow for the other
    const double factor = explained ? Measured::factor : 1;
    const int64_t more = inputs_.fewer_kinds() ? 0 : 2 * static_cast<int64_t>(float_draws.size());
    NativeSummary ignored;
    std::vector<int64_t> runs;
    for (int64_t r = 0; r < options_.native_runs + more; ++r) runs.push_back(r);
    for (int64_t r = 0; r < options_.runs; ++r) runs.push_back(by_kind + r);
    for (int64_t r = 0; r < options_.runs; ++r) runs.push_back(beside_tame + r);
    for (int64_t r : runs) {
      if (measured.usable()) try {
          if (auto bad = measured(native_arguments(r), native_seed(r), narrowed ? Measured::Excuse::CoreAlone : Measured::Excuse::Both, is_tame(r))) return std::pair{r, *bad};
        } catch (const BrokenPromise&) {  // says nothing if the promise is the Core program's, and else is thrown again
          native_run(subject, r, ignored, nullptr);
          continue;
        }
      if (by_bounds || !measured.usable())
        if (auto bad = native_run(subject, r, ignored, nullptr); bad && !(bad->error <= factor * bad->bound)) return std::pair{r, *bad};
    }
    return std::nullopt;
  }
  /// Differs in Field, which is all that was asked for: the arguments are numbers of Field.
  Verdict refuted_in_field(const Subject& subject, const FieldDifference& d) {
    const FieldModel model = d.model.at(d.run, seed(d.run));
    const FieldModel::Use in_use(model);
    Locator<Field> locator(core_, subject, field_.at({d.model, d.run}).first, seed(d.run), d.result);
    if (options_.shrink) locator.shrink();
    return {Verdict::Kind::Refuted, "result " + std::to_string(d.result) + " differs in Field", 1,
            locator.counterexample("random in Field (" + text(inputs_.kind(seed(d.run))) + ", seed " +
                                   std::to_string(seed(d.run)) + ")")};
  }
  /// Differs in Field, and no arguments of the programs' own types show it.
  Verdict without_witness(const Subject& subject, const FieldDifference& d, const std::string& why) {
    const FieldModel model = d.model.at(d.run, seed(d.run));
    const FieldModel::Use in_use(model);
    Locator<Field> locator(core_, subject, field_.at({d.model, d.run}).first, seed(d.run), d.result);
    const Counterexample c = locator.counterexample("");
    return {Verdict::Kind::Undecided, why + " (" + text(inputs_.kind(seed(d.run))) + ", seed " +
                std::to_string(seed(d.run)) + "): the first op that differs is " + c.op + " at " + c.location +
                (c.explanation.empty() ? "" : " (" + c.explanation + ")"), 1, {}};
  }

  /// Differs in Native by more than the bound.
  Verdict refuted(const Subject& subject, int64_t r, const BoundViolation& bad, const std::string& detail) {
    char by[128];
    std::snprintf(by, sizeof by, bad.measured ? " differs in native by %.3g, where rounding makes %.3g"
                                              : " differs in native by %.3g, more than the derived bound %.3g",
                  bad.error, bad.bound);
    const std::string what = "result " + std::to_string(bad.result) +
                             (std::isfinite(bad.error) ? std::string(by) : " is " + bad.found + " in native, where the Core program has " + bad.expected);
    Locator<Native> locator(core_, subject, native_arguments(r), native_seed(r), bad.result);
    if (options_.shrink) locator.shrink();
    Counterexample c = locator.counterexample(native_text(r));
    if (c.device.empty()) {  // below what locating resolves: the violation itself
      c.op = "result " + std::to_string(bad.result);
      c.location = to_string(subject.location());
      c.device = to_string(subject.mesh(), bad.device);
      c.index = to_string(bad.index);
      c.expected = bad.expected;
      c.found = bad.found;
      c.explanation = what;
    }
    return {Verdict::Kind::Refuted, what + (detail.empty() ? "" : "; " + detail), 1, std::move(c)};
  }

  core::Program core_;
  CompareOptions options_, asked_;
  Sweep sweep_;
  std::vector<double> constants_;  ///< beside which the sweep's last runs draw integers
  mutable std::optional<std::pair<uint64_t, std::vector<Tensor<Native>>>> drawn_;  ///< the sweep's last random arguments, by seed
  Inputs of_core_, inputs_;  ///< draws planned from the Core program, and from it and the subject
  /// What the runs have told of a result's elements, row-major.
  struct Seen {
    std::vector<char> exactly, bounded;  ///< in Field; in Native
    double looseness = std::numeric_limits<double>::infinity();  ///< mean bound by mean value, least
  };
  std::vector<Seen> seen_;
  Varied varied_;
  Coverage coverage_;
  OwnOps own_;                    ///< of the last subject
  bool special_differs_ = false;  ///< in a run of Draw::Kind::Special, where the Core is not finite
  bool overflows_by_order_ = false;  ///< in the last run in Native, where another order of the Core program's additions may
  int64_t unexplained_ = 0;       ///< runs in Native in which elements without a bound differ by more than the Core's own rounding, or others by more than an estimate
  int64_t narrowed_beside_loops_ = 0;  ///< runs in Native in which results differ by more than their bound, but no more than BoundOptions::narrows would allow
  std::string hidden_;            ///< an op of one program alone that hides an overflow, where results differ
  bool by_order_ = false;         ///< equal only as floats are ordered
  bool by_choice_ = false;        ///< equal only as max and min are one of their arguments
  StructureModel agreed_;         ///< in which the last check found the two to be equal
  /// Arguments and results by model and run.
  std::map<std::pair<StructureModel, int64_t>, std::pair<std::vector<Tensor<Field>>, std::vector<Tensor<Field>>>> field_;
  BoundOptions bounds_;  ///< of the program under test
  std::map<std::tuple<int64_t, int64_t, bool, bool>, BoundedRun> bounded_;  ///< by run, parts, whether sums may be narrowed in parts, branches
  std::set<int64_t> unordered_;  ///< runs in which the Core program sorts what its comparator puts in no order
};

#if PARTIR_PROOFS_BODIES
PARTIR_INLINE Reference::Reference(core::Program program, CompareOptions options)
    : core_((partir::check(program), std::move(program))), options_(options), asked_(options), of_core_(core_),
      inputs_(core_), varied_(core_), coverage_(core_) {
  for (const TensorType& t : core_.main.result_types) {
    const auto n = static_cast<size_t>(t.elements());
    seen_.push_back({std::vector<char>(n), std::vector<char>(n)});
  }
}
PARTIR_INLINE void Reference::plan(const Subject& subject) {
  bounds_ = bound_options(core_, subject);
  Inputs planned = of_core_;
  subject.for_each_op([&](const Op& op, const Types& types) { planned.see(op, types); });
  ComputedConstants constants;
  if (!planned.heavy()) {
    for_each_site(core_, [&](const OpSite& s) { constants.follow(s); });
    subject.for_each_site([&](const OpSite& s) { constants.follow(s); });
    const OpWatch::Use watch(&constants);
    const std::vector<Tensor<Native>> args = of_core_.draw_native(seed(0), FloatDraw::Signed);
    try {
      run<Native>(core_, args);
      subject.run(distributed(subject, args, seed(0)));
    } catch (const BrokenPromise&) {  // these arguments say nothing; the runs that follow judge
    } catch (const Stuck&) {
    } catch (const Unsupported&) {
    }
    for (double v : constants.found()) planned.see_constant(v);
  }
  if (options_.coverage) {
    own_ = OwnOps(core_, subject, options_.freedom == Freedom::Reals);
    sweep_ = Sweep(core_, subject, constants.found(), own_);
  }
  adopt(std::move(planned));
}
PARTIR_INLINE void Reference::adopt(Inputs planned) {
  planned.plan();
  if (!same_plan(planned, inputs_)) {
    field_.clear();
    bounded_.clear();
    for (Seen& seen : seen_) std::fill(seen.exactly.begin(), seen.exactly.end(), 0);
  }
  inputs_ = std::move(planned);
  drawn_.reset();
  options_.runs = asked_.runs > 0 ? asked_.runs : inputs_.runs();
  options_.native_runs = asked_.native_runs > 0 ? asked_.native_runs : inputs_.native_runs();
  if (asked_.native_runs == 0 && options_.coverage && !inputs_.heavy()) options_.native_runs += (inputs_.rounds() - 1) * static_cast<int64_t>(float_draws.size());
}
PARTIR_INLINE Verdict Reference::check(const hlo::Program& hlo) {
  partir::check(hlo);
  return check(HloSubject(&hlo));
}
class Reference::Judged : public JudgedRuns {
 public:
  Judged(Reference& reference, const Subject& subject) : of_(reference), subject_(subject) {}

  /// All, or those until the one that refuted.
  int64_t field_runs() override {
    int64_t made = 0;
    while (made < of_.options_.runs && of_.field_.contains({of_.agreed_, made})) ++made;
    return of_.options_.field ? made : 0;
  }
  int64_t native_runs() override { return of_.options_.native ? of_.options_.native_runs : 0; }
  FieldModel field_model(int64_t r) override { return of_.agreed_.at(r, of_.seed(r)); }
  bool is_uniform(int64_t r) override {
    const Draw::Kind kind = of_.inputs_.kind(of_.seed(r)).kind;
    return kind == Draw::Kind::Uniform || kind == Draw::Kind::Whole;
  }
  Degree degree() override { return partir::degree(of_.core_); }
  std::vector<Family<Field>> field_arguments(int64_t r) override {
    return distributed(subject_, of_.field_.at({of_.agreed_, r}).first, of_.seed(r));
  }
  std::vector<Family<Native>> native_arguments(int64_t r) override {
    return distributed(subject_, of_.native_arguments(r), of_.native_seed(r));
  }
  bool accepts(int64_t r, const std::vector<Family<Field>>& results) override {
    const std::vector<Tensor<Field>>& expected = of_.field_.at({of_.agreed_, r}).second;
    // there are none where the Core program breaks a promise of its own
    return expected.size() != results.size() || !first_wrong<Field>(subject_, results, expected);
  }
  bool accepts(int64_t r, const std::vector<Family<Native>>& results) override {
    NativeSummary summary;
    return !of_.judge_native(subject_, r, results, summary);
  }

 private:
  Reference& of_;
  const Subject& subject_;
};
PARTIR_INLINE std::unique_ptr<JudgedRuns> Reference::judged_runs(const Subject& subject) {
  return std::make_unique<Judged>(*this, subject);
}
PARTIR_INLINE Verdict Reference::check(const Subject& subject) {
  corresponds(subject);
  plan(subject);
  for (Seen& seen : seen_)
    seen = {std::move(seen.exactly), std::vector<char>(seen.bounded.size())};
  special_differs_ = by_order_ = by_choice_ = false;
  unexplained_ = narrowed_beside_loops_ = 0;
  hidden_.clear();
  coverage_.watch(subject);
  std::vector<std::string> details;
  Verdict v{Verdict::Kind::Tested, "", 0, std::nullopt};
  Structure s;
  if (options_.field) {
    s = structure(subject);
    if (by_choice_ && !inputs_.heavy()) {
      // with draws for it, what is chosen is another matter
      plan_choices();
      by_order_ = by_choice_ = false;
      s = structure(subject);
    }
    if (s.not_run.empty()) v.runs += options_.runs;
    details.push_back(s.not_run.empty() ? "exact in Field on " + counted(options_.runs, "run")
                                        : "not run in Field (" + s.not_run + ")");
  }
  const bool structure_differs = s.difference.has_value() || s.narrowed.has_value();
  if (structure_differs) details.clear();
  // where integers and predicates may be anything, runs need not meet all that they may be; asked once no run refutes
  const bool may_agree_freely = options_.coverage && options_.field && s.not_run.empty() && !structure_differs;
  std::optional<bool> found_free;
  std::string how_freely;
  FreeAgreement agreement;
  const auto agrees_whatever = [&] {
    if (may_agree_freely && !found_free) {
      found_free = agrees_freely(subject, false, how_freely, &agreement);
      if (*found_free) details.push_back(how_freely);
    }
    return found_free.value_or(false);
  };
  NativeSummary summary;
  if (options_.native) {
    std::optional<std::pair<int64_t, BoundViolation>> beyond;  // run and where
    const Measured measured(core_, subject, options_.freedom == Freedom::Reals);
    for (int64_t r = 0; r < options_.native_runs && !beyond && !structure_differs; ++r, ++v.runs) {
      progress::run(r, options_.native_runs, "native");
      if (auto bad = native_run(subject, r, summary, &measured)) beyond = {r, *bad};
    }
    if (options_.coverage && !beyond && !structure_differs && !agrees_whatever()) {
      beyond = run_sweep(subject, summary, measured, v.runs);
    }
    if (beyond && is_by_reals(subject, s)) {
      // another formula for the same real numbers rounds and overflows otherwise
      details.push_back("in native the two differ by more than the derived bound, which is of the Core's formula");
      beyond = witness(subject, false, false);
      if (options_.coverage && !beyond && !agrees_whatever()) beyond = run_sweep(subject, summary, measured, v.runs, false);
    } else if (!beyond && !structure_differs) {
      details.push_back(to_string(summary));
    }
    if (structure_differs)
      beyond = witness(subject, s.narrowed.has_value(),
                       options_.freedom != Freedom::Reals || nothing_rounds(subject) || !is_by_reals(subject, s),
                       s.within.has_value());
    if (beyond)
      return refuted(subject, beyond->first, beyond->second,
                     s.difference && !s.within ? "differs in Field" : structure_differs ? "" : join(details));
  }
  if (s.by_exponents > 0 && options_.freedom == Freedom::Reals)
    details.push_back("equal by the laws of exp, log and sqrt, and as numbers in f64 on " + counted(s.by_exponents, "run"));
  if (s.difference && !options_.native) return refuted_in_field(subject, *s.difference);
  if (s.difference && s.within)
    return without_witness(subject, *s.difference, "equal by the laws that --freedom " + std::string(name(*s.within)) +
                               " allows, not by those of " + std::string(name(options_.freedom)));
  if (s.difference)
    return without_witness(subject, *s.difference,
                           s.is_number_in_one
                               ? "equal by the laws of exp, log and sqrt, but at some arguments only one of the two is a number"
                               : "differs in Field, but at no arguments that were tried in the programs' own types");
  if (s.narrowed)
    return {Verdict::Kind::Undecided, "rounds to " + to_string(*s.narrowed) + " where the Core program does not, but "
                "at no arguments that were tried is that more than other roundings explain", 1, {}};
  // the laws of exp, log and sqrt are used where they hold
  const Undefined undefined_alone = undefined(subject);
  if (undefined_alone.where && s.by_exponents == 0) return refuted(subject, undefined_alone.where->first, undefined_alone.where->second, join(details));
  const bool whatever = agrees_whatever(), by_runs = options_.coverage && !whatever;
  // a value that was the same in every run cannot show what a program makes of it
  const std::string constant = options_.field && !whatever ? varied_.never(core_) : "";
  const std::optional<std::string> not_derived = subject.not_derived();
  if (not_derived && !not_derived->empty())
    details.push_back("the D-rules do not derive the distributed types: " + *not_derived);
  if (!constant.empty()) details.push_back(constant + " was the same in every run");
  if (special_differs_)
    details.push_back("with an infinity or NaN among the arguments the two differ, but only where "
                      "the Core's value is not finite");
  if (inputs_.fewer_kinds())
    details.push_back("fewer kinds of draws, because a run costs over " +
                      counted(Inputs::heavy_from, "scalar operation"));
  if (v.runs == 0) {
    details.insert(details.begin(), "no run was made");
    v.kind = Verdict::Kind::Undecided;
  } else if (const std::string why = not_enough(); !why.empty()) {
    details.insert(details.begin(), why);
    v.kind = Verdict::Kind::Undecided;
  } else if (options_.coverage && !s.collapsed.empty()) {
    details.insert(details.begin(), s.collapsed + " is made of nothing but roundings, which --freedom " + std::string(name(*s.within)) + " does not look at, and the two are not equal by the laws of sums");
    v.kind = Verdict::Kind::Undecided;
  } else if (narrowed_beside_loops_ > 0) {
    details.insert(details.begin(), "on " + counted(narrowed_beside_loops_, "run") + " results differ by more than the derived bound, but no more than if parts of sums are rounded before they are "
                                    "added up; in a program with loops or branches it is not known how often these round");
    v.kind = Verdict::Kind::Undecided;
  } else if (options_.coverage && unexplained_ > 0) {
    details.insert(details.begin(), "on " + counted(unexplained_, "run") + " elements that have no bound, an estimated one or one that says nothing, differ by more than the Core program's own "
                                    "rounding explains");
    v.kind = Verdict::Kind::Undecided;
  } else if (undefined_alone.where || !undefined_alone.why_not_known.empty()) {
    details.insert(details.begin(), undefined_alone.where ? "at some arguments only one of the two is a number" : undefined_alone.why_not_known);
    v.kind = Verdict::Kind::Undecided;
  } else if (by_runs && sweep_.is_too_long()) {
    details.insert(details.begin(), "not every place that is indexed or reduced was met: that needs " + counted(sweep_.needed(), "run"));
    v.kind = Verdict::Kind::Undecided;
  } else if (const std::string unmet = by_runs ? coverage_.missing(by_order_, by_choice_) : ""; !unmet.empty()) {
    details.insert(details.begin(), unmet);
    v.kind = Verdict::Kind::Undecided;
  } else if (const std::string unmet = by_runs ? own_.missing() : ""; !unmet.empty()) {
    details.insert(details.begin(), unmet);
    v.kind = Verdict::Kind::Undecided;
  } else if (options_.coverage && !own_.repeats().empty()) {
    details.insert(details.begin(), own_.repeats() + " starts from a value that changes the result if it is used more than once, as a reduction may do in any order; the other program "
                                                     "starts no reduction of the same from it");
    v.kind = Verdict::Kind::Undecided;
  } else if (options_.coverage && !own_.left_open().empty()) {
    details.insert(details.begin(), own_.left_open() + ", which is left to the implementation; the other program has no such op");
    v.kind = Verdict::Kind::Undecided;
  } else if (options_.coverage && !hidden_.empty()) {
    details.insert(details.begin(), hidden_ + " made a number of an infinity or NaN, as the other program does nowhere, and results differ there");
    v.kind = Verdict::Kind::Undecided;
  } else if (std::string why; may_agree_freely && !whatever && !agrees_freely(subject, true, why)) {
    details.insert(details.begin(), "the runs met all that they should, but that is no proof: " + why);
    v.kind = Verdict::Kind::Undecided;
  } else if (!agreement.compares_roundings.empty()) {
    details.insert(details.begin(), agreement.compares_roundings + ", which the " + subject.noun() + " does not do");
    v.kind = Verdict::Kind::Undecided;
  } else if (!agreement.takes_away.empty()) {
    details.insert(details.begin(), agreement.takes_away);
    v.kind = Verdict::Kind::Undecided;
  } else if (const std::string why = options_.coverage && options_.native && options_.field && options_.freedom < Freedom::Reals ? roundings_alone(subject) : ""; !why.empty()) {
    details.insert(details.begin(), why);
    v.kind = Verdict::Kind::Undecided;
  } else if (const std::string why = options_.coverage && options_.field && options_.freedom < Freedom::Reals ? loses_before_deciding(subject) : ""; !why.empty()) {
    details.insert(details.begin(), why);
    v.kind = Verdict::Kind::Undecided;
  } else if (const std::string why = options_.coverage && options_.freedom < Freedom::Reals ? decides_by_other_roundings(core_, subject) : ""; !why.empty()) {
    details.insert(details.begin(), why);
    v.kind = Verdict::Kind::Undecided;
  } else if (const std::string why = options_.coverage && options_.native && options_.freedom < Freedom::Reals ? differs_in_errors(subject, agreement) : ""; !why.empty()) {
    details.insert(details.begin(), why);
    v.kind = Verdict::Kind::Undecided;
  } else if (const std::string why = options_.coverage ? drops_of_order(core_, subject, MadeOf::random_key()) : ""; !why.empty()) {
    details.insert(details.begin(), why);
    v.kind = Verdict::Kind::Undecided;
  } else if (const std::string why = agreement.otherwise ? differs_otherwise(*agreement.otherwise) : ""; !why.empty()) {
    details.insert(details.begin(), why);
    v.kind = Verdict::Kind::Undecided;
  } else if (const std::string why = agreement.otherwise && options_.native ? loses_at_edges(*agreement.otherwise, subject) : ""; !why.empty()) {
    details.insert(details.begin(), "makes values otherwise, for which its types do not have the room: " + why);
    v.kind = Verdict::Kind::Undecided;
  } else if (const std::string where = options_.coverage && options_.native ? sum_that_sticks(core_, subject, MadeOf::random_key(), agreement.same.get()) : ""; !where.empty()) {
    details.insert(details.begin(), "the sum at " + where + " is of so many terms, in a narrower type than the same sum of the Core program, that it may stop to grow");
    v.kind = Verdict::Kind::Undecided;
  } else if (const std::string where = options_.coverage && options_.native && options_.freedom < Freedom::Reals ? sum_rounded_often(core_, subject, MadeOf::random_key(), agreement.same.get()) : ""; !where.empty()) {
    details.insert(details.begin(), "the sum at " + where + " is rounded over and over to a narrower type than that of the same sum of the Core program");
    v.kind = Verdict::Kind::Undecided;
  } else if (const std::string why = options_.coverage && options_.native && options_.freedom < Freedom::Reals ? rounded_elsewhere(core_, subject, MadeOf::random_key(), agreement.same.get()) : ""; !why.empty()) {
    details.insert(details.begin(), why);
    v.kind = Verdict::Kind::Undecided;
  } else if (const std::string why = may_agree_freely && options_.native && options_.freedom < Freedom::Reals ? hides_floats(agreement, subject) : ""; !why.empty()) {
    details.insert(details.begin(), why + ", of which the other program has none, lies behind indices and truth values of which few runs show it");
    v.kind = Verdict::Kind::Undecided;
  } else if (const std::string why = agreement.twice ? has_two_roundings(*agreement.twice, subject) : ""; !why.empty()) {
    details.insert(details.begin(), why);
    v.kind = Verdict::Kind::Undecided;
  } else if (const std::string why = agreement.given ? differs_when_given(*agreement.given) : ""; !why.empty()) {
    details.insert(details.begin(), "not equal where what they decide is given to both: " + why);
    v.kind = Verdict::Kind::Undecided;
  } else if (const auto light = options_.native && inputs_.heavy() ? without_heavy_ops(subject) : std::nullopt; light && !differs_when_given(*light).empty()) {
    details.insert(details.begin(), "not equal where what takes long to calculate is given to both");
    v.kind = Verdict::Kind::Undecided;
  } else if (options_.varied && not_derived && !constant.empty()) {
    v.kind = Verdict::Kind::Undecided;
  }
  v.whatever_is_decided = whatever && v.holds();
  if (v.kind == Verdict::Kind::Undecided && by_runs && may_agree_freely) details.push_back(how_freely);
  v.detail = join(details);
  return v;
}
#endif

/// Whether `hlo` means what `core` means, at the D of its signature; see Reference::check.
PARTIR_INLINE Verdict compare(const core::Program& core, const hlo::Program& hlo,
                       const CompareOptions& options = {})
#if PARTIR_PROOFS_BODIES
{
  return Reference(core, options).check(hlo);
}
#else
    ;
#endif

/// Theorem 2 in Field and in Native, as the options ask; the first refutation, if any. Without a number
/// of runs it makes two in each: it compares every value at every device, and the kinds of draws that
/// remain are `Reference::check`'s, whose runs cost less.
PARTIR_INLINE Verdict theorem2(const core::Program& program, const CompareOptions& options)
#if PARTIR_PROOFS_BODIES
{
  Verdict v{Verdict::Kind::Undecided, "no domain was asked for", 0, std::nullopt};
  if (options.field) v = theorem2<Field>(program, {options.runs > 0 ? options.runs : 2, options.seed});
  if (!options.native || v.kind == Verdict::Kind::Refuted) return v;
  Verdict n = theorem2<Native>(program, {options.native_runs > 0 ? options.native_runs : 2, options.seed});
  if (n.kind == Verdict::Kind::Refuted || !options.field) return n;
  v.detail += "; " + n.detail;
  v.runs += n.runs;
  return v;
}
#else
    ;
#endif

}  // namespace partir
