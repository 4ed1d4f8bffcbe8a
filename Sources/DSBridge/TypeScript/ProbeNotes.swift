/// The values that one type has requested while it was decoded.
final class ProbeNotes {
  private enum Shape {
    case nothing, object, array, single
  }

  private var shape = Shape.nothing
  /// The members, in the order in which they were decoded.
  private var members: [(name: String, type: () throws -> TypeScriptType)] = []
  private var optional: Set<String> = []
  private var elements: [() throws -> TypeScriptType] = []
  private var looksForEnd = false
  private var looksForKeys = false

  func beginObject() { shape = .object }
  func beginArray() { shape = .array }

  func member(_ name: String, _ type: @escaping () throws -> TypeScriptType) {
    guard !members.contains(where: { $0.name == name }) else { return }
    members.append((name, type))
  }

  func mayLack(_ name: String) { optional.insert(name) }
  func asksForKeys() { looksForKeys = true }

  func element(_ type: @escaping () throws -> TypeScriptType) { elements.append(type) }
  var count: Int { elements.count }
  func asksForEnd() { looksForEnd = true }

  /// The type of the single value that was decoded.
  private(set) var single: TypeScriptType?

  func readSingle(_ type: TypeScriptType) {
    guard shape == .nothing else { return }
    shape = .single
    single = type
  }

  /// Returns the type that was found. Throws if nothing was found.
  func type() throws -> TypeScriptType {
    switch shape {
    case .nothing: throw ProbeFailure("it decodes nothing")
    case .single: return single ?? .unknown(because: nil)
    case .array:
      let elements = try elements.map { try $0() }
      guard looksForEnd, let first = elements.first else { return .tuple(elements) }
      return .array(elements.dropFirst().reduce(first) { $0.or($1) })
    case .object:
      if members.isEmpty, looksForKeys { throw ProbeFailure("the names of its members are not fixed") }
      return .object(
        try members.map { name, type in
          let isOptional = optional.contains(name)
          return TypeScriptMember(name: name, type: isOptional ? try type().orNull : try type(), isOptional: isOptional)
        })
    }
  }
}
