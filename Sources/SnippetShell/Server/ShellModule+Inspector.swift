import DSBridge
import SnippetBridge

extension ShellModule {
  func inspected(_ webView: WebView) -> [InspectedNode] {
    guard let shell = shells.first(where: { $0.webView.id == webView.id }) else { return [] }
    // Safe: this function runs in the web view's isolation, which uses the shell's own executor.
    return shell.assumeIsolated { $0.inspected }
  }
}

extension Shell {
  /// The tabs with their stacks, the sheets, and the navigators, for the inspector.
  fileprivate var inspected: [InspectedNode] {
    let selected = history?.place.tab
    let tabs = tabs.map { tab in
      let stack = place(of: tab.id)?.stack ?? []
      return InspectedNode(
        "Tab \(tab.title)", detail: tab.id == selected ? "selected" : "", children: stack.compactMap(node))
    }
    let sheets = history?.place.sheets ?? []
    let shown = sheets.isEmpty ? [] : [InspectedNode("Sheets", children: sheets.compactMap(node))]
    return tabs + shown + inspectedParts.map { $0() }
  }

  private func node(of id: ScreenID) -> InspectedNode? {
    guard let screen = screens[id] else { return nil }
    let pages = pagers[id]?.screens ?? []
    let detail = screen.url?.path ?? "native screen"
    return InspectedNode(screen.ownName, detail: detail, webView: screen.webView?.id, children: pages.compactMap(node))
  }
}
