#!/usr/bin/env bash
# Compares the kernels as built, which take the widest vectors that this processor has, with those for narrower ones:
# every kernel in 8 and 16 bits, over noise and the samples of every node.
#   Tools/kernels.sh BUILD [FLAG…]     BUILD is the folder of a build; with flags, such as -fsanitize=undefined, all of the
#                                      kernels for narrower vectors are compiled with them, and 512 is one of those
set -euo pipefail
build=$(realpath "${1:?which build folder}")
cd "$(dirname "$0")/.."
here=$PWD
clang=$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")/clang
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
flags=("${@:2}")
"$build/recipe-hashes" kernels > "$made/inputs"

# compile WIDEST SOURCE…: objects in a folder of this name.
compile() {
  mkdir -p "$made/$1"
  (cd "$made/$1" && "$clang" -std=c11 -O2 -w "${flags[@]}" "-DSEGUE_WIDEST=$1" "-I$here/Sources/CSegueKernels" \
    "-I$here/Sources/CSegueKernels/include" -c "${@:2}")
}
# hashes WIDEST OBJECT…: runs the kernels in these objects.
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
  # Few know vectors of 512 bits: where those are not used, the others are as built.
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
    echo "error: kernels of $widest bits give other bytes than the widest:" >&2
    head -20 "$made/differences" >&2
    exit 1
  }
  echo "kernels of $widest bits: $(wc -l < "$made/hashes.$widest") lines equal"
done
