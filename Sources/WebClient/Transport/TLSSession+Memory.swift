/// The client's side of one TLS connection, in memory: sockets are somebody else's. What fails throws
/// ``WebClientError/handshake(_:)``.
extension TLSSession {
  static func inMemory(host: String, _ options: TLSOptions) throws -> sending TLSSession {
    do throws(TLSClientContext.Failure) {
      return try TLSClientContext(host: host, options).makeSession()
    } catch {
      throw WebClientError.handshake(error.reason)
    }
  }

  /// Takes what the network has brought, and gives what it says. Empty `bytes` begin the handshake.
  func open(_ bytes: [UInt8]) throws -> [UInt8] {
    receive(bytes)
    if !isOpen, case .blocked = try checked(shakeHands()) { return [] }
    var plain: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while case .count(let count) = try checked(buffer.withUnsafeMutableBytes({ read(into: $0) })) {
      plain += buffer.prefix(count)
    }
    return plain
  }

  /// Encrypts what is to be sent; ``takeOutgoing()`` has it then.
  func seal(_ bytes: [UInt8]) throws {
    guard case .count(bytes.count) = try checked(bytes.withUnsafeBytes { write($0) }) else {
      throw WebClientError.handshake("nothing can be sent")
    }
  }

  private func checked(_ result: TransportResult) throws -> TransportResult {
    guard case .failed = result else { return result }
    throw WebClientError.handshake(
      distrust.map { "the server's certificate is not trusted: \($0)" }
        ?? ["TLS", failureReason].compactMap(\.self).joined(separator: ": "))
  }
}
