// Work in child processes, so that a crash or a hang of one piece ends that piece alone.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace partir {

/// How one piece of work ended.
struct WorkerResult {
  enum class End { Answered, Crashed, TimedOut, OutOfBudget };  ///< the last: its watchdog ended it
  End end = End::Answered;
  std::string answer;   ///< what the work returned
  std::string why;      ///< of a crash: `signal 11 (Segmentation fault)`
  double seconds = 0;
};

/// Pieces of work, by numbers that their owner gives them.
struct WorkerTasks {
  std::function<std::optional<size_t>()> next;  ///< the next piece; none: no more of them
  std::function<std::string(size_t)> work;      ///< called in the child
  /// Called here as a piece ends. False: the pieces that still run are killed, and no other begins.
  std::function<bool(size_t, WorkerResult)> done;
  std::function<void()> tick;  ///< if given, called here at least every fifth of a second
};

/// Runs each piece in a child process of its own, `jobs` of them at a time; a child that has not answered
/// after `seconds` is killed. A child has this process's calling thread alone. Throws BadInput where the
/// system has no more processes.
void run_workers(const WorkerTasks& tasks, size_t jobs, double seconds);

/// The same for the pieces from 0 to `count`; `done(i)` is called, here, as each one ends.
std::vector<WorkerResult> run_workers(size_t count, size_t jobs, double seconds,
                                      const std::function<std::string(size_t)>& work,
                                      const std::function<void(size_t)>& done);

}  // namespace partir
