import SnippetBridgeCOpenSSL

/// Collects OpenSSL's output in memory.
package enum MemoryBIO {
  /// Returns the bytes that `write` wrote; nil if it reports an error.
  package static func bytes(_ write: (OpaquePointer) -> Bool) -> [UInt8]? {
    guard let bio = BIO_new(BIO_s_mem()) else { return nil }
    defer { BIO_free(bio) }
    guard write(bio) else { return nil }
    var data: UnsafeMutablePointer<CChar>?
    let count = sb_bio_data(bio, &data)
    return Array(UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : count))
  }
}
