// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

#if os(Linux)
  import Glibc
#endif

/// `make sanitize-threads` sets this variable. Then all locks are of a kind that the thread sanitizer supports
/// (Sources/DSBridgeLocks).
let sanitizesThreads = Context.environment["SNIPPETBRIDGE_THREAD_SANITIZER"] == "1"

/// The folder with the toolchain's own swift-syntax, or `nil` if the toolchain contains none.
let toolchainSyntax = toolchainSyntaxFolder()

func toolchainSyntaxFolder() -> String? {
  #if os(Linux)
    // The program that evaluates this manifest has loaded the toolchain's standard library.
    guard let maps = fopen("/proc/self/maps", "r") else { return nil }
    defer { fclose(maps) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, maps) > 0 {
      guard let line, let path = strchr(line, 0x2f), let end = strstr(path, "/linux/libswiftCore.so") else { continue }
      let folder = String(decoding: UnsafeRawBufferPointer(start: path, count: end - path), as: UTF8.self) + "/host"
      return access(folder + "/SwiftCompilerPluginMessageHandling.swiftmodule", R_OK) == 0 ? folder : nil
    }
  #endif
  return nil
}

let settings: [SwiftSetting] = [
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
  .enableUpcomingFeature("ExistentialAny"),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
  .enableUpcomingFeature("InternalImportsByDefault"),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "SnippetBridge",
  products: [
    .library(name: "DSBridge", targets: ["DSBridge"]),
    .library(name: "SnippetBridge", targets: ["SnippetBridge"]),
    .library(name: "SnippetBridgeLifecycle", targets: ["SnippetBridgeLifecycle"]),
    .library(name: "SnippetBridgeTesting", targets: ["SnippetBridgeTesting"]),
    .library(name: "SnippetFleet", targets: ["SnippetFleet"]),
    .library(name: "SnippetShell", targets: ["SnippetShell"]),
    .library(name: "SnippetVisits", targets: ["SnippetVisits"]),
    .executable(name: "snippet-bridge", targets: ["SnippetBridgeProgram"]),
    .executable(name: "snippet-bridge-fleet", targets: ["SnippetBridgeFleet"]),
    .executable(name: "snippet-bridge-paths", targets: ["SnippetBridgePaths"]),
  ],
  // The macros use one swift-syntax: that of the toolchain, or the package, whose compilation takes minutes
  // (docs/decisions/0037). Programs whose packages contain further macros enable `PackageSwiftSyntax`.
  traits: [
    .trait(name: "PackageSwiftSyntax", description: "The macros use the package swift-syntax."),
    .trait(name: "ToolchainSwiftSyntax", description: "The macros use the swift-syntax that the toolchain contains."),
    .default(enabledTraits: [toolchainSyntax == nil ? "PackageSwiftSyntax" : "ToolchainSwiftSyntax"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .systemLibrary(
      name: "SnippetBridgeCLibwebsockets", pkgConfig: "libwebsockets",
      providers: [.apt(["libwebsockets-dev", "libwebsockets-evlib-ev", "libev-dev"])]),
    .systemLibrary(name: "SnippetBridgeCHiredis", providers: [.apt(["libhiredis-dev"])]),
    .systemLibrary(name: "SnippetBridgeCLinux"),
    // The files of public/ that the libraries contain.
    // Valgrind of Debian 12 cannot read DWARF 5.
    .target(
      name: "SnippetBridgeCResources", cSettings: [.unsafeFlags(["-gdwarf-4"], .when(configuration: .debug))]),
    .systemLibrary(name: "SnippetBridgeCOpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "SnippetBridgeCZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Tests/Macros contains its tests. With test targets that import it, SwiftPM would build many modules twice.
    .macro(
      name: "DSBridgeMacros",
      dependencies: ["SwiftCompilerPlugin", "SwiftSyntaxMacros"].map {
        .product(name: $0, package: "swift-syntax", condition: .when(traits: ["PackageSwiftSyntax"]))
      },
      swiftSettings: settings
        + (toolchainSyntax.map { [.unsafeFlags(["-I", $0], .when(traits: ["ToolchainSwiftSyntax"]))] } ?? []),
      // The plugin finds the libraries in the same folder also at run time.
      linkerSettings: toolchainSyntax.map {
        [.unsafeFlags(["-L", $0, "-Xlinker", "-rpath", "-Xlinker", $0], .when(traits: ["ToolchainSwiftSyntax"]))]
      } ?? []),
    // Conversions of text. Only this target creates strings from the bytes that a peer has sent.
    .target(name: "DSBridgeText", swiftSettings: settings),
    .target(
      name: "DSBridge",
      dependencies: [
        "DSBridgeMacros", "DSBridgeText", "DSBridgeLocks",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    // Locks and atomics for all modules.
    .target(
      name: "DSBridgeLocks", swiftSettings: settings + (sanitizesThreads ? [.define("THREAD_SANITIZER")] : [])),
    // The functions of Linux and of the system's C library, for all modules.
    .target(
      name: "SnippetBridgePlatform", dependencies: ["SnippetBridgeCLinux", "SnippetBridgeCResources"],
      swiftSettings: settings),
    // The messages between the command `snippet-bridge dev` and a program that it has started, the lines of the wire in
    // recordings, and the tests that both generate from recordings.
    .target(
      name: "SnippetBridgeDevelopment", dependencies: ["DSBridgeText", "SnippetBridgePlatform"],
      swiftSettings: settings),
    // The values of HTTP and their parsers, for the server and the client. They use no sockets.
    .target(
      name: "SnippetBridgeHTTP",
      dependencies: ["DSBridgeText", .product(name: "HTTPTypes", package: "swift-http-types")],
      swiftSettings: settings),
    // TLS contexts of clients, and TLS sessions of clients and servers.
    .target(
      name: "SnippetBridgeTLS", dependencies: ["SnippetBridgeCOpenSSL", "SnippetBridgePlatform", "DSBridgeText"],
      swiftSettings: settings),
    .target(
      name: "SnippetBridgeWebServer",
      dependencies: [
        "SnippetBridgeCLibwebsockets", "SnippetBridgeCOpenSSL", "SnippetBridgeCZlib", "DSBridgeText", "DSBridgeLocks",
        "SnippetBridgePlatform", "SnippetBridgeHTTP",
        "SnippetBridgeTLS",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .target(
      name: "SnippetBridgeRoutes",
      dependencies: [
        "DSBridge", "DSBridgeText",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    // The location of the device.
    .target(
      name: "SnippetBridgeLocation",
      dependencies: [
        "DSBridge", "DSBridgeText", "SnippetBridgePlatform", "SnippetBridgeWebClient",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .target(
      name: "SnippetBridge",
      dependencies: [
        "DSBridge", "DSBridgeText", "SnippetBridgeLocation", "DSBridgeLocks", "SnippetBridgeCResources",
        "SnippetBridgePlatform", "SnippetBridgeDevelopment",
        "SnippetBridgeRoutes", "SnippetBridgeHTTP", "SnippetBridgeWebServer", "SnippetBridgeWebClient",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: settings),
    // Servers as services of swift-service-lifecycle. A target of its own, because few programs need it, and
    // swift-service-lifecycle brings swift-async-algorithms.
    .target(
      name: "SnippetBridgeLifecycle",
      dependencies: ["SnippetBridge", .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")],
      swiftSettings: settings),
    // A client for HTTP and WebSocket.
    .target(
      name: "SnippetBridgeWebClient",
      dependencies: [
        "SnippetBridgeCLinux", "SnippetBridgeCOpenSSL", "DSBridgeText", "DSBridgeLocks", "SnippetBridgePlatform",
        "SnippetBridgeHTTP", "SnippetBridgeTLS",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: settings),
    // Several servers that act as one, over Redis.
    .target(
      name: "SnippetFleet",
      dependencies: [
        "DSBridge", "DSBridgeText", "DSBridgeLocks", "SnippetBridge", "SnippetBridgeCHiredis", "SnippetBridgeCOpenSSL",
        "SnippetBridgeHTTP", "SnippetBridgeTLS", "SnippetBridgeWebClient", "SnippetBridgeWebServer",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings),
    // Lists of snippets and their pages, without a bridge.
    .target(
      name: "SnippetCatalog",
      dependencies: [
        "DSBridge", "DSBridgeText", "DSBridgeLocks", "SnippetBridgeHTTP", "SnippetBridgePlatform",
        "SnippetBridgeWebClient",
        .product(name: "Logging", package: "swift-log"), .product(name: "Mustache", package: "swift-mustache"),
      ],
      swiftSettings: settings),
    // Nodes, views and bars, without a shell.
    .target(name: "SnippetViews", dependencies: ["DSBridgeLocks"], swiftSettings: settings),
    // Native chrome around snippets.
    .target(
      name: "SnippetShell",
      dependencies: [
        "DSBridge", "DSBridgeText", "DSBridgeLocks", "SnippetBridge", "SnippetBridgeCResources", "SnippetBridgeHTTP",
        "SnippetBridgePlatform", "SnippetBridgeWebClient", "SnippetBridgeWebServer", "SnippetCatalog", "SnippetViews",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    // Stacks of screens from an existing site, with the names of Hotwire Native.
    .target(
      name: "SnippetVisits",
      dependencies: [
        "DSBridge", "SnippetShell", "SnippetBridge", "SnippetBridgeHTTP", "SnippetCatalog",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .target(
      name: "SnippetBridgeTesting",
      dependencies: [
        "DSBridge", "DSBridgeLocks", "SnippetBridgePlatform", "SnippetBridgeHTTP", "SnippetBridgeWebClient",
        "SnippetBridgeWebServer", "SnippetBridge", "SnippetBridgeDevelopment", "SnippetShell",
      ],
      swiftSettings: settings),
    // The command for developers. It does not depend on the macros, so it is built quickly.
    .executableTarget(
      name: "SnippetBridgeProgram",
      dependencies: ["SnippetBridgeCommand", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: settings),
    .target(
      name: "SnippetBridgeCommand",
      dependencies: [
        "DSBridgeLocks", "SnippetBridgeCResources", "SnippetBridgeDevelopment", "SnippetBridgeHTTP",
        "SnippetBridgePlatform", "SnippetBridgeWebServer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["Templates"],
      swiftSettings: settings),
    // The check of path configurations for the command. It depends on the macros, so it is a program of its own.
    .executableTarget(
      name: "SnippetBridgePaths",
      dependencies: ["SnippetVisits", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: settings),
    // The commands for fleets. They depend on the macros and on hiredis, so they are a program of their own.
    .executableTarget(
      name: "SnippetBridgeFleet",
      dependencies: ["SnippetBridgeFleetCommand", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: settings),
    .target(
      name: "SnippetBridgeFleetCommand",
      dependencies: [
        "DSBridge", "SnippetBridgePlatform", "SnippetFleet",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    // The libraries of two demos. Tests replay recordings of them. SwiftPM does not build an executable before the
    // tests that import it.
    .target(
      name: "DemoServer", dependencies: ["SnippetBridge"], path: "Sources/Demo", exclude: ["Main"],
      swiftSettings: settings),
    .executableTarget(
      name: "Demo",
      dependencies: [
        "DemoServer", "SnippetBridge", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/Demo/Main", swiftSettings: settings),
    .target(
      name: "Lakeside", dependencies: ["SnippetShell"], path: "Sources/ShellDemo", exclude: ["Main"],
      swiftSettings: settings),
    .executableTarget(
      name: "ShellDemo",
      dependencies: ["Lakeside", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "Sources/ShellDemo/Main", swiftSettings: settings),
    .executableTarget(
      name: "BrowserDemo",
      dependencies: ["SnippetShell", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: settings),
    .executableTarget(
      name: "VisitsDemo",
      dependencies: ["SnippetVisits", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: settings),
    .executableTarget(
      name: "FleetDemo",
      dependencies: [
        "SnippetBridge", "SnippetBridgeCommand", "SnippetBridgeLifecycle", "SnippetBridgePlatform",
        "SnippetBridgeWebClient", "SnippetBridgeWebServer", "SnippetFleet",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings),
    // A program for the browser tests of the acceptance cases; no product.
    .executableTarget(
      name: "AcceptanceServer",
      dependencies: [
        "DSBridgeLocks", "SnippetBridge",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/AcceptanceServer",
      swiftSettings: settings),
    // A program for the browser tests of the shell; no product.
    .executableTarget(
      name: "ShellServer",
      dependencies: [
        "DSBridgeLocks", "SnippetShell", "TabmanBars",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/ShellServer",
      swiftSettings: settings),
    // A program for the browser tests of visits; no product.
    .executableTarget(
      name: "VisitServer",
      dependencies: [
        "DSBridgeLocks", "SnippetVisits", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/VisitServer",
      swiftSettings: settings),
    // A test with mutated input for all code that reads a peer's bytes; no product.
    .executableTarget(
      name: "Fuzzing",
      dependencies: [
        "DSBridgeLocks", "SnippetBridge", "SnippetBridgeTesting", "TestSupport", "SnippetBridgeWebClient",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Fuzzing",
      exclude: ["Corpus"],
      swiftSettings: settings),
    // The HTTP parser as a program that `make differential` compares with others; no product.
    .executableTarget(
      name: "Differential",
      dependencies: ["SnippetBridgeWebServer", .product(name: "HTTPTypes", package: "swift-http-types")],
      path: "Tests/Differential",
      exclude: [
        "README.md", "cases.mjs", "differential.mjs", "exceptions.mjs", "h11_reader.py", "llhttp.mjs", "nginx.mjs",
        "readers.mjs",
      ],
      swiftSettings: settings),
    // Measurements of a fleet; no product.
    .executableTarget(
      name: "FleetBenchmark",
      dependencies: [
        "DSBridge", "DSBridgeLocks", "SnippetBridge", "SnippetBridgeTesting", "SnippetFleet", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/FleetBenchmark",
      swiftSettings: settings),
    // A long run of a fleet with failures of machines and networks; no product.
    .executableTarget(
      name: "FleetChaos",
      dependencies: [
        "DSBridge", "DSBridgeLocks", "SnippetBridge", "SnippetBridgeTesting", "SnippetFleet", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/FleetChaos",
      swiftSettings: settings),
    // Long runs with failures and under load; no product.
    .executableTarget(
      name: "Endurance",
      dependencies: [
        "DSBridgeLocks", "SnippetBridge", "SnippetBridgeTesting",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Endurance",
      exclude: ["pages"],
      swiftSettings: settings),
    // Helpers of several test targets; no product.
    .target(
      name: "TestSupport",
      dependencies: [
        "DSBridge", "DSBridgeLocks", "SnippetBridgeHTTP", "SnippetBridgeWebClient", "SnippetBridgeWebServer",
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/TestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "DSBridgeTests",
      dependencies: ["DSBridge", "DSBridgeText", "DSBridgeLocks", "SnippetBridgeTesting", "TestSupport"],
      swiftSettings: settings),
    // Unedited code samples for DSBridge on iOS. The test is that they compile.
    .testTarget(
      name: "LanguageMode5Tests", dependencies: ["DSBridge"], path: "Tests/LanguageMode5",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "LocationTests",
      dependencies: [
        "SnippetBridgeLocation", "DSBridgeLocks", "SnippetBridgePlatform", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "RoutesTests",
      dependencies: [
        "DSBridge", "SnippetBridgeRoutes", .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "WebServerTests",
      dependencies: [
        "SnippetBridgeCOpenSSL", "DSBridgeLocks", "SnippetBridgePlatform", "SnippetBridgeHTTP", "SnippetBridgeTesting",
        "TestSupport", "SnippetBridgeWebServer",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SnippetShellTests",
      dependencies: [
        "DSBridgeLocks", "SnippetBridgeHTTP", "SnippetBridgeTesting", "SnippetShell", "TestSupport",
        "SnippetBridgeWebClient",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SnippetFleetTests",
      dependencies: [
        "DSBridge", "DSBridgeLocks", "SnippetBridge", "SnippetBridgeFleetCommand", "SnippetBridgeTesting",
        "SnippetBridgeTLS", "SnippetBridgeWebClient", "SnippetFleet", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
      ],
      swiftSettings: settings),
    .testTarget(name: "SnippetViewsTests", dependencies: ["SnippetViews"], swiftSettings: settings),
    .testTarget(
      name: "SnippetVisitsTests",
      dependencies: [
        "DSBridgeLocks", "SnippetBridgeDevelopment", "SnippetBridgeTesting", "SnippetBridgeWebClient", "SnippetVisits",
        "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SnippetCatalogTests",
      dependencies: [
        "DSBridgeLocks", "SnippetBridgeTesting", "SnippetCatalog", "SnippetShell", "TestSupport",
        "SnippetBridgeWebClient", .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "WebClientTests",
      dependencies: ["DSBridgeLocks", "TestSupport", "SnippetBridgeWebClient"],
      swiftSettings: settings),
    // Code as users of Tabman write it, using `TMBarItemable` without `any`. So this target does not enable
    // ExistentialAny.
    .testTarget(
      name: "TabmanSourceTests", dependencies: ["SnippetShell", "TabmanBars"],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    // Bars as users of Tabman write them, for these tests and those in browsers; no product.
    .target(
      name: "TabmanBars", dependencies: ["SnippetShell"], path: "Tests/TabmanBars",
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(
      name: "SnippetBridgeCommandTests",
      dependencies: [
        "SnippetBridgeCommand", "SnippetBridgeDevelopment", "SnippetBridgeTesting", "SnippetBridgeWebClient",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SnippetBridgeTests",
      dependencies: [
        "DemoServer", "Lakeside", "DSBridgeLocks", "SnippetBridge", "SnippetBridgeHTTP", "SnippetBridgeLifecycle",
        "SnippetBridgeTesting", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      exclude: ["Guides/till.jsonl", "Recordings"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
