/// The argument of a function with one parameter, read inside the function's isolation. What `@Exposed` decodes where
/// the parameter has a default, or must not cross into a global actor.
public struct SoleArgument: Decodable, Sendable {
  private let arguments: Arguments

  init(_ arguments: Arguments) {
    self.arguments = arguments
  }

  /// For a `Decoder` of any kind.
  public init(from decoder: any Decoder) throws {
    self.init(Arguments(json: try JSON(from: decoder)))
  }

  /// Reads the argument. Throws a ``BridgeError``.
  public func decode<T: Decodable>() throws -> T {
    try arguments.decode(T.self)
  }

  /// Reads the argument; `value` where the page sent none, or null.
  public func decode<T: Decodable>(or value: @autoclosure () throws -> T) throws -> T {
    arguments.json.isNull ? try value() : try arguments.decode(T.self)
  }
}

extension SoleArgument: DirectJSON {
  static func read(from reader: inout JSONReader) throws -> SoleArgument {
    SoleArgument(Arguments(json: try reader.raw()))
  }

  func write(to bytes: inout [UInt8]) throws {
    try arguments.json.write(to: &bytes)
  }
}
