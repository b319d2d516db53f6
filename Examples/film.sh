#!/usr/bin/env bash
# Makes a film of pictures, a generated clip and generated music.
#   Examples/film.sh SEGUE FILM
set -euo pipefail
cd "$(dirname "$0")"
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
ffmpeg -v error -f lavfi -i "gradients=s=1280x720:r=30:d=4:c0=0x203060:c1=0xf09040:speed=0.03" \
  -f lavfi -i "sine=f=330:d=4" -af "volume=0.3,afade=in:d=0.5,afade=out:st=3.5:d=0.5" -pix_fmt yuv420p \
  -colorspace bt709 -color_range tv -c:v libx264 -preset veryfast -c:a aac "$made/clip.mp4"
ffmpeg -v error -f lavfi \
  -i "aevalsrc='0.1*(sin(2*PI*220*t)+sin(2*PI*277.2*t)+sin(2*PI*329.6*t))*(1-mod(t,2)/2)':s=48000:d=4" \
  "$made/music.wav"
"$1" join dusk.png +iris "$made/clip.mp4" +slide:1.2 night.png \
  --each 4 --motion auto --music "$made/music.wav" -s 1280x720 -o "$2" --overwrite
