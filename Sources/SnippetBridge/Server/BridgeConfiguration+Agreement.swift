import DSBridge
import SnippetBridgeHTTP
import WebServer

/// Limits that follow from other limits.
extension BridgeConfiguration {
  /// What a frame has around a message of a page, a call around its arguments, in bytes.
  static let frameOverhead = 64 << 10

  /// The same with limits raised that are smaller than others need.
  var agreed: BridgeConfiguration {
    var agreed = self
    agreed.origins = Set(origins.compactMap { WebOrigin($0)?.description })
    agreed.pageOrigins = Set(pageOrigins.compactMap { WebOrigin($0)?.description })
    agreed.http.maximumBodySize = max(http.maximumBodySize, maximumFrameSize)
    agreed.http.maximumTotalBodySize = max(http.maximumTotalBodySize, agreed.http.maximumBodySize)
    // A page that comes back gets all at once that it has not acknowledged.
    agreed.sockets.maximumQueuedSize = max(
      sockets.maximumQueuedSize, webViews.maximumUnacknowledgedSize + (1 << 20))
    agreed.webViews.maximumUnprocessedSize = max(webViews.maximumUnprocessedSize, 4 * sockets.maximumMessageSize)
    return agreed
  }

  /// The largest frame of a page, and body of a blocking call, in bytes.
  var maximumFrameSize: Int { sockets.maximumMessageSize + Self.frameOverhead }

  /// Where it listens, on these ports.
  func addresses(_ ports: [Int]) -> [ListenerAddress] {
    let all = [tls] + listeners.map(\.tls) + remoteSnippets.map { _ in tls }
    return zip(ports, all).map { ListenerAddress(port: $0, isSecure: $1 != .off) }
  }

  /// Where it is to listen; port 0 stands for any.
  var places: [(host: String, port: Int)] {
    [(host, port)] + listeners.map { ($0.host, $0.port) } + remoteSnippets.map { (host, $0.port) }
  }

  /// Those that browsers reach its ports by.
  var schemes: Set<String> {
    Set(([tls] + listeners.map(\.tls)).map { $0 == .off ? "http" : "https" })
  }

  /// Whether pages of this origin are another server's. Of an agreed configuration.
  func isPage(origin: WebOrigin) -> Bool { pageOrigins.contains("\(origin)") }

  /// Whether pages of this origin come through a proxy. Of an agreed configuration.
  func hasProxied(origin: WebOrigin) -> Bool { origins.contains("\(origin)") }

  /// For the hello on a socket.
  var helloTimeLimit: Duration { connections.handshakeTimeLimit }

  /// What the web server below is told of an agreed configuration: a message of its sockets is a frame of the bridge.
  /// Throws when a certificate cannot be made, client certificates are wanted without TLS, or a trusted proxy is no
  /// address.
  func webServer() throws(BridgeServerError) -> WebServerConfiguration {
    var server = WebServerConfiguration()
    server.listeners = [.init(host: host, port: port, tls: try files(of: tls))]
    for listener in listeners {
      server.listeners.append(.init(host: listener.host, port: listener.port, tls: try files(of: listener.tls)))
    }
    for snippet in remoteSnippets {
      server.listeners.append(.init(host: host, port: snippet.port, tls: try files(of: tls), hasOwnPages: false))
    }
    server.loops = loops
    server.trustedProxies = try trustedProxies.map { text throws(BridgeServerError) in
      guard let range = AddressRange(text) else {
        throw BridgeServerError("\"\(text)\" is no address of a proxy: 127.0.0.1, 10.0.0.0/8 and ::1 would be some.")
      }
      return range
    }
    server.connections = connections
    server.http = http
    server.sockets = sockets
    server.sockets.maximumMessageSize = maximumFrameSize
    server.frameAncestors = frameAncestors
    return server
  }

  private func files(of tls: TLS) throws(BridgeServerError) -> TLSConfiguration? {
    var files: TLSConfiguration? = try BridgeServerError.describing {
      switch tls {
      case .off: nil
      case .selfSigned(let folder): try SelfSignedCertificate.ensure(in: folder)
      case .files(let certificate, let key): TLSConfiguration(certificateFile: certificate, keyFile: key)
      }
    }
    guard let clientAuthority else { return files }
    guard files != nil else {
      throw BridgeServerError("Client certificates need TLS, on every port: there is no handshake without it.")
    }
    files?.clientAuthorityFile = clientAuthority
    return files
  }
}
