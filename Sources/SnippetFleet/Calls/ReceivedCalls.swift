/// The calls that this session has received from others. A value type without side effects. It makes sure that a call
/// starts at most once, even if its message arrives twice or late.
struct ReceivedCalls: Sendable {
  /// The identity of a call in the fleet.
  struct Key: Hashable, Sendable {
    var caller: String
    var id: Int
  }

  /// The running call's controls, which do nothing before it has started. Both closures are called outside of locks.
  struct Running: Sendable {
    var cancel: @Sendable () -> Void = {}
    /// Informs a sequence that the caller has processed a number of values.
    var processed: @Sendable (Int) -> Void = { _ in }
  }

  /// The numbers of the calls that a session has sent.
  private struct Numbers {
    var highest = 0
    var recent: Set<Int> = []

    /// Records a number. Returns false if it is known, or so old that this is not known.
    mutating func insert(_ number: Int) -> Bool {
      guard number > highest - ReceivedCalls.window, recent.insert(number).inserted else { return false }
      highest = max(highest, number)
      if recent.count > 2 * ReceivedCalls.window {
        let oldest = highest - ReceivedCalls.window
        recent = recent.filter { $0 > oldest }
      }
      return true
    }
  }

  /// The number of a caller's newest calls among which a copy is recognized. An older message is refused.
  static let window = 1_024
  /// The maximum number of running calls, and of callers that are remembered.
  static let mostRunning = 10_000
  static let mostCallers = 10_000

  private var numbers: [String: Numbers] = [:]
  private var running: [Key: Running] = [:]

  var count: Int { running.count }

  /// The sessions whose calls are running.
  var callers: Set<String> { Set(running.keys.map(\.caller)) }

  /// The result of the arrival of a call.
  enum Arrival: Sendable { case new, copy, tooMany }

  /// Records a call that has arrived.
  mutating func arrive(_ key: Key) -> Arrival {
    if numbers[key.caller] == nil, numbers.count >= Self.mostCallers {
      // Callers without running calls are forgotten first. Their sessions have most likely ended.
      let active = callers
      numbers = numbers.filter { active.contains($0.key) }
      guard numbers.count < Self.mostCallers else { return .tooMany }
    }
    guard numbers[key.caller, default: Numbers()].insert(key.id) else { return .copy }
    guard running.count < Self.mostRunning else { return .tooMany }
    running[key] = Running()
    return .new
  }

  /// Stores the controls of a call that has started. Returns false if the call has ended or was cancelled meanwhile.
  mutating func started(_ key: Key, _ call: Running) -> Bool {
    guard running[key] != nil else { return false }
    running[key] = call
    return true
  }

  /// Returns the controls of a running call.
  func call(_ key: Key) -> Running? { running[key] }

  /// Removes a call that has ended or is cancelled. Returns its controls, or nil if it was not running.
  mutating func end(_ key: Key) -> Running? { running.removeValue(forKey: key) }

  /// Removes all calls, because the session has ended and nobody waits for them.
  mutating func removeAll() -> [Running] {
    defer { self = ReceivedCalls() }
    return Array(running.values)
  }

  /// Removes the calls of sessions that have ended.
  mutating func removeAll(of caller: String) -> [Running] {
    numbers[caller] = nil
    return running.keys.filter { $0.caller == caller }.compactMap { running.removeValue(forKey: $0) }
  }
}
