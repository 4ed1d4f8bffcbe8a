import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct FrameAncestorsTests {
  private func sources(
    _ configured: String, host: String?, listeners: [ListenerAddress], listener: Int = 0
  ) -> String {
    var headers = HTTPFields()
    if let host, let name = HTTPField.Name("Host") { headers[name] = host }
    var request = ServerRequest(path: "/", headers: headers)
    request.listeners = listeners
    request.listener = listener
    return FrameAncestors.sources(configured, names: ["kiosk.example"], for: request)
  }

  private let three = [
    ListenerAddress(port: 80, isSecure: false), ListenerAddress(port: 8443, isSecure: true),
    ListenerAddress(port: 8080, isSecure: false),
  ]

  @Test func selfIsEveryListener() {
    #expect(
      sources("'self' https://shell.example", host: "kiosk.example:80", listeners: three)
        == "'self' https://shell.example https://kiosk.example:8443 http://kiosk.example:8080")
    #expect(sources("'self'", host: "kiosk.example", listeners: [three[0]]) == "'self'")
  }

  /// A proxied site has another host name than the pages that show it.
  @Test func aListenerWithoutPagesNamesThoseOfTheServer() {
    let site = ListenerAddress(port: 8081, isSecure: false, hasOwnPages: false)
    #expect(
      sources("'self'", host: "shop.localhost:8081", listeners: [three[0], site], listener: 1)
        == "'self' http://localhost:80 http://127.0.0.1:80")
    #expect(
      sources("'self'", host: "shop.sites.example:8081", listeners: [three[0], site], listener: 1)
        == "'self' http://kiosk.example:80")
    #expect(sources("'self'", host: "kiosk.example", listeners: [three[0], site]) == "'self'")
  }

  @Test(arguments: ["'none'", "https://shell.example"]) func whereItIsNotNamedNobodyIsAdded(configured: String) {
    #expect(sources(configured, host: "kiosk.example", listeners: three) == configured)
  }

  /// A `Host` that a CSP source cannot express, or that would end the source, adds no sources.
  @Test(arguments: [nil, "[::1]:80", "a;script-src", "a,b", "*", ":80", "ä"]) func otherHostsAreLeftOut(host: String?) {
    #expect(sources("'self'", host: host, listeners: three) == "'self'")
  }
}
