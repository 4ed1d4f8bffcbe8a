import ArgumentParser
import Foundation
import SnippetBridgeWebServer

/// The subcommand that creates a certificate for https on this machine.
struct CertificateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "certificate", abstract: "Creates a self-signed certificate for more names than localhost.",
    discussion: """
      Without names, creates the same certificate as make run TLS=1. A valid certificate that covers all names is kept. \
      A new certificate also covers the names of the one that it replaces.

      Examples:
        snippet-bridge certificate
        snippet-bridge certificate till.local 192.168.0.7 --folder certs
        snippet-bridge certificate --trust
      """)

  @Argument(help: ArgumentHelp("Host names and IP addresses.", valueName: "name"))
  var names: [String] = []

  @Option(help: "The folder of the files localhost.crt and localhost.key.", completion: .directory)
  var folder = "certs"

  @Flag(help: "Add the certificate to the stores of your Chromium and Firefox, so that they show no warning.")
  var trust = false

  func run() throws {
    // Fails before a certificate is created if `certutil` is missing.
    let stores = trust ? try TrustStores(environment: ProcessInfo.processInfo.environment) : nil
    let files = try SelfSignedCertificate.ensure(in: folder, names: names)
    print(Self.summary(of: try files.validate(at: time(nil)), in: files.certificateFile, folder: folder))
    if let stores { print(try stores.add(files.certificateFile)) }
  }

  /// Returns two lines: the certificate's names and its last day, and the options with which a program uses it.
  static func summary(of certificate: OpenSSLCertificate, in file: String, folder: String) -> String {
    let usual = SelfSignedCertificate.usualNames
    let further = certificate.names.filter { !usual.contains($0) }
    let end = Date(timeIntervalSince1970: TimeInterval(certificate.end)).formatted(.iso8601.year().month().day())
    // Servers accept every address as a host name, so addresses need no option.
    let hosts = further.filter { CertificateName($0)?.isAddress != true }
    let options = ["--tls"] + (folder == "certs" ? [] : ["--certificates \(folder)"]) + hosts.map { "--name \($0)" }
    return """
      \(file) is valid for \((usual + further).joined(separator: ", ")) until \(end).
      Serve it with the options \(options.joined(separator: " ")).
      """
  }
}
