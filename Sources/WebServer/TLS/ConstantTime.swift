import COpenSSL

/// Comparing secrets.
package enum ConstantTime {
  /// Takes as long whatever the bytes are, so that nobody learns from the time how far a guess was right. Lengths are
  /// no secret.
  package static func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    first.count == second.count && CRYPTO_memcmp(first, second, first.count) == 0
  }
}
