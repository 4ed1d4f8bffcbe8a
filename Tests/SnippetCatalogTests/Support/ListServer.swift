import DSBridgeLocks
import TestSupport

/// A server of a snippet list, over real sockets: the list at `/list`, and a socket that reports changes at
/// `/changes`.
final class ListServer: Sendable {
  private final class Site: Sendable {
    let ids: Mutex<[String]>
    let sockets = Mutex<[HandmadeSocket]>([])

    init(_ ids: [String]) {
      self.ids = Mutex(ids)
    }
  }

  private let site: Site
  private let upstream: HandmadeUpstream
  var port: Int { upstream.port }

  init(port: Int = 0, _ ids: String...) throws {
    let site = Site(ids)
    self.site = site
    upstream = try HandmadeUpstream(port: port) { link, upstream in
      guard let head = try upstream.readRequest(link) else { return }
      if head.hasPrefix("GET /changes ") {
        // Send the handshake while holding the lock. Then `tell` reaches every client that has received the handshake.
        let socket = try site.sockets.withLock { sockets in
          let socket = try HandmadeSocket(link, head: head)
          sockets.append(socket)
          return socket
        }
        while socket.read() != nil {}
      } else {
        let list = site.ids.withLock { $0 }.map { #"{ "id": "\#($0)", "target": "/\#($0)" }"# }
        let socket = "ws://127.0.0.1:\(upstream.port)/changes"
        let body = #"{ "listenOn": "\#(socket)", "snippets": [\#(list.joined(separator: ","))] }"#
        try link.send(.ok(body, type: "application/json", headers: ["Date: Thu, 01 Jan 1970 00:16:40 GMT"]))
      }
    }
  }

  deinit { stop() }

  /// The heads of all requests so far.
  var requests: [String] { upstream.requests }

  /// Replaces the list.
  func setList(_ ids: String...) {
    site.ids.withLock { $0 = ids }
  }

  /// Sends a message to all open sockets.
  func tell(_ message: String) throws {
    for socket in site.sockets.withLock({ $0 }) { try socket.send(message) }
  }

  /// Stops the server and cuts all sockets without a closing handshake.
  func stop() {
    upstream.stop()
    for socket in site.sockets.withLock({ $0 }) { socket.cut() }
  }
}
