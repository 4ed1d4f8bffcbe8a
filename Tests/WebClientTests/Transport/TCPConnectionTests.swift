import DSBridgeLocks
import Dispatch
import Glibc
import Testing

@testable import SnippetBridgeWebClient

@Suite(.timeLimit(.minutes(2))) struct TCPConnectionTests {
  private func connect(to listener: Listener) async throws -> (connection: TCPConnection, peer: Peer) {
    let connection = try await TCPConnection.open(host: "127.0.0.1", port: listener.port, limit: .seconds(60))
    return (connection, try listener.accept())
  }

  private func count(_ incoming: TCPConnection.Incoming) async throws -> Int {
    var count = 0
    while let bytes = try await incoming.next() { count += bytes.count }
    return count
  }

  @Test func everythingBeforeTheEndArrives() async throws {
    let (connection, peer) = try await connect(to: Listener())
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 >> 3) }
    async let all: Void = blocking { peer.send(bytes) }
    var received: [UInt8] = []
    while let bytes = try await connection.incoming.next() { received += bytes }
    await all
    #expect(received == bytes)
    // After the end, no further bytes arrive, even if reading is resumed.
    connection.resumeReading()
    #expect(try await connection.incoming.next() == nil)
  }

  /// The kernel reports a reset only once, so it must not be lost while reading is paused and bytes before it are
  /// unread.
  @Test(arguments: [true, false]) func whatCameWhileNothingWasReadIsReadAndThenTheEnd(isReset: Bool) async throws {
    let listener = try Listener()
    for _ in 0..<50 {
      let (connection, peer) = try await connect(to: listener)
      connection.pauseReading()
      peer.send([UInt8](repeating: 1, count: 100_000), isReset: isReset)
      connection.resumeReading()
      let count = try await count(connection.incoming)
      if isReset { #expect(count <= 100_000) } else { #expect(count == 100_000) }
    }
  }

  /// While a connection is paused, the reading thread still reads other connections. If the paused one is cut, its
  /// bytes are dropped.
  @Test(arguments: [true, false]) func nothingIsReadWhilePaused(isCut: Bool) async throws {
    let listener = try Listener()
    let (paused, peer) = try await connect(to: listener)
    paused.pauseReading()
    paused.pauseReading()
    peer.send([1, 2, 3])
    let (other, otherPeer) = try await connect(to: listener)
    otherPeer.send([4])
    #expect(try await count(other.incoming) == 1)
    if isCut { paused.cut() }
    paused.resumeReading()
    paused.resumeReading()
    #expect(try await count(paused.incoming) == (isCut ? 0 : 3))
  }

  /// Bytes that the program does not read are buffered up to a limit. Then the connection stops reading, so the peer
  /// cannot send more.
  @Test func whatNobodyTakesStaysWithThePeer() async throws {
    let (connection, peer) = try await connect(to: Listener())
    let count = await blocking { peer.sendUntilFull() }
    // The peer could send as much as the kernel's buffers and the connection's own buffer hold together.
    #expect(count > TCPConnection.largestBacklog && count < 64 << 20)
    peer.send([1])
    #expect(try await self.count(connection.incoming) == count + 1)
  }

  @Test func aPeerThatCannotSendHearsOfTheCut() async throws {
    let (paused, peer) = try await connect(to: Listener())
    paused.pauseReading()
    await blocking { peer.sendUntilFull() }
    paused.cut()
    #expect(await blocking { peer.sendUntilEnd() })
  }

  /// Simulates that the cutting thread is suspended between its two `shutdown` calls, while the peer fills the receive
  /// window again.
  ///
  /// The kernel announces no room after `SHUT_RD`. If the socket is also closed (`isReleased`), only a reset ends the
  /// peer's wait before its probes, whose intervals grow to minutes.
  @Test(arguments: [false, true]) func aPeerThatFillsTheWindowDuringTheCutHearsOfIt(isReleased: Bool) async throws {
    let peer: Peer, connection: TCPConnection?
    if isReleased {
      (connection, peer) = (nil, try await cutWhileFull().peer)
    } else {
      (connection, peer) = try await cutWhileFull()
    }
    #expect(await blocking { peer.sendUntilEnd() })
    withExtendedLifetime(connection) {}
  }

  private func cutWhileFull() async throws -> (connection: TCPConnection, peer: Peer) {
    let (paused, peer) = try await connect(to: Listener())
    paused.pauseReading()
    await blocking { peer.sendUntilFull() }
    await blocking { paused.cut(beforeRefusing: { peer.sendUntilFull() }) }
    return (paused, peer)
  }

  @Test func whoSendsWithoutAnEndKeepsNobodyWaiting() async throws {
    let listener = try Listener()
    let (flooded, flooding) = try await connect(to: listener)
    let drain = Task {
      while try await flooded.incoming.next() != nil {}
    }
    let flood = Task { await blocking { flooding.sendUntilEnd() } }
    for _ in 0..<100 {
      let (connection, peer) = try await connect(to: listener)
      peer.send([1])
      #expect(try await count(connection.incoming) == 1)
    }
    flooded.cut()
    #expect(await flood.value)
    try await drain.value
  }

  /// Peers disconnect while their connections are cut and released. Every connection must be released, whatever the
  /// order of these events.
  @Test func manyAreCutWhileTheirPeersHangUp() async throws {
    let listener = try Listener()
    for _ in 0..<50 {
      var pairs: [(connection: TCPConnection, peer: Peer)] = []
      for _ in 0..<20 { pairs.append(try await connect(to: listener)) }
      try await withThrowingTaskGroup { group in
        for (index, (connection, peer)) in pairs.enumerated() {
          group.addTask { peer.send([1], isReset: index.isMultiple(of: 2)) }
          if !index.isMultiple(of: 3) { group.addTask { connection.cut() } }
          group.addTask { () async throws in #expect(try await count(connection.incoming) <= 1) }
        }
        try await group.waitForAll()
      }
      let connections = pairs.map { pair in { [weak connection = pair.connection] in connection } }
      pairs = []
      // The reading thread may be the last owner of a connection, so wait for it.
      for connection in connections { while connection() != nil, !Task.isCancelled { await Task.yield() } }
    }
  }
}

/// A listener for test connections.
private final class Listener {
  let port: Int
  private let number: CInt

  init() throws {
    number = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { [number] pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(number, address, size) == 0 && listen(number, 8) == 0 && getsockname(number, address, &size) == 0
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    try #require(isListening)
  }

  deinit { close(number) }

  func accept() throws -> Peer {
    let number = Glibc.accept(number, nil, nil)
    try #require(number >= 0)
    return Peer(number: number)
  }
}

/// The peer of a connection. It closes its socket after sending.
private struct Peer: Sendable {
  let number: CInt

  func send(_ bytes: [UInt8], isReset: Bool = false) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    if isReset {
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
    close(number)
  }

  /// Sends until no bytes are accepted for 200 ms. Returns the number of bytes sent.
  @discardableResult
  func sendUntilFull() -> Int {
    let bytes = [UInt8](repeating: 0, count: 1 << 16)
    var event = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    var sent = 0
    while poll(&event, 1, 200) > 0 {
      sent += max(0, Glibc.send(number, bytes, bytes.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT)))
    }
    return sent
  }

  /// Sends until the connection is reset. Returns `false` if the connection accepts no bytes for 60 s.
  func sendUntilEnd() -> Bool {
    defer { close(number) }
    let bytes = [UInt8](repeating: 0, count: 1 << 16)
    var event = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    while poll(&event, 1, 60_000) > 0 {
      let count = Glibc.send(number, bytes, bytes.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
      if count < 0 && errno != EAGAIN { return true }
    }
    return false
  }
}

/// Runs blocking code on a separate thread.
@discardableResult
private func blocking<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { done in
    DispatchQueue(label: "blocking").async { done.resume(returning: body()) }
  }
}
