#!/usr/bin/env bash
# Runs the tests that `Tools/build.sh tests` built.
#   Tools/test.sh usual    each class once
#   Tools/test.sh full     all, also with the other OpenGL drivers; TESTED_PROGRAMS may name the folder of another `segue`
# There are three lanes, for tests that start programs mostly wait. Within a lane one test runs at a time: those that wait
# would starve the others' tasks on a small machine. Each line begins with its lane. What failed is repeated at the end.
set -euo pipefail
export TIER=${1:?usual or full}
cd "$(dirname "$0")/.."
source Tools/test-environment.sh
made=.build/made
mkdir -p "$made/media"
Tools/sooner.sh "$made/sooner"
export PATH=$PWD/$made/sooner:$PATH

of_tool='^(CommandLineTests|PreviewTests|HostTests)'
large='ConformanceTests/(fourK|eightK)'

tool() {
  if [ "$TIER" = full ]; then Tools/python.sh .build/python || echo "SKIPPED: NumPy and moviepy"; fi
  run_tests --filter "$of_tool"
}
films() { run_tests --filter '^FilmTests'; }
library() {
  # Without the optimiser of llvmpipe's compiler, which changes no byte, drawing takes a third. Large pictures are drawn with it.
  GALLIVM_PERF=nopt run_tests --skip "$of_tool" --skip '^FilmTests' --skip "$large"
  Tools/kernels.sh "$build"
  Tools/docs.sh "$build" "$made"
  if [ "$TIER" = full ]; then
    run_tests --filter "$large"
    TIER=usual Tools/drivers.sh softpipe zink swiftshader
  fi
}
# The tests write colours into pipes too.
lane() { (set -e; "$1") 2>&1 | sed -u "s/\x1b\[[0-9;]*m//g; s/^/$(printf '%-7s' "$1") | /"; }

{
  lanes=()
  for name in tool films library; do lane "$name" & lanes+=($!); done
  status=0
  for process in "${lanes[@]}"; do wait "$process" || status=1; done
  exit $status
} 2>&1 | tee "$made/test.log" || {
  echo "failed:"
  grep -E '^[a-z]+ *\| (✘|error:|Fatal error)|\.(swift|c):[0-9]+:[0-9]+: error:' "$made/test.log"
  exit 1
}
