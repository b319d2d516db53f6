#!/usr/bin/env bash
# Compiles the platform-independent modules for other systems and runs them if this machine has a runner. Each line has a
# target and the steps done for it. A part with a missing tool prints SKIPPED.
#   Tools/portable.sh FOLDER     FOLDER receives the built files
set -uo pipefail
made=${1:?name the folder}
mkdir -p "$made"
made=$(realpath "$made")
cd "$(dirname "$0")/.."
tools=$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")
failed=0

said() { printf '%-34s %s\n' "$1" "$2"; }
skipped() { said "$1" "SKIPPED: $2"; }
wrong() {
  said "$1" "FAILED: $2"
  failed=1
}
# equal TARGET STEPS A B: prints STEPS if the files A and B are equal, and FAILED otherwise.
equal() {
  if [ -s "$3" ] && cmp -s "$3" "$4"; then said "$1" "$2, $(wc -l < "$3") lines equal"; else wrong "$1" "$2: different output"; fi
}

# The part of SegueFields that SegueMotion needs.
fields=(Sources/SegueFields/{SegueError,DescribedError}.swift)

# motion TARGET FOLDER FLAG…: compiles SegueMath, SegueMotion and a program that uses them into FOLDER.
motion() {
  local target=$1 folder=$2
  shift 2
  mkdir -p "$folder"
  local compile=("$tools/swiftc" -target "$target" -wmo -parse-as-library -swift-version 6 -package-name segue "$@" -I "$folder")
  "${compile[@]}" -module-name SegueMath -emit-module -emit-module-path "$folder/SegueMath.swiftmodule" \
    -c -o "$folder/math.o" Sources/SegueMath/*.swift &&
    "${compile[@]}" -module-name SegueFields -emit-module -emit-module-path "$folder/SegueFields.swiftmodule" \
      -c -o "$folder/fields.o" "${fields[@]}" &&
    "${compile[@]}" -module-name SegueMotion -emit-module -emit-module-path "$folder/SegueMotion.swiftmodule" \
      -c -o "$folder/motion.o" $(find Sources/SegueMotion -name '*.swift') &&
    "${compile[@]}" -module-name motion -c -o "$folder/main.o" Tests/Portable/motion.swift
}
embedded=(-enable-experimental-feature Embedded -enable-experimental-feature Extern -Osize)
here="$(uname -m)-unknown-linux-gnu"

echo "SegueMotion: progress and velocity of seven curves"
if motion "$here" "$made/here" -O && "$tools/swiftc" "$made"/here/*.o -o "$made/here/motion" && "$made/here/motion" > "$made/motion.txt"; then
  said "$here" "compiled, linked, run"
else
  wrong "$here" "cannot be built"
fi
if [ ! -d "$tools/../lib/swift/embedded/arm64-apple-ios" ]; then
  skipped "arm64-apple-ios18.0" "this toolchain has no Embedded Swift for it"
elif motion arm64-apple-ios18.0 "$made/ios" "${embedded[@]}"; then
  said "arm64-apple-ios18.0" "compiled, as Embedded Swift"
else
  wrong "arm64-apple-ios18.0" "does not compile"
fi
wasm=wasm32-unknown-none-wasm
if [ ! -d "$tools/../lib/swift/embedded/$wasm" ] || [ ! -x "$tools/wasmkit" ] || [ ! -x "$tools/wasm-ld" ]; then
  skipped "$wasm" "this toolchain has no Embedded Swift, wasm-ld or wasmkit"
elif motion "$wasm" "$made/wasm" "${embedded[@]}" &&
  "$tools/clang" -target "$wasm" -Os -ffreestanding -fno-builtin -c Tests/Portable/wasm.c -o "$made/wasm/wasi.o" &&
  "$tools/wasm-ld" --gc-sections --no-entry -z stack-size=262144 "$made"/wasm/*.o \
    "$tools/../lib/swift/embedded/$wasm/libswiftUnicodeDataTables.a" -o "$made/motion.wasm"; then
  "$tools/wasmkit" run "$made/motion.wasm" > "$made/motion.wasm.txt"
  equal "$wasm" "compiled, linked, run by wasmkit" "$made/motion.wasm.txt" "$made/motion.txt"
else
  wrong "$wasm" "cannot be built"
fi

echo "Branches that only Apple's systems compile: their types, against a stub of the C library"
echo "module CSegueCores { header \"$PWD/Sources/CSegueCores/include/CSegueCores.h\" }" > "$made/module.modulemap"
for file in Sources/SegueImaging/Platform/SystemMemory.swift Sources/SegueCPU/CPUDevice.swift; do
  if [ ! -d "$tools/../lib/swift/embedded/arm64-apple-ios" ]; then
    skipped "$(basename "$file")" "this toolchain has no Embedded Swift for it"
  elif "$tools/swiftc" -target arm64-apple-ios18.0 "${embedded[@]}" -wmo -parse-as-library -swift-version 6 \
    -package-name segue -I Tests/Portable/stubs/Darwin -I "$made" -typecheck "$file"; then
    said "$(basename "$file")" "types checked"
  else
    wrong "$(basename "$file")" "types"
  fi
done
# All systems other than Linux compile this branch. Here its nanosleep is Linux's.
sed 's/os(Linux) || os(Android)/os(Windows)/' Sources/SegueMotion/Clock/MonotonicFrameClock.swift > "$made/Clock.swift"
host=(-swift-version 6 -package-name segue -parse-as-library)
if "$tools/swiftc" "${host[@]}" -emit-module -module-name SegueMath -emit-module-path "$made/SegueMath.swiftmodule" \
  Sources/SegueMath/*.swift 2> "$made/clock.log" && "$tools/swiftc" "${host[@]}" -I "$made" -emit-module \
  -module-name SegueFields -emit-module-path "$made/SegueFields.swiftmodule" "${fields[@]}" 2> "$made/clock.log" && "$tools/swiftc" "${host[@]}" -I "$made" -typecheck "$made/Clock.swift" \
  Sources/SegueMotion/Clock/{DisplayLink,FramePacer,FrameRate}.swift 2> "$made/clock.log"; then
  said "MonotonicFrameClock.swift" "types checked"
else
  wrong "MonotonicFrameClock.swift" "types: see $made/clock.log"
fi

echo "CSegueKernels: every kernel in 8 and 16 bits, on noise and on the samples of every node, with and without alpha"
hashes=${HASHES:-.build/debug/recipe-hashes}
"$hashes" kernels > "$made/kernels.in" || wrong "recipe-hashes" "did not run"
flags=(-std=c11 -O2 -w -ISources/CSegueKernels -ISources/CSegueKernels/include Sources/CSegueKernels/{.,sixteen}/*.c
  Tests/Portable/kernels{,_16}.c -lm)
# ran TARGET STEPS COMMAND…: runs the kernels with COMMAND and compares their output with this machine's.
ran() {
  local target=$1 what=$2
  shift 2
  "$@" < "$made/kernels.in" > "$made/kernels.$target.txt" 2> "$made/kernels.$target.log"
  equal "$target" "$what" "$made/kernels.$target.txt" "$made/kernels.txt"
}
if "$tools/clang" "${flags[@]}" -o "$made/kernels" && "$made/kernels" < "$made/kernels.in" > "$made/kernels.txt"; then
  said "$here" "compiled, linked, run"
else
  wrong "$here" "cannot be built"
fi
if [ "$(uname -m)" != x86_64 ] || ! command -v qemu-x86_64 > /dev/null; then
  skipped "older x86_64" "no qemu-x86_64 (qemu-user)"
else
  ran x86_64-nehalem "run by qemu, without AVX, AVX2 and FMA" qemu-x86_64 -cpu Nehalem "$made/kernels"
  ran x86_64-haswell "run by qemu, with AVX2 and FMA" qemu-x86_64 -cpu Haswell "$made/kernels"
  "$hashes" 3 > "$made/recipes.txt"
  qemu-x86_64 -cpu Nehalem "$hashes" 3 > "$made/recipes.nehalem.txt" 2> "$made/recipes.log"
  equal x86_64-nehalem "every built-in, run by qemu, without AVX, AVX2 and FMA" "$made/recipes.nehalem.txt" "$made/recipes.txt"
fi
if ! command -v aarch64-linux-gnu-gcc > /dev/null || ! command -v qemu-aarch64 > /dev/null; then
  skipped "aarch64-linux-gnu" "no gcc-aarch64-linux-gnu or qemu-user"
elif aarch64-linux-gnu-gcc -static -ffp-contract=off "${flags[@]}" -o "$made/kernels.aarch64"; then
  ran aarch64-linux-gnu "compiled by gcc, linked, run by qemu" qemu-aarch64 "$made/kernels.aarch64"
else
  wrong "aarch64-linux-gnu" "cannot be built"
fi
zig=("${PYTHON:-python3}" -m ziglang)
export ZIG_GLOBAL_CACHE_DIR=$made/zig
if ! "${zig[@]}" version > /dev/null 2>&1; then
  skipped "macOS, musl, WASI" "no ziglang for ${PYTHON:-python3} (pip install ziglang)"
else
  for target in aarch64-macos x86_64-macos; do
    if "${zig[@]}" cc -target "$target" "${flags[@]}" -o "$made/kernels.$target"; then
      said "$target" "compiled by clang, linked"
    else
      wrong "$target" "cannot be built"
    fi
  done
  if (cd "$made" && "${zig[@]}" cc -target aarch64-linux-musl -std=c11 -O2 -w -I"$OLDPWD/Sources/CSegueKernels/include" \
    -c "$OLDPWD"/Sources/CSegueKernels/*.c "$OLDPWD"/Sources/CSegueKernels/sixteen/*.c); then
    said "aarch64-linux-musl" "compiled by clang"
  else
    wrong "aarch64-linux-musl" "does not compile"
  fi
  if ! "${zig[@]}" cc -target wasm32-wasi "${flags[@]}" -o "$made/kernels.wasm"; then
    wrong "wasm32-wasi" "cannot be built"
  elif [ ! -x "$tools/wasmkit" ]; then
    said "wasm32-wasi" "compiled by clang, linked"
  else
    ran wasm32-wasi "compiled by clang, linked, run by wasmkit" "$tools/wasmkit" run "$made/kernels.wasm"
  fi
fi
exit $failed
