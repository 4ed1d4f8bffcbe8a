import DSBridge

/// Names a screen, and the frame that shows it; random.
public struct ScreenID: Hashable, Sendable, CustomStringConvertible {
  /// As the frame's name: `screen-` and 32 hexadecimal digits.
  public let description: String

  init() { description = "screen-" + WebView.randomID() }

  init(name: String) { description = name }
}

extension ScreenID: Codable {
  /// As a string.
  public init(from decoder: any Decoder) throws {
    description = try decoder.singleValueContainer().decode(String.self)
  }

  /// As a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
