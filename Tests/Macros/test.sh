#!/bin/bash
# Tests the macros with the swift-syntax of the toolchain, or with the package swift-syntax, which toolchains without a
# swift-syntax of their own need (docs/decisions/0037). With the package, also checks that Package.swift notices such a
# toolchain, and runs a program that has a macro of its own.
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
check_default() { # check_default <folder of swift> <trait>: whether SnippetBridge has this trait by default
  local manifest
  manifest=$(PATH=$1:$PATH "$1/swift" package --manifest-cache none --package-path "$here/../.." \
    --scratch-path "$work/manifest" dump-package | tr -d '[:space:]')
  [[ $manifest == *'"enabledTraits":["'$2'"],"name":"default"'* ]] ||
    { echo "With $1, the default of Package.swift is not $2." >&2; exit 1; }
}
check_default "$swift/bin" ToolchainSwiftSyntax
check_default "$work/toolchain/bin" PackageSwiftSyntax

swift test --package-path "$here" --scratch-path "$work/build"

swift build --package-path "$here/Program" --scratch-path "$work/program" --disable-index-store
[[ $("$work/program/debug/OwnProgram") == 'Hello, 1 + 2: greet' ]] ||
  { echo 'The macros of a program, or those of SnippetBridge beside them, are not expanded.' >&2; exit 1; }
