#!/usr/bin/env bash
# Builds one of these in release:
#   Tools/build.sh tool             the tool, .build/release/segue
#   Tools/build.sh library FILE     libsegue, one shared object that exports what segue.h declares
#   Tools/build.sh tests            all tests, in .build/tests; and in .build/made/installed the tool and the library as they
#                                   are installed, in .build/made/hosts what other programs load
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
# glibc's loader reads relocations in the short form since 2.36, which makes a start quicker.
short=()
if printf '%s\n' 2.36 "$(getconf GNU_LIBC_VERSION | cut -d' ' -f2)" | sort -CV; then
  short=(-Xlinker -z -Xlinker pack-relative-relocs)
fi

case ${1:?tool, library or tests} in
tool)
  # No library looks for symbols in the program.
  "$swift" build -c release --product segue --static-swift-stdlib -Xlinker --no-export-dynamic \
    ${short[0]:+-Xswiftc -use-ld=lld} "${short[@]}" ;;
library)
  "$swift" build -c release --product SegueLibrary --scratch-path .build/c-library -Xswiftc -DSEGUE_NO_FOUNDATION
  Tools/link.sh library .build/c-library/release "${2:?which file}" ;;
tests)
  # Nobody debugs these tests: without debug information they are built sooner.
  "$swift" build --build-tests --scratch-path .build/tests -c release -Xswiftc -enable-testing -debug-info-format none
  Tools/link.sh tool .build/tests/release .build/made/installed/segue "${short[@]}"
  Tools/link.sh library .build/tests/release .build/made/installed/libsegue.so
  rm -rf .build/made/hosts
  Tools/hosts.sh .build/made/installed/libsegue.so .build/made/hosts ;;
*) echo "tool, library or tests, not $1" >&2; exit 64 ;;
esac
