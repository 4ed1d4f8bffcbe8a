// swift-tools-version: 6.2
import PackageDescription

// The macros and their tests. The plugin is an ordinary program here, so that tests can import it. `test.sh` sets the
// variable to the folder of the toolchain's swift-syntax, or omits it for the package swift-syntax.

let toolchainSyntax = Context.environment["SNIPPETBRIDGE_TOOLCHAIN_SYNTAX"]

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ] + (toolchainSyntax.map { [.unsafeFlags(["-I", $0]), .define("ToolchainSwiftSyntax")] } ?? [])
let libraries: [LinkerSetting] =
  toolchainSyntax.map { [.unsafeFlags(["-L", $0, "-Xlinker", "-rpath", "-Xlinker", $0])] } ?? []

func syntax(_ products: String...) -> [Target.Dependency] {
  toolchainSyntax == nil ? products.map { .product(name: $0, package: "swift-syntax") } : []
}

let package = Package(
  name: "Macros",
  dependencies: toolchainSyntax == nil
    ? [.package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1")] : [],
  targets: [
    .executableTarget(
      name: "DSBridgeMacros", dependencies: syntax("SwiftCompilerPlugin", "SwiftSyntaxMacros"), path: "DSBridgeMacros",
      swiftSettings: settings, linkerSettings: libraries),
    .testTarget(
      name: "DSBridgeMacrosTests", dependencies: ["DSBridgeMacros"] + syntax("SwiftSyntaxMacroExpansion"),
      path: "DSBridgeMacrosTests", swiftSettings: settings, linkerSettings: libraries),
  ],
  swiftLanguageModes: [.v6]
)
