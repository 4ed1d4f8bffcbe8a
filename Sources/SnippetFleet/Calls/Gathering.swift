import DSBridge

/// The collected answers of all sessions to one message for a group. A value type without side effects. Answers may
/// arrive before it is known which sessions were reached.
struct Gathering: Sendable {
  /// A closure that receives the result once.
  let sink: @Sendable (Result<FleetReach, BridgeError>) -> Void
  private(set) var pages: [String: Int] = [:]
  /// The sessions that the message has reached, or nil until this is known.
  private(set) var expected: Set<String>?
  private(set) var ended: Set<String> = []

  /// The sessions that have not answered.
  var missing: Set<String> { expected?.subtracting(pages.keys).subtracting(ended) ?? [] }

  /// The result so far.
  var reach: FleetReach {
    FleetReach(
      servers: pages.count, pages: pages.values.reduce(0, +),
      silentServers: expected.map { $0.count - $0.intersection(pages.keys).count } ?? 0)
  }

  var isComplete: Bool { expected != nil && missing.isEmpty }

  mutating func expect(_ sessions: Set<String>) { expected = sessions }

  mutating func answered(_ session: String, pages count: Int) {
    if pages[session] == nil { pages[session] = count }
  }

  /// Records that a session has ended or refused the call. Its pages are not waited for.
  mutating func gone(_ session: String) { ended.insert(session) }
}
