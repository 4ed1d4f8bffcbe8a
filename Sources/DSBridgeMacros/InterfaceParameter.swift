import SwiftSyntax

/// One parameter of a function to be exposed.
struct InterfaceParameter {
  let syntax: FunctionParameterSyntax

  /// The label in a call, `_` for none.
  var label: String { syntax.firstName.text }
  /// The member of the page's object that holds the argument, where there are several parameters.
  var key: String {
    syntax.firstName.tokenKind == .wildcard
      ? (syntax.secondName ?? syntax.firstName).bareText : syntax.firstName.bareText
  }
  var defaultValue: ExprSyntax? { syntax.defaultValue?.value }
  /// The closure type, whatever stands around it.
  var closure: FunctionTypeSyntax? { syntax.type.closure }

  /// Written for closures only, whatever name stands behind it.
  var isEscaping: Bool {
    syntax.type.as(AttributedTypeSyntax.self)?.attributes.contains(named: "escaping") == true
  }

  /// A name that tells nothing: neither a closure nor certainly a value.
  var isUnknown: Bool {
    var type = syntax.type
    if let attributed = type.as(AttributedTypeSyntax.self) { type = attributed.baseType }
    if let optional = type.as(OptionalTypeSyntax.self) { type = optional.wrappedType }
    guard type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self) else { return false }
    return !InterfaceParameter.values.contains(type.bareName)
  }

  private static let values: Set<String> = [
    "Any", "Array", "Bool", "Character", "Data", "Date", "Decimal", "Dictionary", "Double", "Float", "Int", "Int8",
    "Int16", "Int32",
    "Int64", "JSON", "Optional", "Set", "String", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "URL", "UUID",
  ]

  /// Where the compiler cannot choose, the name must: `completion: Done`.
  var soundsLikeCompletion: Bool {
    let names = [syntax.firstName.text, syntax.secondName?.text ?? "", syntax.type.trimmedDescription].map {
      $0.lowercased()
    }
    let words = ["completion", "callback", "handler", "done", "responder", "reply", "closure", "block"]
    return words.contains { word in names.contains { $0.contains(word) } }
  }
}

extension TypeSyntax {
  /// The function type in `@escaping (Int) -> Void`, `((Int) -> Void)?` and the like.
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

  /// `Any`, and optionals, arrays and dictionaries of it: types that are not `Codable`.
  var mentionsAny: Bool {
    if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType.mentionsAny }
    if let type = self.as(ArrayTypeSyntax.self) { return type.element.mentionsAny }
    if let type = self.as(DictionaryTypeSyntax.self) { return type.value.mentionsAny }
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.mentionsAny }
    if let type = self.as(TupleTypeSyntax.self), type.elements.count == 1 {
      return type.elements.first?.type.mentionsAny == true
    }
    return self.as(IdentifierTypeSyntax.self)?.name.tokenKind == .keyword(.Any)
  }
}
