import SnippetBridge

/// An interface that sends one page's text to all pages, through the server.
@Exposed
final class Chat {
  private let server: BridgeServer

  init(of server: BridgeServer) { self.server = server }

  func say(_ text: String) { server.webViews.call("heard", with: [text]) }

  /// Sends a price to all pages. A page that reads slowly receives only the newest price.
  func announce(price: Int) { server.webViews.call("showPrice", with: [price], replacing: "price") }
}
