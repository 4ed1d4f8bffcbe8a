import DequeModule

/// Frames sent to one document and not yet acknowledged. A pure value.
struct Outbox {
  private var frames: Deque<[UInt8]> = []
  /// The number of the oldest frame kept, or of the next one.
  private var first = 1
  /// What the kept frames weigh.
  private(set) var bytes = 0

  /// Numbers the lines as the next frame, and keeps it.
  mutating func add(_ lines: some Sequence<ServerLine>) -> [UInt8] {
    let frame = ServerLine.frame(of: [.frame(first + frames.count)] + lines)
    frames.append(frame)
    bytes += frame.count
    return frame
  }

  /// Forgets what the page has applied. False if it acknowledges what was never sent.
  mutating func acknowledge(_ number: Int) -> Bool {
    guard number < first + frames.count else { return false }
    while first <= number, let frame = frames.popFirst() {
      bytes -= frame.count
      first += 1
    }
    return true
  }

  /// What a page that has applied everything up to `number` still misses; the rest is forgotten. Nil if what it misses cannot be told any more, or
  /// it claims what was never sent.
  mutating func resume(after number: Int) -> [[UInt8]]? {
    guard number >= first - 1, acknowledge(number) else { return nil }
    return Array(frames)
  }
}
