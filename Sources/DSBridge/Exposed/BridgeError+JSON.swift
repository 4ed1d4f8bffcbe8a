extension BridgeError {
  private struct Failure: Encodable {
    var code = -1
    var message: String
    var kind: String
    var method: String?
    var callback: String?
    var expected: String?
    var got: String?
  }

  /// The error as `fail` carries it (docs/protocol.md, section 5).
  /// - Parameters:
  ///   - method: as the page wrote it; the error's own when nil.
  ///   - callback: the page's function that waits, if there is one.
  package func json(method: String? = nil, callback: String? = nil) -> JSON {
    let failure = Failure(
      message: message, kind: code.description, method: method ?? self.method, callback: callback, expected: expected,
      got: got)
    // Strings and an integer can always be written.
    return (try? JSONSerializer().encode(failure)) ?? #"{"code":-1,"message":"","kind":"thrown"}"#
  }

  private struct PageFailure: Decodable {
    var message: String?
    var name: String?
    var stack: String?
    var code: String?
  }

  /// What a page says with `throw`: `{"message":…,"name":…,"stack":…,"code":"notFound"?}`.
  package init(ofPage json: JSON) {
    guard let failure = try? JSONSerializer().decode(PageFailure.self, from: json) else {
      self.init(.pageThrew, "The page threw \(json).")
      return
    }
    let message = failure.message ?? ""
    if failure.code == "notFound" {
      self.init(.noSuchMethod, message)
      return
    }
    var text = failure.name.map { message.isEmpty ? $0 : "\($0): \(message)" } ?? message
    if let stack = failure.stack, !stack.isEmpty { text += "\n\(stack)" }
    self.init(.pageThrew, text)
  }
}
