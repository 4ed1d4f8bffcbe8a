import Foundation

/// The props of a snippet: a JSON value, usually an object.
///
///     let props: Props = ["tabName": "Shop", "tabSortKey": 2, "items": [1, nil, true]]
///     props["tabName", as: \.string]  // "Shop"
public enum Props: Sendable, Hashable {
  /// A string.
  case string(String)
  /// An integer.
  case int(Int)
  /// Any other number.
  case double(Double)
  /// A Boolean.
  case bool(Bool)
  /// An object.
  case dictionary([String: Props])
  /// An array.
  case array([Props])
  /// JSON's null.
  case null

  /// The string, or `nil` if the value has a different type.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The integer, or `nil` if the value has a different type.
  public var int: Int? { if case .int(let value) = self { value } else { nil } }
  /// The number as a `Double`, or `nil` if the value is not a number.
  public var double: Double? {
    switch self {
    case .double(let value): value
    case .int(let value): Double(value)
    default: nil
    }
  }
  /// The Boolean, or `nil` if the value has a different type.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The members of the object, or `nil` if the value has a different type.
  public var dictionary: [String: Props]? { if case .dictionary(let value) = self { value } else { nil } }
  /// The elements of the array, or `nil` if the value has a different type.
  public var array: [Props]? { if case .array(let value) = self { value } else { nil } }

  /// The names of members that have the same meaning in all programs.
  public enum KnownKeys: String, Sendable {
    /// The title of the snippet's tab.
    case tabName
    /// The name of the tab's icon.
    case tabIcon
    /// The position of the tab among the other tabs.
    case tabSortKey
  }

  /// Returns a member, or `nil` if the value has no such member or is not an object.
  public subscript(_ key: String) -> Props? { dictionary?[key] }
  /// Returns a member, or `nil` if the value has no such member or is not an object.
  public subscript(_ key: KnownKeys) -> Props? { self[key.rawValue] }
  /// Returns a member as a value of a specific type, as in `props["tabName", as: \.string]`.
  public subscript<Value>(_ key: String, as path: KeyPath<Props, Value?>) -> Value? { self[key]?[keyPath: path] }
  /// Returns a member as a value of a specific type, as in `props[.tabName, as: \.string]`.
  public subscript<Value>(_ key: KnownKeys, as path: KeyPath<Props, Value?>) -> Value? {
    self[key.rawValue, as: path]
  }

  /// Returns these props merged with `other`, whose values take precedence. Objects are merged recursively.
  func merging(_ other: Props) -> Props {
    guard case .dictionary(let ours) = self, case .dictionary(let theirs) = other else { return other }
    return .dictionary(ours.merging(theirs) { $0.merging($1) })
  }
}

extension Props: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByNilLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// Creates a number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates an object. If several members have the same name, the last one is used.
  public init(dictionaryLiteral elements: (String, Props)...) { self = .dictionary(Dictionary(elements) { $1 }) }
  /// Creates an array.
  public init(arrayLiteral elements: Props...) { self = .array(elements) }
  /// Creates JSON's null.
  public init(nilLiteral: ()) { self = .null }
}

extension Props: Codable {
  /// Decodes any JSON value. Null values are kept, also in arrays and objects.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let elements = try? container.decode([Props].self) {
      self = .array(elements)
    } else {
      self = .dictionary(try container.decode([String: Props].self))
    }
  }

  /// Encodes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .bool(let value): try container.encode(value)
    case .dictionary(let members): try container.encode(members)
    case .array(let elements): try container.encode(elements)
    case .null: try container.encodeNil()
    }
  }

  /// The value as JSON in one line, with members sorted by name. The result is `null` if the value contains a number
  /// that JSON cannot express.
  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }
}
