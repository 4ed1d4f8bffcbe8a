import COpenSSL

/// What OpenSSL writes, in memory.
package enum MemoryBIO {
  /// Nil when `write` says it failed.
  package static func bytes(_ write: (OpaquePointer) -> Bool) -> [UInt8]? {
    guard let bio = BIO_new(BIO_s_mem()) else { return nil }
    defer { BIO_free(bio) }
    guard write(bio) else { return nil }
    var data: UnsafeMutablePointer<CChar>?
    let count = sb_bio_data(bio, &data)
    return Array(UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : count))
  }
}
