#!/usr/bin/env bash
# Copies the package out of the repository, then builds and tests it: in debug, or in release with
# "release".
set -euo pipefail
repository=$(cd "$(dirname "$0")/../.." && pwd)
configuration=${1:-debug}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$repository/Tests/DependentPackage/." "$folder/"
# The code of the README and the articles needs only public declarations.
mkdir "$folder/Sources/Snippets"
cp "$repository/Tests/ReadmeTests/Snippets/"*.swift "$folder/Sources/Snippets/"
export SEGUE_REPOSITORY=$repository
# The build folder is kept for the next run.
swift test --package-path "$folder" --scratch-path "$repository/.build/dependent" -c "$configuration" --no-parallel
