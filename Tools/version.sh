#!/bin/sh
# Prints the version that segue.h defines. `commit` prints the commit's short hash, which is empty outside of Git. `time`
# prints the commit's time in seconds.
#   Tools/version.sh [commit|time]
set -eu
cd "$(dirname "$0")/.."
header=Sources/CSegueLibrary/include/segue.h
case ${1:-} in
"") sed -n 's/^#define SEGUE_VERSION "\(.*\)"$/\1/p' $header ;;
commit) [ ! -e .git ] || git rev-parse --short=7 HEAD ;;
# Git's archives give their files the time of the commit.
time) if [ -e .git ]; then git log -1 --format=%ct; else stat -c %Y $header; fi ;;
*) echo "unknown argument $1; use commit, time or none" >&2; exit 64 ;;
esac
