import DSBridgeLocks
package import Logging
import SnippetBridgePlatform

/// An HTTP/1.1 and WebSocket server that runs on several event loops, which share each port. A started server runs
/// until it is stopped, even if the program keeps no reference to it.
///
/// The first start makes the whole process ignore SIGPIPE, because libwebsockets changes this setting. OpenSSL also
/// needs the setting, because it writes with write(2), which has no flag like MSG_NOSIGNAL. The loops' threads also
/// block all signals.
package final class WebServer: Sendable {
  private struct State {
    var wasStarted = false
    /// The loops; empty unless the server is running.
    var loops: [RunningLoop] = []
    var addresses: [ListenerAddress] = []
  }

  private let server: ServerContext
  private let state = Mutex(State())

  package init(
    configuration: WebServerConfiguration, handler: any RequestHandler, observer: (any RequestObserver)? = nil,
    logger: Logger
  ) {
    server = ServerContext(configuration: configuration, handler: handler, observer: observer, logger: logger)
  }

  /// Binds the listeners, starts the loops, and returns the port of each listener. After a failure, stops everything
  /// that was started, and throws a ``WebServerError``.
  package func start() async throws(WebServerError) -> [Int] {
    guard !state.withLock({ exchange(&$0.wasStarted, with: true) }) else {
      throw WebServerError(.alreadyStarted, "This server was already started. Create a new WebServer.")
    }
    var running: [RunningLoop] = []
    do throws(WebServerError) {
      let configuration = server.configuration
      if let descriptors = DescriptorLimit.fit() { server.connections.fit(descriptors: descriptors) }
      let count = max(1, configuration.loops ?? sysconf(CInt(_SC_NPROCESSORS_ONLN)))
      let bound = try configuration.listeners.map { listener throws(WebServerError) in
        try BoundListener(listener, loops: count, isShared: configuration.sharesPorts)
      }
      for index in 0..<count { running.append(try await RunningLoop.start(server: server, index: index)) }
      let addresses = bound.map(\.address)
      for (index, listener) in bound.enumerated() { listener.listen(on: running, index, of: addresses) }
      state.withLock { ($0.loops, $0.addresses) = (running, addresses) }
      return addresses.map(\.port)
    } catch {
      for loop in running { await loop.shutDown(within: .zero) }
      throw error
    }
  }

  /// Adds a listener to a running server. Returns its index and port when its sockets are listening; the loops accept
  /// connections soon after that. Indices are never reused.
  ///
  /// For requests that arrive at earlier listeners, ``ServerRequest/listeners`` does not contain the new listener.
  package func add(_ listener: WebServerConfiguration.Listener) async throws(WebServerError) -> (index: Int, port: Int)
  {
    let loops = loops
    guard !loops.isEmpty else { throw Self.notRunning }
    // This call blocks the thread while it resolves the host's name and binds the sockets. This takes little time for a
    // numeric address or localhost.
    let bound = try BoundListener(listener, loops: loops.count)
    let addresses = state.withLock { state -> [ListenerAddress]? in
      guard !state.loops.isEmpty else { return nil }
      state.addresses.append(bound.address)
      return state.addresses
    }
    guard let addresses else { throw Self.notRunning }
    bound.listen(on: loops, addresses.count - 1, of: addresses)
    return (addresses.count - 1, bound.address.port)
  }

  /// Removes a listener: closes its sockets, and closes its connections when they have answered their current requests.
  package func removeListener(_ index: Int) {
    for loop in loops { loop.give(.stopListening(index)) }
  }

  private static let notRunning = WebServerError(
    .notRunning, "The server is not running. Add listeners after it has started.")

  /// Closes the listening sockets. Existing connections stay open.
  package func stopAccepting() {
    for loop in loops { loop.give(.stopAccepting) }
  }

  /// Stops accepting connections and closes WebSockets with code 1001. Requests that are being answered may finish
  /// within `limit`; after that, their connections are closed. Returns when all threads have ended. Has no effect if
  /// the server is not running.
  package func stop(within limit: Duration) async {
    let loops = state.withLock { exchange(&$0.loops, with: []) }
    await withTaskGroup(of: Void.self) { group in
      for loop in loops {
        group.addTask { await loop.shutDown(within: limit) }
      }
    }
  }

  private var loops: [RunningLoop] { state.withLock { $0.loops } }
}

/// A listener whose sockets are bound.
private struct BoundListener {
  let address: ListenerAddress
  private let perLoop: [[ListenSocket]]
  private let tls: TLSServerContext?

  init(
    _ listener: WebServerConfiguration.Listener, loops: Int, isShared: Bool = false
  ) throws(WebServerError) {
    try listener.tls?.validate()
    tls = try listener.tls.map { tls throws(WebServerError) in try TLSServerContext(tls) }
    perLoop = try ListenSocket.make(host: listener.host, port: listener.port, loops: loops, isShared: isShared)
    address = ListenerAddress(
      port: perLoop[0][0].address.port, isSecure: tls != nil, hasOwnPages: listener.hasOwnPages)
  }

  /// Lets the loops accept connections.
  func listen(on loops: [RunningLoop], _ index: Int, of addresses: [ListenerAddress]) {
    let context = ListenerContext(index: index, addresses: addresses, tls: tls)
    for (loop, sockets) in zip(loops, perLoop) { loop.give(.listen(sockets, context)) }
  }
}
