#include "tools/lowering_fuzz.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>

#include "interp/random.h"
#include "proofs/plain_difference.h"
#include "proofs/spmd_subject.h"
#include "property_tests/generate/sharded_traits.h"
#include "property_tests/generate/simpler_sharded.h"
#include "tools/audited.h"
#include "tools/clock.h"
#include "tools/files.h"
#include "tools/verify_pair.h"
#include "tools/workers.h"

namespace partir {

namespace {

using generate::Recipe;
using generate::Sharded;

constexpr std::string_view end_names[] = {"holds",   "refuted",   "ill_typed",     "malformed",
                                          "crash",   "timed_out", "out_of_memory", "blind",         "internal",
                                          "refused", "undecided", "unsupported",   "passed_over"};

LoweringEnd end_named(const std::string& name) {
  return static_cast<LoweringEnd>(std::find(std::begin(end_names), std::end(end_names), name) -
                                  std::begin(end_names));
}

// ---- a name for what is wrong

/// A message up to its first clause, without names, numbers and types, so that those of one fault are one.
std::string without_particulars(const std::string& message) {
  std::string text;
  for (size_t i = 0; i < message.size() && text.size() < 160; ++i) {
    const char c = message[i];
    const auto skip = [&](auto&& is) {
      while (i + 1 < message.size() && is(message[i + 1])) ++i;
    };
    const auto in_name = [](char x) {
      return std::isalnum(static_cast<unsigned char>(x)) || x == '_' || x == '#';
    };
    if (c == ';' || c == '\n') break;
    if (c == '%') {
      skip(in_name);
      text += "%";
    } else if (std::isdigit(static_cast<unsigned char>(c)) &&
               (i == 0 || !std::isalpha(static_cast<unsigned char>(message[i - 1])))) {
      skip([](char x) { return std::isdigit(static_cast<unsigned char>(x)) || x == 'x' || x == '.'; });
      text += "#";
    } else if (c == '"') {
      while (i + 1 < message.size() && message[++i] != '"') {
      }
      text += "\"\"";
    } else if (c == '{' || c == '[') {
      const char close = c == '{' ? '}' : ']';
      int depth = 1;
      while (i + 1 < message.size() && depth > 0) {
        ++i;
        depth += message[i] == c ? 1 : message[i] == close ? -1 : 0;
      }
      text += std::string(1, c) + ".." + close;
    } else {
      text += c;
    }
  }
  // tensor<#f32>: the shape is gone already, the element type goes too
  for (size_t at = 0; (at = text.find("tensor<", at)) != std::string::npos;) {
    const size_t to = text.find('>', at);
    if (to == std::string::npos) break;
    text.replace(at, to + 1 - at, "tensor");
  }
  return text;
}
/// `dot_general` of `%3 = dot_general(%1, %2)`.
std::string op_of_phrase(const std::string& phrase) {
  const size_t is = phrase.find(" = ");
  const std::string text = is == std::string::npos ? phrase : phrase.substr(is + 3);
  return text.substr(0, text.find_first_of("( %"));
}
/// The op on a line of MLIR text: the first word that has a dialect.
std::string op_on_line(const std::string& text, unsigned line) {
  std::istringstream lines(text);
  std::string l;
  for (unsigned i = 0; i < line && std::getline(lines, l); ++i) {
  }
  const size_t is = l.find(" = ");
  std::istringstream words(is == std::string::npos ? l : l.substr(is + 3));
  std::string word;
  words >> word;
  std::erase(word, '"');
  word = word.substr(0, word.find('('));
  const bool is_name = word.find('.') != std::string::npos &&
                       std::all_of(word.begin(), word.end(),
                                   [](unsigned char c) { return std::isalnum(c) || c == '.' || c == '_'; });
  return is_name ? word : "";
}
/// The op that makes result `number` of what a line of MLIR text returns; `parameter` if none does.
std::string op_returned(const std::string& text, unsigned line, unsigned number) {
  std::istringstream lines(text);
  std::string l;
  for (unsigned i = 0; i < line && std::getline(lines, l); ++i) {
  }
  size_t at = l.find("return ");
  for (unsigned i = 0; at != std::string::npos && i <= number; ++i) at = l.find('%', at + 1);
  if (at == std::string::npos) return "";
  const std::string name = l.substr(at, l.find_first_of(",#: ", at) - at);
  std::istringstream again(text);
  for (unsigned i = 1; i < line && std::getline(again, l); ++i)
    if (const size_t to = l.find_first_not_of(' ');
        to != std::string::npos && l.compare(to, name.size(), name) == 0 &&
        (l[to + name.size()] == ' ' || l[to + name.size()] == ':'))
      return op_on_line(text, i);
  return "parameter";
}
/// What a program that crashed says of itself: a failed assertion, a fatal error, or the first function of
/// the stack that is not the handler's; else its last line.
std::string last_words(const std::string& err) {
  std::istringstream lines(err);
  std::string frame, fatal, last;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("ssertion") != std::string::npos || line.find("LLVM ERROR") != std::string::npos ||
        line.find("terminate called") != std::string::npos) {
      if (fatal.empty())
        fatal = line.substr(std::min(
            line.size(), line.find("ssertion") == std::string::npos ? 0 : line.find("ssertion") - 1));
    }
    // `#4 0x0012 mlir::f(int) (/usr/bin/x+0x1)`, or `4  x 0x0012 mlir::f(int) + 54`
    std::istringstream words(line);
    std::string number, address, function;
    words >> number >> address;
    if (!address.starts_with("0x")) words >> address;
    if (!number.empty() && number.find_first_not_of("#0123456789") == std::string::npos &&
        address.starts_with("0x")) {
      std::getline(words, function);
      function.erase(0, std::min(function.size(), function.find_first_not_of(' ')));
      function = function.substr(0, function.find('('));
      if (frame.empty() && !function.empty() && !function.starts_with("llvm::sys::")) frame = function;
    } else if (line.find_first_not_of(" \t") != std::string::npos) {
      last = line;
    }
  }
  return !fatal.empty() ? without_particulars(fatal) : !frame.empty() ? frame : without_particulars(last);
}
/// The first error that a compiler printed, else its first line.
std::string first_error(const std::string& err) {
  std::istringstream lines(err);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    if (const size_t at = line.find("error: "); at != std::string::npos)
      return without_particulars(line.substr(at + 7));
    if (first.empty()) first = line;
  }
  return without_particulars(first);
}

// ---- one program

/// What became of a program, and what there is to show of it.
struct Outcome {
  LoweringEnd end = LoweringEnd::Holds;
  std::string op, rule;  ///< of a finding; the rule also says what was refused, unsupported or undecided
  std::string detail;    ///< for people
  std::string before, after, err, line;
  Json verdict;  ///< as of `partir verify --json`
  std::vector<std::string> inputs;

  std::string key() const { return std::string(name(end)) + "|" + op + "|" + rule; }
};

/// Runs programs in a folder of its own, which goes with it.
class Runner {
 public:
  Runner(const LoweringSubject& subject, const std::string& parent, const RunLimits& limits)
      : subject_(subject), limits_(limits) {
    std::string pattern = parent + "/XXXXXX";
    if (!mkdtemp(pattern.data())) throw BadInput("no folder for programs", {parent, 0, 0, ""});
    folder_ = pattern;
  }
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;
  ~Runner() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  void set_limits(const RunLimits& limits) { limits_ = limits; }

  /// Nothing for a program that the subject cannot be asked to lower.
  std::optional<Outcome> run(const Sharded& s) {
    Watchdog::next_program(limits_.seconds);
    if (!subject_.takes(s)) return std::nullopt;
    Outcome o;
    const std::string in = folder_ + "/before.mlir", out = folder_ + "/after.mlir";
    try {
      o.before = subject_.print(s);
    } catch (const Unsupported& e) {
      o.end = LoweringEnd::Unsupported;
      o.rule = "printing: " + without_particulars(e.what());
      return o;
    }
    write_file(in, o.before);
    std::filesystem::remove(out);
    try {
      if (lower(s, o, in, out)) judge_output(o, in, out);
    } catch (const OutOfBudget& e) {
      ends(o, LoweringEnd::Undecided, without_particulars(e.what()), e.report());
    }
    for (std::string* text : {&o.detail, &o.err, &o.line}) *text = shown(std::move(*text));
    if (!o.verdict.is_null()) o.verdict = Json::parse(shown(json_text(o.verdict)));
    return o;
  }

 private:
  /// A text that names files by their names alone: they will be elsewhere.
  std::string shown(std::string text) const {
    for (size_t at; (at = text.find(folder_ + "/")) != std::string::npos;) text.erase(at, folder_.size() + 1);
    return text;
  }
  /// Whether there is an output to judge.
  bool lower(const Sharded& s, Outcome& o, const std::string& in, const std::string& out) {
    if (subject_.lower) {
      try {
        o.after = subject_.lower(s);
      } catch (const Unsupported& e) {
        return ends(o, LoweringEnd::Unsupported, "lowering: " + without_particulars(e.what()), e.report());
      } catch (const OutOfBudget&) {
        throw;
      } catch (const Error& e) {
        return ends(o, LoweringEnd::Refused, without_particulars(e.what()), e.report());
      } catch (const std::exception& e) {
        return ends(o, LoweringEnd::Crash, without_particulars(e.what()), e.what());
      }
      write_file(out, o.after);
      return true;
    }
    o.line = subject_.command(s, in, out);
    RunResult r = run_limited(o.line, in, limits_);
    o.err = r.err;
    if (std::filesystem::exists(out))
      o.after = read_file(out);
    else
      o.after = r.out;
    if (r.succeeded()) {
      if (!std::filesystem::exists(out)) write_file(out, r.out);
      return true;
    }
    switch (r.end) {
      case RunResult::End::TimedOut:
        return ends(o, LoweringEnd::TimedOut, "", r.how());
      case RunResult::End::OutOfMemory:
        return ends(o, LoweringEnd::OutOfMemory, "", r.how() + " of " + bytes_text(limits_.bytes));
      case RunResult::End::TooMuchOutput:
        return ends(o, LoweringEnd::OutOfMemory, "output",
                    r.how() + ": more than " + bytes_text(static_cast<int64_t>(limits_.output_bytes)));
      case RunResult::End::Signalled:
        o.op = "signal " + std::to_string(r.code);
        return ends(o, LoweringEnd::Crash, last_words(r.err), r.how());
      default:
        break;
    }
    // the shell's own words for what it cannot run
    if (r.code == 126 || r.code == 127)
      return ends(o, LoweringEnd::Refused, "the shell cannot run it", r.how());
    return ends(o, LoweringEnd::Refused, first_error(r.err), r.how());
  }
  static bool ends(Outcome& o, LoweringEnd end, const std::string& rule, const std::string& detail) {
    o.end = end;
    o.rule = rule;
    o.detail = detail;
    return false;
  }

  void judge_output(Outcome& o, const std::string& in, const std::string& out) {
    try {
      read_spec(in);
    } catch (const OutOfBudget&) {
      throw;
    } catch (const Error& e) {
      ends(o, LoweringEnd::Unsupported, "the program: " + without_particulars(e.what()), e.report());
      return;
    }
    const auto place = [&](const Error& e) {
      o.op = e.where().file() == out ? op_on_line(o.after, e.where().line()) : "";
    };
    try {
      const VerifyPair pair = read_verify_pair(in, out);
      auto [v, judged] = judge(pair);
      // a campaign rather takes more programs than all mutants of one
      constexpr double audit_seconds = 5;
      const std::optional<AuditReport> audited =
          audit(pair.spec, pair.impls[judged], v, compare_options(0, 1, Freedom::Roundings), AuditWhen::Holds, audit_seconds);
      o.verdict = to_json(v);
      o.detail = to_text(v);
      if (audited && is_blind(o, pair.spec, pair.impls[judged], *audited)) return;
      if (v.holds()) return;
      if (audited) {
        const std::string reason = audited->survivors.empty() ? "ran too few mutants" : "does not notice: " + std::string(name(audited->survivors[0].kind));
        ends(o, LoweringEnd::Undecided, "the audit " + reason, o.detail);
        return;
      }
      if (v.kind == Verdict::Kind::Undecided) {
        // the reason comes last
        const size_t at = v.detail.rfind("; ");
        const std::string reason = shown(at == std::string::npos ? v.detail : v.detail.substr(at + 2));
        ends(o, LoweringEnd::Undecided, without_particulars(reason), o.detail);
        return;
      }
      const Counterexample& c = v.counterexample.value();
      o.op = op_of_phrase(c.op);
      o.inputs = c.inputs;
      ends(o, LoweringEnd::Refuted, without_particulars(c.explanation), o.detail);
    } catch (const Rejected& e) {
      place(e);
      const std::string what = e.what();
      if (const size_t at = what.find("found result "); o.op.empty() && at != std::string::npos)
        o.op = op_returned(o.after, e.where().line(), static_cast<unsigned>(std::atoi(what.c_str() + at + 13)));
      ends(o, LoweringEnd::IllTyped, std::string(name(e.rule)) + " premise " + std::to_string(e.premise),
           e.report());
    } catch (const Unsupported& e) {
      ends(o, LoweringEnd::Unsupported, without_particulars(e.what()), e.report());
    } catch (const OutOfBudget&) {
      throw;
    } catch (const Error& e) {
      place(e);
      ends(o, LoweringEnd::Malformed, without_particulars(e.what()), e.report());
    } catch (const std::exception& e) {
      ends(o, LoweringEnd::Internal, without_particulars(e.what()), e.what());
    }
  }

  /// Whether a mutant that the audit accepts, whatever its reasons, plainly computes something else.
  static bool is_blind(Outcome& o, const core::Program& spec, const SpmdProgram& impl, const AuditReport& audited) {
    for (const std::vector<Mutant>* accepted : {&audited.equal, &audited.survivors})
      for (const Mutant& m : *accepted)
        if (plainly_differs(spec, SpmdSubject(mutated(impl, m)), 1)) {
          o.op = op_of_phrase(m.what.substr(0, m.what.rfind(": ")));
          ends(o, LoweringEnd::Blind, std::string(name(m.kind)), "also accepted with a planted fault that changes its results: " + to_string(m.location) + ": " + m.what + "\n" + o.detail);
          return true;
        }
    return false;
  }

  const LoweringSubject& subject_;
  RunLimits limits_;
  std::string folder_;
};

bool is_finding(LoweringEnd end, bool strict) {
  return (end >= LoweringEnd::Refuted && end <= LoweringEnd::Internal) ||
         (strict && end == LoweringEnd::Refused);
}

/// All that there is to show of a finding.
Json finding_json(const Outcome& o, const Sharded& s, uint64_t seed, bool shrunk) {
  return {{"kind", name(o.end)},
          {"op", o.op},
          {"rule", o.rule},
          {"seed", seed},
          {"shrunk", shrunk},
          {"ops", generate::ops(s)},
          {"weight", generate::weight(s)},
          {"detail", o.detail},
          {"inputs", o.inputs},
          {"verdict", o.verdict},
          {"command", o.line},
          {"before", o.before},
          {"after", o.after},
          {"stderr", o.err}};
}

// ---- what a lowering fails on

/// How often programs with a trait crash the lowering, or make it hang, so that most of those that would
/// do so again need not be run.
class Failures {
 public:
  void add(const std::set<std::string>& traits, bool failed) {
    ++all_.programs;
    all_.failed += failed;
    for (const std::string& t : traits) {
      Count& c = of_[t];
      ++c.programs;
      c.failed += failed;
    }
  }
  /// A trait of which most programs fail, and without which most do not. None for one program of eight, by its seed.
  std::optional<std::string> why_not(const std::set<std::string>& traits, uint64_t seed) const {
    if (mix64(seed + 0x9e37) % 8 == 0) return std::nullopt;
    for (const std::string& t : traits) {
      const auto it = of_.find(t);
      if (it == of_.end()) continue;
      const Count& c = it->second;
      const Count other{all_.programs - c.programs, all_.failed - c.failed};
      if (c.failed >= 3 && 3 * c.failed >= 2 * c.programs && 2 * other.failed <= other.programs) return t;
    }
    return std::nullopt;
  }

 private:
  struct Count {
    int64_t programs = 0, failed = 0;
  };
  Count all_;
  std::map<std::string, Count> of_;
};

// ---- the campaign

class LoweringCampaign {
 public:
  LoweringCampaign(const LoweringSubject& subject, const LoweringFuzzOptions& options,
                   const std::function<void(const LoweringReport&)>& progress)
      : subject_(subject), options_(options), progress_(progress), batch_(subject.lower ? 16 : 4) {
    std::string pattern = (std::filesystem::temp_directory_path() / "partir-fuzz-XXXXXX").string();
    if (!mkdtemp(pattern.data())) throw BadInput("no folder for programs", {pattern, 0, 0, ""});
    folder_ = pattern;
  }
  LoweringCampaign(const LoweringCampaign&) = delete;
  LoweringCampaign& operator=(const LoweringCampaign&) = delete;
  ~LoweringCampaign() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  LoweringReport run() {
    run_workers({[this] { return next(); }, [this](size_t i) { return work(i); },
                 [this](size_t i, WorkerResult r) { return done(i, std::move(r)); }, [this] { tick(); }},
                options_.jobs, task_seconds());
    if (!unusable_.empty()) throw UsageError("fuzz", "--lowering: " + unusable_);
    tick();
    std::stable_sort(report_.groups.begin(), report_.groups.end(),
                     [](const LoweringGroup& a, const LoweringGroup& b) {
                       return std::pair(a.kind, -a.count) < std::pair(b.kind, -b.count);
                     });
    return std::move(report_);
  }

 private:
  /// Programs from a seed on, or, without a count, the shrinking of the finding of that seed.
  struct Task {
    uint64_t seed;
    int64_t count;
    std::string key;
  };

  double left() const { return options_.minutes * 60 - seconds_since(start_); }
  /// For one finding: a part of the campaign's time.
  double shrink_seconds() const { return std::clamp(options_.minutes * 60 * 0.15, 3.0, 30.0); }
  /// After which a worker hangs, whatever the command does: its runs have limits of their own.
  double task_seconds() const { return 4 * options_.limits.seconds + 8 * options_.subject.seconds; }

  std::optional<size_t> next() {
    if (!unusable_.empty()) return std::nullopt;
    int64_t count = batch_;
    if (options_.programs > 0) count = std::min(count, options_.programs - drawn_);
    const bool drawing = count > 0 && left() > 0;
    // where there is no output there is little to learn from a smaller program: towards the end
    const bool all = !drawing || left() < 0.3 * options_.minutes * 60;
    const auto shrink = std::find_if(to_shrink_.begin(), to_shrink_.end(),
                                     [&](const Task& t) { return all || !is_without_output(t.key); });
    // a number of programs is met first; what is found late may take a little longer, not as long as it likes
    const bool drawn_first = options_.programs > 0 && drawing;
    if (!drawn_first && shrink != to_shrink_.end() && left() > -4 * shrink_seconds()) {
      tasks_.push_back(std::move(*shrink));
      to_shrink_.erase(shrink);
      return tasks_.size() - 1;
    }
    if (!drawing || !learnt()) return std::nullopt;
    tasks_.push_back({options_.seed + static_cast<uint64_t>(drawn_), count, ""});
    batches_.push_back(tasks_.size() - 1);
    drawn_ += count;
    return tasks_.size() - 1;
  }
  static bool is_without_output(const std::string& key) {
    return !key.starts_with("refuted") && !key.starts_with("ill_typed") && !key.starts_with("malformed");
  }
  /// Learns of the batches up to the fourth before the next one, no others, so that it does not depend on
  /// which ended first what is passed over (with up to four jobs). Whether they have ended.
  bool learnt() {
    const size_t behind = std::max<size_t>(4, options_.jobs);
    if (!subject_.asking.values) return true;
    while (learnt_ + behind <= batches_.size()) {
      const auto it = ended_.find(batches_[learnt_]);
      if (it == ended_.end()) return false;
      for (const auto& [traits, failed] : it->second) failures_.add(traits, failed);
      ++learnt_;
    }
    return true;
  }
  std::string work(size_t i) const {
    Limits limits = options_.limits;
    limits.children = false;  // the command has its own
    const Watchdog watchdog(limits, [](const OutOfBudget&) {});
    const Task& task = tasks_[i];
    return json_text(task.count > 0 ? batch(task) : shrink(task));
  }

  Json batch(const Task& task) const {
    Runner runner(subject_, folder_, options_.subject);
    Json all = Json::array();
    for (uint64_t seed = task.seed; seed < task.seed + static_cast<uint64_t>(task.count); ++seed) {
      if (options_.programs == 0 && left() <= 0) break;
      const Sharded s = subject_.decode(subject_.draw(seed));
      std::set<std::string> traits;
      if (subject_.asking.values) traits = generate::traits(s);
      if (const std::optional<std::string> trait = failures_.why_not(traits, seed)) {
        all.push_back(
            {{"seed", seed}, {"end", name(LoweringEnd::PassedOver)}, {"op", ""}, {"rule", *trait}});
        continue;
      }
      const std::optional<Outcome> o = runner.run(s);
      if (!o) continue;
      Json j{{"seed", seed}, {"end", name(o->end)}, {"op", o->op}, {"rule", o->rule}, {"traits", traits}};
      if (is_finding(o->end, options_.strict)) j["finding"] = finding_json(*o, s, seed, false);
      if (o->end == LoweringEnd::Refused) j["err"] = o->err.substr(0, 400), j["detail"] = o->detail;
      all.push_back(std::move(j));
    }
    return all;
  }

  /// The smallest program that one gets to from that of a seed with the finding staying the same.
  Json shrink(const Task& task) const {
    const Clock::time_point start = Clock::now();
    const double seconds = shrink_seconds() * (is_without_output(task.key) ? 0.5 : 1);
    Runner runner(subject_, folder_, options_.subject);
    std::optional<Outcome> last;
    const auto fails = [&](const Sharded& s) {
      std::optional<Outcome> o = runner.run(s);
      if (!o || o->key() != task.key) return false;
      last = std::move(o);
      return true;
    };
    const Recipe recipe = subject_.draw(task.seed);
    const Sharded whole = subject_.decode(recipe);
    if (!fails(whole)) return nullptr;  // not the same twice
    const Outcome first = *last;
    // runs that end by a limit are dear: a smaller one will do to compare
    const bool by_limit = first.end == LoweringEnd::TimedOut || first.end == LoweringEnd::OutOfMemory;
    if (by_limit) {
      RunLimits less = options_.subject;
      less.seconds = std::max(1.0, less.seconds / 4);
      less.bytes = std::max(int64_t{512} << 20, less.bytes / 2);
      runner.set_limits(less);
    }
    const auto until = [&](double part) {
      return [&, part](const auto& x) {
        if (seconds_since(start) >= part * seconds) return false;
        if constexpr (std::is_same_v<std::decay_t<decltype(x)>, Recipe>)
          return fails(subject_.decode(x));
        else
          return fails(x);
      };
    };
    // first as programs, which takes away much at a time; shapes and values only recipes can make smaller
    Sharded small = generate::shrunk(whole, until(0.6), 2000);
    if (generate::weight(small) == generate::weight(whole) || generate::ops(small) > 5) {
      const Sharded other =
          generate::shrunk(subject_.decode(generate::shrunk(recipe, until(0.85), 2000)), until(1), 2000);
      if (generate::weight(other) < generate::weight(small)) small = other;
    }
    runner.set_limits(options_.subject);
    if (!fails(small)) return finding_json(first, whole, task.seed, false);
    return finding_json(*last, small, task.seed, true);
  }

  bool done(size_t i, WorkerResult r) {
    const Task task = tasks_[i];
    if (task.count > 0) ended_[i];
    if (r.end != WorkerResult::End::Answered) {
      const std::string how =
          r.end == WorkerResult::End::Crashed ? "crashed: " + r.why : std::string("hangs");
      LoweringGroup& g = group(LoweringEnd::Internal, "", "the judge " + how);
      ++g.count;
      if (g.example.is_null())
        g.example = {
            {"kind", "internal"},
            {"seed", task.seed},
            {"ops", 0},
            {"shrunk", false},
            {"detail", "the judge " + how + ", on one of " +
                           std::to_string(std::max<int64_t>(1, task.count)) + " programs from this seed on"}};
      return true;
    }
    const Json answer = Json::parse(r.answer);
    if (task.count == 0) {
      if (answer.is_object())
        for (LoweringGroup& g : report_.groups)
          if (key(g) == task.key && (!g.example["shrunk"] || answer["weight"] < g.example["weight"])) {
            g.example = answer;
            // another of its programs may get smaller
            if (answer["ops"] > 5 && more_[task.key].size() > 0) {
              to_shrink_.push_back({more_[task.key].back(), 0, task.key});
              more_[task.key].pop_back();
            }
          }
      return unusable_.empty();
    }
    for (const Json& j : answer) {
      take(j);
      const LoweringEnd end = end_named(j["end"]);
      if (end != LoweringEnd::PassedOver)
        ended_[i].emplace_back(j["traits"].get<std::set<std::string>>(),
                               end >= LoweringEnd::Crash && end <= LoweringEnd::OutOfMemory);
    }
    return unusable_.empty();
  }
  void take(const Json& j) {
    const LoweringEnd end = end_named(j["end"]);
    const std::string rule = j["rule"];
    ++report_.programs;
    ++report_.ends[j["end"]];
    if (end == LoweringEnd::Unsupported) ++report_.unsupported[rule];
    if (end == LoweringEnd::Undecided) ++report_.undecided[rule];
    if (end == LoweringEnd::PassedOver) ++report_.passed_over[rule];
    if (end == LoweringEnd::Refused) {
      ++report_.refused[rule];
      if (rule == "the shell cannot run it") {
        unusable_ = j["err"].get<std::string>();
        unusable_ = unusable_.substr(0, unusable_.find('\n')) + " (" + j["detail"].get<std::string>() + ")";
      }
    }
    if (!is_finding(end, options_.strict)) return;
    LoweringGroup& g = group(end, j["op"], rule);
    if (++g.count == 1) {
      g.example = j["finding"];
      to_shrink_.push_back({j["seed"], 0, key(g)});
    } else if (more_[key(g)].size() < 2) {
      more_[key(g)].push_back(j["seed"]);
    }
  }
  static std::string key(const LoweringGroup& g) {
    return std::string(name(g.kind)) + "|" + g.op + "|" + g.rule;
  }
  LoweringGroup& group(LoweringEnd kind, const std::string& op, const std::string& rule) {
    for (LoweringGroup& g : report_.groups)
      if (g.kind == kind && g.op == op && g.rule == rule) return g;
    report_.groups.push_back({kind, op, rule, 0, nullptr});
    return report_.groups.back();
  }
  void tick() {
    report_.seconds = seconds_since(start_);
    progress_(report_);
  }

  const LoweringSubject& subject_;
  const LoweringFuzzOptions& options_;
  const std::function<void(const LoweringReport&)>& progress_;
  const int64_t batch_;
  std::string folder_, unusable_;
  const Clock::time_point start_ = Clock::now();
  LoweringReport report_;
  std::vector<Task> tasks_, to_shrink_;
  std::vector<size_t> batches_;  ///< tasks that are batches, in order
  std::map<size_t, std::vector<std::pair<std::set<std::string>, bool>>> ended_;  ///< of batches: each program
  size_t learnt_ = 0;  ///< batches that `failures_` is of
  Failures failures_;
  std::map<std::string, std::vector<uint64_t>> more_;  ///< seeds of further findings of a group
  int64_t drawn_ = 0;
};

}  // namespace

std::string_view name(LoweringEnd end) { return end_names[static_cast<size_t>(end)]; }

int64_t LoweringReport::judged() const {
  int64_t n = 0;
  for (const char* end : {"holds", "refuted", "ill_typed", "malformed"})
    if (const auto it = ends.find(end); it != ends.end()) n += it->second;
  return n;
}

int64_t LoweringReport::lowered() const {
  const auto it = ends.find(std::string(name(LoweringEnd::PassedOver)));
  return programs - (it == ends.end() ? 0 : it->second);
}

LoweringReport fuzz_lowering(const LoweringSubject& subject, const LoweringFuzzOptions& options,
                             const std::function<void(const LoweringReport&)>& progress) {
  return LoweringCampaign(subject, options, progress).run();
}

std::string write_reproducer(const LoweringGroup& group, const std::string& folder, size_t number) {
  std::string title =
      std::to_string(number) + "-" + std::string(name(group.kind)) + (group.op.empty() ? "" : "-" + group.op);
  for (char& c : title)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-') c = '_';
  const std::filesystem::path path = std::filesystem::path(folder) / ("lowering-" + title);
  std::filesystem::create_directories(path);
  const Json& e = group.example;
  const auto text = [&](const char* member) {
    return e.contains(member) ? e[member].get<std::string>() : std::string();
  };
  const auto write = [&](const char* file, const std::string& contents) {
    if (contents.empty())
      std::filesystem::remove(path / file);
    else
      write_file((path / file).string(), contents + (contents.back() == '\n' ? "" : "\n"));
  };
  write("before.mlir", text("before"));
  write("after.mlir", text("after"));
  write("stderr.txt", text("stderr"));
  std::string inputs;
  if (e.contains("inputs"))
    for (const Json& x : e["inputs"]) inputs += x.get<std::string>() + "\n";
  write("inputs.txt", inputs);
  write("verdict.txt", std::string(name(group.kind)) + (group.op.empty() ? "" : ", " + group.op) +
                           (group.rule.empty() ? "" : ", " + group.rule) + "\n\n" + text("detail"));
  Json verdict;
  for (const auto& [member, value] : e.items())
    if (member != "before" && member != "after" && member != "stderr") verdict[member] = value;
  write("verdict.json", json_text(verdict));
  std::string how = "# program of seed " +
                    std::to_string(e.contains("seed") ? e["seed"].get<uint64_t>() : 0) +
                    (e.contains("shrunk") && e["shrunk"] ? ", made smaller\n" : "\n");
  if (!text("command").empty()) how += "# the lowering\n" + text("command") + "\n";
  if (!text("after").empty()) how += "# its verdict\npartir verify before.mlir after.mlir\n";
  write("command.txt", how);
  return path.string();
}

}  // namespace partir
