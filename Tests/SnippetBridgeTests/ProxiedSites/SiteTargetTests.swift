import ArgumentParser
import SnippetBridgeHTTP
import Testing

@testable import SnippetBridge

@Suite(.timeLimit(.minutes(5))) struct SiteTargetTests {
  @Test(arguments: [
    ("http://localhost:5173", false, "localhost", 5173), ("HTTPS://Shop.Example/", true, "shop.example", 443),
    ("http://127.0.0.1", false, "127.0.0.1", 80), ("http://[::1]:8000", false, "::1", 8000),
    ("https://[::1]", true, "::1", 443),
  ])
  func anOriginHasItsParts(text: String, isSecure: Bool, host: String, port: Int) throws {
    let target = try #require(WebOrigin(text))
    #expect(target.isSecure == isSecure && target.host.serverName == host && target.port == port)
  }

  @Test(arguments: [
    "localhost:5173", "ftp://a", "http://", "http:///", "http://a/b", "http://a?b", "http://a#b", "http://u@a",
    "http://a:",
    "http://a:0", "http://a:65536", "http://a:x", "http://a b", "http://[::1", "//a", "http://a\r\nb",
  ])
  func othersAreRefusedByName(text: String) {
    var configuration = BridgeConfiguration(port: 0)
    configuration.documents = .memory(["index.html": ""])
    configuration.proxiedSites = [ProxiedSite(name: "shop", target: text)]
    let error = #expect(throws: BridgeServerError.self) { try BridgeServer(configuration: configuration) { _ in } }
    #expect(error?.description.contains("of the proxied site \"shop\" is not an origin") == true)
  }

  @Test(arguments: [
    ("http://localhost:1", "localhost", true), ("http://localhost:1", "127.0.0.1", true),
    ("http://shop.localhost:1", "::1", true), ("http://127.0.0.1:1", "0.0.0.0", true), ("http://[::1]:1", "::", true),
    ("http://127.0.0.1:1", "::", true), ("http://own.example:1", "Own.example", true),
    ("http://0.0.0.0:1", "127.0.0.1", true), ("http://192.168.1.2:1", "192.168.1.2", true),
    ("http://localhost:2", "localhost", false), ("http://[::1]:1", "127.0.0.1", false),
    ("http://127.0.0.2:1", "127.0.0.1", false), ("http://a.example:1", "127.0.0.1", false),
    ("http://192.168.1.2:1", "127.0.0.1", false), ("http://localhost:1", "192.168.1.2", false),
  ])
  func whichTargetIsThisServer(text: String, listener: String, isThis: Bool) throws {
    #expect(try #require(WebOrigin(text)).leads(to: listener, port: 1) == isThis)
  }

  /// A server refuses itself as a target. Otherwise it would forward each request to itself until its connection limit
  /// is reached.
  @Test func theServerItselfIsNoTarget() {
    for change: (inout BridgeConfiguration) -> Void in [
      { $0.port = 8080 }, { $0.proxiedSites[0].port = 8080 },
      { $0.listeners = [.init(host: "127.0.0.1", port: 8080, documents: MemoryDocuments(["index.html": ""]))] },
    ] {
      var configuration = BridgeConfiguration(port: 0)
      configuration.documents = .memory(["index.html": ""])
      configuration.proxiedSites = [ProxiedSite(name: "shop", target: "http://localhost:8080")]
      change(&configuration)
      let error = #expect(throws: BridgeServerError.self) { try BridgeServer(configuration: configuration) { _ in } }
      #expect(error?.description.contains("\"shop\" is this server itself") == true)
    }
  }

  @Test func commandLine() throws {
    let options = try BridgeOptions.parse([
      "--remote", "shop=http://localhost:5173", "--remote", "docs:8082=https://a.example/?x=y",
    ])
    #expect(
      options.configuration().proxiedSites == [
        ProxiedSite(name: "shop", target: "http://localhost:5173"),
        ProxiedSite(name: "docs", target: "https://a.example/?x=y", port: 8082),
      ])
    let secure = try BridgeOptions.parse(["--remote", "a=https://a", "--remote-ca", "ca.pem"]).configuration()
    #expect(secure.proxiedSites == [ProxiedSite(name: "a", target: "https://a", authorityFile: "ca.pem")])
    for port in ["x", "65536", "-1", "+5", "-0", ""] {
      #expect(throws: (any Error).self) { try BridgeOptions.parse(["--remote", "shop:\(port)=http://a"]) }
    }
    for text in ["shop", ""] {
      #expect(throws: (any Error).self) { try BridgeOptions.parse(["--remote", text]) }
    }
  }

  @Test func namesAreThoseOfHosts() throws {
    func start(_ names: String...) throws {
      var configuration = BridgeConfiguration(root: "public")
      configuration.documents = .memory(["index.html": ""])
      configuration.proxiedSites = names.map { ProxiedSite(name: $0, target: "http://localhost:1") }
      _ = try BridgeServer(configuration: configuration) { _ in }
    }
    try start("shop", "a-1")
    for name in ["", "Shop", "a.b", "-a", "a-", "a b", "ä", String(repeating: "a", count: 64)] {
      #expect(throws: BridgeServerError.self) { try start(name) }
    }
    #expect(throws: BridgeServerError.self) { try start("a", "a") }
  }

  @Test func anAuthorityFileMustBeOne() {
    var configuration = BridgeConfiguration()
    configuration.documents = .memory(["index.html": ""])
    configuration.proxiedSites = [
      ProxiedSite(name: "shop", target: "https://localhost:1", authorityFile: "/nothing.pem")
    ]
    let error = #expect(throws: BridgeServerError.self) { try BridgeServer(configuration: configuration) { _ in } }
    for part in ["/nothing.pem", "shop", "No such file or directory"] {
      #expect(error?.description.contains(part) == true, "\(part)")
    }
  }
}
