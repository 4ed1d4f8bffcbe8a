import DSBridge

/// A page's request to call one of its own functions.
struct PageCall: Decodable, Sendable {
  var name: String
  /// The arguments, or `nil` to call the function without arguments.
  var arguments: [JSON]?
}
