// The oracle as a subprocess that answers requests in batches.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "property_tests/oracle/sexpr.h"

namespace partir::oracle {

/// A running `partir-oracle`: it reads s-expressions from its standard input and writes one answer to each,
/// in order.
class Process {
 public:
  /// Starts the program at `path`, by default so that it answers at once; throws BadInput where that is not
  /// possible.
  explicit Process(const std::string& path, const std::vector<std::string>& options = {"--flush"});
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// The answers to `requests`, in order. Throws BadInput, with the request at which it ended, where the
  /// oracle ends before the last, or is silent for a minute.
  std::vector<Sexpr> ask(const std::vector<std::string>& requests);

 private:
  std::string path_;
  pid_t child_ = -1;
  int to_ = -1, from_ = -1;
  std::string unread_;  ///< of its output, what is not yet a whole answer
};

}  // namespace partir::oracle
