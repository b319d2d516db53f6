#!/usr/bin/env bash
# Compares the built kernels, which use the processor's widest vectors, with kernels for narrower vectors.
# Every kernel runs in 8 and 16 bits, on noise and on the samples of every node.
#   Tools/kernels.sh BUILD [FLAG…]     BUILD is a build folder. Flags, such as -fsanitize=undefined, apply to the compared
#                                      kernels, which then include 512 bits.
set -euo pipefail
build=$(realpath "${1:?name the build folder}")
cd "$(dirname "$0")/.."
here=$PWD
clang=$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")/clang
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
flags=("${@:2}")
"$build/recipe-hashes" kernels > "$made/inputs"

# compile WIDEST SOURCE…: compiles into the folder WIDEST.
compile() {
  mkdir -p "$made/$1"
  (cd "$made/$1" && "$clang" -std=c11 -O2 -w "${flags[@]}" "-DSEGUE_WIDEST=$1" "-I$here/Sources/CSegueKernels" \
    "-I$here/Sources/CSegueKernels/include" -c "${@:2}")
}
# hashes WIDEST OBJECT…: runs the kernels of these objects and writes hashes.WIDEST.
hashes() {
  "$clang" "${flags[@]}" -fuse-ld=lld "$made"/programs/kernels{,_16}.o "${@:2}" -lm -o "$made/program"
  "$made/program" < "$made/inputs" > "$made/hashes.$1"
}

every=("$here"/Sources/CSegueKernels/{.,sixteen}/*.c)
compile 512 "$here"/Tests/Portable/kernels{,_16}.c
mv "$made/512" "$made/programs"
mapfile -t built < <(find "$build/CSegueKernels.build" -name '*.o')
hashes built "${built[@]}"
if [ ${#flags[@]} -gt 0 ]; then
  compared=(512 256 128)
  for widest in 512 256; do
    compile $widest "${every[@]}"
    hashes $widest "$made/$widest"/*.o
  done
else
  # Few kernels use 512-bit vectors. The objects of all others are the built ones.
  compared=(256 128)
  mapfile -t wide < <(grep -l segue_has_vbmi "$here"/Sources/CSegueKernels/*.c)
  compile 256 "${wide[@]}"
  for source in "${wide[@]}"; do built=("${built[@]/*\/$(basename "$source").o/}"); done
  hashes 256 "$made"/256/*.o ${built[@]}
fi
compile 128 "${every[@]}"
hashes 128 "$made"/128/*.o

for widest in "${compared[@]}"; do
  diff "$made/hashes.built" "$made/hashes.$widest" > "$made/differences" || {
    echo "error: kernels of $widest bits and the built kernels produce different bytes:" >&2
    head -20 "$made/differences" >&2
    exit 1
  }
  echo "kernels of $widest bits: $(wc -l < "$made/hashes.$widest") lines equal"
done
