# The environment of the tests. Tools/test.sh and Tools/drivers.sh source it in the repository's root.
# shellcheck shell=bash
build=.build/tests/release
if [ "${TIER:-}" = quick ]; then build=.build/debug; fi
# Caches of the clips that tests make and of the pixels that they expect.
export MADE_MEDIA=$PWD/.build/made/media
export EXPECTATIONS=$PWD/.build/made/expectations
export TESTED_PROGRAMS=${TESTED_PROGRAMS:-$PWD/.build/made/installed}
export TESTED_HOSTS=$PWD/.build/made/hosts
# Starts the test program directly, since parallel `swift test` commands fail if each opens the build database.
run_tests() { "$build/seguePackageTests.xctest" --testing-library swift-testing --no-parallel "$@"; }
