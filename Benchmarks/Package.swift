// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of SnippetBridge never resolve it.

/// The executable of the macro plugin from another build (../Package.swift).
let macros = Context.environment["SNIPPETBRIDGE_MACROS"]

let package = Package(
  name: "Benchmarks",
  dependencies: [
    .package(name: "SnippetBridge", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "BenchmarkServer",
      dependencies: [
        .product(name: "SnippetBridge", package: "SnippetBridge"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ] + (macros.map { [.unsafeFlags(["-load-plugin-executable", "\($0)#DSBridgeMacros"])] } ?? []))
  ],
  swiftLanguageModes: [.v6]
)
