import DSBridge
import DSBridgeLocks
import DSBridgeText
import Foundation
import Logging
import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// The sessions (browsers, identified by their cookie), the web views of each session, and the document that each web
/// view shows.
///
/// All event loops share one registry. No thread waits while it holds the lock. Slow work is done in the web views.
final class Registry: Sendable {
  static let ticketLifetime: Duration = .seconds(30)
  /// The maximum size of a document's URL, in bytes. A hello with a longer one is refused.
  static let longestURL = 8 << 10
  /// The number of bytes that are kept of a browser's `User-Agent`.
  private static let longestUserAgent = 1 << 10

  /// The configuration of the server, with limits that are consistent with each other.
  let configuration: BridgeConfiguration
  let sites: SiteTable
  /// The policy for navigations. The program may replace it while the server runs.
  let policy: CurrentPolicy
  let scheduler: Scheduler
  let parser: LongMessageParser
  /// A function that adds the program's interfaces to a new web view.
  typealias Preparation = @Sendable (WebView) async throws -> Void
  private let preparation: @Sendable (WebView, BridgeServer) async throws -> Void
  /// The preparations of proxied sites, by name.
  private let sitePreparations = Mutex<[String: Preparation]>([:])
  /// The server that owns this registry. Set before the first hello.
  private let server = Mutex(WeakServer())
  /// The metrics, or `nil` if no backend is set up.
  let observer: BridgeMetrics?
  let state: Mutex<RegistryState>

  init(
    configuration: BridgeConfiguration, clock: any Clock<Duration> = ContinuousClock(),
    observer: BridgeMetrics? = nil, prepare: @escaping @Sendable (WebView, BridgeServer) async throws -> Void
  ) {
    self.configuration = configuration
    policy = CurrentPolicy(configuration.navigationPolicy, own: configuration.origins)
    sites = SiteTable(configuration)
    scheduler = Scheduler(clock)
    parser = LongMessageParser(limit: configuration.http.maximumTotalBodySize)
    preparation = prepare
    self.observer = observer
    state = Mutex(RegistryState(maximumWebViews: configuration.maximumWebViews))
  }

  private final class AddedModule: Sendable {
    let module: any ServerModule

    init(_ module: any ServerModule) { self.module = module }
  }

  private let addedModule = AtomicLazyReference<AddedModule>()

  /// The module that was added to the server, or `nil`. Each request reads it several times, so it has no lock.
  var module: (any ServerModule)? { addedModule.load()?.module }

  /// Adds a module. Only the first one counts.
  func add(_ module: any ServerModule) { _ = addedModule.storeIfNil(AddedModule(module)) }

  /// The addresses that the server listens on. Empty before the server listens.
  let listening = Mutex<[ListenerAddress]>([])

  private struct WeakServer {
    weak var server: BridgeServer?
  }

  func belong(to server: BridgeServer) {
    self.server.withLock { $0.server = server }
  }

  /// Sets the preparation for new web views of a proxied site.
  /// - Parameter preparation: `nil` removes the preparation.
  func setPreparation(ofProxiedSite name: String, _ preparation: Preparation?) {
    // The old preparation is freed outside of the lock.
    let old = sitePreparations.withLock { preparations in
      defer { preparations[name] = preparation }
      return preparations[name]
    }
    _ = old
  }

  /// Prepares a web view for the server's own pages.
  func prepareForOwnPages(_ webView: WebView) async throws {
    if let server = server.withLock({ $0.server }) { try await preparation(webView, server) }
  }

  /// Prepares a web view for the pages that its client shows. Does nothing if the client is unknown.
  private func prepareForClient(_ webView: WebView) async throws {
    guard let client = webView.client else { return }
    guard let name = client.proxiedSite else { return try await prepareForOwnPages(webView) }
    try await sitePreparations.withLock { $0[name] }?(webView)
  }

  var webViews: [WebView] {
    state.withLock { $0.webViews.values.sorted { $0.serial < $1.serial }.map(\.webView) }
  }

  /// Returns the session among the values of a cookie, or `nil` if there is none. Prefers the document's own session,
  /// and then the last value that is a known session.
  func session(among values: [String], of document: DocumentID? = nil) -> String? {
    state.withLock { state in
      if let own = document.flatMap({ state.documents[$0] })?.session, values.contains(own) { return own }
      return values.last { state.sessions[$0] != nil }
    }
  }

  /// Returns the values of a cookie that are sessions.
  func sessions(among values: [String]) -> [String] {
    state.withLock { state in values.filter { state.sessions[$0] != nil } }
  }

  /// Refuses every later hello with status 503.
  func shutDown() {
    state.withLock { $0.isShuttingDown = true }
  }

  /// Returns the web view that shows the document. Throws if the document belongs to none of the sessions.
  func webView(of document: DocumentID, sessions: [String]) throws(Refusal) -> WebView {
    let entry = state.withLock { $0.documents[document] }
    guard let entry, sessions.contains(entry.session) else { throw .noSession }
    return entry.webView
  }

  /// The result of a document's hello.
  struct Greeting: Sendable {
    let document: DocumentID
    let session: String
    let webView: WebView
    /// The number of the page's last numbered line that the server has accepted.
    let confirmed: Int
  }

  /// Handles a document's hello, the first one or a repeated one.
  /// - Parameter session: The session of the browser's cookie.
  /// - Parameter origin: The origin of the document.
  /// - Parameter peer: The address of the browser.
  /// - Parameter userAgent: The browser's `User-Agent`.
  /// - Parameter certificateSubject: The subject of the browser's certificate.
  /// - Parameter proxiedSite: The name of the proxied site whose page the document is.
  /// - Parameter completion: Called once, on any thread, unless this function throws.
  func greet(
    _ hello: Hello, session: String?, origin: WebOrigin, peer: String, userAgent: String? = nil,
    certificateSubject: String? = nil, proxiedSite: String? = nil,
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
    let (document, newWebView, isUnprepared) = try admit(hello, id, session: session, origin: origin, peer: peer)
    document.webView.hosted.state.withLock {
      $0.isIframe = hello.iframe?.isIframe == true
      $0.client = WebViewClient(
        session: document.browser, origin: "\(document.origin)", peer: peer,
        userAgent: userAgent?.cut(toBytes: Self.longestUserAgent),
        certificateSubject: certificateSubject, proxiedSite: proxiedSite)
    }
    if let newWebView { introduce(newWebView) }
    if isUnprepared { prepare(document.webView, isProxied: proxiedSite != nil) }
    document.webView.open(id, isNew: hello.isNew, at: hello.url) { confirmed in
      guard let confirmed else {
        // The web view was closed in the meantime. A new document gets a new web view.
        self.state.withLock { $0.drop(id) }
        return completion(.failure(.gone))
      }
      // Otherwise lines between the two numbers are missing, and the page no longer keeps them.
      guard hello.first <= confirmed + 1 else { return completion(.failure(.gone)) }
      completion(
        .success(
          Greeting(document: id, session: document.session, webView: document.webView, confirmed: confirmed)))
    }
  }

  /// Returns the reply to a hello, with a new ticket for the socket that the page opens next.
  func welcome(_ greeting: Greeting) -> Welcome {
    let ticket = WebView.randomID()
    state.withLock { $0.issue(ticket, for: greeting.document, until: .now + Registry.ticketLifetime) }
    return Welcome(
      ticket: ticket, webView: greeting.webView.id, confirmed: greeting.confirmed,
      intercept: greeting.webView.questions, limits: .init(configuration))
  }

  /// Issues a ticket for a socket of the document that carries only blocking calls.
  func laneTicket(for id: DocumentID, sessions: [String]) throws(Refusal) -> String {
    _ = try webView(of: id, sessions: sessions)
    let ticket = WebView.randomID()
    state.withLock { $0.issue(ticket, for: id, lane: .blocking, until: .now + Registry.ticketLifetime) }
    return ticket
  }

  /// Returns the document's web view if the ticket is valid for this kind of socket. A ticket is valid once.
  func redeem(_ hello: SocketHello, sessions: [String]) -> (WebView, DocumentID)? {
    guard hello.ticket.isRandomID,
      let (id, document) = state.withLock({
        $0.redeem(hello.ticket, lane: hello.lane, sessions: sessions, at: .now)
      }),
      id.description.hasSameBytes(as: hello.document)
    else { return nil }
    return (document.webView, id)
  }

  private typealias Admitted = (
    document: RegistryState.Document, newWebView: WebView?, isUnprepared: Bool, gone: WebView?
  )

  private func admit(
    _ hello: Hello, _ id: DocumentID, session: String?, origin: WebOrigin, peer: String
  ) throws(Refusal) -> (RegistryState.Document, newWebView: WebView?, isUnprepared: Bool) {
    let network = PeerNetwork(of: peer)
    let target = URL(string: hello.url).map(NavigationTarget.init)
    /// The web view of the document's iframe, if that web view cannot show the document.
    var left: WebView?
    /// Returns `nil` if a new web view has to be created first. Its creation calls the program's log handler, which
    /// must not run under the lock.
    func attempt(with made: WebView?) -> Result<Admitted, Refusal>? {
      state.withLock { state in
        guard !state.isShuttingDown else { return .failure(.busy("The server is shutting down.")) }
        do throws(Refusal) {
          if let known = try state.rejoin(id, key: hello.key, session: session) {
            return .success((known, nil, false, nil))
          }
          guard hello.isNew else { return .failure(.gone) }
          let session = session.flatMap { state.sessions[$0] == nil ? nil : $0 } ?? WebView.randomID()
          let iframe = hello.iframe?.name.flatMap { state.webView(ofIframe: $0) }
          if let iframe, !state.canShow(documentOf: origin, in: iframe.id) {
            left = iframe
            return .failure(.busy("The iframe of this document is about to be replaced."))
          }
          let continued =
            iframe
            ?? state.webView(
              hello.webView.flatMap { $0.isRandomID ? $0 : nil }, of: session, origin: origin, order: hello.order)
          guard let webView = continued ?? made else { return nil }
          let gone = continued == nil ? try state.makeRoom(for: network, session: session) : nil
          if continued == nil { state.add(webView, for: network) }
          let document = RegistryState.Document(
            key: hello.key, session: session, browser: state.browser(of: session), origin: origin, webView: webView)
          state.show(id, document, at: target, order: hello.order)
          let isUnprepared = state.beginPreparation(of: webView.id, for: origin)
          return .success((document, continued == nil ? webView : nil, isUnprepared, gone))
        } catch {
          return .failure(error)
        }
      }
    }
    guard let outcome = attempt(with: nil) ?? attempt(with: makeWebView()) else { throw .gone }
    if let left, let url = URL(string: hello.url) { module?.iframe(of: left, needsWebViewFor: url) }
    let (document, newWebView, isUnprepared, gone) = try outcome.get()
    if let gone {
      configuration.logger.warning(
        "a web view without a socket was removed: the maximum number of web views is reached",
        metadata: ["peer": "\(peer)"])
      gone.end()
    }
    return (document, newWebView, isUnprepared)
  }

  func makeWebView() -> WebView {
    let webView = WebView(
      logger: configuration.logger, limits: configuration.webViews, observer: observer, isActive: false)
    webView.host = HostedWebView(webView, of: self)
    webView.isInDebugMode = configuration.isInDebugMode
    return webView
  }

  /// Sets up the parts of a new web view that do not depend on its pages.
  func introduce(_ webView: WebView) {
    observer?.webViewOpened()
    webView.addOwnInterface(NavigationInterface(webView: webView, registry: self), by: "_bridge")
    webView.inheritFromServer { [configuration] in
      $0.interceptor = configuration.interceptor
      $0.downloadCompleted = configuration.downloads?.completed
    }
  }

  /// Prepares a web view after the hello of its first document. The messages of its page wait until the preparation
  /// has ended, even if several requests of the page arrive at once.
  private func prepare(_ webView: WebView, isProxied: Bool) {
    webView.addServices(of: configuration, bindsThose: !isProxied)
    let limit = configuration.webViews.functionTimeLimit
    let reminder = limit.map { limit in
      scheduler.schedule(after: limit) {
        webView.logger.warning(
          "the preparation of a web view has not finished: its page is waiting", metadata: ["after": "\(limit)"])
      }
    }
    // A preparation that does not suspend completes here, without a thread of Swift's pool.
    Task.immediate {
      do { try await prepareForClient(webView) } catch { refuse(webView, because: error) }
      reminder?.cancel()
      webView.activate()
    }
  }

  /// Handles an error of a web view's preparation: the page shows the reason, and all of its calls fail.
  private func refuse(_ webView: WebView, because error: any Error) {
    let failure = BridgeError(wrapping: error)
    webView.logger.error(
      "a web view could not be prepared: its page shows an error view", metadata: ["error": "\(error)"])
    let keystone = Keystone()
    keystone.invocationDispatcher = RefusingDispatcher(error: failure)
    webView.keystone = keystone
    state.withLock { $0.refuse(webView.id) }
    webView.hosted.page.apply(.refused(failure))
    webView.navigator.showError(failure.message)
  }
}

/// A dispatcher that fails every call of a page with the reason why its web view could not be prepared.
private struct RefusingDispatcher: InvocationDispatching {
  let error: BridgeError

  func dispatch(_ invocation: Invocation, among interfaces: InterfaceTable) throws -> ExposedFunction { throw error }

  func hasMethod(_ method: Method, isSynchronous: Bool?, among interfaces: InterfaceTable) -> Bool { false }
}
