/// Where a listener is, once it listens.
package struct ListenerAddress: Sendable, Hashable {
  package let port: Int
  /// It serves https and wss.
  package let isSecure: Bool
  /// Its pages are the server's own: the server's others may be framed by them.
  package let hasOwnPages: Bool

  package init(port: Int, isSecure: Bool, hasOwnPages: Bool = true) {
    self.port = port
    self.isSecure = isSecure
    self.hasOwnPages = hasOwnPages
  }
}

/// What the connections of one listener share. Immutable.
final class ListenerContext: Sendable {
  let index: Int
  /// Of all listeners of the server, this one included.
  let addresses: [ListenerAddress]
  /// Nil where plain HTTP is served.
  let tls: TLSServerContext?
  var port: Int { addresses[index].port }

  init(index: Int, addresses: [ListenerAddress], tls: TLSServerContext?) {
    self.index = index
    self.addresses = addresses
    self.tls = tls
  }
}

/// One loop's socket of a listener.
struct BoundSocket: Sendable {
  let socket: ListenSocket
  let listener: ListenerContext
}
