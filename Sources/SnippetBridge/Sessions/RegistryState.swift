import DSBridge
import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// The sessions, their documents, and the web views that show the documents. A value type without side effects. No
/// operation searches all entries, so operations stay fast with many web views.
struct RegistryState {
  struct Session {
    /// An identifier of the browser that, unlike the session's cookie, is not a secret.
    let browser: String
    var passes = NavigationPasses()
    var documents: Set<DocumentID> = []
    /// The documents that were sent to the browser and have not sent their hello yet.
    var navigations = AnsweredNavigations()
    /// Whether the server has answered a navigation of this session. If not, the session's pages probably come from
    /// another server behind the same proxy.
    var hasNavigated = false
  }

  struct Document {
    let key: String
    var session: String
    /// The browser identifier of the session in which the document first appeared.
    let browser: String
    /// The origin of the document's hello.
    let origin: WebOrigin
    let webView: WebView
    /// The tickets for the document's sockets, by the purpose of an additional socket: `nil` for the main socket.
    var tickets: [SocketHello.Lane?: (text: String, expiry: ContinuousClock.Instant)] = [:]
    /// The newest socket of the document's blocking calls.
    weak var lane: (any DocumentChannel)?
  }

  struct Shown {
    let webView: WebView
    var document: DocumentID?
    /// The position of the document among all documents of its tab, or 0 if the page does not report it.
    var order = 0
    /// The number of the web view, in the order of creation.
    let serial: Int
    /// The origin of all documents of the web view, or `nil` before the first document is known. A web view shows only
    /// documents of one origin, because its interfaces depend on the origin.
    var origin: WebOrigin?
    /// Whether the program was asked to prepare the web view.
    var isPrepared = false
    /// Whether the preparation of the web view failed.
    var isRefused = false
  }

  var sessions: [String: Session] = [:]
  private(set) var documents: [DocumentID: Document] = [:]
  private(set) var webViews: [String: Shown] = [:]
  private var places: WebViewPlaces
  var iframes = IframePlaces()
  private var lastSerial = 0
  /// Whether the server is shutting down and refuses every hello.
  var isShuttingDown = false

  init(maximumWebViews: Int) { places = WebViewPlaces(count: maximumWebViews) }

  /// Returns the document that sends a repeated hello, and moves the document to the browser's current session. Returns
  /// `nil` if the document is unknown. Throws if the key is wrong.
  mutating func rejoin(_ id: DocumentID, key: String, session: String?) throws(Refusal) -> Document? {
    guard let document = documents[id] else { return nil }
    guard ConstantTime.areEqual(Array(document.key.utf8), Array(key.utf8)) else {
      throw .forbidden("The document's key is wrong.")
    }
    // The response to another tab's hello may have replaced the session cookie. The key proves that this is the same
    // document, so it may move to the new session.
    if let session, session != document.session, sessions[session] != nil {
      leave(document.session, id)
      sessions[session]?.documents.insert(id)
      documents[id]?.session = session
    }
    return documents[id]
  }

  /// Returns the web view with this identifier if it shows an older document of the session and can show documents of
  /// `origin`. The new document then continues to use this web view.
  ///
  /// `order` is the document's position in its tab. It must exceed that of the shown document, so that a late hello of
  /// an older document does not take the web view from a newer one.
  func webView(_ id: String?, of session: String, origin: WebOrigin, order: Int?) -> WebView? {
    guard let id, let shown = webViews[id], let document = shown.document, documents[document]?.session == session,
      order ?? .max > shown.order, canShow(documentOf: origin, in: id)
    else { return nil }
    return shown.webView
  }

  /// Returns whether the web view may show documents of this origin. This is not the case if its interfaces were
  /// prepared for another origin, or if the preparation has failed.
  func canShow(documentOf origin: WebOrigin, in id: String) -> Bool {
    guard let shown = webViews[id], !shown.isRefused else { return false }
    return shown.origin == nil || shown.origin == origin
  }

  /// Binds the web view to an origin if it has none yet.
  mutating func bind(_ id: String, to origin: WebOrigin) {
    if webViews[id]?.origin == nil { webViews[id]?.origin = origin }
  }

  /// Returns whether the program still has to prepare the web view, and marks the web view as prepared. Thus, only the
  /// first call returns `true`.
  mutating func beginPreparation(of id: String, for origin: WebOrigin) -> Bool {
    bind(id, to: origin)
    defer { webViews[id]?.isPrepared = true }
    return webViews[id]?.isPrepared == false
  }

  /// Marks the web view as refused because its preparation failed. The next document of its tab gets another web
  /// view.
  mutating func refuse(_ id: String) { webViews[id]?.isRefused = true }

  /// Returns the identifiers of the web views that show documents of these sessions.
  func webViews(ofSessions ids: [String]) -> Set<String> {
    Set(ids.flatMap { sessions[$0]?.documents ?? [] }.compactMap { documents[$0]?.webView.id })
  }

  /// Returns the web view of the iframe with this name, whatever the session.
  ///
  /// The session is not checked, because an iframe whose document comes from another port has another session. The name
  /// is sufficient, because only native code, the surrounding page, and the iframe's own documents know it.
  func webView(ofIframe name: String) -> WebView? {
    iframes.webView(named: name).flatMap { webViews[$0]?.webView }
  }

  /// Returns the browser identifier of a session. Adds the session if it is new.
  /// - Parameter former: The identifier that the browser has at another server, or `nil`.
  mutating func browser(of session: String, former: String? = nil) -> String {
    let known = sessions[session] ?? Session(browser: former ?? WebView.randomID())
    sessions[session] = known
    return known.browser
  }

  /// Makes room for one more web view of the session, whose hello comes from `network`.
  ///
  /// Returns the web view that was removed to make room, or `nil` if none had to be removed. The caller must end the
  /// removed web view.
  mutating func makeRoom(for network: PeerNetwork, session: String) throws(Refusal) -> WebView? {
    let ofSession = max(Self.webViewsOfAnySession, places.count / 8)
    guard sessions[session]?.documents.count ?? 0 < ofSession else {
      throw .busy("This browser already has \(ofSession) web views, which is the maximum.")
    }
    guard let id = try places.makeRoom(for: network) else { return nil }
    defer { dropWebView(id) }
    return webViews[id]?.webView
  }

  /// The maximum number of web views of a session, unless an eighth of the server's maximum is more. Users rarely open
  /// so many tabs and iframes.
  private static let webViewsOfAnySession = 64

  mutating func add(_ webView: WebView, for network: PeerNetwork) {
    places.take(webView.id, for: network)
    lastSerial += 1
    webViews[webView.id] = Shown(webView: webView, serial: lastSerial)
  }

  /// Records that the web view shows this document. `target` is the document's address.
  mutating func show(_ id: DocumentID, _ document: Document, at target: NavigationTarget?, order: Int?) {
    sessions[document.session, default: Session(browser: document.browser)].documents.insert(id)
    if let target { sessions[document.session]?.navigations.end(target) }
    documents[id] = document
    if let older = webViews[document.webView.id]?.document { drop(older) }
    webViews[document.webView.id]?.document = id
    webViews[document.webView.id]?.order = order ?? 0
  }

  /// Removes the document, and its session if this was the session's last document.
  mutating func drop(_ id: DocumentID) {
    guard let document = documents.removeValue(forKey: id) else { return }
    leave(document.session, id)
  }

  mutating func dropWebView(_ id: String) {
    places.leave(id)
    iframes.remove(webView: id)
    if let document = webViews.removeValue(forKey: id)?.document { drop(document) }
  }

  private mutating func leave(_ session: String, _ id: DocumentID) {
    sessions[session]?.documents.remove(id)
    if sessions[session]?.documents.isEmpty == true { sessions[session] = nil }
  }

  // MARK: Tickets

  /// Issues a ticket. A document has one ticket of each kind, so a newer ticket replaces the older one.
  mutating func issue(
    _ ticket: String, for id: DocumentID, lane: SocketHello.Lane? = nil, until expiry: ContinuousClock.Instant
  ) {
    documents[id]?.tickets[lane] = (ticket, expiry)
  }

  /// Returns the document's web view if the document has this ticket, if the ticket has not expired, if it is for this
  /// kind of socket, and if the document is part of one of these sessions. If the document has this ticket, the ticket
  /// becomes invalid even if another condition is not met.
  mutating func redeem(
    _ ticket: String, of id: DocumentID, lane: SocketHello.Lane?, sessions: [String], at now: ContinuousClock.Instant
  ) -> WebView? {
    guard let document = documents[id],
      let issued = document.tickets.first(where: {
        ConstantTime.areEqual(Array($0.value.text.utf8), Array(ticket.utf8))
      })
    else { return nil }
    documents[id]?.tickets[issued.key] = nil
    guard issued.value.expiry > now, issued.key == lane, sessions.contains(document.session) else { return nil }
    if lane == nil { places.connect(document.webView.id) }
    return document.webView
  }

  /// Stores the newest socket of the document's blocking calls. Returns the previous one.
  mutating func connectLane(_ lane: any DocumentChannel, of id: DocumentID) -> (any DocumentChannel)? {
    let older = documents[id]?.lane
    documents[id]?.lane = lane
    return older
  }
}
