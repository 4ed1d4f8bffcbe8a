#!/bin/bash
# Builds and tests the package beside this file. It uses SnippetBridge by the URL of a repository, as other packages do.
# This script creates that repository from the present files, committed or not.
#   test.sh <folder for all files that the script creates> [arguments of swift test]
set -eu -o pipefail
mkdir -p "$1"
work=$(realpath "$1")
shift
here=$(realpath "$(dirname "$0")")
root=$(realpath "$here/../..")
export SNIPPETBRIDGE_REPOSITORY=$work/SnippetBridge.git

# In a hook of Git, these variables refer to another repository.
unset $(git rev-parse --local-env-vars)
git=(git --git-dir="$SNIPPETBRIDGE_REPOSITORY" --work-tree="$root" -c user.name=test -c user.email=test@localhost
  -c commit.gpgsign=false -c core.hooksPath=/dev/null)
[[ -d $SNIPPETBRIDGE_REPOSITORY ]] || git init --quiet --bare --initial-branch=main "$SNIPPETBRIDGE_REPOSITORY"
"${git[@]}" add --all
"${git[@]}" diff --cached --quiet 2>/dev/null || "${git[@]}" commit --quiet --message 'The files as they are'

# Pins the versions that the project is tested with, and this commit, so that nothing is looked up in the network.
pin='{"identity":"snippetbridge","kind":"localSourceControl","location":"'$SNIPPETBRIDGE_REPOSITORY'",
  "state":{"branch":"main","revision":"'$("${git[@]}" rev-parse HEAD)'"}},'
awk -v pin="$pin" '{ print } /"pins" : \[/ { print pin }' "$root/Package.resolved" > "$here/Package.resolved"
# Tests/Templates builds other packages in the same folder. With caching, SwiftPM would build their targets here.
swift test --force-resolved-versions --disable-build-manifest-caching --package-path "$here" \
  --scratch-path "$work/build" "$@"
