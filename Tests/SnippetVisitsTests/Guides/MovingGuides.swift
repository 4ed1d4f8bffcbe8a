import Foundation
import Testing

/// Checks the names in the tables of docs/guides/moving-from-tabman.md and docs/guides/moving-from-hotwire.md.
@Suite(.timeLimit(.minutes(1))) struct MovingGuides {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    .standardized

  /// Returns the names of some targets, and all names in their sources.
  private func names(in targets: [String]) throws -> Set<Substring> {
    var names = Set(targets.map { Substring($0) })
    for target in targets {
      let folder = Self.root.appending(path: "Sources/\(target)")
      let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      for case let file as URL in files where file.pathExtension == "swift" {
        names.formUnion(Self.names(of: try String(contentsOf: file, encoding: .utf8)))
      }
    }
    return names
  }

  private static func names(of text: some StringProtocol) -> [Substring] {
    Substring(text).matches(of: /[A-Za-z_]\w*/).map(\.output)
  }

  /// Returns the names in the code of a cell, without those in strings.
  private static func code(of cell: String) -> [Substring] {
    cell.matches(of: /`([^`]*)`/).flatMap { names(of: $0.1.replacing(/"[^"]*"/, with: "")) }
  }

  /// Returns the rows of the tables whose first heading is one of `headings`.
  private func rows(of text: String, headed headings: [String]) -> [[String]] {
    var rows: [[String]] = []
    var isInTable = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("|") else { isInTable = false; continue }
      let cells = line.dropFirst().split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      if isInTable { rows.append(cells) } else { isInTable = headings.contains(cells[0]) }
    }
    return rows
  }

  @Test(
    "S29: the names of the tables exist, and the README links to the guides",
    arguments: [
      ("tabman", "Tabman", ["UIKit", "Tabman"], ["SnippetViews", "SnippetShell"], 19),
      (
        "hotwire", "Hotwire Native", ["Hotwire Native iOS", "Turbo iOS"],
        ["SnippetViews", "SnippetShell", "SnippetVisits", "DSBridge", "SnippetBridgeRoutes"], 24
      ),
    ])
  func names(guide: String, name: String, headings: [String], targets: [String], count: Int) throws {
    let path = "docs/guides/moving-from-\(guide).md"
    let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    #expect(
      try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8).contains("[\(name)](\(path))"))
    let known = try names(in: targets)
    let table = rows(of: text, headed: headings).filter { !$0[0].hasPrefix("---") }
    #expect(table.count >= count)
    for row in table {
      for word in Self.code(of: row[1]) { #expect(known.contains(word), "\(word) in: \(row[1])") }
      // The names of Tabman and Turbo with these prefixes must exist in this project as well.
      for word in Self.code(of: row[0])
      where word.hasPrefix("TM") || word.hasPrefix("Turbo") || word.hasPrefix("visitable") {
        #expect(known.contains(word), "\(word) in: \(row[0])")
      }
    }
  }
}
