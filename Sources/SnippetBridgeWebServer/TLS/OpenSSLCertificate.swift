import SnippetBridgeCOpenSSL
import SnippetBridgePlatform

/// An X.509 certificate held by OpenSSL.
package final class OpenSSLCertificate {
  private let x509: OpaquePointer

  /// Takes ownership of `x509`, which is freed in `deinit`.
  init(owning x509: OpaquePointer) { self.x509 = x509 }

  deinit { X509_free(x509) }

  /// Creates a certificate from the first certificate in `pem`. Returns `nil` if there is none.
  convenience init?(pem: [UInt8]) {
    guard let x509 = MemoryBIO.reading(pem, { PEM_read_bio_X509($0, nil, nil, nil) }) else { return nil }
    self.init(owning: x509)
  }

  /// Returns whether the certificate's validity period has begun.
  /// - Parameter moment: The time in seconds since 1970.
  func hasBegun(at moment: time_t) -> Bool {
    var moment = moment
    return X509_cmp_time(X509_get0_notBefore(x509), &moment) < 0
  }

  func hasExpired(at moment: time_t) -> Bool {
    var moment = moment
    // OpenSSL's manual: "returns -1 if asn1_time is earlier than, or equal to, in_tm". 0 means an error, which also
    // counts as expired.
    return X509_cmp_time(X509_get0_notAfter(x509), &moment) <= 0
  }

  /// Returns whether `key` is the private key of the certificate.
  func matches(_ key: OpenSSLKey) -> Bool {
    let result = key.withPointer { X509_check_private_key(x509, $0) == 1 }
    ERR_clear_error()
    return result
  }

  /// Returns whether the certificate is valid for a name or numeric address.
  package func covers(host: String) -> Bool {
    X509_check_host(x509, host, host.utf8.count, 0, nil) == 1 || X509_check_ip_asc(x509, host, 0) == 1
  }

  /// The host names and IP addresses in the extension `subjectAltName`.
  package var names: [String] {
    let index = X509_get_ext_by_NID(x509, NID_subject_alt_name, -1)
    guard index >= 0, let names = X509_get_ext(x509, index) else { return [] }
    // OpenSSL prints "DNS:localhost, IP Address:127.0.0.1".
    return Self.text { X509V3_EXT_print($0, names, 0, 0) }.split(separator: ", ").compactMap { entry in
      ["DNS:", "IP Address:"].first(where: entry.hasPrefix).map { prefix in
        let name = String(entry.dropFirst(prefix.count))
        return CertificateName(name)?.text ?? name
      }
    }
  }

  /// The end of the validity period, in seconds since 1970; 0 if the certificate does not contain a valid time.
  package var end: Int {
    var end = tm()
    return ASN1_TIME_to_tm(X509_get0_notAfter(x509), &end) == 1 ? timegm(&end) : 0
  }

  /// The end of the validity period, in OpenSSL's format: "Nov 21 08:00:00 2027 GMT". `beginning` has the same format.
  var expiry: String { Self.text { ASN1_TIME_print($0, X509_get0_notAfter(x509)) } }
  var beginning: String { Self.text { ASN1_TIME_print($0, X509_get0_notBefore(x509)) } }

  /// The certificate in PEM format, or `nil` if OpenSSL is out of memory.
  var pem: [UInt8]? { MemoryBIO.bytes { PEM_write_bio_X509($0, x509) == 1 } }

  private static func text(_ write: (OpaquePointer) -> CInt) -> String {
    String(decoding: MemoryBIO.bytes { write($0) == 1 } ?? [], as: UTF8.self)
  }
}
