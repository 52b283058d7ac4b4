#include "tools/fuzz.h"

#include <chrono>
#include <exception>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "mlir_bridge/export.h"
#include "mlir_bridge/import.h"
#include "property_tests/generate/statements.h"
#include "tools/clock.h"
#include "tools/command.h"
#include "tools/ranks.h"
#include "tools/workers.h"

namespace partir {
namespace {

using generate::Recipe;

/// The rules that one program applies.
void sample_rules(const core::Program& p, generate::RuleTable& fired) {
  generate::count_all(fired, p);
  generate::count_all(fired, lower(p, {}, &fired));
}

/// Of a statement by its name (FNV-1a), far from the next.
uint64_t first_seed(const std::string& name) {
  uint64_t h = 0xcbf29ce484222325u;
  for (const char c : name) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return h & ~uint64_t{0xffffffff};
}

/// The first line of a finding's text.
std::string replay_line(const generate::Statement& s, uint64_t seed) {
  return "// partir fuzz: " + std::string(s.name) + ", seed " + std::to_string(seed) + "\n";
}
/// The program as its text reads: a finding must be one of that.
core::Program as_read(const core::Program& p) { return import_core_text(print(p), "generated.mlir").program; }

Json finding_json(const generate::Statement& s, const Recipe& found, uint64_t seed) {
  const auto verdict = [&](const core::Program& p) {
    Watchdog::next_program();
    return generate::judge(s, p, seed);
  };
  // values are numbered anew by a text, on which what the seed draws depends
  const auto read_fails = [&](const Recipe& r) {
    try {
      return generate::refutes(verdict(as_read(generate::decode(r))));
    } catch (...) {
      return false;
    }
  };
  const auto fails = [&](const Recipe& r) { return generate::refutes(verdict(generate::decode(r))); };
  // well within a batch's time, or the parent takes it for one that hangs
  const Clock::time_point start = Clock::now();
  const auto in_time = [&](auto&& f) {
    return [&](const Recipe& r) { return seconds_since(start) < 30 && f(r); };
  };
  const bool replays = read_fails(found);
  const Recipe small = replays ? generate::shrunk(found, in_time(read_fails), 5000)
                               : generate::shrunk(found, in_time(fails), 5000);
  const core::Program p = replays ? as_read(generate::decode(small)) : generate::decode(small);
  const std::string why = generate::why(verdict(p));
  if (replays) return {{"statement", s.name}, {"seed", seed}, {"why", why}, {"core", replay_line(s, seed) + print(p)}};
  return {{"statement", s.name}, {"seed", seed}, {"why", why + "\n" + generate::text(p)}, {"core", ""}};
}

/// A batch, in a child: `{"programs", "silent", "rules"}`, or `{"finding"}`.
std::string run_batch(const generate::Statement& s, uint64_t first, int64_t count, const Limits& limits) {
  const Watchdog watchdog(limits, [](const OutOfBudget&) {});
  generate::RuleTable fired;
  generate::Tally tally;
  for (uint64_t seed = first; seed < first + static_cast<uint64_t>(count); ++seed) {
    Watchdog::next_program();
    const Recipe r = generate::draw(seed, s.limits);
    const core::Program p = generate::decode(r);
    const Verdict v = generate::judge(s, p, seed);
    tally.add(v);
    if (generate::refutes(v)) return json_text(Json{{"finding", finding_json(s, r, seed)}});
    if (seed % 16 == 0) sample_rules(p, fired);
  }
  Json rules = Json::object();
  for (const auto& [rule, n] : fired) rules[std::string(name(rule))] = n;
  return json_text(Json{{"programs", tally.programs}, {"silent", tally.silent}, {"rules", rules}});
}

FuzzFinding read_finding(const Json& j) {
  return {j["statement"], j["why"], j["seed"], j["core"]};
}
Json finding_json(const FuzzFinding& f) {
  return {{"statement", f.statement}, {"why", f.why}, {"seed", f.seed}, {"core", f.core}};
}

/// Every k-th batch of those that are left, by the rank that it is of.
class Turns {
 public:
  Turns(FuzzBatches done, int rank, int ranks) : done_(std::move(done)), ranks_(ranks) {
    for (int i = 0; i < rank; ++i) one();
  }
  uint64_t take() {
    const uint64_t batch = one();
    for (int i = 1; i < ranks_; ++i) one();
    return batch;
  }

 private:
  uint64_t one() {
    const uint64_t batch = done_.first_left();
    done_.add(batch);
    return batch;
  }
  FuzzBatches done_;
  int ranks_;
};

/// One rank's part of a campaign.
class Campaign {
 public:
  Campaign(const FuzzOptions& options, const std::vector<generate::Statement>& statements, FuzzState& state,
           const std::function<void(const FuzzState&)>& progress, Ranks& ranks)
      : options_(options), statements_(statements), state_(state), progress_(progress), ranks_(ranks),
        before_(state.seconds), heard_(static_cast<size_t>(ranks.size()), Clock::now()) {
    for (const generate::Statement& s : statements) turns_.emplace_back(state.batches[s.name], ranks.rank(), ranks.size());
  }

  std::optional<FuzzFinding> run() {
    try {
      run_workers({[this] { return next(); }, [this](size_t i) { return work(i); },
                   [this](size_t i, const WorkerResult& r) { return done(i, r); }, [this] { tick(); }},
                  options_.jobs, options_.batch_seconds());
    } catch (...) {
      broken_ = std::current_exception();
    }
    // MPI ends where all ranks do: each tells rank 0, which waits for those that are not lost
    if (ranks_.rank() == 0)
      wait_for_others();
    else
      say_that_it_ends();
    if (broken_) std::rethrow_exception(broken_);
    return found_;
  }

 private:
  struct Batch {
    size_t statement;
    uint64_t number;
  };

  const generate::Statement& statement(const Batch& b) const { return statements_[b.statement]; }
  /// Statements draw from seeds of their own, whichever others are asked.
  uint64_t first(const Batch& b) const {
    return options_.seed + first_seed(statement(b).name) + b.number * static_cast<uint64_t>(options_.batch);
  }

  std::optional<size_t> next() {
    const bool one_of_each = batches_.size() >= statements_.size();
    if (stopped_ || found_ || broken_ || (one_of_each && seconds_since(start_) >= options_.minutes * 60)) return std::nullopt;
    const size_t s = batches_.size() % statements_.size();
    batches_.push_back({s, turns_[s].take()});
    return batches_.size() - 1;
  }
  std::string work(size_t i) const { return run_batch(statement(batches_[i]), first(batches_[i]), options_.batch, options_.limits); }

  bool done(size_t i, const WorkerResult& r) {
    const Batch& b = batches_[i];
    Json answer;
    if (r.end == WorkerResult::End::Answered)
      answer = Json::parse(r.answer);
    else
      answer["finding"] = finding_json(
          {statement(b).name,
           (r.end == WorkerResult::End::Crashed ? "crashed: " + r.why : std::string("hangs")) + ", on one of " +
               std::to_string(options_.batch) + " programs from this seed on",
           first(b), ""});
    answer["statement"] = statement(b).name;
    answer["batch"] = b.number;
    if (ranks_.rank() != 0)
      ranks_.send(0, json_text(answer));
    else
      merge(answer);
    return !answer.contains("finding");
  }
  void tick() {
    hear();
    if (seconds_since(sent_) < 1) return;
    sent_ = Clock::now();
    // still here
    if (ranks_.rank() != 0) return ranks_.send(0, "{}");
    for (int r = 1; r < ranks_.size(); ++r)
      if (!silent(r)) ranks_.send(r, "{}");
  }
  bool silent(int rank) const { return seconds_since(heard_[static_cast<size_t>(rank)]) > options_.silence_seconds; }
  void hear() {
    // a process that was stopped itself knows nothing of the others' silence
    const double pause = seconds_since(listened_);
    listened_ = Clock::now();
    if (pause > 2)
      for (Clock::time_point& t : heard_) t += std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(pause));
    while (const auto m = ranks_.receive()) {
      heard_[static_cast<size_t>(m->from)] = Clock::now();
      const Json j = Json::parse(m->text);
      if (j.contains("stop")) stopped_ = true;
      if (j.contains("all_ended")) all_ended_ = true;
      if (j.contains("end")) ended_.insert(m->from);
      if (j.contains("broken")) state_.lost.insert(m->from);  // and says why itself
      if (j.contains("statement")) merge(j);
    }
    if (ranks_.rank() == 0) {
      if (found_ || broken_) tell_others("stop");
    } else if (silent(0)) {
      state_.lost.insert(0);
      stopped_ = true;
    }
  }
  void pause() {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    tick();
  }
  /// At another rank than 0: what is sent arrives before it ends, and all end as one.
  void say_that_it_ends() {
    Json end{{"end", true}};
    if (broken_) end["broken"] = true;
    if (state_.lost.empty()) ranks_.send(0, json_text(end));
    while (!all_ended_ && state_.lost.empty()) pause();
  }

  // At rank 0.
  void merge(const Json& answer) {
    if (answer.contains("finding")) {
      if (!found_) found_ = read_finding(answer["finding"]);
      return;
    }
    const auto name = answer["statement"].get<std::string>();
    state_.batches[name].add(answer["batch"].get<uint64_t>());
    state_.programs[name] += answer["programs"].get<int64_t>();
    state_.silent[name] += answer["silent"].get<int64_t>();
    for (const auto& [rule, n] : answer["rules"].items()) state_.rules[rule] += n.get<int64_t>();
    say();
  }
  void wait_for_others() {
    for (int r = 1; r < ranks_.size(); ++r)
      while (!ended_.count(r) && !state_.lost.count(r)) {
        pause();
        if (!ended_.count(r) && silent(r)) state_.lost.insert(r);
      }
    // else `Ranks::leave` ends them
    if (state_.lost.empty()) tell_others("all_ended");
    say();
  }
  void say() {
    state_.seconds = before_ + seconds_since(start_);
    if (!broken_) try {
        progress_(state_);
      } catch (...) {
        broken_ = std::current_exception();  // thrown on once the others know
      }
  }
  void tell_others(const char* what) {
    for (int r = 1; r < ranks_.size(); ++r)
      if (told_.insert({r, what}).second) ranks_.send(r, json_text(Json{{what, true}}));
  }

  const FuzzOptions& options_;
  const std::vector<generate::Statement>& statements_;
  FuzzState& state_;
  const std::function<void(const FuzzState&)>& progress_;
  Ranks& ranks_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point sent_ = start_, listened_ = start_;
  const double before_;
  std::vector<Turns> turns_;    ///< by statement
  std::vector<Batch> batches_;  ///< that this rank has begun
  bool stopped_ = false;        ///< by rank 0
  std::exception_ptr broken_;   ///< by an error here
  std::optional<FuzzFinding> found_;
  std::vector<Clock::time_point> heard_;  ///< when this rank last heard of each
  std::set<int> ended_;
  std::set<std::pair<int, std::string>> told_;
  bool all_ended_ = false;  ///< says rank 0
};

}  // namespace

std::optional<FuzzFinding> fuzz(const FuzzOptions& options, const std::vector<generate::Statement>& statements, FuzzState& state,
                                const std::function<void(const FuzzState&)>& progress, Ranks& ranks) {
  return Campaign(options, statements, state, progress, ranks).run();
}

void FuzzBatches::add(uint64_t from, uint64_t to) {
  if (from >= to) return;
  auto it = done_.upper_bound(from);
  if (it != done_.begin() && std::prev(it)->second >= from) --it;
  while (it != done_.end() && it->first <= to) {
    from = std::min(from, it->first);
    to = std::max(to, it->second);
    it = done_.erase(it);
  }
  done_[from] = to;
}
uint64_t FuzzBatches::count() const {
  uint64_t n = 0;
  for (const auto& [from, to] : done_) n += to - from;
  return n;
}

std::string state_text(const FuzzState& s, uint64_t seed) {
  Json j{{"seed", seed}, {"seconds", s.seconds}, {"programs", s.programs}, {"silent", s.silent}, {"rules", s.rules}};
  j["batches"] = Json::object();
  for (const auto& [name, batches] : s.batches)
    for (const auto& [from, to] : batches.ranges()) j["batches"][name].push_back({from, to});
  return json_text(j);
}
FuzzState read_state(const std::string& text, uint64_t seed, const std::string& path) {
  const Json j = Json::parse(text, nullptr, false);
  FuzzState s;
  try {
    if (j.at("seed").get<uint64_t>() != seed)
      throw BadInput("is of a campaign with --seed " + std::to_string(j.at("seed").get<uint64_t>()), {path, 0, 0, ""});
    for (const auto& [name, ranges] : j.at("batches").items())
      for (const Json& range : ranges) s.batches[name].add(range.at(0).get<uint64_t>(), range.at(1).get<uint64_t>());
    s.seconds = j.at("seconds").get<double>();
    s.programs = j.at("programs").get<std::map<std::string, int64_t>>();
    s.silent = j.at("silent").get<std::map<std::string, int64_t>>();
    s.rules = j.at("rules").get<std::map<std::string, int64_t>>();
  } catch (const Json::exception&) {
    throw BadInput("is not the state of a campaign", {path, 0, 0, ""});
  }
  return s;
}

Verdict replay(const std::string& text, const std::string& path, const std::vector<generate::Statement>& statements) {
  std::istringstream line(text.substr(0, text.find('\n')));
  std::string slashes, program, command, name, word;
  uint64_t seed = 0;
  line >> slashes >> program >> command >> name >> word >> seed;
  if (!line || slashes != "//" || command != "fuzz:" || name.empty() || word != "seed")
    throw BadInput("is not what `partir fuzz` wrote: its first line is to be `// partir fuzz: STATEMENT, seed N`",
                   {path, 1, 1, ""});
  name.pop_back();  // the comma
  for (const generate::Statement& s : statements)
    if (s.name == name) return generate::judge(s, import_core_text(text, path).program, seed);
  throw BadInput("is about \"" + name + "\", which is no statement", {path, 1, 1, ""});
}

}  // namespace partir
