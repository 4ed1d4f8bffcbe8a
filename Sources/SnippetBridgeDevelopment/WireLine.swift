import DSBridgeText

/// A line of a wire message (docs/guides/protocol.md, section 3), split into its fields. Their values are not checked.
package struct WireLine: Sendable, Equatable {
  private enum Field { case number, reference, name, callback, isLast }

  package var verb: String
  /// The line's own number, for numbered lines of the page and for `message`.
  package var number: Int?
  /// The number of the call, invocation, line or message that the line refers to.
  package var reference: Int?
  /// The name of the function or of the event, without percent-encoding.
  package var name: String?
  /// The name of the callback, for `post` and `callback`.
  package var callback: String?
  /// Indicates whether a value is the last one of its call; nil for lines that do not state this.
  package var isLast: Bool?
  /// The JSON; nil if the line has none.
  package var json: String?

  /// The fields between the verb and the JSON.
  private static let pageFields: [String: [Field]] = [
    "ack": [.reference], "call": [.number, .name], "ask": [.number, .name], "cancel": [.number, .reference],
    "post": [.number, .name, .callback], "return": [.number, .reference, .isLast], "throw": [.number, .reference],
    "event": [.number, .name],
  ]
  private static let swiftFields: [String: [Field]] = [
    "welcome": [], "ack": [.reference], "bye": [], "message": [.number], "next": [.reference], "reply": [.reference],
    "fail": [.reference], "callback": [.callback, .isLast], "invoke": [.reference, .name], "eval": [.reference],
    "event": [.name],
  ]

  package init(
    verb: String, number: Int? = nil, reference: Int? = nil, name: String? = nil, json: String? = nil
  ) {
    (self.verb, self.number, self.reference, self.name, self.json) = (verb, number, reference, name, json)
  }

  /// Splits a line. Returns nil for a line with an unknown verb or too few fields, and for a `hello`, which contains
  /// secrets.
  package init?(_ line: ArraySlice<UInt8>, isOfPage: Bool) {
    var rest = line
    func next() -> ArraySlice<UInt8>? {
      guard !rest.isEmpty else { return nil }
      let end = rest.firstIndex(of: UInt8(ascii: " ")) ?? rest.endIndex
      defer { rest = end < rest.endIndex ? rest[(end + 1)...] : [] }
      return rest[rest.startIndex..<end]
    }
    guard let word = next().map({ String(peer: $0) }),
      let fields = (isOfPage ? Self.pageFields : Self.swiftFields)[word]
    else { return nil }
    verb = word
    for field in fields {
      guard let bytes = next() else { return nil }
      switch field {
      case .number: number = Self.number(bytes)
      case .reference: reference = Self.number(bytes)
      case .name: name = String(percentEncodedPeer: bytes)
      case .callback: callback = String(peer: bytes)
      case .isLast: isLast = bytes.elementsEqual("done".utf8)
      }
    }
    json = rest.isEmpty ? nil : String(peer: rest)
  }

  /// The line as it was sent.
  package var text: String {
    var fields = [verb]
    if let number { fields.append("\(number)") }
    if let reference { fields.append("\(reference)") }
    if let name { fields.append(name.percentEncoded { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "%") }) }
    if let callback { fields.append(callback) }
    if let isLast { fields.append(isLast ? "done" : "more") }
    if let json { fields.append(json) }
    return fields.joined(separator: " ")
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    let isNumber = digits.count <= 16 && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return isNumber ? Int(String(peer: digits)) : nil
  }
}
