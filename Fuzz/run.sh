#!/usr/bin/env bash
# Builds a fuzz target with AddressSanitizer and UndefinedBehaviorSanitizer and runs it.
#   Fuzz/run.sh png|jpeg|webp|timeline|curve [SECONDS]
# The corpus grows in .build/fuzz/corpus-TARGET; what it finds lies in .build/fuzz/finds-TARGET.
set -euo pipefail
cd "$(dirname "$0")/.."

target=${1:?which target: png, jpeg, webp, timeline or curve}
seconds=${2:-1800}
work=${FUZZ_DIRECTORY:-.build/fuzz}
corpus=$work/corpus-$target
finds=$work/finds-$target/
mkdir -p "$corpus" "$finds"

build_decoder() {
  local shims=(png_decode jpeg_decode jpeg_segments webp_decode color_profile support)
  clang -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
    -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION -DFORMAT="$target" \
    -ISources/CImageCodecs/include -ISources/CImageCodecs \
    Fuzz/decode.c $(printf "Sources/CImageCodecs/%s.c " "${shims[@]}") \
    -lpng -ljpeg -lwebp -lwebpdemux -llcms2 -o "$work/$target"
}

# Motion is built as a module of its own, with every check of a debug build, then the target on top of it.
build_parser() {
  local flags=(-Onone -swift-version 6 -parse-as-library)
  local sources=("Fuzz/$target.swift")
  [ "$target" = timeline ] && sources+=(Sources/Segue/Job/TimelineFile.swift)
  mkdir -p "$work/module-$target"
  swiftc "${flags[@]}" -sanitize=fuzzer,address \
    -wmo -module-name Motion -emit-module -emit-module-path "$work/module-$target/Motion.swiftmodule" \
    -c -o "$work/module-$target/Motion.o" $(find Sources/Motion -name '*.swift')
  swiftc "${flags[@]}" -sanitize=fuzzer,address -wmo -module-name Fuzz -I "$work/module-$target" \
    "${sources[@]}" "$work/module-$target/Motion.o" -o "$work/$target"
}

seed() {
  case $target in
    png)
      local type
      for type in Palette Grayscale GrayscaleAlpha TrueColor TrueColorAlpha; do
        convert -size 9x7 plasma:red-blue -type "$type" "$corpus/$type.png"
        convert -size 9x7 plasma:red-blue -interlace PNG -depth 16 -type "$type" "$corpus/$type-16.png"
      done ;;
    jpeg)
      local space
      for space in Gray sRGB CMYK; do
        convert -size 19x17 plasma:red-blue -colorspace "$space" "$corpus/$space.jpg"
        convert -size 19x17 plasma:red-blue -colorspace "$space" -interlace JPEG "$corpus/$space-progressive.jpg"
      done ;;
    webp)
      convert -size 19x17 plasma:red-blue "$corpus/lossy.webp"
      convert -size 19x17 plasma:red-blue -alpha set -channel A -evaluate set 50% "$corpus/alpha.webp"
      convert -size 19x17 plasma:red-blue -define webp:lossless=true "$corpus/lossless.webp"
      convert -size 19x17 plasma:red-blue plasma:red-green "$corpus/animated.webp" ;;
    timeline) cp Fuzz/seeds/*.json "$corpus" ;;
    curve)
      printf 'ease-in-out' > "$corpus/name"
      printf 'cubic-bezier(0.2,0,0.4,1)' > "$corpus/bezier"
      printf 'spring(0.8, 0.5)' > "$corpus/fitted"
      printf 'spring(1, 200, 20, 0)' > "$corpus/physical"
      printf 'steps(5)' > "$corpus/steps" ;;
  esac
}

case $target in
  png | jpeg | webp) build_decoder ;;
  timeline | curve) build_parser ;;
  *) echo "there is no target $target" >&2; exit 64 ;;
esac
seed
exec nice -n 19 "$work/$target" "$corpus" -artifact_prefix="$finds" -max_total_time="$seconds" \
  -max_len=8192 -timeout=60 -rss_limit_mb=1024 -print_final_stats=1
