// Another program's run, held to a time and a memory limit.
#pragma once

#include <cstdint>
#include <string>

namespace partir {

/// What a run may use; all processes of it die at the limit of time.
struct RunLimits {
  double seconds = 10;                     ///< by the wall clock, and of processor time for each process
  int64_t bytes = int64_t{2} << 30;        ///< of address space for each process
  size_t output_bytes = size_t{64} << 20;  ///< on standard output; of standard error the first MiB is kept
};

/// How a run ended.
struct RunResult {
  enum class End { Exited, Signalled, TimedOut, OutOfMemory, TooMuchOutput };
  End end = End::Exited;
  int code = 0;  ///< exit code, or number of the signal
  std::string out, err;
  double seconds = 0;
  int64_t peak_bytes = 0;  ///< resident, of the largest process

  bool succeeded() const { return end == End::Exited && code == 0; }
  /// `exit code 1`, `signal 11 (Segmentation fault)`, `no answer after 10 s`, ..
  std::string how() const;
};

/// Runs `command` by `sh -c` in a process group of its own, `stdin_path` its standard input, and waits for
/// it. What is left of the group when the shell ends, or at the limit of time, is killed; so is the shell if
/// this process dies. An exit code above 128 is, as the shell has it, that of a signal. A process that failed
/// beside what it takes for the limit of memory (its size, or its own words) has run out of it. Throws
/// BadInput where the system has no process.
RunResult run_limited(const std::string& command, const std::string& stdin_path, const RunLimits& limits);

/// `text` as one word of the shell.
std::string shell_word(const std::string& text);

}  // namespace partir
