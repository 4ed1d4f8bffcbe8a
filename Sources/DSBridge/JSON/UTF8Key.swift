/// A text as a key: another is the same only byte by byte.
///
/// Swift's `String` takes texts for equal that Unicode calls canonically equivalent. To know that, it sorts each run of
/// combining marks, in a time that grows with the square of its length; and the sign for Kelvin is a "K" to it. Neither
/// is wanted where a stranger says what is looked up.
package struct UTF8Key: Hashable, Sendable {
  package let text: Substring

  package init(_ text: Substring) { self.text = text }
  package init(_ text: String) { self.text = text[...] }

  package static func == (a: UTF8Key, b: UTF8Key) -> Bool {
    a.withBytes { a in b.withBytes { b in a.elementsEqual(b) } }
  }

  package func hash(into hasher: inout Hasher) {
    withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    text.utf8.withContiguousStorageIfAvailable(body) ?? Array(text.utf8).withUnsafeBufferPointer(body)
  }
}

extension StringProtocol {
  /// Byte by byte, as ``UTF8Key`` says.
  package func hasSameBytes(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}
