import DSBridge
import Logging
import Synchronization

/// Which browser (a session, known by its cookie), which web views of it, and which document each shows.
///
/// One for all loops. Nothing in it waits; what waits is done by the web views.
final class Registry: Sendable {
  /// What a line adds to its payload, and a call's frame to its call.
  static let headerRoom = 64 << 10
  static let ticketLifetime: Duration = .seconds(30)

  struct DocumentEntry {
    let key: String
    var session: String
    let webView: WebView
  }

  struct Ticket {
    let document: DocumentID
    let session: String
    let expiry: ContinuousClock.Instant
  }

  struct WebViewEntry {
    let webView: WebView
    var document: DocumentID?
    let serial: Int
  }

  struct State {
    var port = 0
    var sessions: [String: NavigationPasses] = [:]
    var documents: [DocumentID: DocumentEntry] = [:]
    var tickets: [String: Ticket] = [:]
    var webViews: [String: WebViewEntry] = [:]
    var lastSerial = 0
  }

  let configuration: BridgeConfiguration
  private let prepare: @Sendable (WebView) -> Void
  let state = Mutex(State())

  init(configuration: BridgeConfiguration, prepare: @escaping @Sendable (WebView) -> Void) {
    self.configuration = configuration
    self.prepare = prepare
  }

  /// The port in use, which is part of the cookie's name: browsers send cookies to every port of a host.
  var port: Int {
    get { state.withLock { $0.port } }
    set { state.withLock { $0.port = newValue } }
  }

  var webViews: [WebView] {
    state.withLock { $0.webViews.values.sorted { $0.serial < $1.serial }.map(\.webView) }
  }

  func hasSession(_ session: String?) -> Bool {
    guard let session else { return false }
    return state.withLock { $0.sessions[session] != nil }
  }

  /// The web view that shows the document, if the session is the document's.
  func webView(of document: DocumentID, session: String?) throws(Refusal) -> WebView {
    let entry = state.withLock { $0.documents[document] }
    guard let entry, let session, entry.session == session else { throw .noSession }
    return entry.webView
  }

  // MARK: Hello

  struct Greeting: Sendable {
    let session: String
    let webView: WebView
    let welcome: Welcome
  }

  /// A document says hello, the first time or again; `session` is what its cookie says.
  func greet(_ hello: Hello, session: String?) async throws(Refusal) -> Greeting {
    guard hello.protocol == 1 else {
      throw .malformed("This server speaks protocol 1, not \(hello.protocol).")
    }
    guard let document = DocumentID(hello.document), DocumentID(hello.key) != nil else {
      throw .malformed("The document's id and key are 32 hexadecimal digits each.")
    }
    let admission = try admit(hello, document, session: session)
    if let webView = admission.newWebView { introduce(webView) }
    let webView = admission.entry.webView
    guard let confirmed = await webView.open(document, isNew: hello.isNew, at: hello.url) else {
      // Its web view has ended meanwhile; a new document gets a new one.
      state.withLock { drop(document, from: &$0) }
      throw .gone
    }
    let ticket = issueTicket(for: document, session: admission.entry.session)
    let welcome = Welcome(
      ticket: ticket, webView: webView.id, confirmed: confirmed, intercept: webView.interceptor != nil,
      limits: .init(message: configuration.maximumMessageSize))
    return Greeting(session: admission.entry.session, webView: webView, welcome: welcome)
  }

  private struct Admission {
    var entry: DocumentEntry
    var newWebView: WebView?
  }

  private func admit(_ hello: Hello, _ document: DocumentID, session: String?) throws(Refusal) -> Admission {
    let outcome: Result<Admission, Refusal> = state.withLock { state in
      let known = session.flatMap { state.sessions[$0] == nil ? nil : $0 }
      if var entry = state.documents[document] {
        guard entry.key == hello.key else { return .failure(.forbidden("This document's key is another.")) }
        // Another tab's hello may have replaced the cookie meanwhile: the key tells that it is the same document.
        let former = entry.session
        if let known { entry.session = known }
        state.documents[document] = entry
        dropIfUnused(former, from: &state)
        return .success(Admission(entry: entry))
      }
      guard hello.isNew else { return .failure(.gone) }
      let session = known ?? WebView.randomID()
      if known == nil { state.sessions[session] = NavigationPasses() }
      let (webView, isNew) = continued(hello.webView, session, &state)
      let older = state.webViews[webView.id]?.document
      let entry = DocumentEntry(key: hello.key, session: session, webView: webView)
      state.documents[document] = entry
      state.webViews[webView.id]?.document = document
      if let older { drop(older, from: &state) }
      return .success(Admission(entry: entry, newWebView: isNew ? webView : nil))
    }
    return try outcome.get()
  }

  /// The web view the document asks for, if it is of the same session; else a new one.
  private func continued(_ id: String?, _ session: String, _ state: inout State) -> (WebView, isNew: Bool) {
    if let id, let entry = state.webViews[id] {
      let isOfSession = entry.document.flatMap { state.documents[$0] }.map { $0.session == session } ?? false
      if isOfSession { return (entry.webView, false) }
    }
    var patience = WebView.Patience()
    patience.grace = configuration.graceTime
    patience.call = configuration.callTimeLimit
    let webView = WebView(id: WebView.randomID(), logger: configuration.logger, patience: patience)
    state.lastSerial += 1
    state.webViews[webView.id] = WebViewEntry(webView: webView, serial: state.lastSerial)
    return (webView, true)
  }

  private func introduce(_ webView: WebView) {
    webView.closeHandler = { [weak self, id = webView.id] in self?.forget(id) }
    webView.addOwnInterface(NavigationInterface(webView: webView, registry: self), by: "_bridge")
    webView.inherit(configuration.interceptor)
    prepare(webView)
  }

  private func forget(_ webView: String) {
    state.withLock { state in
      if let document = state.webViews.removeValue(forKey: webView)?.document { drop(document, from: &state) }
    }
  }

  /// With its tickets, and its session if it was the last of it.
  private func drop(_ document: DocumentID, from state: inout State) {
    guard let session = state.documents.removeValue(forKey: document)?.session else { return }
    state.tickets = state.tickets.filter { $0.value.document != document }
    dropIfUnused(session, from: &state)
  }

  private func dropIfUnused(_ session: String, from state: inout State) {
    if !state.documents.values.contains(where: { $0.session == session }) { state.sessions[session] = nil }
  }

  // MARK: Tickets

  private func issueTicket(for document: DocumentID, session: String) -> String {
    let ticket = WebView.randomID()
    let now = ContinuousClock.now
    state.withLock { state in
      state.tickets = state.tickets.filter { $0.value.expiry > now && $0.value.document != document }
      state.tickets[ticket] = Ticket(document: document, session: session, expiry: now + Registry.ticketLifetime)
    }
    return ticket
  }

  /// The document's web view, if the ticket opens a socket for it; a ticket does so once.
  func redeem(_ hello: SocketHello, session: String) -> (WebView, DocumentID)? {
    state.withLock { state in
      guard let ticket = state.tickets.removeValue(forKey: hello.ticket), ticket.expiry > .now,
        ticket.session == session, ticket.document.description == hello.document,
        let entry = state.documents[ticket.document]
      else { return nil }
      return (entry.webView, ticket.document)
    }
  }
}
