import COpenSSL

/// HMAC with SHA-256 (RFC 2104), by OpenSSL.
package enum HMAC {
  /// 32 bytes that only who knows `key` can make from `message`; nil when OpenSSL is out of memory.
  package static func code(for message: [UInt8], key: [UInt8]) -> [UInt8]? {
    var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    guard
      COpenSSL.HMAC(EVP_sha256(), key, CInt(clamping: key.count), message, message.count, &code, &length) != nil
    else { return nil }
    return Array(code.prefix(Int(length)))
  }
}
