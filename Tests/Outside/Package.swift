// swift-tools-version: 6.2
import PackageDescription

// This package depends on SnippetBridge as any other package does, by the URL of a repository. `test.sh` creates that
// repository and runs the tests.

let repository = Context.environment["SNIPPETBRIDGE_REPOSITORY"] ?? "run test.sh"

let package = Package(
  name: "Outside",
  dependencies: [
    .package(url: "file://\(repository)", branch: "main"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
  ],
  targets: [
    .target(
      name: "Shop",
      dependencies: [
        .product(name: "SnippetBridge", package: "SnippetBridge"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
    .executableTarget(
      name: "ShopProgram",
      dependencies: ["Shop", .product(name: "SnippetBridge", package: "SnippetBridge")]),
    .executableTarget(
      name: "ShopCommand",
      dependencies: [
        "Shop", .product(name: "SnippetBridge", package: "SnippetBridge"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // Targets with names that targets of SnippetBridge have or had. They show that these names do not collide.
    .target(name: "Demo"),
    .target(name: "Platform"),
    .target(name: "Routes"),
    .target(name: "TestSupport"),
    .target(
      name: "Location",
      dependencies: [
        "Demo", "Platform", "Routes", "TestSupport",
        .product(name: "SnippetBridge", package: "SnippetBridge"),
        .product(name: "SnippetShell", package: "SnippetBridge"),
      ]),
    .testTarget(
      name: "ShopTests",
      dependencies: [
        "Location", "Shop", "ShopCommand", "ShopProgram",
        .product(name: "SnippetBridgeTesting", package: "SnippetBridge"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
