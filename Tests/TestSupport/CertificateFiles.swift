import Foundation

/// Certificate authorities and certificates that openssl creates in a temporary folder.
package final class CertificateFiles: Sendable {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "CertificateFiles-\(UUID())")

  package init() {
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Creates an authority in `<name>.crt` and `<name>.key`.
  package func makeAuthority(_ name: String) throws {
    try openssl(["req", "-x509"] + newKey(name) + ["-out", path("\(name).crt"), "-days", "30"])
  }

  package func make(_ name: String, signedBy authority: String, extensions: String) throws {
    try Data("basicConstraints=critical,CA:FALSE\n\(extensions)\n".utf8).write(to: folder.appending(path: "extensions"))
    try openssl(["req", "-new"] + newKey(name) + ["-out", path("\(name).csr")])
    try openssl([
      "x509", "-req", "-in", path("\(name).csr"), "-CA", path("\(authority).crt"), "-CAkey", path("\(authority).key"),
      "-CAcreateserial", "-extfile", path("extensions"), "-days", "30", "-out", path("\(name).crt"),
    ])
  }

  package func path(_ name: String) -> String { folder.appending(path: name).path }

  private func newKey(_ name: String) -> [String] {
    [
      "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", path("\(name).key"), "-subj",
      "/CN=\(name)",
    ]
  }

  private func openssl(_ arguments: [String]) throws {
    let openssl = try Command(["openssl"] + arguments)
    guard openssl.status == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
