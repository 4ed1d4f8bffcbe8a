import SnippetBridge
import Synchronization

/// The web views of a server. Interfaces can hold this object before the server exists.
final class Audience: Sendable {
  private let server = Mutex<BridgeServer?>(nil)

  func belongs(to server: BridgeServer) {
    self.server.withLock { $0 = server }
  }

  var webViews: [WebView] { server.withLock { $0 }?.webViews ?? [] }
}
