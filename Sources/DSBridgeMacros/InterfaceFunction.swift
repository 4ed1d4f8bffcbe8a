import SwiftSyntax

/// A function to be exposed.
struct InterfaceFunction {
  let declaration: FunctionDeclSyntax
  let isolation: Isolation
  /// The parameters without the completion.
  let parameters: [InterfaceParameter]
  /// The last parameter, if it is a closure or if its names suggest that its type is a typealias for a closure.
  let completion: InterfaceParameter?
  /// Whether there are two parameters, and the last one's type is an unknown name, which may stand for a value type or,
  /// as a typealias, for a closure type.
  let mayHaveCompletion: Bool
  /// Whether the type also declares a hidden function with the same name.
  let isOverloaded: Bool

  var isAsync: Bool { declaration.signature.effectSpecifiers?.asyncSpecifier != nil }
  var isThrowing: Bool { declaration.signature.effectSpecifiers?.throwsClause != nil }
  var allParameters: [InterfaceParameter] { parameters + (completion.map { [$0] } ?? []) }

  /// The name by which the page calls the function.
  var bareName: String { declaration.name.bareText }

  /// Whether the result type is untyped, such as `Any` or `[any Encodable]`.
  var hasUntypedResult: Bool { declaration.signature.returnClause?.type.isUntyped == true }

  var returnsNothing: Bool { declaration.signature.returnClause?.type.isVoid ?? true }

  init(_ declaration: FunctionDeclSyntax, in interface: InterfaceDeclaration, isOverloaded: Bool) {
    self.isOverloaded = isOverloaded
    self.declaration = declaration
    isolation = InterfaceFunction.isolation(of: declaration, in: interface)
    var parameters = declaration.signature.parameterClause.parameters.map { InterfaceParameter(syntax: $0) }
    let last = parameters.last
    let isUnknown =
      (declaration.signature.returnClause?.type.isVoid ?? true) && last?.isUnknown == true && last?.isEscaping == false
    // For two parameters without defaults, the macro leaves the choice between a value and a completion to the
    // compiler, which can resolve the typealias.
    mayHaveCompletion =
      isUnknown && parameters.count == 2
      && parameters.allSatisfy { $0.defaultValue == nil && !$0.syntax.type.isUntyped }
    if let last, last.closure != nil || last.isEscaping || isUnknown && !mayHaveCompletion && last.soundsLikeCompletion
    {
      completion = last
      parameters.removeLast()
    } else {
      completion = nil
    }
    self.parameters = parameters
  }

  private static func isolation(of declaration: FunctionDeclSyntax, in interface: InterfaceDeclaration) -> Isolation {
    if let modifier = declaration.modifiers.first(where: { $0.name.tokenKind == .keyword(.nonisolated) }) {
      return modifier.detail?.detail.text == "nonsending" ? .caller : .none
    }
    if declaration.attributes.contains(named: "concurrent") { return .none }
    return declaration.attributes.globalActor.map { .globalActor($0) } ?? interface.isolation
  }
}
