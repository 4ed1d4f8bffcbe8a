import DSBridgeLocks

/// The queue of a web view's pending work. The single consumer takes all entries at once, so any number of entries
/// costs only one thread switch.
///
/// The total size of the page's messages is limited. While that size is above ``WebView/Limits/receiveWindow``, sockets
/// that deliver more are paused until the size has fallen to half of the limit. Messages that would exceed
/// ``WebView/Limits/maximumUnprocessedSize`` are rejected.
final class Mailbox: Sendable {
  typealias Item = @Sendable (isolated WebView) -> Void

  struct Entry: Sendable {
    enum Content: Sendable {
      case item(Item)
      /// A wire message from a socket of the document. Not an `item`, because it is the most frequent entry and
      /// each item needs a closure.
      case message(PageMessage, of: DocumentID, on: any DocumentChannel)
      /// The wire message of a blocking call.
      case call(PageMessage, of: DocumentID, as: CallID)
    }

    let content: Content
    /// The memory that this entry's data from the page occupies, in bytes; 0 for an item.
    var weight = 0

    /// The page's wire message and the document that sent it; nil for an item.
    var pageMessage: (message: PageMessage, of: DocumentID)? {
      switch content {
      case .item: nil
      case .message(let message, let document, _), .call(let message, let document, _): (message, document)
      }
    }
  }

  fileprivate struct State {
    var entries: [Entry] = []
    /// The entries that the consumer has taken and is processing.
    var underWay: [Entry] = []
    var isDraining = false
    /// The page's messages that arrived before the web view was activated; nil after the activation.
    var early: [Entry]?
    var weight = 0
    /// The sockets whose reading is paused.
    var paused: [any DocumentChannel] = []
  }

  private let state: Mutex<State>
  private let limits: WebView.Limits

  init(isActive: Bool, limits: WebView.Limits) {
    state = Mutex(State(early: isActive ? nil : []))
    self.limits = limits
  }

  /// The size of the page's unprocessed messages, in bytes.
  var weight: Int { state.withLock { $0.weight } }

  /// Whether nothing is pending and the web view is active.
  var isIdle: Bool { state.withLock { !$0.isDraining && $0.early == nil } }

  /// Appends an item. Returns whether the caller must start the consumer.
  func post(_ item: @escaping Item) -> Bool {
    state.withLock { $0.post(Entry(content: .item(item))) }
  }

  /// Appends a page's message that occupies `weight` bytes. Returns whether the caller must start the consumer, or
  /// `nil` if the message is rejected because the limit of unprocessed messages would be exceeded.
  func post(_ content: Entry.Content, weight: Int) -> Bool? {
    state.withLock { state in
      // A message above the limit is accepted if no other message from the page is pending. Otherwise it would be
      // rejected every time.
      guard weight == 0 || state.weight == 0 || state.weight + weight <= limits.maximumUnprocessedSize else {
        return nil
      }
      state.weight += weight
      if case .message(_, _, let channel) = content, state.weight > limits.receiveWindow { state.pause(channel) }
      let entry = Entry(content: content, weight: weight)
      guard state.early != nil else { return state.post(entry) }
      state.early?.append(entry)
      return false
    }
  }

  /// Appends the messages that arrived before the activation. Returns whether the caller must start the consumer.
  func activate() -> Bool {
    state.withLock { state in
      (state.early.take() ?? []).reduce(false) { state.post($1) || $0 }
    }
  }

  /// Swaps all pending entries into `entries`, an empty array whose memory is reused.
  func take(_ entries: inout [Entry]) {
    state.withLock { state in
      swap(&state.entries, &entries)
      state.underWay = entries
    }
  }

  /// Ends a round, in which the consumer has processed all entries that it took. Returns true if more entries have
  /// arrived. Otherwise returns false, and the consumer must stop.
  /// - Parameter weight: the weight of the round's last entry, which has not been passed to ``done(_:)``.
  func goesOn(after weight: Int) -> Bool {
    state.withLock { state in
      // The consumer still holds the entries, so this assignment releases none of them under the lock.
      state.underWay = []
      state.subtract(weight, limits)
      state.isDraining = !state.entries.isEmpty
      return state.isDraining
    }
  }

  /// The entries that are being processed, followed by the entries that the consumer has not taken yet.
  var unfinished: [Entry] { state.withLock { $0.underWay + $0.entries } }

  /// Subtracts the weight of a processed entry from ``weight``.
  func done(_ weight: Int) {
    if weight > 0 { state.withLock { $0.subtract(weight, limits) } }
  }
}

extension Mailbox.State {
  fileprivate mutating func post(_ entry: Mailbox.Entry) -> Bool {
    entries.append(entry)
    defer { isDraining = true }
    return !isDraining
  }

  // Sockets are paused and resumed under the lock, so that the last request to a socket matches the state. This cannot
  // block, because a socket only records the request.

  fileprivate mutating func pause(_ channel: any DocumentChannel) {
    guard !paused.contains(where: { $0 === channel }) else { return }
    paused.append(channel)
    channel.pauseReading()
  }

  /// Subtracts `weight` from the total. Resumes the paused sockets if the total is at most half of the receive window.
  fileprivate mutating func subtract(_ weight: Int, _ limits: WebView.Limits) {
    self.weight -= weight
    guard !paused.isEmpty, self.weight <= limits.receiveWindow / 2 else { return }
    for channel in paused { channel.resumeReading() }
    paused = []
  }
}
