import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The implementation of `@Exposed`, which generates `exposedFunctions` and the conformance to `ExposedInterface`.
///
/// The property is generated in the type itself, not in an extension, so that an `@Exposed` subclass can override it.
struct ExposedMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let interface = InterfaceDeclaration(declaration, in: context) else {
      context.diagnose(Refusal.notAnInterface.diagnostic(at: node))
      return []
    }
    let collector = FunctionCollector(interface: interface, context: context)
    let functions = collector.functions()
    let bindings = functions.map { FunctionBinding(function: $0, interface: interface).expression }
    let isOverride = protocols.isEmpty && interface.hasSuperclass
    // A subclass that declares no functions still exposes the functions of its superclass.
    if collector.isEmpty, !isOverride { context.diagnose(Refusal.nothingExposed.diagnostic(at: node)) }
    var array = bindings.isEmpty ? "[]" : "[\n\(bindings.map { "\($0),\n" }.joined())]"
    if isOverride { array = "super.exposedFunctions + \(array)" }
    let modifiers = interface.access + "nonisolated " + (isOverride ? "override " : "")
    // If one of the functions is deprecated, the property is marked as deprecated too. It may then use the function
    // without a warning, and a deprecated witness for a protocol requirement causes no warning either.
    let attributes =
      functions.contains { $0.declaration.attributes.availability(.deprecated) != nil }
      ? "@available(*, deprecated)\n" : ""
    return ["\(raw: attributes)\(raw: modifiers)var exposedFunctions: [ExposedFunction] {\n\(raw: array)\n}"]
  }
}

extension ExposedMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The member expansion has already reported a type that cannot be an interface.
    guard !protocols.isEmpty, InterfaceDeclaration(declaration, in: context) != nil else { return [] }
    // `nonisolated` is needed in a module whose default isolation is the main actor. Otherwise the conformance would be
    // isolated to that actor.
    return [try ExtensionDeclSyntax("extension \(type.trimmed): nonisolated DSBridge.ExposedInterface {}")]
  }
}
