package import HTTPTypes

extension RequestParser {
  /// Why a request is refused. The connection ends with the answer, because it is not known where the next request
  /// would begin.
  package struct Failure: Error, Equatable {
    package let status: HTTPResponse.Status
    /// For a person.
    package let sentence: String

    init(_ status: HTTPResponse.Status, _ sentence: String) {
      self.status = status
      self.sentence = sentence
    }

    static func bodyTooLarge(_ limit: Int) -> Failure {
      Failure(.contentTooLarge, "The body is over the limit of \(limit) bytes.")
    }

    static func malformed(_ sentence: String) -> Failure { Failure(.badRequest, sentence) }

    /// A character stands where it must not.
    static func unexpected(_ byte: UInt8, in place: String) -> Failure {
      switch byte {
      case .lineFeed, .carriageReturn: malformed("A line ends where \(place) is not complete, or not with CR and LF.")
      case 0: malformed("There is a NUL in \(place).")
      case 0..<0x20, 0x7F: malformed("There is a control character in \(place).")
      default: malformed("There is a character in \(place) that cannot be there.")
      }
    }
  }
}
