import ArgumentParser
import SnippetBridgeCommand

/// The program `snippet-bridge`. The commands are in a module of their own, because tests cannot import the module of a
/// program.
@main
struct Program {
  static func main() async { await Command.main() }
}
