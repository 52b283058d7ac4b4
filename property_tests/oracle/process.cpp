#include "property_tests/oracle/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace partir::oracle {

namespace {

constexpr int silence_ms = 60'000;

/// Finds the ends of whole answers in what has arrived so far, each byte looked at once.
class Answers {
 public:
  /// The position after the next whole s-expression in `text`; 0 where there is none yet.
  size_t next_end(const std::string& text) {
    for (; seen_ < text.size(); ++seen_) {
      const char c = text[seen_];
      if (c == '"' && !escaped_) quoted_ = !quoted_;
      escaped_ = quoted_ && c == '\\' && !escaped_;
      if (quoted_) continue;
      if (c == '(') ++depth_;
      if (c == ')' && --depth_ == 0) return ++seen_;
    }
    return 0;
  }

 private:
  size_t seen_ = 0;
  int depth_ = 0;
  bool quoted_ = false, escaped_ = false;
};

}  // namespace

Process::Process(const std::string& path, const std::vector<std::string>& options) : path_(path) {
  if (access(path.c_str(), X_OK) != 0) throw BadInput("no oracle at " + path + ": " + std::strerror(errno));
  // a write to an oracle that has ended is an error of ours to report, not the end of us
  signal(SIGPIPE, SIG_IGN);
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0)
    throw BadInput(std::string("no pipe to the oracle: ") + std::strerror(errno));
  std::vector<std::string> words{path};
  words.insert(words.end(), options.begin(), options.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  child_ = fork();
  if (child_ < 0) throw BadInput(std::string("no process for the oracle: ") + std::strerror(errno));
  if (child_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(in[0], STDIN_FILENO), dup2(out[1], STDOUT_FILENO);
    execv(path.c_str(), argv.data());
    _exit(127);
  }
  close(in[0]), close(out[1]);
  to_ = in[1], from_ = out[0];
  fcntl(to_, F_SETFL, fcntl(to_, F_GETFL) | O_NONBLOCK);
}

Process::~Process() {
  close(to_), close(from_);
  if (child_ <= 0) return;
  kill(child_, SIGKILL);  // it may be deaf
  waitpid(child_, nullptr, 0);
}

std::vector<Sexpr> Process::ask(const std::vector<std::string>& requests) {
  std::string input;
  for (const std::string& r : requests) input += r + "\n";
  std::vector<Sexpr> answers;
  Answers ends;
  size_t written = 0, read_to = 0;
  const auto fail = [&](const std::string& why) {
    throw BadInput(path_ + " " + why + " at request " + std::to_string(answers.size()) + " of a batch:\n" +
                   (answers.size() < requests.size() ? requests[answers.size()] : ""));
  };
  while (answers.size() < requests.size()) {
    pollfd ready[] = {{from_, POLLIN, 0}, {written < input.size() ? to_ : -1, POLLOUT, 0}};
    const int n = poll(ready, 2, silence_ms);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail("is silent");
    if (ready[1].revents != 0) {
      const ssize_t w = write(to_, input.data() + written, input.size() - written);
      if (w > 0) written += static_cast<size_t>(w);
      else if (errno != EAGAIN && errno != EINTR) fail("reads no more");
    }
    if (ready[0].revents == 0) continue;
    char buffer[65536];
    const ssize_t r = read(from_, buffer, sizeof buffer);
    if (r <= 0) fail("has ended");
    unread_.append(buffer, static_cast<size_t>(r));
    while (const size_t end = ends.next_end(unread_)) {
      answers.push_back(SexprReader(std::string_view(unread_).substr(read_to, end - read_to)).next());
      read_to = end;
    }
  }
  unread_.erase(0, read_to);
  return answers;
}

}  // namespace partir::oracle
