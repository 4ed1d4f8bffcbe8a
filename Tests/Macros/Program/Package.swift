// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// A program with a macro of its own. It uses SnippetBridge with the trait that such programs enable.

let package = Package(
  name: "Program",
  dependencies: [
    .package(name: "SnippetBridge", path: "../../..", traits: ["PackageSwiftSyntax"]),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .macro(
      name: "OwnMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ]),
    .executableTarget(
      name: "OwnProgram", dependencies: ["OwnMacros", .product(name: "DSBridge", package: "SnippetBridge")]),
  ]
)
