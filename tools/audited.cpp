#include "tools/audited.h"

#include <CLI/CLI.hpp>
#include <map>
#include <utility>

#include "tools/watchdog.h"

namespace partir {

void add_audit_option(CLI::App& command, AuditWhen& when) {
  const std::map<std::string, AuditWhen> names{{"on", AuditWhen::Holds}, {"off", AuditWhen::Never}, {"auto", AuditWhen::Tested}};
  command
      .add_option("--audit", when,
                  "whether the verdict audits itself: faults planted in IMPL must be refuted by the same runs; auto: where it would be tested")
      ->transform(CLI::CheckedTransformer(names, CLI::ignore_case))
      ->option_text("{on,off,auto} [auto]");
}

bool is_audited(const Verdict& v, AuditWhen when) {
  return when == AuditWhen::Tested ? v.kind == Verdict::Kind::Tested : when == AuditWhen::Holds && v.holds();
}

std::optional<AuditReport> audit(const core::Program& spec, const SpmdProgram& impl, Verdict& v, const CompareOptions& options, AuditWhen when, double seconds) {
  if (!is_audited(v, when)) return std::nullopt;
  progress::phase("auditing the verdict");
  AuditOptions audit_options;
  audit_options.seed = options.seed;
  audit_options.seconds = seconds;
  const AuditReport report = partir::audit(spec, impl, options, audit_options);
  v = audited(std::move(v), report);
  return report;
}

Json to_json(const AuditReport& a) {
  Json survivors = Json::array();
  for (const Mutant& m : a.survivors)
    survivors.push_back({{"kind", name(m.kind)}, {"what", m.what}, {"location", to_string(m.location)}});
  return {{"planned", a.planned}, {"run", a.run}, {"refuted", a.refuted}, {"undecided", a.undecided}, {"shown_equal", a.equal.size()},
          {"given_up", a.given_up}, {"survivors", survivors}};
}
std::string to_text(const AuditReport& a) {
  std::string s = "audit: " + to_string(a) + "\n";
  for (const Mutant& m : a.survivors) s += "  not noticed: " + to_string(m.location) + ": " + m.what + "\n";
  return s;
}

}  // namespace partir
