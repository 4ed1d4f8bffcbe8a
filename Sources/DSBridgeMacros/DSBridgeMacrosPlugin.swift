import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

#if ToolchainSwiftSyntax && !PackageSwiftSyntax
  // The toolchain's own swift-syntax does not contain SwiftCompilerPlugin (docs/decisions/0037).
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
#else
  import SwiftCompilerPlugin
#endif

@main
struct DSBridgeMacrosPlugin {
  let providingMacros: [any Macro.Type] = [ExposedMacro.self, UnexposedMacro.self]
}

#if ToolchainSwiftSyntax && !PackageSwiftSyntax
  extension DSBridgeMacrosPlugin: PluginProvider {
    static func main() throws {
      try CompilerPluginMessageListener(connection: StandardIOMessageConnection(), provider: Self()).main()
    }

    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
      for type in providingMacros where String(reflecting: type) == "\(moduleName).\(typeName)" { return type }
      throw UnknownMacro(name: "\(moduleName).\(typeName)")
    }

    private struct UnknownMacro: Error, CustomStringConvertible {
      let name: String
      var description: String { "the plugin has no macro \(name)" }
    }
  }
#else
  extension DSBridgeMacrosPlugin: CompilerPlugin {}
#endif

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
