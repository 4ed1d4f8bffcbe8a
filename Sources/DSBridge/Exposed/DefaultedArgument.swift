/// The argument of a function whose only parameter has a default. What `@Exposed` decodes for such a function.
public struct DefaultedArgument: Decodable, Sendable {
  private let arguments: Arguments

  init(_ arguments: Arguments) {
    self.arguments = arguments
  }

  /// For a `Decoder` of any kind.
  public init(from decoder: any Decoder) throws {
    self.init(Arguments(json: try JSON(from: decoder)))
  }

  /// Reads the argument; `value` where the page sent none, or null.
  public func decode<T: Decodable>(or value: @autoclosure () throws -> T) throws -> T {
    arguments.json.isNull ? try value() : try arguments.decode(T.self)
  }
}

extension DefaultedArgument: DirectJSON {
  static func read(from reader: inout JSONReader) throws -> DefaultedArgument {
    DefaultedArgument(Arguments(json: try reader.raw()))
  }

  func write(to bytes: inout [UInt8]) throws {
    try arguments.json.write(to: &bytes)
  }
}
