package import SnippetBridgeHTTP

/// In tests an origin is written as text. One that is none ends the tests.
extension WebOrigin: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) {
    guard let origin = WebOrigin(text) else { preconditionFailure("\(text) is no origin") }
    self = origin
  }
}
