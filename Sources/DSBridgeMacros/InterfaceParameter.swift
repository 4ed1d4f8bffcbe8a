import SwiftSyntax

/// One parameter of a function to be exposed.
struct InterfaceParameter {
  let syntax: FunctionParameterSyntax

  /// The label in a call, `_` for none.
  var label: String {
    let name = syntax.firstName.bareText
    // Other keywords need no backticks there, and the compiler warns of them.
    let isPlain =
      name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && !["inout", "var", "let"].contains(name)
    return isPlain ? name : syntax.firstName.text
  }
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

  /// Names of types that are values.
  static let values: Set<String> = [
    "Any", "Array", "Bool", "Character", "Data", "Date", "Decimal", "Dictionary", "Double", "Float", "Int", "Int8",
    "Int16", "Int32", "Int64", "JSON", "Optional", "Set", "String", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    "URL", "UUID",
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
