extension BridgeError {
  /// What a type's `init(from:)` threw, in the words of the direct path: `Point.x: Int`, `"5"`.
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
      // A type's own check, in its own words.
      self.init(.argument, "\(name)\(BridgeError.place(context.codingPath)): \(context.debugDescription)")
      expected = name
    @unknown default:
      self.init(.argument, "\(name) cannot be read from the JSON: \(error)")
    }
  }

  /// What the decoder of a replaced serializer threw: what it found there is not known, and its words are its own.
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
      self.init(expected: name + BridgeError.place(context.codingPath + [key]), got: "an object without it")
    default:
      self.init(error, decoding: type)
    }
  }

  init(_ error: EncodingError, encoding type: any Encodable.Type) {
    guard case .invalidValue(let value, let context) = error else {
      self.init(.result, "\(SwiftName.of(type)) cannot be written as JSON: \(error)")
      return
    }
    let place = SwiftName.of(type) + BridgeError.place(context.codingPath)
    self.init(.result, "\(place) cannot be written as JSON: JSON has no \(value).")
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
  }
}
