package import SnippetBridgeCResources

extension [UInt8] {
  /// Copies the bytes of a file that the library contains.
  package init(_ file: EmbeddedFile) {
    self.init(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}
