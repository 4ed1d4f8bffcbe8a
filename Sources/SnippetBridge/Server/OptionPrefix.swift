/// The prefix of the option names of ``PrefixedBridgeOptions``.
public protocol OptionPrefix {
  /// The prefix, such as `web` for `--web-port`.
  static var optionPrefix: String { get }
}

/// The empty prefix of ``BridgeOptions``: `--port`.
public enum NoOptionPrefix: OptionPrefix {
  /// The empty prefix.
  public static let optionPrefix = ""
}
