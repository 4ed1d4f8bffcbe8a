#!/bin/bash
# Tests the macros with the package swift-syntax, which toolchains without a swift-syntax of their own need
# (docs/decisions/0037). Also checks that Package.swift notices such a toolchain.
#   test.sh <folder for all files that the script creates>
set -eu -o pipefail
here=$(realpath "$(dirname "$0")")
mkdir -p "$1"
work=$(realpath "$1")

# A copy of the toolchain, with hard links if possible, without its swift-syntax.
swift=$(dirname "$(dirname "$(realpath "$(command -v swift)")")")
rm -rf "$work/toolchain"
cp -al "$swift" "$work/toolchain" 2>/dev/null || { rm -rf "$work/toolchain"; cp -a "$swift" "$work/toolchain"; }
rm -rf "$work/toolchain/lib/swift/host/"*.swiftmodule
# Without the cache of manifests, whose key does not contain the toolchain's path.
packages() { # packages <folder of swift>: swift-syntax if SnippetBridge depends on it
  PATH=$1:$PATH "$1/swift" package --manifest-cache none --package-path "$here/../.." --scratch-path "$work/manifest" describe --type json |
    grep -o 'swift-syntax' | sort -u || true
}
[[ $(packages "$swift/bin") == '' ]] || { echo 'Package.swift needs swift-syntax with this toolchain.' >&2; exit 1; }
[[ $(packages "$work/toolchain/bin") == swift-syntax ]] ||
  { echo 'Package.swift lacks swift-syntax with a toolchain that does not contain it.' >&2; exit 1; }

swift test --package-path "$here" --scratch-path "$work/build"
