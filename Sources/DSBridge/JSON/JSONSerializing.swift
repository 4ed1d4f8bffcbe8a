/// Reads arguments and writes results. Replaceable: ``Keystone/jsonSerializer``.
///
/// Called from any thread.
public protocol JSONSerializing: Sendable {
  /// Reads one value. Throws when the text is no JSON, or not a `T`; a ``BridgeError`` reaches the page as it is.
  func decode<T: Decodable>(_ type: T.Type, from json: JSON) throws -> T

  /// Writes one value. Throws when JSON cannot hold it.
  func encode<T: Encodable>(_ value: T) throws -> JSON
}
