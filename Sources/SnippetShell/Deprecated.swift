// Old names of this module. This file will be deleted in version 1.0 of this package.

extension Shell {
  /// The old name of ``reset()``.
  @available(*, deprecated, renamed: "reset()")
  public func beginAnew() { reset() }

  /// The old name of ``bind(offlineView:)``.
  @available(*, deprecated, renamed: "bind(offlineView:)")
  public func bind(awayView: @escaping @Sendable () -> Node) { bind(offlineView: awayView) }
}
