import ArgumentParser

/// The program that `make run DEMO=fleet` starts: pages on three servers behind a load balancer, which call each other.
@main
struct FleetDemo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "FleetDemo", abstract: "Serves pages from three servers that act as one.",
    subcommands: [Overview.self, TillServer.self, PrinterProgram.self], defaultSubcommand: Overview.self)

  /// The fleet's name.
  static let fleet = "lakeside"

  /// The host of the overview. Each page has a host of its own below this one. Browsers find all these hosts on their
  /// own machine, and keep separate cookies for each of them. Because all are of one site, browsers also send the
  /// cookies for pages in iframes.
  static let host = "lakeside.localhost"

  /// The names of the pages.
  static let tills = (1...6).map { "till \($0)" }
}
