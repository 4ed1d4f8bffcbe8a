import DSBridgeText

/// A reply of Redis in version 2 of its protocol (RESP2).
indirect enum RedisReply: Sendable, Equatable {
  case bytes([UInt8])
  case integer(Int)
  case array([RedisReply])
  case status(String)
  case error(String)
  case null

  /// The content of a string or a status.
  var text: String? {
    switch self {
    case .bytes(let bytes): String(peer: bytes)
    case .status(let text): text
    default: nil
    }
  }

  /// The bytes of a string.
  var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }

  var integer: Int? { if case .integer(let number) = self { number } else { nil } }

  var elements: [RedisReply]? { if case .array(let elements) = self { elements } else { nil } }
}

/// The reason why a command could not be completed.
enum RedisError: Error, Equatable, CustomStringConvertible {
  /// Redis could not be reached, or the connection was lost before the command was sent.
  case unreachable(String)
  /// The connection was lost after the command was sent. Redis may have run the command.
  case lost(String)
  /// Redis answered with an error.
  case refused(String)
  /// Redis cannot be used with this configuration: it is too old, or rejects the password.
  case unusable(String)
  /// Redis sent bytes that violate its protocol or exceed a limit.
  case violation(String)

  var description: String {
    switch self {
    case .unreachable(let reason), .lost(let reason), .refused(let reason), .unusable(let reason),
      .violation(let reason):
      reason
    }
  }
}
