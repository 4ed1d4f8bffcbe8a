/// Changes a response's body while it is passed on. Belongs to one response.
package protocol BodyTransform {
  /// Transforms a piece, and appends the bytes that can be sent to `output`. Throws if the body is invalid; the
  /// response to the peer is then cut off. Must not be called while ``hasMore`` is `true`.
  mutating func transform(_ piece: UnsafeRawBufferPointer, into output: inout [UInt8]) throws
  /// Whether the transform has kept a part of its input because the output of one turn is limited. ``goOn(into:)``
  /// must then be called.
  var hasMore: Bool { get }
  mutating func goOn(into output: inout [UInt8]) throws
  /// Appends the bytes that were held back. Called at the end of the body.
  mutating func finish(into output: inout [UInt8]) throws
}

extension BodyTransform {
  package var hasMore: Bool { false }
  package mutating func goOn(into output: inout [UInt8]) throws {}
}

/// Inserts bytes before a body.
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
