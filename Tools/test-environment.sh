# What the tests find in their environment; sourced by Tools/test.sh and Tools/drivers.sh in the repository's folder.
# shellcheck shell=bash
build=.build/tests/release
# A clip that several tests make, and the pixels that they expect, are worked out once.
export MADE_MEDIA=$PWD/.build/made/media
export EXPECTATIONS=$PWD/.build/made/expectations
export TESTED_PROGRAMS=${TESTED_PROGRAMS:-$PWD/.build/made/installed}
export TESTED_HOSTS=$PWD/.build/made/hosts
# Starts the tests themselves: several `swift test` at once fail where each of them opens the build's database.
run_tests() { "$build/seguePackageTests.xctest" --testing-library swift-testing --no-parallel "$@"; }
