public import Foundation
public import SnippetShell

/// A tab of a ``HotwireTabBarController``.
public struct HotwireTab: Sendable {
  /// The title.
  public let title: String
  /// The icon; `nil` for none.
  public let image: Icon?
  /// The URL of the first screen.
  public let url: URL

  /// Creates a tab.
  public init(title: String, image: Icon? = nil, url: URL) {
    self.title = title
    self.image = image
    self.url = url
  }
}

/// The tabs of a shell, with a navigator for each.
public final class HotwireTabBarController: NavigationHandler {
  private weak var shell: Shell?
  private let navigatorDelegate: (any NavigatorDelegate)?
  private let lazyLoadTabs: Bool
  private var navigators: [Navigator] = []

  /// Creates tabs in a shell's isolation.
  /// - Parameters:
  ///   - navigatorDelegate: the delegate of all navigators; `nil` for the default.
  ///   - lazyLoadTabs: whether a tab's first page is loaded only when the tab is first selected.
  ///   - isolation: the shell in whose isolation the caller runs. Directly in the closure of `server.shell`, the
  ///     default value is correct. In a closure inside it, such as that of `map`, pass the shell.
  public init(
    navigatorDelegate: (any NavigatorDelegate)? = nil, lazyLoadTabs: Bool = false,
    isolation: (any Actor)? = #isolation
  ) {
    shell = isolation as? Shell
    self.navigatorDelegate = navigatorDelegate
    self.lazyLoadTabs = lazyLoadTabs
  }

  /// Shows tabs, and starts their navigators: all of them, or only the first one if tabs are loaded lazily.
  public func load(_ tabs: [HotwireTab]) {
    let config = Hotwire.config
    navigators = tabs.map { tab in
      Navigator(
        configuration: .init(name: tab.title, startLocation: tab.url, config: config), delegate: navigatorDelegate,
        isolation: shell)
    }
    let shown = zip(tabs, navigators).map { Tab($0.title, icon: $0.image, navigator: $1) }
    // Safe: the tabs are used in the shell's isolation.
    shell?.assumeIsolated { $0.tabs = shown }
    for navigator in navigators.prefix(lazyLoadTabs ? 1 : navigators.count) { navigator.start() }
  }

  /// The navigator of the selected tab; `nil` while there are no tabs.
  public var activeNavigator: Navigator? {
    // Safe: this controller is used in the shell's isolation.
    let selected = shell?.assumeIsolated { $0.selectedTab?.id }
    return navigators.first { $0.tab == selected } ?? navigators.first
  }

  /// Returns the navigator of the tab at an index, or `nil` if there is no such tab.
  public func navigator(for index: Int) -> Navigator? { navigators.indices.contains(index) ? navigators[index] : nil }

  /// Routes a URL in the selected tab.
  public func route(_ url: URL) { activeNavigator?.route(url) }

  /// Routes a proposal in the selected tab.
  public func route(_ proposal: VisitProposal) { activeNavigator?.route(proposal) }
}
