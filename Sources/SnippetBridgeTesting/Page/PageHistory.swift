import Foundation

/// The history entries of a tab, with the current index. There is always at least one entry.
struct PageHistory: Sendable {
  /// An address, and the id of the document that the entry shows. Entries added with `pushState` have the id of the
  /// calling document.
  typealias Entry = (url: URL, document: String)

  private(set) var entries: [Entry]
  var index = 0

  init(_ url: URL, document: String) { entries = [(url, document)] }

  var present: Entry { entries[index] }

  /// Inserts an entry after the current one and removes all later entries.
  mutating func push(_ url: URL, document: String) {
    entries[(index + 1)...] = [(url, document)]
    index += 1
  }

  mutating func replace(_ url: URL, document: String) { entries[index] = (url, document) }

  /// Returns the index `step` entries away from the current one, or `nil` if there is no such entry.
  func index(after step: Int) -> Int? {
    entries.indices.contains(index + step) ? index + step : nil
  }
}
