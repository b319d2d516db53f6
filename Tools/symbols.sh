#!/usr/bin/env bash
# Extracts the symbol graph of all modules that `import Segue` exports from a build: FOLDER/Segue.symbols.json.
#   Tools/symbols.sh BUILD FOLDER
set -euo pipefail
build=$(realpath "${1:?which build folder}")
mkdir -p "${2:?which folder}"
made=$(realpath "$2")
cd "$(dirname "$0")/.."
modules=$(sed -n 's/^@_exported import //p' Sources/Segue/Exports.swift | paste -sd,)
swift=$(dirname "$(readlink -f "$(command -v swift)")")

# The module maps of the C modules.
maps=()
for map in "$build"/*.build/module.modulemap; do
  maps+=(-Xcc "-fmodule-map-file=$(realpath "$map")")
done
for folder in .build/checkouts/*/Sources/*/include Sources/*/include; do maps+=(-Xcc "-I$PWD/$folder"); done

"$swift/swift-symbolgraph-extract" -module-name Segue -I "$build/Modules" "${maps[@]}" \
  -target "$(uname -m)-unknown-linux-gnu" -minimum-access-level public -skip-synthesized-members \
  -experimental-allowed-reexported-modules="$modules" -output-dir "$made"
