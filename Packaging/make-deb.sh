#!/usr/bin/env bash
# Makes .build/segue_VERSION_ARCH.deb: the tool with Swift's libraries inside, its manual page and completions.
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in dpkg-shlibdeps strip; do
  command -v "$tool" > /dev/null || { echo "$tool is missing: apt-get install dpkg-dev binutils" >&2; exit 69; }
done
version=$(sed -n 's/.*text = "\(.*\)"/\1/p' Sources/segue-cli/SegueTool.swift)
architecture=$(dpkg --print-architecture)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
mkdir -p "$root/DEBIAN" "$root/usr/share/doc/segue" "$work/debian"

make install DESTDIR="$root" PREFIX=/usr
mkdir -p "$root/usr/share/zsh/vendor-completions"
mv "$root/usr/share/zsh/site-functions/_segue" "$root/usr/share/zsh/vendor-completions/_segue"
rmdir "$root/usr/share/zsh/site-functions"
strip --strip-unneeded "$root/usr/bin/segue"
cp docs/*.md "$root/usr/share/doc/segue/"
cp LICENSE "$root/usr/share/doc/segue/copyright"
gzip -9nc CHANGELOG.md > "$root/usr/share/doc/segue/changelog.gz"

# The packages of the libraries that the program is linked to, with the versions that it needs. libheif and Pango it loads itself.
printf 'Source: segue\n\nPackage: segue\nArchitecture: any\n' > "$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O root/usr/bin/segue | sed -n 's/^shlibs:Depends=//p')

cat > "$root/DEBIAN/control" << CONTROL
Package: segue
Version: $version
Architecture: $architecture
Maintainer: The Segue authors <segue@localhost>
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: $depends, libheif1, libpangocairo-1.0-0
Recommends: ffmpeg, fonts-dejavu-core, libass9, libgl1-mesa-dri
Section: video
Priority: optional
Description: transitions between two pictures, as video
 Renders the transition from one picture to another on the GPU or on the CPU, with
 the same bytes from both, as video, animation or a sequence of pictures.
CONTROL

package=.build/segue_${version}_$architecture.deb
dpkg-deb --root-owner-group --build "$root" "$package"
echo "$package is ready."
