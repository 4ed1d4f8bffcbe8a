/// A snippet's props: a JSON value, as a rule an object.
///
///     let props: Props = ["tabName": "Shop", "tabSortKey": 2, "items": [1, nil, true]]
///     props["tabName", as: \.string]  // "Shop"
public enum Props: Sendable, Hashable {
  /// A text.
  case string(String)
  /// A number without a fraction.
  case int(Int)
  /// Any other number.
  case double(Double)
  /// True or false.
  case bool(Bool)
  /// An object.
  case dictionary([String: Props])
  /// An array.
  case array([Props])
  /// JSON's null.
  case null

  /// The text, if it is one.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The number, if it has no fraction.
  public var int: Int? { if case .int(let value) = self { value } else { nil } }
  /// The number, if it is one.
  public var double: Double? {
    switch self {
    case .double(let value): value
    case .int(let value): Double(value)
    default: nil
    }
  }
  /// The truth value, if it is one.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The members, if it is an object.
  public var dictionary: [String: Props]? { if case .dictionary(let value) = self { value } else { nil } }
  /// The elements, if it is an array.
  public var array: [Props]? { if case .array(let value) = self { value } else { nil } }

  /// The members that programs agree on.
  public enum KnownKeys: String, Sendable {
    /// What a snippet's tab is called.
    case tabName
    /// The name of its picture.
    case tabIcon
    /// Where it stands among the others.
    case tabSortKey
  }

  /// A member; nil where there is none, or this is no object.
  public subscript(_ key: String) -> Props? { dictionary?[key] }
  /// A member; nil where there is none, or this is no object.
  public subscript(_ key: KnownKeys) -> Props? { self[key.rawValue] }
  /// A member of one type: `props["tabName", as: \.string]`.
  public subscript<Value>(_ key: String, as path: KeyPath<Props, Value?>) -> Value? { self[key]?[keyPath: path] }
  /// A member of one type: `props[.tabName, as: \.string]`.
  public subscript<Value>(_ key: KnownKeys, as path: KeyPath<Props, Value?>) -> Value? {
    self[key.rawValue, as: path]
  }

  /// This one with another above it: objects are put together, member by member; of anything else the other wins.
  func merging(_ other: Props) -> Props {
    guard case .dictionary(let ours) = self, case .dictionary(let theirs) = other else { return other }
    return .dictionary(ours.merging(theirs) { $0.merging($1) })
  }
}

extension Props: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByNilLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A number without a fraction.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An object. Of a member that comes twice the last counts.
  public init(dictionaryLiteral elements: (String, Props)...) { self = .dictionary(Dictionary(elements) { $1 }) }
  /// An array.
  public init(arrayLiteral elements: Props...) { self = .array(elements) }
  /// JSON's null.
  public init(nilLiteral: ()) { self = .null }
}
