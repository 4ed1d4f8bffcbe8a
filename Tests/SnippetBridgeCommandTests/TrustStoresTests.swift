import Foundation
import Testing

@testable import SnippetBridgeCommand

/// The stores of browsers to which a certificate is added. A script replaces `certutil`, and writes its arguments.
@Suite(.timeLimit(.minutes(1))) struct TrustStoresTests {
  private func withHome(certutil: String, _ body: (TrustStores, URL) throws -> Void) throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "my home \(UUID())")
    defer { try? FileManager.default.removeItem(at: home) }
    try write(
      "#!/bin/sh\nprintf '%s|' \"$@\" >>'\(home.path(percentEncoded: false))/calls'\n\(certutil)\n", home, "certutil")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: home.appending(path: "certutil").path(percentEncoded: false))
    let path = home.path(percentEncoded: false)
    try body(TrustStores(environment: ["HOME": path, "PATH": "/nothing:\(path)"]), home)
  }

  private func write(_ text: String, _ home: URL, _ path: String) throws {
    let file = home.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: false, encoding: .utf8)
  }

  @Test func theCertificateIsAddedToEachStore() throws {
    try withHome(certutil: "exit 0") { stores, home in
      try write("", home, ".mozilla/firefox/b.default/cert9.db")
      try write("", home, "snap/firefox/common/.mozilla/firefox/a/cert9.db")
      try write("", home, ".mozilla/firefox/never used/prefs.js")
      #expect(try stores.add("certs/localhost.crt") == "Chromium and Firefox trust it after a restart.")
      let path = home.path(percentEncoded: false)
      let calls = try String(contentsOf: home.appending(path: "calls"), encoding: .utf8)
      let added = [".pki/nssdb", ".mozilla/firefox/b.default", "snap/firefox/common/.mozilla/firefox/a"].map {
        "-A|-d|sql:\(path)/\($0)|-n|SnippetBridge development|-t|CP,,|-i|certs/localhost.crt|"
      }
      #expect(calls == "-N|--empty-password|-d|sql:\(path)/.pki/nssdb|" + added.joined())
    }
  }

  @Test func aMissingProfileIsSaid() throws {
    try withHome(certutil: "exit 0") { stores, _ in
      let text = try stores.add("a.crt")
      #expect(text.contains("Firefox has no profile: start Firefox once"))
    }
  }

  @Test func aStoreThatFailsIsNamed() throws {
    try withHome(certutil: "case $1 in -A) echo; echo locked >&2; exit 1; esac") { stores, home in
      try write("", home, ".pki/nssdb/cert9.db")
      let error = #expect(throws: CommandError.self) { try stores.add("a.crt") }
      let path = home.path(percentEncoded: false)
      #expect(error?.description == "certutil cannot add a.crt to \(path)/.pki/nssdb: locked")
    }
  }

  @Test func aMissingProgramIsNamed() {
    let error = #expect(throws: CommandError.self) { try TrustStores(environment: ["PATH": "/nothing"]) }
    #expect(error?.description == "The program certutil is missing. Install it: sudo apt install libnss3-tools")
  }
}
