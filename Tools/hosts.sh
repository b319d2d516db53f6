#!/usr/bin/env bash
# Makes the files for other programs below FOLDER: segue.h, libsegue and its pkg-config file, a frei0r plug-in for each
# transition, and their descriptions for Kdenlive.
#   Tools/hosts.sh LIBRARY FOLDER [PREFIX]     LIBRARY is the output of `make library`; PREFIX is the folder after the
#                                              installation, by default FOLDER
set -euo pipefail
library=$(realpath "${1:?name the library}")
mkdir -p "${2:?name the folder}"
folder=$(realpath "$2") prefix=${3:-$folder}
cd "$(dirname "$0")/.."
version=$(Tools/version.sh)
echo '#include <frei0r.h>' | cc -E - > /dev/null 2>&1 || { echo "frei0r.h is missing: apt-get install frei0r-plugins-dev" >&2; exit 69; }

# The file name has the full version. Programs load the library by its soname; the linker finds libsegue.so.
install -D -m 644 Sources/CSegueLibrary/include/segue.h "$folder/include/segue.h"
install -D -m 755 "$library" "$folder/lib/libsegue.so.$version"
name=$(LC_ALL=C readelf -d "$library" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')
for link in $name libsegue.so; do ln -sf "libsegue.so.$version" "$folder/lib/$link"; done
mkdir -p "$folder/lib/pkgconfig"
cat > "$folder/lib/pkgconfig/segue.pc" << PC
prefix=$prefix

Name: segue
Description: transitions between two pictures in memory
Version: $version
Cflags: -I\${prefix}/include
Libs: -L\${prefix}/lib -lsegue
PC

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-O2 -std=gnu11 -Wall -Wextra -Werror -I"$folder/include" -L"$folder/lib")
cc "${flags[@]}" Hosts/frei0r/kdenlive.c -o "$work/kdenlive" -Wl,-rpath,"$folder/lib" -lsegue -lm

plugins=$folder/lib/frei0r-1/segue kdenlive=$folder/share/kdenlive/transitions
mkdir -p "$plugins" "$kdenlive"
"$work/kdenlive" > "$work/names"
while read -r name; do
  file=segue_${name//-/_}
  "$work/kdenlive" "$name" > "$kdenlive/$file.xml"
  cc "${flags[@]}" -fPIC -shared -s "-DSEGUE_TRANSITION=\"$name\"" Hosts/frei0r/plugin.c -o "$plugins/$file.so" \
    -Wl,-rpath,'$ORIGIN/../..' -lsegue -lm -lpthread
done < "$work/names"
