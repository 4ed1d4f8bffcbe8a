import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct FrameAncestorsTests {
  private func sources(_ configured: String, host: String?, listeners: [ListenerAddress]) -> String {
    var headers = HTTPFields()
    if let host, let name = HTTPField.Name("Host") { headers[name] = host }
    var request = ServerRequest(path: "/", headers: headers)
    request.listeners = listeners
    return FrameAncestors.sources(configured, for: request)
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

  @Test(arguments: ["'none'", "https://shell.example"]) func whereItIsNotNamedNobodyIsAdded(configured: String) {
    #expect(sources(configured, host: "kiosk.example", listeners: three) == configured)
  }

  /// A `Host` that a CSP source cannot express, or that would end the source, adds no sources.
  @Test(arguments: [nil, "[::1]:80", "a;script-src", "a,b", "*", ":80", "ä"]) func otherHostsAreLeftOut(host: String?) {
    #expect(sources("'self'", host: host, listeners: three) == "'self'")
  }
}
