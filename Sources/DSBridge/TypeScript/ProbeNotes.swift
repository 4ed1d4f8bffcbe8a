/// The values that one type has requested while it was decoded.
final class ProbeNotes {
  enum Shape {
    case nothing, object, array, single
  }

  var shape = Shape.nothing
  /// The members, in the order in which they were decoded.
  private var members: [(name: String, type: () throws -> TypeScriptType)] = []
  /// The names of the members that may be absent.
  var optional: Set<String> = []
  var elements: [() throws -> TypeScriptType] = []
  /// Whether the type has asked for the end of the array, or for the names of the members.
  var looksForEnd = false
  var looksForKeys = false

  func member(_ name: String, _ type: @escaping () throws -> TypeScriptType) {
    guard !members.contains(where: { $0.name == name }) else { return }
    members.append((name, type))
  }

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
