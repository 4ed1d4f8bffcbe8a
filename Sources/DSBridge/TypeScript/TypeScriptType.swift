indirect enum TypeScriptType: Equatable, Sendable {
  case number, string, boolean
  /// The literal `""`, which represents a missing value.
  case nothing
  /// A type about which nothing is known. The associated value is the reason; nil for `Any`.
  case unknown(because: String?)
  case null
  /// The literal of a string or a number, as JSON.
  case literal(String)
  case array(TypeScriptType)
  case tuple([TypeScriptType])
  case record(TypeScriptType)
  case object([TypeScriptMember])
  case union([TypeScriptType])
  case named(String)

  /// The union of this type and null.
  var orNull: TypeScriptType { or(.null) }

  /// Returns the union of this type and `other`.
  func or(_ other: TypeScriptType) -> TypeScriptType {
    if case .unknown = self { return self }
    let types = flattened + other.flattened
    let different = types.indices.filter { !types[..<$0].contains(types[$0]) }.map { types[$0] }
    return different.count == 1 ? different[0] : .union(different)
  }

  private var flattened: [TypeScriptType] {
    if case .union(let types) = self { types } else { [self] }
  }

  /// The type as TypeScript text, on one line.
  var text: String {
    switch self {
    case .number: "number"
    case .string: "string"
    case .boolean: "boolean"
    case .nothing: "\"\""
    case .unknown(nil): "unknown"
    case .unknown(let reason?): "unknown /* \(TypeScriptText.harmless(reason)) */"
    case .null: "null"
    case .literal(let json): json
    case .array(let element): element.isUnion ? "(\(element.text))[]" : "\(element.text)[]"
    case .tuple(let elements): "[\(elements.map(\.text).joined(separator: ", "))]"
    case .record(let value): "Record<string, \(value.text)>"
    case .object(let members):
      members.isEmpty ? "Record<string, never>" : "{ \(members.map(\.text).joined(separator: "; ")) }"
    case .union(let types): types.map(\.text).joined(separator: " | ")
    case .named(let name): name
    }
  }

  private var isUnion: Bool {
    switch self {
    case .union, .unknown(_?): true
    default: false
    }
  }
}

/// A member of an object type: `name?: type`.
struct TypeScriptMember: Equatable, Sendable {
  var name: String
  var type: TypeScriptType
  var isOptional = false

  var text: String { "\(TypeScriptText.key(name))\(isOptional ? "?" : ""): \(type.text)" }
}

/// A generic type of the standard library or the bridge whose TypeScript type follows from its type arguments.
protocol TypeScriptContainer {
  static func typeScript(with types: TypeScriptTypes) -> TypeScriptType
  /// A value that contains no values of the type arguments, such as an empty array, for ``Probe``.
  static var example: Self? { get }
}

extension Optional: TypeScriptContainer {
  static func typeScript(with types: TypeScriptTypes) -> TypeScriptType { types.type(of: Wrapped.self).orNull }
  static var example: Self? { .some(nil) }
}

extension Array: TypeScriptContainer {
  static func typeScript(with types: TypeScriptTypes) -> TypeScriptType { .array(types.type(of: Element.self)) }
  static var example: Self? { [] }
}

extension Set: TypeScriptContainer {
  static func typeScript(with types: TypeScriptTypes) -> TypeScriptType { .array(types.type(of: Element.self)) }
  static var example: Self? { [] }
}

extension Dictionary: TypeScriptContainer {
  /// Returns a record. A dictionary whose keys are neither strings nor integers is an array in which each key
  /// precedes its value.
  static func typeScript(with types: TypeScriptTypes) -> TypeScriptType {
    let value = types.type(of: Value.self)
    let isObject = Key.self is any CodingKeyRepresentable.Type
    return isObject ? .record(value) : .array(types.type(of: Key.self).or(value))
  }

  static var example: Self? { [:] }
}

extension JSONValue: TypeScriptContainer {
  static func typeScript(with types: TypeScriptTypes) -> TypeScriptType { types.type(of: Value.self) }

  static var example: Self? {
    JSONValue(content: [String: Any]()) ?? JSONValue(content: [Any]()) ?? JSONValue(content: nil)
  }
}

extension Coalesced: TypeScriptContainer {
  static func typeScript(with types: TypeScriptTypes) -> TypeScriptType { types.type(of: Value.self) }
  static var example: Self? { nil }
}
