import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension FixIt {
  /// Adds `@unexposed`, which hides the function from pages.
  static func unexposed(_ declaration: FunctionDeclSyntax) -> FixIt {
    var changed = declaration
    changed.leadingTrivia = []
    let attribute = AttributeSyntax("@unexposed").with(\.trailingTrivia, .space)
    changed.attributes.insert(.attribute(attribute), at: changed.attributes.startIndex)
    return replacing(declaration, by: changed, "Add '@unexposed'")
  }

  /// Removes a modifier.
  static func removing(_ modifier: DeclModifierSyntax, from declaration: FunctionDeclSyntax) -> FixIt {
    var changed = declaration
    changed.modifiers = changed.modifiers.filter { $0.id != modifier.id }
    return replacing(declaration, by: changed, "Remove '\(modifier.name.text)'")
  }

  /// Adds `nonisolated(nonsending)`, so that the function runs in the web view's isolation.
  static func nonsending(_ declaration: FunctionDeclSyntax) -> FixIt {
    var changed = declaration
    changed.attributes = changed.attributes.filter {
      $0.as(AttributeSyntax.self)?.attributeName.bareName != "concurrent"
    }
    let modifier = DeclModifierSyntax(
      name: .keyword(.nonisolated),
      detail: DeclModifierDetailSyntax(detail: .keyword(.nonsending)), trailingTrivia: .space)
    let existing = changed.modifiers.firstIndex { $0.name.tokenKind == .keyword(.nonisolated) }
    if let existing {
      changed.modifiers[existing] = modifier.with(\.leadingTrivia, changed.modifiers[existing].leadingTrivia)
    } else if changed.modifiers.isEmpty {
      let space = changed.funcKeyword.leadingTrivia
      changed.funcKeyword.leadingTrivia = []
      changed.modifiers.append(modifier.with(\.leadingTrivia, space))
    } else {
      changed.modifiers.append(modifier)
    }
    return replacing(declaration, by: changed, "Add 'nonisolated(nonsending)'")
  }

  /// Replaces a declaration with another one that has the same leading trivia.
  private static func replacing(_ old: FunctionDeclSyntax, by new: FunctionDeclSyntax, _ message: String) -> FixIt {
    let new = new.with(\.leadingTrivia, old.leadingTrivia)
    return FixIt(
      message: MacroExpansionFixItMessage(message), changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }
}
