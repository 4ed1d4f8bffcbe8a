import SwiftSyntax

/// A generator for the `.described(…)` call of one function. It passes the facts that only the declaration contains.
struct FunctionDescription {
  let function: InterfaceFunction

  /// The call, or "" if the function has neither documentation nor parameters.
  var expression: String {
    let documentation = DocumentationComment(function.declaration.leadingTrivia).text
    let parameters = function.parameters.map { "\(self.parameter($0))" }.joined(separator: ", ")
    var arguments: [String] = []
    if !documentation.isEmpty { arguments.append(literal(documentation)) }
    if !parameters.isEmpty { arguments.append("taking: [\(parameters)]") }
    return arguments.isEmpty ? "" : ".described(\(arguments.joined(separator: ", ")))"
  }

  private func parameter(_ parameter: InterfaceParameter) -> String {
    let label = parameter.label == "_" ? "nil" : literal(parameter.syntax.firstName.bareText)
    var arguments = [label, literal((parameter.syntax.secondName ?? parameter.syntax.firstName).bareText)]
    if !isSeen(parameter) { arguments.append(parameter.syntax.type.metatype) }
    if parameter.defaultValue != nil { arguments.append("hasDefault: true") }
    return ".init(\(arguments.joined(separator: ", ")))"
  }

  /// Returns whether the overloads of `bind` can infer the parameter's type, even through typealiases. They see only a
  /// wrapper type if there are several parameters, a default value, or an untyped value in a global actor.
  private func isSeen(_ parameter: InterfaceParameter) -> Bool {
    if function.mayHaveCompletion { return true }
    let isReadInside = function.isolation.isGlobal && parameter.syntax.type.isUntyped
    return function.parameters.count == 1 && parameter.defaultValue == nil && !isReadInside
  }

  private func literal(_ text: String) -> String {
    // The literal stays on one line, because it becomes part of an expression that is formatted later.
    text.debugDescription
  }
}
