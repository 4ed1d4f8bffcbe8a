import SwiftSyntax

/// A parameter of a function to be exposed.
struct InterfaceParameter {
  let syntax: FunctionParameterSyntax

  /// The label in a call, or `_` if there is none.
  var label: String {
    let name = syntax.firstName.bareText
    // Only these keywords need backticks as labels. The compiler warns about backticks around others.
    let isPlain =
      name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && !["inout", "var", "let"].contains(name)
    return isPlain ? name : syntax.firstName.text
  }
  /// The name of the object member that holds the argument, if the function has several parameters.
  var key: String {
    syntax.firstName.tokenKind == .wildcard
      ? (syntax.secondName ?? syntax.firstName).bareText : syntax.firstName.bareText
  }
  var defaultValue: ExprSyntax? { syntax.defaultValue?.value }
  /// The closure type, without attributes, optionals and parentheses around it.
  var closure: FunctionTypeSyntax? { syntax.type.closure }

  /// Indicates whether the type is marked `@escaping`, which is allowed for closures only, also behind a typealias.
  var isEscaping: Bool {
    syntax.type.as(AttributedTypeSyntax.self)?.attributes.contains(named: "escaping") == true
  }

  /// Indicates whether the type is a name that is neither visibly a closure nor a known value type.
  var isUnknown: Bool {
    var type = syntax.type
    if let attributed = type.as(AttributedTypeSyntax.self) { type = attributed.baseType }
    if let optional = type.as(OptionalTypeSyntax.self) { type = optional.wrappedType }
    guard type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self) else { return false }
    return !InterfaceParameter.values.contains(type.bareName)
  }

  /// The names of known value types.
  static let values: Set<String> = [
    "Any", "Array", "Bool", "Character", "Data", "Date", "Decimal", "Dictionary", "Double", "Float", "Int", "Int8",
    "Int16", "Int32", "Int64", "JSON", "Optional", "Set", "String", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    "URL", "UUID",
  ]

  /// Whether a name suggests a completion, such as `completion: Done`. Used where the compiler cannot choose.
  var soundsLikeCompletion: Bool {
    let names = [syntax.firstName.text, syntax.secondName?.text ?? "", syntax.type.trimmedDescription].map {
      $0.lowercased()
    }
    let words = ["completion", "callback", "handler", "done", "responder", "reply", "closure", "block"]
    return words.contains { word in names.contains { $0.contains(word) } }
  }
}
