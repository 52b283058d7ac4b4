#include "tools/pair_fuzz.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "interp/random.h"
#include "proofs/mutate.h"
#include "proofs/plain_difference.h"
#include "proofs/spmd_subject.h"
#include "tools/audited.h"
#include "tools/clock.h"
#include "tools/command.h"
#include "tools/files.h"
#include "tools/verify_pair.h"
#include "tools/workers.h"

namespace partir {
namespace {

Freedom freedom_of(const std::string& path) {
  const std::string text = read_file(path), line = text.substr(0, text.find('\n')), mark = "// freedom: ";
  if (!line.starts_with(mark)) return Freedom::Roundings;
  const std::optional<Freedom> f = freedom_named(line.substr(mark.size()));
  if (!f) throw BadInput("\"" + line.substr(mark.size()) + "\" is no freedom", {path, 1, 1, ""});
  return *f;
}

/// A verdict, or why there is none.
struct Judged {
  std::string end;  ///< a word
  bool holds = false;
  std::string text;
};

/// As `partir verify` judges.
Judged judged(const VerifyPair& pair, const KnownPair& known, const Limits& limits, uint64_t seed) {
  auto [v, at] = judge(pair, 0, seed, known.freedom);
  const std::optional<AuditReport> report =
      audit(pair.spec, pair.impls[at], v, compare_options(0, seed, known.freedom), AuditWhen::Tested, limits.seconds / 2);
  const std::string text = to_text(v) + (report ? to_text(*report) : "");
  if (v.holds()) return {"accepted", true, text};
  return {report && report->survivors.empty() ? "out of time" : std::string(name(v.kind)), false, text};
}
Judged judged(const std::function<Judged()>& f) {
  try {
    return f();
  } catch (const OutOfBudget& e) {
    return {"out of time", false, e.report()};
  } catch (const Unsupported& e) {
    return {"unsupported", false, e.report()};
  } catch (const Error& e) {
    return {"error", false, e.report()};
  }
}

/// What one piece of work says: `{"end", "why" (empty: nothing is wrong), "fault", "verdict"}`.
Json answer(const Judged& j, const std::string& why, const std::string& fault) { return {{"end", j.end}, {"why", why}, {"fault", fault}, {"verdict", why.empty() ? "" : j.text}}; }

Json look_at(const KnownPair& known, const Limits& limits) {
  const Judged j = judged([&] { return judged(read_verify_pair(known.spec, known.impl), known, limits, 1); });
  if (!known.is_right) return answer(j, j.holds ? "a wrong program is accepted" : "", "");
  const bool says_nothing = j.end == "unsupported" || j.end == "out of time";
  return answer(j, j.holds || says_nothing ? "" : "a right program is not accepted: " + j.end, "");
}

/// Of the implementation with one fault; its `end` is empty if none was found that plainly differs.
Json look_at_mutant(const KnownPair& known, const Limits& limits, uint64_t seed) {
  constexpr size_t drawn = 64, tried = 8;
  std::string fault;
  const Judged j = judged([&] {
    VerifyPair pair = read_verify_pair(known.spec, known.impl);
    std::vector<Mutant> all = mutants(pair.impls[0], drawn, seed);
    for (size_t k = 0; k < std::min(tried, all.size()); ++k) {
      std::swap(all[k], all[k + mix64(seed + k) % (all.size() - k)]);
      const SpmdProgram wrong = mutated(pair.impls[0], all[k]);
      if (!plainly_differs(pair.spec, SpmdSubject(wrong), seed)) continue;
      fault = to_string(all[k].location) + ": " + all[k].what;
      pair.impls = {wrong};
      return judged(pair, known, limits, 1);
    }
    return Judged();
  });
  return answer(j, j.holds ? "accepted, though a fault changes its results" : "", fault);
}

class PairCampaign {
 public:
  PairCampaign(const std::vector<KnownPair>& pairs, const PairFuzzOptions& options, const std::function<void(const PairFuzzReport&)>& progress)
      : pairs_(pairs), options_(options), progress_(progress) {
    for (size_t i = 0; i < pairs.size(); ++i) order_.push_back(i);
    for (size_t i = 0; i + 1 < order_.size(); ++i) std::swap(order_[i], order_[i + mix64(options.seed + i) % (order_.size() - i)]);
  }
  PairFuzzReport run() {
    run_workers({[this] { return next(); }, [this](size_t i) { return work(i); }, [this](size_t i, const WorkerResult& r) { return done(i, r); },
                 [this] { tick(); }},
                options_.jobs, 2 * options_.limits.seconds + 60);
    tick();
    return std::move(report_);
  }

 private:
  const KnownPair& pair(size_t i) const {
    return pairs_[i < order_.size() ? order_[i] : mix64(options_.seed ^ mix64(i)) % pairs_.size()];
  }
  std::optional<size_t> next() {
    if (report_.finding || report_.seconds >= 60 * options_.minutes) return std::nullopt;
    return begun_++;
  }
  std::string work(size_t i) const {
    const Watchdog watchdog(options_.limits, [](const OutOfBudget&) {});
    return json_text(i < order_.size() ? look_at(pair(i), options_.limits) : look_at_mutant(pair(i), options_.limits, options_.seed + i));
  }
  bool done(size_t i, const WorkerResult& r) {
    Json j{{"end", "out of time"}, {"why", ""}, {"fault", ""}, {"verdict", ""}};
    if (r.end == WorkerResult::End::Answered) j = Json::parse(r.answer);
    if (r.end == WorkerResult::End::Crashed || r.end == WorkerResult::End::TimedOut)
      j["end"] = j["why"] = r.end == WorkerResult::End::Crashed ? "the judge crashes: " + r.why : "the judge hangs";
    if (const std::string end = j["end"]; !end.empty()) {
      ++(i < order_.size() ? report_.pairs : report_.mutants);
      ++report_.ends[end];
    }
    if (!report_.finding && j["why"] != "") report_.finding = {pair(i), j["fault"], j["why"], j["verdict"]};
    return !report_.finding;
  }
  void tick() {
    report_.seconds = seconds_since(start_);
    progress_(report_);
  }

  const std::vector<KnownPair>& pairs_;
  const PairFuzzOptions& options_;
  const std::function<void(const PairFuzzReport&)>& progress_;
  const Clock::time_point start_ = Clock::now();
  std::vector<size_t> order_;
  size_t begun_ = 0;
  PairFuzzReport report_;
};

}  // namespace

std::vector<KnownPair> read_known_pairs(const std::string& folder) {
  std::vector<KnownPair> pairs;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string file = entry.path().filename().string();
    for (const bool is_right : {false, true}) {
      const std::string end = is_right ? ".right.mlir" : ".wrong.mlir";
      if (!file.ends_with(end)) continue;
      KnownPair p;
      p.name = file.substr(0, file.size() - end.size());
      p.spec = folder + "/" + p.name + ".spec.mlir";
      p.impl = folder + "/" + file;
      p.is_right = is_right;
      if (!std::filesystem::exists(p.spec)) throw BadInput("has no program beside it, " + p.name + ".spec.mlir", {p.impl, 0, 0, ""});
      p.freedom = freedom_of(p.impl);
      pairs.push_back(std::move(p));
    }
  }
  if (pairs.empty()) throw BadInput("has no pairs: no file ends in .wrong.mlir or .right.mlir", {folder, 0, 0, ""});
  std::sort(pairs.begin(), pairs.end(), [](const KnownPair& a, const KnownPair& b) { return std::pair(a.name, a.is_right) < std::pair(b.name, b.is_right); });
  return pairs;
}

PairFuzzReport fuzz_pairs(const std::vector<KnownPair>& pairs, const PairFuzzOptions& options, const std::function<void(const PairFuzzReport&)>& progress) {
  return PairCampaign(pairs, options, progress).run();
}

}  // namespace partir
