import ArgumentParser

/// Hours instead of seconds: what the other tests cannot see. Built by `swift build`, no product.
@main
struct Endurance: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Long runs of the bridge under trouble and under load.", subcommands: [Chaos.self, Soak.self, Serve.self])
}
