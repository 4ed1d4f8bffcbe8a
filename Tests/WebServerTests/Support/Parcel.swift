/// A wrapper that passes a client from one step of a test to the next. It is unchecked, because the steps never run at
/// the same time.
struct Parcel<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
