import SwiftSyntax

extension AttributeListSyntax {
  /// The name of the attribute that isolates a declaration to a global actor. Any attribute could be a global actor;
  /// the macro assumes that attributes whose names end in `Actor` are.
  var globalActor: String? {
    globalActorAttribute?.attributeName.trimmedDescription
  }

  var globalActorAttribute: AttributeSyntax? {
    attributes.first { $0.arguments == nil && $0.attributeName.bareName.hasSuffix("Actor") }
  }

  func contains(named name: String) -> Bool {
    attributes.contains { $0.attributeName.bareName == name }
  }

  /// Returns the `@available` attribute with this keyword for all platforms, such as `@available(*, deprecated)`.
  func availability(_ keyword: Keyword) -> AttributeSyntax? {
    attributes.first { attribute in
      guard case .availability(let arguments)? = attribute.arguments else { return false }
      let tokens = arguments.map { $0.argument.firstToken(viewMode: .sourceAccurate)?.tokenKind }
      return tokens.first == .binaryOperator("*") && tokens.contains(.keyword(keyword))
    }
  }

  private var attributes: [AttributeSyntax] {
    compactMap { $0.as(AttributeSyntax.self) }
  }
}

extension TypeSyntax {
  /// The name without the module, outer types, generic arguments and attributes.
  var bareName: String {
    if let type = self.as(IdentifierTypeSyntax.self) { return type.name.text }
    if let type = self.as(MemberTypeSyntax.self) { return type.name.text }
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.bareName }
    return trimmedDescription
  }
}

extension TokenSyntax {
  /// The text without the backticks that a keyword needs as a name.
  var bareText: String {
    identifier?.name ?? text
  }
}
