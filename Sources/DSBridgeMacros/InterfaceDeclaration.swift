import SwiftSyntax
import SwiftSyntaxMacros

/// The facts about an `@Exposed` type that the macro needs.
struct InterfaceDeclaration {
  let members: MemberBlockItemListSyntax
  /// The isolation of the type.
  let isolation: Isolation
  /// Whether the declaration shows that the type is `Sendable`: it is an actor, isolated to a global actor, marked
  /// `Sendable` or `Error`, or a non-public value type that contains only plain values.
  let isSendable: Bool
  let hasSuperclass: Bool
  /// The access level of `exposedFunctions`, with a trailing space: "", "public ", "package " or "open ".
  let access: String
  /// The names of the type's static members.
  let staticNames: Set<String>

  /// Reads a declaration. Returns `nil` if it is not a class, struct, enum or actor.
  init?(_ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
    let kind = declaration.kind
    guard [.actorDecl, .classDecl, .structDecl, .enumDecl].contains(kind) else { return nil }
    members = declaration.memberBlock.members
    let inherited = declaration.inheritanceClause?.inheritedTypes.map { $0.type.bareName } ?? []
    hasSuperclass = kind == .classDecl && !inherited.isEmpty && !inherited.contains("ExposedInterface")
    isolation = kind == .actorDecl ? .actor : declaration.attributes.globalActor.map { .globalActor($0) } ?? .none
    let enclosing = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    access = declaration.modifiers.accessLevel ?? enclosing?.modifiers.accessLevel ?? ""
    isSendable =
      isolation != .none || inherited.contains("Sendable") || inherited.contains("Error")
      || [.structDecl, .enumDecl].contains(kind) && access.isEmpty && members.holdPlainValuesOnly
    staticNames = members.staticNames
  }
}

extension DeclModifierListSyntax {
  /// The declared access level with a trailing space, for the generated property; "" if the level is below `package`.
  /// `nil` if no access level is declared.
  fileprivate var accessLevel: String? {
    let exported = ["open", "public", "package"]
    let levels = exported + ["internal", "private", "fileprivate"]
    return first { levels.contains($0.name.text) }.map { exported.contains($0.name.text) ? "\($0.name.text) " : "" }
  }
}
