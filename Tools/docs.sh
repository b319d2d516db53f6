#!/usr/bin/env bash
# Makes the documentation of everything that `import Segue` gives, one archive for all modules: FOLDER/Segue.doccarchive.
#   Tools/docs.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
made=${1:?which folder}
build=.build/debug
modules=$(sed -n 's/^@_exported import //p' Sources/Segue/Exports.swift | paste -sd,)
swift=$(dirname "$(readlink -f "$(command -v swift)")")

swift build --target Segue
rm -rf "$made/symbols" "$made/Segue.doccarchive"
mkdir -p "$made/symbols"

# Where the modules in C are described: those that were built, those of the system, and those of packages.
maps=()
for map in "$build"/*.build/module.modulemap Sources/*/module.modulemap; do
  maps+=(-Xcc "-fmodule-map-file=$PWD/$map")
done
for flag in $(pkg-config --cflags-only-I pangocairo egl glesv2 gbm); do maps+=(-Xcc "$flag"); done
for folder in .build/checkouts/*/Sources/*/include Sources/*/include; do maps+=(-Xcc "-I$PWD/$folder"); done

"$swift/swift-symbolgraph-extract" -module-name Segue -I "$build/Modules" "${maps[@]}" \
  -target "$(uname -m)-unknown-linux-gnu" -minimum-access-level public -skip-synthesized-members \
  -experimental-allowed-reexported-modules="$modules" -output-dir "$made/symbols"
"$swift/docc" convert Sources/Segue/Segue.docc --additional-symbol-graph-dir "$made/symbols" \
  --fallback-display-name Segue --fallback-bundle-identifier segue --output-path "$made/Segue.doccarchive"
echo "$made/Segue.doccarchive is ready: docc preview, or any web server, shows it."
