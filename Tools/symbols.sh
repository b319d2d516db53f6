#!/usr/bin/env bash
# Extracts the symbol graphs of all modules that `import Segue` and `import SegueFilms` export from a build:
# FOLDER/Segue.symbols.json and FOLDER/SegueFilms.symbols.json. Both name the module Segue, for one documentation.
#   Tools/symbols.sh BUILD FOLDER
set -euo pipefail
build=$(realpath "${1:?name the build folder}")
mkdir -p "${2:?name the folder}"
made=$(realpath "$2")
cd "$(dirname "$0")/.."
swift=$(dirname "$(readlink -f "$(command -v swift)")")

# The module maps of the C modules.
maps=()
for map in "$build"/*.build/module.modulemap; do
  maps+=(-Xcc "-fmodule-map-file=$(realpath "$map")")
done
for folder in .build/checkouts/*/Sources/*/include Sources/*/include; do maps+=(-Xcc "-I$PWD/$folder"); done

for module in Segue SegueFilms; do
  exported=$(sed -n 's/^@_exported import //p' "Sources/$module/Exports.swift" | paste -sd,)
  "$swift/swift-symbolgraph-extract" -module-name "$module" -I "$build/Modules" "${maps[@]}" \
    -target "$(uname -m)-unknown-linux-gnu" -minimum-access-level public -skip-synthesized-members \
    -experimental-allowed-reexported-modules="$exported" -output-dir "$made"
done
sed -i 's/"module":{"name":"SegueFilms"/"module":{"name":"Segue"/' "$made"/SegueFilms*.symbols.json
