import DSBridge
import DSBridgeText
import HTTPTypes

/// The names and values of a path or a query, in order. Names are compared byte by byte.
public struct Parameters: Sendable {
  private var values: [(name: String, value: String)] = []
  /// The components that a trailing `**` in the route's path matched.
  var catchAll: [String] = []

  /// Creates an empty collection.
  public init() {}

  package mutating func append(_ name: String, _ value: String) {
    values.append((name, value))
  }

  /// The first value for the name, or nil.
  public subscript(name: String) -> String? { self.get(name) }

  /// Returns the first value for the name, or nil.
  public func get(_ name: String) -> String? {
    values.first { $0.name.hasSameBytes(as: name) }?.value
  }

  /// Returns the first value for the name, converted to `T`. Returns nil if there is no value or it cannot be
  /// converted.
  public func get<T: LosslessStringConvertible>(_ name: String, as: T.Type) -> T? {
    get(name).flatMap { T($0) }
  }

  /// Returns the first value for the name, converted to `T`. Returns nil if there is no value or it cannot be
  /// converted.
  public func get<T: RawRepresentable>(_ name: String, as: T.Type) -> T? where T.RawValue == String {
    get(name).flatMap { T(rawValue: $0) }
  }

  /// Returns the first value for the name. If there is none, throws an error that results in a 400 response.
  public func require(_ name: String) throws -> String {
    guard let value = get(name) else { throw HTTPError(.badRequest, message: "The parameter \(name) is missing.") }
    return value
  }

  /// Returns the first value for the name, converted to `T`. If there is no value or it cannot be converted, throws an
  /// error that results in a 400 response.
  public func require<T: LosslessStringConvertible>(_ name: String, as type: T.Type) throws -> T {
    guard let value = T(try require(name)) else { throw Self.mismatch(name, type) }
    return value
  }

  /// Returns the first value for the name, converted to an enum. If there is no value or it cannot be converted, throws
  /// an error that results in a 400 response.
  public func require<T: RawRepresentable>(_ name: String, as type: T.Type) throws -> T where T.RawValue == String {
    guard let value = T(rawValue: try require(name)) else { throw Self.mismatch(name, type) }
    return value
  }

  /// Returns all values for the name.
  public func getAll(_ name: String) -> [String] {
    values.filter { $0.name.hasSameBytes(as: name) }.map(\.value)
  }

  /// Returns the components that a trailing `**` in the route's path matched.
  public func getCatchAll() -> [String] { catchAll }

  private static func mismatch(_ name: String, _ type: Any.Type) -> HTTPError {
    HTTPError(.badRequest, message: "The parameter \(name) is not a valid \(type).")
  }
}

extension Parameters {
  /// Parses `a=1&b=x+y`, the format of forms and query strings.
  package init(form: some StringProtocol) {
    for pair in form.utf8.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      append(Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
    }
  }

  var grouped: [UTF8Key: [String]] {
    Dictionary(grouping: values) { UTF8Key($0.name) }.mapValues { $0.map(\.value) }
  }

  private static func decoded(_ bytes: some Sequence<UInt8>) -> String {
    let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return String(strictlyPercentEncodedPeer: spaced) ?? String(peer: spaced)
  }
}
