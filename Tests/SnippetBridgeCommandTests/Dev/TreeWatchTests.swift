import Foundation
import Testing

@testable import SnippetBridgeCommand

@Suite(.timeLimit(.minutes(5)))
struct TreeWatchTests {
  let folder: URL

  init() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "tree-\(UUID())")
    try FileManager.default.createDirectory(at: path.appending(path: "a/b"), withIntermediateDirectories: true)
    folder = path
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

  /// Waits until the watch has reported all of these files. Fails if it reports others.
  private func expect(_ names: Set<String>, from watch: TreeWatch) async {
    var missing = Set(names.map(path))
    for await changed in watch.changed {
      for file in changed {
        #expect(names.map(path).contains(file), "\(file) was not changed")
        missing.remove(file)
      }
      if missing.isEmpty { return }
    }
  }

  /// Returns the files that the watch reports, until it reports this one.
  private func reports(from watch: TreeWatch, upTo name: String) async -> Set<String> {
    var reported: Set<String> = []
    for await changed in watch.changed {
      reported.formUnion(changed)
      if reported.contains(path(name)) { break }
    }
    return reported
  }

  @Test func reportsAllKindsOfSaving() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let watch = try TreeWatch()
    try watch.add(folder.path(percentEncoded: false))
    try "1".write(toFile: path("a/b/in place.css"), atomically: false, encoding: .utf8)
    await expect(["a/b/in place.css"], from: watch)
    // Editors write a temporary file, which is ignored, and rename it.
    try "2".write(toFile: path(".draft.swp"), atomically: false, encoding: .utf8)
    try FileManager.default.moveItem(atPath: path(".draft.swp"), toPath: path("renamed.css"))
    await expect(["renamed.css"], from: watch)
    try FileManager.default.removeItem(atPath: path("renamed.css"))
    await expect(["renamed.css"], from: watch)
  }

  /// The folder that contains the tree is watched too, and others may write files there.
  @Test func ignoresFilesBesideTheTree() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let watch = try TreeWatch()
    try watch.add(path("a/b"))
    try "1".write(toFile: path("a/other.css"), atomically: false, encoding: .utf8)
    try "2".write(toFile: path("a/b/own.css"), atomically: false, encoding: .utf8)
    await expect(["a/b/own.css"], from: watch)
  }

  @Test func reportsFilesInNewFolders() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let outside = folder.path(percentEncoded: false) + "-outside"
    try FileManager.default.createDirectory(atPath: outside + "/deep", withIntermediateDirectories: true)
    try "1".write(toFile: outside + "/deep/old.css", atomically: false, encoding: .utf8)
    let watch = try TreeWatch()
    try watch.add(folder.path(percentEncoded: false))
    // A folder that is moved here contains files already.
    try FileManager.default.moveItem(atPath: outside, toPath: path("new"))
    await expect(["new/deep/old.css"], from: watch)
    try "2".write(toFile: path("new/deep/later.css"), atomically: false, encoding: .utf8)
    await expect(["new/deep/later.css"], from: watch)
  }

  /// A tool may remove the whole folder and create it again.
  @Test func watchesARootThatIsCreatedAgain() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let watch = try TreeWatch()
    try watch.add(path("a"))
    try FileManager.default.removeItem(atPath: path("a"))
    let draft = folder.path(percentEncoded: false) + "/draft"
    try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
    try "1".write(toFile: draft + "/new.css", atomically: false, encoding: .utf8)
    try FileManager.default.moveItem(atPath: draft, toPath: path("a"))
    #expect(await reports(from: watch, upTo: "a/new.css").contains(path("a/new.css")))
    try "2".write(toFile: path("a/later.css"), atomically: false, encoding: .utf8)
    #expect(await reports(from: watch, upTo: "a/later.css").contains(path("a/later.css")))
  }

  @Test func ignoresHiddenFilesAndPackagesOfNode() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in [".git", "node_modules"] {
      try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }
    let watch = try TreeWatch()
    try watch.add(folder.path(percentEncoded: false))
    for name in [".git/index", "node_modules/x.js", "a/style.css~", "4913", "last.css"] {
      try "1".write(toFile: path(name), atomically: false, encoding: .utf8)
    }
    await expect(["last.css"], from: watch)
  }

  @Test func watchesTheFolderOfAFile() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try "1".write(toFile: path("Package.swift"), atomically: false, encoding: .utf8)
    let watch = try TreeWatch()
    try watch.add(path("Package.swift"))
    // Folders beside the file are not watched.
    try "1".write(toFile: path("a/ignored.css"), atomically: false, encoding: .utf8)
    try "2".write(toFile: path("Package.swift"), atomically: true, encoding: .utf8)
    let reported = await reports(from: watch, upTo: "Package.swift")
    #expect(reported.contains(path("Package.swift")))
    #expect(!reported.contains(path("a/ignored.css")))
  }
}
