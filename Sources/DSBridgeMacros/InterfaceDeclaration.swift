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
  /// `Sendable` is written beside its name.
  let isMarkedSendable: Bool
  let hasSuperclass: Bool
  /// What `exposedFunctions` must be declared as: "", "public ", "package ".
  let access: String

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
    isMarkedSendable = inherited.contains("Sendable")
    hasSuperclass = kind == .class && !inherited.isEmpty && !inherited.contains("ExposedInterface")
    isolation = kind == .actor ? .actor : declaration.attributes.globalActor.map { .globalActor($0) } ?? .none
    let enclosing = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    access = declaration.modifiers.accessLevel ?? enclosing?.modifiers.accessLevel ?? ""
  }
}

extension DeclModifierListSyntax {
  /// What a witness of a public protocol needs: "" below `package`. Nil when nothing is written.
  fileprivate var accessLevel: String? {
    for modifier in self {
      switch modifier.name.tokenKind {
      case .keyword(.public), .keyword(.open): return "public "
      case .keyword(.package): return "package "
      case .keyword(.internal), .keyword(.private), .keyword(.fileprivate): return ""
      default: continue
      }
    }
    return nil
  }
}

/// Where a function runs.
enum Isolation: Equatable {
  case none
  /// In its caller's isolation: `nonisolated(nonsending)`.
  case caller
  /// On the actor that declares it.
  case actor
  /// On the actor of that name: `MainActor`.
  case globalActor(String)
}

extension AttributeListSyntax {
  /// The attribute that isolates a declaration to a global actor. Any attribute may be one; those that are called so are taken for one.
  var globalActor: String? {
    attributes.first { $0.arguments == nil && $0.attributeName.bareName.hasSuffix("Actor") }?.attributeName
      .trimmedDescription
  }

  func contains(named name: String) -> Bool {
    attributes.contains { $0.attributeName.bareName == name }
  }

  private var attributes: [AttributeSyntax] {
    compactMap { $0.as(AttributeSyntax.self) }
  }
}

extension TypeSyntax {
  /// The name without module, outer types, generic arguments and attributes.
  var bareName: String {
    if let type = self.as(IdentifierTypeSyntax.self) { return type.name.text }
    if let type = self.as(MemberTypeSyntax.self) { return type.name.text }
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.bareName }
    return trimmedDescription
  }
}
