#!/usr/bin/env bash
# Copies the package out of the repository, and builds and tests it there: in debug, and in release with "release".
set -euo pipefail
repository=$(cd "$(dirname "$0")/../.." && pwd)
configuration=${1:-debug}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$repository/Tests/DependentPackage/." "$folder/"
# What the README and the articles show takes no more than what is public.
mkdir "$folder/Sources/Snippets"
cp "$repository/Tests/ReadmeTests/Snippets/"*.swift "$folder/Sources/Snippets/"
export SEGUE_REPOSITORY=$repository
# What is built stays, for the next time.
swift test --package-path "$folder" --scratch-path "$repository/.build/dependent" -c "$configuration" --no-parallel
