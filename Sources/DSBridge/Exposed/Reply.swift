/// The encoded result of a call.
public struct Reply: Sendable, Hashable {
  /// The encoded value.
  public let json: JSON
  /// Whether the value may be dropped when a newer value of the same call is also waiting to be sent.
  var isReplaceable = false

  /// The same reply with its own copy of the bytes if they are a part of a wire message.
  var detached: Reply {
    var reply = Reply(json: json.detached)
    reply.isReplaceable = isReplaceable
    return reply
  }

  /// The value `""`, which pages written for DSBridge expect if Swift returns nil or nothing.
  public static let empty = Reply(json: #""""#)

  /// Creates a reply from an encoded value.
  public init(json: JSON) {
    self.json = json
  }

  /// Encodes a value. Encodes nil as `""`. Throws a ``BridgeError`` if the value cannot be encoded.
  init<T: Encodable>(_ value: T, by serializer: any JSONSerializing) throws {
    do {
      self.init(json: try serializer.encode(value), of: value)
    } catch {
      throw BridgeError(error, encoding: T.self)
    }
  }

  init(json: JSON, of value: some Encodable) {
    // Only an optional without a value becomes `""`. An explicit null (`NSNull`, or a type that encodes one) stays
    // null.
    if json.isNull, let optional = value as? any NilRepresentable, optional.flattened == nil {
      self = .empty
    } else {
      self.init(json: json)
    }
  }
}
