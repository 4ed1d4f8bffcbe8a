import SwiftSyntax
import SwiftSyntaxMacros

/// The type that `@Exposed` stands on, as far as the macro has to know it.
struct InterfaceDeclaration {
  enum Kind {
    case actor, `class`, value
  }

  let kind: Kind
  let members: MemberBlockItemListSyntax
  /// The type's own isolation.
  let isolation: Isolation
  /// As far as can be seen: an actor, bound to one, marked `Sendable`, or a value of nothing but plain values.
  let isSendable: Bool
  let hasSuperclass: Bool
  /// What `exposedFunctions` must be declared as: "", "public ", "package ", "open ".
  let access: String
  /// The names of its static members.
  let staticNames: Set<String>

  /// Nil for a declaration that can be no interface.
  init?(_ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
    switch declaration.kind {
    case .actorDecl: kind = .actor
    case .classDecl: kind = .class
    case .structDecl, .enumDecl: kind = .value
    default: return nil
    }
    members = declaration.memberBlock.members
    let inherited = declaration.inheritanceClause?.inheritedTypes.map { $0.type.bareName } ?? []
    hasSuperclass = kind == .class && !inherited.isEmpty && !inherited.contains("ExposedInterface")
    isolation = kind == .actor ? .actor : declaration.attributes.globalActor.map { .globalActor($0) } ?? .none
    let enclosing = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    access = declaration.modifiers.accessLevel ?? enclosing?.modifiers.accessLevel ?? ""
    isSendable =
      isolation != .none || inherited.contains("Sendable") || inherited.contains("Error")
      || kind == .value && access.isEmpty && members.holdPlainValuesOnly
    staticNames = members.staticNames
  }
}

extension DeclModifierListSyntax {
  /// What a witness of a public protocol needs: "" below `package`. Nil when nothing is written.
  fileprivate var accessLevel: String? {
    for modifier in self {
      switch modifier.name.tokenKind {
      case .keyword(.open): return "open "
      case .keyword(.public): return "public "
      case .keyword(.package): return "package "
      case .keyword(.internal), .keyword(.private), .keyword(.fileprivate): return ""
      default: continue
      }
    }
    return nil
  }
}
