// The Swift code of docs/guides/visits.md.
// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import SnippetBridgeTesting
import SnippetVisits
import Testing

struct Bookshop {
  static func main() async {
    do {
      var configuration = BridgeConfiguration()
      configuration.proxiedSites = [ProxiedSite(name: "shop", target: "http://127.0.0.1:3000")]
      configuration.documents = MemoryDocuments([:])  // The program has no pages of its own.
      let server = try BridgeServer(configuration: configuration) { _ in }
      Hotwire.registerBridgeComponents([FormComponent.self, MenuComponent.self])
      Hotwire.loadPathConfiguration(from: [.data(Data(rules.utf8))])
      server.shell(ShellConfiguration(title: "Bookshop")) { shell in
        let navigator = Navigator(
          configuration: .init(name: "main", startLocation: URL(string: "http://127.0.0.1:3000/")!), delegate: Screens()
        )
        shell.tabs = [Tab("Home", icon: .home, navigator: navigator)]
        navigator.start()
      }
      try await server.runUntilSignal()
    } catch {
      BridgeServer.exit(withError: error)
    }
  }
}

let rules = """
  { "rules": [
    { "patterns": ["/new$", "/edit$", "/login$"], "properties": { "context": "modal" } },
    { "patterns": ["/sign_out$"], "properties": { "presentation": "clear_all" } },
    { "patterns": ["/settings$"], "properties": { "view_controller": "settings" } }
  ] }
  """

final class Screens: NavigatorDelegate {
  func handle(proposal: VisitProposal, from navigator: Navigator) -> ProposalResult {
    proposal.viewController == "settings" ? .acceptCustom(SettingsViewController()) : .accept
  }
}

final class SettingsViewController: ViewController {
  private var isLarge = false

  override init() {
    super.init()
    title = "Settings"
  }

  override func body(in shell: isolated Shell) -> Node {
    Node.checkbox(
      "Large text", isOn: isLarge,
      onChange: action { settings, _ in
        settings.isLarge.toggle()
        settings.setNeedsUpdate()
      })
  }
}

/// The submit button of a page's form, shown in the toolbar of the screen.
final class FormComponent: BridgeComponent {
  private struct Form: Codable { var title: String }

  override func onReceive(message: Message) {
    guard message.event == "connect", let form: Form = message.data() else { return }
    let submit = action { component, _ in component.reply(to: "connect") }
    (delegate?.destination as? ViewController)?.toolbarItems = [.flexibleSpace, .button(form.title, action: submit)]
  }
}

/// A page's menu, shown as a sheet of the shell. The page's component is called "menu", too.
final class MenuComponent: BridgeComponent {
  private struct Menu: Codable { var items: [String] }
  private struct Choice: Codable { var index: Int }

  override func onReceive(message: Message) {
    guard message.event == "display", let menu: Menu = message.data() else { return }
    perform { component, shell in
      guard let index = await shell.choose("Menu", from: menu.items) else { return }
      component.reply(to: "display", with: Choice(index: index), completion: nil)
    }
  }
}

final class NameViewController: ViewController {
  private var name = "Ada"

  override func body(in shell: isolated Shell) -> Node {
    Node.input(
      label: "Name", value: name,
      onInput: action { screen, event in
        screen.name = event.text ?? ""
        screen.setNeedsUpdate()
      })
  }
}

final class Login: NavigatorDelegate {
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
    else { return .accept }
    self.retry = nil
    retry()
    return .reject
  }
}

@Suite(.timeLimit(.minutes(1))) struct VisitsGuideTests {
  @Test("the rules of the guide are used by the site's URLs")
  func guideRules() throws {
    let configuration = PathConfiguration(sources: [.data(Data(rules.utf8))])
    let urls = try ["books/new", "sign_out", "settings"].map {
      try #require(URL(string: "http://127.0.0.1:3000/\($0)"))
    }
    let check = configuration.check(urls, viewControllers: ["settings"])
    #expect(check.problems.isEmpty, "\(check)")
  }

  @Test func aLinkPushesAScreen() async throws {
    let server = try bookshop()
    let running = Task { try await server.run() }
    defer { running.cancel() }
    let browser = try await TestShell.open(try await server.url())
    let turbo = await TestTurbo.begin(in: try await browser.topPage(), titles: ["/books/1": "Emma"])
    await turbo.propose("/books/1")
    try await browser.wait(for: "the book") { $0.title == "Emma" }
    await browser.close()
  }

  @Test("The guide's code is the code of this file")
  func theCodeCompiles() throws {
    let file = URL(filePath: #filePath)
    let code = try String(contentsOf: file, encoding: .utf8)
    let guide = file.deletingLastPathComponent().appending(path: "../../../docs/guides/visits.md")
    let text = try String(contentsOf: guide, encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    #expect(!blocks.isEmpty)
    for block in blocks {
      let block = block.replacing("@main\n", with: "").replacing("import SnippetVisits\n\n", with: "")
      #expect(code.contains(block), "\(block)")
    }
  }
}

/// Creates a server with a navigator, for the test of the guide.
private func bookshop() throws -> BridgeServer {
  var configuration = BridgeConfiguration(port: 0)
  configuration.documents = MemoryDocuments(["books": PageContent("<title>Books</title>")])
  let server = try BridgeServer(configuration: configuration) { _ in }
  server.shell { shell in
    let navigator = Navigator(
      configuration: .init(name: "main", startLocation: URL(string: "/books")!), delegate: Screens())
    shell.tabs = [Tab("Home", icon: .home, navigator: navigator)]
    navigator.start()
  }
  return server
}
