// The oracle catches faults in the toolkit's typing, evaluation, collectives and translation: each fault of
// faults.py that is in one of these, within so many programs. Run by `./x prove`, which says by PARTIR_ORACLE
// where the oracle is.
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "property_tests/oracle/campaign.h"
#include "property_tests/planted_faults/each_is_refuted.h"

namespace partir {
namespace {

using faults::Refutation;

/// Within so many programs.
constexpr int64_t programs = 3000;

/// The oracle has no distributed types.
constexpr std::string_view left_out = "typing/hlo-parameter-of-another-type";

bool is_of_the_oracle(std::string_view fault) {
  if (fault == left_out) return false;
  for (std::string_view part : {"typing/", "evaluation/", "collectives/", "translation/"})
    if (fault.starts_with(part)) return true;
  return false;
}

std::optional<Refutation> refutation(const std::string& path, int fault) {
  oracle::Process process(path);
  oracle::Options options;
  options.programs = programs;
  options.batch = 20;
  options.shrink = false;
  oracle::Tally tally;
  const auto found = faults::with_fault(fault, [&] { return oracle::campaign(process, options, tally); });
  if (!found) return std::nullopt;
  // it is the fault that the oracle objects to
  options.seed = found->draw.seed;
  options.programs = 1;
  const bool also_without = oracle::campaign(process, options, tally).has_value();
  return Refutation{"oracle", found->why.substr(0, found->why.find('\n')), found->programs,
                    also_without ? "they disagree without the fault, too: " : ""};
}

TEST(OracleFaults, each_is_caught) {
  const char* path = std::getenv("PARTIR_ORACLE");
  ASSERT_TRUE(path) << "PARTIR_ORACLE does not say where the oracle is";
  std::printf("left out: %s (the oracle has no distributed types)\n", left_out.data());
  faults::each_is_refuted(240, [&](int fault, const std::string&) { return refutation(path, fault); }, is_of_the_oracle);
}

}  // namespace
}  // namespace partir
