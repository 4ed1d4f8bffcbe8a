package import SnippetBridgeHTTP

/// Lets tests write origins as string literals. An invalid origin traps.
extension WebOrigin: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) {
    guard let origin = WebOrigin(text) else { preconditionFailure("\(text) is no origin") }
    self = origin
  }
}
