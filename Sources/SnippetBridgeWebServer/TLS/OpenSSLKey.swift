import SnippetBridgeCOpenSSL

/// A private key held by OpenSSL.
final class OpenSSLKey {
  private let key: OpaquePointer

  private init(owning key: OpaquePointer) { self.key = key }

  deinit { EVP_PKEY_free(key) }

  /// Creates a key on the curve P-256. Returns `nil` if OpenSSL lacks randomness or memory.
  static func makeP256() -> OpenSSLKey? { sb_make_p256_key().map(OpenSSLKey.init(owning:)) }

  /// Creates a key from the private key in `pem`. Returns `nil` if there is none, or if it requires a passphrase.
  convenience init?(pem: [UInt8]) {
    // Without this callback, OpenSSL would ask for a passphrase on the terminal and wait for it.
    guard let key = MemoryBIO.reading(pem, { PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in -1 }, nil) }) else {
      return nil
    }
    self.init(owning: key)
  }

  /// Passes the key to `body`. The pointer must not be used after `body` has returned.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(key) }

  /// The key as unencrypted PKCS #8 in PEM format, or `nil` if OpenSSL is out of memory.
  var pem: [UInt8]? { MemoryBIO.bytes { PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) == 1 } }
}
