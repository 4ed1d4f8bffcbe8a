import DSBridge
import SnippetBridgeHTTP

/// Sessions, their documents, and the web views that show them. A pure value; no operation searches it.
struct RegistryState {
  struct Session {
    /// Names the browser where the cookie must not be told.
    let browser = WebView.randomID()
    var passes = NavigationPasses()
    var documents: Set<DocumentID> = []
    /// Documents that were handed out and have not said hello yet.
    var navigations = AnsweredNavigations()
    /// The server has answered a navigation of this session.
    var hasNavigated = false
  }

  struct Document {
    let key: String
    var session: String
    /// Of the session with which it came.
    let browser: String
    /// Where its hello came from.
    let origin: WebOrigin
    let webView: WebView
    var ticket: String?
    /// For the socket of its blocking calls.
    var laneTicket: String?
    /// That socket, the newest of them.
    weak var lane: (any DocumentChannel)?
  }

  struct Ticket {
    let document: DocumentID
    /// Nil for the page's own socket.
    let lane: SocketHello.Lane?
    let expiry: ContinuousClock.Instant
  }

  struct Shown {
    let webView: WebView
    var document: DocumentID?
    /// Counts the documents of its tab; 0 if the page does not say.
    var order = 0
    /// Counts web views, in the order they came.
    let serial: Int
    /// The origin of all its documents; nil before the first is known. Interfaces are given by origin.
    var origin: WebOrigin?
    /// The program has been asked to prepare it.
    var isPrepared = false
    /// The program could not prepare it.
    var isRefused = false
  }

  private(set) var sessions: [String: Session] = [:]
  private(set) var documents: [DocumentID: Document] = [:]
  private(set) var webViews: [String: Shown] = [:]
  private var places: WebViewPlaces
  var frames = FramePlaces()
  private var tickets: [String: Ticket] = [:]
  private var lastSerial = 0
  /// No more hellos are answered.
  var isShuttingDown = false

  init(maximumWebViews: Int) { places = WebViewPlaces(count: maximumWebViews) }

  /// The document that says this hello, if it is known. Binds it to the session that its browser has now.
  mutating func rejoin(_ id: DocumentID, key: String, session: String?) throws(Refusal) -> Document? {
    guard let document = documents[id] else { return nil }
    guard document.key == key else { throw .forbidden("This document's key is another.") }
    // Another tab's hello may have replaced the cookie meanwhile: the key tells that it is the same document.
    if let session, session != document.session, sessions[session] != nil {
      leave(document.session, id)
      sessions[session]?.documents.insert(id)
      documents[id]?.session = session
    }
    return documents[id]
  }

  /// The web view of this id, if it shows a document of the session that is older by `order`. A hello that comes late
  /// must not take the web view from a newer document.
  func webView(_ id: String?, of session: String, origin: WebOrigin, order: Int?) -> WebView? {
    guard let id, let shown = webViews[id], let document = shown.document, documents[document]?.session == session,
      order ?? .max > shown.order, canShow(documentOf: origin, in: id)
    else { return nil }
    return shown.webView
  }

  /// Whether the web view shows documents of this origin, with the interfaces that it has.
  func canShow(documentOf origin: WebOrigin, in id: String) -> Bool {
    guard let shown = webViews[id], !shown.isRefused else { return false }
    return shown.origin == nil || shown.origin == origin
  }

  /// The web view shows documents of this origin from now on, if it has none.
  mutating func bind(_ id: String, to origin: WebOrigin) {
    if webViews[id]?.origin == nil { webViews[id]?.origin = origin }
  }

  /// Returns whether the program has yet to prepare the web view, which is taken note of.
  mutating func beginPreparation(of id: String, for origin: WebOrigin) -> Bool {
    bind(id, to: origin)
    defer { webViews[id]?.isPrepared = true }
    return webViews[id]?.isPrepared == false
  }

  /// The web view could not be prepared: the next document of its tab gets another.
  mutating func refuse(_ id: String) { webViews[id]?.isRefused = true }

  /// The ids of the web views that show documents of these sessions.
  func webViews(ofSessions ids: [String]) -> Set<String> {
    Set(ids.flatMap { sessions[$0]?.documents ?? [] }.compactMap { documents[$0]?.webView.id })
  }

  /// The one that the frame of this name shows. Its name is known to native code, to the page around it, and to its own
  /// documents, so it counts whatever the session is: frames of another port have sessions of their own.
  func webView(ofFrame name: String) -> WebView? {
    frames.webView(named: name).flatMap { webViews[$0]?.webView }
  }

  /// The name of the session's browser; makes the session known where it is new.
  mutating func browser(of session: String) -> String {
    let known = sessions[session] ?? Session()
    sessions[session] = known
    return known.browser
  }

  /// Finds a place for one more web view of the session, whose hello comes from `network`. Returns the web view that
  /// had to go for it; the caller ends that one.
  mutating func makeRoom(for network: PeerNetwork, session: String) throws(Refusal) -> WebView? {
    let ofSession = max(Self.webViewsOfAnySession, places.count / 8)
    guard sessions[session]?.documents.count ?? 0 < ofSession else {
      throw .busy("There are \(ofSession) web views of this browser already.")
    }
    switch places.makeRoom(for: network) {
    case .free: return nil
    case .refused(let sentence): throw .busy(sentence)
    case .insteadOf(let id):
      defer { dropWebView(id) }
      return webViews[id]?.webView
    }
  }

  /// A session may have an eighth of all web views, and at least this many. Nobody has so many tabs and frames.
  private static let webViewsOfAnySession = 64

  mutating func add(_ webView: WebView, for network: PeerNetwork) {
    places.take(webView.id, for: network)
    lastSerial += 1
    webViews[webView.id] = Shown(webView: webView, serial: lastSerial)
  }

  /// The web view shows this document from now on; `target` is its address.
  mutating func show(_ id: DocumentID, _ document: Document, at target: NavigationTarget?, order: Int?) {
    sessions[document.session, default: Session()].documents.insert(id)
    if let target { sessions[document.session]?.navigations.end(target) }
    documents[id] = document
    if let older = webViews[document.webView.id]?.document { drop(older) }
    webViews[document.webView.id]?.document = id
    webViews[document.webView.id]?.order = order ?? 0
  }

  /// Removes the document and its tickets, and its session if this was the last document of it.
  mutating func drop(_ id: DocumentID) {
    guard let document = documents.removeValue(forKey: id) else { return }
    if let ticket = document.ticket { tickets[ticket] = nil }
    if let ticket = document.laneTicket { tickets[ticket] = nil }
    leave(document.session, id)
  }

  mutating func dropWebView(_ id: String) {
    places.leave(id)
    frames.remove(webView: id)
    if let document = webViews.removeValue(forKey: id)?.document { drop(document) }
  }

  private mutating func leave(_ session: String, _ id: DocumentID) {
    sessions[session]?.documents.remove(id)
    if sessions[session]?.documents.isEmpty == true { sessions[session] = nil }
  }

  // MARK: Tickets

  /// A document has one ticket of a kind: a newer one replaces it.
  mutating func issue(
    _ ticket: String, for id: DocumentID, lane: SocketHello.Lane? = nil, until expiry: ContinuousClock.Instant
  ) {
    guard let document = documents[id] else { return }
    if let older = lane == nil ? document.ticket : document.laneTicket { tickets[older] = nil }
    if lane == nil { documents[id]?.ticket = ticket } else { documents[id]?.laneTicket = ticket }
    tickets[ticket] = Ticket(document: id, lane: lane, expiry: expiry)
  }

  /// The document that the ticket is for, if it is of one of these sessions and for this kind of socket. The ticket is
  /// used up.
  mutating func redeem(
    _ ticket: String, lane: SocketHello.Lane? = nil, sessions: [String], at now: ContinuousClock.Instant
  ) -> (DocumentID, Document)? {
    guard let ticket = tickets.removeValue(forKey: ticket), let document = documents[ticket.document] else {
      return nil
    }
    if ticket.lane == nil {
      documents[ticket.document]?.ticket = nil
    } else {
      documents[ticket.document]?.laneTicket = nil
    }
    guard ticket.expiry > now, ticket.lane == lane, sessions.contains(document.session) else { return nil }
    if ticket.lane == nil { places.connect(document.webView.id) }
    return (ticket.document, document)
  }

  /// Remembers the newest socket of the document's blocking calls. Returns the one before.
  mutating func connectLane(_ lane: any DocumentChannel, of id: DocumentID) -> (any DocumentChannel)? {
    let older = documents[id]?.lane
    documents[id]?.lane = lane
    return older
  }

  // MARK: Navigations

  mutating func navigates(
    _ session: String, to target: NavigationTarget, at now: ContinuousClock.Instant, within limit: Duration
  ) {
    sessions[session]?.hasNavigated = true
    sessions[session]?.navigations.begin(target, at: now, within: limit)
  }

  // MARK: Passes

  mutating func grant(
    _ target: NavigationTarget, to webView: String, session: String, at now: ContinuousClock.Instant
  ) {
    sessions[session]?.passes.grant(target, to: webView, at: now)
  }

  /// The web view whose pass it was; nil without a pass.
  mutating func redeem(_ target: NavigationTarget, session: String, at now: ContinuousClock.Instant) -> String? {
    sessions[session]?.passes.redeem(target, at: now)
  }
}
