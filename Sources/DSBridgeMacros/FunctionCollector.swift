import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Finds the functions of an interface that a page may call, and reports those that it cannot.
struct FunctionCollector {
  let interface: InterfaceDeclaration
  let context: any MacroExpansionContext

  func functions() -> [InterfaceFunction] {
    var first: [String: FunctionDeclSyntax] = [:]
    var functions: [InterfaceFunction] = []
    for declaration in declarations() {
      let name = declaration.name.bareText
      if let other = first[name] {
        refuse(declaration, .overloaded(name), at: declaration.name, note: ("It is called as this one", other.name))
        continue
      }
      first[name] = declaration
      let function = InterfaceFunction(declaration, in: interface)
      if check(function) { functions.append(function) }
    }
    return functions
  }

  /// What is neither private nor `@unexposed`.
  private func declarations() -> [FunctionDeclSyntax] {
    interface.members.compactMap { member in
      if let conditional = member.decl.as(IfConfigDeclSyntax.self) { refuseFunctions(in: conditional) }
      return member.decl.as(FunctionDeclSyntax.self).flatMap { isMeant($0) ? $0 : nil }
    }
  }

  private func isMeant(_ declaration: FunctionDeclSyntax) -> Bool {
    let keywords = declaration.modifiers.map(\.name.tokenKind)
    return !declaration.attributes.contains(named: "unexposed") && !keywords.contains(.keyword(.private))
      && !keywords.contains(.keyword(.fileprivate))
  }

  /// A macro does not know which branch is compiled.
  private func refuseFunctions(in conditional: IfConfigDeclSyntax) {
    for clause in conditional.clauses {
      guard case .decls(let members)? = clause.elements else { continue }
      for member in members {
        if let nested = member.decl.as(IfConfigDeclSyntax.self) { refuseFunctions(in: nested) }
        guard let declaration = member.decl.as(FunctionDeclSyntax.self), isMeant(declaration) else { continue }
        refuse(declaration, .conditional, at: declaration.name)
      }
    }
  }

  // MARK: Rules

  private func check(_ function: InterfaceFunction) -> Bool {
    checkModifiers(function) && checkSignature(function) && checkParameters(function) && checkCompletion(function)
      && checkIsolation(function)
  }

  private func checkModifiers(_ function: InterfaceFunction) -> Bool {
    for modifier in function.declaration.modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.static), .keyword(.class): return refuse(function, .isStatic, at: modifier)
      case .keyword(.mutating): return refuse(function, .mutating, at: modifier)
      case .keyword(.consuming): return refuse(function, .consuming, at: modifier)
      default: continue
      }
    }
    return true
  }

  private func checkSignature(_ function: InterfaceFunction) -> Bool {
    let declaration = function.declaration
    if let generics = declaration.genericParameterClause { return refuse(function, .generic, at: generics) }
    if let clause = declaration.genericWhereClause { return refuse(function, .generic, at: clause) }
    if let clause = declaration.signature.effectSpecifiers?.throwsClause,
      clause.throwsSpecifier.tokenKind == .keyword(.rethrows)
    {
      return refuse(function, .rethrowing, at: clause)
    }
    if let type = declaration.signature.returnClause?.type {
      if !type.isVoid, type.is(TupleTypeSyntax.self), type.closure == nil { return refuse(function, .tuple, at: type) }
      if type.closure != nil { return refuse(function, .closureResult, at: type) }
    }
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
      if syntax.type.is(SomeOrAnyTypeSyntax.self),
        syntax.type.firstToken(viewMode: .sourceAccurate)?.tokenKind == .keyword(.some)
      {
        return refuse(function, .generic, at: syntax.type)
      }
      if parameter.closure == nil, syntax.type.is(TupleTypeSyntax.self), !syntax.type.mentionsAny {
        return refuse(function, .tuple, at: syntax.type)
      }
      if function.parameters.count > 1, !keys.insert(parameter.key).inserted {
        return refuse(function, .sameLabel(parameter.key), at: syntax.secondName ?? syntax.firstName)
      }
    }
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
    return true
  }

  /// An `async` function runs outside the web view's isolation, unless it says otherwise: a type that is not `Sendable` would race.
  private func checkIsolation(_ function: InterfaceFunction) -> Bool {
    guard let keyword = function.declaration.signature.effectSpecifiers?.asyncSpecifier, function.isolation == .none,
      interface.kind == .class, interface.isolation == .none, !interface.isMarkedSendable
    else { return true }
    refuse(function.declaration, .races, at: keyword, fixIt: FixIt.nonsending(function.declaration))
    return false
  }

  // MARK: Reporting

  private func refuse(_ function: InterfaceFunction, _ refusal: Refusal, at node: some SyntaxProtocol) -> Bool {
    refuse(function.declaration, refusal, at: node)
    return false
  }

  private func refuse(
    _ declaration: FunctionDeclSyntax, _ refusal: Refusal, at node: some SyntaxProtocol, fixIt: FixIt? = nil,
    note: (text: String, node: TokenSyntax)? = nil
  ) {
    let fixIts = (fixIt.map { [$0] } ?? []) + [FixIt.unexposed(declaration)]
    let notes = note.map { [Note(node: Syntax($0.node), message: RefusalNote(message: $0.text))] } ?? []
    context.diagnose(refusal.diagnostic(at: node, notes: notes, fixIts: fixIts))
  }
}
