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

  /// The word before the first space of a string, and the bytes after the space.
  var headAndRest: (head: String, rest: [UInt8])? {
    guard let bytes, let space = bytes.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    return (String(peer: bytes[..<space]), Array(bytes[(space + 1)...]))
  }

  /// The fields of a hash whose values consist of a word and a rest: an array of names and values in turns.
  var fields: [(name: String, head: String, rest: [UInt8])] {
    let parts = elements ?? []
    return stride(from: 0, to: parts.count - 1, by: 2).compactMap { index in
      guard let name = parts[index].text, let (head, rest) = parts[index + 1].headAndRest else { return nil }
      return (name, head, rest)
    }
  }
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
