import COpenSSL

/// SHA-256 by OpenSSL.
package enum SHA256 {
  /// 32 bytes; empty if OpenSSL has none, which no build of it does.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    guard EVP_Digest(bytes, bytes.count, &digest, &length, EVP_sha256(), nil) == 1 else { return [] }
    return Array(digest.prefix(Int(length)))
  }
}
