/// A type that sends bridge messages to a page. ``Session`` implements this protocol.
protocol BridgeTransport: AnyObject {
  /// Sends a message to a component in the page.
  func reply(with message: Message)
}
