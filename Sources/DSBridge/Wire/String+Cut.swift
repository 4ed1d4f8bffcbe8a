extension String {
  /// Returns the text of the first `count` bytes. Characters are not counted, because one of them may have any number
  /// of bytes.
  package func cut(toBytes count: Int) -> String {
    utf8.count <= count ? self : String(decoding: utf8.prefix(count), as: UTF8.self)
  }
}
