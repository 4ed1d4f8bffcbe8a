import ArgumentParser
import Foundation
import SnippetVisits

/// Checks a path configuration for `snippet-bridge doctor`, which itself does not contain the bridge.
///
/// Prints one line per problem and exits with status 2, or prints one line and exits with status 0.
struct Paths: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snippet-bridge-paths", abstract: "Checks a path configuration against a list of URLs.")

  @Argument(help: "The path configuration.", completion: .file(extensions: ["json"]))
  var file: String

  @Argument(help: "A file with URLs or paths, one per line. Lines that begin with # are comments.", completion: .file())
  var urls: String

  func run() throws {
    guard let text = try? String(contentsOfFile: urls, encoding: .utf8) else {
      throw failure("The file \(urls) cannot be read.")
    }
    let lines = text.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
    let found = lines.map { ($0, URL(string: $0)) }
    var problems = found.filter { $0.1 == nil }.map { "\($0.0) is no URL." }
    let configuration: PathConfiguration
    do { configuration = try PathConfiguration(checking: URL(filePath: file)) } catch { throw failure("\(error)") }
    let check = configuration.check(found.compactMap(\.1))
    problems += check.problems
    guard problems.isEmpty else { throw failure(problems.joined(separator: "\n")) }
    let matched = check.entries.filter { !$0.rules.isEmpty }.count
    print("each rule matches a URL; \(matched) of \(lines.count) URLs match a rule")
  }

  /// Prints a text, and returns the status for problems.
  private func failure(_ text: String) -> ExitCode {
    print(text)
    return ExitCode(2)
  }
}

Paths.main()
