#!/bin/sh
# Prints the version, which segue.h defines, or the short hash of the checked-out commit, which is empty outside of Git.
#   Tools/version.sh [commit]
set -eu
cd "$(dirname "$0")/.."
case ${1:-} in
"") sed -n 's/^#define SEGUE_VERSION "\(.*\)"$/\1/p' Sources/CSegueLibrary/include/segue.h ;;
commit) [ ! -e .git ] || git rev-parse --short=7 HEAD ;;
*) echo "unknown argument $1; use commit, or none" >&2; exit 64 ;;
esac
