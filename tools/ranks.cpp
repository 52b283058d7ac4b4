#include "tools/ranks.h"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <list>

#include "semantics/diagnostics.h"

#ifdef PARTIR_HAVE_MPI
#define OMPI_SKIP_MPICXX 1  // C's interface alone
#include <mpi.h>
#endif

namespace partir {
namespace {

class Alone final : public Ranks {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  int local_size() const override { return 1; }
  std::string broadcast(const std::string& text) override { return text; }
  void send(int, const std::string&) override {}
  std::optional<Message> receive() override { return std::nullopt; }
  void leave(bool, int) override {}
};

/// How many ranks a launcher says that there are: Open MPI's, MPICH's, or Slurm's with PMI or PMIx.
/// (MPI_Init itself would take a tenth of a second, and more processes, to find that there is one.)
int launched_ranks() {
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const char* n = std::getenv(variable)) return std::atoi(n);
  if (std::getenv("PMIX_RANK"))
    if (const char* n = std::getenv("SLURM_NTASKS")) return std::atoi(n);
  return 1;
}

#ifdef PARTIR_HAVE_MPI
class Mpi final : public Ranks {
 public:
  Mpi() {
    MPI_Init(nullptr, nullptr);
    // a rank that is gone is to take no other with it
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm here;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &local_size_);
    MPI_Comm_free(&here);
    if (size_ != launched_ranks()) {
      MPI_Finalize();
      throw BadInput("runs under another launcher than its MPI's: there are " + std::to_string(launched_ranks()) +
                     " processes, of which it sees " + std::to_string(size_));
    }
  }
  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int local_size() const override { return local_size_; }
  std::string broadcast(const std::string& text) override {
    auto n = static_cast<unsigned long long>(text.size());
    MPI_Bcast(&n, 1, MPI_UNSIGNED_LONG_LONG, 0, MPI_COMM_WORLD);
    std::string all = text;
    all.resize(n);
    MPI_Bcast(all.data(), static_cast<int>(n), MPI_CHAR, 0, MPI_COMM_WORLD);
    return all;
  }
  void send(int to, const std::string& text) override {
    Sent& s = sent_.emplace_back(Sent{text, {}});
    MPI_Isend(s.text.data(), static_cast<int>(s.text.size()), MPI_CHAR, to, 0, MPI_COMM_WORLD, &s.request);
  }
  std::optional<Message> receive() override {
    sent_.remove_if([](Sent& s) {
      int gone = 0;
      MPI_Test(&s.request, &gone, MPI_STATUS_IGNORE);
      return gone != 0;
    });
    int arrived = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &arrived, &status);
    if (!arrived) return std::nullopt;
    int n = 0;
    MPI_Get_count(&status, MPI_CHAR, &n);
    Message m{status.MPI_SOURCE, std::string(static_cast<size_t>(n), '\0')};
    MPI_Recv(m.text.data(), n, MPI_CHAR, m.from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return m;
  }
  void leave(bool one_is_lost, int code) override {
    std::cout.flush();
    std::fflush(nullptr);
    // a rank that died unnoticed, after all its work, would be waited for without end
    static volatile std::sig_atomic_t exit_code = 0;
    exit_code = code;
    std::signal(SIGALRM, [](int) { _exit(exit_code); });
    alarm(10);
    if (!one_is_lost) {
      MPI_Finalize();
      alarm(0);
      return;
    }
    MPI_Abort(MPI_COMM_WORLD, code);
    std::_Exit(code);
  }

 private:
  struct Sent {
    std::string text;
    MPI_Request request;
  };
  std::list<Sent> sent_;  ///< and perhaps not yet received
  int rank_ = 0, size_ = 1, local_size_ = 1;
};
#endif

}  // namespace

std::unique_ptr<Ranks> join_ranks() {
  if (launched_ranks() <= 1) return std::make_unique<Alone>();
#ifdef PARTIR_HAVE_MPI
  return std::make_unique<Mpi>();
#else
  throw BadInput("runs under mpirun, but this partir was built without MPI (install libopenmpi-dev and build again)");
#endif
}

}  // namespace partir
