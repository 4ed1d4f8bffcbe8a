import SnippetBridge
import SnippetFleet

// The code of docs/guides/fleet.md.

func kioskServer(redis: String, address: String, port: Int, root: String) throws -> BridgeServer {
  let fleet = try Fleet(redis, name: "lakeside")
  let server = try BridgeServer(configuration: .init(port: port, root: root)) { webView in
    webView.name = webView.client?.certificateSubject ?? "till 3"
    webView.join("lobby")
  }
  server.join(fleet, at: address)
  return server
}

func ringKiosk(redis: String) async throws {
  let fleet = try Fleet(redis, name: "lakeside")
  try await fleet.run {
    guard let till = try await fleet.webView(named: "till 3") else { return print("till 3 is closed") }
    let shown = try await till.call("showPrice", with: [3], returning: Int.self, within: .seconds(5))
    print("till 3 shows \(shown)")
    let reach = try await fleet.group("lobby").call("ring")
    print("\(reach.pages) pages of \(reach.servers) servers ring")
  }
}

func watchTill(_ fleet: Fleet) async throws {
  guard let till = try await fleet.webView(named: "till 3") else { return }
  for try await weight in try till.values(from: "watchScale", of: Double.self) where weight > 10 {
    print("heavy: \(weight)")
    break
  }
}

func list(_ fleet: Fleet) async throws {
  for try await part in fleet.webViews.pages(of: 500) {
    for webView in part { print(webView.name ?? webView.id, webView.server, webView.groups, webView.isConnected) }
  }
}

func watch(_ fleet: Fleet) async {
  for await change in fleet.webViews.changes {
    switch change {
    case .joined(let webView): print("joined:", webView.name ?? webView.id)
    case .changed(let webView): print("changed:", webView.name ?? webView.id)
    case .left(let id): print("left:", id)
    @unknown default: break
    }
  }
}

func servePrinter(redis: String) async throws {
  let fleet = try Fleet(redis, name: "lakeside")
  try await fleet.serve(FleetPrinter(), by: "printer", label: "shop 7")
  try await fleet.run()
}

@Exposed final class FleetPrinter {
  private var printed = 0

  /// Prints a text. Returns the number of texts so far.
  func print(_ text: String) -> Int {
    printed += 1
    return printed
  }
}

func printingServer(_ fleet: Fleet, root: String) throws -> BridgeServer {
  let server = try BridgeServer(configuration: .init(port: 0, root: root)) { webView in
    webView.addInterface(fleet.interface("printer"), by: "printer")
  }
  server.join(fleet, at: "https://10.0.0.8:8080")
  return server
}
