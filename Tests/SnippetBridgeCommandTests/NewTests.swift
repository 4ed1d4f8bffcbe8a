import ArgumentParser
import Foundation
import Testing

@testable import SnippetBridgeCommand

/// The subcommand `new`: the files of a package, and the reasons not to create it.
@Suite(.timeLimit(.minutes(1))) struct NewTests {
  /// Runs a test with an empty folder, which is removed afterwards.
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "new-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func create(_ arguments: [String], in folder: URL) throws {
    let command = try #require(try Command.parseAsRoot(["new"] + arguments) as? New)
    try command.create(in: folder)
  }

  private func failure(_ arguments: [String], in folder: URL) -> String {
    do {
      try create(arguments, in: folder)
      return ""
    } catch { return Command.message(for: error) }
  }

  @Test(arguments: Template.allCases) func eachTemplateIsAPackage(_ template: Template) throws {
    try withFolder { folder in
      try create(["Shop", "--template", template.rawValue], in: folder)
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path() + "/Shop")
      for name in ["Package.swift", "README.md", ".gitignore", "Tests/ShopTests"] { #expect(names.contains(name)) }
      for name in names {
        guard let text = try? String(contentsOf: folder.appending(path: "Shop/" + name), encoding: .utf8) else {
          continue
        }
        #expect(!text.contains("{{") && !text.contains("==> "), "\(name)")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()) == ["Shop"])
    }
  }

  @Test func theLibraryIsAPathOrAURL() throws {
    try withFolder { folder in
      func manifest(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name + "/Package.swift"), encoding: .utf8)
      }
      try create(["One"], in: folder)
      #expect(try manifest("One").contains(".package(name: \"SnippetBridge\", path: \"/"))
      try create(["Two", "--library", "https://git.example/SnippetBridge.git"], in: folder)
      #expect(
        try manifest("Two").contains(".package(url: \"https://git.example/SnippetBridge.git\", branch: \"main\")"))
      #expect(
        failure(["Three", "--library", "nothing"], in: folder).hasSuffix(
          "Pass the folder or the URL of SnippetBridge with --library."))
    }
  }

  @Test func aPathNamesTheFolder() throws {
    try withFolder { folder in
      for path in ["inner/Shop", folder.appending(path: "Till").path(percentEncoded: false)] {
        #expect(failure([path], in: folder) == "")
        let manifest = folder.appending(path: path.hasPrefix("/") ? "Till" : path).appending(path: "Package.swift")
        let text = try String(contentsOf: manifest, encoding: .utf8)
        #expect(text.contains(path.hasPrefix("/") ? "name: \"Till\"" : "name: \"Shop\""))
      }
    }
  }

  @Test func theCurrentFolderIsRefused() throws {
    try withFolder { folder in
      let failure = failure(["."], in: folder)
      #expect(failure == "The package needs a folder of its own. Pass its name: snippet-bridge new Shop")
    }
  }

  @Test(arguments: ["class": "a keyword", "SnippetFleet": "a module of this name", "1st": "begin with a letter"])
  func theReasonIsNamed(_ name: String, reason: String) throws {
    try withFolder { #expect(failure([name], in: $0).contains(reason)) }
  }

  @Test(arguments: [
    "my shop", "1st", "Ä", "a/b-c", "", "SnippetBridge", "SnippetBridgeTLS", "class", "a\"b", "Metrics",
  ])
  func aNameMustBeAnIdentifier(_ name: String) throws {
    try withFolder { folder in
      #expect(failure([name], in: folder).contains("cannot be the name of a Swift module"))
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path())
      #expect(files == [])
    }
  }

  @Test func aFolderWithFilesIsKept() throws {
    try withFolder { folder in
      let shop = folder.appending(path: "Shop")
      try FileManager.default.createDirectory(at: shop, withIntermediateDirectories: true)
      try create(["Shop"], in: folder)
      let readme = shop.appending(path: "README.md")
      try "mine".write(to: readme, atomically: true, encoding: .utf8)
      #expect(failure(["Shop"], in: folder).contains("is not an empty folder"))
      #expect(try String(contentsOf: readme, encoding: .utf8) == "mine")
    }
  }

  @Test func aFileAndAFolderWithASpaceAreKept() throws {
    try withFolder { folder in
      let spaced = folder.appending(path: "my folder")
      try FileManager.default.createDirectory(at: spaced, withIntermediateDirectories: true)
      try create(["Shop"], in: spaced)
      #expect(failure(["Shop"], in: spaced).contains("my folder/Shop exists and is not an empty folder"))
      let file = spaced.appending(path: "Till")
      try "mine".write(to: file, atomically: true, encoding: .utf8)
      #expect(failure(["Till"], in: spaced).contains("is not an empty folder"))
      #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
      let names = try FileManager.default.contentsOfDirectory(atPath: spaced.path(percentEncoded: false))
      #expect(names.sorted() == ["Shop", "Till"])
    }
  }

  @Test func anUnknownTemplateIsNamed() throws {
    try withFolder { folder in
      #expect(failure(["Shop", "--template", "web"], in: folder).contains("'app', 'kiosk', 'visits' or 'tests'"))
    }
  }
}
