import DSBridgeLocks
import Foundation
import SnippetVisits

/// A navigator whose delegate records its calls.
///
/// Safe to send: all members are used in the shell's isolation, except for the constant `shell`.
final class RecordedNavigator: NavigatorDelegate, @unchecked Sendable {
  weak let shell: Shell?
  let navigator: Navigator
  private var events: [String] = []

  /// Creates a navigator in the first tab of a shell, and starts it.
  init(in shell: isolated Shell, start: URL) {
    self.shell = shell
    navigator = Navigator(configuration: .init(name: "main", startLocation: start))
    navigator.delegate = self
    shell.tabs = [
      Tab("Home", icon: .home, navigator: navigator),
      Tab("Other", content: .native(title: "Other") { _ in Node.heading("Other") }),
    ]
    navigator.start()
    events = []
  }

  func state(of shell: isolated Shell) -> VisitState {
    defer { events = [] }
    let name = { (screen: Screen) in screen.url.map { $0.pathAndQuery } ?? screen.title }
    return VisitState(
      stack: shell.stack.map(name), sheets: shell.sheets.map(name), title: shell.topScreen?.title ?? "",
      loading: shell.topScreen.map { "\($0.loadingState)" } ?? "", events: events, canGoBack: shell.canGoBack,
      canGoForward: shell.canGoForward)
  }

  func run(_ verb: String, _ text: String, in shell: isolated Shell) {
    switch verb {
    case "pop": navigator.pop()
    case "dismiss": shell.dismiss()
    case "back": shell.goBack()
    case "clear": navigator.clearAll()
    case "visit":
      if let url = URL(string: text, relativeTo: navigator.configuration.startLocation) { navigator.route(url) }
    case "reload": navigator.reload()
    case "lose": navigator.session.webView?.close()
    default: break
    }
  }

  func record(_ event: String) { events.append(event) }

  // MARK: The delegate

  func handle(proposal: VisitProposal, from navigator: Navigator) -> ProposalResult {
    let response = proposal.options.response.map { " \($0.statusCode) \($0.responseHTML?.count ?? -1)" } ?? ""
    record("proposed \(proposal.options.action) \(proposal.url.path)\(response)")
    guard proposal.viewController == "native" else { return .accept }
    let native = ViewController()
    native.title = "Native"
    return .acceptCustom(native)
  }

  func visitableDidFailRequest(_ visitable: any Visitable, error: HotwireNativeError, retryHandler: RetryBlock?) {
    record("failed \(visitable.initialVisitableURL.path) \(error)")
    (visitable as? VisitableViewController)?.presentError(error) { retryHandler?() }
  }

  func requestDidFinish(at url: URL) { record("request \(url.path)") }
  func sessionDidLoadWebView(_ session: Session) { record("loaded \(session.name)") }
  func formSubmissionDidStart(to url: URL) { record("formStarted \(url.path)") }
  func formSubmissionDidFinish(at url: URL) { record("formFinished \(url.path)") }
}

/// The navigators of the shells, in the order of their creation.
final class Navigators: Sendable {
  private let all = Mutex<[RecordedNavigator]>([])

  func add(_ navigator: RecordedNavigator) { all.withLock { $0.append(navigator) } }

  var newest: RecordedNavigator? { all.withLock { $0.last } }
}

extension URL {
  fileprivate var pathAndQuery: String { path + (query.map { "?\($0)" } ?? "") }
}
