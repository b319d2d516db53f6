#!/usr/bin/env bash
# Links the tool or the C library in their installed form: stripped, and with every library but glibc inside. The tool is
# linked from the objects of `make` or `make test`; the library from the objects of `make test` or of a build without
# Foundation.
#   Tools/link.sh tool|library BUILD FILE
set -euo pipefail
what=${1:?tool or library}
build=$(realpath "${2:?which build folder}")
mkdir -p "$(dirname "${3:?which file}")"
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

case $what in
tool)
  # Package.swift names the codecs, for links by SwiftPM. libpng needs zlib, and libwebp 1.3 and later libsharpyuv.
  mapfile -t codecs < <(grep -o 'linkedLibrary("[^"]*' Package.swift | sed 's/.*"\(.*\)/-l:lib\1.a/')
  codecs+=(-l:libz.a)
  [ ! -e "$(archive sharpyuv)" ] || codecs+=(-l:libsharpyuv.a)
  # The commit is in a separate object, so that no module is compiled again for a new commit.
  "$bin/clang" -c -O2 "-DSEGUE_COMMIT=\"$(Tools/version.sh commit)\"" -ISources/CSegueLibrary/include \
    Sources/CSegueLibrary/commit.c -o "$work/commit.o"
  # No code throws C++ exceptions, and the program is stripped, so it needs no unwind tables: 14 % of its size.
  echo 'SECTIONS { /DISCARD/ : { *(.eh_frame) } } INSERT AFTER .text;' > "$work/no-unwind-tables"
  # Loaded libraries do not look up symbols in the program, so it exports none. The archive and the Python package have
  # libraries in lib/segue.
  "$bin/swiftc" -emit-executable "${static[@]}" "@$build/segue.product/Objects.LinkFileList" "$work/commit.o" \
    "${codecs[@]}" -Xlinker --no-eh-frame-hdr -Xlinker -T -Xlinker "$work/no-unwind-tables" \
    -Xlinker --defsym -Xlinker main=segue_cli_main -Xlinker --no-export-dynamic \
    -Xlinker --enable-new-dtags -Xlinker -rpath -Xlinker '$ORIGIN/../lib/segue' -o "$file" ;;
# dlclose must not unload the library, since Swift's runtime cannot be unloaded.
library)
  "$bin/swiftc" -emit-library "${static[@]}" "@$build/SegueLibrary.product/Objects.LinkFileList" \
    -Xlinker "--version-script=$PWD/Sources/CSegueLibrary/exported.map" -Xlinker -soname=libsegue.so.0 \
    -Xlinker -z -Xlinker nodelete -o "$file" ;;
*) echo "unknown target $what; use tool or library" >&2; exit 64 ;;
esac
