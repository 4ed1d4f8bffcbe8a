import Glibc

/// An IPv4 or IPv6 address with a port.
package struct SocketAddress: Sendable {
  private var storage: sockaddr_storage
  private var length: socklen_t

  package struct LookUpFailure: Error {
    package let reason: String
  }

  /// Resolves a host name. Returns the addresses without duplicates, in the order in which a client should try them.
  /// The lookup may block for seconds. A name below `localhost` has the addresses of `localhost`, as in browsers
  /// (RFC 6761, section 6.3), whether or not the system's resolver knows such names.
  /// - Parameter toListen: whether the addresses are for listening.
  package static func lookUp(
    host: String, port: Int, toListen: Bool = false
  ) throws(LookUpFailure) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = SystemSocket.stream
    hints.ai_flags = toListen ? AI_PASSIVE : 0
    var list: UnsafeMutablePointer<addrinfo>?
    let name = host.lowercased().hasSuffix(".localhost") ? "localhost" : host
    let error = getaddrinfo(name, String(port), &hints, &list)
    guard error == 0 else { throw LookUpFailure(reason: String(cString: gai_strerror(error))) }
    defer { freeaddrinfo(list) }
    var found: [SocketAddress] = []
    var seen: Set<String> = []
    var next = list
    while let entry = next {
      next = entry.pointee.ai_next
      guard let pointer = entry.pointee.ai_addr else { continue }
      let address = SocketAddress(copying: pointer, length: entry.pointee.ai_addrlen)
      if seen.insert(address.numericHost).inserted { found.append(address) }
    }
    guard !found.isEmpty else { throw LookUpFailure(reason: "the host has no address") }
    return found
  }

  /// Creates the local address of a socket.
  package init?(boundTo descriptor: CInt) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard result == 0 else { return nil }
    (self.storage, self.length) = (storage, length)
  }

  package init(copying address: UnsafePointer<sockaddr>, length: socklen_t) {
    var storage = sockaddr_storage()
    let size = min(Int(length), MemoryLayout<sockaddr_storage>.size)
    withUnsafeMutableBytes(of: &storage) { $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: size)) }
    (self.storage, self.length) = (storage, socklen_t(size))
  }

  package var family: Int32 { Int32(storage.ss_family) }

  package var port: Int {
    get {
      withUnsafeBytes(of: storage) { bytes in
        // In IPv4 and IPv6 addresses, the port follows the address family, in network order.
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

  /// The address in numeric form, such as "127.0.0.1" or "::1".
  package var numericHost: String {
    var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let error = withPointer { getnameinfo($0, $1, &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) }
    guard error == 0 else { return "?" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether this is the wildcard address, "0.0.0.0" or "::".
  package var isAny: Bool { ["0.0.0.0", "::"].contains(numericHost) }

  package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
