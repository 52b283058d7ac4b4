#include "tools/workers.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <iostream>

#include "semantics/diagnostics.h"
#include "tools/clock.h"

namespace partir {

namespace {

struct Worker {
  size_t index;
  pid_t pid;
  int from;  ///< its answer's pipe
  Clock::time_point start;
  WorkerResult result = {};
};

/// In the child: answers and ends, without what the parent would do at its exit.
[[noreturn]] void answer(const std::function<std::string(size_t)>& work, size_t index, int to) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  // What a crashing library prints belongs to no table; the parent says which file crashed.
  const int nowhere = open("/dev/null", O_RDWR);
  for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
  std::string text;
  try {
    text = work(index);
  } catch (...) {
    // not up into the parent's frames, whose clean-up would end the other workers
    _exit(1);
  }
  for (size_t at = 0; at < text.size();) {
    const ssize_t n = write(to, text.data() + at, text.size() - at);
    if (n < 0 && errno != EINTR) _exit(1);
    if (n > 0) at += static_cast<size_t>(n);
  }
  _exit(0);
}

Worker start_worker(const std::function<std::string(size_t)>& work, size_t index) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw BadInput(std::string("no pipe to a worker: ") + std::strerror(errno));
  const pid_t pid = fork();
  if (pid < 0) {
    const std::string why = std::strerror(errno);
    close(ends[0]), close(ends[1]);
    throw BadInput("no worker process: " + why);
  }
  if (pid == 0) {
    close(ends[0]);
    answer(work, index, ends[1]);
  }
  close(ends[1]);
  return {index, pid, ends[0], Clock::now(), {}};
}

/// Waits for the child's end and says what it was.
void finish(Worker& w, bool timed_out) {
  WorkerResult& result = w.result;
  close(w.from);
  if (timed_out) kill(w.pid, SIGKILL);
  int status = 0;
  while (waitpid(w.pid, &status, 0) < 0 && errno == EINTR) {
  }
  result.seconds = seconds_since(w.start);
  if (timed_out) {
    result.end = WorkerResult::End::TimedOut;
  } else if (WIFSIGNALED(status)) {
    result.end = WorkerResult::End::Crashed;
    const int number = WTERMSIG(status);
    result.why = "signal " + std::to_string(number) + " (" + strsignal(number) + ")";
  } else if (WEXITSTATUS(status) == 3) {
    result.end = WorkerResult::End::OutOfBudget;
  } else if (WEXITSTATUS(status) != 0) {
    result.end = WorkerResult::End::Crashed;
    result.why = "exit code " + std::to_string(WEXITSTATUS(status));
  }
}

/// Ends the workers that are left, if an error leaves some.
struct Running : std::vector<Worker> {
  ~Running() {
    for (Worker& w : *this) finish(w, true);
  }
};

}  // namespace

void run_workers(const WorkerTasks& tasks, size_t jobs, double seconds) {
  Running running;
  std::cout.flush();  // a child must not hold a copy of what is not yet printed
  const auto limit = std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(seconds));
  for (;;) {
    while (running.size() < jobs) {
      const std::optional<size_t> next = tasks.next();
      if (!next) break;
      running.push_back(start_worker(tasks.work, *next));
    }
    if (running.empty()) return;
    std::vector<pollfd> ready;
    Clock::time_point deadline = running.front().start + limit;
    for (const Worker& w : running) {
      ready.push_back({w.from, POLLIN, 0});
      deadline = std::min(deadline, w.start + limit);
    }
    if (tasks.tick) deadline = std::min(deadline, Clock::now() + std::chrono::milliseconds(200));
    const Clock::time_point before = Clock::now();
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    poll(ready.data(), ready.size(), static_cast<int>(std::max<int64_t>(0, left)));
    const Clock::time_point now = Clock::now();
    // a time in which this process was stopped, as its children may have been, is not theirs
    if (const auto late = now - std::max(before, deadline); late > std::chrono::seconds(1))
      for (Worker& w : running) w.start += late;
    for (size_t i = running.size(); i-- > 0;) {
      bool ended = false;
      // all that has come, before it is judged by its time
      for (pollfd from = ready[i]; !ended && poll(&from, 1, 0) > 0;) {
        char buffer[65536];
        const ssize_t n = read(running[i].from, buffer, sizeof buffer);
        if (n > 0) running[i].result.answer.append(buffer, static_cast<size_t>(n));
        ended = n == 0 || (n < 0 && errno != EINTR);
      }
      const bool timed_out = !ended && now >= running[i].start + limit;
      if (!ended && !timed_out) continue;
      Worker w = std::move(running[i]);
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
      finish(w, timed_out);
      if (!tasks.done(w.index, std::move(w.result))) return;
    }
    if (tasks.tick) tasks.tick();
  }
}

std::vector<WorkerResult> run_workers(size_t count, size_t jobs, double seconds,
                                      const std::function<std::string(size_t)>& work,
                                      const std::function<void(size_t)>& done) {
  std::vector<WorkerResult> results(count);
  size_t next = 0;
  run_workers({[&]() -> std::optional<size_t> {
                 if (next == count) return std::nullopt;
                 return next++;
               },
               work,
               [&](size_t i, WorkerResult r) {
                 results[i] = std::move(r);
                 done(i);
                 return true;
               },
               nullptr},
              jobs, seconds);
  return results;
}

}  // namespace partir
