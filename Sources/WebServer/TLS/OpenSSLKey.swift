import COpenSSL

/// A private key held by OpenSSL.
final class OpenSSLKey {
  private let key: OpaquePointer

  private init(owning key: OpaquePointer) { self.key = key }

  deinit { EVP_PKEY_free(key) }

  /// A new one on the curve P-256; nil when OpenSSL has no randomness or memory.
  static func makeP256() -> OpenSSLKey? { sb_make_p256_key().map(OpenSSLKey.init(owning:)) }

  /// The private key in `pem`; nil when there is none, or it needs a passphrase.
  convenience init?(pem: [UInt8]) {
    let key = pem.withUnsafeBytes { bytes -> OpaquePointer? in
      guard let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
      defer { BIO_free(bio) }
      // Without a callback of ours OpenSSL would ask for a passphrase on the terminal, and wait.
      return PEM_read_bio_PrivateKey(bio, nil, { _, _, _, _ in -1 }, nil)
    }
    ERR_clear_error()
    guard let key else { return nil }
    self.init(owning: key)
  }

  /// Lends the key; the pointer must not outlive `body`.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(key) }

  /// Unencrypted PKCS #8; nil when OpenSSL is out of memory.
  var pem: [UInt8]? { MemoryBIO.bytes { PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) == 1 } }
}
