import COpenSSL

/// SHA-1 by OpenSSL, which the opening handshake of a WebSocket uses (RFC 6455, section 4.2.2). Fit for nothing else.
package enum SHA1 {
  /// 20 bytes; empty if OpenSSL has none.
  package static func hash(_ message: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    guard EVP_Digest(message, message.count, &digest, &length, EVP_sha1(), nil) == 1 else { return [] }
    return Array(digest.prefix(Int(length)))
  }
}
