extension BridgeError {
  /// What Foundation found, in the words of the direct path: `Point.x: Int`, `"5"`.
  init(_ error: DecodingError, decoding type: any Decodable.Type, from json: JSON) {
    switch error {
    case .typeMismatch(let wanted, let context):
      self.init(wanted, at: context.codingPath, decoding: type, from: json)
    case .valueNotFound(let wanted, let context):
      self.init(wanted, at: context.codingPath, decoding: type, from: json)
    case .keyNotFound(let key, let context):
      let place = BridgeError.place(context.codingPath + [key])
      self.init(
        expected: SwiftName.of(type) + place, got: BridgeError.summary(of: json, at: context.codingPath) + " without it"
      )
    case .dataCorrupted(let context):
      if let problem = context.underlyingError as? BridgeError {
        self = problem
        return
      }
      let place = BridgeError.place(context.codingPath)
      self.init(expected: SwiftName.of(type) + place, got: BridgeError.summary(of: json, at: context.codingPath))
    @unknown default:
      self.init(.argument, "\(SwiftName.of(type)) cannot be read from the JSON: \(error)")
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

  private init(_ wanted: Any.Type, at path: [any CodingKey], decoding type: any Decodable.Type, from json: JSON) {
    let expected =
      path.isEmpty ? SwiftName.of(type) : "\(SwiftName.of(type))\(BridgeError.place(path)): \(SwiftName.of(wanted))"
    self.init(expected: expected, got: BridgeError.summary(of: json, at: path))
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
  }

  private static func summary(of json: JSON, at path: [any CodingKey]) -> String {
    var json = json
    for key in path {
      var reader = JSONReader(json)
      var found: JSON?
      if let index = key.intValue {
        try? reader.array(JSON.self) { reader, position in
          let value = try reader.raw()
          if position == index { found = value }
        }
      } else {
        try? reader.object(JSON.self) { reader, name in
          let value = try reader.raw()
          if name == key.stringValue { found = value }
        }
      }
      guard let found else { return "nothing" }
      json = found
    }
    var reader = JSONReader(json)
    return reader.summary()
  }
}
