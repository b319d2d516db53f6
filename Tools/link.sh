#!/usr/bin/env bash
# Links the tool and the C library as people have them, statically and stripped, out of the objects of a release build that
# tests are linked to as well: what is tested is what `make build` and `make library` compile.
#   Tools/link.sh BUILD FOLDER [FLAG…]     leaves FOLDER/segue and FOLDER/libsegue.so; the flags are for the tool
set -euo pipefail
build=$(realpath "${1:?which build folder}")
mkdir -p "${2:?which folder}"
made=$(realpath "$2")
cd "$(dirname "$0")/.."
here=$PWD
swiftc=$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")/swiftc
mapfile -t libraries < <(grep -o 'linkedLibrary("[^"]*' Package.swift | sed 's/.*"/-l/')
static=(-static-stdlib -use-ld=lld -Xlinker --gc-sections -l_FoundationCShims -l_FoundationCollections)

"$swiftc" -emit-executable "${static[@]}" "@$build/segue.product/Objects.LinkFileList" "${libraries[@]}" \
  -Xlinker --defsym -Xlinker main=segue_cli_main -Xlinker --no-export-dynamic -lstdc++ "${@:3}" -o "$made/segue"
"$swiftc" -emit-library "${static[@]}" "@$build/SegueLibrary.product/Objects.LinkFileList" \
  -Xlinker "--version-script=$here/Sources/CSegueLibrary/exported.map" -Xlinker -soname=libsegue.so.0 \
  -Xlinker -z -Xlinker nodelete -o "$made/libsegue.so"
strip "$made/segue" "$made/libsegue.so"
