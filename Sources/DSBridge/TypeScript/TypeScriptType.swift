/// A type as TypeScript writes it.
indirect enum TypeScriptType: Equatable, Sendable {
  case number, string, boolean
  /// `""`: what stands for nothing.
  case nothing
  /// A type that nothing can be said of, with the reason when it is not `Any`.
  case unknown(because: String?)
  case null
  /// A string or a number, as JSON.
  case literal(String)
  case array(TypeScriptType)
  case tuple([TypeScriptType])
  case record(TypeScriptType)
  case object([TypeScriptMember])
  case union([TypeScriptType])
  case named(String)

  /// With null beside it.
  var orNull: TypeScriptType { or(.null) }

  /// Either this or `other`.
  func or(_ other: TypeScriptType) -> TypeScriptType {
    if case .unknown = self { return self }
    let types = flattened + other.flattened
    let different = types.indices.filter { !types[..<$0].contains(types[$0]) }.map { types[$0] }
    return different.count == 1 ? different[0] : .union(different)
  }

  private var flattened: [TypeScriptType] {
    if case .union(let types) = self { types } else { [self] }
  }

  /// On one line.
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
