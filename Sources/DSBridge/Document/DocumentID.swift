/// Names one page load. Made by the page; no secret, and proves nothing.
package struct DocumentID: Sendable, Hashable, CustomStringConvertible {
  package let description: String

  /// Nil unless it is 32 hexadecimal digits.
  package init?(_ text: String) {
    guard text.utf8.count == 32, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    description = text
  }
}
