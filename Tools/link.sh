#!/usr/bin/env bash
# Links the tool or the C library in their installed form, statically and stripped, from the objects of a build. `make test`
# links the objects of its test build, and `make library` those of a build without Foundation.
#   Tools/link.sh tool|library BUILD FILE
set -euo pipefail
what=${1:?tool or library}
build=$(realpath "${2:?which build folder}")
mkdir -p "$(dirname "${3:?which file}")"
file=$(realpath "$3")
cd "$(dirname "$0")/.."
swiftc=$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")/swiftc
mapfile -t libraries < <(grep -o 'linkedLibrary("[^"]*' Package.swift | sed 's/.*"/-l/')
static=(-static-stdlib -use-ld=lld -Xlinker --gc-sections -l_FoundationCShims -l_FoundationCollections)

case $what in
tool)
  # The commit is an object of its own, so that a new commit compiles no module.
  commit=$(mktemp --suffix=.o)
  trap 'rm -f "$commit"' EXIT
  "${swiftc%/*}/clang" -c -O2 "-DSEGUE_COMMIT=\"$(Tools/version.sh commit)\"" -ISources/CSegueLibrary/include \
    Sources/CSegueLibrary/commit.c -o "$commit"
  # The archive and the Python package have libraries in lib/segue.
  "$swiftc" -emit-executable "${static[@]}" "@$build/segue.product/Objects.LinkFileList" "$commit" "${libraries[@]}" \
    -Xlinker --defsym -Xlinker main=segue_cli_main -Xlinker --no-export-dynamic \
    -Xlinker -rpath -Xlinker '$ORIGIN/../lib/segue' -lstdc++ -o "$file" ;;
# dlclose must not unload the library, since Swift's runtime cannot be unloaded.
library)
  "$swiftc" -emit-library "${static[@]}" "@$build/SegueLibrary.product/Objects.LinkFileList" \
    -Xlinker "--version-script=$PWD/Sources/CSegueLibrary/exported.map" -Xlinker -soname=libsegue.so.0 \
    -Xlinker -z -Xlinker nodelete -o "$file" ;;
*) echo "unknown target $what; use tool or library" >&2; exit 64 ;;
esac
strip "$file"
