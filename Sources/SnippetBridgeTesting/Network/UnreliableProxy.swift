import DSBridgeLocks
public import Foundation
import Glibc
import SnippetBridgePlatform

/// A proxy between pages and a server that randomly injects network faults. The seed makes runs reproducible.
///
/// The proxy listens on its own port, and cuts, delays, truncates and repeats the traffic.
///
///     let proxy = try UnreliableProxy(to: server.url(), faults: .many)
///     let page = try await TestPage.open(proxy.url, reconnects: true)
///     …
///     proxy.setFaults(.none)
///
/// The faults on the nth connection depend on the seed, on n, and on the connection's traffic. The same seed therefore
/// reproduces a run if the timing is the same. The proxy works with any HTTP/1.1 and WebSocket client, including
/// browsers. It runs until it is stopped or deallocated.
public final class UnreliableProxy: Sendable {
  /// The seed for the random numbers. Print the seed when a test fails.
  public let seed: UInt64
  /// The server's URL, with the proxy's address and port instead of the server's.
  public let url: URL
  private let control: ProxyControl
  private let listener: TCPConnection.Socket

  /// Creates a proxy that listens on a free port on 127.0.0.1. Throws ``TestPageError/unreachable(_:)`` if the server's
  /// URL has no host or the proxy cannot listen.
  public init(to server: URL, faults: NetworkFaults = .none, seed: UInt64 = .random(in: 0...UInt64(UInt32.max))) throws
  {
    guard let host = server.host(percentEncoded: false) else {
      throw TestPageError.unreachable("\(server) has no host")
    }
    let (listener, ownPort) = try Self.listen()
    var components = URLComponents(url: server, resolvingAgainstBaseURL: true)
    components?.host = "127.0.0.1"
    components?.port = ownPort
    self.seed = seed
    url = components?.url ?? server
    let port = server.port ?? (server.scheme == "https" ? 443 : 80)
    let control = ProxyControl(seed: seed, server: Endpoint(host: host, port: port, tls: nil), faults: faults)
    self.control = control
    self.listener = listener
    Thread.detachNewThread { Self.accept(listener, control) }
  }

  deinit {
    stop()
  }

  /// Sets the faults for subsequent traffic. Bytes that are already delayed keep their delay.
  public func setFaults(_ faults: NetworkFaults) {
    control.state.withLock { $0.faults = faults }
  }

  /// Closes all connections.
  public func cutAll() {
    let links = control.state.withLock { Array($0.links.values) }
    for link in links { Task { await link.cut() } }
  }

  /// The faults injected so far.
  public var counts: NetworkFaultCounts {
    control.state.withLock { $0.counts }
  }

  /// Returns the number of page connections that are open.
  func countSockets() -> Int {
    control.state.withLock { $0.links.count }
  }

  /// Closes all connections and the listener. The port is released shortly afterwards.
  public func stop() {
    control.state.withLock { $0.isStopped = true }
    // Makes the blocked accept(2) call return.
    shutdown(listener.number, CInt(SHUT_RDWR))
    cutAll()
  }

  /// Accepts connections until the proxy is stopped. Blocks the calling thread.
  private static func accept(_ listener: TCPConnection.Socket, _ control: ProxyControl) {
    var lastPage: UInt64 = 0
    while !control.state.withLock({ $0.isStopped }) {
      guard let (number, _) = SystemSocket.accept(listener.number) else {
        // All file descriptors are in use. The system does not notify the process when one becomes free, so retry after
        // a pause.
        if errno == EMFILE || errno == ENFILE { usleep(100_000) }
        continue
      }
      SystemSocket.sendAtOnce(number)
      lastPage += 1
      control.serve(TCPConnection.Socket(number: number), as: lastPage)
    }
  }

  private static func listen() throws -> (socket: TCPConnection.Socket, port: Int) {
    let number = socket(AF_INET, SystemSocket.stream | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw TestPageError.unreachable("cannot create a socket for the proxy") }
    let listener = TCPConnection.Socket(number: number)
    guard let address = try? SocketAddress.lookUp(host: "127.0.0.1", port: 0).first,
      address.withPointer({ bind(number, $0, $1) }) == 0, Glibc.listen(number, SOMAXCONN) == 0,
      let bound = SocketAddress(boundTo: number)
    else { throw TestPageError.unreachable("cannot listen on a port for the proxy") }
    return (listener, bound.port)
  }
}
