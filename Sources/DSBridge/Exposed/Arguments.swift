/// The arguments of a call: one JSON value, which is null if the page sent no arguments. Also encodes the call's
/// result.
public struct Arguments: Sendable {
  /// The JSON value as the page sent it.
  public let json: JSON
  /// The program's serializer. Nil for the default one, which is then called directly instead of through an
  /// existential.
  private let replacement: (any JSONSerializing)?

  /// Creates arguments. `serializer` decodes the arguments and encodes the result of the call.
  public init(json: JSON, serializer: any JSONSerializing = JSONSerializer()) {
    self.json = json
    replacement = serializer is JSONSerializer ? nil : serializer
  }

  /// Creates arguments with the default serializer.
  init(plain json: JSON) {
    self.json = json
    replacement = nil
  }

  /// Whether the serializer is the default one.
  var isPlain: Bool { replacement == nil }

  /// The serializer of arguments and results.
  public var serializer: any JSONSerializing { replacement ?? JSONSerializer() }

  /// Decodes the value. Throws a ``BridgeError`` of code `argument` or `malformed`.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    do {
      guard let replacement else { return try JSONSerializer().decode(type, from: json) }
      return try replacement.decode(type, from: json)
    } catch {
      throw BridgeError(error, decoding: type, from: json).ofArgument(json)
    }
  }

  /// Decodes the value. Returns `value` if the page sent no arguments, or null.
  public func decode<T: Decodable>(or value: @autoclosure () throws -> T) throws -> T {
    json.isNull ? try value() : try decode(T.self)
  }

  /// Encodes a result. Nil is sent as `""`. Throws a ``BridgeError`` of code `result`.
  public func reply<T: Encodable>(_ value: T) throws -> Reply {
    guard let replacement else { return Reply(json: try JSONSerializer().encode(value), of: value) }
    return try Reply(value, by: replacement)
  }
}

extension BridgeError {
  /// Returns the error to report for the argument `json`: an error about a missing argument if `json` is null,
  /// otherwise this error.
  func ofArgument(_ json: JSON) -> BridgeError {
    guard code == .argument, json.isNull, let expected else { return self }
    return BridgeError(absent: expected)
  }
}

/// The arguments of a function with several parameters: a JSON object with a member for each label.
public struct LabelledArguments: Sendable {
  private let members: [String: JSON]
  /// Whether the page sent no arguments.
  private let isMissing: Bool
  private let serializer: any JSONSerializing

  /// Splits the object into members. Null has no members, which is valid if every argument may be absent. Throws a
  /// ``BridgeError`` if the value is not an object.
  init(_ arguments: Arguments) throws {
    isMissing = arguments.json.isNull
    do {
      members = isMissing ? [:] : try [String: JSON].read(whole: arguments.json)
    } catch {
      guard let got = error.got else { throw error }
      throw BridgeError(expected: LabelledArguments.swiftName, got: got)
    }
    serializer = arguments.serializer
  }

  /// Decodes the argument with this label. An optional argument may be absent. Throws a ``BridgeError`` of code
  /// `argument` that names the label.
  public func decode<T: Decodable>(_ label: String) throws -> T {
    guard let json = members[label] ?? (T.self is any NilRepresentable.Type ? JSON.null : nil) else {
      throw BridgeError(absent: isMissing ? LabelledArguments.swiftName : "\(label): \(SwiftName.of(T.self))")
    }
    do {
      return try Arguments(json: json, serializer: serializer).decode(T.self)
    } catch var error as BridgeError {
      if let expected = error.expected, let got = error.got {
        let named = "\(label): \(expected)"
        error = json.isNull ? BridgeError(absent: named) : BridgeError(expected: named, got: got)
      }
      throw error
    }
  }

  /// Decodes the argument with this label. Returns `value` if the argument is absent or null.
  public func decode<T: Decodable>(_ label: String, or value: @autoclosure () throws -> T) throws -> T {
    guard let json = members[label], !json.isNull else { return try value() }
    return try decode(label)
  }
}

extension Arguments: StandIn {
  static var type: Any.Type { Any.self }
}

extension LabelledArguments: StandIn {
  static var type: Any.Type { Any.self }
  static var swiftName: String { "an object with the arguments by label" }
}
