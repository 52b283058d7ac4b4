#!/usr/bin/env bash
# campaign.sh BUILD ORACLE_DIR [PROGRAMS [SEED]]: compares the toolkit built in BUILD with the oracle, which is extracted
# and compiled in ORACLE_DIR, on PROGRAMS random programs (20000); then plants faults in the toolkit, each of which the
# oracle must catch. Needs the Debian packages coq and ocaml; oracle_campaign and oracle_faults are built with the tests.
set -euo pipefail
[[ $# -ge 2 ]] || { sed -n 's/^# //p' "$0" | head -3 >&2; exit 2; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
"$here/../../proofs/coq/oracle/build.sh" "$2"
oracle=$(cd "$2" && pwd)/partir-oracle
"$1/property_tests/oracle/oracle_campaign" --oracle "$oracle" --programs "${3:-20000}" --seed "${4:-1}"
PARTIR_ORACLE=$oracle "$1/property_tests/planted_faults/oracle_faults" --gtest_brief=1
