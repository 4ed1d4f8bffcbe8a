import DSBridgeText

/// The maximum sizes of the values in a page's lines, in bytes (docs/guides/security.md).
package enum WireLimits {
  /// The maximum size of an event's name. A longer name violates the protocol.
  static let eventName = 64
  /// Returns the maximum size of an event's JSON. A `shell` event contains the shell's whole history. The events
  /// `visit` and `component` contain parts of documents.
  static func event(_ name: UTF8Key) -> Int {
    switch name {
    case "shell", "visit", "component": 256 << 10
    case "location", "title": 64 << 10
    default: 8 << 10
    }
  }

  /// The maximum size of the JSON of a `throw` line. If the JSON is longer, only its size is reported.
  static let failure = 64 << 10
  /// The size up to which a message is parsed on the event loop. A larger message is parsed on another thread.
  package static let parsedOnLoop = 64 << 10
}

extension String {
  /// Returns the text truncated to `count` bytes. The limit is in bytes, because one character may have any number of
  /// bytes.
  package func cut(toBytes count: Int) -> String {
    utf8.count <= count ? self : String(decoding: utf8.prefix(count), as: UTF8.self)
  }
}
