import Platform
package import Logging
import Locks

/// An HTTP/1.1 and WebSocket server on a number of event loops that share a port. Once started it runs until it is
/// stopped, even if nobody keeps a reference to it.
///
/// SIGPIPE is ignored in the whole process from the first start on: libwebsockets does so, and OpenSSL writes with
/// write(2), which knows no MSG_NOSIGNAL. The loops' threads block all signals besides.
package final class WebServer: Sendable {
  private enum State {
    case new
    case starting
    case running([RunningLoop])
    case stopped
  }

  private let server: ServerContext
  private let state = Mutex(State.new)

  package init(
    configuration: WebServerConfiguration, handler: any RequestHandler, observer: (any RequestObserver)? = nil,
    logger: Logger
  ) {
    server = ServerContext(configuration: configuration, handler: handler, observer: observer, logger: logger)
  }

  /// Binds, starts the loops, and returns the port of each listener. Throws ``WebServerError``; then nothing is left
  /// running.
  package func start() async throws(WebServerError) -> [Int] {
    let isNew = state.withLock { state in
      guard case .new = state else { return false }
      state = .starting
      return true
    }
    guard isNew else { throw WebServerError(.alreadyStarted, "This server was started before; make a new one.") }
    var running: [RunningLoop] = []
    do throws(WebServerError) {
      let configuration = server.configuration
      for listener in configuration.listeners { try listener.tls?.validate() }
      if let descriptors = DescriptorLimit.fit() { server.connections.fit(descriptors: descriptors) }
      let count = max(1, configuration.loops ?? sysconf(CInt(_SC_NPROCESSORS_ONLN)))
      let bindings = try configuration.listeners.map { listener throws(WebServerError) in
        try PortBinding.bind(host: listener.host, port: listener.port, loops: count)
      }
      let addresses = zip(configuration.listeners, bindings).map {
        ListenerAddress(port: $1.port, isSecure: $0.tls != nil, hasOwnPages: $0.hasOwnPages)
      }
      var perLoop = [[BoundSocket]](repeating: [], count: count)
      for (index, listener) in configuration.listeners.enumerated() {
        let tls = try listener.tls.map { tls throws(WebServerError) in try TLSServerContext(tls) }
        let context = ListenerContext(index: index, addresses: addresses, tls: tls)
        for (loop, sockets) in bindings[index].perLoop.enumerated() {
          perLoop[loop] += sockets.map { BoundSocket(socket: $0, listener: context) }
        }
      }
      for (index, sockets) in perLoop.enumerated() {
        running.append(try await RunningLoop.start(server: server, sockets: sockets, index: index))
      }
      state.withLock { $0 = .running(running) }
      return addresses.map(\.port)
    } catch {
      for loop in running { await loop.stop() }
      state.withLock { $0 = .stopped }
      throw error
    }
  }

  /// Closes the listening sockets; who is connected stays.
  package func stopAccepting() {
    for loop in loops { Task { await loop.state.stopAccepting() } }
  }

  /// Stops accepting, closes WebSockets with 1001, lets requests being answered finish for at most `limit`, then cuts
  /// what is left, and returns when every thread has ended. Harmless when the server is not running.
  package func stop(within limit: Duration) async {
    let loops = state.withLock { state -> [RunningLoop] in
      guard case .running(let loops) = state else { return [] }
      state = .stopped
      return loops
    }
    await withTaskGroup(of: Void.self) { group in
      for loop in loops {
        group.addTask { await loop.shutDown(within: limit) }
      }
    }
  }

  private var loops: [RunningLoop] {
    state.withLock { state in
      if case .running(let loops) = state { loops } else { [] }
    }
  }
}
