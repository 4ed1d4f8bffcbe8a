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
    Hotwire.registerBridgeComponents([FlashComponent.self])
    Hotwire.loadPathConfiguration(from: [.data(Data(Self.paths.utf8))])
    server.shell(shell.configuration(title: "Bookshop")) { shell in
      let tabs = HotwireTabBarController(navigatorDelegate: ShopDelegate())
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

/// The delegate of the demo's navigator: it shows the native screen and handles the login.
final class ShopDelegate: NavigatorDelegate {
  func handle(proposal: VisitProposal, from navigator: Navigator) -> ProposalResult {
    proposal.viewController == "settings" ? .acceptCustom(Settings()) : .accept
  }

  func visitableDidFailRequest(
    _ visitable: any Visitable, error: HotwireNativeError, retryHandler: RetryBlock?
  ) {
    (visitable as? VisitableViewController)?.presentError(error) { retryHandler?() }
  }
}

/// A native screen that replaces the site's page of settings.
final class Settings: ViewController {
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
    }.class("column")
  }
}

/// A bridge component: the page's flash messages appear as toasts of the shell.
final class FlashComponent: BridgeComponent {
  private struct Flash: Decodable { var text: String }

  override func onReceive(message: Message) {
    guard let flash: Flash = message.data() else { return }
    perform { _, shell in shell.toast(flash.text) }
  }
}
