#!/usr/bin/env bash
# Draws the pictures of docs/app-screens.md: runs the page's commands and puts frames of their outputs side by side.
#   Tools/app-screens.sh SEGUE
set -euo pipefail
tool=$(realpath "$1")
cd "$(dirname "$0")/.."
docs=$PWD/docs
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
cp Examples/screens/* "$made"
cd "$made"
segue() { "$tool" "$@" -q; }

# The file name of a JSON block is the last file name in the text before the block.
awk '/^```json$/ { into = name; next } /^```sh$/ { into = "commands"; next } /^```$/ { into = "" }
  into != "" { print > into; next }
  match($0, /`[a-z]+\.json`/) { name = substr($0, RSTART + 1, RLENGTH - 2) }' "$docs/app-screens.md"
source ./commands

indexed='split[a][b];[a]palettegen[colors];[b][colors]paletteuse=dither=none'

# strip OUTPUT INDEX…: draws the frames with these indices side by side.
strip() {
  local output=$1 chosen
  shift
  chosen=$(printf '+eq(n,%s)' "$@")
  ffmpeg -v error -y -i "$output" -frames:v 1 -fps_mode passthrough \
    -vf "select='${chosen#+}',scale=150:-2:flags=lanczos,tile=$#x1:padding=14:color=white,$indexed" \
    "$docs/screens/${output%.*}.png"
}
strip push.gif 0 40 60 87 110
strip sheet.gif 24 27 29 31 40
strip card.gif 50 52 53 55 80
strip swipe.gif 17 25 33 45 47
strip theme.gif 50 60 66 74 90
strip store.mp4 0 31 33 36 60

# row TRANSITION PICTURES [PARAMETERS]: adds a row to the sheet of the transitions of platforms.
rows=()
row() {
  echo "{\"recipe\": {\"transition\": \"$1\", \"of\": [$2], \"params\": {${3-}}, \"progress\": \"p\"}}" > "$1.json"
  rows+=(-t "$1.json")
}
size=72x156
segue sheet.svg sheet.svg -o sheet.png --at 0 -s $size
card='"left": 0.05, "top": 0.25, "width": 0.9, "height": 0.25'
row ios-push '"from", "to"'
row ios-pop '"to", "from"'
row ios-sheet '"from", "sheet.png"' '"inset": 54'
row ios-sheet-dismiss '"sheet.png", "from"' '"inset": 54'
row ios-cover '"from", "to"'
row ios-zoom '"from", "to"' "$card"
row ios-flip '"from", "to"'
row material-container '"from", "to"' "$card"
row material-shared-axis '"from", "to"'
row material-fade-through '"from", "to"'
row material-fade '"from", "to"'
row macos-genie '"from", "to"'
segue sheet list.svg detail.svg -o rows.png -s $size --columns 7 --background white "${rows[@]}"
ffmpeg -v error -y -i rows.png -vf "$indexed" "$docs/platforms.png"
