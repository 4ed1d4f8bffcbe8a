import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes `.bind(…)` for one function, and what it says of itself.
struct FunctionBinding {
  let function: InterfaceFunction
  let interface: InterfaceDeclaration

  var expression: String {
    binding + FunctionDescription(function: function).expression
  }

  private var binding: String {
    var arguments = [StringLiteralExprSyntax(content: function.bareName).description]
    if function.isolation == .actor { arguments.append("on: self") }
    if function.mayHaveCompletion {
      let labels = function.parameters.map { StringLiteralExprSyntax(content: $0.key).description }
      arguments.append("labels: [\(labels.joined(separator: ", "))]")
    }
    switch function.isolation {
    case .actor: arguments.append(closure(capturing: "me"))
    // The capture list keeps language mode 5 from taking the parentheses after it for the attribute's.
    case .globalActor(let actor): arguments.append("isolated: \(closure(attribute: "@\(actor) [self] "))")
    case .none, .caller: arguments.append(isReferable ? reference : closure())
    }
    return ".bind(\(arguments.joined(separator: ", ")))"
  }

  /// The function itself will do: the compiler then sees its type, and through typealiases.
  private var isReferable: Bool {
    !function.isAsync && (function.parameters.count <= 1 || function.mayHaveCompletion)
      && !function.allParameters.contains { $0.isSending }
      && !(function.isOverloaded && function.hasOpaqueResult)
      && function.parameters.allSatisfy { $0.defaultValue == nil && !$0.syntax.type.isUntyped }
      && function.completion?.hasUntypedValue != true && function.untypedResult == nil
  }

  private var reference: String {
    let labels = function.allParameters.map { "\($0.label):" }.joined()
    let name = "self.\(function.declaration.name.text)" + (labels.isEmpty ? "" : "(\(labels))")
    return function.isOverloaded ? "\(name) as \(function.type)" : name
  }

  // MARK: As a closure

  private func closure(capturing receiver: String? = nil, attribute: String = "") -> String {
    let argument = argument
    var names = receiver.map { [$0] } ?? []
    if let argument { names.append(argument.type.map { "arguments: \($0)" } ?? "arguments") }
    if function.mayHaveCompletion { names.append("last") }
    if function.completion != nil { names.append("completion") }
    let isTyped = argument?.type != nil
    let list = isTyped ? "(\(names.joined(separator: ", ")))" : names.joined(separator: ", ")
    let head = names.isEmpty && attribute.isEmpty ? "" : "\(attribute)\(names.isEmpty ? "" : "\(list) ")in "

    var values = argument?.values ?? []
    if let completion = function.completion { values.append((completion, completion.completionValue)) }
    let arguments = values.map { parameter, value in parameter.label == "_" ? value : "\(parameter.label): \(value)" }
    var call = "\(receiver ?? "self").\(function.declaration.name.text)(\(arguments.joined(separator: ", ")))"
    if function.isAsync { call = "await \(call)" }
    var isThrowing = function.isThrowing || argument?.isReadPiecewise == true
    if function.untypedResult != nil {
      call = function.isolation.isGlobal ? "Untyped(\(call)).written()" : "Untyped(\(call))"
      isThrowing = isThrowing || function.isolation.isGlobal
    }
    if isThrowing { call = "try \(call)" }
    return "{ \(head)\(call) }"
  }

  private struct Argument {
    /// Nil where the compiler finds it.
    var type: String?
    var values: [(InterfaceParameter, String)]
    /// The values are read one by one, which can fail.
    var isReadPiecewise = false
  }

  /// What the closure takes from the page; nil for nothing.
  private var argument: Argument? {
    let parameters = function.parameters
    guard let first = parameters.first else { return nil }
    if function.mayHaveCompletion, let last = parameters.last {
      return Argument(
        type: function.isOverloaded ? first.valueType : nil, values: [(first, "arguments"), (last, "last")])
    }
    if parameters.count > 1 {
      return Argument(
        type: "LabelledArguments",
        values: parameters.map { parameter in
          let key = StringLiteralExprSyntax(content: parameter.key).description
          let fallback =
            parameter.defaultValue.map { ", or: \(parameter.wrappingUntyped(text(of: $0)))" } ?? ""
          return (parameter, parameter.unwrappingUntyped("arguments.decode(\(key)\(fallback))"))
        }, isReadPiecewise: true)
    }
    if let value = first.defaultValue {
      let fallback = first.wrappingUntyped(text(of: value))
      return Argument(
        type: "SoleArgument", values: [(first, first.unwrappingUntyped("arguments.decode(or: \(fallback))"))],
        isReadPiecewise: true)
    }
    guard first.syntax.type.isUntyped else {
      return Argument(type: function.isOverloaded ? first.valueType : nil, values: [(first, "arguments")])
    }
    guard function.isolation.isGlobal else {
      return Argument(type: first.untyped, values: [(first, "arguments.value")])
    }
    return Argument(
      type: "SoleArgument", values: [(first, first.unwrappingUntyped("arguments.decode()"))], isReadPiecewise: true)
  }
}

extension FunctionBinding {
  /// A default, as it is written outside of the parameter list: there, the names of static members need no `Self`.
  private func text(of value: ExprSyntax) -> String {
    StaticNames(names: interface.staticNames).visit(value).trimmedDescription
  }
}

private final class StaticNames: SyntaxRewriter {
  private let names: Set<String>

  init(names: Set<String>) {
    self.names = names
    super.init()
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> ExprSyntax {
    let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
    guard !isMember, names.contains(node.baseName.text) else { return ExprSyntax(node) }
    return ExprSyntax(MemberAccessExprSyntax(base: DeclReferenceExprSyntax(baseName: .keyword(.Self)), declName: node))
  }
}

extension InterfaceFunction {
  /// Written out, for a function of a name that others have too.
  fileprivate var type: String {
    let parameters = allParameters.map(\.syntax.type.trimmedDescription).joined(separator: ", ")
    let effect = declaration.signature.effectSpecifiers?.throwsClause.map { " \($0.trimmedDescription)" } ?? ""
    let result = declaration.signature.returnClause?.type.trimmedDescription ?? "Void"
    return "(\(parameters))\(effect) -> \(result)"
  }

  fileprivate var hasOpaqueResult: Bool { declaration.signature.returnClause?.type.firstOpaque != nil }
}

extension InterfaceParameter {
  fileprivate var isSending: Bool {
    syntax.type.as(AttributedTypeSyntax.self)?.specifiers.contains {
      $0.firstToken(viewMode: .sourceAccurate)?.tokenKind == .keyword(.sending)
    } == true
  }

  /// Without `sending` and the like.
  fileprivate var valueType: String {
    (syntax.type.as(AttributedTypeSyntax.self)?.baseType ?? syntax.type).trimmedDescription
  }

  /// The stand-in for a type that is not `Codable`.
  fileprivate var untyped: String { "Untyped<\(syntax.type.trimmedDescription)>" }

  fileprivate func unwrappingUntyped(_ expression: String) -> String {
    syntax.type.isUntyped ? "(\(expression) as \(untyped)).value" : expression
  }

  fileprivate func wrappingUntyped(_ expression: String) -> String {
    syntax.type.isUntyped ? "\(untyped)(\(expression))" : expression
  }

  /// The completion's first parameter is `Any` or the like.
  fileprivate var hasUntypedValue: Bool {
    closure?.parameters.first?.type.isUntyped == true
  }

  /// What is handed to the function as its completion.
  fileprivate var completionValue: String {
    guard hasUntypedValue else { return "completion" }
    return closure?.parameters.count == 2 ? "{ completion(Untyped($0), $1) }" : "{ completion(Untyped($0)) }"
  }
}
