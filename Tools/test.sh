#!/usr/bin/env bash
# Runs the tests of `Tools/build.sh tests`, or for `quick` those of a debug build.
#   Tools/test.sh quick    fast tests without processes and OpenGL
#   Tools/test.sh usual    each class once
#   Tools/test.sh full     all tests, also on the other OpenGL drivers; TESTED_PROGRAMS is the folder of the tested `segue`
# Four lanes of about equal length run in parallel, since tests that start programs are mostly idle. A lane runs one test at
# a time: on a small machine, more tests would starve each other's tasks. Each line begins with its lane. Failures are
# repeated at the end.
set -euo pipefail
export TIER=${1:?use quick, usual or full}
cd "$(dirname "$0")/.."
source Tools/test-environment.sh
made=.build/made
mkdir -p "$made/media"
if [ "$TIER" != quick ]; then
  Tools/sooner.sh "$made/sooner"
  export PATH=$PWD/$made/sooner:$PATH
fi

of_tool='^CommandLineTests' of_clips='^FilmTests\.[A-E]' of_films='^FilmTests\.[F-Z]'
of_pages='^CommandLineTests\.ToolTests/Documents' of_hosts='^(PreviewTests|HostTests)'
large='ConformanceTests/(fourK|eightK)'

tool() {
  if [ "$TIER" = full ]; then Tools/python.sh .build/python || echo "SKIPPED: NumPy and moviepy"; fi
  run_tests --filter "$of_tool" --skip "$of_pages"
}
clips() { run_tests --filter "$of_clips|$of_pages"; }
films() { run_tests --filter "$of_films|$of_hosts"; }
library() {
  # Without its optimiser, llvmpipe draws the same bytes in a third of the time. Tests of large pictures keep it.
  GALLIVM_PERF=nopt run_tests --skip "$of_tool|$of_clips|$of_films|$of_hosts|$large"
  if [ "$TIER" = quick ]; then return; fi
  Tools/kernels.sh "$build"
  Tools/docs.sh "$build" "$made"
  if [ "$TIER" = full ]; then
    run_tests --filter "$large"
    TIER=usual Tools/drivers.sh softpipe zink swiftshader
  fi
}
# sed removes the colours, which the tests also write into pipes.
lane() { (set -e; "$1") 2>&1 | sed -u "s/\x1b\[[0-9;]*m//g; s/^/$(printf '%-7s' "$1") | /"; }

# Bash ignores `set -e` in every command before `||`, also within functions and subshells.
set +e
{
  lanes=()
  for name in tool clips films library; do lane "$name" & lanes+=($!); done
  status=0
  for process in "${lanes[@]}"; do wait "$process" || status=1; done
  exit $status
} 2>&1 | tee "$made/test.log"
if [ $? != 0 ]; then
  echo "failed:"
  grep -E '^[a-z]+ *\| (✘|error:|Fatal error)|\.(swift|c):[0-9]+:[0-9]+: error:' "$made/test.log"
  exit 1
fi
