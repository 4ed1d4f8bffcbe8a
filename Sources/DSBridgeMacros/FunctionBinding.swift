import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes `.bind(…)` for one function.
struct FunctionBinding {
  let function: InterfaceFunction
  let interface: InterfaceDeclaration

  var expression: String {
    let name = StringLiteralExprSyntax(content: function.bareName).description
    switch function.isolation {
    case .actor: return ".bind(\(name), on: self, \(closure(capturing: "me")))"
    // The capture list keeps language mode 5 from taking the parentheses after it for the attribute's.
    case .globalActor(let actor): return ".bind(\(name), isolated: \(closure(attribute: "@\(actor) [self] ")))"
    case .none, .caller: break
    }
    if function.mayHaveCompletion {
      let labels = function.parameters.map { StringLiteralExprSyntax(content: $0.key).description }
      return ".bind(\(name), labels: [\(labels.joined(separator: ", "))], \(reference))"
    }
    return ".bind(\(name), \(isReferable ? reference : closure()))"
  }

  /// The function itself will do: the compiler then sees its type, and through typealiases.
  private var isReferable: Bool {
    !function.isAsync && function.parameters.count <= 1
      && function.parameters.allSatisfy { $0.defaultValue == nil && !$0.syntax.type.mentionsAny }
      && function.completion?.hasUntypedValue != true && function.untypedResult == nil
  }

  private var reference: String {
    let labels = function.allParameters.map { "\($0.label):" }.joined()
    return "self.\(function.declaration.name.text)" + (labels.isEmpty ? "" : "(\(labels))")
  }

  // MARK: As a closure

  private func closure(capturing receiver: String? = nil, attribute: String = "") -> String {
    let argument = argument
    var names = receiver.map { [$0] } ?? []
    if let argument { names.append(argument.type.map { "arguments: \($0)" } ?? "arguments") }
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
    if parameters.count > 1 {
      return Argument(
        type: "LabelledArguments",
        values: parameters.map { parameter in
          let key = StringLiteralExprSyntax(content: parameter.key).description
          let fallback =
            parameter.defaultValue.map { ", or: \(parameter.wrappingUntyped($0.trimmedDescription))" } ?? ""
          return (parameter, parameter.unwrappingUntyped("arguments.decode(\(key)\(fallback))"))
        }, isReadPiecewise: true)
    }
    if let value = first.defaultValue {
      let fallback = first.wrappingUntyped(value.trimmedDescription)
      return Argument(
        type: "SoleArgument", values: [(first, first.unwrappingUntyped("arguments.decode(or: \(fallback))"))],
        isReadPiecewise: true)
    }
    guard first.syntax.type.mentionsAny else { return Argument(values: [(first, "arguments")]) }
    guard function.isolation.isGlobal else {
      return Argument(type: first.untyped, values: [(first, "arguments.value")])
    }
    return Argument(
      type: "SoleArgument", values: [(first, first.unwrappingUntyped("arguments.decode()"))], isReadPiecewise: true)
  }
}

extension InterfaceParameter {
  /// The stand-in for a type that is not `Codable`.
  fileprivate var untyped: String { "Untyped<\(syntax.type.trimmedDescription)>" }

  fileprivate func unwrappingUntyped(_ expression: String) -> String {
    syntax.type.mentionsAny ? "(\(expression) as \(untyped)).value" : expression
  }

  fileprivate func wrappingUntyped(_ expression: String) -> String {
    syntax.type.mentionsAny ? "\(untyped)(\(expression))" : expression
  }

  /// The completion's first parameter is `Any` or the like.
  fileprivate var hasUntypedValue: Bool {
    closure?.parameters.first?.type.mentionsAny == true
  }

  /// What is handed to the function as its completion.
  fileprivate var completionValue: String {
    guard hasUntypedValue else { return "completion" }
    return closure?.parameters.count == 2 ? "{ completion(Untyped($0), $1) }" : "{ completion(Untyped($0)) }"
  }
}
