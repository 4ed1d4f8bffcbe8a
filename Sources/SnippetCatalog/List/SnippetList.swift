public import Foundation

/// A list of the snippets that a ``SnippetSource`` has reported, including which of them are currently visible.
///
/// This value receives events and the time, and returns the changes to the visible list:
///
///     var list = SnippetList()
///     list.apply(.list([shop, news]), at: now)   // [.inserted(shop, at: 0), .inserted(news, at: 1)]
///     list.apply(.list([news, shop]), at: now)   // [.moved(shop, from: 0, to: 1)]
///     list.nextDeadline                          // when advance(to:) has to be called next
public struct SnippetList: Sendable {
  /// A snippet with its state in a list.
  public struct Entry: Sendable, Hashable, Identifiable {
    /// The snippet.
    public let snippet: Snippet
    /// A number that changes after a refresh, or if the snippet was removed and added again. After such a change, views
    /// that show the snippet must be recreated.
    public let incarnation: Int
    /// A number that changes whenever the snippet or the content of its page changes. A page that was generated from an
    /// earlier revision is outdated.
    public let revision: Int

    /// The id of the snippet.
    public var id: String { snippet.id }

    package init(snippet: Snippet, incarnation: Int, revision: Int) {
      self.snippet = snippet
      self.incarnation = incarnation
      self.revision = revision
    }
  }

  private var all: [Entry] = []
  private var localProps: [String: [String: Props]] = [:]
  private var lastNumber = 0
  private var now = Date.distantPast

  /// Creates an empty list.
  public init() {}

  /// All entries, visible or not, in order.
  public var entries: [Entry] {
    localProps.isEmpty ? all : all.map(withLocalProps)
  }

  /// The visible entries, in order.
  public var visible: [Entry] {
    entries.filter { $0.snippet.visibility?.contains(now) ?? true }
  }

  /// The next time at which the visibility of a snippet may change, according to the server's clock; `nil` for never.
  /// Call ``advance(to:)`` at this time.
  public var nextDeadline: Date? {
    all.compactMap { $0.snippet.visibility?.nextChange(after: now) }.min()
  }

  /// Applies an event from a source.
  /// - Parameter now: the current time according to the server's clock.
  /// - Returns: the changes to the visible list, in the order in which they must be applied.
  public mutating func apply(_ event: SnippetEvent, at now: Date) -> [SnippetChange] {
    change(at: now) { list in
      switch event {
      case .list(let snippets, _): list.merge(snippets)
      case .updated(let snippet): list.update(snippet.id, to: snippet)
      case .emptied: list.all = []
      }
    }
  }

  /// Advances the time.
  /// - Parameter now: the current time according to the server's clock.
  /// - Returns: the changes to the visible list, as for ``apply(_:at:)``.
  public mutating func advance(to now: Date) -> [SnippetChange] {
    change(at: now) { _ in }
  }

  /// Overrides members of a snippet's props with values from this program. The override stays in effect when the
  /// snippet is updated. An empty dictionary removes the override.
  /// - Returns: the changes to the visible list, as for ``apply(_:at:)``.
  public mutating func set(localProps props: [String: Props], to id: Snippet.ID) -> [SnippetChange] {
    change(at: now) { list in
      guard list.localProps[id] ?? [:] != props else { return }
      list.localProps[id] = props.isEmpty ? nil : props
      list.update(id)
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

  /// Replaces the snippets. Unchanged snippets keep their incarnation and revision. If several snippets have the same
  /// id, the first one is used.
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

  /// Gives a snippet a new revision.
  private mutating func update(_ id: Snippet.ID, to snippet: Snippet? = nil) {
    guard let index = all.firstIndex(where: { $0.id == id }) else { return }
    all[index] = changed(all[index], to: snippet ?? all[index].snippet)
  }

  private mutating func changed(_ entry: Entry, to snippet: Snippet) -> Entry {
    lastNumber += 1
    return Entry(snippet: snippet, incarnation: entry.incarnation, revision: lastNumber)
  }
}
