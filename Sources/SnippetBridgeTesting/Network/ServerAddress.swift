import Glibc

/// Where a server listens, looked up once.
struct ServerAddress: Sendable {
  private let family: Int32
  private let bytes: [UInt8]

  /// The first address of `host`. Throws ``TestPageError/unreachable(_:)``.
  init(host: String, port: Int) throws {
    var hints = addrinfo()
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    let problem = getaddrinfo(host, String(port), &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    guard problem == 0, let first = list?.pointee, let address = first.ai_addr else {
      throw TestPageError.unreachable("\(host): \(String(cString: gai_strerror(problem)))")
    }
    family = first.ai_family
    bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(first.ai_addrlen)))
  }

  /// A socket that is connecting, or connected; nil when there is no descriptor for one, or nobody listens.
  func startConnecting() -> Int32? {
    let number = socket(family, CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return nil }
    let code = bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { connect(number, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) }
    }
    if code == 0 || errno == EINPROGRESS { return number }
    close(number)
    return nil
  }
}
