import DequeModule

/// What leaves for one document: frames sent and not yet acknowledged, and behind them the evaluations that wait for
/// the page to catch up. A pure value.
struct Outbox {
  private var frames: Deque<[UInt8]> = []
  /// The number of the oldest frame kept, or of the next one.
  private var first = 1
  /// What the kept frames weigh.
  private(set) var bytes = 0
  /// Evaluations that have not left.
  private(set) var waiting = Backlog()
  /// While frames of this weight, in bytes, are not acknowledged, evaluations wait.
  let maximumSentAheadSize: Int

  init(maximumSentAheadSize: Int) {
    self.maximumSentAheadSize = max(1, maximumSentAheadSize)
  }

  /// Nothing waits, and the page is not behind.
  var isFree: Bool { waiting.isEmpty && bytes < maximumSentAheadSize }

  /// An evaluation is due. Gives back the one that it replaces.
  mutating func wait(_ evaluation: Evaluation) -> Evaluation? {
    waiting.add(evaluation)
  }

  /// What has not left yet never does.
  mutating func cancel(call: Int) {
    waiting.cancel(call: call)
  }

  /// The evaluations that may leave now, in order; none while the page is behind, unless there is no later.
  mutating func takeWaiting(all: Bool = false) -> [Evaluation] {
    var evaluations: [Evaluation] = []
    var room = all ? Int.max : maximumSentAheadSize - bytes
    while room > 0, let evaluation = waiting.popFirst() {
      room -= evaluation.line.weight
      evaluations.append(evaluation)
    }
    return evaluations
  }

  /// Numbers the body as the next frame, and keeps it.
  mutating func add(_ body: FrameBody) -> [UInt8] {
    keep(body.frame(first + frames.count))
  }

  /// As ``add(_:)`` of a body, for a frame of one line.
  mutating func add(_ line: ServerLine) -> [UInt8] {
    var frame: [UInt8] = []
    frame.reserveCapacity(line.weight + 24)
    ServerLine.frame(first + frames.count).write(to: &frame)
    frame.append(UInt8(ascii: "\n"))
    line.write(to: &frame)
    return keep(frame)
  }

  private mutating func keep(_ frame: [UInt8]) -> [UInt8] {
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

  /// What a page that has applied everything up to `number` still misses; the rest is forgotten. Nil if what it misses
  /// cannot be told any more, or it claims what was never sent.
  mutating func resume(after number: Int) -> [[UInt8]]? {
    guard number >= first - 1, acknowledge(number) else { return nil }
    return Array(frames)
  }
}
