/// A value of another type than the one that was wanted, somewhere in a text.
struct JSONMismatch: Error {
  /// Where the value starts.
  let index: Int
  let type: Any.Type
  /// Where it stands in the value that was asked for, outermost first: `[1]`, `.name`.
  var path: [String] = []

  /// As the error of the whole value, which was to be a `type`.
  func error(of json: JSON, as type: Any.Type) -> BridgeError {
    var reader = JSONReader(json)
    // A text that is no JSON at all is the better thing to report.
    do {
      try reader.skipValue()
      try reader.expectEnd()
    } catch let error as BridgeError { return error } catch {}
    reader.index = index
    let place = path.isEmpty ? "" : " at \(path.joined())"
    return BridgeError(expected: SwiftName.of(type), got: reader.summary() + place)
  }
}

extension JSONReader {
  /// The next value in a few words: `true`, `"5"`, `1.5`, `an object`.
  mutating func summary() -> String {
    switch peek() {
    case UInt8(ascii: "{"): return "an object"
    case UInt8(ascii: "["): return "an array"
    case UInt8(ascii: "\""):
      guard let text = try? string() else { return "a string" }
      return text.utf8.count <= 40 ? "\"\(text)\"" : "\"\(text.cut(toBytes: 40))…\""
    default:
      guard let raw = try? raw() else { return "nothing" }
      let text = raw.description
      return text.utf8.count <= 40 ? text : "\(text.cut(toBytes: 40))…"
    }
  }
}
