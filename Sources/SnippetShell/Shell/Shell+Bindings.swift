import DSBridge
import Foundation

/// The bindings of the whole shell.
extension Shell {
  /// Returns the bindings of a screen. Where the screen has no binding, those of its tab or of the shell apply.
  func bindings(of screen: Screen) -> Bindings {
    let tab = screen.tab.flatMap { id in tabs.first { $0.id == id } }
    return screen.bindings.over(tab?.bindings ?? Bindings()).over(bindings)
  }

  /// Applies the changed bindings to the pages of all screens.
  func bindingsChanged() {
    for screen in screens.values { bindPage(of: screen) }
    setNeedsUpdate()
  }

  /// Applies the bindings of a screen to its page.
  ///
  /// Pages of proxied sites do not get the location and camera services of the tab, the shell and the server. Such a
  /// page gets the device's location only if the program has bound the location service to the content of the page's
  /// screen.
  func bindPage(of screen: Screen) {
    guard let webView = screen.webView else { return }
    var page = bindings(of: screen).page
    if !isOwn(screen.source) {
      let isOfScreen = URL(string: screen.source).map { isAddress($0, ofBoundContentOf: screen) } == true
      page.setServices(of: isOfScreen ? screen.bindings.page : WebViewBindings())
    }
    webView.inherit(page)
  }

  /// Returns the bindings of a screen for the target of a link in its page. A bound title is left out, because it
  /// belongs to one page only. A page of another server gets no services, unless the program has bound them to content
  /// of that server.
  func bindings(of screen: Screen, behindLinkTo url: URL) -> Bindings {
    var inherited = screen.bindings
    inherited.title = nil
    let address = try? module?.address(of: .url(url), seenFrom: origin)
    let isTrusted = address.map { isOwn($0.absoluteString) || isAddress($0, ofBoundContentOf: screen) }
    if isTrusted != true { inherited.page.setServices(of: WebViewBindings()) }
    return inherited
  }

  private func isAddress(_ url: URL, ofBoundContentOf screen: Screen) -> Bool {
    (try? module?.address(of: screen.boundContent, seenFrom: origin))?.hasSameOrigin(as: url) == true
  }

  /// Attaches each bound navigator to the topmost visible page that it is bound to.
  func attachNavigators() {
    var targets: [ObjectIdentifier: (navigator: WebViewNavigator, screen: Screen)] = [:]
    for screen in events.visible.screens.compactMap({ screens[$0] }) {
      screen.webView.map { attach($0.navigator, to: screen) }
      guard let navigator = bindings(of: screen).page.navigator else { continue }
      targets[ObjectIdentifier(navigator)] = (navigator, screen)
    }
    for target in targets.values { attach(target.navigator, to: target.screen) }
  }

  private func attach(_ navigator: WebViewNavigator, to screen: Screen) {
    let id = screen.id
    navigator.attach(to: screen.webView) { [weak self] in Task { await self?.reload(id) } }
  }

  /// Sets the view that is shown while a page loads. Corresponds to TWS's `twsBind(loadingView:)`.
  /// - Parameter loadingView: gets the progress from 0 to 1, or `nil` while it is unknown.
  public func bind(loadingView: @escaping @Sendable (Double?) -> Node) { bindings.bind(loadingView: loadingView) }

  /// Sets the view that is shown while a page loads, without its progress.
  public func bind(loadingView: @escaping @Sendable () -> Node) { bindings.bind(loadingView: loadingView) }

  /// Sets the view that is shown while the page of a snippet is being made. Corresponds to TWS's
  /// `twsBind(preloadingView:)`.
  public func bind(preloadingView: @escaping @Sendable () -> Node) { bindings.bind(preloadingView: preloadingView) }

  /// Sets the view that is shown after a page has failed. Corresponds to TWS's `twsBind(errorView:)`.
  /// - Parameter errorView: gets the error and a function that loads the page again.
  public func bind(errorView: @escaping @Sendable (any Error, _ retry: @escaping @Sendable () async -> Void) -> Node) {
    bindings.bind(errorView: errorView)
  }

  /// Sets the view that is shown after a page has failed, without a way to retry.
  public func bind(errorView: @escaping @Sendable (any Error) -> Node) { bindings.bind(errorView: errorView) }

  /// Sets the view that is shown in a corner while the server is unreachable. The page stores this view in advance, so
  /// the view cannot have actions.
  public func bind(offlineView: @escaping @Sendable () -> Node) { bindings.offline = offlineView }

  /// Sets whether navigations within the documents of pages, by `pushState` or to a fragment, are entries of the
  /// shell's history; `false` by default.
  public func bind(recordsSteps: Bool) { bindings.bind(recordsSteps: recordsSteps) }

  /// Sets the navigator that controls the topmost visible page.
  public func bind(navigator: WebViewNavigator) { bindings.bind(navigator: navigator) }

  /// Sets the interceptor for the navigations of all pages of the shell.
  public func bind(interceptor: any NavigationInterceptor) { bindings.bind(interceptor: interceptor) }

  /// Sets an interceptor that decides asynchronously, for the navigations of all pages of the shell.
  public func bind(interceptor: any AsyncNavigationInterceptor) { bindings.bind(interceptor: interceptor) }

  /// Sets the service that answers `navigator.geolocation` of the shell's pages, except for those of proxied sites.
  public func bind(locationServiceBridge: any LocationServicesBridge) {
    bindings.bind(locationServiceBridge: locationServiceBridge)
  }

  /// Sets the service that is asked before the shell's pages, except for those of proxied sites, get the camera or the
  /// microphone.
  public func bind(cameraMicrophoneServiceBridge: any CameraMicrophoneServicesBridge) {
    bindings.bind(cameraMicrophoneServiceBridge: cameraMicrophoneServiceBridge)
  }

  /// Sets the function that is called when a download of one of the shell's pages has ended.
  public func onDownloadCompleted(_ action: @escaping WebViewBindings.DownloadHandler) {
    bindings.onDownloadCompleted(action)
  }
}

extension WebViewBindings {
  fileprivate mutating func setServices(of other: WebViewBindings) {
    locationServiceBridge = other.locationServiceBridge
    cameraMicrophoneServiceBridge = other.cameraMicrophoneServiceBridge
  }
}
