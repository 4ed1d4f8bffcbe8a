public import Foundation

/// An actor that maintains the list of a source for all shells, and reports changes to the visible snippets.
///
///     let manager = SnippetManager(SnippetFile("snippets.json"))
///     Task { await manager.run() }
///     for await update in manager.updates { … }
public actor SnippetManager {
  /// The current list and its changes since the previous update.
  public struct Update: Sendable, Hashable {
    /// All visible entries, in order.
    public let entries: [SnippetList.Entry]
    /// The changes since the previous update, in the order in which they must be applied. The first update inserts
    /// every entry.
    public let changes: [SnippetChange]
  }

  /// A sequence of updates. The first update contains the whole list and is available after the source has reported a
  /// list. A slow reader receives several changes as one update.
  public struct Updates: AsyncSequence, Sendable {
    fileprivate let manager: SnippetManager

    /// Returns an iterator whose first update contains the whole list.
    public func makeAsyncIterator() -> Iterator { Iterator(manager: manager) }

    /// An iterator over updates.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let manager: SnippetManager
      fileprivate var signals: AsyncStream<Void>.Iterator?
      fileprivate var last: [SnippetList.Entry]?

      /// Returns the next update, or `nil` after the task was cancelled or the source has ended.
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

  /// The maximum duration of one wait for a deadline. The clock of the machine may be adjusted during a wait, so the
  /// time is checked again after at most this duration.
  static let longestWait: Duration = .seconds(60)

  private let source: any SnippetSource
  private let now: @Sendable () -> Date
  private let elapsed: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private var list = SnippetList()
  private var isReported = false
  private var hasEnded = false
  /// The last time that the server has sent, and the instant at which it arrived; `nil` to use this machine's clock.
  private var serverTime: (date: Date, at: Duration)?
  private var timer: Task<Void, Never>?
  private var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
  private var lastListener = 0

  /// Creates a manager for a source.
  /// - Parameters:
  ///   - clock: the clock for waits. A test may pass its own clock.
  ///   - now: returns the current time of this machine.
  public init(
    _ source: any SnippetSource, clock: some Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
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

  /// The visible snippets.
  public var snippets: [Snippet] { list.visible.map(\.snippet) }

  /// Returns the entry with an ID, whether visible or not; `nil` if there is none.
  public func entry(_ id: Snippet.ID) -> SnippetList.Entry? {
    list.entries.first { $0.id == id }
  }

  /// Overrides members of a snippet's props with values from this program. The override stays in effect when the
  /// snippet is updated. An empty dictionary removes the override.
  public func set(localProps props: [String: Props], to id: Snippet.ID) {
    _ = list.set(localProps: props, to: id)
    hasChanged()
  }

  /// The updates to the list, for any number of readers.
  public nonisolated var updates: Updates { Updates(manager: self) }

  /// Requests that the source empty and reload its list, so that all views and pages of its snippets are recreated.
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

  /// Notifies all readers of a change, and sets the timer for the next deadline. Each reader computes the differences
  /// from its own last update.
  private func hasChanged() {
    for listener in listeners.values { listener.yield() }
    timer?.cancel()
    timer = nil
    guard let deadline = list.nextDeadline else { return }
    // One millisecond is added, so that rounding cannot make the wait too short.
    let rest = deadline.timeIntervalSince(date) + 0.001
    let wait = min(Self.longestWait, .seconds(min(rest, 3600)))
    timer = Task { [sleep] in
      guard (try? await sleep(wait)) != nil else { return }
      _ = list.advance(to: date)
      hasChanged()
    }
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
