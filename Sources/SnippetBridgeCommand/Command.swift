package import ArgumentParser

/// The program `snippet-bridge`, which helps during the development of programs with SnippetBridge.
///
/// The program does not use the bridge itself, so it is built in less than a minute.
package struct Command: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "snippet-bridge", abstract: "Helps to develop programs with SnippetBridge.",
    subcommands: [
      New.self, Dev.self, TestFrom.self, CertificateCommand.self, Types.self, Doctor.self, FleetPassage.self,
    ])

  package init() {}
}

/// An error that the command reports in one line.
package struct CommandError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
