import ArgumentParser
import Dispatch
import Foundation
import Logging
import TestSupport
import Testing

@testable import SnippetBridge

/// The configuration that is required before other machines can connect.
@Suite(.timeLimit(.minutes(5))) struct TrustNetworkTests {
  private func make(_ host: String, _ change: (inout BridgeConfiguration) -> Void = { _ in }) throws {
    var configuration = BridgeConfiguration(host: host, port: 0, root: FileManager.default.temporaryDirectory.path)
    configuration.logger.logLevel = .critical
    change(&configuration)
    _ = try BridgeServer(configuration: configuration) { _ in }
  }

  @Test(arguments: ["127.0.0.1", "127.0.0.2", "::1", "localhost", "::ffff:127.0.0.1"])
  func thisMachineNeedsNoLeave(host: String) {
    #expect(throws: Never.self) { try make(host) }
  }

  @Test(arguments: ["0.0.0.0", "::", "192.0.2.1", "::ffff:192.0.2.1", "2001:db8::1"])
  func othersAreLetInOnPurposeOnly(host: String) throws {
    let refusal = #expect(throws: BridgeServerError.self) { try make(host) }
    for option in ["--token-file", "--client-ca", "--allow-network", host] {
      #expect(refusal?.description.contains(option) == true, "\(option)")
    }
    // Names and origins alone do not restrict which machines can connect.
    #expect(throws: BridgeServerError.self) {
      try make(host) {
        $0.origins = ["https://kiosk.example"]
        $0.names = ["kiosk"]
      }
    }
    try make(host) { $0.token = AccessToken("0123456789abcdef") }
    try make(host) { $0.allowsNetwork = true }
    try make(host) { $0.declarations = "/dev/null" }
  }

  /// A host that cannot be resolved may have any address later, so such a server does not start without protection.
  @Test(arguments: ["", "unknown.invalid", "[::1]"]) func whatIsNoAddressIsNamed(host: String) throws {
    let refusal = #expect(throws: BridgeServerError.self) { try make(host) }
    #expect(refusal?.description.hasPrefix("\"\(host)\" is not an address to listen on: ") == true)
    try make(host) { $0.allowsNetwork = true }
  }

  @Test func clientCertificatesNeedTLS() throws {
    #expect(throws: BridgeServerError.self) { try make("127.0.0.1") { $0.clientAuthority = "ca.pem" } }
    let error = #expect(throws: (any Error).self) { try BridgeOptions.parse(["--client-ca", "ca.pem"]) }
    #expect(error.map { BridgeOptions.message(for: $0).contains("--tls") } == true)
    #expect(try BridgeOptions.parse(["--client-ca", "ca.pem", "--tls"]).configuration().clientAuthority == "ca.pem")
  }

  @Test(arguments: ["", "short", "0123456789abcde", "with space 0123456", "ümläut-0123456789", "0123456789abcdef&"])
  func aTokenIsLongAndFitsIntoAnAddress(text: String) throws {
    let error = #expect(throws: BridgeServerError.self) { try make("127.0.0.1") { $0.token = AccessToken(text) } }
    #expect(text.isEmpty || error?.description.contains(text) == false)
  }

  @Test func aTokenFileIsMadeOnceAndItsOwners() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "SnippetBridgeTests-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "token").path
    let made = try AccessToken.file(path).secret()
    #expect(made.count == 32)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try AccessToken.file(path).secret() == made)
    try Data("  own-token-0123456789\n".utf8).write(to: URL(filePath: path))
    #expect(try AccessToken.file(path).secret() == "own-token-0123456789")
    let other = folder.appending(path: "other").path
    try make("127.0.0.1") {
      $0.token = .file(other)
      $0.declarations = "/dev/null"
    }
    #expect(!FileManager.default.fileExists(atPath: other), "declarations need no token")
    let pipe = folder.appending(path: "pipe").path
    try #require(mkfifo(pipe, 0o600) == 0)
    // This waits until the server opens the pipe.
    DispatchQueue.global().async { try? "a-token-of-a-program".write(toFile: pipe, atomically: false, encoding: .utf8) }
    #expect(try AccessToken.file(pipe).secret() == "a-token-of-a-program")
    for bad in [folder.path, folder.path + "/none/token"] {
      let error = #expect(throws: BridgeServerError.self) { try AccessToken.file(bad).secret() }
      #expect(error?.description.contains(bad) == true)
    }
  }

  @Test(arguments: [0o600, 0o400, 0o640, 0o604, 0o666]) func filesThatOthersCanReadAreNamed(mode: Int) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "SnippetBridgeTests-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (token, key) = (folder.appending(path: "token").path, folder.appending(path: "server.key").path)
    for path in [token, key, folder.appending(path: "localhost.key").path] {
      try Data("0123456789abcdef".utf8).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    let log = LogRecorder()
    var configuration = BridgeConfiguration(logger: log.logger)
    SecretFiles.warn(of: configuration)
    #expect(log.lines == [])
    configuration.token = .file(token)
    configuration.tls = .files(certificate: token, key: key)
    SecretFiles.warn(of: configuration)
    configuration.tls = .selfSigned(folder: folder.path)
    SecretFiles.warn(of: configuration)
    guard mode & 0o077 != 0 else { return #expect(log.lines == []) }
    #expect(log.lines.count == 4)
    for (line, path) in zip(log.lines, [token, key, token, folder.path + "/localhost.key"]) {
      #expect(line.hasSuffix("chmod 600 file=\(path)"), "\(line)")
    }
    // Missing files cause no warning.
    let before = log.lines.count
    configuration.token = .file(folder.path + "/none")
    configuration.tls = .off
    SecretFiles.warn(of: configuration)
    #expect(log.lines.count == before)
    // Further listeners have keys too.
    configuration.listeners = [
      .init(port: 0, tls: .files(certificate: token, key: key), documents: MemoryDocuments(["a": "b"]))
    ]
    SecretFiles.warn(of: configuration)
    #expect(log.lines.count == before + 1)
  }

  /// A starting server logs the warning.
  @Test func aServerThatStartsWarnsOfThem() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "SnippetBridgeTests-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "token").path
    try Data("0123456789abcdef".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let log = LogRecorder()
    try await TestServer.run(configure: {
      $0.token = .file(path)
      $0.logger = log.logger
    }) { _ async throws in }
    #expect(log.lines.filter { $0.hasSuffix("the token: run chmod 600 file=\(path)") }.count == 1)
  }

  @Test func theOptionsSayTheSame() throws {
    let options = try BridgeOptions.parse([
      "--origin", "https://a.example", "--origin", "https://b.example", "--token-file", "t", "--allow-network",
    ])
    let configuration = options.configuration()
    #expect(configuration.origins == ["https://a.example", "https://b.example"])
    #expect(configuration.allowsNetwork && "\(String(describing: configuration.token))".contains("AccessToken in t"))
    let help = BridgeOptions.helpMessage()
    for option in ["--token-file", "--client-ca", "--origin", "--allow-network"] { #expect(help.contains(option)) }
  }
}
