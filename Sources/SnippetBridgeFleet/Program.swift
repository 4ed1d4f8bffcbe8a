import ArgumentParser
import SnippetBridgeFleetCommand

/// The program `snippet-bridge-fleet`, which `snippet-bridge fleet` runs. The commands are in a module of their own,
/// because tests cannot import the module of a program.
@main
struct Program {
  static func main() async { await FleetCommand.main() }
}
