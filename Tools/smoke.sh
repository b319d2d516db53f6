#!/bin/sh
# Tests an installed segue on any machine: needs a POSIX shell and coreutils, and uses ffmpeg if it is installed. Prints one
# line per check, then the SHA-256 of three outputs that are the same on every machine. Exits 1 if a check fails.
#   Tools/smoke.sh [PROGRAM]     by default the segue in PATH
set -u
segue=${1:-segue}
case $segue in */*) segue=$(realpath "$segue") || exit 66 ;; esac
work=$(mktemp -d) || exit 73
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 73
failures=0

# Two pictures of 96x64 pixels: a gradient and a chessboard.
base64 -d > from.png << 'PNG'
iVBORw0KGgoAAAANSUhEUgAAAGAAAABACAIAAABqVuVZAAAAb0lEQVR42u3QMQ0AIAwAsAEWEDH/KlC1oADePU2qoCP3mVG8reBDkCBB
ggQJEiRIEIIECRIkSJAgQQgSJEiQIEGCBCFIkCBBggQJEiQIQYIECRIkSJAgBAkSJEiQIEGCECRIkCBBggQJEoQgQYI6XG3Fp2Rc03CD
AAAAAElFTkSuQmCC
PNG
base64 -d > to.png << 'PNG'
iVBORw0KGgoAAAANSUhEUgAAAGAAAABACAIAAABqVuVZAAAAlklEQVR42u3asQ2AMAwAQccDZQImYewMwRwwAcIdhpO+jFyc4ibKOLY9
YjxvVg5freL5t83PyNBNgAABAgQIECBAgAQIECBAgNoBzYxSq1j3+W6QFQMECBAgQIAACRAgQIAAAfoa0N/ed6rz3SArBggQIECAAAES
IECAAAEC5H+Q/0GyYoAAAQIECBAgAQIECBAgQI07AbBVw8kt9xT8AAAAAElFTkSuQmCC
PNG

# A picture of linear light, which lcms2 converts.
base64 -d > linear.png << 'PNG'
iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAABGdBTUEAAYagMeiWXwAAABdJREFUeNpj5ODg4CcFMI5qGNUwfDUAAOjuK8FI
FGPyAAAAAElFTkSuQmCC
PNG

# check NAME COMMAND…: runs COMMAND and prints whether it succeeded, with its messages if it failed.
check() {
  name=$1
  shift
  if "$@" > messages 2>&1; then
    echo "ok      $name"
  else
    echo "FAILED  $name"
    sed 's/^/        /' messages
    failures=$((failures + 1))
  fi
}

# render OUT OPTION…: renders six frames, half a second at ten frames per second.
render() {
  out=$1
  shift
  "$segue" from.png to.png -o "$out" -t slide -d 0.5 -r 10 "$@"
}
# begins FILE HEX: checks the first bytes of a file.
begins() {
  bytes=$(head -c $((${#2} / 2)) "$1" | od -An -v -tx1 | tr -d ' \n')
  [ "$bytes" = "$2" ] || { echo "$1 begins with $bytes, not with $2"; return 1; }
}
size() {
  bytes=$(wc -c < "$1")
  [ "$bytes" -eq "$2" ] || { echo "$1 has $bytes bytes, not $2"; return 1; }
}
png=89504e470d0a1a0a

version() { "$segue" --version | grep -E '^segue [0-9]+\.[0-9]+\.[0-9]+'; }
still() { "$segue" from.png to.png -o still.png -t slide --at 0.5 && begins still.png $png; }
sequence() {
  render frames/ || return
  for frame in frames/*; do begins "$frame" $png || return; done
  [ "$(ls frames | wc -l)" -eq 6 ] || { echo "there are other frames than six:"; ls frames; return 1; }
}
linear() { "$segue" linear.png linear.png -o gray.png --at 0 && begins gray.png $png; }
webp() { render out.webp && begins out.webp 52494646; }
# Six frames of 96x64 RGBA pixels.
raw() { render out.raw --format raw --backend cpu && size out.raw 147456; }
y4m() { render out.y4m && begins out.y4m 59555634; }
same() { render auto.raw --format raw && [ "$(sha256sum < out.raw)" = "$(sha256sum < auto.raw)" ]; }
# The list must have the CPU, and exactly one device marked as the choice.
devices() { "$segue" devices > list && cat list && grep -q ' cpu ' list && [ "$(grep -c '^\*' list)" -eq 1 ]; }

# Whether the ffmpeg in PATH has the encoder of an MP4.
has_ffmpeg() { ffmpeg -v quiet -encoders | grep -q ' libx264 '; }
gif() { render out.gif && begins out.gif 474946383961; }
mp4() { render out.mp4 && tail -c +5 out.mp4 > out.brand && begins out.brand 66747970; }
# refused FILE: exit code 69, a message with the remedy and no output.
refused() {
  render "$1" > refusal 2>&1
  code=$?
  cat refusal
  [ $code -eq 69 ] || { echo "the exit code is $code, not 69"; return 1; }
  grep -qE 'install ffmpeg|no such encoder' refusal || { echo "it has no remedy"; return 1; }
  [ ! -e "$1" ] || { echo "$1 exists"; return 1; }
}

check "version: $("$segue" --version 2> /dev/null)" version
check "devices" devices
check "a PNG still" still
check "a PNG sequence" sequence
check "a PNG of linear light, by lcms2" linear
check "an animated WebP" webp
check "raw frames of the CPU" raw
check "raw frames of the default renderer are the same" same
check "Y4M" y4m
# The Python package may find an ffmpeg that is not in PATH.
if has_ffmpeg 2> /dev/null || render trial.mp4 > /dev/null 2>&1; then
  check "a GIF" gif
  check "an MP4" mp4
else
  check "MP4 without a suitable ffmpeg: exit code 69 and the remedy" refused out.mp4
fi

for file in still.png out.webp out.y4m; do [ ! -e $file ] || sha256sum $file; done
[ $failures -eq 0 ] || { echo "$failures failed"; exit 1; }
