import DSBridge

/// The argument of `later`: a value and its delay in milliseconds.
struct Delayed: Decodable, Sendable {
  var ms: Int
  var v: JSON
}
