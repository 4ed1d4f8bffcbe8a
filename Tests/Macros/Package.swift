// swift-tools-version: 6.2
import PackageDescription

// The macros and their tests with the package swift-syntax, which toolchains without a swift-syntax of their own need
// (docs/decisions/0037). The plugin is an ordinary program here, so that swift-syntax is compiled only once.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "Macros",
  dependencies: [.package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1")],
  targets: [
    .executableTarget(
      name: "DSBridgeMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      path: "DSBridgeMacros",
      swiftSettings: settings),
    .testTarget(
      name: "DSBridgeMacrosTests",
      dependencies: ["DSBridgeMacros", .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax")],
      path: "DSBridgeMacrosTests",
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
