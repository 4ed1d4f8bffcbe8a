import SwiftSyntax
import SwiftSyntaxBuilder

/// A generator for the expression that binds one function: a `.bind(…)` call, followed by the `.described(…)` call that
/// ``FunctionDescription`` generates for the same function.
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
    arguments += kinds
    switch function.isolation {
    case .actor: arguments.append(closure(capturing: "me"))
    // In language mode 5, parentheses right after the attribute would be parsed as the attribute's arguments. The
    // capture list prevents that.
    case .globalActor(let actor): arguments.append("later: \(closure(attribute: "@\(actor) [self] "))")
    case .none, .caller:
      arguments.append(isReferable ? reference : function.isAsync ? "later: \(closure())" : closure())
    }
    return ".bind(\(arguments.joined(separator: ", ")))"
  }

  /// The kinds of the bound function's parameters and of its result. `.parameter()` may be a value or a completion, and
  /// `.result()` may be a value or a sequence. The compiler decides, because it can resolve typealiases.
  private var kinds: [String] {
    let hasCompletion = function.completion != nil
    let mayEndInClosure = hasCompletion || function.returnsNothing && function.parameters.last?.isUnknown == true
    let count = (function.mayHaveCompletion ? 2 : min(function.parameters.count, 1)) + (hasCompletion ? 1 : 0)
    var kinds = Array(repeating: ".value()", count: count)
    if mayEndInClosure { kinds[count - 1] = ".parameter()" }
    return kinds + [function.returnsNothing ? ".nothing()" : ".result()"]
  }

  /// Whether a reference to the function suffices instead of a closure. The compiler then infers the types, even those
  /// behind a typealias.
  private var isReferable: Bool {
    !function.isAsync && (function.parameters.count <= 1 || function.mayHaveCompletion)
      && !function.allParameters.contains { $0.isSending }
      && !(function.isOverloaded && function.hasOpaqueResult)
      && function.parameters.allSatisfy { $0.defaultValue == nil && !$0.syntax.type.isUntyped }
      && function.completion?.hasUntypedValue != true && !function.hasUntypedResult
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
    if function.hasUntypedResult {
      call = function.isolation.isGlobal ? "ExposedJSONValue(\(call)).written()" : "ExposedJSONValue(\(call))"
      isThrowing = isThrowing || function.isolation.isGlobal
    }
    if isThrowing { call = "try \(call)" }
    return "{ \(head)\(call) }"
  }

  private struct Argument {
    /// The parameter type of the closure, or `nil` if the compiler can infer it.
    var type: String?
    var values: [(InterfaceParameter, String)]
    /// Whether the values are decoded one by one, which can throw.
    var isReadPiecewise = false
  }

  /// The argument that the closure takes from the page, or `nil` if the function has no parameters.
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
    let isUntyped = first.syntax.type.isUntyped
    if first.defaultValue != nil || isUntyped && function.isolation.isGlobal {
      let fallback = first.defaultValue.map { "or: \(first.wrappingUntyped(text(of: $0)))" } ?? ""
      return Argument(
        type: "SoleArgument", values: [(first, first.unwrappingUntyped("arguments.decode(\(fallback))"))],
        isReadPiecewise: true)
    }
    if isUntyped { return Argument(type: first.untyped, values: [(first, "arguments.value")]) }
    return Argument(type: function.isOverloaded ? first.valueType : nil, values: [(first, "arguments")])
  }
}

extension FunctionBinding {
  /// Returns a default value as an expression that can be used outside of the parameter list. Adds `Self.` to static
  /// members, which need this prefix there.
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
  /// The function type as written in the declaration. It selects one of several functions with the same name.
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

  /// The type without attributes and specifiers such as `sending`.
  fileprivate var valueType: String {
    (syntax.type.as(AttributedTypeSyntax.self)?.baseType ?? syntax.type).trimmedDescription
  }

  /// The wrapper type for a type that is not `Codable`.
  fileprivate var untyped: String { "ExposedJSONValue<\(syntax.type.trimmedDescription)>" }

  fileprivate func unwrappingUntyped(_ expression: String) -> String {
    syntax.type.isUntyped ? "(\(expression) as \(untyped)).value" : expression
  }

  fileprivate func wrappingUntyped(_ expression: String) -> String {
    syntax.type.isUntyped ? "\(untyped)(\(expression))" : expression
  }

  /// Whether the completion's first parameter has an untyped value, such as `Any`.
  fileprivate var hasUntypedValue: Bool {
    closure?.parameters.first?.type.isUntyped == true
  }

  /// The expression that is passed to the function as its completion.
  fileprivate var completionValue: String {
    guard hasUntypedValue else { return "completion" }
    let isLast = closure?.parameters.count == 2 ? ", $1" : ""
    return "{ completion(ExposedJSONValue($0)\(isLast)) }"
  }
}
