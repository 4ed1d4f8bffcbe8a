import ArgumentParser
import Foundation

/// The subcommand that creates a package.
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Creates a package with a page, an interface and a test.",
    discussion: """
      Examples:
        snippet-bridge new Shop
        snippet-bridge new Till --template kiosk
        snippet-bridge new Shop --library https://git.example/SnippetBridge.git
      """)

  @Argument(help: "The name of the package and of its folder: letters, digits and _.")
  var name: String

  @Option(help: "The kind of program.")
  var template = Template.app

  @Option(help: ArgumentHelp("The path or the URL of the package SnippetBridge.", valueName: "path or URL"))
  var library: String?

  func run() throws {
    try create(in: URL(filePath: FileManager.default.currentDirectoryPath))
    print("Created \(name). Next: cd \(name) && swift \(template == .tests ? "test" : "run")")
  }

  /// Creates the package in a folder. Writes nothing if the package cannot be created.
  func create(in parent: URL) throws {
    guard Self.isIdentifier(name) else {
      throw CommandError(
        "\"\(name.prefix(100))\" cannot be the name of a Swift module. Use letters, digits and _, and begin with a letter."
      )
    }
    let folder = parent.appending(path: name)
    let manager = FileManager.default
    if let present = try? manager.contentsOfDirectory(atPath: folder.path()), !present.isEmpty {
      throw CommandError("The folder \(folder.path()) is not empty. Choose another name, or remove the folder.")
    }
    let dependency = try dependency(seenFrom: parent)
    // The package is created under another name, so that no part of it is left if its creation fails.
    let draft = parent.appending(path: ".\(name).new")
    do {
      try? manager.removeItem(at: draft)
      for file in template.files(name: name, dependency: dependency) {
        let url = draft.appending(path: file.path)
        try manager.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try file.text.write(to: url, atomically: false, encoding: .utf8)
      }
      try? manager.removeItem(at: folder)
      try manager.moveItem(at: draft, to: folder)
    } catch {
      try? manager.removeItem(at: draft)
      throw CommandError("The folder \(folder.path()) cannot be written: \(error.localizedDescription)")
    }
  }

  /// Returns whether a text can be the name of a Swift module: at most 100 ASCII letters, digits and `_`, beginning
  /// with a letter, and not the name of a module that the package uses.
  static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic, name.utf8.count <= 100
    else { return false }
    return !taken.contains(name)
      && name.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_")
      }
  }

  private static let taken: Set<String> = [
    "DSBridge", "Foundation", "SnippetBridge", "SnippetBridgeTesting", "SnippetShell", "SnippetVisits", "Swift",
    "Testing",
  ]

  /// Returns the arguments of `.package(…)` for the library.
  private func dependency(seenFrom parent: URL) throws -> String {
    guard let library else { return "name: \"SnippetBridge\", path: \(Self.checkout.debugDescription)" }
    if library.contains("://") || library.hasPrefix("git@") {
      return "url: \(library.debugDescription), branch: \"main\""
    }
    let path = URL(filePath: library, relativeTo: parent).standardizedFileURL.path()
    guard FileManager.default.fileExists(atPath: path + "/Package.swift") else {
      throw CommandError("\(path) is not a package. Pass the folder or the URL of SnippetBridge to --library.")
    }
    return "name: \"SnippetBridge\", path: \(path.debugDescription)"
  }

  /// The folder of the package SnippetBridge from which this program was built.
  private static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path()
}
