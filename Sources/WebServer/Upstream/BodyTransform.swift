/// Changes a response's body as it passes. Belongs to one response.
package protocol BodyTransform {
  /// Takes a piece and adds what can be sent of it to `output`. Throws when the body cannot be what it should be; then
  /// the response is cut. Not to be called while ``hasMore``.
  mutating func transform(_ piece: UnsafeRawBufferPointer, into output: inout [UInt8]) throws
  /// It has kept a part of its input, as that makes more output than one turn may: ``goOn(into:)`` is to be called.
  var hasMore: Bool { get }
  mutating func goOn(into output: inout [UInt8]) throws
  /// The body is complete: adds what was held back.
  mutating func finish(into output: inout [UInt8]) throws
}

extension BodyTransform {
  package var hasMore: Bool { false }
  package mutating func goOn(into output: inout [UInt8]) throws {}
}
