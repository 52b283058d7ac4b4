// The processes that share a campaign: the ranks of an MPI job, or this process alone.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace partir {

/// Ranks 0 .. size - 1, and messages between rank 0 and the others.
class Ranks {
 public:
  virtual ~Ranks() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// How many of them are on this machine.
  virtual int local_size() const = 0;
  /// What rank 0 passes, at every rank. All ranks must call it.
  virtual std::string broadcast(const std::string& text) = 0;
  /// Does not wait for the other, which may be gone.
  virtual void send(int to, const std::string& text) = 0;
  struct Message {
    int from;
    std::string text;
  };
  /// A message that has arrived, without waiting for one.
  virtual std::optional<Message> receive() = 0;
  /// Ends here what ends only where every rank ends; the process exits with `code` where that does not come to be, since
  /// one is lost. Where this rank knows of that, the whole job is ended.
  virtual void leave(bool one_is_lost, int code) = 0;
};

/// Under `mpirun` its ranks, elsewhere one. Throws BadInput where this partir was built without MPI or for another than the
/// launcher's: each rank would run the same campaign.
std::unique_ptr<Ranks> join_ranks();

}  // namespace partir
