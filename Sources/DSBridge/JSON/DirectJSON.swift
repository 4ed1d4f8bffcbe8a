/// A type that is read and written without Foundation: a `JSONDecoder` for one integer costs more than the whole rest
/// of a call.
protocol DirectJSON {
  /// Reads one value. Throws ``JSONMismatch`` for a value of another type, ``BridgeError`` for a text that is no JSON.
  static func read(from reader: inout JSONReader) throws -> Self

  /// Appends the value, with no control characters. Throws ``BridgeError`` for what JSON cannot hold.
  func write(to bytes: inout [UInt8]) throws
}

extension DirectJSON {
  static func read(whole json: JSON) throws(BridgeError) -> Self {
    do {
      var reader = JSONReader(json)
      let value = try read(from: &reader)
      try reader.expectEnd()
      return value
    } catch let mismatch as JSONMismatch {
      throw mismatch.error(of: json, as: Self.self)
    } catch {
      throw BridgeError(wrapping: error)
    }
  }

  func written() throws -> JSON {
    var bytes: [UInt8] = []
    try write(to: &bytes)
    return JSON(bytes: bytes)
  }
}
