import SwiftDiagnostics
import SwiftSyntax

/// The rules that a function must meet so that a page can call it.
extension FunctionCollector {
  func check(_ function: InterfaceFunction) -> Bool {
    checkDeclaration(function) && checkParameters(function) && checkCompletion(function) && checkIsolation(function)
  }

  private func checkDeclaration(_ function: InterfaceFunction) -> Bool {
    let declaration = function.declaration
    if function.bareName.contains(".") { return refuse(function, .dotted, at: declaration.name) }
    for modifier in declaration.modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.static), .keyword(.class):
        return refuse(function, .isStatic, at: modifier, fixIt: .removing(modifier, from: declaration))
      case .keyword(.mutating): return refuse(function, .mutating, at: modifier)
      case .keyword(.consuming):
        return refuse(function, .consuming, at: modifier, fixIt: .removing(modifier, from: declaration))
      default: continue
      }
    }
    if let attribute = declaration.attributes.availability(.unavailable) {
      return refuse(function, .unavailable, at: attribute)
    }
    if let generics = declaration.genericParameterClause { return refuse(function, .generic, at: generics) }
    if let clause = declaration.genericWhereClause { return refuse(function, .generic, at: clause) }
    if let clause = declaration.signature.effectSpecifiers?.throwsClause,
      clause.throwsSpecifier.tokenKind == .keyword(.rethrows)
    {
      return refuse(function, .rethrowing, at: clause)
    }
    guard let type = declaration.signature.returnClause?.type, !type.isVoid else { return true }
    if let closure = type.first(FunctionTypeSyntax.self) { return refuse(function, .closureResult, at: closure) }
    if let tuple = type.firstTuple { return refuse(function, .tuple, at: tuple) }
    return true
  }

  private func checkParameters(_ function: InterfaceFunction) -> Bool {
    var keys: Set<String> = []
    for parameter in function.allParameters {
      let syntax = parameter.syntax
      if let ellipsis = syntax.ellipsis { return refuse(function, .variadic, at: ellipsis) }
      if let attributed = syntax.type.as(AttributedTypeSyntax.self) {
        for specifier in attributed.specifiers {
          switch specifier.firstToken(viewMode: .sourceAccurate)?.tokenKind {
          case .keyword(.inout): return refuse(function, .inout, at: specifier)
          case .keyword(.isolated): return refuse(function, .isolatedParameter, at: specifier)
          default: continue
          }
        }
        if attributed.attributes.contains(named: "autoclosure") {
          return refuse(function, .autoclosure, at: attributed.attributes)
        }
      }
      guard checkType(of: parameter, in: function) else { return false }
      if function.parameters.count > 1, !keys.insert(parameter.key).inserted {
        return refuse(function, .sameLabel, naming: parameter.key, at: syntax.secondName ?? syntax.firstName)
      }
    }
    return true
  }

  private func checkType(of parameter: InterfaceParameter, in function: InterfaceFunction) -> Bool {
    let type = parameter.syntax.type
    if let opaque = type.firstOpaque { return refuse(function, .generic, at: opaque) }
    guard parameter.closure == nil else { return true }
    if let closure = type.first(FunctionTypeSyntax.self) { return refuse(function, .closureInside, at: closure) }
    if let tuple = type.firstTuple { return refuse(function, .tuple, at: tuple) }
    if type.isVoid { return refuse(function, .voidParameter, at: type) }
    if let existential = type.untyped, !existential.isAny { return refuse(function, .existential, at: existential) }
    return true
  }

  private func checkCompletion(_ function: InterfaceFunction) -> Bool {
    for parameter in function.parameters {
      if parameter.closure != nil { return refuse(function, .completionNotLast, at: parameter.syntax.type) }
    }
    guard let closure = function.completion?.closure else { return true }
    if let result = function.declaration.signature.returnClause?.type, !result.isVoid {
      return refuse(function, .completionAndResult, at: result)
    }
    if !closure.returnClause.type.isVoid { return refuse(function, .completionReturns, at: closure.returnClause.type) }
    let parameters = Array(closure.parameters)
    if parameters.count > 2 { return refuse(function, .completionParameters, at: closure.parameters) }
    if parameters.count == 2, parameters[1].type.bareName != "Bool" {
      return refuse(function, .completionParameters, at: parameters[1].type)
    }
    guard let value = parameters.first?.type else { return true }
    if let inner = value.first(FunctionTypeSyntax.self) { return refuse(function, .completionParameters, at: inner) }
    if let tuple = value.firstTuple { return refuse(function, .tuple, at: tuple) }
    if value.bareName == "Result" { return refuse(function, .completionResult, at: value) }
    return true
  }

  /// Rejects functions of a non-`Sendable` type that run outside of the web view's isolation, because they would cause
  /// data races.
  private func checkIsolation(_ function: InterfaceFunction) -> Bool {
    guard !interface.isSendable else { return true }
    let declaration = function.declaration
    if case .globalActor(let actor) = function.isolation {
      return refuse(
        function, .leavesWebView, naming: actor,
        at: Syntax(declaration.attributes.globalActorAttribute) ?? Syntax(declaration.name))
    }
    guard function.isolation == .none, let keyword = declaration.signature.effectSpecifiers?.asyncSpecifier else {
      return true
    }
    return refuse(function, .races, at: keyword, fixIt: .nonsending(declaration))
  }
}
