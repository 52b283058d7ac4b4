#include "tools/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <thread>

#include "semantics/diagnostics.h"
#include "tools/clock.h"

namespace partir {

namespace {

/// The read end of a pipe, and what came through it.
struct Stream {
  int from = -1, to = -1;
  std::string text;
  size_t most = 0;
  bool overflow = false;

  explicit Stream(size_t limit) : most(limit) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
      throw BadInput(std::string("no pipe to a command: ") + std::strerror(errno));
    from = ends[0], to = ends[1];
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { close_both(); }
  void close_both() { close_end(from), close_end(to); }
  static void close_end(int& end) {
    if (end >= 0) close(end);
    end = -1;
  }
  /// Reads what is there.
  void drain() {
    char buffer[65536];
    while (from >= 0) {
      const ssize_t n = read(from, buffer, sizeof buffer);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0 && errno == EAGAIN) return;
      if (n <= 0) return close_end(from);
      const size_t kept = std::min(static_cast<size_t>(n), most - text.size());
      text.append(buffer, kept);
      overflow = overflow || kept < static_cast<size_t>(n);
    }
  }
};

/// In the child.
[[noreturn]] void become(const std::string& command, const std::string& stdin_path, int out, int err,
                         const RunLimits& limits) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const auto limit = [](auto what, uint64_t n) {
    const rlimit both{n, n};
    setrlimit(what, &both);
  };
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_AS, static_cast<uint64_t>(limits.bytes));
  // all threads' time together: the clock on the wall decides, this is for what outlives us
  limit(RLIMIT_CPU, (static_cast<uint64_t>(std::ceil(limits.seconds)) + 1) * std::max(1u, std::thread::hardware_concurrency()));
  const int in = open(stdin_path.c_str(), O_RDONLY);
  if (in < 0) _exit(127);
  dup2(in, STDIN_FILENO), dup2(out, STDOUT_FILENO), dup2(err, STDERR_FILENO);
  for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    fcntl(stream, F_SETFL, fcntl(stream, F_GETFL) & ~O_NONBLOCK);
  setenv("LLVM_DISABLE_SYMBOLIZATION", "1", 0);  // looking symbols up takes longer than most runs; names stay
  execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
  _exit(127);
}

/// Whether what a failing program said is that it has no memory.
bool speaks_of_memory(const std::string& err) {
  for (const char* words : {"bad_alloc", "MemoryError", "ut of memory", "annot allocate memory"})
    if (err.find(words) != std::string::npos) return true;
  return false;
}

}  // namespace

RunResult run_limited(const std::string& command, const std::string& stdin_path, const RunLimits& limits) {
  Stream out(limits.output_bytes), err(size_t{1} << 20);
  const Clock::time_point start = Clock::now();
  const pid_t pid = fork();
  if (pid < 0) throw BadInput(std::string("no process for a command: ") + std::strerror(errno));
  if (pid == 0) become(command, stdin_path, out.to, err.to, limits);
  setpgid(pid, pid);  // whichever of the two is first
  Stream::close_end(out.to), Stream::close_end(err.to);
  RunResult result;
  int status = 0;
  rusage used{};
  const auto elapsed = [&] { return seconds_since(start); };
  for (;;) {
    const pid_t ended = wait4(pid, &status, WNOHANG, &used);
    if (ended == pid) break;
    const double left = limits.seconds - elapsed();
    if (left <= 0 || out.overflow) {
      result.end = left <= 0 ? RunResult::End::TimedOut : RunResult::End::TooMuchOutput;
      kill(-pid, SIGKILL);
      while (wait4(pid, &status, 0, &used) < 0 && errno == EINTR) {
      }
      break;
    }
    pollfd ready[] = {{out.from, POLLIN, 0}, {err.from, POLLIN, 0}};
    // the streams close a little before the process is there to be waited for
    if (out.from < 0 && err.from < 0)
      usleep(500);
    else
      poll(ready, 2, static_cast<int>(std::min(20.0, left * 1000)) + 1);
    out.drain(), err.drain();
  }
  kill(-pid, SIGKILL);  // what the shell left behind
  out.drain(), err.drain();
  result.seconds = elapsed();
  result.peak_bytes = int64_t{used.ru_maxrss} * 1024;
  result.out = std::move(out.text), result.err = std::move(err.text);
  if (result.end != RunResult::End::Exited) return result;
  if (WIFSIGNALED(status)) {
    result.end = RunResult::End::Signalled;
    result.code = WTERMSIG(status);
  } else {
    result.code = WEXITSTATUS(status);
    if (result.code > 128 && result.code < 128 + SIGRTMIN) {
      result.end = RunResult::End::Signalled;
      result.code -= 128;
    }
  }
  if (result.succeeded()) return result;
  if (result.end == RunResult::End::Signalled && result.code == SIGXCPU)
    result.end = RunResult::End::TimedOut;
  else if (result.peak_bytes > limits.bytes / 5 * 4 || speaks_of_memory(result.err))
    result.end = RunResult::End::OutOfMemory;
  return result;
}

std::string RunResult::how() const {
  char text[64];
  switch (end) {
    case End::Exited:
      return "exit code " + std::to_string(code);
    case End::Signalled:
      return "signal " + std::to_string(code) + " (" + strsignal(code) + ")";
    case End::TimedOut:
      std::snprintf(text, sizeof text, "no answer after %.0f s", seconds);
      return text;
    case End::OutOfMemory:
      return "no memory is left";
    default:
      return "too much output";
  }
}

std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

}  // namespace partir
