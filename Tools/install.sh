#!/usr/bin/env bash
# Installs the output of `make build man completions library` below $DESTDIR$PREFIX. `tool` leaves out the files for other
# programs; `uninstall` removes everything.
#   PREFIX=/usr/local DESTDIR= Tools/install.sh tool|install|uninstall
set -euo pipefail
cd "$(dirname "$0")/.."
prefix=${PREFIX:-/usr/local}
root=${DESTDIR:-}$prefix
made=.build/made
# Source, mode, target.
files="
$made/segue 755 bin/segue
$made/segue.1.gz 644 share/man/man1/segue.1.gz
$made/segue.bash 644 share/bash-completion/completions/segue
$made/segue.zsh 644 share/zsh/site-functions/_segue
$made/segue.fish 644 share/fish/vendor_completions.d/segue.fish"

case ${1:?use tool, install or uninstall} in
tool | install)
  while read -r file mode place; do [ -z "$file" ] || install -D -m "$mode" "$file" "$root/$place"; done <<< "$files"
  [ "$1" = tool ] || Tools/hosts.sh "$made/libsegue.so" "$root" "$prefix" ;;
uninstall)
  while read -r file _ place; do [ -z "$file" ] || rm -f "$root/$place"; done <<< "$files"
  rm -f "$root/include/segue.h" "$root/lib/pkgconfig/segue.pc" "$root"/lib/libsegue.so* \
    "$root"/share/kdenlive/transitions/segue_*.xml
  rm -rf "$root/lib/frei0r-1/segue" ;;
*) echo "unknown command $1; use tool, install or uninstall" >&2; exit 64 ;;
esac
