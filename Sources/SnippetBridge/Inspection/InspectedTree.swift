import DSBridge
import DSBridgeLocks
import Foundation

/// A line of the inspector's tree: a session, a web view, or a part of a shell.
package struct InspectedNode: Encodable, Sendable, Equatable {
  package var label: String
  package var detail: String
  /// The identifier of the web view that this line shows; `nil` for other lines.
  var webView: String?
  /// The number of the web view in the ``WireLog``.
  var tab: Int?
  /// `connected` or `lost`, for web views.
  var state: String?
  /// The pairs of a name and a value in the details of a web view.
  var facts: [[String]] = []
  package var children: [InspectedNode]

  /// Creates a line. With the identifier of a web view, the line is replaced by that of the web view.
  package init(
    _ label: String, detail: String = "", webView: String? = nil, state: String? = nil, children: [InspectedNode] = []
  ) {
    self.label = label
    self.detail = detail
    self.webView = webView
    self.state = state
    self.children = children
  }

  private enum CodingKeys: CodingKey {
    case label, detail, tab, state, facts, children
  }

  /// The web views that this line and the lines below it show.
  var webViews: [String] { [webView].compactMap(\.self) + children.flatMap(\.webViews) }

  /// Returns the line with the lines of web views in place of their identifiers.
  func resolved(_ known: [String: InspectedNode]) -> InspectedNode {
    var node = self
    if tab == nil, let found = webView.flatMap({ known[$0] }) {
      node = found
      node.children += children
    }
    node.children = node.children.map { $0.resolved(known) }
    return node
  }
}

/// The web views of a server as a tree, as the inspector shows it.
///
/// Each web view reports its state on its own queue. A web view whose function blocks the queue shows its last state.
actor InspectedTree {
  private struct Known {
    var facts = WebViewFacts()
    var children: [InspectedNode] = []
    /// The time of the request that the web view has not answered yet, or `nil` if it has answered.
    var askedAt: ContinuousClock.Instant?
  }

  private weak let registry: Registry?
  private var known: [String: Known] = [:]

  init(registry: Registry) { self.registry = registry }

  /// Returns the sessions with their web views, followed by the lines that ``BridgeServer/addInspected(_:)`` has added.
  /// Asks each web view for its newest state.
  func nodes() async -> [InspectedNode] {
    guard let registry else { return [] }
    let webViews = registry.webViews
    let ids = Set(webViews.map(\.id))
    known = known.filter { ids.contains($0.key) }
    for webView in webViews { ask(webView, registry) }
    // Web views that are not blocked usually report during the yield, so the first tree already shows their state.
    await Task.yield()
    var lines: [String: InspectedNode] = [:]
    for webView in webViews { lines[webView.id] = node(of: webView) }
    let inside = Set(lines.values.flatMap { $0.children.flatMap(\.webViews) })
    let sessions = Dictionary(grouping: webViews.filter { !inside.contains($0.id) }) { $0.client?.session ?? "" }
    // Disconnected web views come last, because most of them are about to be closed.
    let further = await registry.furtherInspected.withLock { $0 }?() ?? []
    return sessions.sorted { ($0.value.first?.logNumber ?? 0) < ($1.value.first?.logNumber ?? 0) }
      .map { session, webViews in
        let count = webViews.count == 1 ? "1 web view" : "\(webViews.count) web views"
        let inOrder = webViews.filter(\.isConnected) + webViews.filter { !$0.isConnected }
        let children = inOrder.compactMap { lines[$0.id]?.resolved(lines) }
        return InspectedNode(
          session.isEmpty ? "No session yet" : "Session \(session.prefix(6))", detail: count, children: children)
      } + further
  }

  private func ask(_ webView: WebView, _ registry: Registry) {
    guard known[webView.id]?.askedAt == nil else { return }
    known[webView.id, default: Known()].askedAt = .now
    webView.perform { [module = registry.module] webView in
      let facts = webView.facts
      let children = module?.inspected(webView) ?? []
      Task { @concurrent [id = webView.id] in await self.report(facts, children, of: id) }
    }
  }

  private func report(_ facts: WebViewFacts, _ children: [InspectedNode], of id: String) {
    guard known[id] != nil else { return }
    known[id] = Known(facts: facts, children: children)
  }

  private func node(of webView: WebView) -> InspectedNode {
    let state = known[webView.id] ?? Known()
    let url = registry?.wireLog?.masking.masked(text: webView.location) ?? ""
    let title = webView.hosted.page.title.value
    let path = URL(string: url).map { $0.path + ($0.query.map { "?\($0)" } ?? "") } ?? url
    var node = InspectedNode(title.isEmpty ? path : title, detail: title.isEmpty ? "" : path)
    node.webView = webView.id
    node.tab = webView.logNumber
    node.state = webView.isConnected ? "connected" : "lost"
    node.children = state.children
    let waitingSize = state.facts.waitingSize
    let (unacknowledged, unprocessed) = (state.facts.unacknowledged, webView.unprocessedSize)
    node.facts = [
      ["Web view", "\(webView.logNumber ?? 0), \(webView.id)"], ["Address", url],
      ["Connection", webView.isConnected ? "connected" : "not connected"],
      ["Not acknowledged", Self.size(unacknowledged)],
      ["Waiting values", "\(state.facts.waiting), \(Self.size(waitingSize))"],
      ["Not processed", Self.size(unprocessed)],
      ["Memory for messages", Self.size(unacknowledged + waitingSize + unprocessed)],
      ["Calls to the page", "\(state.facts.pageCalls)"],
      ["Interfaces", state.facts.interfaces.joined(separator: ", ")],
    ]
    if let client = webView.client {
      node.facts += [["Browser", client.userAgent ?? "unknown"], ["Client", client.peer]]
    }
    if let since = state.askedAt, .now - since > .seconds(1) {
      let seconds = Int((.now - since) / .seconds(1))
      node.facts.insert(["Blocked", "for \(seconds) s: a function does not return"], at: 3)
    }
    return node
  }

  private static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1_000: "\(bytes) bytes"
    case ..<1_000_000: "\((bytes + 500) / 1_000) kB"
    default: "\((bytes + 50_000) / 1_000_000).\((bytes + 50_000) / 100_000 % 10) MB"
    }
  }
}
