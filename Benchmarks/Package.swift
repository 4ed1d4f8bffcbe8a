// swift-tools-version: 6.2
import PackageDescription

// This package is separate, so that users of SnippetBridge do not have to resolve the dependencies of the benchmarks.

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
        .product(name: "SnippetFleet", package: "SnippetBridge"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ])
  ],
  swiftLanguageModes: [.v6]
)
