import DSBridgeText

extension BridgeError {
  private struct Failure: Encodable {
    var kind: String
    var message: String
    var code: JSON?
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
      kind: code.description, message: message, code: thrownCode, method: method ?? self.method, callback: callback,
      expected: expected, got: got)
    // Strings, and JSON, can always be written.
    return (try? JSONSerializer().encode(failure)) ?? #"{"kind":"thrown","message":""}"#
  }

  private struct PageFailure: Decodable {
    var message: String?
    var name: String?
    var stack: String?
    var code: String?
  }

  /// Creates an error from the JSON of a line `throw`: `{"message":…,"name":…,"stack":…,"code":"notFound"?}`.
  package init(ofPage json: JSON) {
    guard json.bytes.count <= WireLimits.failure else {
      self.init(
        .pageThrew, "The page threw an error of \(json.bytes.count) bytes; at most \(WireLimits.failure) are read.")
      return
    }
    guard let failure = try? JSONSerializer().decode(PageFailure.self, from: json) else {
      self.init(.pageThrew, "The page threw \(json).")
      return
    }
    let message = failure.message ?? ""
    if failure.code?.hasSameBytes(as: "notFound") == true {
      self.init(.noSuchMethod, message)
      return
    }
    self.init(.pageThrew, failure.name.map { message.isEmpty ? $0 : "\($0): \(message)" } ?? message)
    stack = failure.stack.flatMap { $0.isEmpty ? nil : $0 }
  }
}
