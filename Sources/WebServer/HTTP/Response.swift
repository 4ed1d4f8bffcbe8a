package import HTTPTypes

/// The answer to a ``Request``. The server adds `Content-Length`, and for HEAD sends the headers of the whole body.
package struct Response: Sendable {
  package enum Body: Sendable {
    case none
    case bytes([UInt8])
    /// Sent piece by piece, each read when the socket can take it: memory does not grow with the file.
    case stream(any BodyStream)
  }

  package var status: HTTPResponse.Status
  package var headers: HTTPFields
  package var body: Body

  package init(_ status: HTTPResponse.Status, headers: HTTPFields = [:], body: Body = .none) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// A body of known length that is read in order, on the loop, as the socket takes it.
package protocol BodyStream: Sendable {
  /// In bytes; what is read must add up to exactly this.
  var length: Int64 { get }
  /// Fills `buffer` with the bytes from `offset` on; the number of bytes put there. 0 or an error before `length` ends the connection.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int
}
