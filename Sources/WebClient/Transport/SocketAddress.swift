import Glibc

/// Where a server listens.
package struct SocketAddress: Sendable {
  private let family: Int32
  private let bytes: [UInt8]

  /// All addresses of `host`, those to try first before the others. Blocks while the name is looked up. Throws
  /// ``WebClientError/unreachable(_:)``.
  package static func lookUp(host: String, port: Int) throws -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    let problem = getaddrinfo(host, String(port), &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    guard problem == 0 else { throw WebClientError.unreachable("\(host): \(String(cString: gai_strerror(problem)))") }
    var addresses: [SocketAddress] = []
    var next = list
    while let entry = next?.pointee {
      next = entry.ai_next
      guard let address = entry.ai_addr else { continue }
      let bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen)))
      addresses.append(SocketAddress(family: entry.ai_family, bytes: bytes))
    }
    guard !addresses.isEmpty else { throw WebClientError.unreachable("\(host) has no address") }
    return addresses
  }

  /// A socket that is connecting, or connected. Throws ``WebClientError/unreachable(_:)`` when there is no descriptor
  /// for one, or nobody listens.
  package func startConnecting() throws -> Int32 {
    let number = socket(family, CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw WebClientError.unreachable(String(cString: strerror(errno))) }
    let code = bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { connect(number, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) }
    }
    guard code == 0 || errno == EINPROGRESS else {
      let reason = String(cString: strerror(errno))
      close(number)
      throw WebClientError.unreachable(reason)
    }
    return number
  }
}
