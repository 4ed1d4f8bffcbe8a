import Platform

/// An IPv4 or IPv6 address with its port.
struct SocketAddress: Sendable {
  private var storage: sockaddr_storage
  private var length: socklen_t

  private init(storage: sockaddr_storage, length: socklen_t) {
    self.storage = storage
    self.length = length
  }

  /// Every address that `host` stands for, each once.
  static func resolve(host: String, port: Int) throws(WebServerError) -> [SocketAddress] {
    guard (0...65535).contains(port) else { throw WebServerError(.cannotBind, "There is no port \(port).") }
    var found: [SocketAddress] = []
    let error = look(host, port, flags: AI_PASSIVE) { found.append($0) }
    guard error == 0 else {
      throw WebServerError(.cannotBind, "Cannot bind host \(host): \(String(cString: gai_strerror(error))).")
    }
    return found
  }

  /// Where a client connects to, in the order in which it tries. May take seconds.
  static func lookUp(host: String, port: Int) -> Result<[SocketAddress], UpstreamFailure> {
    var found: [SocketAddress] = []
    let error = look(host, port, flags: 0) { found.append($0) }
    guard error == 0, !found.isEmpty else {
      return .failure(UpstreamFailure(.unreachable, "there is no address for \(host)"))
    }
    return .success(found)
  }

  /// Calls `body` for every address, each once. As `getaddrinfo`.
  private static func look(_ host: String, _ port: Int, flags: CInt, _ body: (SocketAddress) -> Void) -> CInt {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = SystemSocket.stream
    hints.ai_flags = flags
    var list: UnsafeMutablePointer<addrinfo>?
    let error = getaddrinfo(host, String(port), &hints, &list)
    guard error == 0 else { return error }
    defer { freeaddrinfo(list) }
    var seen: Set<String> = []
    var next = list
    while let entry = next {
      next = entry.pointee.ai_next
      guard let pointer = entry.pointee.ai_addr else { continue }
      let address = SocketAddress(copying: pointer, length: entry.pointee.ai_addrlen)
      if seen.insert(address.numericHost).inserted { body(address) }
    }
    return 0
  }

  /// The local end of a socket.
  init?(boundTo descriptor: CInt) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard result == 0 else { return nil }
    self.init(storage: storage, length: length)
  }

  init(copying address: UnsafePointer<sockaddr>, length: socklen_t) {
    var storage = sockaddr_storage()
    let size = min(Int(length), MemoryLayout<sockaddr_storage>.size)
    withUnsafeMutableBytes(of: &storage) { $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: size)) }
    self.init(storage: storage, length: socklen_t(size))
  }

  var family: Int32 { Int32(storage.ss_family) }

  var port: Int {
    get {
      withUnsafeBytes(of: storage) { bytes in
        // In both families the port follows the family, in network order.
        Int(bytes[2]) << 8 | Int(bytes[3])
      }
    }
    set {
      withUnsafeMutableBytes(of: &storage) { bytes in
        bytes[2] = UInt8(truncatingIfNeeded: newValue >> 8)
        bytes[3] = UInt8(truncatingIfNeeded: newValue)
      }
    }
  }

  var block: AddressBlock {
    withUnsafeBytes(of: storage) { bytes in
      // Behind family and port; in IPv6 also behind the flow.
      AddressBlock(family == AF_INET6 ? bytes[8..<24] : bytes[4..<8])
    }
  }

  /// "127.0.0.1", "::1".
  var numericHost: String {
    var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let error = withPointer { getnameinfo($0, $1, &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) }
    guard error == 0 else { return "?" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// "0.0.0.0" or "::".
  var isAny: Bool { ["0.0.0.0", "::"].contains(numericHost) }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
