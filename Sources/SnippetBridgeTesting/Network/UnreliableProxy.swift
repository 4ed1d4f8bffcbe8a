public import Foundation
import Glibc
import Locks
import Platform

/// A network that breaks: stands between pages and a server on a port of its own, and cuts, delays, truncates and
/// repeats what goes through it, at random, from a seed.
///
///     let proxy = try UnreliableProxy(to: server.url(), faults: .many)
///     let page = try await TestPage.open(proxy.url, reconnects: true)
///     …
///     proxy.setFaults(.none)
///
/// What happens to the nth connection is decided by the seed, n, and what the connection carries; so a seed repeats a
/// run as far as its timing repeats. For any HTTP/1.1 and WebSocket client, browsers included. Works until it is
/// stopped or freed.
public final class UnreliableProxy: Sendable {
  /// What its randomness starts from; print it where a test fails.
  public let seed: UInt64
  /// As the server's, with the proxy's address and port.
  public let url: URL
  private let control: ProxyControl

  /// Listens on a free port of 127.0.0.1. Throws ``TestPageError/unreachable(_:)`` when the server's address has no
  /// host, or there is no port.
  public init(to server: URL, faults: NetworkFaults = .none, seed: UInt64 = .random(in: 0...UInt64(UInt32.max))) throws
  {
    guard let host = server.host(percentEncoded: false) else {
      throw TestPageError.unreachable("\(server) has no host")
    }
    let address = try Self.lookUp(host, server.port ?? (server.scheme == "https" ? 443 : 80))
    let control = try ProxyControl(seed: seed, faults: faults)
    let (listener, port) = try Self.listen()
    var components = URLComponents(url: server, resolvingAgainstBaseURL: true)
    components?.host = "127.0.0.1"
    components?.port = port
    self.seed = seed
    url = components?.url ?? server
    self.control = control
    Thread.detachNewThread {
      ProxyLoop(control: control, listener: listener, server: address).run()
    }
  }

  deinit {
    stop()
  }

  /// From now on; what is held back already still arrives late.
  public func setFaults(_ faults: NetworkFaults) {
    control.state.withLock { $0.faults = faults }
    control.ring()
  }

  /// Ends every connection there is.
  public func cutAll() {
    control.state.withLock { $0.cutsAll = true }
    control.ring()
  }

  /// What it has done until now.
  public var counts: NetworkFaultCounts {
    control.state.withLock { $0.counts }
  }

  /// How many ends of connections it held when it last looked; makes it look again.
  func countSockets() -> Int {
    control.ring()
    return control.state.withLock { $0.sockets }
  }

  /// Ends every connection, and accepts no more. The port is free soon after.
  public func stop() {
    control.state.withLock { $0.isStopped = true }
    control.ring()
  }

  /// The first address of `host`.
  private static func lookUp(_ host: String, _ port: Int) throws -> SocketAddress {
    do { return try SocketAddress.ofServer(host: host, port: port)[0] } catch { throw TestPageError.of(error) }
  }

  private static func listen() throws -> (number: Int32, port: Int) {
    let number = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw TestPageError.unreachable("no socket for a proxy") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(number, address, size) == 0 && Glibc.listen(number, SOMAXCONN) == 0
          && getsockname(number, address, &size) == 0
      }
    }
    guard code else {
      close(number)
      throw TestPageError.unreachable("no port for a proxy")
    }
    return (number, Int(UInt16(bigEndian: address.sin_port)))
  }
}
