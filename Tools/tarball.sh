#!/usr/bin/env bash
# Makes FOLDER/segue-VERSION-linux-MACHINE.tar.xz from the output of `make build man completions`: the tool, and in lib/segue
# the libraries of Packaging/bundled.txt. Archives of the same commit and packages are equal.
#   Tools/tarball.sh FOLDER
set -euo pipefail
mkdir -p "${1:?name the folder}"
dist=$(realpath "$1")
cd "$(dirname "$0")/.."
machine=$(uname -m)
name=segue-$(Tools/version.sh)-linux-$machine
date=${SOURCE_DATE_EPOCH:-$(Tools/version.sh time)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/$name

DESTDIR='' PREFIX=$root Tools/install.sh tool
packages=()
while read -r file package; do
  install -D -m 644 "$(dpkg -L "$package" | grep "/$file\$")" "$root/lib/segue/$file"
  packages+=("$package")
done < <(grep -v '^#' Packaging/bundled.txt)
# Below share, so that the archive can be unpacked over /usr/local or ~/.local.
install -D -m 644 -t "$root/share/doc/segue" LICENSE CHANGELOG.md
Tools/licences.sh "$root/share/doc/segue/licences" "${packages[@]}"

# Only Segue's own folders have entries, which would change the permissions of existing folders such as ~/.local/share.
(cd "$work" && find "$name" -type f -o -path '*/segue*' | LC_ALL=C sort) > "$work/files"
# xz's filter for the processor's jump instructions makes the archive an eighth smaller.
declare -A filters=([x86_64]=--x86 [aarch64]=--arm64)
tar -C "$work" --mtime="@$date" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
  --no-recursion -c -T "$work/files" |
  xz -T1 ${filters[$machine]:-} --lzma2=preset=9e > "$work/archive"
mv "$work/archive" "$dist/$name.tar.xz"
echo "$dist/$name.tar.xz"
