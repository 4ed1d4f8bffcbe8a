import SwiftSyntax

extension MemberBlockItemListSyntax {
  /// Whether every stored property and every associated value is a plain value of the standard library or Foundation. A
  /// struct or enum that is not public is then implicitly `Sendable`.
  var holdPlainValuesOnly: Bool {
    allSatisfy { member in
      if let variable = member.decl.as(VariableDeclSyntax.self) { return variable.isPlain }
      guard let enumCase = member.decl.as(EnumCaseDeclSyntax.self) else {
        return !member.decl.is(IfConfigDeclSyntax.self)
      }
      return enumCase.elements.allSatisfy { $0.parameterClause?.parameters.allSatisfy { $0.type.isPlainValue } ?? true }
    }
  }

  /// The names of static properties and functions.
  var staticNames: Set<String> {
    Set(
      flatMap { member -> [String] in
        if let function = member.decl.as(FunctionDeclSyntax.self), function.modifiers.areStatic {
          return [function.name.text]
        }
        guard let variable = member.decl.as(VariableDeclSyntax.self), variable.modifiers.areStatic else { return [] }
        return variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text }
      })
  }
}

extension VariableDeclSyntax {
  fileprivate var isPlain: Bool {
    guard !modifiers.areStatic else { return true }
    guard attributes.isEmpty else { return false }
    return bindings.allSatisfy { binding in
      if let block = binding.accessorBlock, !block.isObserving { return true }
      if let type = binding.typeAnnotation?.type { return type.isPlainValue }
      return binding.initializer?.value.isLiteral == true
    }
  }
}

extension AccessorBlockSyntax {
  /// Indicates whether the block contains `willSet` or `didSet`, which only stored properties have.
  fileprivate var isObserving: Bool {
    guard case .accessors(let accessors) = accessors else { return false }
    return accessors.contains { [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind) }
  }
}

extension DeclModifierListSyntax {
  fileprivate var areStatic: Bool {
    contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
  }
}

extension ExprSyntax {
  fileprivate var isLiteral: Bool {
    [.integerLiteralExpr, .floatLiteralExpr, .stringLiteralExpr, .booleanLiteralExpr].contains(kind)
  }
}

extension TypeSyntax {
  fileprivate var isPlainValue: Bool {
    if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType.isPlainValue }
    if let type = self.as(ArrayTypeSyntax.self) { return type.element.isPlainValue }
    if let type = self.as(DictionaryTypeSyntax.self) { return type.key.isPlainValue && type.value.isPlainValue }
    return self.is(IdentifierTypeSyntax.self) && InterfaceParameter.values.contains(bareName)
      && !["Any", "Array", "Dictionary", "Optional", "Set"].contains(bareName)
  }
}
