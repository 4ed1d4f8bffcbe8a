/// An error about a value of an unexpected type somewhere in a JSON text.
struct JSONMismatch: Error {
  /// The index at which the value starts.
  let index: Int
  let type: Any.Type
  /// The path from the requested value to the unexpected one, outermost part first: `[1]`, `.name`.
  var path: [String] = []

  /// Returns the error to report to the caller that decoded the whole text `json` as `type`.
  func error(of json: JSON, as type: Any.Type) -> BridgeError {
    var reader = JSONReader(json)
    // If any part of the text is not valid JSON, the error about that part is returned instead, because it is more
    // useful.
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

extension BridgeError {
  /// Creates an error from the error of a type's `init(from:)`, in the same format as ``error(of:as:)``: for example,
  /// `expected Point.x: Int, got "5"`.
  init(_ error: DecodingError, decoding type: any Decodable.Type) {
    let name = SwiftName.of(type)
    switch error {
    case .typeMismatch(let wanted, let context):
      let place = BridgeError.place(context.codingPath)
      let underlying = context.underlyingError as? BridgeError
      let wanted = underlying?.expected ?? (place.isEmpty ? name : SwiftName.of(wanted))
      self.init(
        expected: place.isEmpty ? wanted : "\(name)\(place): \(wanted)",
        got: underlying?.got ?? context.debugDescription)
    case .valueNotFound(let wanted, let context):
      self.init(
        expected: "\(name)\(BridgeError.place(context.codingPath)): \(SwiftName.of(wanted))",
        got: context.debugDescription)
    case .keyNotFound(let key, let context):
      self.init(expected: name + BridgeError.place(context.codingPath + [key]), got: context.debugDescription)
    case .dataCorrupted(let context):
      // The type's own `init(from:)` has rejected the value. The error contains the initializer's message.
      self.init(.argument, "\(name)\(BridgeError.place(context.codingPath)): \(context.debugDescription)")
      expected = name
    @unknown default:
      self.init(thrown: error, decoding: type)
    }
  }

  /// Creates an error from any other error that a type's `init(from:)` or a serializer of the program has thrown.
  init(thrown error: any Error, decoding type: any Decodable.Type) {
    let name = SwiftName.of(type)
    self.init(.argument, "\(name) cannot be decoded: \(BridgeError.words(of: error))")
    expected = name
  }

  /// Creates an error from the error of a decoder that a serializer of the program uses. Such a decoder does not say
  /// which nested value it has received, so the error then contains only a general description, such as "another type".
  init(_ error: DecodingError, of json: JSON, decoding type: any Decodable.Type) {
    let name = SwiftName.of(type)
    switch error {
    case .typeMismatch(_, let context) where context.codingPath.isEmpty:
      var reader = JSONReader(json)
      self.init(expected: name, got: reader.summary())
    case .typeMismatch(let wanted, let context):
      self.init(
        expected: "\(name)\(BridgeError.place(context.codingPath)): \(SwiftName.of(wanted))", got: "another type")
    case .valueNotFound(_, let context) where context.codingPath.isEmpty:
      self.init(expected: name, got: "null")
    case .valueNotFound(let wanted, let context):
      self.init(expected: "\(name)\(BridgeError.place(context.codingPath)): \(SwiftName.of(wanted))", got: "null")
    case .keyNotFound(let key, let context):
      self.init(expected: name + BridgeError.place(context.codingPath + [key]), got: "an object without this member")
    default:
      self.init(error, decoding: type)
    }
  }

  init(_ error: EncodingError, encoding type: any Encodable.Type) {
    guard case .invalidValue(let value, let context) = error else {
      self.init(.result, "\(SwiftName.of(type)) cannot be encoded as JSON: \(error)")
      return
    }
    let place = SwiftName.of(type) + BridgeError.place(context.codingPath)
    self.init(.result, "\(place) cannot be encoded as JSON: JSON cannot represent \(value).")
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
  }
}
