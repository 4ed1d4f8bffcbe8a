import DSBridge

/// What `later` is asked for: a value, and when it is to come.
struct Delayed: Decodable, Sendable {
  var ms: Int
  var v: JSON
}
