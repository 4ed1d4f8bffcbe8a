import ArgumentParser
import SnippetBridge

// The code of docs/guides/writing-a-program.md.

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
      // Error: Port 8080 of 127.0.0.1 is in use by another program. Stop that program, or use another port.
      BridgeServer.exit(withError: error)
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

@Exposed
final class Chat {
  private let server: BridgeServer

  init(of server: BridgeServer) { self.server = server }

  func say(_ text: String) { server.webViews.call("heard", with: [text]) }
}

func serveChat() async throws {
  let server = try BridgeServer(configuration: configuration()) { webView, server in
    webView.addInterface(Chat(of: server), by: "chat")
    // The task misses no event, even if it begins later.
    Task { for await event in webView.events { print(webView.id, event) } }
  }
  try await server.runUntilSignal()
}

struct Gatekeeper: InvocationDispatching {
  enum Refusal: String, CodedError { case staffOnly }

  private let usual = InvocationDispatcher()
  private weak let webView: WebView?
  private let isStaff: @Sendable (WebViewClient) -> Bool

  init(of webView: WebView, isStaff: @escaping @Sendable (WebViewClient) -> Bool) {
    self.webView = webView
    self.isStaff = isStaff
  }

  func dispatch(_ invocation: Invocation, among interfaces: InterfaceTable) throws -> ExposedFunction {
    let method = invocation.method
    if method.namespace == "till" {
      guard let client = webView?.client, isStaff(client) else { throw Refusal.staffOnly }
    }
    let function = try usual.dispatch(invocation, among: interfaces)
    switch function.body {
    case .synchronous(let body):
      return ExposedFunction(
        function.name,
        synchronous: { arguments in
          let start = ContinuousClock.now
          defer { print(method, ContinuousClock.now - start) }
          return try body(arguments)
        })
    case .asynchronous(let body):
      return ExposedFunction(
        function.name,
        asynchronous: { arguments in
          let start = ContinuousClock.now
          defer { print(method, ContinuousClock.now - start) }
          return try await body(arguments)
        })
    case .completing, .streaming:
      return function
    }
  }

  func hasMethod(_ method: Method, isSynchronous: Bool?, among interfaces: InterfaceTable) -> Bool {
    usual.hasMethod(method, isSynchronous: isSynchronous, among: interfaces)
  }
}

func serveStaff() async throws {
  let server = try BridgeServer(configuration: configuration()) { webView in
    webView.addInterface(Till(), by: "till")
    let gatekeeper = Gatekeeper(of: webView) { client in client.peer == "127.0.0.1" }
    (webView.keystone as? Keystone)?.invocationDispatcher = gatekeeper
  }
  try await server.runUntilSignal()
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

func serveAccounts() async throws {
  let server = try BridgeServer(configuration: configuration()) { webView in
    let account = try await Account(of: webView.client?.certificateSubject)
    webView.addInterface(account, by: "account")
  }
  try await server.runUntilSignal()
}

@Exposed
struct Account {
  enum Refusal: String, CodedError { case noCertificate }

  let owner: String

  init(of subject: String?) async throws {
    guard let subject else { throw Refusal.noCertificate }
    owner = subject
  }

  func name() -> String { owner }
}
