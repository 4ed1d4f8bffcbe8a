import ArgumentParser
import Foundation

/// The subcommand that writes the TypeScript declarations of a program.
struct Types: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes TypeScript declarations of the functions that pages may call.",
    discussion: """
      Builds the program of the package in this folder, and starts it. The program then writes its declarations instead \
      of serving. With --check, the file is only compared, for example by your continuous integration.

      Examples:
        snippet-bridge types
        snippet-bridge types web/types/native.d.ts --product Shop
        snippet-bridge types --check
      """)

  @Argument(help: "The file.", completion: .file(extensions: ["ts"]))
  var file = "native.d.ts"

  @Flag(help: "Fail if the file differs, and name the functions that changed.")
  var check = false

  @Option(help: "The executable product, for a package with several.")
  var product: String?

  @Option(help: "The folder of the build.", completion: .directory)
  var scratchPath: String?

  @Option(help: "The path of a program that is already built. The package is not built.", completion: .file())
  var executable: String?

  @Argument(parsing: .postTerminator, help: "Arguments of the program, after --.")
  var arguments: [String] = []

  func run() throws {
    let declarations = try declarations()
    let known = try? String(contentsOfFile: file, encoding: .utf8)
    if known == declarations { return print("\(file) is up to date.") }
    if check { throw Self.failure(file, known, declarations, repair: repair) }
    do { try declarations.write(toFile: file, atomically: true, encoding: .utf8) } catch {
      throw CommandError("\(file) cannot be written: \(error.localizedDescription)")
    }
    print("Wrote \(file).")
  }

  static func failure(_ file: String, _ known: String?, _ declarations: String, repair: String) -> CommandError {
    guard let known else { return CommandError("\(file) does not exist. Run: \(repair)") }
    let difference = DeclarationDifference(from: known, to: declarations)
    return CommandError("\(file) is stale: \(difference.summary). Run: \(repair)")
  }

  /// The command that writes the file.
  private var repair: String {
    var words = ["snippet-bridge", "types"]
    if file != "native.d.ts" { words.append(file) }
    if let product { words += ["--product", product] }
    if let scratchPath { words += ["--scratch-path", scratchPath] }
    if let executable { words += ["--executable", executable] }
    return (words + (arguments.isEmpty ? [] : ["--"] + arguments)).joined(separator: " ")
  }

  /// Builds and starts the program, and returns the declarations that it writes.
  private func declarations() throws -> String {
    var environment = ProcessInfo.processInfo.environment
    let output = FileManager.default.temporaryDirectory.appending(path: "native-\(UUID()).d.ts")
    let path = output.path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(at: output) }
    environment["SNIPPETBRIDGE_DECLARATIONS"] = path
    let result: Executable.Result
    if let executable {
      result = try Executable(url: URL(filePath: executable)).run(
        arguments, environment: environment, showsErrors: true)
    } else {
      guard let swift = Executable("swift", environment: environment) else {
        throw CommandError("The program swift is not in PATH. Install it: https://www.swift.org/install")
      }
      // `swift run` would take the first argument as the product.
      if product == nil, !arguments.isEmpty {
        throw CommandError("Arguments of the program need the name of the product. Add --product.")
      }
      result = try swift.run(
        ["run"] + (scratchPath.map { ["--scratch-path", $0] } ?? []) + (product.map { [$0] } ?? []) + arguments,
        environment: environment, showsErrors: true)
    }
    guard let declarations = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw CommandError(
        result.status == 0
          ? "The program wrote no declarations. It must create a BridgeServer and call its function runUntilSignal()."
          : "The program could not be built, or ended with status \(result.status) before it wrote its declarations."
      )
    }
    return declarations
  }
}
