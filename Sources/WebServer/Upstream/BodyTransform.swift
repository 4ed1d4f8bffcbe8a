/// Changes a response's body as it passes. Belongs to one response.
package protocol BodyTransform {
  /// Takes a piece and adds what can be sent of it to `output`. Throws when the body cannot be what it should be; then
  /// the response is cut.
  mutating func transform(_ piece: UnsafeRawBufferPointer, into output: inout [UInt8]) throws
  /// The body is complete: adds what was held back.
  mutating func finish(into output: inout [UInt8]) throws
}
