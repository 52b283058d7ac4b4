// The oracle catches faults in the toolkit's typing, evaluation, collectives and translation: each fault of
// faults.py that is in one of these, within so many programs. Run by `./x prove`, which says by PARTIR_ORACLE
// where the oracle is.
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

bool is_of_the_oracle(std::string_view fault) {
  for (std::string_view part : {"typing/", "evaluation/", "collectives/", "translation/"})
    if (fault.starts_with(part))
      return fault != "typing/hlo-parameter-of-another-type";  // it has no distributed types
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
  faults::each_is_refuted(240, [&](int fault) { return refutation(path, fault); }, is_of_the_oracle);
}

}  // namespace
}  // namespace partir
