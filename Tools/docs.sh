#!/usr/bin/env bash
# Makes the documentation of everything that `import Segue` gives, one archive for all modules: FOLDER/Segue.doccarchive.
#   Tools/docs.sh FOLDER [FLAG…]     built with these flags
set -euo pipefail
cd "$(dirname "$0")/.."
made=${1:?which folder}
swift=$(dirname "$(readlink -f "$(command -v swift)")")

swift build --target Segue "${@:2}"
rm -rf "$made/symbols" "$made/Segue.doccarchive"
Tools/symbols.sh .build/debug "$made/symbols"
"$swift/docc" convert Sources/Segue/Segue.docc --warnings-as-errors --additional-symbol-graph-dir "$made/symbols" \
  --fallback-display-name Segue --fallback-bundle-identifier segue --output-path "$made/Segue.doccarchive"
echo "$made/Segue.doccarchive is ready: docc preview, or any web server, shows it."
