import DSBridge

/// The outcome of a call to a page function. The page receives `{value: …}` or `{error: {code, message}}`.
struct Outcome: Encodable, Sendable {
  struct Failure: Encodable, Sendable {
    var code: String
    var message: String
  }

  var value: JSON?
  var error: Failure?

  init(value: JSON) {
    self.value = value
  }

  init(error: any Error) {
    let error = BridgeError(wrapping: error)
    self.error = Failure(code: error.code.description, message: error.message)
  }
}
