import Glibc
import Testing

@testable import SnippetBridgeTesting

@Suite struct TCPConnectionTests {
  /// The kernel tells of a reset once, while bytes that came before are still unread.
  @Test(.timeLimit(.minutes(1))) func whatCameBeforeAResetIsReadAndThenTheEnd() async throws {
    let (listener, port) = try listen()
    defer { close(listener) }
    for _ in 0..<50 {
      let connection = try await TCPConnection.open(host: "127.0.0.1", port: port, limit: .seconds(20))
      connection.pauseReading()
      let peer = accept(listener, nil, nil)
      let bytes = [UInt8](repeating: 1, count: 100_000)
      #expect(bytes.withUnsafeBytes { send(peer, $0.baseAddress, $0.count, 0) } == bytes.count)
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(peer, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
      close(peer)
      connection.resumeReading()
      var count = 0
      while let bytes = try await connection.incoming.next() { count += bytes.count }
      #expect(count <= bytes.count)
    }
  }

  private func listen() throws -> (number: Int32, port: Int) {
    let number = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(number, address, size) == 0 && Glibc.listen(number, 8) == 0 && getsockname(number, address, &size) == 0
      }
    }
    try #require(isListening)
    return (number, Int(UInt16(bigEndian: address.sin_port)))
  }
}
