import Foundation

/// What is seen while a page loads: its bones.
struct LoadingView {
  func body() -> Node {
    let bones: [NodeClass?] = ["picture", "head", nil, nil, "short", nil, nil, "short"]
    return Node.list(
      "div", "skeleton",
      bones.map { name in Node.list("div", "bone").with { node in if let name { node.add(name) } } }
    ).with { $0.attributes["aria-hidden"] = "true" }
  }
}

/// What is seen where a page has not come.
struct ErrorView {
  /// - Parameter isBrief: leaves out what has happened, to which address: visitors of a kiosk see none.
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
  /// Shown while a page loads, with its progress from 0 to 1; nil before there is any. Seed: `twsBind(loadingView:)`.
  public func bind(loadingView: @escaping @Sendable (Double?) -> Node) {
    views.loading = loadingView
    setNeedsUpdate()
  }

  /// Shown while a snippet's page is being made. Seed: `twsBind(preloadingView:)`.
  public func bind(preloadingView: @escaping @Sendable () -> Node) {
    views.preloading = preloadingView
    setNeedsUpdate()
  }

  /// Shown where a page has failed; `retry` loads it again. Seed: `twsBind(errorView:)`.
  public func bind(errorView: @escaping @Sendable (any Error, _ retry: @escaping @Sendable () async -> Void) -> Node) {
    views.error = errorView
    setNeedsUpdate()
  }

  /// The same for a view that has no retry.
  public func bind(errorView: @escaping @Sendable (any Error) -> Node) {
    bind(errorView: { error, _ in errorView(error) })
  }

  /// Shown in a corner while the server is away. The page has it from before, so it cannot have actions.
  public func bind(awayView: @escaping @Sendable () -> Node) {
    views.away = awayView
    setNeedsUpdate()
  }
}

extension Tab {
  /// As the shell's, for this tab's screens: the nearest binding counts.
  public mutating func bind(loadingView: @escaping @Sendable (Double?) -> Node) { views.loading = loadingView }

  /// Likewise.
  public mutating func bind(
    errorView: @escaping @Sendable (any Error, _ retry: @escaping @Sendable () async -> Void) -> Node
  ) { views.error = errorView }
}
