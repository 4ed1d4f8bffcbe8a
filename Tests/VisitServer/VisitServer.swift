import ArgumentParser
import Foundation
import SnippetShell
import SnippetVisits

/// The program of the browser tests of visits: a session around the pages of a proxied site. Tests control it by
/// routes.
@main
struct VisitServer: AsyncParsableCommand {
  @OptionGroup var bridge: BridgeOptions
  @OptionGroup var shell: ShellOptions

  @Option(help: "The URL of the first page.")
  var start: String

  func run() async throws {
    guard let start = URL(string: start) else { throw ValidationError("\(start) is not a URL.") }
    let router = Router()
    let drivers = Drivers()
    addRoutes(to: router, drivers)
    let server = try BridgeServer(configuration: bridge.configuration(), router: router) { _ in }
    server.shell(shell.configuration(title: "Visits")) { shell in
      drivers.add(StackDriver(of: shell, start: start))
    }
    try await server.runUntilSignal()
  }
}

/// The state of a shell and of its sessions, as Swift sees them.
struct VisitState: ResponseEncodable {
  /// The paths of the screens.
  var stack: [String]
  var sheets: [String]
  var title: String
  var loading: String
  /// The calls of the sessions' delegate since the last request of the state.
  var events: [String]
}

/// Adds routes such as `GET /swift/pop`, which control the newest shell and return its state.
func addRoutes(to router: Router<BasicRequestContext>, _ drivers: Drivers) {
  router.get("swift/:verb") { request, context in
    let verb = try context.parameters.require("verb")
    let text = request.uri.queryParameters.get("to") ?? ""
    guard let driver = drivers.newest, let shell = driver.shell else { throw HTTPError(.notFound) }
    return await shell.perform { shell in
      driver.run(verb, text, in: shell)
      return driver.state(of: shell)
    }
  }
}
