import DSBridge
import DSBridgeText
import Foundation
import SnippetBridgeWebServer

/// Passes for the navigations about which pages have already asked. When the request of such a navigation arrives, the
/// server lets it pass without asking the interceptor again. Each pass is valid once and for a short time. A pure
/// value.
struct NavigationPasses: Sendable {
  static let lifetime: Duration = .seconds(10)
  /// The maximum number of passes. It bounds the memory for pages that ask and never navigate.
  private static let limit = 64

  private var passes: [(target: NavigationTarget, webView: String, expiry: ContinuousClock.Instant)] = []

  mutating func grant(_ target: NavigationTarget, to webView: String, at now: ContinuousClock.Instant) {
    passes.removeAll { $0.expiry <= now }
    if passes.count >= NavigationPasses.limit { passes.removeFirst() }
    passes.append((target, webView, now + NavigationPasses.lifetime))
  }

  /// Removes the pass for `target` if there is one. Returns the identifier of its web view.
  mutating func redeem(_ target: NavigationTarget, at now: ContinuousClock.Instant) -> String? {
    passes.removeAll { $0.expiry <= now }
    guard let index = passes.firstIndex(where: { $0.target == target }) else { return nil }
    return passes.remove(at: index).webView
  }
}

/// The part of a navigation's URL that its request contains: path and query, percent-decoded.
struct NavigationTarget: Hashable, Sendable {
  private let path: UTF8Key
  private let query: UTF8Key?

  init(_ request: ServerRequest) {
    self.init(path: request.decodedPath, query: request.query.map { $0.removingPercentEncoding ?? String($0) })
  }

  init(_ url: URL) {
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let path = components?.path ?? ""
    self.init(path: path.isEmpty ? "/" : path, query: components?.query)
  }

  private init(path: String, query: String?) {
    self.path = UTF8Key(String(streamSafe: path))
    self.query = query.map { UTF8Key(String(streamSafe: $0)) }
  }
}
