/// What the page sent along: one JSON value (null when it sent none), and the way to read it and to write the answer.
public struct Arguments: Sendable {
  /// The value, not yet read.
  public let json: JSON
  /// Nil for the default one, which is reached without an existential.
  private let replacement: (any JSONSerializing)?

  /// Reads and writes with `serializer`.
  public init(json: JSON, serializer: any JSONSerializing = JSONSerializer()) {
    self.json = json
    replacement = serializer is JSONSerializer ? nil : serializer
  }

  /// As ``init(json:serializer:)``, with the default serializer.
  init(plain json: JSON) {
    self.json = json
    replacement = nil
  }

  /// Nobody has replaced the default serializer.
  var isPlain: Bool { replacement == nil }

  /// What reads and writes.
  public var serializer: any JSONSerializing { replacement ?? JSONSerializer() }

  /// Reads the value. Throws a ``BridgeError`` of code `argument` or `malformed`.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    do {
      return try read(type)
    } catch let error as BridgeError {
      throw error.ofArgument(json)
    }
  }

  private func read<T: Decodable>(_ type: T.Type) throws -> T {
    guard let replacement else { return try JSONSerializer().decode(type, from: json) }
    if type == LabelledArguments.self, let value = try LabelledArguments(self) as? T { return value }
    if type == SoleArgument.self, let value = SoleArgument(self) as? T { return value }
    do {
      return try replacement.decode(type, from: json)
    } catch let error as DecodingError {
      throw BridgeError(error, of: json, decoding: type)
    } catch let error as BridgeError {
      throw error
    } catch {
      throw BridgeError(.argument, "\(SwiftName.of(type)) cannot be read: \(BridgeError.words(of: error))")
    }
  }

  /// Writes a result. Nil goes out as `""`. Throws a ``BridgeError`` of code `result`.
  public func reply<T: Encodable>(_ value: T) throws -> Reply {
    guard let replacement else { return Reply(json: try JSONSerializer().encode(value), of: value) }
    return try Reply(value, by: replacement)
  }
}

extension BridgeError {
  /// As it is said of an argument, which the page may have left out.
  func ofArgument(_ json: JSON) -> BridgeError {
    guard code == .argument, json.isNull, let expected else { return self }
    return BridgeError(absent: expected)
  }
}
