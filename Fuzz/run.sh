#!/usr/bin/env bash
# Builds a fuzz target with AddressSanitizer and UndefinedBehaviorSanitizer and runs it.
#   Fuzz/run.sh TARGET [SECONDS]     TARGET is one that `Fuzz/run.sh targets` prints, or `all`
# The corpus is in .build/fuzz/corpus-TARGET, findings are in .build/fuzz/finds-TARGET.
set -euo pipefail
cd "$(dirname "$0")/.."

targets="png jpeg webp timeline curve shader formula cube look recipe"
target=${1:?which target: $targets}
if [ "$target" = targets ]; then
  echo "$targets"
  exit
fi
seconds=${2:-1800}
if [ "$target" = all ]; then
  failed=()
  for one in $targets; do echo "$one:"; Fuzz/run.sh "$one" "$seconds" || failed+=("$one"); done
  [ ${#failed[@]} = 0 ] || { echo "failed: ${failed[*]}"; exit 1; }
  exit
fi
work=${FUZZ_DIRECTORY:-.build/fuzz}
corpus=$work/corpus-$target
finds=$work/finds-$target/
mkdir -p "$corpus" "$finds"

build_decoder() {
  local shims=(png_decode jpeg_decode jpeg_segments webp_decode color_profile support)
  clang -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
    -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION -DFORMAT="$target" \
    -ISources/CSegueCodecs/include -ISources/CSegueCodecs -ISources/CSegueLoading/include \
    Fuzz/decode.c Sources/CSegueLoading/*.c $(printf "Sources/CSegueCodecs/%s.c " "${shims[@]}") \
    -lpng -ljpeg -lwebp -lwebpdemux -o "$work/$target"
}

# The modules that a target needs are built in order of their dependencies, with overflow and bounds checks.
build_modules() {
  local flags=(-O -swift-version 6 -package-name segue -parse-as-library -wmo -sanitize=fuzzer,address)
  local sources=("Fuzz/$target.swift") modules=(SegueMath SegueFields SegueMotion) objects=() folder=$work/module-$target
  local checks=()
  local recipes=(SegueMath SegueFields SegueImaging SegueMotion SegueShaders SegueRendering SegueTransitions)
  case $target in
    shader) modules=("${recipes[@]}" SegueGLTransitions) ;;
    formula | cube | look) modules=("${recipes[@]}") ;;
    timeline)
      modules=("${recipes[@]}" SegueSystem)
      sources+=(Sources/SegueRun/Job/{TimelineFile,JSONObject,JSONValue}.swift) ;;
    recipe)
      modules=("${recipes[@]}" SegueCPU TestSupport)
      flags+=(-enable-testing)
      sources+=(Tests/RendererTests/Support/{RandomDrawing,RandomRecipes,PlanOracle,Scene}.swift)
      checks=(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined) ;;
  esac
  mkdir -p "$folder"
  # Dependencies of recipes: the C modules, empty shader texts, since targets read none, and the built-in looks.
  if [ ${#modules[@]} -gt 1 ]; then
    local module
    for module in CSegueKernels CSegueCores CSegueHash CSegueSpawn; do
      echo "module $module { header \"$PWD/Sources/$module/include/$module.h\" }"
    done > "$folder/module.modulemap"
    { echo 'enum PackageResources {'
      for file in Shaders/*/*.glsl Sources/SegueRendering/Nodes/Shaders/*.glsl; do echo "  static let $(basename "$file" .glsl)_glsl: [UInt8] = []"; done
      echo '}'; } > "$folder/PackageResources.swift"
    { echo 'enum PackageResources {'
      for file in Sources/SegueTransitions/Built-in/Looks/*.json; do
        echo "  static let $(basename "$file" .json | tr - _)_json: [UInt8] = [$(od -An -v -tu1 "$file" | tr -s ' \n' ',' | sed 's/^,//; s/,$//')]"
      done
      echo '}'; } > "$folder/LookResources.swift"
    local kernel
    for kernel in Sources/CSegue{Kernels,Kernels/sixteen,Cores,Hash,Spawn}/*.c; do
      clang -O1 -g "${checks[@]}" -ISources/CSegue{Kernels,Cores,Hash,Spawn}/include -c "$kernel" -o "$folder/$(basename "$kernel" .c).o"
      objects+=("$folder/$(basename "$kernel" .c).o")
    done
  fi
  for module in "${modules[@]}"; do
    local files=()
    if [ "$module" = SegueShaders ]; then
      files=(Shaders/*.swift "$folder/PackageResources.swift")
    elif [ "$module" = TestSupport ]; then
      files=(Tests/TestSupport/Pictures.swift)
    else
      [ "$module" = SegueRendering ] && files=("$folder/PackageResources.swift")
      [ "$module" = SegueTransitions ] && files=("$folder/LookResources.swift")
      mapfile -t -O "${#files[@]}" files < <(find "Sources/$module" -name '*.swift')
    fi
    swiftc "${flags[@]}" -I "$folder" -module-name "$module" -emit-module \
      -emit-module-path "$folder/$module.swiftmodule" -c -o "$folder/module-$module.o" "${files[@]}"
    objects+=("$folder/module-$module.o")
  done
  swiftc "${flags[@]}" -module-name Fuzz -I "$folder" "${sources[@]}" "${objects[@]}" -o "$work/$target"
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
    shader) cp Tests/GLTransitionsTests/Transitions/*.glsl "$corpus" ;;
    formula)
      printf '0.1*(1-p)' > "$corpus/plain"
      printf 'keys(0:0, 0.5:8px, 1:sin(pi*p)^2, ease-in-out)' > "$corpus/keys"
      printf 'clamp(mod(w/h, -1), 0, mix(1, 2, smoothstep(0, 1, p)))' > "$corpus/calls"
      printf 'blur(0.03*p) lut("a.cube", p) curve(0:0 1:1, channel=red)' > "$corpus/chain" ;;
    cube)
      printf 'TITLE "x"\nLUT_1D_SIZE 2\nDOMAIN_MIN 0 0 0\n0 0 0\n1 1 1\n' > "$corpus/curves"
      printf 'LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE 0 1\nLUT_3D_SIZE 2\n0 0 0\n1 1 1\n' > "$corpus/shaper"
      { echo 'LUT_3D_SIZE 2'; for i in 0 1 2 3 4 5 6 7; do echo "0.$i 1e-$i -.5"; done; } > "$corpus/cube" ;;
    look) cp Examples/Looks/*.json "$corpus" ;;
    recipe) for i in 1 2 3 4 5 6 7 8; do head -c $((i * 40)) /dev/urandom > "$corpus/lots-$i"; done ;;
    curve)
      printf 'ease-in-out' > "$corpus/name"
      printf 'cubic-bezier(0.2,0,0.4,1)' > "$corpus/bezier"
      printf 'linear(0, 0.25 25%% 75%%, 1)' > "$corpus/linear"
      printf 'spring(0.8, 0.5)' > "$corpus/fitted"
      printf 'spring(1, 200, 20, 0)' > "$corpus/physical"
      printf 'spring(duration: 0.5, bounce: 0.2)' > "$corpus/perceptual"
      printf 'steps(5)' > "$corpus/steps" ;;
  esac
}

case $target in
  png | jpeg | webp) build_decoder ;;
  timeline | curve | shader | formula | cube | look | recipe) build_modules ;;
  *) echo "unknown target $target; use one of: $targets" >&2; exit 64 ;;
esac
seed
# LeakSanitizer is off for targets with the built-in looks, whose tagged pointers it cannot follow. For recipes its check
# after each input would also take most of the time.
leaks=1
case $target in
  shader | formula | cube | look | recipe) leaks=0; export ASAN_OPTIONS=detect_leaks=0 ;;
esac
exec nice -n 19 "$work/$target" "$corpus" -artifact_prefix="$finds" -max_total_time="$seconds" \
  -max_len=8192 -timeout=60 -rss_limit_mb=2048 -detect_leaks="$leaks" -print_final_stats=1
