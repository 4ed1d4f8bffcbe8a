import DSBridge
import DSBridgeLocks
import Logging
import SnippetBridgeWebServer

/// A page's WebSocket. Its first message, the hello, tells which document the socket belongs to, and whether it is the
/// document's main socket or the additional socket for blocking calls, which is called the lane.
final class DocumentSocket: WebSocketDelegate, DocumentChannel {
  private struct State {
    /// The sessions of the browser. The document named in the hello must be part of one of them.
    var sessions: [String]
    /// The timer that closes the socket if no hello arrives in time. `nil` after the hello.
    var timer: ScheduledAction?
    /// The document that the hello has named.
    var document: Document?
    /// The network that the inspector simulates, or `nil` without an inspector and before the hello.
    var trouble: Trouble?
    /// The messages that have not been parsed yet, oldest first. The first one is a long message, which is parsed on
    /// another thread, or a message that the inspector delays. The others arrived after it.
    var unparsed: [[UInt8]] = []
    /// The close code of a closed socket. Used if the socket was closed before all its messages were parsed.
    var closeCode: UInt16?
    /// Whether the web view has asked the socket to stop reading for now.
    var isPaused = false

    /// Whether the socket should read messages.
    var isReading: Bool { unparsed.isEmpty && !isPaused }
  }

  /// The document of a socket. `lane` is the purpose of an additional socket, or `nil` for the document's main socket.
  private typealias Document = (webView: WebView, id: DocumentID, lane: SocketHello.Lane?)

  private let registry: Registry
  private let logger: Logger
  private let state: Mutex<State>
  private let openedSocket = OnceReference()
  /// The WebSocket, which remains set after the socket has closed. A closed socket ignores all calls.
  private var socket: WebSocket? { openedSocket.load(as: WebSocket.self) }

  /// Creates a delegate for a socket. The document named in the hello must be part of one of `sessions`.
  init(registry: Registry, sessions: [String], logger: Logger) {
    self.registry = registry
    self.logger = logger
    state = Mutex(State(sessions: sessions))
  }

  // MARK: WebSocketDelegate, on the event loop

  func opened(_ socket: WebSocket) {
    openedSocket.set(socket)
    let limit = registry.configuration.helloTimeLimit.bounded
    // The timer retains this object until the hello arrives or the socket closes. A weak reference would make all later
    // retains and releases of this object slower, which happen for each message.
    let timer = registry.scheduler.schedule(after: limit) { [self] in
      guard state.withLock({ $0.document == nil }) else { return }
      refuse(1008, "no hello within the time limit")
    }
    state.withLock { $0.timer = timer }
  }

  func received(_ message: [UInt8], on socket: WebSocket) {
    let delay = trouble?.delay(ofArrival: message.count)
    // Parsing a long message takes time, so it is parsed on another thread. Messages that arrive after a long or a
    // delayed message wait for it, so that the order is preserved.
    let (waiting, document): (Int, Document?) = state.withLock { state in
      if state.unparsed.isEmpty {
        guard delay != nil || message.count > WireLimits.parsedOnLoop && registry.parser.admit(message.count) else {
          return (0, state.document)
        }
      }
      state.unparsed.append(message)
      return (state.unparsed.count, nil)
    }
    guard waiting > 0 else { return parse(message, for: document) }
    guard waiting == 1 else { return }
    updateReading()
    guard let delay else { return registry.parser.perform(message.count) { self.parseWaiting() } }
    _ = registry.scheduler.schedule(after: delay) { self.registry.parser.perform(0) { self.parseWaiting() } }
  }

  /// Parses all waiting messages, then resumes reading from the socket.
  private func parseWaiting() {
    var next = state.withLock { $0.unparsed.first }
    var closeCode: UInt16?
    while let message = next {
      parse(message, for: state.withLock { $0.document })
      (next, closeCode) = state.withLock { state in
        state.unparsed.removeFirst()
        return (state.unparsed.first, state.unparsed.isEmpty ? state.closeCode : nil)
      }
    }
    updateReading()
    if let closeCode { close(with: closeCode) }
  }

  /// Parses a message. Without a document, the message must be the hello.
  private func parse(_ bytes: [UInt8], for document: Document?) {
    let message: PageMessage
    do {
      message = try PageMessage(parsing: bytes)
    } catch {
      return refuse(1002, error.description)
    }
    guard let (webView, id, lane) = document else { return greet(message, size: bytes.count) }
    let weight = message.weight(of: bytes.count)
    guard lane == .blocking else { return webView.receive(message, of: id, on: self, weight: weight) }
    webView.answer(message, of: id, weight: weight) { outcome in
      switch outcome {
      case .answered(let line): self.socket?.send(line)
      // Only close the socket. The page then sends the call again as an HTTP request, whose response reports the error.
      case .malformed(let problem): self.refuse(1002, problem)
      case .gone: self.close(code: 1008, reason: "the document was replaced or has ended")
      // The page has sent the call again, and the second call receives the answer.
      case .superseded: break
      case .busy: self.refuse(1013, "too many unprocessed messages")
      }
    }
  }

  /// The heartbeat message. It acknowledges no messages, so every client that implements the protocol accepts it
  /// (docs/guides/protocol.md, section 3).
  private static let heartbeat = Array("ack 0".utf8)

  func heartbeat(on socket: WebSocket) -> [UInt8]? {
    state.withLock { $0.document.map { $0.lane == nil } ?? false } ? Self.heartbeat : nil
  }

  func closed(_ socket: WebSocket, code: UInt16, reason: String) {
    let isParsed = state.withLock { state in
      state.timer.take()?.cancel()
      state.closeCode = code
      return state.unparsed.isEmpty
    }
    if isParsed { close(with: code) }
  }

  /// Notifies the web view that the socket has closed. Call this only after all messages from the socket have been
  /// handled.
  private func close(with code: UInt16) {
    guard let (webView, id, lane) = state.withLock({ $0.document }), lane == nil else { return }
    // Browsers send 1001 when a tab is closed. Firefox also sends 1001 when a navigation begins; if that navigation is
    // cancelled, the page remains and reconnects immediately.
    webView.disconnect(self, of: id, isDeparture: code == 1001)
  }

  /// The network that the inspector simulates. Without an inspector, reading it takes no lock.
  private var trouble: Trouble? { registry.isInspected ? state.withLock { $0.trouble } : nil }

  // MARK: DocumentChannel

  /// Sends a message on the main socket. Answers on a lane go directly to the `WebSocket`, without a simulated network.
  func send(_ message: [UInt8]) {
    guard let socket else { return }
    if let trouble { trouble.send(message, on: socket) } else { socket.send(message) }
  }

  func pauseReading() { updateReading { $0.isPaused = true } }
  func resumeReading() { updateReading { $0.isPaused = false } }

  /// Pauses or resumes reading after a change of the state. Calls the socket under the lock, so that the last call
  /// matches the last state. This is safe, because the socket only records the call.
  private func updateReading(after change: (inout State) -> Void = { _ in }) {
    state.withLock { state in
      change(&state)
      socket?.setReading(isPaused: !state.isReading)
    }
  }

  func close(code: UInt16, reason: String) {
    socket?.close(code: code, reason: reason)
  }

  // MARK: Hello

  private func greet(_ message: PageMessage, size: Int) {
    guard case .hello(let json) = message.first else { return refuse(1008, "the first line is not a hello") }
    guard json.bytes.count <= Hello.maximumSize else {
      return refuse(1009, "a hello has at most \(Hello.maximumSize) bytes")
    }
    guard let hello = try? JSONSerializer().decode(SocketHello.self, from: json),
      let (webView, id) = registry.redeem(hello, sessions: state.withLock { $0.sessions })
    else { return refuse(1008, "the hello is not valid") }
    let trouble = webView.hosted.trouble
    state.withLock { state in
      state.document = (webView, id, hello.lane)
      state.trouble = trouble
      state.sessions = []
      state.timer.take()?.cancel()
    }
    if hello.lane == .blocking {
      registry.state.withLock { $0.connectLane(self, of: id) }?.close(code: 4000, reason: "replaced by a newer socket")
      socket?.send(Array("welcome {}".utf8))
      return
    }
    if let socket { trouble?.connect(socket) }
    webView.connect(self, to: id, received: hello.received)
    let rest = message.dropFirst()
    if !rest.isEmpty { webView.receive(rest, of: id, on: self, weight: message.weight(of: size)) }
  }

  private func refuse(_ code: UInt16, _ reason: String) {
    logger.warning(
      "a socket was closed",
      metadata: ["code": "\(code)", "reason": "\(reason)", "peer": "\(socket?.peer ?? "unknown")"])
    close(code: code, reason: reason)
  }
}
