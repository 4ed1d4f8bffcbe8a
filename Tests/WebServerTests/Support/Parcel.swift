/// A client handed from one step of a test to the next; the steps run one after another.
struct Parcel<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
