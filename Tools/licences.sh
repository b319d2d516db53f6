#!/usr/bin/env bash
# Copies the licences of all linked code from the build machine to FOLDER, a folder for each component.
#   Tools/licences.sh FOLDER [PACKAGE…]     PACKAGE is a Debian package whose libraries are distributed, too
set -euo pipefail
mkdir -p "${1:?name the folder}"
folder=$(realpath "$1")
cd "$(dirname "$0")/.."

# Swift's runtime and Foundation. A `swift` of swiftly is not in the folder of its toolchain.
runtime=$("${SWIFT:-swift}" -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
install -D -m 644 "$runtime/../../share/swift/LICENSE.txt" "$folder/swift/LICENSE.txt"
# The Swift packages.
checkouts=.build/checkouts
[ -d $checkouts ] || checkouts=.build/tests/checkouts
find $checkouts -type f \( -name 'LICENSE*' -o -name NOTICE.txt \) -printf '%P\n' | while read -r file; do
  install -D -m 644 "$checkouts/$file" "$folder/$file"
done
# The static libraries with libstdc++ and libgcc, and ICU, which is in Foundation.
gcc=(/usr/share/doc/libstdc++-[0-9]*-dev) icu=(/usr/share/doc/libicu[0-9]*)
packages=(libdeflate-dev libjpeg62-turbo-dev libpng-dev libwebp-dev libxxhash-dev zlib1g-dev
  "${gcc[0]##*/}" "${icu[0]##*/}" "${@:2}")
for package in "${packages[@]}"; do
  install -D -m 644 "/usr/share/doc/$package/copyright" "$folder/$package/copyright"
done
