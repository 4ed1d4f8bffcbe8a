import SnippetBridgePlatform

/// The pool of one loop's idle connections to upstream servers.
final class UpstreamPool {
  private var idle: [ObjectIdentifier: [(connection: UpstreamConnection, expiry: ContinuousClock.Instant)]] = [:]
  private var timer: OneShotTimer?
  private static let sweep = Duration.seconds(2)

  func begin(on loop: OpaquePointer) {
    timer = OneShotTimer(on: loop) { [unowned self] in closeOldOnes() }
  }

  func end() {
    for idle in idle.values.joined() { idle.connection.close() }
    idle = [:]
    timer = nil
  }

  /// Returns the most recently used idle connection that is still usable, or `nil`.
  func take(for upstream: Upstream) -> UpstreamConnection? {
    let key = ObjectIdentifier(upstream)
    while let last = idle[key]?.popLast() {
      last.connection.handler = nil
      // The upstream server may have closed the connection in the current round of events, and the loop may not have
      // handled that event yet. The socket is therefore checked here.
      if last.expiry > .now, case .blocked(.read) = PlainSocket.state(of: last.connection.descriptor) {
        return last.connection
      }
      last.connection.close()
    }
    return nil
  }

  /// Keeps a connection for reuse after a complete response, or closes the connection if it cannot be kept.
  func keep(_ connection: UpstreamConnection) {
    let key = ObjectIdentifier(connection.upstream)
    let limits = connection.upstream.limits
    guard let timer, !connection.transport.hasUnreadBytes, idle[key, default: []].count < limits.maximumIdleConnections
    else { return connection.close() }
    // An event on an idle connection means that the upstream server has closed it or has sent unexpected bytes. In both
    // cases, the connection cannot be used again.
    connection.handler = { [unowned self, unowned connection] _ in
      idle[key]?.removeAll { $0.connection === connection }
      connection.close()
    }
    connection.becomeIdle()
    idle[key, default: []].append((connection, .now + limits.idleTimeLimit))
    if !timer.isActive { timer.start(after: Self.sweep) }
  }

  private func closeOldOnes() {
    for (key, entries) in idle {
      for entry in entries where entry.expiry <= .now { entry.connection.close() }
      idle[key] = entries.filter { $0.expiry > .now }
    }
    idle = idle.filter { !$0.value.isEmpty }
    if !idle.isEmpty { timer?.start(after: Self.sweep) }
  }
}
