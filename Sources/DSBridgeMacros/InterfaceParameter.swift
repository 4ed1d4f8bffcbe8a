import SwiftSyntax

/// A parameter of a function to be exposed.
struct InterfaceParameter {
  let syntax: FunctionParameterSyntax

  /// The argument label, or `_` if there is none.
  var label: String {
    let name = syntax.firstName.bareText
    // Only these keywords need backticks when they are used as labels. The compiler warns about unnecessary backticks.
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

  /// Indicates whether the type is marked `@escaping`. This is allowed only for closures, including those behind a
  /// typealias.
  var isEscaping: Bool {
    syntax.type.as(AttributedTypeSyntax.self)?.attributes.contains(named: "escaping") == true
  }

  /// Indicates whether the type is a name that is not a known value type, and may be a typealias for a closure.
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

  /// Whether the parameter's names suggest a completion, such as `completion: Done`. Used where the compiler cannot
  /// decide.
  var soundsLikeCompletion: Bool {
    let names = [syntax.firstName.text, syntax.secondName?.text ?? "", syntax.type.trimmedDescription].map {
      $0.lowercased()
    }
    let words = ["completion", "callback", "handler", "done", "responder", "reply", "closure", "block"]
    return words.contains { word in names.contains { $0.contains(word) } }
  }
}
