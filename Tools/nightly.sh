#!/usr/bin/env bash
# Runs all given targets of the Makefile in order, also after a failure, and lists the failed ones. The output of a target
# is in .build/made/nightly/TARGET.log.
#   Tools/nightly.sh TARGET…
set -euo pipefail
cd "$(dirname "$0")/.."
logs=.build/made/nightly
mkdir -p "$logs"
failed=()
for target in "$@"; do
  start=$SECONDS result=passed
  make --no-print-directory "$target" > "$logs/$target.log" 2>&1 || { result=FAILED failed+=("$target"); }
  echo "$target: $result after $((SECONDS - start)) s"
  grep SKIPPED "$logs/$target.log" || true
done
[ ${#failed[@]} = 0 ] || { echo "failed: ${failed[*]}"; exit 1; }
