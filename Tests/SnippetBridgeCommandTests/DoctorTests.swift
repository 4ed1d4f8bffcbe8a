import Foundation
import SnippetBridgeWebServer
import Testing

@testable import SnippetBridgeCommand

/// The checks of the subcommand `doctor`, on simulated machines.
@Suite(.timeLimit(.minutes(1))) struct DoctorTests {
  /// Returns a machine on which nothing needs to be repaired.
  private func machine(_ change: (inout Machine) -> Void = { _ in }) -> Machine {
    var machine = Machine(
      now: 1_800_000_000, isClockSynchronized: true, descriptorLimit: 4096,
      run: { name, _ in
        Executable.Result(status: 0, output: name == "swift" ? "Swift version 6.3.1 (swift-6.3.1)\n" : "")
      },
      has: { ["pkg-config", "firefox"].contains($0) },
      exists: { $0 == "/usr/include/ev.h" || $0 == "/usr/lib/*/libwebsockets-evlib_ev*" }, obstacle: { _ in nil })
    change(&machine)
    return machine
  }

  @Test func aCompleteMachineIsOK() throws {
    let machine = machine()
    let checks = [
      try machine.compiler(), try machine.libraries(), machine.browsers(), machine.port(8080),
      machine.certificate(in: "certs"), machine.descriptors(),
      machine.clock(newestFile: ("Package.swift", machine.now)),
    ]
    #expect(
      checks.map { $0.line } == [
        "ok   compiler      Swift version 6.3.1",
        "ok   libraries     libwebsockets with libev, OpenSSL, zlib; SnippetFleet also needs libhiredis-dev",
        "ok   browsers      firefox",
        "ok   port          8080 is free",
        "ok   certificate   certs has none, which the option --tls creates",
        "ok   descriptors   at most 4096",
        "ok   clock         follows a time server",
      ])
  }

  @Test(arguments: ["Swift version 6.2.9", "Swift version 5.10", "error: no toolchain", nil])
  func anotherCompilerIsNoted(_ version: String?) throws {
    let machine = machine {
      $0.run = { _, _ in version.map { Executable.Result(status: 0, output: $0) } }
    }
    #expect(try machine.compiler().repair?.contains("https://www.swift.org/install") == true)
  }

  @Test func laterCompilersAreOK() throws {
    let machine = machine { $0.run = { _, _ in Executable.Result(status: 0, output: "Swift version 7.0-dev") } }
    #expect(try machine.compiler().isOK)
  }

  @Test func missingLibrariesAreInstalledByOneCommand() throws {
    let machine = machine {
      $0.run = { _, arguments in Executable.Result(status: arguments.last == "openssl" ? 1 : 0, output: "") }
      $0.exists = { _ in false }
    }
    #expect(
      try machine.libraries()
        == Check(
          "libraries", "missing: libssl-dev, libev-dev, libwebsockets-evlib-ev",
          repair: "sudo apt install libssl-dev libev-dev libwebsockets-evlib-ev"))
  }

  @Test func aUsedPortIsNamed() {
    let machine = machine { $0.obstacle = { "Port \($0) of 127.0.0.1 is in use by another program. Stop it." } }
    #expect(
      machine.port(80).line
        == "fix  port          Port 80 of 127.0.0.1 is in use by another program. Stop it: ss -ltnp 'sport = :80'")
  }

  @Test func theClockAndTheLimitAreChecked() {
    let machine = machine {
      $0.descriptorLimit = 1024
      $0.isClockSynchronized = false
    }
    #expect(machine.descriptors().repair?.contains("limits.conf") == true)
    #expect(machine.clock(newestFile: nil).isOK)
    #expect(
      machine.clock(newestFile: ("a.swift", machine.now + 100))
        == Check("clock", "a.swift was changed 100 s in the future", repair: "sudo timedatectl set-ntp true"))
  }

  @Test func aCertificateThatEndsIsRenewed() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "doctor-\(UUID())").path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let files = try SelfSignedCertificate.ensure(in: folder, names: ["till.test"])
    var machine = machine {
      $0.now = Int(Date.now.timeIntervalSince1970)
      $0.exists = FileManager.default.fileExists(atPath:)
    }
    #expect(
      machine.certificate(in: folder) == Check("certificate", "localhost, 127.0.0.1, ::1, till.test; ends in 396 days"))
    machine.now += 391 * 24 * 60 * 60
    #expect(machine.certificate(in: folder).repair == "snippet-bridge certificate --folder \(folder)")
    machine.now += 30 * 24 * 60 * 60
    #expect(machine.certificate(in: folder).detail.contains("expired"))
    try FileManager.default.removeItem(atPath: files.keyFile)
    #expect(machine.certificate(in: folder).detail.contains("localhost.key: No such file"))
  }

  @Test func thePathCheckerIsAnotherProgram() throws {
    func checks(_ status: Int32, _ output: String) throws -> [Check] {
      let machine = machine { $0.run = { _, _ in Executable.Result(status: status, output: output) } }
      return try machine.pathConfiguration("a.json", urls: "urls", checker: nil)
    }
    #expect(try checks(0, "all 2 rules match\n") == [Check("paths", "all 2 rules match")])
    #expect(try checks(2, "One.\nTwo.\n").map(\.detail) == ["One.", "Two."])
    #expect(try checks(1, "error: no such product\n")[0].detail.contains("status 1, error: no such product"))
  }

  @Test func theResultIsAlsoJSON() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode([Check("a", "b"), Check("c", "d", repair: "e")])
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"[{"detail":"b","name":"a","ok":true},{"detail":"d","name":"c","ok":false,"repair":"e"}]"#)
  }
}
