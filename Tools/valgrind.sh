#!/bin/sh
# Runs the tool under valgrind, with one command per input and output kind. Fails if a command reads or
# writes memory that is not allocated. PROGRAM is an optimised build: a debug build keeps every value until
# the end of its scope, which hides dangling pointers.
#
#   Tools/valgrind.sh PROGRAM           all commands, a few minutes
#   Tools/valgrind.sh --quick PROGRAM   a dozen commands, for every change
#
# Prints a line for each command. Exits with 1 after an error, and with 77 if valgrind or another program is missing.
set -eu
quick=false
if [ "${1:-}" = --quick ]; then quick=true; shift; fi
[ $# = 1 ] || { echo "usage: Tools/valgrind.sh [--quick] PROGRAM" >&2; exit 64; }
program=$(realpath "$1")
for needed in valgrind ffmpeg curl strip; do
  command -v $needed > /dev/null || { echo "SKIPPED: $needed is missing"; exit 77; }
done

work=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server" 2> /dev/null || :; fi; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work"
# Valgrind cannot read the debug information of newer compilers.
strip -o segue "$program"

# --- inputs ---
made() { ffmpeg -v error -y "$@"; }
made -f lavfi -i testsrc2=s=96x64:r=25:d=1 -frames:v 1 a.png
made -f lavfi -i smptebars=s=96x64:r=25:d=1 -frames:v 1 b.png
made -f lavfi -i testsrc2=s=97x61:r=25:d=1 -vf "format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='X*2'" -frames:v 1 alpha.png
made -i a.png -pix_fmt rgb48be deep.png
made -i a.png a.jpg; made -i b.png b.webp; made -i alpha.png alpha.webp; made -i a.png a.tiff; made -i a.png a.bmp
made -f lavfi -i testsrc2=s=160x90:r=25:d=1 -f lavfi -i sine=f=440:d=1 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 12 -c:a aac a.mp4
made -f lavfi -i smptebars=s=160x90:r=25:d=1 -f lavfi -i sine=f=220:d=1 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 12 -c:a aac b.mp4
made -f lavfi -i testsrc2=s=64x48:r=10:d=1 moving.gif
made -f lavfi -i testsrc2=s=64x48:r=10:d=1 -c:v libwebp_anim moving.webp
made -f lavfi -i sine=f=330:d=3 music.wav
printf '1\n00:00:00,200 --> 00:00:01,000\nHello\n' > words.srt
printf '{"segue": 1, "film": {"size": "160x90", "fps": 25}, "clips": [{"src": "a.png", "duration": 1}, {"src": "b.png", "duration": 1}]}' > film.json
printf '{"from": "a.png", "to": "b.png", "output": "batch.png", "at": 0.5}\n' > jobs.jsonl

# --- commands ---
# glibc's loader compares a library's search path a word at a time.
cat > suppressions << 'END'
{
  loader
  Memcheck:Addr8
  fun:strncmp
  fun:is_dst
}
END
valgrind="valgrind -q --undef-value-errors=no --error-exitcode=9 --log-file=valgrind.log --suppressions=suppressions"
failed=0
count=0
checked() {
  count=$((count + 1))
  if $valgrind ./segue "$@" > out.log 2> err.log; then
    echo "clean: segue $*"
  else
    failed=$((failed + 1))
    echo "NOT CLEAN: segue $*"
    head -40 valgrind.log err.log
  fi
}
pair="a.png b.png -s 96x64 --backend cpu -y"
film="--backend cpu -s 160x90 -y"

# Quick commands: input pictures of several formats, each kind of output, a film, a copied film.
checked $pair --at 0.5 -o still.png
checked alpha.png a.jpg --fit contain -s 96x64 --backend cpu -y --at 0.5 -o still.jpg
checked b.webp deep.png -s 120x80 --backend cpu --depth 16 -y --at 0.5 -o deep16.png
checked $pair -d 0.2 -r 20 -o frames/
checked $pair -d 0.2 -r 20 -o moving-out.webp
checked $pair -d 0.2 -r 20 -o moving-out.gif
checked $pair -d 0.2 -r 20 -o moving-out.apng
checked $pair -d 0.2 -r 20 -o pair.mp4
checked join a.mp4 +dissolve:0.4 b.mp4 $film --title Hello --overlay alpha.png --subtitles words.srt --music music.wav -o film.mp4
checked join a.mp4 +cut b.mp4 --copy -y -o copied.mp4
checked join a.mp4 b.mp4 $film --at 0.9 -o shot.png
if ! $quick; then
  checked a.tiff a.bmp -s 96x64 --backend cpu -y --at 0.5 -o still.webp
  checked alpha.webp b.png --fit blur -s 128x128 --backend cpu -y --at 0.3 -o still.avif
  checked moving.gif moving.webp -s 64x48 --backend cpu -y --at 0.5 -o animated.png
  checked $pair -d 0.2 -r 20 -o - --format raw
  checked $pair -d 0.2 -r 20 -o pair.y4m
  checked $pair -d 0.2 -r 20 -o pair.webm
  checked $pair -d 0.2 -r 20 --codec prores -o pair.mov
  checked $pair -d 0.2 -r 20 --color hlg -o pair.mkv
  checked $pair -d 0.2 -r 20 --color pq --depth 16 -o pq/
  checked $pair -d 0.2 -r 20 --loop 0 --max-size 20kB -o small.gif
  checked $pair -d 0.2 -r 20 -t pixellate-dissolve --from-filter 'blur(0.05)' --filter 'kuwahara' -o filtered/
  checked join moving.gif +slide:0.3 moving.webp +iris:0.3 alpha.png -s 64x48 --backend cpu -y --each 1 -o animations.mp4
  checked join a.mp4@0-0.5,speed=0.5 b.mp4 $film --loudness -16 --fade-in 0.2 -o slow.mp4
  checked join a.mp4 b.mp4 $film --depth 10 --color hlg -o film-hlg.mp4
  checked join a.png b.png --motion auto --each 1 $film -o motion.mp4
  checked join a.mp4 b.mp4 $film --frames 3-8 -o part/
  checked join film.json --backend cpu -y -o film.gif
  checked join a.mp4 b.mp4 -y -o film.otio
  checked batch jobs.jsonl
  checked sheet a.png b.png -y -o sheet.png
  checked sheet --filters a.png -y -o filters.png
  checked curve ease-in-out -y -o curve.svg
  checked check wipe a.png b.png
  checked bench --backend cpu --size 96x64 --frames 4 --runs 1
fi

# The live pages: requests two thumbnails, then ends the server.
page() {
  count=$((count + 1))
  rm -f address valgrind.log
  $valgrind ./segue preview "$@" --no-open > address 2> err.log &
  server=$!
  tries=0
  until grep -q http address || [ $tries = 300 ]; do sleep 0.2; tries=$((tries + 1)); done
  url=$(grep -o 'http://[^ ]*' address | head -1)
  bad=
  for index in 0 1; do
    curl -fsS -H "Authorization: Bearer ${url#*#}" -o "thumbnail-$index" "${url%%#*}thumbnails/$index" 2>> err.log ||
      bad="no thumbnail $index"
  done
  kill -INT "$server"
  wait "$server" || { [ $? = 9 ] && bad="valgrind found errors"; }
  server=
  if [ -z "$bad" ] && [ ! -s valgrind.log ]; then
    echo "clean: segue preview $*"
  else
    failed=$((failed + 1))
    echo "NOT CLEAN: segue preview $* $bad"
    head -40 valgrind.log err.log
  fi
}
page a.mp4 +dissolve:0.4 b.mp4
if ! $quick; then page a.png b.png --backend cpu; fi

echo "$count commands, $failed not clean"
[ $failed = 0 ]
