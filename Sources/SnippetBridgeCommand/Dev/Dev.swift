import ArgumentParser

/// The subcommand that runs a package's program, and replaces it when its files change.
struct Dev: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Builds and runs the package in this folder, and again after each change.",
    discussion: """
      Open pages show a changed style sheet or picture at once, and reload after other changes. They keep their form
      fields, scroll position and focus. If the build fails, they show the compiler's errors.

      Examples:
        snippet-bridge dev --open
        snippet-bridge dev --product Till -- --port 8123 --kiosk
      """)

  @Flag(help: "Open the page in the browser when the program listens for the first time.")
  var open = false

  @Flag(help: "Open the page in a window of Chromium without browser controls.")
  var app = false

  @Option(help: "The executable product to run. Needed only if the package has several.")
  var product: String?

  @Option(help: ArgumentHelp("Run this program, which another tool builds, instead of a product.", valueName: "path"))
  var executable: String?

  @Option(help: ArgumentHelp("Build in this folder instead of .build, as with swift build.", valueName: "path"))
  var scratchPath: String?

  @Flag(help: "Stop the old program before the new one starts, for programs that use a device or file exclusively.")
  var stopFirst = false

  @Argument(parsing: .postTerminator, help: "The arguments for the program, after --.")
  var arguments: [String] = []

  func run() async throws {
    let program =
      if let executable { try WatchedProgram(executable: executable) } else {
        try WatchedProgram(product: product, scratchPath: scratchPath)
      }
    try await DevSession(
      program, arguments: arguments, state: DevState(stopsFirst: stopFirst, opensBrowser: open || app),
      opensApp: app
    ).run()
  }
}
