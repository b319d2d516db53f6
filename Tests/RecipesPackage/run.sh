#!/usr/bin/env bash
# Copies the package out of the repository, then builds and tests it as on a machine without the
# libraries for files, text and GPUs: a mount namespace hides their headers and pkg-config files.
set -euo pipefail
repository=$(cd "$(dirname "$0")/../.." && pwd)

if [ "${1:-}" != hidden ]; then
  if ! unshare --map-root-user --mount true 2>/dev/null; then
    echo "SKIPPED: a package without the system's libraries: this machine has no namespaces for users"
    exit 0
  fi
  exec unshare --map-root-user --mount "$0" hidden
fi

for folder in /usr/include/{EGL,GLES2,GLES3,KHR,libheif,webp,pango-1.0,cairo} \
  /usr/lib/*/pkgconfig /usr/lib/pkgconfig /usr/share/pkgconfig /usr/local/lib/pkgconfig; do
  [ ! -d "$folder" ] || mount -t tmpfs none "$folder"
done
for header in /usr/include/{png,jpeglib,lcms2,libdeflate,xxhash}.h; do
  [ ! -e "$header" ] || mount --bind /dev/null "$header"
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$repository/Tests/RecipesPackage/." "$folder/"
# The build folder is kept for the next run.
SEGUE_REPOSITORY=$repository swift test --package-path "$folder" --scratch-path "$repository/.build/recipes" --no-parallel \
  2>&1 | tee "$folder/log"
if grep -E "pkg-config|may be able to install" "$folder/log"; then
  echo "a library of the system was looked for" >&2
  exit 1
fi
