// What a run may use of time and memory, and what it is at. Interpreters ask at every statement and before they allocate
// much; whoever watches the process (tools/watchdog.h) answers. Where nobody does, nothing is limited and nothing noted.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semantics/diagnostics.h"

namespace partir {

/// A limit of time or memory is met: what was being decided is undecided.
class OutOfBudget : public Error {
 public:
  using Error::Error;
  int exit_code() const override { return 3; }
};

namespace detail {

/// What the watcher of a process and its run tell each other.
struct Budget {
  std::atomic<bool> watched{false}, over{false};
  std::atomic<uint64_t> room{std::numeric_limits<uint64_t>::max()};  ///< bytes that are left
  std::atomic<Location> at{};                                        ///< the statement that runs
  struct Runs {
    std::string domain;
    int64_t agreed, all;
  };
  std::mutex lock;  ///< of what follows
  std::string why;
  std::string phase;
  std::vector<Runs> runs;            ///< of the phase
  std::vector<std::string> decided;  ///< by earlier phases
};
inline Budget the_budget;

[[noreturn]] inline void throw_over(const Location& where) {
  std::lock_guard lock(the_budget.lock);
  throw OutOfBudget(where, the_budget.why);
}
inline void note_step(const Location& where) {
  if (where.known()) the_budget.at.store(where, std::memory_order_relaxed);
  if (the_budget.over.load(std::memory_order_relaxed)) throw_over(where);
}

}  // namespace detail

/// The run's side: each throws OutOfBudget where a limit is met.
namespace budget {

/// A statement, or the next round of a loop, is about to run.
inline void step(const Location& where) {
  if (detail::the_budget.watched.load(std::memory_order_relaxed)) [[unlikely]] detail::note_step(where);
}
/// So many bytes are about to be allocated at once.
inline void require(uint64_t bytes) {
  const uint64_t room = detail::the_budget.room.load(std::memory_order_relaxed);
  if (bytes <= room) [[likely]] return;
  const Location at = detail::the_budget.at.load(std::memory_order_relaxed);
  if (detail::the_budget.over.load(std::memory_order_relaxed)) detail::throw_over(at);
  throw OutOfBudget(at, "out of memory: a tensor of " + std::to_string(bytes >> 20) + " MiB, where the limit leaves " +
                            std::to_string(room >> 20) + " MiB");
}

}  // namespace budget

/// What is being done, and what is decided so far: that is what remains of a run that a limit ends.
namespace progress {

/// Begins what `what` names: `reading step.mlir`, `comparing`. What was told of runs was of the phase before.
inline void phase(const std::string& what) {
  detail::Budget& b = detail::the_budget;
  if (!b.watched.load(std::memory_order_relaxed)) return;
  {
    std::lock_guard lock(b.lock);
    b.phase = what;
    b.runs.clear();
  }
  b.at.store({}, std::memory_order_relaxed);
  budget::step({});
}
/// Begins run `agreed` + 1 of `all` in a domain; those before it agreed.
inline void run(int64_t agreed, int64_t all, std::string_view domain) {
  detail::Budget& b = detail::the_budget;
  if (!b.watched.load(std::memory_order_relaxed)) return;
  {
    std::lock_guard lock(b.lock);
    if (b.runs.empty() || b.runs.back().domain != domain) b.runs.push_back({std::string(domain), 0, 0});
    b.runs.back().agreed = agreed, b.runs.back().all = all;
  }
  b.at.store({}, std::memory_order_relaxed);
  budget::step({});
}
/// Something is decided, whatever comes: `typing: proved`, `result 0 differs in Field`.
inline void decided(std::string what) {
  detail::Budget& b = detail::the_budget;
  if (!b.watched.load(std::memory_order_relaxed)) return;
  std::lock_guard lock(b.lock);
  b.decided.push_back(std::move(what));
}

}  // namespace progress

/// The watcher's side.
namespace budget {

/// What a run was at when it was asked.
struct Standing {
  std::string why;      ///< the limit that is met; empty: none
  std::string phase;    ///< `comparing, run 3 of 8 in Field`
  std::string decided;  ///< `typing: proved; 2 of 8 runs in Field agreed`; empty: nothing
  int64_t runs = 0;     ///< that agreed
  Location at;          ///< the statement that ran, if one did
};
inline Standing standing() {
  detail::Budget& b = detail::the_budget;
  std::lock_guard lock(b.lock);
  Standing s{b.why, b.phase, "", 0, b.at.load(std::memory_order_relaxed)};
  const auto add = [&](const std::string& what) { s.decided += (s.decided.empty() ? "" : "; ") + what; };
  for (const std::string& d : b.decided) add(d);
  for (const detail::Budget::Runs& r : b.runs) {
    s.runs += r.agreed;
    if (r.agreed > 0) add(std::to_string(r.agreed) + " of " + std::to_string(r.all) + " runs in " + r.domain + " agreed");
  }
  if (!b.runs.empty()) {
    const detail::Budget::Runs& r = b.runs.back();
    s.phase += std::string(s.phase.empty() ? "" : ", ") + "run " + std::to_string(r.agreed + 1) + " of " +
               std::to_string(r.all) + " in " + r.domain;
  }
  return s;
}
/// Whether `end` was called.
inline bool is_over() { return detail::the_budget.over.load(std::memory_order_relaxed); }
/// Begins to watch, or does so anew: nothing is noted, no limit is met.
inline void watch() {
  detail::Budget& b = detail::the_budget;
  std::lock_guard lock(b.lock);
  b.over = false;
  b.room = std::numeric_limits<uint64_t>::max();
  b.at = Location();
  b.why = b.phase = "";
  b.runs.clear(), b.decided.clear();
  b.watched = true;
}
/// A limit is met, says `why`: the run is to end where it next asks.
inline void end(std::string why) {
  detail::Budget& b = detail::the_budget;
  std::lock_guard lock(b.lock);
  b.why = std::move(why);
  b.over = true;
}
/// So much memory is left.
inline void leave(uint64_t bytes) { detail::the_budget.room.store(bytes, std::memory_order_relaxed); }
/// Nobody watches any longer.
inline void unwatch() {
  watch();
  detail::the_budget.watched = false;
}

}  // namespace budget

}  // namespace partir
