/// A transform that changes a response's body while it is passed on. Each value is used for a single response.
package protocol BodyTransform {
  /// Transforms a piece of the body, and appends the bytes that can be sent to `output`. Throws if the body is invalid.
  /// The response to the peer is then cut off. Must not be called while ``hasMore`` is `true`.
  mutating func transform(_ piece: UnsafeRawBufferPointer, into output: inout [UInt8]) throws
  /// Whether the transform has kept a part of its input, because a call may produce only a limited amount of output. If
  /// so, ``goOn(into:)`` must be called after the loop has served other connections.
  var hasMore: Bool { get }
  mutating func goOn(into output: inout [UInt8]) throws
  /// Appends the bytes that were held back to `output`. Called at the end of the body.
  mutating func finish(into output: inout [UInt8]) throws
}

extension BodyTransform {
  package var hasMore: Bool { false }
  package mutating func goOn(into output: inout [UInt8]) throws {}
}

/// A transform that inserts bytes before a body.
package struct Prefix: BodyTransform {
  private var prefix: [UInt8]

  package init(_ prefix: [UInt8]) { self.prefix = prefix }

  package mutating func transform(_ piece: UnsafeRawBufferPointer, into output: inout [UInt8]) {
    finish(into: &output)
    output += piece
  }

  package mutating func finish(into output: inout [UInt8]) {
    output += prefix
    prefix = []
  }
}
