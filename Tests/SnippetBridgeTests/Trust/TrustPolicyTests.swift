import HTTPTypes
import SnippetBridgeWebServer
import TestSupport
import Testing

@testable import SnippetBridge

@Suite(.timeLimit(.minutes(5))) struct TrustPolicyTests {
  private let trust: TrustPolicy

  init() throws { trust = try TrustPolicy(names: ["Kiosk.example"]) }

  private func request(host: String?, origin: String? = nil, isSecure: Bool = false) -> ServerRequest {
    var headers: HTTPFields = [:]
    if let host, let name = HTTPField.Name("Host") { headers[name] = host }
    headers[.origin] = origin
    return ServerRequest(path: "/", headers: headers, isSecure: isSecure)
  }

  @Test(arguments: [
    "localhost", "localhost:8080", "LOCALHOST:8080", "tab.localhost:8080", "127.0.0.1:8080", "192.168.1.7",
    "[::1]:8080",
    "[::1]", "kiosk.example", "KIOSK.example:8080",
  ])
  func ownNamesAreServed(host: String) {
    #expect(trust.hostRefusal(of: request(host: host)) == nil)
  }

  @Test(arguments: [
    "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example",
    "kiosk.example.evil.example",
    "[::1].evil.example", "notlocalhost", "localhost@evil.example", "2130706433.evil", "[", "[evil]",
  ])
  func otherNamesAreRefused(host: String) {
    #expect(trust.hostRefusal(of: request(host: host)) != nil)
  }

  @Test func aRequestNamesItsHost() {
    #expect(trust.hostRefusal(of: request(host: nil)) == .missingHost)
    #expect(trust.hostRefusal(of: request(host: "")) == .missingHost)
  }

  @Test func onlyTheServersOwnPagesMayCall() {
    func refuses(_ origin: String?, secure: Bool = false) -> Bool {
      trust.originRefusal(of: request(host: "localhost:8080", origin: origin, isSecure: secure)) != nil
    }
    #expect(!refuses("http://localhost:8080"))
    #expect(!refuses("https://localhost:8080", secure: true))
    for origin in [
      nil, "", "null", "http://localhost", "http://localhost:8081", "https://localhost:8080", "http://127.0.0.1:8080",
      "http://evil.example", "http://localhost:8080.evil.example", "file://",
    ] {
      #expect(refuses(origin), "\(origin ?? "none")")
    }
    #expect(refuses("http://localhost:8080", secure: true))
  }

  @Test func whatWasSaidOnceIsSaidAgain() throws {
    let trust = try TrustPolicy(names: [], origins: ["https://kiosk.example"])
    for _ in 1...2 {
      for isSecure in [false, true] {
        let own = request(host: "LocalHost:8080", isSecure: isSecure)
        #expect(trust.hostRefusal(of: own) == nil)
        #expect(trust.origin(of: own) == (isSecure ? "https://localhost:8080" : "http://localhost:8080"))
        #expect(trust.isSecure(own) == isSecure)
        #expect(trust.isTrustworthy(own))
        let other = request(host: "192.168.1.7", isSecure: isSecure)
        #expect(trust.hostRefusal(of: other) == nil)
        #expect(trust.isTrustworthy(other) == isSecure)
        let foreign = request(host: "Evil.example", isSecure: isSecure)
        #expect(trust.hostRefusal(of: foreign) == .foreignHost("Evil.example"))
      }
      // A proxy either forwards the browser's `Host` header or replaces it with its own.
      #expect(trust.isSecure(request(host: "kiosk.example")))
      #expect(trust.origin(of: request(host: "kiosk.example")) == "https://kiosk.example")
      #expect(trust.isSecure(request(host: "localhost:8080", origin: "https://kiosk.example")))
      #expect(!trust.isSecure(request(host: "localhost:8080", origin: "https://evil.example")))
    }
  }

  @Test func theMemoryOfNamesIsBounded() {
    let known = KnownAuthorities()
    let authority = Authority(refusal: nil, origin: "http://a", isLocal: false)
    for number in 0..<1000 {
      let name = KnownAuthorities.Name(text: "\(number).example", isSecure: false)
      known.remember(authority, for: name)
      #expect(known[name]?.origin == "http://a")
      #expect(known.count <= KnownAuthorities.capacity)
    }
    let long = KnownAuthorities.Name(text: String(repeating: "a", count: 10_000), isSecure: false)
    known.remember(authority, for: long)
    #expect(known[long] == nil)
  }
}
