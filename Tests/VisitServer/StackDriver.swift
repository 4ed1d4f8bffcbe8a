import DSBridgeLocks
import Foundation
import SnippetShell
import SnippetVisits

/// Two sessions with the simplest stack: each proposal pushes a screen, or replaces the top screen. Paths that begin
/// with `/modal` open in sheets.
///
/// Safe to send: all members are used in the shell's isolation, except for the constant `shell`.
final class StackDriver: SessionDelegate, @unchecked Sendable {
  weak let shell: Shell?
  private let main: Session
  private let modal: Session
  private var screens: [ScreenID: PageScreen] = [:]
  private var pending: (screen: PageScreen, session: Session)?
  private var events: [String] = []

  init(of shell: isolated Shell, start: URL) {
    self.shell = shell
    main = Session(name: "main", shell: shell)
    modal = Session(name: "modal", shell: shell, isModal: true)
    main.delegate = self
    modal.delegate = self
    shell.tabs = [Tab("Home", icon: .home, content: .url(start))]
    shell.observe { [weak self] event, shell in self?.observe(event, in: shell) }
  }

  func state(of shell: isolated Shell) -> VisitState {
    defer { events = [] }
    let name = { (screen: Screen) in
      screen.url.map { $0.path + ($0.query.map { "?\($0)" } ?? "") } ?? screen.title
    }
    return VisitState(
      stack: shell.stack.map(name), sheets: shell.sheets.map(name), title: shell.topScreen?.title ?? "",
      loading: shell.topScreen.map { "\($0.loadingState)" } ?? "", events: events)
  }

  func run(_ verb: String, _ text: String, in shell: isolated Shell) {
    switch verb {
    case "pop": shell.pop()
    case "dismiss": shell.dismiss()
    case "back": shell.goBack()
    case "native": shell.push(.native(title: "Native") { _ in Node.heading("Native") })
    case "visit": if let url = URL(string: text) { route(url, VisitOptions()) }
    case "reload": main.reload()
    case "stale": main.markContentAsStale()
    case "staleSnapshots": main.markSnapshotCacheAsStale()
    case "lose": main.webView?.close()
    case "register": main.register(components: text.split(separator: ",").map(String.init))
    default: break
    }
  }

  private func observe(_ event: ShellEvent, in shell: isolated Shell) {
    switch event {
    case .screenWillAppear(let screen, _):
      if screens[screen.id] == nil { adopt(screen, in: shell) }
      screens[screen.id].map { $0.visitableDelegate?.visitableViewWillAppear($0) }
    case .screenDidAppear(let screen, _):
      screens[screen.id].map { $0.visitableDelegate?.visitableViewDidAppear($0) }
    case .screenWillDisappear(let screen, _):
      screens[screen.id].map { $0.visitableDelegate?.visitableViewWillDisappear($0) }
    case .screenDidDisappear(let screen, _):
      screens[screen.id].map { $0.visitableDelegate?.visitableViewDidDisappear($0) }
    default: break
    }
  }

  /// Connects a new screen with the visit that has begun for it, or begins the first visit.
  private func adopt(_ screen: Screen, in shell: isolated Shell) {
    guard case .url(let url) = screen.content else { return }
    let (page, session) = pending ?? (PageScreen(url, in: shell), main)
    let isNew = pending == nil
    pending = nil
    page.screen = screen.id
    screens[screen.id] = page
    session.show(in: screen.id)
    if isNew { session.visit(page) }
  }

  private func route(_ url: URL, _ options: VisitOptions) {
    guard let shell else { return }
    // Safe: delegates of sessions are called in the shell's isolation.
    shell.assumeIsolated { shell in
      let isModal = url.path.hasPrefix("/modal")
      let session = isModal ? modal : main
      let screen = PageScreen(url, in: shell)
      if !isModal { shell.dismiss() }
      session.visit(screen, options: options)
      pending = (screen, session)
      if options.action == .replace, isModal == !shell.sheets.isEmpty {
        shell.replace(.url(url))
      } else if isModal {
        shell.present(.url(url))
      } else {
        shell.push(.url(url))
      }
    }
  }

  // MARK: The delegate

  func session(_ session: Session, didProposeVisit proposal: VisitProposal) {
    let response = proposal.options.response.map { " \($0.statusCode) \($0.responseHTML?.count ?? -1)" } ?? ""
    events.append("proposed \(proposal.options.action) \(proposal.url.path)\(response)")
    route(proposal.url, proposal.options)
  }

  func session(_ session: Session, didProposeVisitToCrossOriginRedirect location: URL) {
    events.append("redirect \(location)")
  }

  func session(_ session: Session, didFailRequestForVisitable visitable: any Visitable, error: HotwireNativeError) {
    events.append("failed \(visitable.initialVisitableURL.path) \(error)")
    guard let page = visitable as? PageScreen else { return }
    let name = session.name
    page.fail(error) { [weak self] in await self?.retry(page, in: name) }
  }

  private func retry(_ page: PageScreen, in name: String) async {
    guard let shell else { return }
    await shell.perform { _ in (name == "main" ? self.main : self.modal).visit(page, reload: true) }
  }

  func session(_ session: Session, decidePolicyFor action: NavigationAction) -> WebViewPolicyDecision {
    events.append("link \(action.url.path)")
    route(action.url, VisitOptions())
    return .cancel
  }

  func sessionDidLoadWebView(_ session: Session) { events.append("loaded") }
  func sessionDidStartRequest(_ session: Session) { events.append("requestStarted") }
  func sessionDidFinishRequest(_ session: Session) { events.append("requestFinished") }
  func sessionDidStartFormSubmission(_ session: Session, to url: URL) { events.append("formStarted \(url.path)") }
  func sessionDidFinishFormSubmission(_ session: Session, at url: URL) {
    events.append("formFinished \(url.path)")
    if session === modal { main.markSnapshotCacheAsStale() }
  }
  func sessionWebViewProcessDidTerminate(_ session: Session) { events.append("terminated") }
}

/// The drivers of the shells, in the order of their creation.
final class Drivers: Sendable {
  private let all = Mutex<[StackDriver]>([])

  func add(_ driver: StackDriver) { all.withLock { $0.append(driver) } }

  var newest: StackDriver? { all.withLock { $0.last } }
}
