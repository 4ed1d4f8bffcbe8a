import SnippetBridgeCOpenSSL

/// Helpers for OpenSSL input and output in memory.
package enum MemoryBIO {
  /// Calls `write` with a memory BIO. Returns the bytes that `write` has written, or nil if `write` returns `false`.
  package static func bytes(_ write: (OpaquePointer) -> Bool) -> [UInt8]? {
    guard let bio = BIO_new(BIO_s_mem()) else { return nil }
    defer { BIO_free(bio) }
    guard write(bio) else { return nil }
    var data: UnsafeMutablePointer<CChar>?
    let count = sb_bio_data(bio, &data)
    return Array(UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : count))
  }

  /// Calls `read` with a memory BIO that contains `bytes`. Returns the object that `read` has parsed, or nil.
  package static func reading(_ bytes: [UInt8], _ read: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? {
    // OpenSSL queues errors per thread. Errors left in the queue would confuse the next OpenSSL call on this thread.
    defer { ERR_clear_error() }
    // OpenSSL requires that the bytes outlive the BIO, which is used only in this closure.
    return bytes.withUnsafeBytes { bytes in
      guard let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
      defer { BIO_free(bio) }
      return read(bio)
    }
  }
}

/// Returns the digest of a message, which has 32 bytes for `EVP_sha256()`. The result is empty only if OpenSSL was
/// built without the algorithm.
package func digest(of message: [UInt8], by algorithm: OpaquePointer?) -> [UInt8] {
  var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
  var length: UInt32 = 0
  guard EVP_Digest(message, message.count, &digest, &length, algorithm, nil) == 1 else { return [] }
  return Array(digest.prefix(Int(length)))
}
