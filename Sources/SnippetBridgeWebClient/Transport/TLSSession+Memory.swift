/// The client side of TLS in memory. The caller owns the socket. Failures are thrown as
/// ``WebClientError/handshake(_:)``.
extension TLSSession {
  static func inMemory(host: String, _ options: TLSOptions) throws -> sending TLSSession {
    do throws(TLSClientContext.Failure) {
      return try TLSClientContext(host: host, options).makeSession(on: nil)
    } catch {
      throw WebClientError.handshake(error.reason)
    }
  }

  /// Decrypts bytes from the network and returns the plaintext. Pass an empty array to start the handshake.
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

  /// Encrypts bytes. Call ``takeOutgoing()`` to obtain the encrypted bytes to send.
  func seal(_ bytes: [UInt8]) throws {
    guard case .count(bytes.count) = try checked(bytes.withUnsafeBytes { write($0) }) else {
      throw WebClientError.handshake("the data cannot be encrypted")
    }
  }

  private func checked(_ result: TransportResult) throws -> TransportResult {
    guard case .failed = result else { return result }
    throw WebClientError.handshake(
      distrust.map { "the server's certificate is not trusted: \($0)" }
        ?? ["TLS", failureReason].compactMap(\.self).joined(separator: ": "))
  }
}
