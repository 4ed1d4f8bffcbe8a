/// A type of the standard library, or of ours, whose own type says what it holds.
protocol TypeScriptContainer {
  static func typeScript(with types: TypeScriptTypes) -> TypeScriptType
}

extension Optional: TypeScriptContainer {
  static func typeScript(with types: TypeScriptTypes) -> TypeScriptType { types.type(of: Wrapped.self).orNull }
}

extension Array: TypeScriptContainer {
  static func typeScript(with types: TypeScriptTypes) -> TypeScriptType { .array(types.type(of: Element.self)) }
}

extension Set: TypeScriptContainer {
  static func typeScript(with types: TypeScriptTypes) -> TypeScriptType { .array(types.type(of: Element.self)) }
}

extension Dictionary: TypeScriptContainer {
  /// Keys that are neither strings nor integers stand before their values, in an array.
  static func typeScript(with types: TypeScriptTypes) -> TypeScriptType {
    let value = types.type(of: Value.self)
    let isObject = Key.self is any CodingKeyRepresentable.Type
    return isObject ? .record(value) : .array(types.type(of: Key.self).or(value))
  }
}

extension Untyped: TypeScriptContainer {
  static func typeScript(with types: TypeScriptTypes) -> TypeScriptType { types.type(of: Value.self) }
}
