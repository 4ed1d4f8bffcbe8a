import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Adds nothing: `ExposedMacro` looks for the attribute. Reports one that nobody looks for.
struct UnexposedMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let enclosing = context.lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)
    if !declaration.is(FunctionDeclSyntax.self) || enclosing?.attributes.contains(named: "Exposed") != true {
      context.diagnose(Refusal.unexposedElsewhere.diagnostic(at: node))
    }
    return []
  }
}
