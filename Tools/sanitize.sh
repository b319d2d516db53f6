#!/usr/bin/env bash
# Runs the tests under ThreadSanitizer, then under AddressSanitizer, in separate build folders. Then runs the kernels of each
# vector width under AddressSanitizer and UndefinedBehaviorSanitizer. A finding fails the run, also one in a started tool.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
# Sanitizers keep freed memory, so a test of memory use would fail. ThreadSanitizer does not start under a file size limit.
echo "skipped: hundredRenders; under ThreadSanitizer also fullDisk"
export ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=suppressions=$PWD/Tools/sanitizers/tsan.supp
run() {
  "$swift" build --build-tests --sanitize="$1" --scratch-path ".build/$1"
  "$swift" test --skip-build --no-parallel --skip hundredRenders --sanitize="$1" --scratch-path ".build/$1" "${@:2}"
}
run thread --skip fullDisk
run address
"$swift" build --product recipe-hashes -c release
Tools/kernels.sh .build/release -g -fsanitize=address,undefined -fno-sanitize-recover=undefined
