#!/usr/bin/env bash
# campaign.sh BUILD ORACLE [PROGRAMS [SEED]]: compares the toolkit built in BUILD with the oracle, an executable that
# proofs/coq/oracle/build.sh leaves, on PROGRAMS random programs (20000); then plants faults in the toolkit, each of
# which the oracle must catch. `./x prove` runs it.
set -euo pipefail
[[ $# -ge 2 ]] || { sed -n 's/^# //p' "$0" | head -3 >&2; exit 2; }
oracle=$(realpath "$2")
# each keeps one processor busy: side by side, and shown one after the other
faults_log=$(mktemp)
trap 'rm -f "$faults_log"' EXIT
PARTIR_ORACLE=$oracle "$1/property_tests/planted_faults/oracle_faults" --gtest_brief=1 >"$faults_log" 2>&1 &
faults=$!
failed=0
"$1/property_tests/oracle/oracle_campaign" --oracle "$oracle" --programs "${3:-20000}" --seed "${4:-1}" || failed=$?
wait "$faults" || failed=$?
cat "$faults_log"
exit "$failed"
