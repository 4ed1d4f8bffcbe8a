/// A part of a document that is to stay undecoded can be declared as `JSON`.
extension JSON: Codable {
  /// Reads any value. Numbers keep their value, not their spelling.
  public init(from decoder: any Decoder) throws {
    let value = try Untyped<Any?>(from: decoder).value
    self = try JSONSerializer().encode(any: value as Any)
  }

  /// Writes the value the text stands for.
  public func encode(to encoder: any Encoder) throws {
    try Untyped<Any?>(JSONSerializer().decodeAny(from: self)).encode(to: encoder)
  }
}

extension JSON: DirectJSON {
  static func read(from reader: inout JSONReader) throws -> JSON {
    try reader.raw()
  }

  func write(to bytes: inout [UInt8]) throws {
    bytes.append(contentsOf: self.bytes)
  }
}
