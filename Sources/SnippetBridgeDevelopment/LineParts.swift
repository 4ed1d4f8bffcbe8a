import DSBridgeText

/// The fields of one line. Their values are not checked.
package struct LineParts: Equatable {
  private enum Field { case number, reference, name, callback, isLast }

  package private(set) var verb: String
  package private(set) var number: Int?
  package private(set) var reference: Int?
  package private(set) var name: String?
  package private(set) var callback: String?
  package private(set) var isLast: Bool?
  package private(set) var json: ArraySlice<UInt8>?

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
    json = rest.isEmpty ? nil : rest
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    let isNumber = digits.count <= 16 && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return isNumber ? Int(String(peer: digits)) : nil
  }
}
