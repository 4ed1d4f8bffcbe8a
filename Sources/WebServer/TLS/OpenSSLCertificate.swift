import COpenSSL
import Platform

/// An X.509 certificate held by OpenSSL.
final class OpenSSLCertificate {
  private let x509: OpaquePointer

  /// Takes over `x509`, which is freed with self.
  init(owning x509: OpaquePointer) { self.x509 = x509 }

  deinit { X509_free(x509) }

  /// The first certificate in `pem`; nil when there is none.
  convenience init?(pem: [UInt8]) {
    // "BIO_new_mem_buf(): the memory must not be freed before the BIO"; it is read here and now.
    let x509 = pem.withUnsafeBytes { bytes -> OpaquePointer? in
      guard let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
      defer { BIO_free(bio) }
      return PEM_read_bio_X509(bio, nil, nil, nil)
    }
    // What OpenSSL notes about failures is per thread, and would confuse its next user here.
    ERR_clear_error()
    guard let x509 else { return nil }
    self.init(owning: x509)
  }

  /// False before the certificate's time. Seconds since 1970.
  func hasBegun(at moment: time_t) -> Bool {
    var moment = moment
    return X509_cmp_time(X509_get0_notBefore(x509), &moment) < 0
  }

  func hasExpired(at moment: time_t) -> Bool {
    var moment = moment
    // "returns -1 if asn1_time is earlier than, or equal to, in_tm"; 0 for an error, which is no better.
    return X509_cmp_time(X509_get0_notAfter(x509), &moment) <= 0
  }

  /// Whether `key` is the private half of the certificate's key.
  func matches(_ key: OpenSSLKey) -> Bool {
    let result = key.withPointer { X509_check_private_key(x509, $0) == 1 }
    ERR_clear_error()
    return result
  }

  /// Whether a browser that opened `host` would find it in here.
  func covers(host: String) -> Bool {
    X509_check_host(x509, host, host.utf8.count, 0, nil) == 1 || X509_check_ip_asc(x509, host, 0) == 1
  }

  /// The end of its time, as OpenSSL prints it: "Nov 21 08:00:00 2027 GMT".
  var expiry: String { Self.text { ASN1_TIME_print($0, X509_get0_notAfter(x509)) } }
  var beginning: String { Self.text { ASN1_TIME_print($0, X509_get0_notBefore(x509)) } }

  /// Nil when OpenSSL is out of memory.
  var pem: [UInt8]? { MemoryBIO.bytes { PEM_write_bio_X509($0, x509) == 1 } }

  private static func text(_ write: (OpaquePointer) -> CInt) -> String {
    String(decoding: MemoryBIO.bytes { write($0) == 1 } ?? [], as: UTF8.self)
  }
}
