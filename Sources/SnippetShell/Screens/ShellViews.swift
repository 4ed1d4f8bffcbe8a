/// The views that cover a page that has not loaded. A view of the screen takes precedence over one of the tab, then
/// over one of the shell, then over the default.
struct ShellViews: Sendable {
  var loading: (@Sendable (Double?) -> Node)?
  var preloading: (@Sendable () -> Node)?
  var error: (@Sendable (any Error, _ retry: @escaping Retry) -> Node)?
  var away: (@Sendable () -> Node)?

  typealias Retry = @Sendable () async -> Void

  func over(_ outer: ShellViews) -> ShellViews {
    ShellViews(
      loading: loading ?? outer.loading, preloading: preloading ?? outer.preloading, error: error ?? outer.error,
      away: away ?? outer.away)
  }
}
