import SwiftCompilerPlugin
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

@main
struct DSBridgeMacrosPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [ExposedMacro.self, UnexposedMacro.self]
}

/// The implementation of `@unexposed`. It generates nothing, because `ExposedMacro` reads the attribute. Reports an
/// error if the attribute is not attached to a function of an `@Exposed` type.
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
