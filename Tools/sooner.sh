#!/usr/bin/env bash
# Writes `ffmpeg` and `ffprobe` into a folder, which start those of the system sooner: the libraries in which the loader finds
# most symbols come first. Debian's programs have 215 libraries; looking through them for 43,000 symbols is most of a start,
# and the tests start them some 4,500 times. What is started is the same.
#   Tools/sooner.sh FOLDER
set -euo pipefail

folder=$1
mkdir -p "$folder"
for name in ffmpeg ffprobe; do
  program=$(command -v "$name")
  # The loader's own words: "binding file A [0] to B [0]: normal symbol ...".
  libraries=$(LD_DEBUG=bindings "$program" -version 2>&1 > /dev/null |
    sed -n 's/.* to \([^ ]*\.so[^ ]*\) \[.*/\1/p' | sort | uniq -c | sort -rn | awk 'NR <= 60 { print $2 }' | paste -sd: || true)
  printf '#!/bin/sh\nLD_PRELOAD="%s" exec %s "$@"\n' "$libraries" "$program" > "$folder/$name"
  chmod +x "$folder/$name"
done
