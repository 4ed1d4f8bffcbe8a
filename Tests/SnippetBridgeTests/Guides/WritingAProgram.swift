import ArgumentParser
import SnippetBridge

// The code of docs/writing-a-program.md.

func configuration() -> BridgeConfiguration {
  var configuration = BridgeConfiguration(port: 8123, root: "/srv/shop", tls: .selfSigned(folder: "certs"))
  configuration.names = ["shop.example"]
  configuration.webViews.blockingCallTimeLimit = .seconds(10)
  configuration.sockets.maximumMessageSize = 64 << 20
  return configuration
}

struct Shop {
  static func main() async {
    do {
      let server = try BridgeServer(configuration: BridgeConfiguration(root: "public")) { webView in
        webView.addInterface(Till(), by: "till")
      }
      try await server.runUntilSignal()
    } catch {
      BridgeServer.exit(withError: error)  // Error: Port 8080 of 127.0.0.1 is in use by another program.
    }
  }
}

@Exposed
actor Guestbook {
  private var entries: [String] = []

  func write(_ entry: String) -> Int {
    entries.append(entry)
    return entries.count
  }

  func read() -> [String] { entries }
}

func serveGuestbook() async throws {
  let guestbook = Guestbook()
  let server = try BridgeServer(configuration: configuration()) { webView in
    webView.addInterface(guestbook, by: "guestbook")
    webView.addInterface(Visitor(of: guestbook), by: "visitor")
  }
  try await server.runUntilSignal()
}

@Exposed
final class Visitor {
  private let guestbook: Guestbook
  private var hasWritten = false

  init(of guestbook: Guestbook) { self.guestbook = guestbook }

  nonisolated(nonsending) func write(_ entry: String) async -> Bool {
    guard !hasWritten else { return false }
    hasWritten = true
    _ = await guestbook.write(entry)
    return true
  }
}

/// `shop --name Corner --key till.key --web-port 8123 --web-key server.key`
struct ShopCommand: AsyncParsableCommand {
  enum Web: OptionPrefix { static let optionPrefix = "web" }

  @OptionGroup var bridge: PrefixedBridgeOptions<Web>
  @Option(help: "The shop's name.") var name: String
  @Option(help: "The till's key.") var key: String?

  func run() async throws {
    let server = try BridgeServer(configuration: bridge.configuration()) { webView in
      webView.addInterface(Till(), by: "till")
    }
    try await server.runUntilSignal()
  }
}
