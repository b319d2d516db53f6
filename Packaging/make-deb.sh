#!/usr/bin/env bash
# Makes dist/segue_VERSION_ARCH.deb, with the statically linked tool, its manual page and completions, and
# dist/libsegue_VERSION_ARCH.deb, with the C library and the plug-ins for other programs.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v dpkg-shlibdeps > /dev/null || { echo "dpkg-shlibdeps is missing: apt-get install dpkg-dev" >&2; exit 69; }
version=$(Tools/version.sh)
architecture=$(dpkg --print-architecture)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
# Packages of the same commit are equal.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(Tools/version.sh time)}
export SOURCE_DATE_EPOCH
mkdir -p "$root/DEBIAN" "$root/usr/share/doc/segue" "$work/debian"

make install DESTDIR="$root" PREFIX=/usr
mkdir -p "$root/usr/share/zsh/vendor-completions"
mv "$root/usr/share/zsh/site-functions/_segue" "$root/usr/share/zsh/vendor-completions/_segue"
rmdir "$root/usr/share/zsh/site-functions"
cp docs/*.md "$root/usr/share/doc/segue/"
cp LICENSE "$root/usr/share/doc/segue/copyright"
gzip -9nc CHANGELOG.md > "$root/usr/share/doc/segue/changelog.gz"
Tools/licences.sh "$root/usr/share/doc/segue/licences"

# The files for other programs are a separate package.
library=$work/library
mkdir -p "$library/DEBIAN" "$library/usr/share/doc/libsegue"
mv "$root/usr/include" "$root/usr/lib" "$library/usr/"
mv "$root/usr/share/kdenlive" "$library/usr/share/"
cp docs/other-programs.md "$library/usr/share/doc/libsegue/"
cp LICENSE "$library/usr/share/doc/libsegue/copyright"

# Dependencies on linked libraries, with their minimum versions; the tool links the C library only.
printf 'Source: segue\n\nPackage: segue\nArchitecture: any\n' > "$work/debian/control"
depends_on() { (cd "$work" && dpkg-shlibdeps -O "$1" | sed -n 's/^shlibs:Depends=//p'); }
depends=$(depends_on root/usr/bin/segue)
library_depends=$(depends_on library/usr/lib/libsegue.so.0)
# Libraries loaded at run time have the same names in Debian 12 and 13 and in Ubuntu 22.04 and 24.04, except libtiff.
bundled=$(sed -n 's/^[^#].* \(.*\)/\1,/p' Packaging/bundled.txt | tr '\n' ' ')
loaded="${bundled}libheif1, libpangocairo-1.0-0, libtiff6 | libtiff5"

cat > "$root/DEBIAN/control" << CONTROL
Package: segue
Version: $version
Architecture: $architecture
Maintainer: The Segue authors <segue@localhost>
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: $depends, $loaded
Recommends: ffmpeg, fonts-dejavu-core, libass9, libegl1, libgbm1, libgl1-mesa-dri, libgles2, librsvg2-2
Section: video
Priority: optional
Description: transitions from two pictures, films from clips and pictures
 Renders transitions as video, animation or pictures, and joins clips and pictures
 into films with titles and sound. GPU and CPU draw the same bytes.
CONTROL

cat > "$library/DEBIAN/control" << CONTROL
Package: libsegue
Source: segue
Version: $version
Architecture: $architecture
Maintainer: The Segue authors <segue@localhost>
Installed-Size: $(du -sk --exclude=DEBIAN "$library" | cut -f1)
Depends: $library_depends
Section: video
Priority: optional
Description: transitions between two pictures, for other programs
 Segue's transitions as a C library, as frei0r plug-ins for MLT and GStreamer, and
 as compositions of Kdenlive, with the same bytes as the tool.
CONTROL
printf 'activate-noawait ldconfig\n' > "$library/DEBIAN/triggers"

build() {
  package=dist/$2_${version}_$architecture.deb
  dpkg-deb --root-owner-group --build "$1" "$package"
  echo "$package is ready."
}
mkdir -p dist
rm -f dist/{segue,libsegue}_*.deb
build "$root" segue
build "$library" libsegue
