#!/usr/bin/env bash
# Puts SwiftShader's EGL and OpenGL ES libraries into a folder, under their usual sonames. Existing files are kept.
#   Tools/swiftshader.sh FOLDER
# The libraries are in the package kaleido on PyPI, which must match a digest. A failure prints a message and exits with 1.
set -euo pipefail

folder=${1:?name the folder}
[ -e "$folder/libEGL.so.1" ] && [ -e "$folder/libGLESv2.so.2" ] && exit 0
python=${PYTHON:-python3}
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
cat > "$made/requirements.txt" <<'TEXT'
kaleido==0.2.1 \
  --hash=sha256:aa21cf1bf1c78f8fa50a9f7d45e1003c387bd3d6fe0a767cfbbf344b95bdc3a8 \
  --hash=sha256:845819844c8082c9469d9c17e42621fbf85c2b237ef8a86ec8a8527f98b6512a
TEXT
"$python" -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary=:all: \
  -r "$made/requirements.txt" -d "$made" || exit 1
"$python" -m zipfile -e "$made"/kaleido-*.whl "$made/unpacked" || exit 1
mkdir -p "$folder"
cp "$made/unpacked/kaleido/executable/bin/swiftshader/libEGL.so" "$folder/libEGL.so.1"
cp "$made/unpacked/kaleido/executable/bin/swiftshader/libGLESv2.so" "$folder/libGLESv2.so.2"
# libEGL loads libGLESv2 by its name without a version.
ln -sf libGLESv2.so.2 "$folder/libGLESv2.so"
ln -sf libEGL.so.1 "$folder/libEGL.so"
