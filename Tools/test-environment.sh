# What the tests find in their environment; sourced by Tools/test.sh and Tools/drivers.sh in the repository's folder.
# shellcheck shell=bash
build=.build/tests/release
# The options of `swift test` for what is built.
built=(--scratch-path .build/tests -c release --skip-build --ignore-lock)
# A clip that several tests make, and the pixels that they expect, are worked out once.
export MADE_MEDIA=$PWD/.build/made/media
export EXPECTATIONS=$PWD/.build/made/expectations
export TESTED_PROGRAMS=${TESTED_PROGRAMS:-$PWD/.build/made/installed}
export TESTED_HOSTS=$PWD/.build/made/hosts
run_tests() { "${SWIFT:-swift}" test "${built[@]}" --no-parallel "$@"; }
