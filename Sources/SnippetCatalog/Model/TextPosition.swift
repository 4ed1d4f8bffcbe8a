/// The line and column of a byte in a text, for error messages. Columns count Unicode scalars. Both numbers start at 1.
package struct TextPosition: Sendable, Hashable {
  package let line: Int
  package let column: Int

  package init(of offset: Int, in bytes: [UInt8]) {
    let before = bytes.prefix(offset)
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    line = before.lazy.filter { $0 == UInt8(ascii: "\n") }.count + 1
    // In UTF-8, a byte with the bits 10xxxxxx continues a scalar.
    column = before[start...].lazy.filter { $0 & 0xC0 != 0x80 }.count + 1
  }
}
