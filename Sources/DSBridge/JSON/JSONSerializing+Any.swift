extension JSONSerializing {
  /// Writes a value of a type known at run time only: every `Encodable`, arrays and dictionaries by `String` of them,
  /// nil and `NSNull`.
  ///
  /// Throws a ``BridgeError`` of code `result` that names the type of anything else.
  package func encode(any value: Any) throws -> JSON {
    var bytes: [UInt8] = []
    try AnyWriter(serializer: self).write(value, to: &bytes)
    return JSON(bytes: bytes)
  }

  /// Reads `Bool`, `Int` (a number without fraction that fits), `Double`, `String`, `[Any]`, `[String: Any]`; nil for
  /// null, `NSNull` for one inside. Throws a ``BridgeError``.
  package func decodeAny(from json: JSON) throws -> Any? {
    try Untyped<Any?>.read(whole: json).value
  }
}
