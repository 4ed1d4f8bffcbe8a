import ArgumentParser
import Foundation

/// The subcommand that checks whether this machine can build and run programs with SnippetBridge.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks compiler, libraries, browsers, port, certificate, descriptors and clock.",
    discussion: """
      Prints one line for each check: ok, or fix and the command that repairs the problem. Fails if a line says fix.

      Examples:
        snippet-bridge doctor
        snippet-bridge doctor --port 8443 --json
        snippet-bridge doctor --path-configuration public/paths.json --urls urls.txt
      """)

  @Option(help: "The port on which your program will listen.")
  var port = 8080

  @Option(help: "The folder of the certificate.", completion: .directory)
  var certificates = "certs"

  @Option(help: "A path configuration to check. Needs --urls.", completion: .file(extensions: ["json"]))
  var pathConfiguration: String?

  @Option(help: "A file with the URLs of your site, one per line.", completion: .file())
  var urls: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    guard (pathConfiguration == nil) == (urls == nil) else {
      throw CommandError("--path-configuration and --urls belong together. Add the other option.")
    }
    guard (1...65535).contains(port) else { throw CommandError("\(port) is no port. Use a number from 1 to 65535.") }
    let checks = try checks(of: Machine())
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(checks), as: UTF8.self))
    } else {
      let terminal = Terminal()
      for check in checks { terminal.print(check.line, check.isOK ? nil : .red) }
    }
    if !checks.allSatisfy(\.isOK) { throw ExitCode.failure }
  }

  private func checks(of machine: Machine) throws -> [Check] {
    var checks = [
      try machine.compiler(), try machine.libraries(), machine.browsers(), machine.port(port),
      machine.certificate(in: certificates), machine.descriptors(), machine.clock(newestFile: Self.newestFile()),
    ]
    if let pathConfiguration, let urls {
      // The program is `nil` if it is not built.
      let checker = Executable.path(of: "snippet-bridge-paths", beside: Bundle.main.executableURL)
      checks += try machine.pathConfiguration(pathConfiguration, urls: urls, checker: checker)
    }
    return checks
  }

  /// Returns the file of the package in this folder that was changed last.
  private static func newestFile() -> (path: String, time: Int)? {
    let files = (try? FileManager.default.subpathsOfDirectory(atPath: "Sources")) ?? []
    return (["Package.swift"] + files.map { "Sources/\($0)" }).compactMap { path in
      var info = stat()
      return stat(path, &info) == 0 ? (path, Int(info.st_mtim.tv_sec)) : nil
    }.max { $0.time < $1.time }
  }
}
