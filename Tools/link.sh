#!/usr/bin/env bash
# Links the tool or the C library in their installed form: stripped, and with every library but glibc
# inside. The tool is linked from the objects of `make` or `make test`. The library is linked from the
# objects of `make test` or of a build without Foundation.
#   Tools/link.sh tool|library BUILD FILE
#   Tools/link.sh wheel BUILD FOLDER     the files of the Python package: libsegue.so, which also contains the tool, and the
#                                        program segue, which starts the tool in it
set -euo pipefail
what=${1:?use tool, library or wheel}
build=$(realpath "${2:?name the build folder}")
mkdir -p "$(dirname "${3:?name the file}")"
file=$(realpath "$3")
cd "$(dirname "$0")/.."
bin=$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
archive() { "$bin/clang" -print-file-name="lib$1.a"; }

# Swift's runtime asks for libstdc++. The linker looks for it in this folder first.
ln -s "$(archive stdc++)" "$work"
static=(-static-stdlib -use-ld=lld -Xlinker --gc-sections -Xlinker --icf=all -Xlinker --strip-all -L"$work"
  -Xclang-linker -static-libgcc -l_FoundationCShims -l_FoundationCollections)

# Package.swift names the codecs, for links by SwiftPM. libpng needs zlib, and libwebp 1.3 and later libsharpyuv.
mapfile -t codecs < <(grep -o 'linkedLibrary("[^"]*' Package.swift | sed 's/.*"\(.*\)/-l:lib\1.a/')
codecs+=(-l:libz.a)
[ ! -e "$(archive sharpyuv)" ] || codecs+=(-l:libsharpyuv.a)
# The commit is in a separate object, so that no module is compiled again for a new commit.
"$bin/clang" -c -O2 "-DSEGUE_COMMIT=\"$(Tools/version.sh commit)\"" -ISources/CSegueLibrary/include \
  Sources/CSegueLibrary/commit.c -o "$work/commit.o"
# No code throws C++ exceptions, and the files are stripped, so the tool needs no unwind tables, which would
# be 14 % of its size.
echo 'SECTIONS { /DISCARD/ : { *(.eh_frame) } } INSERT AFTER .text;' > "$work/no-unwind-tables"
tool=("$work/commit.o" "${codecs[@]}" -Xlinker --no-eh-frame-hdr -Xlinker -T -Xlinker "$work/no-unwind-tables")
# dlclose must not unload the library, since Swift's runtime cannot be unloaded.
library=(-Xlinker -z -Xlinker nodelete)
objects() { echo "@$build/$1.product/Objects.LinkFileList"; }

case $what in
tool)
  # Loaded libraries do not look up symbols in the program, so it exports none. The archive has libraries in lib/segue.
  "$bin/swiftc" -emit-executable "${static[@]}" "$(objects segue)" "${tool[@]}" \
    -Xlinker --defsym -Xlinker main=segue_cli_main -Xlinker --no-export-dynamic \
    -Xlinker --enable-new-dtags -Xlinker -rpath -Xlinker '$ORIGIN/../lib/segue' -o "$file" ;;
library)
  "$bin/swiftc" -emit-library "${static[@]}" "$(objects SegueLibrary)" "${library[@]}" \
    -Xlinker "--version-script=$PWD/Sources/CSegueLibrary/exported.map" -Xlinker -soname=libsegue.so.0 -o "$file" ;;
wheel)
  mkdir -p "$file"
  sort -u "$build"/{segue,SegueLibrary}.product/Objects.LinkFileList > "$work/objects"
  sed 's/global:/& segue_cli_main;/' Sources/CSegueLibrary/exported.map > "$work/exported"
  "$bin/clang" -c -O2 -fPIC -Wno-incompatible-library-redeclaration Hosts/python/stderr.c -o "$work/stderr.o"
  "$bin/swiftc" -emit-library "${static[@]}" "@$work/objects" "$work/stderr.o" "${tool[@]}" "${library[@]}" \
    -Xlinker "--version-script=$work/exported" -Xlinker -soname=libsegue.so \
    -Xlinker --enable-new-dtags -Xlinker -rpath -Xlinker '$ORIGIN/lib/segue' -o "$file/libsegue.so"
  "$bin/clang" -O2 -s Hosts/python/start.c "$file/libsegue.so" -Wl,--enable-new-dtags -Wl,-rpath,'$ORIGIN/..' \
    -o "$file/segue" ;;
*) echo "unknown target $what; use tool, library or wheel" >&2; exit 64 ;;
esac
