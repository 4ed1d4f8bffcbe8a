import DSBridge
import Foundation
public import SnippetViews

/// A bar with buttons for Back, Forward and Reload (or Stop), the page's title, a progress bar, and the program's own
/// buttons. By default, the shell shows a toolbar above the screens.
///
///     shell.header = { shell in Toolbar(trailing: [.button(.share, label: "Share") { _ in … }]).body(in: shell) }
///     shell.footer = { shell in
///       Toolbar(items: [.back, .forward, .progress, .flexibleSpace, .reload], edge: .bottom).body(in: shell)
///     }
public struct Toolbar: Sendable {
  /// The edge of the window at which a bar is shown.
  public enum Edge: Sendable, Hashable {
    case top, bottom
  }

  /// The items, in display order. `nil` selects the default arrangement: the navigation buttons, the title in the
  /// middle, ``trailing``, and a progress line below.
  public var items: [ToolbarItem]?
  /// The program's own buttons, at the end of the bar. Used only if ``items`` is `nil`.
  public var trailing: [Node] = []
  /// Whether the bar shows the host name of the page below the title. A kiosk never shows the host name. Used only if
  /// ``items`` is `nil`.
  public var showsHost: Bool
  /// The edge at which the bar is shown.
  public var edge = Edge.top

  /// Creates a toolbar with the default arrangement.
  public init(trailing: [Node] = [], showsHost: Bool = true) {
    self.trailing = trailing
    self.showsHost = showsHost
  }

  /// Creates a toolbar that shows `items` in the given order.
  public init(items: [ToolbarItem], edge: Edge = .top) {
    self.items = items
    showsHost = false
    self.edge = edge
  }

  /// Returns the nodes of the toolbar for the shell's current state.
  public func body(in shell: isolated Shell) -> Node { body(in: shell, for: ToolbarSubject(stackOf: shell)) }

  func body(in shell: isolated Shell, for subject: ToolbarSubject) -> Node {
    let bar =
      if let items {
        Node.list("div", "toolbar", items.map { node(of: $0, subject, shell) }).class("items")
      } else {
        Node.list(
          "div", "toolbar",
          [
            Node.list(
              "div", "tools", [ToolbarItem.back, .forward, .reload].map { node(of: $0, subject, shell) }),
            shell.navigationBars.first ?? node(of: .title(showsHost: showsHost), subject, shell),
            Node.list("div", "tools", trailing.map { $0.class("tool") }).class("end"),
            node(of: .progress, subject, shell),
          ])
      }
    return Node.list(edge == .top ? "header" : "footer", nil, [bar.role("toolbar").label("Page")])
  }

  private func node(of item: ToolbarItem, _ subject: ToolbarSubject, _ shell: isolated Shell) -> Node {
    let screen = subject.screen
    return switch item.kind {
    case .back: button(.back, "Back", isOn: subject.canGoBack, action: subject.goBack).class("directed")
    case .forward:
      button(.forward, "Forward", isOn: subject.canGoForward) { [weak shell] _ in await shell?.goForward() }
        .class("optional", "directed")
    case .reload where screen?.isLoading == true: button(.stop, "Stop") { [weak shell] _ in await shell?.stop() }
    case .reload:
      button(.reload, "Reload", isOn: screen?.canReload == true) { [weak shell] _ in
        await shell?.reload()
      }
    case .progress: progress(of: screen)
    case .flexibleSpace: Node.list("span", "space")
    case .title(let showsHost): title(of: screen, in: shell, showsHost: showsHost)
    case .node(let node): node.class("tool")
    }
  }

  private func button(_ icon: Icon, _ label: String, isOn: Bool = true, action: @escaping Node.Action) -> Node {
    Node.button(icon, label: label, action: action).disabled(!isOn).class("tool").key(label)
  }

  private func title(of screen: Screen?, in shell: isolated Shell, showsHost: Bool) -> Node {
    let isKiosk = shell.isKiosk
    let address = screen.flatMap(shell.address)
    let host = isKiosk ? nil : address?.host(percentEncoded: false)
    let name = screen.map { isKiosk ? $0.ownName : shell.name(of: $0) } ?? ""
    // This is the heading of the whole window, so its level is 1. The page in the iframe has its own headings.
    var lines = [Node.heading(name, level: 1)]
    // If the page has no title, the host is already shown as the title.
    if showsHost, let host, host != name {
      lines.append(
        Node.list("small", nil, [address?.scheme == "https" ? .icon(.lock) : nil, .text(host)].compactMap(\.self)))
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

/// The screen that a toolbar controls, and whether the toolbar can go back and forward.
struct ToolbarSubject {
  var screen: Screen?
  var canGoBack: Bool
  var canGoForward: Bool
  var goBack: Node.Action

  /// Creates the subject for a toolbar above or below the stack of screens.
  init(stackOf shell: isolated Shell) {
    screen = shell.stackScreen
    (canGoBack, canGoForward) = (shell.canGoBack, shell.canGoForward)
    goBack = { [weak shell] _ in await shell?.goBack() }
  }

  /// Creates the subject for a toolbar in a sheet. The toolbar's Back and Forward buttons lead only to other sheets.
  init(sheet: Screen, in shell: isolated Shell) {
    screen = sheet
    let count = shell.history?.place.sheets.count ?? 0
    canGoBack = count > 1
    canGoForward = (shell.history?.place(after: 1)?.sheets.count ?? 0) > count
    goBack = { [weak shell] _ in await shell?.pop() }
  }
}

extension Screen {
  /// Whether the page is loading.
  public var isLoading: Bool { if case .loading = loadingState { true } else { false } }

  /// Whether the page could not be loaded.
  var hasFailed: Bool { if case .failed = loadingState { true } else { false } }

  /// The title of the page or, if the title is empty, the ``placeholder``, which may also be empty.
  var ownName: String { title.isEmpty ? placeholder : title }
}

extension Shell {
  /// Returns the address of a screen's page. For a page of a proxied site, this is its address at the target.
  func address(of screen: Screen) -> URL? {
    screen.url.map { module?.published($0, seenFrom: origin) ?? $0 }
  }

  /// Returns the first of these texts that is not empty: the title of the screen's page, the placeholder, and the host
  /// name of the page.
  func name(of screen: Screen) -> String {
    screen.ownName.isEmpty ? address(of: screen)?.host(percentEncoded: false) ?? "" : screen.ownName
  }
}
