import ArgumentParser

/// Tests that run for hours and find problems that the other tests cannot find. Built by `swift build`; not a
/// product.
@main
struct Endurance: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Long tests of the bridge: network faults and load.", subcommands: [Chaos.self, Soak.self, Serve.self])
}
