/// The arguments of a function with several parameters: a JSON object, one member for each label. What `@Exposed`
/// decodes for such a function.
public struct LabelledArguments: Decodable, Sendable {
  private let members: [String: JSON]
  /// The page sent nothing.
  private let isMissing: Bool
  private let serializer: any JSONSerializing

  /// Cuts the object apart; null has no members, which will do when every argument may be absent. Throws a
  /// ``BridgeError`` when there is none.
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

  /// For a `Decoder` of any kind.
  public init(from decoder: any Decoder) throws {
    members = try [String: JSON](from: decoder)
    isMissing = false
    serializer = JSONSerializer()
  }

  /// Reads the argument of that label. An optional may be absent. Throws a ``BridgeError`` of code `argument` that
  /// names the label.
  public func decode<T: Decodable>(_ label: String) throws -> T {
    guard let json = members[label] ?? LabelledArguments.absent(T.self) else {
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

  /// As ``decode(_:)``; `value` where the argument is absent or null.
  public func decode<T: Decodable>(_ label: String, or value: @autoclosure () throws -> T) throws -> T {
    guard let json = members[label], !json.isNull else { return try value() }
    return try decode(label)
  }

  private static func absent(_ type: Any.Type) -> JSON? {
    type is any NilRepresentable.Type ? .null : nil
  }
}

extension LabelledArguments: DirectJSON, SwiftName.Nameable {
  static var swiftName: String { "an object with the arguments by label" }

  static func read(from reader: inout JSONReader) throws -> LabelledArguments {
    try LabelledArguments(Arguments(json: reader.raw()))
  }

  func write(to bytes: inout [UInt8]) throws {
    try members.write(to: &bytes)
  }
}
