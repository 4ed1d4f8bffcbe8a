// Old names of this module. This file is deleted at version 1.0.

/// The old name of ``Coalesced``.
@available(*, deprecated, renamed: "Coalesced")
public typealias Newest = Coalesced

/// The old name of ``JSONValue``.
@available(*, deprecated, renamed: "JSONValue")
public typealias Untyped = JSONValue

extension WebView.Limits {
  /// The old name of ``reconnectTimeout``.
  @available(*, deprecated, renamed: "reconnectTimeout")
  public var graceTime: Duration {
    get { reconnectTimeout }
    set { reconnectTimeout = newValue }
  }

  /// The old name of ``closeDelay``.
  @available(*, deprecated, renamed: "closeDelay")
  public var leaveTime: Duration {
    get { closeDelay }
    set { closeDelay = newValue }
  }

  /// The old name of ``offlineBacklogLimit``.
  @available(*, deprecated, renamed: "offlineBacklogLimit")
  public var maximumKeptSize: Int {
    get { offlineBacklogLimit }
    set { offlineBacklogLimit = newValue }
  }

  /// The old name of ``sendWindow``.
  @available(*, deprecated, renamed: "sendWindow")
  public var maximumSentAheadSize: Int {
    get { sendWindow }
    set { sendWindow = newValue }
  }

  /// The old name of ``receiveWindow``.
  @available(*, deprecated, renamed: "receiveWindow")
  public var maximumReadAheadSize: Int {
    get { receiveWindow }
    set { receiveWindow = newValue }
  }
}
