import SnippetBridgeCOpenSSL

/// SHA-256, implemented with OpenSSL.
package enum SHA256 {
  /// Returns the 32 bytes of the digest. The result is empty only if OpenSSL was built without SHA-256.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    SnippetBridgeTLS.digest(of: bytes, by: EVP_sha256())
  }

  /// Returns the first `count` bytes of the digest as hexadecimal digits.
  package static func hexDigits(of bytes: [UInt8], count: Int) -> String {
    digest(of: bytes).prefix(count).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

/// HMAC with SHA-256 (RFC 2104), implemented with OpenSSL.
package enum HMAC {
  /// Returns the 32 bytes of the authentication code, which cannot be computed without `key`. Returns `nil` if
  /// OpenSSL is out of memory.
  package static func code(for message: [UInt8], key: [UInt8]) -> [UInt8]? {
    var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    guard
      SnippetBridgeCOpenSSL.HMAC(EVP_sha256(), key, CInt(clamping: key.count), message, message.count, &code, &length)
        != nil
    else { return nil }
    return Array(code.prefix(Int(length)))
  }
}

/// Comparison of secrets in constant time.
package enum ConstantTime {
  /// Returns whether the bytes are equal. The comparison takes constant time, so that its duration does not reveal how
  /// much of a guess was correct. The lengths are not secret.
  package static func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    first.count == second.count && CRYPTO_memcmp(first, second, first.count) == 0
  }
}
