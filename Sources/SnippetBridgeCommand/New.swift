import ArgumentParser
import Foundation

/// The subcommand that creates a package.
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Creates a package with a page, an interface and a test.",
    discussion: """
      Examples:
        snippet-bridge new Shop
        snippet-bridge new ../Till --template kiosk
        snippet-bridge new Shop --library https://git.example/SnippetBridge.git
      """)

  @Argument(help: "The package's folder. Its name is also the package's name: letters, digits and _.")
  var path: String

  @Option(help: "The kind of program.")
  var template = Template.app

  @Option(help: ArgumentHelp("The path or the URL of the package SnippetBridge.", valueName: "path or URL"))
  var library: String?

  func run() throws {
    try create(in: URL(filePath: FileManager.default.currentDirectoryPath))
    let folder = path.wholeMatch(of: /[\w.\/-]+/) == nil ? "'\(path.replacing("'", with: "'\\''"))'" : path
    print("Created \(path). Next: cd \(folder) && swift \(template == .tests ? "test" : "run")")
  }

  /// Creates the package. Writes nothing if the package cannot be created.
  /// - Parameter current: The folder at which a relative path begins.
  func create(in current: URL) throws {
    let location = (path.hasPrefix("/") ? URL(filePath: path) : current.appending(path: path)).standardizedFileURL
    guard path.isEmpty || location.pathComponents != current.standardizedFileURL.pathComponents else {
      throw CommandError("The package needs a folder of its own. Pass its name: snippet-bridge new Shop")
    }
    let (name, parent) = (path.isEmpty ? "" : location.lastPathComponent, location.deletingLastPathComponent())
    if let obstacle = Self.obstacle(toModule: name) {
      throw CommandError("\"\(name.prefix(100))\" cannot be the name of a Swift module: \(obstacle)")
    }
    let folder = parent.appending(path: name)
    let path = folder.path(percentEncoded: false)
    let manager = FileManager.default
    let dependency = try dependency(seenFrom: current)
    // `rmdir` removes only an empty folder, so nothing of the user's is lost.
    guard rmdir(path) == 0 || errno == ENOENT else {
      let reason = String(cString: strerror(errno))
      throw CommandError("\(path) exists and is not an empty folder (\(reason)). Choose another name, or remove it.")
    }
    // The package is created under another name, so that no part of it is left if its creation fails.
    let draft = parent.appending(path: ".\(name)-\(UUID())")
    do {
      for file in template.files(name: name, dependency: dependency) {
        let url = draft.appending(path: file.path)
        try manager.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try file.text.write(to: url, atomically: false, encoding: .utf8)
      }
      try manager.moveItem(at: draft, to: folder)
    } catch {
      try? manager.removeItem(at: draft)
      throw CommandError("The folder \(path) cannot be written: \(error.localizedDescription)")
    }
  }

  /// Returns the reason why a text cannot be the name of the package's module, or `nil` if it can be.
  private static func obstacle(toModule name: String) -> String? {
    let form = /[A-Za-z][A-Za-z0-9_]{0,99}/.matchingSemantics(.unicodeScalar)
    guard name.wholeMatch(of: form) != nil else {
      return "Use at most 100 letters, digits and _, and begin with a letter."
    }
    if keywords.contains(name) { return "It is a keyword of Swift." }
    let isTaken =
      modules.contains(name) || ["SnippetBridge", "DSBridge", "SwiftSyntax"].contains(where: name.hasPrefix)
    return isTaken ? "SnippetBridge, a package that it uses, or Swift has a module of this name, or may get one." : nil
  }

  /// The modules of SnippetBridge, of the packages that it uses, and of the toolchain. SwiftPM rejects targets of two
  /// packages that have the same name.
  private static let modules: Set<String> = [
    "ArgumentParser", "ArgumentParserToolInfo", "AsyncAlgorithms", "AsyncSequenceValidation", "AsyncStreaming",
    "BasicContainers", "BitCollections", "Collections", "ConcurrencyHelpers", "ContainersPreview", "CoreMetrics",
    "DequeModule", "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc", "HTTPTypes",
    "HTTPTypesFoundation", "HashTreeCollections", "HeapModule", "InMemoryLogging", "InMemoryTracing", "Instrumentation",
    "InternalCollectionsUtilities", "Logging", "Metrics", "MetricsTestKit", "Mustache", "Observation",
    "OrderedCollections", "ServiceContextModule", "ServiceLifecycle", "ServiceLifecycleTestKit", "SnippetCatalog",
    "SnippetFleet", "SnippetShell", "SnippetViews", "SnippetVisits", "SortedCollections", "Swift", "Synchronization",
    "Testing", "Tracing", "TrailingElementsModule", "UnixSignals", "XCTest",
  ]

  private static let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while", "Any", "Self", "Type", "Protocol",
  ]

  /// Returns the arguments of `.package(…)` for the library.
  private func dependency(seenFrom current: URL) throws -> String {
    let library = library ?? Self.checkout
    if library.contains("://") || library.hasPrefix("git@") {
      return "url: \(library.debugDescription), branch: \"main\""
    }
    let path = URL(filePath: library, relativeTo: current).standardizedFileURL.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path + "/Package.swift") else {
      throw CommandError("\(path) is not a package. Pass the folder or the URL of SnippetBridge with --library.")
    }
    return "name: \"SnippetBridge\", path: \(path.debugDescription)"
  }

  /// The folder of the package SnippetBridge from which this program was built.
  private static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path(percentEncoded: false)
}
