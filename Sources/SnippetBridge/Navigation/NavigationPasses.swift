import DSBridge
import DSBridgeText
import Foundation
import SnippetBridgeWebServer

/// Passes for navigations whose requests the server expects, for example because the page has already asked about the
/// navigation. The pass tells the server which web view navigates, and whether the interceptor must still be asked.
/// Each pass is valid once and for a short time. A value type without side effects.
struct NavigationPasses: Sendable {
  static let lifetime: Duration = .seconds(10)
  /// The maximum number of passes. It bounds the memory for pages that ask and never navigate.
  private static let limit = 64

  /// A navigation that is allowed once.
  struct Pass {
    enum Kind: Sendable {
      /// The page has asked about the navigation of its own document, or native code has started this navigation.
      case asked
      /// The page has asked about a navigation that opens a window or navigates an iframe, so its own document stays.
      case window
      /// The server has redirected a navigation of the page's document. The interceptor must still be asked about the
      /// target.
      case redirect
    }

    let target: NavigationTarget
    let webView: String
    let kind: Kind
    let expiry: ContinuousClock.Instant
  }

  private var passes: [Pass] = []

  mutating func grant(
    _ target: NavigationTarget, to webView: String, kind: Pass.Kind = .asked, at now: ContinuousClock.Instant
  ) {
    passes.removeAll { $0.expiry <= now }
    if passes.count >= NavigationPasses.limit { passes.removeFirst() }
    passes.append(Pass(target: target, webView: webView, kind: kind, expiry: now + NavigationPasses.lifetime))
  }

  /// Removes and returns the pass for `target` if there is one.
  mutating func redeem(_ target: NavigationTarget, at now: ContinuousClock.Instant) -> Pass? {
    passes.removeAll { $0.expiry <= now }
    guard let index = passes.firstIndex(where: { $0.target == target }) else { return nil }
    return passes.remove(at: index)
  }
}

/// The part of a navigation's URL that its request contains: path and query, percent-decoded.
struct NavigationTarget: Hashable, Sendable {
  private let path: UTF8Key
  private let query: UTF8Key?

  init(_ request: ServerRequest) {
    self.init(
      path: String(percentEncodedPeer: request.path.utf8),
      query: request.query.map { String(percentEncodedPeer: $0.utf8) })
  }

  init(_ url: URL) {
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let path = components?.percentEncodedPath ?? ""
    self.init(
      path: path.isEmpty ? "/" : String(percentEncodedPeer: path.utf8),
      query: components?.percentEncodedQuery.map { String(percentEncodedPeer: $0.utf8) })
  }

  private init(path: String, query: String?) {
    self.path = UTF8Key(path)
    self.query = query.map { UTF8Key($0) }
  }
}
