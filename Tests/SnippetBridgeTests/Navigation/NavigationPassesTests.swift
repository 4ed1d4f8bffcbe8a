import Foundation
import SnippetBridgeWebServer
import TestSupport
import Testing

@testable import SnippetBridge

@Suite(.timeLimit(.minutes(5))) struct NavigationPassesTests {
  private let now = ContinuousClock.now

  private func target(_ text: String) throws -> NavigationTarget {
    NavigationTarget(try #require(URL(string: text)))
  }

  @Test func aPassCountsOnce() throws {
    var passes = NavigationPasses()
    passes.grant(try target("http://localhost/a?b=1#c"), to: "view", at: now)
    let results = try ["/a", "/a?b=1", "/a?b=1"].map { path in
      passes.redeem(try target("http://localhost\(path)"), at: now)
    }
    #expect(results.map { $0?.webView } == [nil, "view", nil])
  }

  @Test func aPassExpires() throws {
    var passes = NavigationPasses()
    let page = try target("http://localhost/a")
    passes.grant(page, to: "view", at: now)
    let late = passes.redeem(page, at: now + .seconds(10))
    #expect(late == nil)
  }

  @Test func onlySoManyAreKept() throws {
    var passes = NavigationPasses()
    for number in 0..<1_000 { passes.grant(try target("http://localhost/\(number)"), to: "view", at: now) }
    let oldest = passes.redeem(try target("http://localhost/0"), at: now)
    let newest = passes.redeem(try target("http://localhost/999"), at: now)
    #expect(oldest == nil && newest != nil)
  }

  /// The URL about which a page has asked must match the request that follows.
  @Test(arguments: [
    ("http://localhost:8080", ServerRequest(path: "/")),
    ("http://localhost:8080/a%20b/%C3%A4", ServerRequest(path: "/a%20b/%C3%A4")),
    ("http://localhost:8080/?q=a%20b&r", ServerRequest(path: "/", query: "q=a%20b&r")),
    ("http://localhost:8080/x#fragment", ServerRequest(path: "/x")),
    ("http://localhost:8080/c++.html?a+b;c&d", ServerRequest(path: "/c++.html", query: "a+b;c&d")),
    ("http://localhost:8080/a%2Fb//c", ServerRequest(path: "/a%2Fb//c")),
    ("http://localhost:8080/caf%E9?q=%FF", ServerRequest(path: "/caf%E9", query: "q=%FF")),
    ("http://localhost:8080/%41%25zz", ServerRequest(path: "/%41%zz")),
  ])
  func theRequestIsRecognised(url: String, request: ServerRequest) throws {
    #expect(try target(url) == NavigationTarget(request))
  }

  @Test(arguments: [
    ("/%6Eative%2F", "/native/"), ("/a%25%20b/%C3%A4", "/a%25%20b/%C3%A4"), ("/admin/caf%E9", "/admin/caf%EF%BF%BD"),
  ])
  func interceptorsReceiveOneFormOfAPath(path: String, form: String) throws {
    let url = try #require(URL(string: "http://localhost" + path)?.asRequested)
    #expect(url.path(percentEncoded: true) == form)
    #expect(NavigationTarget(url) == NavigationTarget(ServerRequest(path: path)))
  }
}
