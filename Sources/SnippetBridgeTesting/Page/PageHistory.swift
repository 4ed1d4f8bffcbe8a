import Foundation

/// The history entries of a tab, with the current index. There is always at least one entry.
struct PageHistory: Sendable {
  struct Entry: Sendable {
    var url: URL
    /// The id of the document that the entry shows. Entries added with `pushState` have the id of the calling document.
    var document: String
  }

  private(set) var entries: [Entry]
  var index = 0

  init(_ url: URL, document: String) { entries = [Entry(url: url, document: document)] }

  var present: Entry { entries[index] }

  /// Inserts an entry after the current one and removes all later entries.
  mutating func push(_ url: URL, document: String) {
    entries[(index + 1)...] = [Entry(url: url, document: document)]
    index += 1
  }

  mutating func replace(_ url: URL, document: String) { entries[index] = Entry(url: url, document: document) }

  /// Returns the index `step` entries away from the current one, or `nil` if there is no such entry.
  func index(after step: Int) -> Int? {
    entries.indices.contains(index + step) ? index + step : nil
  }
}
