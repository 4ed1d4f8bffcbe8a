import SwiftSyntax

/// Searches inside a type.
extension TypeSyntax {
  /// Returns the first part of this kind.
  func first<T: TypeSyntaxProtocol>(_ kind: T.Type) -> T? {
    firstPart { $0.as(kind) }
  }

  /// The first opaque type (`some …`).
  var firstOpaque: SomeOrAnyTypeSyntax? {
    firstPart { part in
      part.as(SomeOrAnyTypeSyntax.self).flatMap { $0.someOrAnySpecifier.tokenKind == .keyword(.some) ? $0 : nil }
    }
  }

  /// The first tuple type. Parentheses around one type do not count.
  var firstTuple: TupleTypeSyntax? {
    firstPart { part in part.as(TupleTypeSyntax.self).flatMap { $0.elements.count > 1 ? $0 : nil } }
  }

  private func firstPart<Part>(where test: (Syntax) -> Part?) -> Part? {
    var waiting = [Syntax(self)]
    while let part = waiting.popLast() {
      if let found = test(part) { return found }
      waiting.append(contentsOf: part.children(viewMode: .sourceAccurate).reversed())
    }
    return nil
  }

  /// The function type in a type such as `@escaping (Int) -> Void` or `((Int) -> Void)?`.
  var closure: FunctionTypeSyntax? {
    if let type = self.as(FunctionTypeSyntax.self) { return type }
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.closure }
    if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType.closure }
    if let type = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return type.wrappedType.closure }
    if let type = self.as(TupleTypeSyntax.self), type.elements.count == 1 { return type.elements.first?.type.closure }
    return nil
  }

  var isVoid: Bool {
    if let type = self.as(TupleTypeSyntax.self) {
      return type.elements.isEmpty || type.elements.count == 1 && type.elements.first?.type.isVoid == true
    }
    return bareName == "Void"
  }

  /// `Any` or an existential, alone or inside optionals, arrays and dictionaries. These types are not `Codable`.
  var untyped: TypeSyntax? {
    if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType.untyped }
    if let type = self.as(ArrayTypeSyntax.self) { return type.element.untyped }
    if let type = self.as(DictionaryTypeSyntax.self) { return type.value.untyped }
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.untyped }
    if let type = self.as(TupleTypeSyntax.self), type.elements.count == 1 { return type.elements.first?.type.untyped }
    if let type = self.as(SomeOrAnyTypeSyntax.self) {
      // An `any AsyncSequence` is a sequence, not a value.
      let isValue = type.someOrAnySpecifier.tokenKind == .keyword(.any) && type.constraint.bareName != "AsyncSequence"
      return isValue ? self : nil
    }
    return isAny || ["Codable", "Encodable", "Decodable"].contains(bareName) ? self : nil
  }

  var isUntyped: Bool { untyped != nil }

  /// Whether the type is `Any` itself.
  var isAny: Bool {
    self.as(IdentifierTypeSyntax.self)?.name.tokenKind == .keyword(.Any)
  }

  /// The metatype expression, such as `([Int]?).self`.
  var metatype: String {
    var type = self
    if let attributed = type.as(AttributedTypeSyntax.self) { type = attributed.baseType }
    if let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return "(\(unwrapped.wrappedType.trimmedDescription)?).self"
    }
    let name = type.trimmedDescription
    return type.is(IdentifierTypeSyntax.self) || type.is(ArrayTypeSyntax.self) || type.is(DictionaryTypeSyntax.self)
      ? "\(name).self" : "(\(name)).self"
  }
}
