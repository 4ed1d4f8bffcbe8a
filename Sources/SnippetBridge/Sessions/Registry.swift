import DSBridge
import DSBridgeText
import Foundation
import Logging
import Locks
import WebServer

/// The sessions (browsers, known by their cookie), the web views of each, and the document that each shows.
///
/// One for all loops. Nothing waits while it holds the lock; work that takes time is done in the web views.
final class Registry: Sendable {
  static let ticketLifetime: Duration = .seconds(30)
  /// What is kept of a document's address, in bytes.
  static let longestURL = 8 << 10
  /// And of its browser's name.
  private static let longestUserAgent = 1 << 10

  /// Its limits agree with each other.
  let configuration: BridgeConfiguration
  let scheduler: Scheduler
  private let prepare: @Sendable (WebView, BridgeServer) -> Void
  let parser: LongMessageParser
  /// The one whose registry this is. Set before anybody says hello.
  private let server = Mutex(WeakServer())
  /// Nil where nobody measures.
  let observer: BridgeMetrics?
  let state: Mutex<RegistryState>

  init(
    configuration: BridgeConfiguration, clock: any Clock<Duration> = ContinuousClock(),
    observer: BridgeMetrics? = nil, prepare: @escaping @Sendable (WebView, BridgeServer) -> Void
  ) {
    self.configuration = configuration
    scheduler = Scheduler(clock)
    self.prepare = prepare
    parser = LongMessageParser(limit: configuration.http.maximumTotalBodySize)
    self.observer = observer
    state = Mutex(RegistryState(maximumWebViews: configuration.maximumWebViews))
  }

  private let addedModule = Mutex<(any ServerModule)?>(nil)

  /// What another module adds to the server; nil where none does.
  var module: (any ServerModule)? { addedModule.withLock { $0 } }

  func add(_ module: any ServerModule) { addedModule.withLock { $0 = module } }

  /// The ports that are listened on, once they are.
  let listening = Mutex<[ListenerAddress]>([])

  private struct WeakServer {
    weak var server: BridgeServer?
  }

  func belong(to server: BridgeServer) {
    self.server.withLock { $0.server = server }
  }

  /// As the program wants it.
  func prepare(_ webView: WebView) {
    if let server = server.withLock({ $0.server }) { prepare(webView, server) }
  }

  var webViews: [WebView] {
    state.withLock { $0.webViews.values.sorted { $0.serial < $1.serial }.map(\.webView) }
  }

  func hasSession(_ session: String?) -> Bool {
    guard let session else { return false }
    return state.withLock { $0.sessions[session] != nil }
  }

  /// Which of a cookie's values is a session: the document's own if it is among them, else the last that there is. Nil
  /// when none is.
  func session(among values: [String], of document: DocumentID? = nil) -> String? {
    state.withLock { state in
      if let own = document.flatMap({ state.documents[$0] })?.session, values.contains(own) { return own }
      return values.last { state.sessions[$0] != nil }
    }
  }

  /// Those of a cookie's values that are sessions.
  func sessions(among values: [String]) -> [String] {
    state.withLock { state in values.filter { state.sessions[$0] != nil } }
  }

  /// From now on hello is answered 503.
  func shutDown() {
    state.withLock { $0.isShuttingDown = true }
  }

  /// The web view that shows the document, if the session is the document's.
  func webView(of document: DocumentID, session: String?) throws(Refusal) -> WebView {
    let entry = state.withLock { $0.documents[document] }
    guard let entry, let session, entry.session == session else { throw .noSession }
    return entry.webView
  }

  /// What a document's hello has led to.
  struct Greeting: Sendable {
    let document: DocumentID
    let session: String
    let webView: WebView
    /// The page's messages up to this number are taken.
    let confirmed: Int
  }

  /// A document says hello, the first time or again; `session` is what its cookie says, `origin` where it comes from,
  /// `peer` the address of its browser, `userAgent` its name, `certificateSubject` whom its certificate names,
  /// `remoteSnippet` whose pages it shows.
  /// `completion` is called once unless this throws, on any thread.
  func greet(
    _ hello: Hello, session: String?, origin: String, peer: String, userAgent: String? = nil,
    certificateSubject: String? = nil, remoteSnippet: String? = nil,
    completion: @escaping @Sendable (Result<Greeting, Refusal>) -> Void
  ) throws(Refusal) {
    guard hello.protocol == 1 else {
      throw .malformed("This server speaks protocol 1, not \(hello.protocol).")
    }
    guard let id = DocumentID(hello.document), DocumentID(hello.key) != nil else {
      throw .malformed("The document's id and key are 32 hexadecimal digits each.")
    }
    guard hello.url.utf8.count <= Registry.longestURL else {
      throw .malformed("The document's url is longer than \(Registry.longestURL) bytes.")
    }
    let (document, newWebView) = try admit(hello, id, session: session, origin: origin, peer: peer)
    document.webView.hosted.state.withLock {
      $0.isFrame = hello.frame?.isFrame == true
      $0.client = WebViewClient(
        session: document.browser, origin: document.origin, peer: peer,
        userAgent: userAgent.map { String($0.utf8.prefix(Self.longestUserAgent)) ?? "" },
        certificateSubject: certificateSubject, remoteSnippet: remoteSnippet)
    }
    if let newWebView { introduce(newWebView) }
    document.webView.open(id, isNew: hello.isNew, at: hello.url) { confirmed in
      guard let confirmed else {
        // Its web view has ended meanwhile: a new document gets a new one.
        self.state.withLock { $0.drop(id) }
        return completion(.failure(.gone))
      }
      // A gap that nothing can close.
      guard hello.first <= confirmed + 1 else { return completion(.failure(.gone)) }
      completion(
        .success(
          Greeting(document: id, session: document.session, webView: document.webView, confirmed: confirmed)))
    }
  }

  /// The answer to a hello that wants a socket.
  func welcome(_ greeting: Greeting) -> Welcome {
    let ticket = WebView.randomID()
    state.withLock { $0.issue(ticket, for: greeting.document, until: .now + Registry.ticketLifetime) }
    return Welcome(
      ticket: ticket, webView: greeting.webView.id, confirmed: greeting.confirmed,
      intercept: greeting.webView.questions, limits: .init(configuration))
  }

  /// A ticket for a socket of the document that is for blocking calls.
  func laneTicket(for id: DocumentID, session: String?) throws(Refusal) -> String {
    _ = try webView(of: id, session: session)
    let ticket = WebView.randomID()
    state.withLock { $0.issue(ticket, for: id, lane: .blocking, until: .now + Registry.ticketLifetime) }
    return ticket
  }

  /// The document's web view, if the ticket opens such a socket for it; a ticket does so once.
  func redeem(_ hello: SocketHello, sessions: [String]) -> (WebView, DocumentID)? {
    guard hello.ticket.isRandomID,
      let (id, document) = state.withLock({
        $0.redeem(hello.ticket, lane: hello.lane, sessions: sessions, at: .now)
      }),
      id.description.hasSameBytes(as: hello.document)
    else { return nil }
    return (document.webView, id)
  }

  private typealias Admitted = (document: RegistryState.Document, newWebView: WebView?, gone: WebView?)

  private func admit(
    _ hello: Hello, _ id: DocumentID, session: String?, origin: String, peer: String
  ) throws(Refusal) -> (RegistryState.Document, newWebView: WebView?) {
    let network = PeerNetwork(of: peer)
    let target = URL(string: hello.url).map(NavigationTarget.init)
    /// Nil where a web view has to be made first: its log handler, which is told its name, is code of the program, and
    /// is not run under the lock.
    func attempt(with made: WebView?) -> Result<Admitted, Refusal>? {
      state.withLock { state in
        guard !state.isShuttingDown else { return .failure(.busy("The server is shutting down.")) }
        do throws(Refusal) {
          if let known = try state.rejoin(id, key: hello.key, session: session) { return .success((known, nil, nil)) }
          guard hello.isNew else { return .failure(.gone) }
          let session = session.flatMap { state.sessions[$0] == nil ? nil : $0 } ?? WebView.randomID()
          let continued =
            hello.frame?.name.flatMap { state.webView(ofFrame: $0) }
            ?? state.webView(hello.webView.flatMap { $0.isRandomID ? $0 : nil }, of: session, order: hello.order)
          guard let webView = continued ?? made else { return nil }
          let gone = continued == nil ? try state.makeRoom(for: network, session: session) : nil
          if continued == nil { state.add(webView, for: network) }
          let document = RegistryState.Document(
            key: hello.key, session: session, browser: state.browser(of: session), origin: origin, webView: webView)
          state.show(id, document, at: target, order: hello.order)
          return .success((document, continued == nil ? webView : nil, gone))
        } catch {
          return .failure(error)
        }
      }
    }
    guard let outcome = attempt(with: nil) ?? attempt(with: makeWebView()) else { throw .gone }
    let (document, newWebView, gone) = try outcome.get()
    if let gone {
      configuration.logger.warning(
        "a page that has opened no socket made room for another: there are as many web views as may be",
        metadata: ["peer": "\(peer)"])
      gone.end()
    }
    return (document, newWebView)
  }

  func makeWebView() -> WebView {
    let webView = WebView(
      logger: configuration.logger, limits: configuration.webViews, observer: observer, isActive: false)
    webView.host = HostedWebView(webView, of: self)
    return webView
  }

  /// Makes a new web view ready. Its page's messages wait until `prepare` has returned, also where several requests of
  /// the page arrive at once.
  func introduce(_ webView: WebView) {
    observer?.webViewOpened()
    webView.addOwnInterface(NavigationInterface(webView: webView, registry: self), by: "_bridge")
    webView.inherit(configuration.interceptor)
    webView.addServices(of: configuration)
    prepare(webView)
    webView.activate()
  }
}
