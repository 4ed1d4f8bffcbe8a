/// The views that stand in for a page that is not there. The nearest one that is bound counts: the screen's, else its
/// tab's, else the shell's, else what comes with this module.
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
