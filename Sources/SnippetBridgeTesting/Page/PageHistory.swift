import Foundation

/// The entries of a tab, as its back and forward buttons go through them. Never empty.
struct PageHistory: Sendable {
  struct Entry: Sendable {
    var url: URL
    /// The document that it belongs to: entries that a page has pushed share theirs.
    var document: String
  }

  private(set) var entries: [Entry]
  private(set) var index = 0

  init(_ url: URL, document: String) { entries = [Entry(url: url, document: document)] }

  var present: Entry { entries[index] }
  var canGoBack: Bool { index > 0 }
  var canGoForward: Bool { index + 1 < entries.count }

  /// A new entry behind the present one; those that were there are gone.
  mutating func push(_ url: URL, document: String) {
    entries[(index + 1)...] = [Entry(url: url, document: document)]
    index += 1
  }

  mutating func replace(_ url: URL, document: String) { entries[index] = Entry(url: url, document: document) }

  /// Nil where there is none.
  func index(after step: Int) -> Int? {
    entries.indices.contains(index + step) ? index + step : nil
  }

  mutating func go(to index: Int) { self.index = index }
}
