import ArgumentParser
import SnippetVisits

/// The program that `make run DEMO=visits` starts: a bookshop whose pages are plain HTML, shown in a stack of screens.
@main
struct VisitsDemo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "VisitsDemo", abstract: "Serves a bookshop as an app with stacks, modals and native screens.")

  @OptionGroup var bridge: BridgeOptions
  @OptionGroup var shell: ShellOptions
  @Option(help: "Turbo's script; without it, pages load one by one.") var turbo: String?

  func run() async throws {
    var configuration = bridge.configuration(root: ".")
    configuration.documents = MemoryDocuments([:])
    let script = try turbo.map { try String(contentsOfFile: $0, encoding: .utf8) }
    let shop = Bookshop(hasTurbo: script != nil)
    let server = try BridgeServer(configuration: configuration, router: shop.router(turbo: script)) { _ in }
    Hotwire.registerBridgeComponents([FlashComponent.self, FormComponent.self, MenuComponent.self])
    Hotwire.loadPathConfiguration(from: [.data(Data(Self.paths.utf8))])
    server.shell(shell.configuration(title: "Bookshop")) { shell in
      let tabs = HotwireTabBarController(navigatorDelegate: ShopDelegate(), lazyLoadTabs: true)
      tabs.load([
        HotwireTab(title: "Books", image: .home, url: Self.url("/books")),
        HotwireTab(title: "Account", image: .person, url: Self.url("/account")),
      ])
    }
    try await server.runUntilSignal()
  }

  private static let paths = """
    { "rules": [
      { "patterns": ["/new$", "/login$"], "properties": { "context": "modal" } },
      { "patterns": ["/books$", "/books[?]"], "properties": { "query_string_presentation": "replace" } },
      { "patterns": ["/settings$"], "properties": { "view_controller": "settings" } }
    ] }
    """

  static func url(_ path: String) -> URL { URL(string: path) ?? URL(filePath: "/") }
}

/// The delegate of the demo's navigators, which shows the native screen and handles the login.
final class ShopDelegate: NavigatorDelegate {
  private var retry: RetryBlock?

  func visitableDidFailRequest(_ visitable: any Visitable, error: HotwireNativeError, retryHandler: RetryBlock?) {
    (visitable as? VisitableViewController)?.presentError(error) { retryHandler?() }
    guard error.statusCode == 401, let navigator = visitable.visitableViewController.navigator,
      let url = URL(string: "/login", relativeTo: navigator.configuration.startLocation)
    else { return }
    retry = retryHandler
    navigator.route(url.absoluteURL)
  }

  func handle(proposal: VisitProposal, from navigator: Navigator) -> ProposalResult {
    // After the login the server redirects. The page that needed the login is shown instead of the redirect's target.
    guard let retry, proposal.isRedirect, proposal.context == .default, navigator.modalRootViewController != nil
    else {
      return proposal.viewController == Settings.pathConfigurationIdentifier ? .acceptCustom(Settings()) : .accept
    }
    self.retry = nil
    retry()
    return .reject
  }
}

/// A native screen that replaces the site's settings page.
final class Settings: ViewController, PathConfigurationIdentifiable {
  static let pathConfigurationIdentifier = "settings"
  private var isLarge = false

  override init() {
    super.init()
    title = "Settings"
  }

  override func body(in shell: isolated Shell) -> Node {
    Node.vstack(spacing: 12) {
      Node.heading("Settings")
      Node.paragraph("Swift draws this screen. The text is \(isLarge ? "large" : "normal").")
      Node.button(
        isLarge ? "Normal text" : "Large text",
        action: action { settings, _ in
          settings.isLarge.toggle()
          settings.setNeedsUpdate()
        })
      Node.button(
        "Open the site in a plain tab",
        action: action { settings, _ in
          settings.perform { _, shell in
            if let url = URL(string: "/books", relativeTo: shell.webView.url) { shell.open(url.absoluteURL) }
          }
        })
    }.class("column")
  }
}
