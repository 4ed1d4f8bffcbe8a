import SnippetBridge

/// What the pages of a server share.
package struct Shop: Sendable {
  package let staff = Staff()
  package let times = CallTimes()
  package let visits = Visits()
  private let guestbook = Guestbook()

  package init() {}

  /// Called once for each browser tab.
  package func prepare(_ webView: WebView, of server: BridgeServer) {
    webView.addInterface(Till(), by: "till")
    webView.addInterface(Scale(), by: "scale")
    webView.addInterface(Display(of: webView), by: "display")
    webView.addInterface(Screen(), by: "screen")
    webView.addInterface(UnboundScreen(), by: "unbound")
    webView.addInterface(Chat(of: server), by: "chat")
    // The same for all.
    webView.addInterface(guestbook, by: "guestbook")

    (webView.keystone as? Keystone)?.invocationDispatcher = Gatekeeper(of: webView, for: staff, times: times)
    webView.addInterface(Entrance(of: webView, for: staff), by: "entrance")
    webView.addInterface(Safe(), by: "safe")

    // The task begins when it likes; its first event is the web view's first.
    Task { for await event in webView.events { visits.note(event, of: webView.id) } }
  }
}
