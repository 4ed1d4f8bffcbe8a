import DSBridge

/// A call of a page function that the page requests.
struct PageCall: Decodable, Sendable {
  var name: String
  /// The arguments, or `nil` to call the function without arguments.
  var arguments: [JSON]?
}
