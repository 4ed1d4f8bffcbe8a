public import Foundation
import SnippetBridge

/// Support for pages of other servers in screens (``ShellConfiguration/browser``).
extension Shell {
  /// Whether the shell shows pages of other servers in screens.
  package var isBrowser: Bool { module?.siteOpener != nil }

  /// Whether the shell is a kiosk, which the user cannot leave.
  package var isKiosk: Bool { module?.isKiosk == true }

  /// Opens a URL in a sheet with a toolbar, as an in-app browser does. The navigation policy must allow the URL.
  ///
  /// If the page cannot be shown, the sheet shows the reason.
  /// - Returns: the sheet's identifier, or `nil` if the tab already has 100 screens or the shell has no tabs yet.
  @discardableResult
  public func browse(_ url: URL, detent: Screen.Detent = .full) -> ScreenID? {
    let items: [ToolbarItem] = [.back, .forward, .progress, .flexibleSpace, .reload]
    let id = history?.place.sheets.isEmpty == false ? push(.url(url)) : present(.url(url), detent: detent)
    if let id { setToolbarItems(items, of: id) }
    return id
  }

  /// Adds a proxied site for a screen whose page is on another server, and loads the page. Does nothing if the shell
  /// does not add sites, or if the screen has other content.
  func openSite(of id: ScreenID) {
    guard let screen = screens[id], screen.url == nil, case .url(let url) = screen.content,
      let module, let server = module.server, let opener = module.siteOpener
    else { return }
    screens[id]?.loadingState = .loading(progress: 0)
    screens[id]?.preparation = Task { [weak self] in
      var failure: (any Error)?
      do { try await opener.open(url, on: server) { [weak module] in module?.shownPorts ?? [] } } catch {
        failure = error
      }
      await self?.siteOpened(of: id, failure)
    }
  }

  private func siteOpened(of id: ScreenID, _ failure: (any Error)?) {
    guard var screen = screens[id], screen.preparation != nil, !isEnded else { return }
    screen.preparation = nil
    if let failure { screen.loadingState = .failed(failure) } else { screen = located(screen) }
    screens[id] = screen
    setNeedsUpdate()
  }
}

extension ShellModule {
  /// Returns the original address of a page that a proxied site shows. Returns `url` itself for other pages.
  ///
  /// Screens store the original address, so that their pages can be loaded again after the proxied site was removed and
  /// added again.
  func published(_ url: URL, seenFrom origin: String) -> URL {
    guard isOfServer(url, seenFrom: origin), let target = server?.target(at: url),
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let own = URLComponents(string: target)
    else { return url }
    (parts.scheme, parts.host, parts.port) = (own.scheme, own.host, own.port)
    return parts.url ?? url
  }
}
