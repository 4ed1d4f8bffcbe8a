import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A collector that finds the functions of an interface that a page may call, and reports functions that cannot be
/// exposed.
struct FunctionCollector {
  let interface: InterfaceDeclaration
  let context: any MacroExpansionContext

  func functions() -> [InterfaceFunction] {
    var first: [String: FunctionDeclSyntax] = [:]
    var functions: [InterfaceFunction] = []
    // The names of all functions, including hidden ones.
    let names = interface.members.compactMap { $0.decl.as(FunctionDeclSyntax.self)?.name.bareText }
    for declaration in declarations() {
      let name = declaration.name.bareText
      if let other = first[name] {
        let note = MacroExpansionNoteMessage("The other function with this name")
        refuse(
          declaration, .overloaded, naming: name, at: declaration.name,
          notes: [Note(node: Syntax(other.name), message: note)])
        continue
      }
      first[name] = declaration
      let function = InterfaceFunction(declaration, in: interface, isOverloaded: names.count { $0 == name } > 1)
      if check(function) { functions.append(function) }
    }
    return functions
  }

  /// Whether the type has neither functions for pages nor functions marked `@unexposed`. Members inside `#if` count as
  /// functions.
  var isEmpty: Bool {
    !interface.members.contains { member in
      guard let declaration = member.decl.as(FunctionDeclSyntax.self) else {
        return member.decl.is(IfConfigDeclSyntax.self)
      }
      return isMeant(declaration) || declaration.attributes.contains(named: "unexposed")
    }
  }

  /// Returns the functions that are neither private nor `@unexposed`.
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

  /// Rejects functions inside `#if`, because a macro does not know which branch is compiled.
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

  // MARK: Reporting

  func refuse(
    _ function: InterfaceFunction, _ refusal: Refusal, naming name: String = "", at node: some SyntaxProtocol,
    fixIt: FixIt? = nil
  ) -> Bool {
    refuse(function.declaration, refusal, naming: name, at: node, fixIts: fixIt.map { [$0] } ?? [])
    return false
  }

  private func refuse(
    _ declaration: FunctionDeclSyntax, _ refusal: Refusal, naming name: String = "", at node: some SyntaxProtocol,
    notes: [Note] = [], fixIts: [FixIt] = []
  ) {
    let fixIts = fixIts + [.unexposed(declaration)]
    context.diagnose(refusal.diagnostic(at: node, naming: name, notes: notes, fixIts: fixIts))
  }
}
