import SwiftCompilerPlugin
import SwiftSyntax
import SwiftSyntaxMacros

@main
struct OwnMacrosPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [SourceMacro.self]
}

/// The implementation of `#source`, which expands to the source text of its argument.
struct SourceMacro: ExpressionMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) -> ExprSyntax {
    "\(literal: node.arguments.trimmedDescription)"
  }
}
