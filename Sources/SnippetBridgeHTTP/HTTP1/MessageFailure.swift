package import HTTPTypes

/// The reason why a message is rejected. The connection is closed after the response, because the start of the next
/// request is unknown.
package struct MessageFailure: Error, Equatable {
  package let status: HTTPResponse.Status
  /// A description for people.
  package let sentence: String

  init(_ status: HTTPResponse.Status, _ sentence: String) {
    self.status = status
    self.sentence = sentence
  }

  static func bodyTooLarge(_ limit: Int) -> MessageFailure {
    MessageFailure(.contentTooLarge, "The body is over the limit of \(limit) bytes.")
  }

  static func malformed(_ sentence: String) -> MessageFailure { MessageFailure(.badRequest, sentence) }

  /// Creates the failure for a byte that is not allowed in the part of the message that `place` names.
  static func unexpected(_ byte: UInt8, in place: String) -> MessageFailure {
    switch byte {
    case .lineFeed, .carriageReturn: malformed("A line ends inside \(place), or without CR and LF.")
    case 0: malformed("There is a NUL in \(place).")
    case 0..<0x20, 0x7F: malformed("There is a control character in \(place).")
    default: malformed("There is an invalid character in \(place).")
    }
  }
}
