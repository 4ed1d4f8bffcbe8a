/// An error that a test's client throws if the server behaves unexpectedly.
struct TestError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
