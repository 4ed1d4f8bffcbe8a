import Glibc
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

@Suite(.ownThreads, .timeLimit(.minutes(5))) struct CertificateTests {
  private let directory = TemporaryDirectory()
  private let day: time_t = 24 * 60 * 60

  @Test func isMadeOnceAndKeptUntilItExpires() throws {
    let path = directory.path + "/certs"
    defer {
      unlink(path + "/localhost.crt")
      unlink(path + "/localhost.key")
      rmdir(path)
    }
    let now = time(nil)
    let files = try SelfSignedCertificate.ensure(in: path, now: now)
    try files.validate()
    let first = try SmallFile.read(files.certificateFile)
    var status = stat()
    #expect(stat(files.keyFile, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)

    #expect(try SelfSignedCertificate.ensure(in: path, now: now + 300 * day) == files)
    #expect(try SmallFile.read(files.certificateFile) == first)
    _ = try SelfSignedCertificate.ensure(in: path, now: now + 391 * day)
    #expect(try SmallFile.read(files.certificateFile) != first)
  }

  @Test func coversThisMachineAndIsAServers() throws {
    let files = try SelfSignedCertificate.ensure(in: directory.path)
    let certificate = try files.validate(at: time(nil))
    for host in ["localhost", "127.0.0.1", "::1"] { #expect(certificate.covers(host: host)) }
    #expect(!certificate.covers(host: "example.com"))
    let text = try Command("openssl", "x509", "-in", files.certificateFile, "-noout", "-text").output
    for part in ["TLS Web Server Authentication", "prime256v1", "Version: 3", "CA:FALSE", "Digital Signature"] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(try Command("openssl", "verify", "-CAfile", files.certificateFile, files.certificateFile).status == 0)
  }

  @Test func coversFurtherNames() throws {
    let names = ["till.test", "192.168.0.7", "fe80::1"]
    let files = try SelfSignedCertificate.ensure(in: directory.path, names: names)
    let first = try SmallFile.read(files.certificateFile)
    let certificate = try files.validate(at: time(nil))
    for host in ["localhost"] + names { #expect(certificate.covers(host: host), "\(host)") }
    // A certificate that covers all names is kept.
    _ = try SelfSignedCertificate.ensure(in: directory.path, names: ["till.test"])
    #expect(try SmallFile.read(files.certificateFile) == first)
    _ = try SelfSignedCertificate.ensure(in: directory.path, names: ["other.test"])
    let renewed = try files.validate(at: time(nil))
    for host in ["other.test", "till.test", "192.168.0.7"] { #expect(renewed.covers(host: host), "\(host)") }
    for name in ["a,DNS:b", "", "-a", "a..b", "ä.test", "a\nb", "http://a", String(repeating: "a", count: 64)] {
      #expect(throws: WebServerError.self, "\(name)") {
        try SelfSignedCertificate.ensure(in: directory.path, names: [name])
      }
    }
  }

  @Test func aNewCertificateKeepsTheNames() throws {
    let now = time(nil)
    let usual = SelfSignedCertificate.usualNames
    let files = try SelfSignedCertificate.ensure(in: directory.path, names: ["Till.test", "FE80:0::1"], now: now)
    #expect(try files.validate(at: now).names == usual + ["till.test", "fe80::1"])
    // The certificate has expired, its key is missing, and another name is needed.
    try SmallFile.write([], to: files.keyFile, mode: 0o600)
    let later = now + 400 * day
    _ = try SelfSignedCertificate.ensure(in: directory.path, names: ["bar.test", "fe80::1"], now: later)
    let renewed = try files.validate(at: later)
    #expect(renewed.names == usual + ["bar.test", "fe80::1", "till.test"])
    #expect((396...397).contains((renewed.end - later) / day))
  }

  @Test func aPairThatDoesNotMatchIsMadeAgain() throws {
    let files = try SelfSignedCertificate.ensure(in: directory.path)
    let other = try #require(SelfSignedCertificate.make(now: time(nil)))
    try SmallFile.write(other.key, to: files.keyFile, mode: 0o600)
    #expect(code { try files.validate() } == .certificateMismatch)
    try SelfSignedCertificate.ensure(in: directory.path).validate()
  }

  @Test func errorsNameTheFile() throws {
    let files = try SelfSignedCertificate.ensure(in: directory.path)
    let missing = TLSConfiguration(certificateFile: directory.path + "/none.crt", keyFile: files.keyFile)
    let error = #expect(throws: WebServerError.self) { try missing.validate() }
    #expect(error?.code == .certificateUnreadable)
    #expect(error?.description.contains("none.crt: No such file") == true)

    try SmallFile.write(Array("not PEM".utf8), to: directory.path + "/text", mode: 0o600)
    let text = directory.path + "/text"
    #expect(
      code { try TLSConfiguration(certificateFile: text, keyFile: files.keyFile).validate() } == .certificateNotPEM)
    #expect(
      code { try TLSConfiguration(certificateFile: files.certificateFile, keyFile: text).validate() }
        == .certificateNotPEM)

    let now = time(nil)
    #expect(code { try files.validate(at: now + 398 * day) } == .certificateExpired)
    #expect(code { try files.validate(at: now - 2 * day) } == .certificateExpired)
  }

  /// Opening a named pipe without a writer would block.
  @Test func onlyRegularFilesAreRead() throws {
    let files = try SelfSignedCertificate.ensure(in: directory.path)
    let (pipe, link) = (directory.path + "/pipe", directory.path + "/link")
    try #require(mkfifo(pipe, 0o600) == 0 && symlink(files.certificateFile, link) == 0)
    #expect(try SmallFile.read(link) == SmallFile.read(files.certificateFile))
    for path in [pipe, directory.path, "/dev/zero"] {
      let keys = TLSConfiguration(certificateFile: files.certificateFile, keyFile: path)
      let certificates = TLSConfiguration(certificateFile: path, keyFile: files.keyFile)
      var authorities = files
      authorities.clientAuthorityFile = path
      for configuration in [keys, certificates, authorities] {
        let error = #expect(throws: WebServerError.self) { try configuration.validate() }
        #expect(error?.description.hasSuffix(" \(path): it is not a file.") == true)
      }
    }
  }

  @Test func theReasonOfOpenSSLIsReported() throws {
    let files = TLSConfiguration(
      certificateFile: directory.path + "/weak.crt", keyFile: directory.path + "/weak.key")
    let run = try Command(
      "openssl", "req", "-x509", "-newkey", "rsa:1024", "-nodes", "-subj", "/CN=localhost", "-keyout", files.keyFile,
      "-out", files.certificateFile)
    try #require(run.status == 0, "\(run.output)")
    let error = #expect(throws: WebServerError.self) { try TLSServerContext(files) }
    #expect(error?.description == "OpenSSL rejected the certificate \(files.certificateFile): ee key too small.")
  }

  @Test func aServerDoesNotStartWithABadCertificate() async throws {
    let server = makeServer(change: {
      $0.listeners[0].tls = TLSConfiguration(certificateFile: "/none", keyFile: "/none")
    })
    let error = await #expect(throws: WebServerError.self) { try await server.start() }
    #expect(error?.code == .certificateUnreadable)
  }

  private func code(_ body: () throws -> Void) -> WebServerError.Code? {
    do {
      try body()
      return nil
    } catch { return (error as? WebServerError)?.code }
  }
}
