import SnippetBridge

extension Fleet {
  /// The maximum number of web views that the inspector shows of other servers.
  private static let mostInspected = 500

  /// Returns the lines of the inspector's tree for the web views of other servers.
  /// - Parameter address: The address of this process's server.
  func inspected(besides address: String) async -> [InspectedNode] {
    var found: [FleetWebViews.Description] = []
    do {
      for try await part in webViews.pages() where found.count < Self.mostInspected {
        found += part.filter { $0.server != address }
      }
    } catch {
      return [InspectedNode("Fleet \(name)", detail: "Redis cannot be reached")]
    }
    return Dictionary(grouping: found, by: \.server).sorted { $0.key < $1.key }.map { server, webViews in
      let lines = webViews.sorted { ($0.name ?? $0.id) < ($1.name ?? $1.id) }.map { webView in
        InspectedNode(
          webView.name ?? "Web view \(webView.id.prefix(8))", detail: webView.groups.joined(separator: ", "),
          state: webView.isConnected ? "connected" : "lost")
      }
      let detail = webViews.count == 1 ? "1 web view" : "\(webViews.count) web views"
      return InspectedNode("Server \(server)", detail: detail, children: lines)
    }
  }
}
