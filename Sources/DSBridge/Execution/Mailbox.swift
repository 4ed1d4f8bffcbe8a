import Locks

/// What waits for a web view, in order. One consumer takes all that is there at once: one hop, however much it is.
///
/// Of what the page says only so much waits: beyond a mark its sockets are not read until half of that is done, beyond
/// the limit it is refused.
final class Mailbox: Sendable {
  typealias Item = @Sendable (isolated WebView) -> Void

  struct Entry: Sendable {
    enum Content: Sendable {
      case item(Item)
      /// What came on a socket of that document. Not an item, because it is what comes most: a function would have to
      /// be made for each.
      case frame(PageFrame, of: DocumentID, on: any DocumentChannel)
      /// The frame of a blocking call.
      case call(PageFrame, of: DocumentID, as: CallID)
    }

    let content: Content
    /// What of the page it holds in memory, in bytes.
    var weight = 0

    /// What a document has said.
    var message: (frame: PageFrame, of: DocumentID)? {
      switch content {
      case .item: nil
      case .frame(let frame, let document, _), .call(let frame, let document, _): (frame, document)
      }
    }
  }

  fileprivate struct State {
    var entries: [Entry] = []
    /// The memory of the round before.
    var spare: [Entry] = []
    var isDraining = false
    /// What the page said before the web view was activated; nil from then on.
    var early: [Entry]?
    var weight = 0
    /// Sockets that are not read.
    var paused: [any DocumentChannel] = []
  }

  private let state: Mutex<State>
  private let limits: WebView.Limits

  init(isActive: Bool, limits: WebView.Limits) {
    state = Mutex(State(early: isActive ? nil : []))
    self.limits = limits
  }

  /// What the page has said and was not processed, in bytes.
  var weight: Int { state.withLock { $0.weight } }

  /// Nothing waits, and the page is heard.
  var isIdle: Bool { state.withLock { !$0.isDraining && $0.early == nil } }

  /// True when the caller must start the consumer.
  func post(_ item: @escaping Item) -> Bool {
    state.withLock { $0.post(Entry(content: .item(item))) }
  }

  enum Posting {
    case posted(mustStart: Bool)
    /// Too much waits already.
    case refused
  }

  /// Something of the page, of `weight` bytes.
  func post(_ content: Entry.Content, weight: Int) -> Posting {
    state.withLock { state in
      // Where nothing waits, even what weighs more than the limit is taken: it would be refused for ever.
      guard weight == 0 || state.weight == 0 || state.weight + weight <= limits.maximumUnprocessedSize else {
        return .refused
      }
      state.weight += weight
      if case .frame(_, _, let channel) = content, state.weight > limits.maximumReadAheadSize { state.pause(channel) }
      let entry = Entry(content: content, weight: weight)
      guard state.early != nil else { return .posted(mustStart: state.post(entry)) }
      state.early?.append(entry)
      return .posted(mustStart: false)
    }
  }

  /// What the page has said takes its place now. True when the caller must start the consumer.
  func activate() -> Bool {
    state.withLock { state in
      let early = state.early ?? []
      state.early = nil
      return early.reduce(false) { state.post($1) || $0 }
    }
  }

  /// All that waits. The ledger learns of it under this lock: a frame is always known to one of the two.
  /// - Parameter taken: the page's messages up to this number are taken.
  func take(noting ledger: CallLedger, after taken: Int) -> [Entry] {
    state.withLock { state in
      let entries = state.entries
      state.entries = state.spare
      state.spare = []
      ledger.beginRound(entries, after: taken)
      return entries
    }
  }

  /// True when more has come; otherwise the consumer is done. The memory of what it has done serves what comes next,
  /// unless it is large.
  func goesOn(after done: inout [Entry]) -> Bool {
    done.removeAll(keepingCapacity: done.capacity <= 16)
    return state.withLock { state in
      swap(&state.spare, &done)
      state.isDraining = !state.entries.isEmpty
      return state.isDraining
    }
  }

  /// What was not taken.
  var waiting: [Entry] { state.withLock { $0.entries } }

  /// It does not wait any more.
  func done(_ entry: Entry) {
    guard entry.weight > 0 else { return }
    state.withLock { state in
      state.weight -= entry.weight
      if !state.paused.isEmpty, state.weight <= limits.maximumReadAheadSize / 2 { state.resumeAll() }
    }
  }
}

extension Mailbox.State {
  fileprivate mutating func post(_ entry: Mailbox.Entry) -> Bool {
    entries.append(entry)
    defer { isDraining = true }
    return !isDraining
  }

  // Told under the lock, so that a socket is told last what holds last. To tell it is to take note, no more.

  fileprivate mutating func pause(_ channel: any DocumentChannel) {
    guard !paused.contains(where: { $0 === channel }) else { return }
    paused.append(channel)
    channel.pauseReading()
  }

  fileprivate mutating func resumeAll() {
    for channel in paused { channel.resumeReading() }
    paused = []
  }
}
