import DSBridge
import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// Limits that are derived from other limits.
extension BridgeConfiguration {
  /// The maximum size of the data that the bridge adds to a value (such as a call's argument) in a wire message, in
  /// bytes.
  static let messageOverhead = 64 << 10

  /// The configuration with normalized origins, and with some limits raised so that they fit the other limits. For
  /// example, the body limit is raised so that a body can contain the largest message.
  var agreed: BridgeConfiguration {
    var agreed = self
    agreed.origins = Set(origins.compactMap { WebOrigin($0)?.description })
    agreed.pageOrigins = Set(pageOrigins.compactMap { WebOrigin($0)?.description })
    agreed.http.maximumBodySize = max(http.maximumBodySize, maximumWireMessageSize)
    agreed.http.maximumTotalBodySize = max(http.maximumTotalBodySize, agreed.http.maximumBodySize)
    // A page that reconnects receives all unacknowledged messages at once, so the socket's queue must have space for
    // all of them.
    agreed.sockets.maximumQueuedSize = max(sockets.maximumQueuedSize, webViews.maximumUnacknowledgedSize + (1 << 20))
    agreed.webViews.maximumUnprocessedSize = max(webViews.maximumUnprocessedSize, 4 * sockets.maximumMessageSize)
    return agreed
  }

  /// Indicates whether a developer tool needs the ``WireLog``.
  var observesWire: Bool { recordingFile != nil || inspectorPort != nil }

  /// The maximum size of a wire message from a page, and of the body of a blocking call, in bytes.
  var maximumWireMessageSize: Int { sockets.maximumMessageSize + Self.messageOverhead }

  /// Returns the addresses of the listeners. `ports` contains the listeners' actual ports, in the order of ``places``.
  func addresses(_ ports: [Int]) -> [ListenerAddress] {
    zip(ports, places).map { ListenerAddress(port: $0, isSecure: $1.tls != .off, hasOwnPages: $1.site == nil) }
  }

  /// The configured addresses of all listeners: the main one, ``listeners``, and those of ``proxiedSites``, which have
  /// no documents of their own and are named by `site`. Port 0 means any free port.
  var places: [(host: String, port: Int, tls: TLS, site: String?)] {
    [(host, port, tls, nil)] + listeners.map { ($0.host, $0.port, $0.tls, nil) }
      + proxiedSites.map { (host, $0.port, tls, $0.name) }
  }

  /// The URL schemes through which browsers reach the server's own pages.
  var schemes: Set<String> { Set(places.map { $0.tls == .off ? "http" : "https" }) }

  /// Returns whether `origin` is one of the ``pageOrigins``, which are other servers whose pages load the page script.
  /// Call this only on an ``agreed`` configuration.
  func isPage(origin: WebOrigin) -> Bool { pageOrigins.contains("\(origin)") }

  /// Returns whether `origin` is one of the ``origins`` under which browsers reach this server, for example through a
  /// proxy. Call this only on an ``agreed`` configuration.
  func hasProxied(origin: WebOrigin) -> Bool { origins.contains("\(origin)") }

  /// The time limit for the hello, which is a page's first message on a socket.
  var helloTimeLimit: Duration { connections.handshakeTimeLimit }

  /// Returns the configuration for the underlying web server. Its maximum message size is ``maximumWireMessageSize``.
  /// Call this only on an ``agreed`` configuration.
  ///
  /// Throws if a certificate cannot be created, if client certificates are required but TLS is off, or if the address
  /// of a trusted proxy is invalid.
  func webServer() throws(BridgeServerError) -> WebServerConfiguration {
    var server = WebServerConfiguration()
    server.listeners = try places.map { place throws(BridgeServerError) in
      .init(host: place.host, port: place.port, tls: try files(of: place.tls), hasOwnPages: place.site == nil)
    }
    server.loops = loops
    server.trustedProxies = try trustedProxies.map { text throws(BridgeServerError) in
      guard let range = AddressRange(text) else {
        throw BridgeServerError("\"\(text)\" is not the address of a proxy. Examples: 127.0.0.1, 10.0.0.0/8, ::1.")
      }
      return range
    }
    server.connections = connections
    server.http = http
    server.sockets = sockets
    server.sockets.maximumMessageSize = maximumWireMessageSize
    server.frameAncestors = frameAncestors
    server.names = names.sorted() + origins.sorted().compactMap { WebOrigin($0)?.host.description }
    return server
  }

  /// Returns the files for TLS, or `nil` if it is off. A self-signed certificate covers all names of the server and its
  /// proxied sites.
  /// - Parameter site: The name of a site that is added while the server runs.
  func files(of tls: TLS, addedSite site: String? = nil) throws(BridgeServerError) -> TLSConfiguration? {
    let sites = proxiedSites.map(\.name) + [site].compactMap(\.self)
    let domains = ["localhost", siteDomain].compactMap(\.self)
    let names = names.sorted() + sites.flatMap { site in domains.map { "\(site).\($0)" } }
    var files: TLSConfiguration? = try BridgeServerError.describing {
      switch tls {
      case .off: nil
      case .selfSigned(let folder): try SelfSignedCertificate.ensure(in: folder, names: names)
      case .files(let certificate, let key): TLSConfiguration(certificateFile: certificate, keyFile: key)
      }
    }
    guard let clientAuthority else { return files }
    guard files != nil else {
      throw BridgeServerError("Client certificates require TLS on every port. Set tls for each listener.")
    }
    files?.clientAuthorityFile = clientAuthority
    return files
  }
}
