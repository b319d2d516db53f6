#!/usr/bin/env bash
# Makes the files of a release in dist, with SHA256SUMS, and tests them.
#   Tools/release.sh packages    the archive, the Python package and the Debian packages
#   Tools/release.sh image       the container image of dist's Debian package, if Docker runs
set -euo pipefail
cd "$(dirname "$0")/.."

packages() {
  rm -rf dist
  make deps tarball wheel deb

  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  tar -xJf dist/segue-*-linux-*.tar.xz --strip-components=1 -C "$work"

  # The program and its libraries must run on Ubuntu 22.04, which has glibc 2.35, without other libraries.
  local headers others newest
  headers=$(objdump -p "$work/bin/segue" "$work"/lib/segue/*)
  others=$(awk '$1 == "NEEDED" && $2 !~ /^(lib(c|m|dl|rt|pthread)|ld-linux.*)\.so\.[0-9]$/ { print $2 }' <<< "$headers")
  newest=$(printf 'GLIBC_2.35\n%s\n' "$(grep -o 'GLIBC_[A-Z0-9_.]*' <<< "$headers")" | sort -V | tail -1)
  [ "$others" = "" ] || { echo "the archive needs other libraries than glibc: $others" >&2; exit 1; }
  [ "$newest" = GLIBC_2.35 ] || { echo "the archive needs $newest, which glibc 2.35 does not have" >&2; exit 1; }
  Tools/smoke.sh "$work/bin/segue"
}

image() {
  docker info > /dev/null 2>&1 || { echo "SKIPPED: container image, Docker is not running"; return 0; }
  docker build -t segue --build-context packages=dist -f Packaging/Dockerfile .
  docker run --rm -i --entrypoint sh segue -s < Tools/smoke.sh
  docker save segue | gzip -9n > "dist/segue_$(Tools/version.sh)_image.tar.gz"
}

case ${1:?use packages or image} in
packages | image) "$1" ;;
*) echo "unknown argument $1; use packages or image" >&2; exit 64 ;;
esac
rm -f dist/SHA256SUMS
sums=$(cd dist && sha256sum -- *)
echo "$sums" > dist/SHA256SUMS
