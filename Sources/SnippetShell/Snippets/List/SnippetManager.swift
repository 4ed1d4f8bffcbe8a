import Foundation

/// Keeps the list of a source for all shells: what is visible now, and what changes.
///
///     let manager = SnippetManager(SnippetFile("snippets.json"))
///     Task { await manager.run() }
///     for await update in manager.updates { … }
public actor SnippetManager {
  /// A list as it is now, and how it differs from the one before.
  public struct Update: Sendable, Hashable {
    /// All that are visible, in order.
    public let entries: [SnippetList.Entry]
    /// What makes them of those of the update before, one after another. In the first update each is inserted.
    public let changes: [SnippetChange]
  }

  /// The updates from now on, the first with the whole list, as soon as a source has reported one. Who comes late gets
  /// what has changed meanwhile as one update.
  public struct Updates: AsyncSequence, Sendable {
    fileprivate let manager: SnippetManager

    /// Begins with the whole list.
    public func makeAsyncIterator() -> Iterator { Iterator(manager: manager) }

    /// One who is told.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let manager: SnippetManager
      private var signals: AsyncStream<Void>.Iterator?
      private var last: [SnippetList.Entry]?

      fileprivate init(manager: SnippetManager) {
        self.manager = manager
      }

      /// The next one; nil when the task is cancelled.
      public mutating func next() async -> Update? {
        if signals == nil { signals = await manager.listen().makeAsyncIterator() }
        while await signals?.next() != nil {
          guard let entries = await manager.reported else { continue }
          let changes = SnippetChange.between(last ?? [], entries)
          guard last == nil || !changes.isEmpty else { continue }
          last = entries
          return Update(entries: entries, changes: changes)
        }
        return nil
      }
    }
  }

  /// How long at most until the machine's clock is looked at again: it may be set.
  static let longestWait: Duration = .seconds(60)

  private let source: any SnippetSource
  private let now: @Sendable () -> Date
  private let elapsed: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private var list = SnippetList()
  private var isReported = false
  private var hasEnded = false
  /// The server's time, and when it was that; nil for this machine's time.
  private var serverTime: (date: Date, at: Duration)?
  private var timer: Task<Void, Never>?
  private var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
  private var lastListener = 0

  /// Of one source.
  public init(_ source: any SnippetSource) {
    self.init(source, clock: ContinuousClock(), now: { Date() })
  }

  init(_ source: any SnippetSource, clock: some Clock<Duration>, now: @escaping @Sendable () -> Date) {
    self.source = source
    self.now = now
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0) }
  }

  /// Runs the source until the task is cancelled.
  public func run() async {
    hasEnded = false
    await source.run { await self.take($0) }
    timer?.cancel()
    hasEnded = true
    for listener in listeners.values { listener.finish() }
    listeners = [:]
  }

  /// Those that are visible now.
  public var snippets: [Snippet] { list.visible.map(\.snippet) }

  /// The one with this id, visible or not; nil where there is none.
  public func entry(_ id: Snippet.ID) -> SnippetList.Entry? {
    list.entries.first { $0.id == id }
  }

  /// Adds props of this program to those of a snippet, now and whenever it comes again. Of members with the same name
  /// these win. An empty object takes them away.
  public func set(localProps props: [String: Props], to id: Snippet.ID) {
    _ = list.set(localProps: props, to: id)
    hasChanged()
  }

  /// For each who wants to know.
  public nonisolated var updates: Updates { Updates(manager: self) }

  /// Empties the list and fetches it anew: whatever shows a snippet is made anew.
  public nonisolated func forceRefresh() {
    source.forceRefresh()
  }

  private var reported: [SnippetList.Entry]? { isReported ? list.visible : nil }

  private func take(_ event: SnippetEvent) {
    if case .list(_, let time) = event {
      isReported = true
      serverTime = time.map { ($0, elapsed()) }
    }
    _ = list.apply(event, at: date)
    hasChanged()
  }

  private var date: Date {
    guard let serverTime else { return now() }
    return serverTime.date.addingTimeInterval((elapsed() - serverTime.at) / .seconds(1))
  }

  /// Listeners find out by themselves what is different for them.
  private func hasChanged() {
    for listener in listeners.values { listener.yield() }
    timer?.cancel()
    timer = nil
    guard let deadline = list.nextDeadline else { return }
    // A little longer: rounded, it must not be too short.
    let rest = deadline.timeIntervalSince(date) + 0.001
    let wait = min(Self.longestWait, .seconds(min(rest, 3600)))
    timer = Task { [sleep] in
      guard (try? await sleep(wait)) != nil else { return }
      self.advance()
    }
  }

  private func advance() {
    _ = list.advance(to: date)
    hasChanged()
  }

  private func listen() -> AsyncStream<Void> {
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    lastListener += 1
    let id = lastListener
    listeners[id] = signal
    signal.onTermination = { [weak self] _ in
      Task { await self?.remove(id) }
    }
    signal.yield()
    if hasEnded { signal.finish() }
    return signals
  }

  private func remove(_ id: Int) {
    listeners[id] = nil
  }
}
