// Work in child processes, so that a crash or a hang of one piece ends that piece alone.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace partir {

/// How one piece of work ended.
struct WorkerResult {
  enum class End { Answered, Crashed, TimedOut };
  End end = End::Answered;
  std::string answer;   ///< what the work returned
  std::string why;      ///< of a crash: `signal 11 (Segmentation fault)`
  double seconds = 0;
};

/// Runs `work(i)` for `i` from 0 to `count`, each in a child process of its own, `jobs` of them at
/// a time; a child that has not answered after `seconds` is killed. `done(i)` is called, here, as
/// each one ends. Must be called while this process has one thread. Throws BadInput where the
/// system has no more processes.
std::vector<WorkerResult> run_workers(size_t count, size_t jobs, double seconds,
                                      const std::function<std::string(size_t)>& work,
                                      const std::function<void(size_t)>& done);

}  // namespace partir
