import Foundation

/// The default loading view: a skeleton of a page.
struct LoadingView {
  func body() -> Node {
    let bones: [NodeClass?] = ["picture", "head", nil, nil, "short", nil, nil, "short"]
    return Node.list(
      "div", "skeleton",
      bones.map { name in Node.list("div", "bone").with { node in if let name { node.add(name) } } }
    ).with { $0.attributes["aria-hidden"] = "true" }
  }
}

/// The default view for a page that could not be loaded.
struct ErrorView {
  /// Returns the nodes of the view.
  /// - Parameter isBrief: omits the error's description, because visitors of a kiosk must not see addresses.
  func body(_ error: any Error, isBrief: Bool, retry: @escaping ShellViews.Retry) -> Node {
    let details = isBrief ? [] : [Node.code("\(error)")]
    let sign = Node.list("div", "sign", [.icon(.cloudOff)])
    let actions = Node.list("div", "actions", [Node.button("Retry") { _ in await retry() }.class("button", "main")])
    return Node.list(
      "div", "problem",
      [sign, .heading("This page could not be loaded"), .paragraph("Check the connection, then try again.")]
        + details + [actions])
  }
}

extension Shell {
  /// Sets the view that is shown while a page loads. Corresponds to TWS's `twsBind(loadingView:)`.
  /// - Parameter loadingView: gets the progress from 0 to 1, or `nil` while there is none.
  public func bind(loadingView: @escaping @Sendable (Double?) -> Node) {
    views.loading = loadingView
    setNeedsUpdate()
  }

  /// Sets the view that is shown while the page of a snippet is being made. Corresponds to TWS's
  /// `twsBind(preloadingView:)`.
  public func bind(preloadingView: @escaping @Sendable () -> Node) {
    views.preloading = preloadingView
    setNeedsUpdate()
  }

  /// Sets the view that is shown after a page has failed. Corresponds to TWS's `twsBind(errorView:)`.
  /// - Parameter errorView: gets the error and a function that loads the page again.
  public func bind(errorView: @escaping @Sendable (any Error, _ retry: @escaping @Sendable () async -> Void) -> Node) {
    views.error = errorView
    setNeedsUpdate()
  }

  /// Sets the view that is shown after a page has failed, without a way to retry.
  public func bind(errorView: @escaping @Sendable (any Error) -> Node) {
    bind(errorView: { error, _ in errorView(error) })
  }

  /// Sets the view that is shown in a corner while the server is unreachable. The page keeps this view in advance, so
  /// the view cannot have actions.
  public func bind(offlineView: @escaping @Sendable () -> Node) {
    views.away = offlineView
    setNeedsUpdate()
  }
}

extension Tab {
  /// Sets the loading view for screens of this tab. It takes precedence over the shell's.
  public mutating func bind(loadingView: @escaping @Sendable (Double?) -> Node) { views.loading = loadingView }

  /// Sets the error view for screens of this tab. It takes precedence over the shell's.
  public mutating func bind(
    errorView: @escaping @Sendable (any Error, _ retry: @escaping @Sendable () async -> Void) -> Node
  ) { views.error = errorView }
}
