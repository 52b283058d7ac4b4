#!/usr/bin/env bash
# build.sh OUTDIR [COMPILED]: checks what the oracle rests on, extracts and compiles it; leaves OUTDIR/partir-oracle.
# With COMPILED, what it rests on is there, checked. Everything is built in OUTDIR, nothing in the source tree. Needs the Debian packages coq and ocaml.
set -euo pipefail
[[ $# == 1 || $# == 2 ]] || { echo "usage: build.sh OUTDIR [COMPILED]" >&2; exit 2; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)

mkdir -p "$out/ocaml"
if [[ $# == 2 ]]; then
  compiled=$(cd "$2" && pwd)
else
  # copies that keep their times, so that a second run compiles what has changed
  compiled=$out/coq
  mkdir -p "$compiled"
  cp -pu "$here"/../*.v "$here/../_CoqProject" "$compiled/"
  (cd "$compiled" && coq_makefile -f _CoqProject -o Makefile && make -s OracleMain.vo) >&2
fi
cp -pu "$here"/Extraction.v "$here"/*.ml "$out/ocaml/"
cd "$out/ocaml"
coqc -Q "$compiled" PartIR Extraction.v >&2
ocamlopt -w -a -inline 100 -o "$out/partir-oracle" extracted.mli extracted.ml sexp.ml partir_oracle.ml >&2
"$out/partir-oracle" < "$here/examples.in" > "$out/examples.out"
diff "$here/examples.out" "$out/examples.out" >&2 || {
  echo "build.sh: the oracle answers examples.in differently from examples.out" >&2
  exit 1
}
