import DSBridge
import SnippetBridgeHTTP

/// The iframes that native code has created: the web view of each iframe, and the documents that the iframes are about
/// to load. A value type without side effects.
struct IframePlaces: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// A document that native code has instructed an iframe to load.
  private struct Load {
    let origin: WebOrigin
    let target: NavigationTarget
    let webView: String
    let expiry: Instant
    /// The secret with which the iframe of a proxied site's page proves that native code has created it; `nil` for
    /// other iframes.
    var ticket: String?
    /// The session of the browser that has presented the ticket.
    var session: String?
  }

  static let patience: Duration = .seconds(30)
  /// The maximum number of expected loads, which limits memory use for browsers that never send the request.
  private static let limit = 256

  /// The maximum length of an iframe's name in the page script's report, in characters. Longer names are cut to this
  /// length. They still differ, because their random parts are near the beginning.
  private static let reportedNameLength = 99

  /// The ids of the web views, by the names of their iframes as the page script reports them. Each name contains a
  /// random part, so other pages cannot guess it.
  private var webViews: [String: String] = [:]
  /// The names of the iframes, and the ids of the web views whose pages contain the iframes, by the ids of the iframes'
  /// own web views.
  private var iframes: [String: (name: String, owner: String)] = [:]
  private var loads: [Load] = []

  /// Assigns a web view to the iframe called `name` in the page of the web view `owner`.
  mutating func add(_ name: String, for webView: String, of owner: String) {
    let name = String(name.prefix(Self.reportedNameLength))
    webViews[name] = webView
    iframes[webView] = (name, owner)
  }

  func webView(named name: String) -> String? { webViews[String(name.prefix(Self.reportedNameLength))] }

  func contains(webView: String) -> Bool { iframes[webView] != nil }

  /// Returns the id of the web view whose page contains the iframe of a web view, or `nil` if it has no iframe.
  func owner(of webView: String) -> String? { iframes[webView]?.owner }

  mutating func remove(webView: String) {
    if let iframe = iframes.removeValue(forKey: webView) { webViews[iframe.name] = nil }
    loads.removeAll { $0.webView == webView }
  }

  /// Records that the iframe of `webView` is about to request a document.
  /// - Parameters:
  ///   - ticket: The secret with which the iframe identifies itself before the request; see ``enter(with:at:in:at:)``.
  ///   - session: The session of an iframe that has identified itself before.
  mutating func expect(
    _ target: NavigationTarget, of origin: WebOrigin, in webView: String, at now: Instant, ticket: String? = nil,
    session: String? = nil
  ) {
    loads.removeAll { $0.expiry <= now || $0.webView == webView }
    guard contains(webView: webView) else { return }
    if loads.count >= Self.limit { loads.removeFirst() }
    loads.append(
      Load(
        origin: origin, target: target, webView: webView, expiry: now + Self.patience, ticket: ticket, session: session)
    )
  }

  /// Assigns a session to the expected load with a ticket, and returns the web view of its iframe. Returns `nil` if
  /// there is no such load of this origin: the pages of a site could pass a ticket on.
  mutating func enter(
    with ticket: String, at origin: WebOrigin, in session: String?, at now: Instant
  ) -> String? {
    loads.removeAll { $0.expiry <= now }
    guard let index = loads.firstIndex(where: { $0.ticket == ticket && $0.origin == origin }) else { return nil }
    if let session {
      loads[index].session = session
      loads[index].ticket = nil
    }
    return loads[index].webView
  }

  /// Returns the web view whose iframe was instructed to load this document, and removes the expected load. Returns
  /// `nil` if there is no such iframe in a page of one of the web views `owners`, or with one of the `sessions`.
  mutating func take(
    _ target: NavigationTarget, of origin: WebOrigin, in owners: Set<String>, sessions: [String] = [], at now: Instant
  ) -> String? {
    loads.removeAll { $0.expiry <= now }
    let index = loads.firstIndex { load in
      load.target == target && load.origin == origin
        && (owner(of: load.webView).map(owners.contains) == true || load.session.map(sessions.contains) == true)
    }
    return index.map { loads.remove(at: $0).webView }
  }
}
