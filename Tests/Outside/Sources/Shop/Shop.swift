import SnippetBridge

/// The objects that all pages of a server share.
package struct Shop: Sendable {
  package let staff = Staff()
  package let times = CallTimes()
  package let visits = Visits()
  private let guestbook = Guestbook()

  package init() {}

  /// Prepares a web view. Called once for each browser tab.
  package func prepare(_ webView: WebView, of server: BridgeServer) {
    webView.addInterface(Till(), by: "till")
    webView.addInterface(Scale(), by: "scale")
    webView.addInterface(Display(of: webView), by: "display")
    webView.addInterface(Screen(), by: "screen")
    webView.addInterface(UnboundScreen(), by: "unbound")
    webView.addInterface(Chat(of: server), by: "chat")
    // All pages share this interface.
    webView.addInterface(guestbook, by: "guestbook")

    (webView.keystone as? Keystone)?.invocationDispatcher = Gatekeeper(of: webView, for: staff, times: times)
    webView.addInterface(Entrance(of: webView, for: staff), by: "entrance")
    webView.addInterface(Safe(), by: "safe")

    // The task may start late, but the first event that it receives is always the first event of the web view.
    Task { for await event in webView.events { visits.note(event, of: webView.id) } }
  }
}
