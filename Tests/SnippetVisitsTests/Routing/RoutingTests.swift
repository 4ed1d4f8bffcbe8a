import DSBridge
import Foundation
import Testing

@testable import SnippetVisits

/// The rules R61 to R64 of docs/internals/visit-rules.md, with a navigator that records proposals.
@Suite(.timeLimit(.minutes(1))) struct RoutingTests {
  private final class Recorder: Navigating {
    var events: [String] = []
    var rootViewController: ViewController? { nil }
    var modalRootViewController: ViewController? { nil }
    var activeWebView: WebView? { nil }
    var currentVisitableURL: URL? { nil }

    func route(_ proposal: VisitProposal) { route(proposal.url, options: nil, parameters: nil) }
    func route(_ url: URL, options: VisitOptions?, parameters: Props?) { events.append("route \(url.absoluteString)") }
    func pop(animated: Bool) {}
    func clearAll(animated: Bool) {}
    func reload() { events.append("reload") }
    func openExternally(_ url: URL) { events.append("open \(url.absoluteString)") }
    func browse(_ url: URL) { events.append("browse \(url.absoluteString)") }
  }

  private struct Handler: RouteDecisionHandler {
    let name = "own"
    let word: String
    let decision: RouteDecider.Decision

    func matches(proposal: VisitProposal, configuration: Navigator.Configuration) -> Bool {
      proposal.url.path.contains(word)
    }

    func handle(
      proposal: VisitProposal, configuration: Navigator.Configuration, navigator: any Navigating
    ) -> RouteDecider.Decision {
      navigator.openExternally(URL(string: "own:\(word)") ?? proposal.url)
      return decision
    }
  }

  private let navigator = Recorder()

  private func configuration(_ config: HotwireConfig = HotwireConfig()) throws -> Navigator.Configuration {
    .init(name: "main", startLocation: try #require(URL(string: "https://my.app.com/home")), config: config)
  }

  private func decide(_ url: String, _ config: HotwireConfig = HotwireConfig()) throws -> RouteDecider.Decision {
    RouteDecider.decide(VisitProposal(url: try #require(URL(string: url))), try configuration(config), navigator)
  }

  private func policy(
    _ url: String, _ kind: NavigationAction.NavigationType, isMainFrame: Bool = true, isNewWindow: Bool = false
  ) throws -> WebViewPolicyManager.Decision {
    WebViewPolicyManager.decide(
      NavigationAction(
        url: try #require(URL(string: url)), navigationType: kind, isMainFrame: isMainFrame, isNewWindow: isNewWindow),
      try configuration(), navigator)
  }

  @Test("R61: the first handler that matches decides; none means cancel")
  func order() throws {
    var config = HotwireConfig()
    config.routeDecisionHandlers = [
      Handler(word: "a", decision: .cancel), Handler(word: "ab", decision: .navigate),
      Handler(word: "b", decision: .navigate),
    ]
    #expect(try decide("https://my.app.com/ab", config) == .cancel)
    #expect(try decide("https://my.app.com/b", config) == .navigate)
    #expect(try decide("https://my.app.com/c", config) == .cancel)
    #expect(navigator.events == ["open own:a", "open own:b"])
  }

  @Test("R61, R64: by default, the start location's host is the program's, others open in the browser or the system")
  func defaults() throws {
    #expect(try decide("https://my.app.com/books?x=1") == .navigate)
    #expect(try decide("https://MY.app.com:443/") == .navigate)
    #expect(navigator.events.isEmpty)
    #expect(try decide("https://example.com/") == .cancel)
    for address in ["tel:123", "sms:123"] { #expect(try decide(address) == .cancel) }
    #expect(navigator.events == ["browse https://example.com/", "open tel:123", "open sms:123"])
  }

  @Test(
    "R64: a sub-domain, the parent domain, another port and an imitation are external",
    arguments: [
      "https://sub.my.app.com/", "https://app.com/", "https://my.app.com@fake.domain/", "https://my.app.com:8443/",
      "https://user@my.app.com/", "https://my.app.com.evil.example/",
    ])
  func imitations(url: String) throws {
    #expect(try decide(url) == .cancel)
    #expect(navigator.events == ["browse \(url)"])
  }

  @Test(
    "R64: addresses that exist in a page only are cancelled",
    arguments: ["about:blank", "data:,x", "file:///etc/passwd", "javascript:1"])
  func ofPage(url: String) throws {
    #expect(try decide(url) == .cancel)
    #expect(try policy(url, .linkActivated) == .cancel)
    #expect(navigator.events.isEmpty)
  }

  @Test("R62: reloads, new windows, links and scripts are handled; forms and iframes are allowed")
  func policies() throws {
    #expect(try policy("https://my.app.com/", .reload) == .cancel)
    #expect(try policy("https://my.app.com/a", .linkActivated) == .cancel)
    #expect(try policy("https://my.app.com/b", .linkActivated, isMainFrame: false, isNewWindow: true) == .cancel)
    #expect(try policy("https://my.app.com/c", .other) == .cancel)
    #expect(
      navigator.events == [
        "reload", "route https://my.app.com/a", "route https://my.app.com/b", "route https://my.app.com/c",
      ])
    #expect(try policy("https://my.app.com/", .formSubmitted) == .allow)
    #expect(try policy("https://my.app.com/", .other, isMainFrame: false) == .allow)
    #expect(try policy("https://my.app.com/", .reload, isMainFrame: false) == .allow)
    #expect(navigator.events.count == 4)
  }
}
