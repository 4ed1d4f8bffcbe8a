/// An error about a value of an unexpected type somewhere in a JSON text.
struct JSONMismatch: Error {
  /// The index at which the value starts.
  let index: Int
  /// The path from the requested value to the unexpected one, outermost part first: `[1]`, `.name`.
  var path: [String] = []

  /// Returns the error to report to the caller that decoded the whole text `json` as `type`.
  ///
  /// If any part of the text is not valid JSON, the error about that part is returned instead, because it is more
  /// useful. A text that is known to be valid is not read again.
  func error(of json: JSON, as type: Any.Type, isValid: Bool) -> BridgeError {
    var reader = JSONReader(json)
    if !isValid {
      do {
        try reader.skipValue()
        try reader.expectEnd()
      } catch let error as BridgeError { return error } catch {}
    }
    reader.index = index
    let place = path.isEmpty ? "" : " at \(path.joined())"
    return BridgeError(expected: SwiftName.of(type), got: reader.summary() + place)
  }
}

extension JSONReader {
  /// Returns a short description of the next value: `true`, `"5"`, `1.5`, `an object`.
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

extension JSON {
  /// A short description of the value.
  var summary: String {
    var reader = JSONReader(self)
    return reader.summary()
  }
}

extension BridgeError {
  /// Creates an error from an error that was thrown while a value was decoded. The format is that of
  /// ``error(of:as:isValid:)``: for example, `expected Point.x: Int, got "5"`.
  /// - Parameter json: the text, if a serializer of the program has decoded it. Its decoder does not say which nested
  ///   value it has received, so the error then contains only a general description, such as "another type".
  init(_ error: any Error, decoding type: any Decodable.Type, from json: JSON? = nil) {
    let name = SwiftName.of(type)
    switch error {
    case let error as BridgeError: self = error
    case DecodingError.typeMismatch(let wanted, let context):
      let place = BridgeError.place(context.codingPath)
      let underlying = context.underlyingError as? BridgeError
      let wanted = underlying?.expected ?? (place.isEmpty ? name : SwiftName.of(wanted))
      let got = json.map { place.isEmpty ? $0.summary : "another type" } ?? context.debugDescription
      self.init(expected: place.isEmpty ? wanted : "\(name)\(place): \(wanted)", got: underlying?.got ?? got)
    case DecodingError.valueNotFound(_, let context) where json != nil && context.codingPath.isEmpty:
      self.init(expected: name, got: "null")
    case DecodingError.valueNotFound(let wanted, let context):
      self.init(
        expected: "\(name)\(BridgeError.place(context.codingPath)): \(SwiftName.of(wanted))",
        got: json == nil ? context.debugDescription : "null")
    case DecodingError.keyNotFound(let key, let context):
      self.init(
        expected: name + BridgeError.place(context.codingPath + [key]),
        got: json == nil ? context.debugDescription : "an object without this member")
    case DecodingError.dataCorrupted(let context):
      // The type's own `init(from:)` has rejected the value. The error contains the initializer's message.
      self.init(.argument, "\(name)\(BridgeError.place(context.codingPath)): \(context.debugDescription)")
      expected = name
    default:
      self.init(.argument, "\(name) cannot be decoded: \(BridgeError.words(of: error))")
      expected = name
    }
  }

  /// Creates an error from an error that was thrown while a value was encoded.
  init(_ error: any Error, encoding type: any Encodable.Type) {
    let name = SwiftName.of(type)
    switch error {
    case let error as BridgeError: self = error
    case EncodingError.invalidValue(let value, let context):
      let place = name + BridgeError.place(context.codingPath)
      self.init(.result, "\(place) cannot be encoded as JSON: JSON cannot represent \(value).")
    default: self.init(.result, "\(name) cannot be encoded as JSON: \(BridgeError.words(of: error))")
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
  }
}
