/// A text that is compared and hashed by its UTF-8 bytes.
///
/// Swift's `String` treats canonically equivalent texts as equal: the Kelvin sign equals "K". Use this type for names,
/// tickets and codes that a peer sends.
package struct UTF8Key: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let text: Substring

  package init(_ text: Substring) { self.text = text }
  package init(_ text: String) { self.text = text[...] }
  package init(stringLiteral text: String) { self.init(text) }

  package var description: String { String(text) }

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
  /// Returns whether both texts have the same UTF-8 bytes, as ``UTF8Key`` compares them.
  package func hasSameBytes(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}
