import DSBridgeText

/// The maximum sizes of what a page's lines carry, in bytes (docs/security.md).
package enum WireLimits {
  /// The name of an event. A longer one is not of the protocol.
  static let eventName = 64
  /// The JSON of an event. That of a shell's page holds the shell's whole history.
  static func event(_ name: UTF8Key) -> Int {
    switch name {
    case "shell": 256 << 10
    case "location", "title": 64 << 10
    default: 8 << 10
    }
  }

  /// The JSON of a line `throw`. Of a longer one, only the size is reported.
  static let failure = 64 << 10
  /// A message up to which parsing takes place on the event loop. A longer one is parsed on another thread.
  package static let parsedOnLoop = 64 << 10
}
