/// Fast decoding and encoding functions for one type. The functions are looked up once, when an exposed function is
/// bound, because testing a type for a conformance costs more than decoding an integer.
enum DirectCoding {
  /// Returns a function that decodes a value; nil for a type that is decoded by its `Decodable` conformance.
  static func reader<T>(of type: T.Type) -> ((JSON) throws -> T)? {
    guard let direct = type as? any DirectJSON.Type else { return nil }
    return reader(direct) as? (JSON) throws -> T
  }

  /// Returns a function that encodes a value. Returns nil for a type that is encoded by its `Encodable` conformance,
  /// and for an optional type, whose nil is sent as an empty value.
  static func writer<T>(of type: T.Type) -> ((T, inout [UInt8]) throws -> Void)? {
    guard let direct = type as? any DirectJSON.Type, !(type is any NilRepresentable.Type) else { return nil }
    return writer(direct) as? (T, inout [UInt8]) throws -> Void
  }

  private static func reader<D: DirectJSON>(_ type: D.Type) -> Any {
    let read: (JSON) throws -> D = { json in
      do throws(BridgeError) { return try D.read(whole: json) } catch { throw error.ofArgument(json) }
    }
    return read
  }

  private static func writer<D: DirectJSON>(_ type: D.Type) -> Any {
    let write: (D, inout [UInt8]) throws -> Void = { try $0.write(to: &$1) }
    return write
  }
}
