import SnippetBridgeCOpenSSL
import SnippetBridgePlatform

/// A development certificate for this machine: localhost, 127.0.0.1, ::1 and further names, with a P-256 key.
package struct SelfSignedCertificate {
  /// The validity period in days. Browsers reject server certificates that are valid for more than 398 days.
  static let days = 397
  /// The minimum number of days for which a certificate must still be valid. Otherwise, it is replaced.
  package static let daysBeforeRenewal = 7
  private static let day: time_t = 24 * 60 * 60

  let certificate: [UInt8]
  let key: [UInt8]

  /// The names that each certificate covers.
  package static let usualNames = ["localhost", "127.0.0.1", "::1"]

  /// Returns the paths of the certificate file and the key file in `directory`. Creates both files if they are missing
  /// or unusable, or if the certificate expires within 7 days or does not cover a name. The new certificate also covers
  /// the names of the replaced one. Creates the directory if it is missing. Several programs may call this function
  /// concurrently.
  /// - Parameters:
  ///   - names: Host names and IP addresses besides ``usualNames``.
  ///   - now: The time in seconds since 1970; the current time by default.
  package static func ensure(
    in directory: String, names: [String] = [], now: Int = time(nil)
  ) throws(WebServerError) -> TLSConfiguration {
    if let name = names.first(where: { CertificateName($0) == nil }) {
      throw WebServerError(
        .cannotMakeCertificate,
        "\(name.prefix(300).debugDescription) is neither a host name nor an IP address. A host name has letters, digits, - and .; an international name must be in its ASCII form (xn--…)."
      )
    }
    let files = files(in: directory)
    let names = (usualNames + names).compactMap(CertificateName.init)
    let made: SelfSignedCertificate?
    do throws(FileError) {
      let lock = try lockDirectory(directory)
      defer { close(lock) }
      if isGood(files, names, at: now) { return files }
      made = make(names + oldNames(files), now: now)
      // After a crash between the two writes, the files do not match. The next call then creates both files again.
      if let made {
        try SmallFile.write(made.key, to: files.keyFile, mode: 0o600)
        try SmallFile.write(made.certificate, to: files.certificateFile, mode: 0o644)
      }
    } catch {
      throw WebServerError(
        .cannotMakeCertificate, "Cannot store a certificate in \(directory): \(error.description).")
    }
    guard made != nil else { throw WebServerError(.cannotMakeCertificate, "OpenSSL cannot create a certificate.") }
    return files
  }

  /// Returns the paths of the certificate and the key in a directory.
  package static func files(in directory: String) -> TLSConfiguration {
    TLSConfiguration(certificateFile: directory + "/localhost.crt", keyFile: directory + "/localhost.key")
  }

  private static func lockDirectory(_ directory: String) throws(FileError) -> CInt {
    if mkdir(directory, 0o755) != 0, errno != EEXIST { throw FileError(code: errno) }
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(code: errno) }
    // The lock is held until the descriptor is closed.
    flock(descriptor, LOCK_EX)
    return descriptor
  }

  private static func isGood(_ files: TLSConfiguration, _ names: [CertificateName], at now: time_t) -> Bool {
    guard let certificate = try? files.validate(at: now) else { return false }
    return !certificate.hasExpired(at: now + time_t(daysBeforeRenewal) * day)
      && names.allSatisfy { certificate.covers(host: $0.text) }
  }

  /// Returns the names of the certificate that will be replaced, which may be expired.
  private static func oldNames(_ files: TLSConfiguration) -> [CertificateName] {
    guard let pem = try? SmallFile.read(files.certificateFile) else { return [] }
    return OpenSSLCertificate(pem: pem)?.names.compactMap(CertificateName.init) ?? []
  }

  /// Creates a certificate with a new key. Returns `nil` if OpenSSL has no memory or randomness.
  /// - Parameter names: The names that the certificate covers. Repeated names are ignored.
  static func make(
    _ names: [CertificateName] = usualNames.compactMap(CertificateName.init), now: time_t
  ) -> SelfSignedCertificate? {
    guard let key = OpenSSLKey.makeP256(), let x509 = X509_new() else { return nil }
    let certificate = OpenSSLCertificate(owning: x509)
    var now = now
    let isComplete = key.withPointer { key in
      // Version 3 is encoded as 2. The serial number is positive and random. A browser that has seen the previous
      // certificate rejects a new certificate with the same number.
      X509_set_version(x509, 2) == 1
        && ASN1_INTEGER_set_uint64(X509_get_serialNumber(x509), UInt64.random(in: 1...UInt64(Int64.max))) == 1
        // The validity period begins one hour early, because clocks differ.
        && X509_time_adj_ex(X509_getm_notBefore(x509), 0, -3600, &now) != nil
        && X509_time_adj_ex(X509_getm_notAfter(x509), CInt(days), -3600, &now) != nil
        && setName(of: x509) && X509_set_pubkey(x509, key) == 1 && addExtensions(to: x509, names)
        && X509_sign(x509, key, EVP_sha256()) > 0
    }
    guard isComplete, let certificatePEM = certificate.pem, let keyPEM = key.pem else { return nil }
    return SelfSignedCertificate(certificate: certificatePEM, key: keyPEM)
  }

  private static func setName(of x509: OpaquePointer) -> Bool {
    guard let name = X509_get_subject_name(x509) else { return false }
    let isSet = { (field: String, value: String) in
      X509_NAME_add_entry_by_txt(name, field, MBSTRING_UTF8, value, -1, -1, 0) == 1
    }
    return isSet("CN", "localhost") && isSet("O", "SnippetBridge development") && X509_set_issuer_name(x509, name) == 1
  }

  private static func addExtensions(to x509: OpaquePointer, _ names: [CertificateName]) -> Bool {
    var seen: Set<CertificateName> = []
    let entries = names.filter { seen.insert($0).inserted }.map(\.entry)
    var context = v3_ext_ctx()
    X509V3_set_ctx(&context, x509, x509, nil, nil, 0)
    let extensions = [
      (NID_subject_alt_name, entries.joined(separator: ",")),
      (NID_basic_constraints, "critical,CA:FALSE"),
      (NID_key_usage, "critical,digitalSignature"),
      (NID_ext_key_usage, "serverAuth"),
      (NID_subject_key_identifier, "hash"),
    ]
    return extensions.allSatisfy { kind, value in
      guard let made = X509V3_EXT_conf_nid(nil, &context, kind, value) else { return false }
      defer { X509_EXTENSION_free(made) }
      return X509_add_ext(x509, made, -1) == 1
    }
  }
}
