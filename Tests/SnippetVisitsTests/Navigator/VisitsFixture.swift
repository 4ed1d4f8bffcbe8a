import DSBridgeLocks
import Foundation
import SnippetBridgeTesting
import Testing

@testable import SnippetVisits

/// A delegate whose decisions a test sets.
final class RecordingDelegate: NavigatorDelegate {
  var proposals: [String] = []
  var decide: (VisitProposal) -> ProposalResult = { _ in .accept }
  var events: [String] = []
  var errors: [HotwireNativeError] = []

  func handle(proposal: VisitProposal, from navigator: Navigator) -> ProposalResult {
    proposals.append("\(proposal.options.action) \(proposal.url.pathAndQuery)")
    return decide(proposal)
  }

  func visitableDidFailRequest(_ visitable: any Visitable, error: HotwireNativeError, retryHandler: RetryBlock?) {
    errors.append(error)
    (visitable as? VisitableViewController)?.presentError(error) { retryHandler?() }
  }

  func formSubmissionDidStart(to url: URL) { events.append("form to \(url.path)") }
  func formSubmissionDidFinish(at url: URL) { events.append("form at \(url.path)") }
  func requestDidFinish(at url: URL) { events.append("request \(url.path)") }
  func sessionDidLoadWebView(_ session: Session) { events.append("loaded \(session.name)") }
}

/// A shell with a navigator, a simulated browser tab, and a simulation of Turbo in the page of the main session.
struct VisitsFixture {
  let browser: TestShell
  let shell: Shell
  let navigator: InShell<(Navigator, RecordingDelegate)>
  let turbo: TestTurbo

  static let rules = """
    {"rules":[
      {"patterns":["/new"],"properties":{"context":"modal"}},
      {"patterns":["/pinned"],"properties":{"context":"modal","modal_dismiss_gesture_enabled":false}},
      {"patterns":["/clear$"],"properties":{"presentation":"clear_all"}},
      {"patterns":["/pop$"],"properties":{"presentation":"pop"}},
      {"patterns":["/half"],"properties":{"context":"modal","modal_style":"medium","animated":false}},
      {"patterns":["/full"],"properties":{"context":"modal","modal_style":"full"}},
      {"patterns":["/fixed"],"properties":{"pull_to_refresh_enabled":false}},
      {"patterns":["/numbers"],"properties":{"view_controller":"numbers"}}
    ]}
    """

  /// Runs a test. When it begins, the shell has loaded its first page.
  static func run(
    options: ShellConfiguration = ShellConfiguration(), policy: NavigationPolicy = NavigationPolicy(),
    recordingFile: String? = nil, _ configure: @escaping @Sendable (inout HotwireConfig) -> Void = { _ in },
    test: (VisitsFixture) async throws -> Void
  ) async throws {
    let created = Mutex<InShell<(Navigator, RecordingDelegate)>?>(nil)
    let server = try server(options, policy, recordingFile, configure: configure) { box in created.withLock { $0 = box }
    }
    try await server.run {
      let browser = try await TestShell.open(try await server.url())
      let shell = try #require(server.shells.first)
      let turbo = await TestTurbo.begin(in: try await browser.topPage())
      let navigator = try #require(created.withLock { $0 })
      try await browser.wait(for: "the first page's title") { $0.title == "/home" }
      try await test(VisitsFixture(browser: browser, shell: shell, navigator: navigator, turbo: turbo))
      await browser.close()
    }
  }

  /// Creates the server of the tests.
  /// - Parameter created: A closure that is called with the navigator of each shell.
  static func server(
    _ options: ShellConfiguration = ShellConfiguration(), _ policy: NavigationPolicy = NavigationPolicy(),
    _ recordingFile: String? = nil, configure: @escaping @Sendable (inout HotwireConfig) -> Void = { _ in },
    created: @escaping @Sendable (InShell<(Navigator, RecordingDelegate)>) -> Void = { _ in }
  ) throws -> BridgeServer {
    var configuration = BridgeConfiguration(port: 0)
    configuration.navigationPolicy = policy
    configuration.recordingFile = recordingFile
    let paths = ["home", "books", "books/1", "books/2", "new", "new/2", "pinned", "half", "full", "fixed"]
    configuration.documents = MemoryDocuments(
      Dictionary(uniqueKeysWithValues: paths.map { ($0, PageContent("<title>\($0)</title>")) }))
    let server = try BridgeServer(configuration: configuration) { _ in }
    server.shell(options) { shell in
      var config = HotwireConfig()
      config.pathConfiguration = PathConfiguration(sources: [.data(Data(rules.utf8))])
      configure(&config)
      let delegate = RecordingDelegate()
      guard let start = URL(string: "/home") else { return }
      let navigator = Navigator(
        configuration: .init(name: "main", startLocation: start, config: config), delegate: delegate)
      created(InShell((navigator, delegate)))
      shell.tabs = [
        Tab("Home", icon: .home, navigator: navigator),
        Tab("Other", content: .native(title: "Other") { _ in .text("other") }),
      ]
      navigator.start()
    }
    return server
  }

  /// Runs a function with the navigator.
  func perform<Result: Sendable>(_ body: @Sendable (Navigator, RecordingDelegate) -> Result) async -> Result {
    await shell.perform { _ in body(navigator.value.0, navigator.value.1) }
  }

  /// Waits until a condition holds.
  func wait(until condition: @Sendable (Navigator, RecordingDelegate) -> Bool) async {
    while await !perform(condition) { await Task.yield() }
  }

  /// The paths of the stacks, such as `/home /books | /new`.
  var stacks: String {
    get async {
      await perform { navigator, _ in
        let main = navigator.stacks.main.map(\.url.pathAndQuery).joined(separator: " ")
        let modal = navigator.stacks.modal.map(\.url.pathAndQuery).joined(separator: " ")
        return modal.isEmpty ? main : "\(main) | \(modal)"
      }
    }
  }

  func route(_ path: String, action: VisitAction = .advance) async throws {
    let url = try #require(URL(string: path, relativeTo: await turbo.page.url)).absoluteURL
    await perform { navigator, _ in navigator.route(url, options: VisitOptions(action: action)) }
  }

  /// Makes Turbo propose a visit to a path, and waits until the shell has the title of the page.
  func follow(_ path: String, action: String = "advance") async throws {
    await turbo.propose(path, action: action)
    try await browser.wait(for: "the page \(path)") { $0.title == path }
  }
}
