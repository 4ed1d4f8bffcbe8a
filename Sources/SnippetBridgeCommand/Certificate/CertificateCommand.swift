import ArgumentParser
import SnippetBridgeWebServer

/// The subcommand that creates a certificate for https on this machine.
struct CertificateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "certificate", abstract: "Creates a self-signed certificate for more names than localhost.",
    discussion: """
      Without names, creates the same certificate as make run TLS=1. A valid certificate that covers all names is kept.

      Examples:
        snippet-bridge certificate
        snippet-bridge certificate till.local 192.168.0.7 --folder certs
      """)

  @Argument(help: ArgumentHelp("Host names and IP addresses.", valueName: "name"))
  var names: [String] = []

  @Option(help: "The folder of the files localhost.crt and localhost.key.")
  var folder = "certs"

  func run() throws {
    let files = try SelfSignedCertificate.ensure(in: folder, names: names)
    let all = SelfSignedCertificate.usualNames + names
    print("\(files.certificateFile) is valid for \(all.joined(separator: ", ")).")
    print("Serve it with the option --tls\(names.map { " --name \($0)" }.joined()).")
  }
}
