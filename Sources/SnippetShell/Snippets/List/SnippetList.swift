public import Foundation

/// The snippets of a source, and which of them are visible: a value, which is told what happens and what time it is,
/// and says what has changed.
///
///     var list = SnippetList()
///     list.apply(.list([shop, news]), at: now)   // [.inserted(shop, at: 0), .inserted(news, at: 1)]
///     list.apply(.list([news, shop]), at: now)   // [.moved(shop, from: 0, to: 1)]
///     list.nextDeadline                          // when advance(to:) has to be called next
public struct SnippetList: Sendable {
  /// A snippet at its place in a list.
  public struct Entry: Sendable, Hashable, Identifiable {
    /// The snippet.
    public let snippet: Snippet
    /// Another number when a snippet was away and has come back, or everything was refreshed: what shows it is made
    /// anew.
    public let incarnation: Int
    /// Another number when the snippet has changed, or its page has: what is kept of the page is old.
    public let revision: Int

    /// The snippet's.
    public var id: String { snippet.id }
  }

  private var all: [Entry] = []
  private var localProps: [String: [String: Props]] = [:]
  private var lastNumber = 0
  private var now = Date.distantPast

  /// An empty one.
  public init() {}

  /// All, visible or not, in order.
  public var entries: [Entry] {
    localProps.isEmpty ? all : all.map(withLocalProps)
  }

  /// Those that are shown now, in order.
  public var visible: [Entry] {
    entries.filter { $0.snippet.visibility?.contains(now) ?? true }
  }

  /// When a snippet comes or goes next, by the server's time; nil when none does. Call ``advance(to:)`` then.
  public var nextDeadline: Date? {
    all.compactMap { $0.snippet.visibility?.nextChange(after: now) }.min()
  }

  /// Takes what a source reports.
  /// - Parameter now: the server's time.
  /// - Returns: what is different among the visible ones, to be applied one after another.
  public mutating func apply(_ event: SnippetEvent, at now: Date) -> [SnippetChange] {
    change(at: now) { list in
      switch event {
      case .list(let snippets, _): list.merge(snippets)
      case .updated(let snippet): list.update(snippet)
      case .emptied: list.all = []
      }
    }
  }

  /// Takes the server's time alone.
  /// - Returns: as ``apply(_:at:)``.
  public mutating func advance(to now: Date) -> [SnippetChange] {
    change(at: now) { _ in }
  }

  /// Adds props of this program to those of a snippet, now and whenever it comes again. Of members with the same name
  /// these win. An empty object takes them away.
  /// - Returns: as ``apply(_:at:)``.
  public mutating func set(localProps props: [String: Props], to id: Snippet.ID) -> [SnippetChange] {
    change(at: now) { list in
      guard list.localProps[id] ?? [:] != props else { return }
      list.localProps[id] = props.isEmpty ? nil : props
      guard let index = list.all.firstIndex(where: { $0.id == id }) else { return }
      list.all[index] = list.changed(list.all[index], to: list.all[index].snippet)
    }
  }

  private func withLocalProps(_ entry: Entry) -> Entry {
    guard let props = localProps[entry.id] else { return entry }
    var snippet = entry.snippet
    snippet.props = (snippet.props ?? [:]).merging(.dictionary(props))
    return Entry(snippet: snippet, incarnation: entry.incarnation, revision: entry.revision)
  }

  private mutating func change(at now: Date, _ body: (inout SnippetList) -> Void) -> [SnippetChange] {
    let before = visible
    self.now = now
    body(&self)
    return SnippetChange.between(before, visible)
  }

  /// What has not changed keeps its numbers. Of an id that comes twice the first counts.
  private mutating func merge(_ snippets: [Snippet]) {
    let old = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    var seen: Set<String> = []
    all = []
    for snippet in snippets where seen.insert(snippet.id).inserted {
      if let entry = old[snippet.id] {
        all.append(entry.snippet == snippet ? entry : changed(entry, to: snippet))
      } else {
        lastNumber += 1
        all.append(Entry(snippet: snippet, incarnation: lastNumber, revision: lastNumber))
      }
    }
  }

  private mutating func update(_ snippet: Snippet) {
    guard let index = all.firstIndex(where: { $0.id == snippet.id }) else { return }
    all[index] = changed(all[index], to: snippet)
  }

  private mutating func changed(_ entry: Entry, to snippet: Snippet) -> Entry {
    lastNumber += 1
    return Entry(snippet: snippet, incarnation: entry.incarnation, revision: lastNumber)
  }
}
