import Foundation

/// A converter from Swift types to TypeScript types. It also collects the declarations of named types.
final class TypeScriptTypes {
  /// The declarations in the order in which the types were found: `export interface Point { … }`.
  private(set) var declarations: [String] = []

  private enum Progress {
    /// The type is being probed. It receives a name if it turns out to contain itself.
    case probing(name: String?)
    case known(TypeScriptType)
  }

  private var progress: [ObjectIdentifier: Progress] = [:]
  private var names = TypeScriptNames()
  private var depth = 0
  /// The maximum nesting of types. Needed because a generic type may contain itself with ever larger type arguments.
  private static let deepest = 24

  /// Returns the TypeScript type of a parameter, a result or a nested type.
  func type(of type: Any.Type) -> TypeScriptType {
    if let plain = TypeScriptTypes.plain[ObjectIdentifier(type)] { return plain.type }
    if let container = type as? any TypeScriptContainer.Type { return container.typeScript(with: self) }
    switch progress[ObjectIdentifier(type)] {
    case .known(let known): return known
    case .probing(let name):
      let name = name ?? names.name(for: type)
      progress[ObjectIdentifier(type)] = .probing(name: name)
      return .named(name)
    case nil: break
    }
    guard depth < TypeScriptTypes.deepest else { return .unknown(because: SwiftName.of(type)) }
    depth += 1
    defer { depth -= 1 }
    progress[ObjectIdentifier(type)] = .probing(name: nil)
    let found = name(find(type), for: type)
    progress[ObjectIdentifier(type)] = .known(found)
    return found
  }

  private func find(_ type: Any.Type) -> TypeScriptType {
    if let literals = TypeScriptTypes.literals(of: type) { return literals }
    guard let decodable = type as? any Decodable.Type else {
      // A type that is not even `Encodable` is an existential, so its values may be of any type.
      return .unknown(because: type is any Encodable.Type ? "\(SwiftName.of(type)) is not Decodable" : nil)
    }
    do {
      return try Probe(types: self).type(of: decodable)
    } catch {
      return .unknown(because: "\(SwiftName.of(type)): \(ProbeFailure.reason(of: error))")
    }
  }

  /// Declares a name for an object, for a union, and for a type that contains itself. Returns the type to use.
  private func name(_ found: TypeScriptType, for type: Any.Type) -> TypeScriptType {
    var name: String?
    if case .probing(let given) = progress[ObjectIdentifier(type)] { name = given }
    if case .object(let members) = found, !members.isEmpty {
      let name = name ?? names.name(for: type)
      let lines = members.map { "  \($0.text);\n" }.joined()
      declarations.append("export interface \(name) {\n\(lines)}\n")
      return .named(name)
    }
    if case .union = found { name = name ?? names.name(for: type) }
    guard let name else { return found }
    declarations.append("export type \(name) = \(found.text);\n")
    return .named(name)
  }

  /// Returns the union of an enum's values. Returns nil unless the enum is `CaseIterable`, and each value is encoded as
  /// a string, a number, or an object with only a name, such as `{"good":{}}`.
  private static func literals(of type: Any.Type) -> TypeScriptType? {
    guard let type = type as? any CaseIterable.Type else { return nil }
    let cases = examples(of: type)
    let literals = cases.compactMap(literal)
    guard (1...64).contains(cases.count), literals.count == cases.count else { return nil }
    return literals.count == 1 ? literals[0] : .union(literals)
  }

  private static func examples<T: CaseIterable>(of type: T.Type) -> [Any] { type.allCases.prefix(65).map { $0 } }

  private static func literal(of value: Any) -> TypeScriptType? {
    // A type that is not `Encodable` is represented by its raw value.
    let raw = (value as? any RawRepresentable)?.rawValue as Any?
    guard let written = value is any Encodable ? value : raw else { return nil }
    guard let json = try? JSONSerializer().encode(any: written), let first = json.bytes.first else { return nil }
    if let members = try? JSONSerializer().decodeAny(from: json) as? [String: [String: Any]] {
      guard members.count == 1, let name = members.keys.first, members[name]?.isEmpty == true else { return nil }
      return .object([TypeScriptMember(name: name, type: .object([]))])
    }
    let isNumber = first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    return isNumber || first == UInt8(ascii: "\"") ? .literal(json.description) : nil
  }

  /// The types that need not be probed, with placeholder values for ``Probe``. Integers need none.
  static let plain: [ObjectIdentifier: (type: TypeScriptType, example: (any Sendable)?)] = {
    let types: [(Any.Type, TypeScriptType, (any Sendable)?)] = [
      (Int.self, .number, nil), (Int8.self, .number, nil), (Int16.self, .number, nil), (Int32.self, .number, nil),
      (Int64.self, .number, nil), (UInt.self, .number, nil), (UInt8.self, .number, nil), (UInt16.self, .number, nil),
      (UInt32.self, .number, nil), (UInt64.self, .number, nil), (Double.self, .number, 0.0),
      (Float.self, .number, Float(0)), (Decimal.self, .number, Decimal(0)), (Bool.self, .boolean, false),
      (String.self, .string, ""),
      (URL.self, .string, URL(filePath: "/")), (Date.self, .string, Date(timeIntervalSince1970: 0)),
      (UUID.self, .string, UUID()), (Data.self, .string, Data()), (Void.self, .nothing, nil),
      (Any.self, .unknown(because: nil), nil), (JSON.self, .unknown(because: nil), JSON.null),
    ]
    return Dictionary(uniqueKeysWithValues: types.map { (ObjectIdentifier($0), (type: $1, example: $2)) })
  }()
}
