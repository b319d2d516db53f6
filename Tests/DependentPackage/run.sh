#!/usr/bin/env bash
# Copies the package out of the repository, and builds and tests it there: in debug, and in release with "release".
set -euo pipefail
repository=$(cd "$(dirname "$0")/../.." && pwd)
configuration=${1:-debug}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$repository/Tests/DependentPackage/." "$folder/"
export SEGUE_REPOSITORY=$repository
# What is built stays, for the next time.
swift test --package-path "$folder" --scratch-path "$repository/.build/dependent" -c "$configuration" --no-parallel
