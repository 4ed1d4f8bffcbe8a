/// What stands before the names of ``PrefixedBridgeOptions``.
public protocol OptionPrefix {
  /// Such as `web`, for `--web-port`.
  static var optionPrefix: String { get }
}

/// Of ``BridgeOptions``: `--port`.
public enum NoOptionPrefix: OptionPrefix {
  /// Empty.
  public static let optionPrefix = ""
}
