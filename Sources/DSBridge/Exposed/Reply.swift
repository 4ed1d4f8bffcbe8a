/// What goes back to the page: one value, written.
public struct Reply: Sendable, Hashable {
  /// The value.
  public let json: JSON
  /// It may be left out when a newer value of the same call waits behind it.
  var isReplaceable = false

  /// `""`, as the page of DSBridge expects it where Swift has nil or nothing to return.
  public static let empty = Reply(json: #""""#)

  /// A value that is already written.
  public init(json: JSON) {
    self.json = json
  }

  /// Nil goes out as `""`. Throws a ``BridgeError`` for what cannot be written.
  init<T: Encodable>(_ value: T, by serializer: any JSONSerializing) throws {
    do {
      self.init(json: try serializer.encode(value), of: value)
    } catch let error as BridgeError {
      throw error
    } catch let error as EncodingError {
      throw BridgeError(error, encoding: T.self)
    } catch {
      throw BridgeError(.result, "\(SwiftName.of(T.self)) cannot be written as JSON: \(BridgeError.words(of: error))")
    }
  }

  init(json: JSON, of value: some Encodable) {
    // An explicit null (`NSNull`, or a type that writes one) stays null.
    if json.isNull, let optional = value as? any NilRepresentable, optional.isNil {
      self = .empty
    } else {
      self.init(json: json)
    }
  }
}
