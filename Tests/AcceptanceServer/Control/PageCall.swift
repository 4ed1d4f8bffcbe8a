import DSBridge

/// A call of a page's function, as the page asks for it.
struct PageCall: Decodable, Sendable {
  var name: String
  /// Nil to call it without any.
  var arguments: [JSON]?
}
