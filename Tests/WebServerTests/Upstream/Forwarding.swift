import HTTPTypes
import SnippetBridgeHTTP
import TestSupport

@testable import SnippetBridgeWebServer

extension Upstream {
  convenience init(
    host: String, port: Int, isSecure: Bool, authorityFile: String? = nil, limits: UpstreamLimits = UpstreamLimits()
  ) throws {
    guard let host = WebHost(host) else { throw TestError("\(host) is no host") }
    try self.init(
      WebOrigin(isSecure: isSecure, host: host, port: port), authorityFile: authorityFile, limits: limits)
  }
}

/// Runs `body` with a server that forwards everything unchanged to an upstream server.
func withForwarding(
  to upstream: Upstream, _ scheme: Scheme = .plain, change: (inout WebServerConfiguration) -> Void = { _ in },
  _ body: @escaping @Sendable (Int) throws -> Void
) async throws {
  var handler = TestHandler()
  handler.forward = { .forward(.passing($0, to: upstream)) }
  try await withServer(scheme, handler, change: change, body)
}

func withForwarding(
  to upstream: HandmadeUpstream, _ scheme: Scheme = .plain, limits: UpstreamLimits = UpstreamLimits(),
  change: (inout WebServerConfiguration) -> Void = { _ in }, _ body: @escaping @Sendable (Int) throws -> Void
) async throws {
  let target = try Upstream(host: "127.0.0.1", port: upstream.port, isSecure: false, limits: limits)
  try await withForwarding(to: target, scheme, change: change, body)
}

extension ForwardedRequest {
  static func passing(_ request: ServerRequest, to upstream: Upstream) -> ForwardedRequest {
    let fields = endToEndFields(of: request.headers).filter { $0.name.canonicalName != "host" }
    var forwarded = ForwardedRequest(
      to: upstream, method: request.method, target: request.target.originForm, fields: fields)
    forwarded.isUpgrade = request.headers[.upgrade] == "websocket"
    return forwarded
  }
}
