// oracle_campaign --oracle PATH [--programs N] [--seed S]: the toolkit and the oracle extracted from
// proofs/coq on random programs. Exit code 0: they agree on all; 1: a program on which they do not, made
// small; 2: no oracle.
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "property_tests/oracle/campaign.h"
#include "property_tests/oracle/readable.h"

namespace {

using namespace partir;  // NOLINT: a main

constexpr const char* usage =
    "usage: oracle_campaign --oracle PATH [--programs N] [--seed S] [--show SEED]\n";

struct Arguments {
  std::string oracle;
  oracle::Options options;
  bool show = false;  ///< the program of the seed, and no campaign
};

bool read(int argc, char** argv, Arguments& a) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string key = argv[i], value = argv[i + 1];
    char* end = nullptr;
    errno = 0;
    const auto n = std::strtoll(value.c_str(), &end, 10);
    if (key == "--oracle") {
      a.oracle = value;
      continue;
    }
    if (end == value.c_str() || *end != '\0' || n < 0 || errno == ERANGE) return false;
    if (key == "--programs" && n > 0) a.options.programs = n;
    else if (key == "--seed") a.options.seed = static_cast<uint64_t>(n);
    else if (key == "--show") a.options.seed = static_cast<uint64_t>(n), a.show = true;
    else return false;
  }
  return argc % 2 == 1 && (!a.oracle.empty() || a.show);
}

void print_counts(const char* what, const std::map<std::string, int64_t>& counts) {
  std::printf("%s\n", what);
  for (const auto& [name, n] : counts)
    std::printf("  %-24s %8lld\n", name.c_str(), static_cast<long long>(n));
}

/// The text that `partir run` reads; why not, where there is none.
template <class P>
std::string text_of(const P& p) {
  try {
    return oracle::readable(p);
  } catch (const std::exception& e) {
    return std::string("; no text: ") + e.what() + "\n";
  }
}
void show(const oracle::Question& q) {
  std::printf("Core:\n%s\n", text_of(q.program).c_str());
  if (q.spmd) std::printf("another device-local program:\n%s\n", text_of(*q.spmd).c_str());
}

int report(const oracle::Finding& f) {
  std::printf("\nDISAGREEMENT at seed %llu (%s): %s\n\nthe smallest that was found\n",
              static_cast<unsigned long long>(f.draw.seed), oracle::describe(f.draw).c_str(), f.why.c_str());
  show(f.question);
  std::printf("as the oracle reads it:\n%s\n", f.request.c_str());
  return 1;
}

int run(const Arguments& a) {
  using Clock = std::chrono::steady_clock;
  if (a.show) {
    const oracle::Question q = oracle::question(oracle::draw(a.options.seed));
    show(q);
    std::printf("%s\n", oracle::request(q).c_str());
    return 0;
  }
  oracle::Process process(a.oracle);
  oracle::Tally tally;
  const auto start = Clock::now();
  auto told = start;
  const auto found = campaign(process, a.options, tally, [&](const oracle::Tally& t) {
    if (Clock::now() - told < std::chrono::seconds(5)) return;
    told = Clock::now();
    std::fprintf(stderr, "%lld programs\n", static_cast<long long>(t.programs));
  });
  if (found) return report(*found);
  const std::chrono::duration<double> took = Clock::now() - start;
  print_counts("statements of well-typed programs", tally.ops);
  print_counts("collectives of their translations", tally.collectives);
  print_counts("collectives of other device-local programs", tally.spmd);
  print_counts("meshes", tally.meshes);
  print_counts("rejected, here and by the oracle, by the same premise", tally.rejected);
  std::printf(
      "%lld programs agree (%lld well typed, %lld rejected, %lld that were to be changed and could not; %lld statements "
      "translated, %lld tensors on devices) in %.0f s\n",
      static_cast<long long>(tally.programs), static_cast<long long>(tally.well_typed),
      static_cast<long long>(tally.programs - tally.well_typed), static_cast<long long>(tally.unchanged),
      static_cast<long long>(tally.hlo_statements), static_cast<long long>(tally.device_tensors), took.count());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments a;
  if (!read(argc, argv, a)) {
    std::fputs(usage, stderr);
    return 2;
  }
  try {
    return run(a);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "oracle_campaign: error: %s\n", e.what());
    return 2;
  }
}
