#!/bin/bash
# Tests the macros with the swift-syntax of the toolchain, or with the package swift-syntax, which toolchains without a
# swift-syntax of their own need (docs/decisions/0037). With the package, also checks that Package.swift notices such a
# toolchain.
#   test.sh toolchain|package <folder for all files that the script creates>
set -eu -o pipefail
here=$(realpath "$(dirname "$0")")
mkdir -p "$2"
work=$(realpath "$2")
swift=$(swiftc -print-target-info | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift".*|\1|p')
if [[ $1 == toolchain ]]; then
  export SNIPPETBRIDGE_TOOLCHAIN_SYNTAX=$swift/lib/swift/host
  exec swift test --package-path "$here" --scratch-path "$work/build"
fi

# A copy of the toolchain, with hard links if possible, without the modules of its swift-syntax.
rm -rf "$work/toolchain"
mkdir "$work/toolchain"
for folder in bin lib libexec share; do
  [[ -d $swift/$folder ]] || continue
  cp -al "$swift/$folder" "$work/toolchain/" 2>/dev/null ||
    { rm -rf "$work/toolchain/$folder"; cp -a "$swift/$folder" "$work/toolchain/"; }
done
rm -rf "$work/toolchain/lib/swift/host/"*.swiftmodule

# Without the cache of manifests, whose key does not contain the toolchain's path.
needs_package() { # needs_package <folder of swift>: whether SnippetBridge depends on the package swift-syntax
  local description
  description=$(PATH=$1:$PATH "$1/swift" package --manifest-cache none --package-path "$here/../.." \
    --scratch-path "$work/manifest" describe --type json) || exit 1
  [[ $description == *swift-syntax* ]]
}
! needs_package "$swift/bin" || { echo 'Package.swift needs swift-syntax with this toolchain.' >&2; exit 1; }
needs_package "$work/toolchain/bin" ||
  { echo 'Package.swift lacks swift-syntax with a toolchain that does not contain it.' >&2; exit 1; }
SNIPPETBRIDGE_SWIFT_SYNTAX=package needs_package "$swift/bin" ||
  { echo 'Package.swift ignores SNIPPETBRIDGE_SWIFT_SYNTAX.' >&2; exit 1; }

swift test --package-path "$here" --scratch-path "$work/build"
