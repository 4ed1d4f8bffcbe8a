import DSBridgeLocks

/// The state that an ``UnreliableProxy`` shares with the links between pages and the server.
final class ProxyControl: Sendable {
  struct State {
    var faults: NetworkFaults
    var counts = NetworkFaultCounts()
    var links: [UInt64: ProxyLink] = [:]
    var isStopped = false
  }

  /// The time limit for a peer to accept bytes. It is longer than any pause that a test makes.
  private static let patience: Duration = .seconds(600)
  private let seed: UInt64
  private let server: Endpoint
  let state: Mutex<State>

  init(seed: UInt64, server: Endpoint, faults: NetworkFaults) {
    self.seed = seed
    self.server = server
    state = Mutex(State(faults: faults))
  }

  var faults: NetworkFaults { state.withLock { $0.faults } }

  func count(_ field: WritableKeyPath<NetworkFaultCounts, Int>) {
    state.withLock { $0.counts[keyPath: field] += 1 }
  }

  /// Opens a connection to the server.
  func connect() async throws -> TCPConnection {
    try await server.connect(limit: Self.patience, before: Deadline(after: .seconds(10)))
  }

  /// Serves an accepted connection.
  /// - Parameter id: The number of the connection, which selects the sequence of random numbers for it.
  func serve(_ socket: TCPConnection.Socket, as id: UInt64) {
    var random = SplitMix64(seed: seed, stream: id)
    count(\.connections)
    let page = TCPConnection(socket, limit: Self.patience)
    if random.happens(faults.refused) {
      count(\.refused)
      return page.cut()
    }
    Task { [random] in
      guard let server = try? await connect() else { return page.cut() }
      let link = ProxyLink(self, page: page, server: server, random: random)
      let isStopped = state.withLock { state in
        if !state.isStopped { state.links[id] = link }
        return state.isStopped
      }
      if isStopped { await link.cut() }
      await link.run()
      _ = state.withLock { $0.links.removeValue(forKey: id) }
    }
  }
}
