import DSBridge
import DSBridgeLocks
import Foundation
import Logging
import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// The registry of sessions, web views and documents. A session is a browser, identified by its cookie. Each session
/// has web views, and each web view shows a document.
///
/// All event loops share one registry. Therefore, no thread blocks while it holds the lock. Slow work is done outside
/// of the lock, in the isolation of the web views.
final class Registry: Sendable {
  static let ticketLifetime: Duration = .seconds(30)
  /// The maximum size of a document's URL, in bytes. A hello with a longer URL is rejected.
  static let longestURL = 8 << 10
  /// The maximum number of bytes to store of a browser's `User-Agent`.
  private static let longestUserAgent = 1 << 10

  /// The server's configuration, with limits that are consistent with each other.
  let configuration: BridgeConfiguration
  let sites: SiteTable
  let siteTickets = Mutex(SiteTickets())
  /// The policy for navigations, which the program may replace while the server runs.
  let policy: CurrentPolicy
  let scheduler: Scheduler
  let parser: LongMessageParser
  /// A closure that adds the program's interfaces to a new web view.
  typealias Preparation = @Sendable (WebView) async throws -> Void
  /// The preparation closures for proxied sites, by site name, and with the key `nil` for the server's own pages.
  private let preparations = Mutex<[String?: Preparation]>([:])
  /// The observer that records metrics, or `nil` if no metrics backend is set up.
  let observer: BridgeMetrics?
  /// The log of the wire messages, or `nil` if no developer tool needs it.
  let wireLog: WireLog?
  /// Whether an inspector can simulate bad networks.
  let isInspected: Bool
  /// The port of the inspector, or `nil` while there is no inspector.
  let inspectorPort = Mutex<Int?>(nil)
  /// The closure that returns further lines for the inspector's tree.
  let furtherInspected = Mutex<(@Sendable () async -> [InspectedNode])?>(nil)
  /// The closure that another module has set. It is called with each new web view.
  let introduced = Mutex<(@Sendable (_ new: WebView, _ former: FormerWebView?) -> Void)?>(nil)
  let state: Mutex<RegistryState>

  init(
    configuration: BridgeConfiguration, clock: any Clock<Duration> = ContinuousClock(),
    observer: BridgeMetrics? = nil, wireLog: WireLog? = nil
  ) {
    self.configuration = configuration
    policy = CurrentPolicy(configuration.navigationPolicy, own: configuration.origins)
    sites = SiteTable(configuration)
    scheduler = Scheduler(clock)
    parser = LongMessageParser(limit: configuration.http.maximumTotalBodySize)
    self.observer = observer
    self.wireLog = wireLog
    isInspected = configuration.inspectorPort != nil
    state = Mutex(RegistryState(maximumWebViews: configuration.maximumWebViews))
  }

  /// An object that another module has added.
  private final class Added<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private let addedModule = OnceReference()

  /// The module that was added to the server, or `nil`. Each request reads this property several times, so reading it
  /// takes no lock.
  var module: (any ServerModule)? { addedModule.load(as: Added<any ServerModule>.self)?.value }

  private let addedForwarding = OnceReference()

  /// The object that decides which requests belong to another server, or `nil`. Reading it takes no lock, like
  /// ``module``.
  var forwarding: (any RequestForwarding)? { addedForwarding.load(as: Added<any RequestForwarding>.self)?.value }

  func add(_ forwarding: any RequestForwarding) { addedForwarding.set(Added<any RequestForwarding>(forwarding)) }

  /// The detector of requests that were forwarded to other servers of a fleet and then back to this server.
  let hops = SiteHops()

  /// Adds a module. Has no effect if a module was added before.
  func add(_ module: any ServerModule) { addedModule.set(Added<any ServerModule>(module)) }

  /// The addresses on which the server listens. Empty before the server is listening.
  let listening = Mutex<[ListenerAddress]>([])

  /// Sets the preparation closure for new web views of a proxied site.
  /// - Parameters:
  ///   - name: The site's name, or `nil` for the server's own pages.
  ///   - preparation: The closure, or `nil` to remove the current one.
  func setPreparation(ofProxiedSite name: String?, _ preparation: Preparation?) {
    // The old closure is released outside of the lock.
    var preparation = preparation
    preparations.withLock { swap(&$0[name], &preparation) }
  }

  /// Calls the closure that adds the program's interfaces: the closure for a proxied site, or if `site` is `nil`, the
  /// closure for the server's own pages.
  func prepare(_ webView: WebView, ofProxiedSite site: String?) async throws {
    try await preparations.withLock { $0[site] }?(webView)
  }

  var webViews: [WebView] {
    state.withLock { $0.webViews.values.sorted { $0.serial < $1.serial }.map(\.webView) }
  }

  /// Returns the valid session among the values of a cookie, or `nil` if there is none. If several values are valid,
  /// prefers the document's own session, then the last valid value.
  func session(among values: [String], of document: DocumentID? = nil) -> String? {
    state.withLock { state in
      if let own = document.flatMap({ state.documents[$0] })?.session, values.contains(own) { return own }
      return values.last { state.sessions[$0] != nil }
    }
  }

  /// Returns those values of a cookie that are valid sessions.
  func sessions(among values: [String]) -> [String] {
    state.withLock { state in values.filter { state.sessions[$0] != nil } }
  }

  var isShuttingDown: Bool { state.withLock { $0.isShuttingDown } }

  /// Returns the public id of a session, or `nil` if there is no such session.
  func browser(of session: String) -> String? { state.withLock { $0.sessions[session]?.browser } }

  /// Rejects all subsequent hellos with status 503.
  func shutDown() {
    state.withLock { $0.isShuttingDown = true }
  }

  /// Returns the web view that shows a document. Throws if the document is not part of any of the sessions.
  func webView(of document: DocumentID, sessions: [String]) throws(Refusal) -> WebView {
    let entry = state.withLock { $0.documents[document] }
    guard let entry, sessions.contains(entry.session) else { throw .noSession }
    return entry.webView
  }

  /// The result of handling a document's hello.
  struct Greeting: Sendable {
    let document: DocumentID
    let session: String
    let webView: WebView
    /// The number of the last numbered line from the page that the server has accepted.
    let confirmed: Int
  }

  /// Handles a document's hello, whether it is the first or a repeated one.
  /// - Parameter session: The session from the browser's cookie.
  /// - Parameter origin: The document's origin.
  /// - Parameter peer: The browser's address.
  /// - Parameter userAgent: The browser's `User-Agent`.
  /// - Parameter certificateSubject: The subject of the browser's client certificate.
  /// - Parameter proxiedSite: The name of the proxied site, if the document is a page of one.
  /// - Parameter marks: The values of the cookie that names another server; see ``RequestForwarding``.
  /// - Parameter completion: A closure that is called once, on any thread, unless this function throws.
  func greet(
    _ hello: Hello, session: String?, origin: WebOrigin, peer: String, userAgent: String? = nil,
    certificateSubject: String? = nil, proxiedSite: String? = nil, marks: [String] = [],
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
    // The page of a site must not claim to be a page of another origin, because a shell trusts its own origin.
    if proxiedSite != nil, let claimed = URL(string: hello.url)?.origin, claimed != origin {
      throw .forbidden("The document's url belongs to \(claimed), but the request comes from \(origin).")
    }
    let (document, newWebView, isUnprepared, _) = try admit(
      hello, id, session: session, origin: origin, peer: peer, marks: marks)
    document.webView.hosted.state.withLock {
      $0.isIframe = hello.iframe?.isIframe == true
      $0.client = WebViewClient(
        session: document.browser, origin: "\(document.origin)", peer: peer,
        userAgent: userAgent?.cut(toBytes: Self.longestUserAgent),
        certificateSubject: certificateSubject, proxiedSite: proxiedSite)
    }
    if let newWebView {
      let former = hello.webView.flatMap { $0.isRandomID ? FormerWebView(id: $0, marks: marks) : nil }
      introduce(newWebView, former: former)
    }
    if isUnprepared { beginPreparation(of: document.webView, site: proxiedSite) }
    document.webView.open(id, isNew: hello.isNew, at: hello.url) { confirmed in
      guard let confirmed else {
        // The web view was closed in the meantime. Reject the hello; the page then reloads, and the new document
        // receives a new web view.
        self.state.withLock { $0.drop(id) }
        return completion(.failure(.gone))
      }
      // The server expects the line `confirmed + 1` next. If the oldest line that the page stores has a higher number,
      // the lines in between are lost, so the document cannot continue.
      guard hello.first <= confirmed + 1 else { return completion(.failure(.gone)) }
      if hello.isNew { document.webView.note("opened", OpenedDocument.json(of: hello), of: id) }
      completion(
        .success(
          Greeting(document: id, session: document.session, webView: document.webView, confirmed: confirmed)))
    }
  }

  /// Returns the response to a hello, with a new ticket for the socket that the page opens next.
  func welcome(_ greeting: Greeting) -> Welcome {
    let ticket = WebView.randomID()
    state.withLock { $0.issue(ticket, for: greeting.document, until: .now + Registry.ticketLifetime) }
    return Welcome(
      ticket: ticket, webView: greeting.webView.id, confirmed: greeting.confirmed,
      intercept: greeting.webView.questions, limits: .init(configuration))
  }

  /// Issues a ticket for the document's additional socket, which carries only blocking calls. A ticket is a secret that
  /// opens one socket, once.
  func laneTicket(for id: DocumentID, sessions: [String]) throws(Refusal) -> String {
    _ = try webView(of: id, sessions: sessions)
    let ticket = WebView.randomID()
    state.withLock { $0.issue(ticket, for: id, lane: .blocking, until: .now + Registry.ticketLifetime) }
    return ticket
  }

  /// Returns the document and its web view if the ticket in the socket's hello is valid for this kind of socket. A
  /// ticket can be used only once.
  func redeem(_ hello: SocketHello, sessions: [String]) -> (WebView, DocumentID)? {
    guard hello.ticket.isRandomID, let id = DocumentID(hello.document) else { return nil }
    return state.withLock { $0.redeem(hello.ticket, of: id, lane: hello.lane, sessions: sessions, at: .now) }
      .map { ($0, id) }
  }

  private typealias Admitted = (
    document: RegistryState.Document, newWebView: WebView?, isUnprepared: Bool, gone: WebView?
  )

  private func admit(
    _ hello: Hello, _ id: DocumentID, session: String?, origin: WebOrigin, peer: String, marks: [String]
  ) throws(Refusal) -> Admitted {
    let network = PeerNetwork(of: peer)
    let formerBrowser = marks.isEmpty ? nil : forwarding?.browser(of: marks)
    let target = URL(string: hello.url).map(NavigationTarget.init)
    /// The web view of the document's iframe, set only if this web view cannot show the document, for example because
    /// the document has another origin.
    var left: WebView?
    defer { if let left, let url = URL(string: hello.url) { module?.iframe(of: left, needsWebViewFor: url) } }
    /// Returns `nil` if a new web view must be created first. Creating a web view calls the program's log handler,
    /// which must not run while the lock is held.
    func attempt(with made: WebView?) throws(Refusal) -> Admitted? {
      try state.withLock { state throws(Refusal) in
        guard !state.isShuttingDown else { throw .busy("The server is shutting down.") }
        if let known = try state.rejoin(id, key: hello.key, session: session) { return (known, nil, false, nil) }
        guard hello.isNew else { throw .gone }
        let session = session.flatMap { state.sessions[$0] == nil ? nil : $0 } ?? WebView.randomID()
        let iframe = hello.iframe?.name.flatMap { state.webView(ofIframe: $0) }
        if let iframe, !state.canShow(documentOf: origin, in: iframe.id) {
          left = iframe
          throw .busy("The iframe of this document is about to be replaced.")
        }
        let continued =
          iframe
          ?? state.webView(
            hello.webView.flatMap { $0.isRandomID ? $0 : nil }, of: session, origin: origin, order: hello.order)
        guard let webView = continued ?? made else { return nil }
        let gone = continued == nil ? try state.makeRoom(for: network, session: session) : nil
        if continued == nil { state.add(webView, for: network) }
        let document = RegistryState.Document(
          key: hello.key, session: session, browser: state.browser(of: session, former: formerBrowser), origin: origin,
          webView: webView)
        state.show(id, document, at: target, order: hello.order)
        let isUnprepared = state.beginPreparation(of: webView.id, for: origin)
        return (document, continued == nil ? webView : nil, isUnprepared, gone)
      }
    }
    var admitted = try attempt(with: nil)
    if admitted == nil { admitted = try attempt(with: makeWebView()) }
    guard let admitted else { throw .gone }
    if let gone = admitted.gone {
      configuration.logger.warning(
        "a web view without a socket was removed: the maximum number of web views is reached",
        metadata: ["peer": "\(peer)"])
      gone.end()
    }
    return admitted
  }

  func makeWebView() -> WebView {
    let id = WebView.randomID()
    let webView = WebView(
      id: id, logger: configuration.logger, limits: configuration.webViews, observer: observer,
      tap: wireLog?.tap(ofWebView: id), isActive: false)
    webView.host = HostedWebView(webView, of: self)
    webView.isInDebugMode = configuration.isInDebugMode
    return webView
  }

  /// Sets up those parts of a new web view that do not depend on its pages.
  /// - Parameter former: The web view that showed the page before, perhaps at another server.
  func introduce(_ webView: WebView, former: FormerWebView? = nil) {
    observer?.webViewOpened()
    DevelopmentLink.shared?.webViewsChanged()
    if let former { webView.note("former", encoding: former.id) }
    webView.addOwnInterface(NavigationInterface(webView: webView, registry: self), by: "_bridge")
    webView.inheritFromServer { [configuration] in
      $0.interceptor = configuration.interceptor
      $0.downloadCompleted = configuration.downloads?.completed
    }
    introduced.withLock { $0 }?(webView, former)
  }

  /// Prepares a web view after its first document's hello. Messages from the page wait until the preparation has ended,
  /// even if the page sends several requests simultaneously.
  private func beginPreparation(of webView: WebView, site: String?) {
    webView.addServices(of: configuration, bindsThose: site == nil)
    let limit = configuration.webViews.functionTimeLimit
    let reminder = limit.map { limit in
      scheduler.schedule(after: limit) {
        webView.logger.warning(
          "the preparation of a web view has not finished: its page is waiting", metadata: ["after": "\(limit)"])
      }
    }
    // A preparation that does not suspend runs to its end here. Therefore, it works even if the program's functions
    // block all threads of Swift's thread pool.
    Task.immediate {
      do { try await prepare(webView, ofProxiedSite: site) } catch { refuse(webView, because: error) }
      webView.noteFunctions()
      reminder?.cancel()
      webView.activate()
    }
  }

  /// Handles an error in the preparation of a web view. The page shows the reason, and all of its calls fail.
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

/// A dispatcher that makes all calls from a page fail with the reason why its web view could not be prepared.
private struct RefusingDispatcher: InvocationDispatching {
  let error: BridgeError

  func dispatch(_ invocation: Invocation, among interfaces: InterfaceTable) throws -> ExposedFunction { throw error }

  func hasMethod(_ method: Method, isSynchronous: Bool?, among interfaces: InterfaceTable) -> Bool { false }
}
