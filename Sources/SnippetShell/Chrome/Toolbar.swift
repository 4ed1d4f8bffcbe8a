import DSBridge
import Foundation

/// The bar above the screens: back, forward, reload or stop, the title, progress, and buttons of one's own.
///
///     shell.header = { shell in Toolbar(trailing: [.button(.share, label: "Share") { _ in … }]).body(in: shell) }
public struct Toolbar: Sendable {
  /// Buttons at the end.
  public var trailing: [Node]
  /// Shows the host of the page below its title. A kiosk never shows it.
  public var showsHost: Bool

  /// As given.
  public init(trailing: [Node] = [], showsHost: Bool = true) {
    self.trailing = trailing
    self.showsHost = showsHost
  }

  /// Its nodes, as the shell is now.
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
        Node.list("div", "tools", leading), title(of: screen, isKiosk: shell.module?.isKiosk == true),
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
    // Of the whole window: the page in the frame has headings of its own.
    var lines = [Node.heading(name, level: 1)]
    // A page without a title is called as its host.
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
  /// Its page is on its way.
  public var isLoading: Bool { if case .loading = loadingState { true } else { false } }

  /// Its page has not come.
  var hasFailed: Bool { if case .failed = loadingState { true } else { false } }

  /// Its title; while there is none its tab's, or its host's name.
  var name: String { ownName.isEmpty ? url?.host(percentEncoded: false) ?? "" : ownName }

  /// Its title; while there is none its tab's, or none.
  var ownName: String { title.isEmpty ? placeholder : title }
}
