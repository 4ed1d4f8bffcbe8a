import DSBridge
import SnippetBridgeHTTP

/// The frames that native code has put up itself: the web view that each belongs to, and the documents that it is about
/// to load. A pure value.
struct FramePlaces: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// A document that a frame loads because native code says so.
  private struct Load {
    let origin: WebOrigin
    let target: NavigationTarget
    let webView: String
    /// The web view of the page that has the frame.
    let owner: String
    let expiry: Instant
  }

  static let patience: Duration = .seconds(30)
  /// A browser that never asks must not fill the memory.
  private static let limit = 256

  /// By the name of the frame, which nobody can guess.
  private var webViews: [String: String] = [:]
  private var names: [String: String] = [:]
  /// The web views of the pages that have the frames, by those of the frames.
  private var owners: [String: String] = [:]
  private var loads: [Load] = []

  /// A frame of this name shows the web view from now on.
  mutating func add(_ name: String, for webView: String, of owner: String) {
    webViews[name] = webView
    names[webView] = name
    owners[webView] = owner
  }

  func webView(named name: String) -> String? { webViews[name] }

  func contains(webView: String) -> Bool { names[webView] != nil }

  mutating func remove(webView: String) {
    if let name = names.removeValue(forKey: webView) { webViews[name] = nil }
    owners[webView] = nil
    loads.removeAll { $0.webView == webView }
  }

  /// The next request for this document is the frame's.
  mutating func expect(_ target: NavigationTarget, of origin: WebOrigin, in webView: String, at now: Instant) {
    loads.removeAll { $0.expiry <= now || $0.webView == webView }
    guard let owner = owners[webView] else { return }
    if loads.count >= Self.limit { loads.removeFirst() }
    loads.append(
      Load(origin: origin, target: target, webView: webView, owner: owner, expiry: now + Self.patience))
  }

  /// The web view whose frame was to load this, in a page of one of the `owners`. The load is taken once.
  mutating func take(
    _ target: NavigationTarget, of origin: WebOrigin, in owners: Set<String>, at now: Instant
  ) -> String? {
    loads.removeAll { $0.expiry <= now }
    let index = loads.firstIndex { $0.target == target && $0.origin == origin && owners.contains($0.owner) }
    return index.map { loads.remove(at: $0).webView }
  }
}
