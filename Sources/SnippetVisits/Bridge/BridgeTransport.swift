/// The way of bridge messages to a page. A ``Session`` implements it.
protocol BridgeTransport: AnyObject {
  /// Announces components to the page library. May be called again with the same names.
  func register(components names: [String])
  /// Withdraws a component.
  func unregister(component name: String)
  /// Sends a message to a component of the page.
  func reply(with message: Message)
}
