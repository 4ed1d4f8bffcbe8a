/// A value that JSON cannot hold: it is not `Encodable`.
struct Unwritable: Sendable {
  var x: Int
}
