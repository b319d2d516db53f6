#!/usr/bin/env bash
# Makes the documentation of the modules that `import SegueFilms` exports, in one archive: FOLDER/Segue.doccarchive.
#   Tools/docs.sh BUILD FOLDER     BUILD is a build folder
set -euo pipefail
build=$(realpath "${1:?name the build folder}")
cd "$(dirname "$0")/.."
made=${2:?name the folder}
swift=$(dirname "$(readlink -f "$(command -v swift)")")

rm -rf "$made/symbols" "$made/Segue.doccarchive"
Tools/symbols.sh "$build" "$made/symbols"
"$swift/docc" convert Sources/Segue/Segue.docc --warnings-as-errors --additional-symbol-graph-dir "$made/symbols" \
  --fallback-display-name Segue --fallback-bundle-identifier segue --output-path "$made/Segue.doccarchive"
echo "$made/Segue.doccarchive is ready: docc preview, or any web server, shows it."
