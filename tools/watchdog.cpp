#include "tools/watchdog.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>

#include "interp/tensor_storage.h"
#include "tools/command.h"

namespace partir {

namespace {

constexpr std::chrono::milliseconds tick{50};
constexpr std::chrono::seconds grace{1};  ///< from when a limit is met

uint64_t bytes_of_pages(uint64_t n) { return n * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)); }

/// Of this process, resident.
uint64_t own_bytes() {
  std::ifstream statm("/proc/self/statm");
  uint64_t size = 0, resident = 0;
  statm >> size >> resident;
  return bytes_of_pages(resident);
}

/// A process that this one has started, or that such a one has.
struct Descendant {
  pid_t pid, group;
  uint64_t bytes;  ///< resident
};
std::vector<Descendant> descendants() {
  siginfo_t none;
  if (waitid(P_ALL, 0, &none, WEXITED | WNOHANG | WNOWAIT) != 0) return {};  // no child at all
  std::multimap<pid_t, Descendant> by_parent;
  std::error_code error;
  for (std::filesystem::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream in(at->path() / "stat");
    std::string stat((std::istreambuf_iterator<char>(in)), {});
    const size_t named = stat.rfind(')');  // the name may hold anything
    if (named == std::string::npos) continue;
    char state;
    int parent, group;
    unsigned long long resident = 0;
    // state, parent, group, then 17 others and the size
    if (std::sscanf(stat.c_str() + named + 1,
                    " %c %d %d %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %llu", &state,
                    &parent, &group, &resident) == 4)
      by_parent.insert({parent, {std::atoi(name.c_str()), group, bytes_of_pages(resident)}});
  }
  std::vector<Descendant> found;
  std::vector<pid_t> parents{getpid()};
  while (!parents.empty()) {
    const pid_t parent = parents.back();
    parents.pop_back();
    for (auto [child, end] = by_parent.equal_range(parent); child != end; ++child) {
      found.push_back(child->second);
      parents.push_back(child->second.pid);
    }
  }
  return found;
}
/// Kills what this process has started, with the process groups that it has made for it.
void kill_descendants() {
  for (int round = 0; round < 5; ++round) {  // some may just be starting others
    const std::vector<Descendant> all = descendants();
    if (all.empty()) return;
    for (const Descendant& d : all) {
      kill(d.pid, SIGKILL);
      if (d.group != getpgrp()) kill(-d.group, SIGKILL);
    }
  }
}

std::string seconds_text(double s) {
  char text[32];
  std::snprintf(text, sizeof text, "%g s", s);
  return text;
}

}  // namespace

void add_limit_options(CLI::App& c, Limits& limits, const std::string& whose) {
  c.add_option("--time-limit", limits.seconds,
               "seconds that " + whose + " may take; then it ends with exit code 3 and what is decided so far")
      ->check(positive_seconds)
      ->envname("PARTIR_TIME_LIMIT")
      ->capture_default_str();
  c.add_option("--memory-limit", limits.mebibytes,
               "MiB that " + whose + " may take, with the processes that it starts")
      ->check(positive_integer)
      ->envname("PARTIR_MEMORY_LIMIT")
      ->capture_default_str();
}

Watchdog::Watchdog(const Limits& limits, LastWords last_words)
    : limits_{std::min(limits.seconds, 1e9), std::min(limits.mebibytes, int64_t{1} << 40), limits.children},
      last_words_(std::move(last_words)) {
  renew(0);
  current_ = this;
  try {
    thread_ = std::thread([this] { watch(); });
  } catch (const std::system_error& e) {
    throw BadInput(std::string("no thread that watches the limits: ") + e.what());
  }
}
Watchdog::~Watchdog() { stop(); }

void Watchdog::next_program(double more_seconds) {
  if (current_) current_->renew(more_seconds);
}
void Watchdog::stop_watching() {
  if (current_) current_->stop();
}

void Watchdog::at_most(double seconds) {
  if (!current_) return;
  std::lock_guard lock(current_->lock_);
  current_->deadline_ = std::min(current_->deadline_, Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds)));
}

void Watchdog::renew(double more_seconds) {
  std::lock_guard lock(lock_);
  // of a program that ran out of memory nothing is to be left for the next
  if (budget::is_over()) detail::BufferPool::instance().clear();
  budget::watch();
  budget::leave(static_cast<uint64_t>(limits_.mebibytes) << 20);
  deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                 std::chrono::duration<double>(limits_.seconds + std::min(more_seconds, 1e9)));
}
void Watchdog::stop() {
  {
    std::lock_guard lock(lock_);
    stopped_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
  budget::unwatch();
  current_ = nullptr;
}

std::string Watchdog::met(Clock::time_point now, uint64_t bytes) const {
  if (now >= deadline_) return "out of time: the " + seconds_text(limits_.seconds) + " of --time-limit are over";
  if (bytes > static_cast<uint64_t>(limits_.mebibytes) << 20)
    return "out of memory: " + bytes_text(static_cast<int64_t>(bytes)) + " are in use, --memory-limit is " +
           bytes_text(limits_.mebibytes << 20);
  return "";
}

void Watchdog::watch() {
  const uint64_t most = static_cast<uint64_t>(limits_.mebibytes) << 20;
  std::unique_lock lock(lock_);
  while (!wake_.wait_for(lock, tick, [this] { return stopped_; })) {
    uint64_t bytes = own_bytes();
    if (limits_.children)
      for (const Descendant& d : descendants()) bytes += d.bytes;
    const Clock::time_point now = Clock::now();
    budget::leave(bytes < most ? most - bytes : 0);
    if (!budget::is_over()) {
      const std::string why = met(now, bytes);
      if (why.empty()) continue;
      over_since_ = now;
      budget::end(why);
      continue;  // at least once the run may end by itself
    }
    if (now >= over_since_ + grace || bytes > most / 4 * 5) give_up();
  }
}

void Watchdog::give_up() {
  // what is to be said may find nobody who reads it
  struct sigaction at_once {};
  at_once.sa_handler = [](int) { _exit(3); };
  sigaction(SIGALRM, &at_once, nullptr);
  signal(SIGPIPE, SIG_IGN);
  alarm(2);
  try {
    kill_descendants();
    try {
      detail::throw_over(budget::standing().at);
    } catch (const OutOfBudget& e) {
      last_words_(e);
    }
  } catch (...) {
    constexpr char text[] = "partir: error: out of time or memory\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
  }
  _exit(3);
}

}  // namespace partir
