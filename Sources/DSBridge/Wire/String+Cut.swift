extension String {
  /// What stands in the first bytes. Not so many characters: one of them may have any number of combining marks.
  func cut(toBytes count: Int) -> String {
    utf8.count <= count ? self : String(decoding: utf8.prefix(count), as: UTF8.self)
  }
}
