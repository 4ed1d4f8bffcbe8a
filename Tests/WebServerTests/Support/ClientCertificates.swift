@testable import SnippetBridgeWebServer
import TestSupport

/// Certificate authorities and certificates, most of them for clients, created by openssl in a temporary directory.
final class ClientCertificates: Sendable {
  private let directory = TemporaryDirectory()

  /// Creates an authority in `<name>.crt` and `<name>.key`.
  func makeAuthority(_ name: String) throws {
    try openssl(
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", path("\(name).key"),
      "-out", path("\(name).crt"), "-subj", "/CN=\(name)", "-days", "30")
  }

  /// Creates a certificate signed by `authority`. If `days` is negative, the certificate has expired. `names` are the
  /// alternative names of a server, such as `DNS:localhost`.
  func make(
    _ name: String, signedBy authority: String, use: String = "clientAuth", names: String? = nil, days: Int = 30
  ) throws {
    let names = names.map { "subjectAltName=\($0)\n" } ?? ""
    try SmallFile.write(
      Array("basicConstraints=critical,CA:FALSE\nextendedKeyUsage=\(use)\n\(names)".utf8), to: path("extensions"),
      mode: 0o600)
    try openssl(
      "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", path("\(name).key"),
      "-out", path("\(name).csr"), "-subj", "/CN=\(name)")
    try openssl(
      "x509", "-req", "-in", path("\(name).csr"), "-CA", path("\(authority).crt"), "-CAkey", path("\(authority).key"),
      "-CAcreateserial", "-extfile", path("extensions"), "-days", "\(days)", "-out", path("\(name).crt"))
  }

  func path(_ name: String) -> String { directory.path + "/" + name }

  private func openssl(_ arguments: String...) throws {
    let run = try Command(["openssl"] + arguments)
    guard run.status == 0 else { throw TestError(run.output) }
  }
}
