import DSBridge

/// The calls of this session that other sessions have not answered completely. A value type without side effects.
struct PendingCalls: Sendable {
  /// An answer to a caller: a value, or a failure, which ends the call.
  struct Answer: Sendable, Equatable {
    let result: Result<JSON?, BridgeError>
    let isLast: Bool

    static func value(_ json: JSON?, isLast: Bool) -> Answer { Answer(result: .success(json), isLast: isLast) }
    static func failure(_ error: BridgeError) -> Answer { Answer(result: .failure(error), isLast: true) }
  }

  /// A closure that receives the answers, in order.
  typealias Sink = @Sendable (Answer) -> Void

  private var calls: [Int: (session: String, sink: Sink)] = [:]
  private var lastID = 0
  /// The maximum number of calls, so that a program that never reads answers cannot use all memory.
  static let most = 100_000

  var count: Int { calls.count }

  /// The sessions that have not answered.
  var sessions: Set<String> { Set(calls.values.map(\.session)) }

  /// Returns a new number for a call.
  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// Adds a call. Returns false if there are too many.
  mutating func add(_ id: Int, to session: String, _ sink: @escaping Sink) -> Bool {
    guard calls.count < Self.most else { return false }
    calls[id] = (session, sink)
    return true
  }

  /// Returns the closure for an answer, or nil if the call is unknown or was sent to another session.
  mutating func sink(for id: Int, of session: String, isLast: Bool) -> Sink? {
    guard let call = calls[id], call.session == session else { return nil }
    if isLast { calls[id] = nil }
    return call.sink
  }

  /// Removes a call that the caller has given up, or returns nil if the call has ended. The closure is returned so that
  /// it is released outside of the lock.
  mutating func forget(_ id: Int) -> (session: String, sink: Sink)? {
    calls.removeValue(forKey: id)
  }

  /// Removes the calls to a session, or all calls if it is nil, oldest first.
  mutating func removeAll(to session: String? = nil) -> [Sink] {
    let ids = calls.filter { session == nil || $0.value.session == session }.keys.sorted()
    return ids.compactMap { calls.removeValue(forKey: $0)?.sink }
  }
}
