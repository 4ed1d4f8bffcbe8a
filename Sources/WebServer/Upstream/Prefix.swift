/// Puts bytes before a body.
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
