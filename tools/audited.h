// The audit of a verdict (proofs/audit.h) as commands make and report it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "proofs/audit.h"
#include "proofs/compare.h"
#include "tools/command.h"

namespace partir {

/// Which verdicts are audited.
enum class AuditWhen {
  Never,
  Tested,  ///< those that rest on runs
  Holds    ///< those that accept the program
};
/// Adds `--audit on|off|auto`.
void add_audit_option(CLI::App& command, AuditWhen& when);

bool is_audited(const Verdict& v, AuditWhen when);

/// Audits `v`, which a comparison with these options came to, if it is one of those; no run is begun after `seconds`. Where the audit objects, `v`
/// becomes undecided.
std::optional<AuditReport> audit(const core::Program& spec, const SpmdProgram& impl, Verdict& v, const CompareOptions& options, AuditWhen when, double seconds);

Json to_json(const AuditReport& a);
std::string to_text(const AuditReport& a);

}  // namespace partir
