import ArgumentParser
import Foundation
import SnippetBridge
import SnippetVisits

/// The program for the browser tests of visits. It shows the pages of a proxied site in a navigator, which tests
/// control by routes.
@main
struct VisitServer: AsyncParsableCommand {
  @OptionGroup var bridge: BridgeOptions
  @OptionGroup var shell: ShellOptions

  @Option(help: "The URL of the first page.")
  var start: String

  @Flag(help: "Has an interceptor handle the path /handled.")
  var intercepts = false

  private static let rules = """
    {"rules": [
      {"patterns": ["^/modal"], "properties": {"context": "modal"}},
      {"patterns": ["^/native$"], "properties": {"view_controller": "native"}},
      {"patterns": ["^/pop$"], "properties": {"presentation": "pop"}},
      {"patterns": ["^/refresh$"], "properties": {"presentation": "refresh"}},
      {"patterns": ["^/clear$"], "properties": {"presentation": "clear_all"}},
      {"patterns": ["^/root"], "properties": {"presentation": "replace_root"}}
    ]}
    """

  func run() async throws {
    guard let start = URL(string: start) else { throw ValidationError("\(start) is not a URL.") }
    let router = Router()
    let navigators = Navigators()
    addRoutes(to: router, navigators)
    Hotwire.loadPathConfiguration(from: [.data(Data(Self.rules.utf8))])
    Hotwire.registerBridgeComponents([EchoComponent.self])
    let server = try BridgeServer(configuration: bridge.configuration(), router: router) { _ in }
    server.shell(shell.configuration(title: "Visits")) { [intercepts] shell in
      if intercepts { shell.bind(interceptor: HandledPath()) }
      navigators.add(RecordedNavigator(in: shell, start: start))
    }
    try await server.runUntilSignal()
  }
}

/// An interceptor that handles the navigations to one path.
struct HandledPath: NavigationInterceptor {
  func handleIntercept(_ intercept: NavigationRequest) -> Bool {
    switch intercept {
    case .url(let url): url.path == "/handled"
    // Visits of Turbo that were accepted are not asked about again.
    case .path: true
    }
  }
}

/// A bridge component that answers each message with the message's own data, and shows the data's text in the toolbar.
final class EchoComponent: BridgeComponent {
  private struct Content: Decodable { var text: String }

  override func onReceive(message: Message) {
    reply(to: message.event, completion: nil)
    guard let content: Content = message.data() else { return }
    (delegate?.destination as? ViewController)?.toolbarItems = [.button(content.text) { _ in }]
  }
}

/// The state of a shell and of its navigator, as Swift sees it.
struct VisitState: ResponseEncodable {
  /// The paths of the screens, with their queries.
  var stack: [String]
  var sheets: [String]
  var title: String
  var loading: String
  /// The calls of the navigator's delegate since the state was last requested.
  var events: [String]
  var canGoBack: Bool
  var canGoForward: Bool
}

/// Adds routes such as `GET /swift/pop`, which control the newest shell and return its state.
func addRoutes(to router: Router<BasicRequestContext>, _ navigators: Navigators) {
  router.get("swift/:verb") { request, context in
    let verb = try context.parameters.require("verb")
    let text = request.uri.queryParameters.get("to") ?? ""
    guard let navigator = navigators.newest, let shell = navigator.shell else {
      throw SnippetBridge.HTTPError(.notFound)
    }
    return await shell.perform { shell in
      navigator.run(verb, text, in: shell)
      return navigator.state(of: shell)
    }
  }
}
