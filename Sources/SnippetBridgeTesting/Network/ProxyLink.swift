/// A link between a page and the server, which consists of one connection to each.
actor ProxyLink {
  /// The error that stops the forwarding in one direction after a cut.
  private struct Cut: Error {}

  /// The maximum number of bytes recorded for a replay.
  private static let longestRecord = 64 << 10
  /// The maximum delay for the fault `late` and for repeated or replayed requests.
  private static let longestAbsence: Duration = .seconds(2)

  private let control: ProxyControl
  private let page: TCPConnection
  private let server: TCPConnection
  private var random: SplitMix64
  /// Whether the page's connection was closed early by the fault `late`, while the server still receives bytes.
  private var isPageGone = false
  /// Whether the server's bytes are forwarded without being split into units, because the page has sent a HEAD request.
  private var isOpaque = false
  /// The bytes sent to the server so far, or `nil` if they exceed the limit for a replay.
  private var record: [[UInt8]]? = []
  private var recordSize = 0

  init(_ control: ProxyControl, page: TCPConnection, server: TCPConnection, random: SplitMix64) {
    (self.control, self.page, self.server, self.random) = (control, page, server, random)
  }

  /// Forwards bytes in both directions until one of the connections ends.
  func run() async {
    page.resumeReading()
    await withDiscardingTaskGroup { group in
      group.addTask { await self.forward(toServer: true) }
      group.addTask { await self.forward(toServer: false) }
    }
  }

  /// Ends both connections. Each one is randomly closed normally or with a reset.
  func cut() {
    drop(page)
    drop(server)
  }

  private func drop(_ connection: TCPConnection) {
    if random.happens(0.5) { connection.reset() } else { connection.cut() }
  }

  private func forward(toServer: Bool) async {
    let source = toServer ? page : server
    var scanner = UnitScanner()
    do {
      while let bytes = try await source.incoming.value() {
        if !toServer, isOpaque { scanner.becomeOpaque() }
        scanner.append(bytes)
        while let unit = scanner.next() {
          if unit.isHead { isOpaque = true }
          try await forward(unit, toServer: toServer)
        }
      }
      try await send(scanner.rest(), toServer: toServer)
    } catch {}  // A connection has ended, or was cut.
    guard toServer || !isPageGone else { return }
    page.cut()
    server.cut()
  }

  /// Forwards a unit and injects the randomly selected faults. Throws if the connection has ended or was cut.
  private func forward(_ unit: UnitScanner.Unit, toServer: Bool) async throws {
    let bytes = unit.bytes
    let faults = control.faults
    if unit.isPost, random.happens(faults.repeated) {
      control.count(\.repeated)
      replay([bytes], after: random.happens(0.5) ? .zero : random.duration(upTo: Self.longestAbsence))
    }
    switch faults.fate(&random) {
    case .pass: try await send(bytes, toServer: toServer)
    case .delayed:
      control.count(\.delayed)
      try await Task.sleep(for: random.duration(upTo: faults.longestDelay))
      try await send(bytes, toServer: toServer)
    case .sliced:
      control.count(\.sliced)
      for piece in Self.pieces(of: bytes, &random) {
        try await send(piece, toServer: toServer)
        try await Task.sleep(for: random.duration(upTo: .milliseconds(20)))
      }
    case .cutBefore: try await cut(after: 0, of: bytes, toServer: toServer, counting: \.cutBefore)
    case .cutInside:
      let count = bytes.count > 1 ? Int.random(in: 1..<bytes.count, using: &random) : 0
      try await cut(after: count, of: bytes, toServer: toServer, counting: \.cutInside)
    case .cutAfter: try await cut(after: bytes.count, of: bytes, toServer: toServer, counting: \.cutAfter)
    }
  }

  private static func pieces(of bytes: [UInt8], _ random: inout SplitMix64) -> [[UInt8]] {
    let count = Int.random(in: 1...7, using: &random)
    let ends = (0..<count).map { _ in Int.random(in: 0...bytes.count, using: &random) }
    let all = [0] + ends.sorted() + [bytes.count]
    return zip(all, all.dropFirst()).map { Array(bytes[$0..<$1]) }.filter { !$0.isEmpty }
  }

  private func send(_ bytes: [UInt8], toServer: Bool) async throws {
    guard !bytes.isEmpty else { return }
    if toServer {
      recordSize += bytes.count
      if recordSize > Self.longestRecord { record = nil }
      record?.append(bytes)
    }
    try await (toServer ? server : page).send(bytes)
  }

  /// Cuts the connections after the first `count` bytes of `bytes`. If the fault `late` is selected, drops the page's
  /// connection first and sends the remaining bytes to the server later. Always throws.
  private func cut(
    after count: Int, of bytes: [UInt8], toServer: Bool, counting fault: WritableKeyPath<NetworkFaultCounts, Int>
  ) async throws {
    control.count(fault)
    try await send(Array(bytes[..<count]), toServer: toServer)
    // A reset directly after these bytes makes the peer's kernel discard them. In half of all cuts, a short pause
    // therefore lets the peer receive the bytes first.
    if random.happens(0.5) { try await Task.sleep(for: random.duration(upTo: .milliseconds(50))) }
    let faults = control.faults
    if toServer, random.happens(faults.late) {
      control.count(\.late)
      isPageGone = true
      drop(page)
      try await Task.sleep(for: random.duration(upTo: Self.longestAbsence))
      try await send(Array(bytes[count...]), toServer: true)
      try await Task.sleep(for: .milliseconds(200))
    } else if let record, !record.isEmpty, random.happens(faults.replayed) {
      control.count(\.replayed)
      replay(record, after: random.duration(upTo: Self.longestAbsence))
    }
    cut()
    throw Cut()
  }

  /// Sends `pieces` to the server on a separate connection. The responses are discarded.
  private func replay(_ pieces: [[UInt8]], after delay: Duration) {
    var random = SplitMix64(seed: random.next())
    Task { [control] in
      let connection = try await control.connect()
      defer { connection.cut() }
      try await Task.sleep(for: delay)
      for bytes in pieces {
        try await connection.send(bytes)
        // If the request was a WebSocket handshake, give the server time to respond before sending WebSocket frames.
        try await Task.sleep(for: random.duration(upTo: .milliseconds(20)))
      }
      try await Task.sleep(for: random.duration(upTo: Self.longestAbsence))
    }
  }
}
