/// A value that JSON cannot represent, because it is not `Encodable`.
struct Unwritable: Sendable {
  var x: Int
}
