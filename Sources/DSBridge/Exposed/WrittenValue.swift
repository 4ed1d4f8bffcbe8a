/// A result that was written where it came from. What `@Exposed` returns from a global actor for a result that must not
/// leave it.
public struct WrittenValue: Encodable, Sendable {
  let json: JSON
  let isNil: Bool

  /// For an `Encoder` of any kind.
  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}

extension WrittenValue: DirectJSON, NilRepresentable {
  var flattened: Any? { isNil ? nil : json }

  static func read(from reader: inout JSONReader) throws -> WrittenValue {
    WrittenValue(json: try reader.raw(), isNil: false)
  }

  func write(to bytes: inout [UInt8]) throws {
    try json.write(to: &bytes)
  }
}
