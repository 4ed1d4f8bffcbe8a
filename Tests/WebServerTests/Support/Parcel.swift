/// A client that is passed from one step of a test to the next. The steps do not run at the same time.
struct Parcel<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
