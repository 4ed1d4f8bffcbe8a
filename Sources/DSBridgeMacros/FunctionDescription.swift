import SwiftSyntax

/// A generator for the `.described(…)` call of one function. This call passes what only the declaration contains, such
/// as the documentation comment and the parameters' names.
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
    if !isInferred(parameter) { arguments.append(parameter.syntax.type.metatype) }
    if parameter.defaultValue != nil { arguments.append("hasDefault: true") }
    return ".init(\(arguments.joined(separator: ", ")))"
  }

  /// Returns whether `bind` infers the parameter's type from the bound function, even through typealiases. If it does
  /// not, the description must contain the type.
  ///
  /// `bind` cannot infer the type if the closure receives a wrapper instead of the value: `LabelledArguments` for
  /// several parameters, or `SoleArgument` for a default value or for a value such as `Any` in a function of a global
  /// actor.
  private func isInferred(_ parameter: InterfaceParameter) -> Bool {
    if function.mayHaveCompletion { return true }
    let isReadInside = function.isolation.isGlobal && parameter.syntax.type.isUntyped
    return function.parameters.count == 1 && parameter.defaultValue == nil && !isReadInside
  }

  private func literal(_ text: String) -> String {
    // The literal stays on one line, because it becomes part of an expression that is formatted later.
    text.debugDescription
  }
}
