/// A type that sends bridge messages to a page. ``Session`` implements this protocol.
protocol BridgeTransport: AnyObject {
  /// Registers components with the page library. May be called again with the same names.
  func register(components names: [String])
  /// Removes a component from the page library.
  func unregister(component name: String)
  /// Sends a message to a component of the page.
  func reply(with message: Message)
}
