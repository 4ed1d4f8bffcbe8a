import DSBridgeLocks
import Glibc

/// Ports for servers that stop and start again.
///
/// The ports are below those that Linux assigns automatically, so that no other test can receive one of them in
/// between.
package enum ReservedPort {
  private static let count = Atomic(Int(getpid()) * 7)

  /// Returns a port of 127.0.0.1 that is currently free. Each port is returned once.
  package static func next() -> Int {
    while true {
      let port = 20_000 + count.wrappingAdd(1, ordering: .relaxed).newValue % 12_000
      if isFree(port) { return port }
    }
  }

  private static func isFree(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var one: CInt = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<CInt>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
