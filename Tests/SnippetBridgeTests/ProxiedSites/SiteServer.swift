import Foundation
import Logging
import SnippetBridge
import SnippetBridgeTesting
import TestSupport

/// A server with proxied sites for one test: `shop`, and `blog` if there is a second target.
struct SiteServer {
  let server: BridgeServer
  /// The URL of the server's own pages, followed by the URL of each proxied site.
  let urls: [URL]

  static func run(
    _ targets: HandmadeUpstream..., configure: (inout BridgeConfiguration) -> Void = { _ in },
    prepare: @escaping @Sendable (WebView) -> Void = { $0.addInterface(Fixture(), by: nil) },
    prepareSite: (@Sendable (WebView) async throws -> Void)? = { $0.addInterface(Fixture(), by: nil) },
    _ body: (SiteServer) async throws -> Void
  ) async throws {
    var configuration = BridgeConfiguration(port: 0, loops: 2)
    configuration.logger.logLevel = .critical
    configuration.documents = MemoryDocuments(["index.html": "<title>own</title>"])
    configuration.proxiedSites = zip(["shop", "blog"], targets).map {
      ProxiedSite(name: $0, target: "http://127.0.0.1:\($1.port)")
    }
    configure(&configuration)
    let server = try BridgeServer(configuration: configuration, prepare: prepare)
    if let prepareSite {
      for site in configuration.proxiedSites { server.prepare(proxiedSite: site.name, prepareSite) }
    }
    try await server.run {
      try await body(SiteServer(server: server, urls: try await server.urls()))
    }
  }

  func http(_ index: Int = 1) -> HTTPExchange {
    HTTPExchange(host: urls[index].host() ?? "", port: urls[index].port ?? 0)
  }

  /// Returns the origin of a listener, such as `http://shop.localhost:port`.
  func origin(_ index: Int = 1) -> String { String(urls[index].absoluteString.dropLast()) }

  /// The sources of `frame-ancestors` for a page of a site.
  var ancestors: String {
    "'self' http://localhost:\(urls[0].port ?? 0) http://127.0.0.1:\(urls[0].port ?? 0)"
  }

  /// Requests a page like a browser that opens it.
  func browse(
    _ target: String, _ index: Int = 1, method: String = "GET", more: [(String, String)] = []
  ) async throws -> HTTPReply {
    let headers = [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")]
    return try await http(index).request(method, target, headers: headers + more)
  }
}

extension HandmadeUpstream {
  /// Creates a site with one page, `<title>remote</title>`. Other requests are answered according to their paths.
  static func site() throws -> HandmadeUpstream {
    try HandmadeUpstream { head, body in
      let path = head.split(separator: " ")[1]
      if path.hasPrefix("/redirect") {
        let host = head.headerValue("Host") ?? ""
        return "HTTP/1.1 302 Found\r\nLocation: http://\(host)/native\r\nContent-Length: 0\r\n\r\n"
      }
      if path.hasPrefix("/login") {
        return .ok("in", headers: ["Set-Cookie: sid=1; HttpOnly", "Set-Cookie: csrf=2"])
      }
      if head.hasPrefix("POST") { return .ok("posted \(String(decoding: body, as: UTF8.self))") }
      return .ok("<!doctype html><title>remote</title>", type: "text/html")
    }
  }
}
