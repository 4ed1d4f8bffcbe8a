import DSBridge
import Logging
import Synchronization
import WebServer

/// One socket of a page: until its hello, a stranger; then a document's channel.
final class DocumentSocket: WebSocketDelegate, DocumentChannel {
  private struct State {
    var socket: WebSocket?
    /// For the hello; nil when it is here, or will not come.
    var timer: Alarm?
    var document: (webView: WebView, id: DocumentID)?
  }

  private let registry: Registry
  private let session: String
  private let logger: Logger
  private let state = Mutex(State())

  init(registry: Registry, session: String, logger: Logger) {
    self.registry = registry
    self.session = session
    self.logger = logger
  }

  // MARK: WebSocketDelegate, on the loop

  func opened(_ socket: WebSocket) {
    let limit = registry.configuration.handshakeTimeLimit.bounded
    let timer = Alarm(after: limit, by: registry.clock) { [weak self] in
      guard let self, self.state.withLock({ $0.document == nil }) else { return }
      self.refuse(1008, "no hello in time")
    }
    state.withLock { state in
      state.socket = socket
      state.timer = timer
    }
  }

  func received(_ message: [UInt8], on socket: WebSocket) {
    let frame: PageFrame
    do {
      frame = try PageFrame(parsing: message)
    } catch {
      return refuse(1002, error.description)
    }
    if let document = state.withLock({ $0.document }) {
      document.webView.receive(frame, of: document.id, on: self, weight: frame.weight(of: message.count))
    } else {
      greet(frame, size: message.count)
    }
  }

  func closed(_ socket: WebSocket, code: UInt16, reason: String) {
    let document = state.withLock { state in
      state.socket = nil
      state.timer?.cancel()
      state.timer = nil
      return state.document
    }
    // Browsers say 1001 when a tab is closed. Firefox also when a navigation begins; a page that lives on is back at once.
    document?.webView.disconnect(self, isFarewell: code == 1001)
  }

  // MARK: DocumentChannel

  func send(_ frame: [UInt8]) {
    state.withLock { $0.socket }?.send(frame)
  }

  func pauseReading() {
    state.withLock { $0.socket }?.pauseReading()
  }

  func resumeReading() {
    state.withLock { $0.socket }?.resumeReading()
  }

  func close(code: UInt16, reason: String) {
    state.withLock { $0.socket }?.close(code: code, reason: reason)
  }

  // MARK: Hello

  private func greet(_ frame: PageFrame, size: Int) {
    guard case .hello(let json) = frame.lines.first else { return refuse(1008, "the first line is not a hello") }
    guard let hello = try? JSONSerializer().decode(SocketHello.self, from: json),
      let (webView, id) = registry.redeem(hello, session: session)
    else { return refuse(1008, "the hello is not valid") }
    state.withLock { state in
      state.document = (webView, id)
      state.timer?.cancel()
      state.timer = nil
    }
    webView.connect(self, to: id, received: hello.received)
    let rest = PageFrame(lines: Array(frame.lines.dropFirst()))
    if !rest.lines.isEmpty { webView.receive(rest, of: id, on: self, weight: frame.weight(of: size)) }
  }

  private func refuse(_ code: UInt16, _ reason: String) {
    let peer = state.withLock { $0.socket?.peer }
    logger.warning(
      "a socket was closed", metadata: ["code": "\(code)", "reason": "\(reason)", "peer": "\(peer ?? "unknown")"])
    close(code: code, reason: reason)
  }
}
