// The Swift code of docs/guides/shell.md.
import SnippetShell
import Synchronization

struct Lakeside {
  static func main() async {
    do {
      let server = try BridgeServer(configuration: .init(root: "public")) { webView in
        webView.addInterface(Hotel(), by: "hotel")
      }
      server.shell(ShellConfiguration(title: "Lakeside")) { shell in
        shell.tabs = [
          Tab("Home", icon: .home, content: .page("/home.html")),
          Tab("Rooms", icon: .map, badge: "2", content: .pages(rooms())),
          Tab("Account", icon: .person, content: .native(title: "Account") { shell in account(in: shell) }),
        ]
        shell.bind(errorView: { error, retry in problem(error, retry: retry) })
      }
      try await server.runUntilSignal()
    } catch {
      BridgeServer.exit(withError: error)
    }
  }
}

/// The interface that the pages call: bridge.call('hotel.price', 2)
@Exposed
struct Hotel {
  func price(nights: Int) -> Int { nights * 120 }
}

/// Pages between which the user swipes, with a bar of three parts.
func rooms() -> Pages {
  Pages([
    Page("Lake", content: .page("/rooms.html#lake")),
    Page("Garden", badge: "2", content: .page("/rooms.html#garden")),
  ]) { BarView<HorizontalBarLayout, LabelBarButton, PillBarIndicator>() }
}

/// A custom indicator, written as for Tabman.
final class PillBarIndicator: BarIndicator {
  override var displayMode: DisplayMode { .bottom }

  override func layout(in view: View) {
    let pill = View()
    view.addSubview(pill)
    pill.backgroundColor = .accent
    pill.cornerRadius = 3
    LayoutConstraint.activate([
      pill.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 8),
      pill.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -8),
      pill.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: -3),
      pill.heightAnchor.constraint(equalToConstant: 6),
    ])
  }
}

func problem(_ error: any Error, retry: @escaping @Sendable () async -> Void) -> Node {
  Node.div {
    Node.heading("The ferry has not come")
    Node.code("\(error)")
    Node.button("Retry") { _ in await retry() }.class("main")
  }.class("problem")
}

func account(in shell: isolated Shell) -> Node {
  Node.div {
    Node.heading("Account")
    Node.button("Check out") { [weak shell] _ in
      let isSure = await shell?.confirm("Check out?", action: "Check out", isDestructive: true) ?? false
      if isSure { await shell?.toast("Come back soon.") }
    }.class("danger")
  }.class("column")
}

func leave(_ shell: Shell) async {
  await shell.alert("Closed", message: "The kitchen opens at seven.")
  guard await shell.confirm("Leave?", action: "Leave", isDestructive: true) else { return }
  let name = await shell.prompt("Your name?", initial: "Ada")
  let sites = ["Lakeside", "apple.com"]
  let site = await shell.choose("Open", from: sites).map { sites[$0] }
  await shell.toast("\(name ?? "Nobody") chose \(site ?? "nothing")")
}

func paint(_ shell: isolated Shell) throws {
  try shell.theme.set("--accent", to: "light-dark(#c2410c, #fb923c)")
  try shell.theme.set("--bar", to: "light-dark(#fff4e6, #2b2016)")
}

func addOpenButton(to shell: isolated Shell) {
  shell.header = { shell in
    let open = Node.button(.add, label: "Open") { [weak shell] _ in await shell?.present(.page("/sites.html")) }
    return Toolbar(trailing: [open], showsHost: false).body(in: shell)
  }
}

func decide(_ shell: isolated Shell) {
  shell.proposalHandler = { proposal, shell in
    proposal.url.path() == "/book.html" ? .present(.large) : proposal.defaultDecision
  }
}

func record(_ shell: isolated Shell) {
  shell.observe { event, shell in
    switch event {
    case .screenDidAppear(let screen, .push): print("\(screen.title) was pushed")
    case .tabSelected(let tab): shell.toast("This is \(tab)")
    default: break
    }
  }
}

func bindEverywhere(_ shell: isolated Shell, _ navigator: WebViewNavigator, _ links: NativeLinks) {
  shell.bind(loadingView: { Node.spinner(label: "Loading") })
  shell.tabs[0].bind(errorView: { error in Node.text("The rooms are closed: \(error)") })
  shell.tabs[0].bind(interceptor: links)
  shell.push(
    .page("/report.html").bound {
      $0.bind(navigator: navigator)
      $0.bind(titleOf: "h1")
    })
}

final class NativeLinks: NavigationInterceptor {
  func handleIntercept(_ intercept: NavigationRequest) -> Bool { intercept == .path("/native") }
}

func showToolbar(of shell: isolated Shell) {
  shell.header = { shell in
    let open = ToolbarItem.button("Open") { [weak shell] _ in await shell?.present(.page("/sites.html")) }
    return Toolbar(items: [.flexibleSpace, .title, .flexibleSpace, open]).body(in: shell)
  }
  shell.footer = { shell in
    Toolbar(items: [.back, .forward, .progress, .flexibleSpace, .reload], edge: .bottom).body(in: shell)
  }
}

func browserConfiguration() throws -> (BridgeConfiguration, ShellConfiguration) {
  var configuration = BridgeConfiguration()
  configuration.navigationPolicy = try NavigationPolicy(parsing: ["apple.com", "hackingwithswift.com"])
  var options = ShellConfiguration(title: "Browser")
  options.browser = .init(maximumSites: 16)
  return (configuration, options)
}

func showCatalog(in shell: isolated Shell) {
  shell.push(.page("/catalog.html").bound { $0.bind(recordsSteps: true) })
}

final class FormState: Sendable { let name = Mutex("Ada") }

func form(_ state: FormState, in shell: isolated Shell) -> Node {
  let name = state.name.withLock { $0 }
  return Node.div {
    Node.input(label: "Name", value: name) { [weak shell] event in
      state.name.withLock { $0 = event.text ?? "" }
      await shell?.setNeedsUpdate()
    }
    Node.paragraph("Hello, \(name)")
  }.class("column")
}

func addForm(to shell: isolated Shell) {
  let state = FormState()
  shell.tabs.append(Tab("Form", content: .native(title: "Form") { shell in form(state, in: shell) }))
}
