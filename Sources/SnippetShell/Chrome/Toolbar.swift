import DSBridge
import Foundation

/// The bar above the screens, with Back, Forward, Reload or Stop, the title, the progress, and buttons of the
/// program.
///
///     shell.header = { shell in Toolbar(trailing: [.button(.share, label: "Share") { _ in … }]).body(in: shell) }
public struct Toolbar: Sendable {
  /// The program's buttons, at the end of the bar.
  public var trailing: [Node]
  /// Whether the bar shows the page's host below its title. A kiosk never shows the host.
  public var showsHost: Bool

  /// Creates a toolbar.
  public init(trailing: [Node] = [], showsHost: Bool = true) {
    self.trailing = trailing
    self.showsHost = showsHost
  }

  /// Returns the nodes of the toolbar for the shell's present state.
  public func body(in shell: isolated Shell) -> Node {
    let screen = shell.stackScreen
    let leading = [
      button(.back, "Back", isOn: shell.canGoBack) { [weak shell] _ in await shell?.goBack() }.class("directed"),
      button(.forward, "Forward", isOn: shell.canGoForward) { [weak shell] _ in await shell?.goForward() }
        .class("optional", "directed"),
      screen?.isLoading == true
        ? button(.stop, "Stop") { [weak shell] _ in await shell?.stop() }
        : button(.reload, "Reload", isOn: screen?.webView != nil || screen?.hasFailed == true) { [weak shell] _ in
          await shell?.reload()
        },
    ]
    let bar = Node.list(
      "div", "toolbar",
      [
        Node.list("div", "tools", leading),
        shell.navigationBars.first ?? title(of: screen, isKiosk: shell.module?.isKiosk == true),
        Node.list("div", "tools", trailing.map { $0.class("tool") }).class("end"), progress(of: screen),
      ])
    return Node.list("header", nil, [bar.role("toolbar").label("Page")])
  }

  private func button(_ icon: Icon, _ label: String, isOn: Bool = true, action: @escaping Node.Action) -> Node {
    Node.button(icon, label: label, action: action).disabled(!isOn).class("tool").key(label)
  }

  private func title(of screen: Screen?, isKiosk: Bool) -> Node {
    let host = isKiosk ? nil : screen?.url?.host(percentEncoded: false)
    let name = screen.map { isKiosk ? $0.ownName : $0.name } ?? ""
    // The heading is that of the whole window. The page in the iframe has its own headings.
    var lines = [Node.heading(name, level: 1)]
    // The host is already the title of a page that has no other.
    if showsHost, let host, host != name {
      lines.append(
        Node.list("small", nil, [screen?.url?.scheme == "https" ? .icon(.lock) : nil, .text(host)].compactMap(\.self)))
    }
    return Node.list("div", "title", lines).with { $0.attributes["aria-live"] = "polite" }
  }

  private func progress(of screen: Screen?) -> Node {
    let isDone = screen?.isLoading != true
    let value = if case .loading(let progress) = screen?.loadingState { progress } else { 1.0 }
    return Node.list("div", "progress").role("progressbar").label("Loading").with {
      $0.style["--p"] = "\(value)"
      $0.attributes["data-done"] = isDone ? "" : nil
      $0.attributes["aria-hidden"] = isDone ? "true" : nil
      $0.attributes["aria-valuemin"] = "0"
      $0.attributes["aria-valuemax"] = "1"
      $0.attributes["aria-valuenow"] = isDone ? nil : "\(value)"
    }
  }
}

extension Screen {
  /// Whether the page is loading.
  public var isLoading: Bool { if case .loading = loadingState { true } else { false } }

  /// Whether the page could not be loaded.
  var hasFailed: Bool { if case .failed = loadingState { true } else { false } }

  /// The title of the page, else that of its tab, else the name of its host.
  var name: String { ownName.isEmpty ? url?.host(percentEncoded: false) ?? "" : ownName }

  /// The title of the page, else that of its tab, else an empty string.
  var ownName: String { title.isEmpty ? placeholder : title }
}
