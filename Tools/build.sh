#!/usr/bin/env bash
# Makes a release build:
#   Tools/build.sh tool FILE        the tool
#   Tools/build.sh library FILE     libsegue, one shared object that exports what segue.h declares
#   Tools/build.sh wheel FOLDER     the Python package's program and library
#   Tools/build.sh tests            all tests, in .build/tests; the tool and the library in .build/made/installed; the
#                                   plug-ins for other programs and the wheel's files, in .build/made/hosts
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}

case ${1:?use tool, library, wheel or tests} in
tool)
  SEGUE_BUILD=tool "$swift" build -c release --product segue -Xswiftc -Osize
  Tools/link.sh tool .build/release "${2:?name the file}" ;;
library)
  "$swift" build -c release --product SegueLibrary --scratch-path .build/c-library -Xswiftc -DSEGUE_NO_FOUNDATION
  Tools/link.sh library .build/c-library/release "${2:?name the file}" ;;
wheel)
  for product in segue SegueLibrary; do SEGUE_BUILD=tool "$swift" build -c release --product $product -Xswiftc -Osize; done
  Tools/link.sh wheel .build/release "${2:?name the folder}" ;;
tests)
  # Builds are faster without debug information, and if one process writes a module's interface and its code: two would
  # check its declarations twice.
  SEGUE_BUILD=tests "$swift" build --build-tests --scratch-path .build/tests -c release -Xswiftc -enable-testing \
    -Xswiftc -Onone -Xswiftc -no-emit-module-separately-wmo -debug-info-format none
  Tools/link.sh tool .build/tests/release .build/made/installed/segue
  Tools/link.sh library .build/tests/release .build/made/installed/libsegue.so
  rm -rf .build/made/hosts
  Tools/hosts.sh .build/made/installed/libsegue.so .build/made/hosts
  Tools/link.sh wheel .build/tests/release .build/made/hosts/wheel ;;
*) echo "unknown target $1; use tool, library, wheel or tests" >&2; exit 64 ;;
esac
