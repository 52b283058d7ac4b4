// `--time-limit` and `--memory-limit`: no command runs past them.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

#include <CLI/App.hpp>

#include "semantics/budget.h"
#include "tools/clock.h"

namespace partir {

/// What a command, or one program of a command that goes through many, may use.
struct Limits {
  double seconds = 60;       ///< by the wall clock
  int64_t mebibytes = 8192;  ///< resident
  bool children = true;      ///< what the process starts counts, too; no: that has limits of its own
};
/// `--time-limit` and `--memory-limit`, and the environment's PARTIR_TIME_LIMIT and PARTIR_MEMORY_LIMIT; `whose` is what
/// the help says that they hold.
void add_limit_options(CLI::App& c, Limits& limits, const std::string& whose = "this command");

/// Holds the process to limits while it lives; there is one at a time. Where a limit is met the run is told so by the
/// budget (semantics/budget.h), and throws OutOfBudget where it next asks. A run that does not ask within a second, or that
/// goes on to take a quarter more memory than it may, is ended: what it has started is killed, and the process exits with code 3
/// after `last_words`, which are called on a thread of the watchdog's own while the run goes on.
class Watchdog {
 public:
  using LastWords = std::function<void(const OutOfBudget&)>;
  Watchdog(const Limits& limits, LastWords last_words);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  /// Goes on without limits: what is left is to print.
  void stop();

  /// The next program of a command that goes through many, if it is watched: it has the limits to itself, and
  /// `more_seconds` for what has a limit of time of its own.
  static void next_program(double more_seconds = 0);
  /// `stop`, if the process is watched.
  static void stop_watching();
  /// From now on at most so long, if the process is watched: for what may be left undone.
  static void at_most(double seconds);

 private:
  void renew(double more_seconds);
  void watch();
  /// Why a limit is met now; empty: none is.
  std::string met(Clock::time_point now, uint64_t bytes) const;
  [[noreturn]] void give_up();

  const Limits limits_;
  const LastWords last_words_;
  std::mutex lock_;  ///< of what follows
  std::condition_variable wake_;
  Clock::time_point deadline_;
  Clock::time_point over_since_;
  bool stopped_ = false;
  std::thread thread_;
  static inline Watchdog* current_ = nullptr;
};

/// Throws OutOfBudget at the first parameter or result that the limit of memory leaves no room for: what is drawn and
/// what is compared is stored in full.
template <class Function>
void require_room(const Function& f) {
  progress::phase("finding room for parameters and results");
  const auto require = [&](const auto& ids) {
    for (const auto x : ids) {
      budget::step(f.values[x].location);
      budget::require(static_cast<uint64_t>(f.values[x].type->bytes()));
    }
  };
  require(f.params);
  require(f.body.results);
}

}  // namespace partir
