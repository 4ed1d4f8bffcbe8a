import SnippetBridge

/// What one page says, all pages hear. It reaches them through the server.
@Exposed
final class Chat {
  private let server: BridgeServer

  init(of server: BridgeServer) { self.server = server }

  func say(_ text: String) { server.webViews.call("heard", with: [text]) }

  /// A page that reads slowly gets the newest of these only.
  func announce(price: Int) { server.webViews.call("showPrice", with: [price], replacing: "price") }
}
