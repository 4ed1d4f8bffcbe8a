/// What the connections of one listener share. Immutable.
final class ListenerContext: Sendable {
  let port: Int
  /// Nil where plain HTTP is served.
  let tls: TLSServerContext?

  init(port: Int, tls: TLSServerContext?) {
    self.port = port
    self.tls = tls
  }
}

/// One loop's socket of a listener.
struct BoundSocket: Sendable {
  let socket: ListenSocket
  let listener: ListenerContext
}
