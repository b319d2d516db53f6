#!/bin/sh
# Prints the version, which segue.h defines.
set -eu
cd "$(dirname "$0")/.."
sed -n 's/^#define SEGUE_VERSION "\(.*\)"$/\1/p' Sources/CSegueLibrary/include/segue.h
