#!/usr/bin/env bash
# Writes the scripts `ffmpeg` and `ffprobe`, which start the system's programs faster, into a folder. LD_PRELOAD puts the
# libraries with the most looked-up symbols first. Debian's programs have 215 libraries, and the look-up of 43,000 symbols in
# them takes most of a start. The started programs are unchanged.
#   Tools/sooner.sh FOLDER
set -euo pipefail

folder=$1
mkdir -p "$folder"
for name in ffmpeg ffprobe; do
  program=$(command -v "$name")
  # The loader prints: "binding file A [0] to B [0]: normal symbol ...".
  libraries=$(LD_DEBUG=bindings "$program" -version 2>&1 > /dev/null |
    sed -n 's/.* to \([^ ]*\.so[^ ]*\) \[.*/\1/p' | sort | uniq -c | sort -rn | awk 'NR <= 60 { print $2 }' | paste -sd: || true)
  printf '#!/bin/sh\nLD_PRELOAD="%s" exec %s "$@"\n' "$libraries" "$program" > "$folder/$name"
  chmod +x "$folder/$name"
done
