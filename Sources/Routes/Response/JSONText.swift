import DSBridge

/// JSON as the bridge writes it for pages.
enum JSONText {
  static func bytes(_ value: some Encodable) throws -> [UInt8] {
    Array(try JSONSerializer().encode(value).bytes)
  }
}
