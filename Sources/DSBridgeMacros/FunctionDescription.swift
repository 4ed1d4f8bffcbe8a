import SwiftSyntax

/// Writes `.described(…)` for one function: what only its declaration tells.
struct FunctionDescription {
  let function: InterfaceFunction

  /// "" when there is nothing to say.
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

  /// The overloads of `bind` see the type of one parameter, through typealiases. Of several, or one that is read with a
  /// default or inside a global actor, they see a stand-in.
  private func isSeen(_ parameter: InterfaceParameter) -> Bool {
    if function.mayHaveCompletion { return true }
    let isReadInside = function.isolation.isGlobal && parameter.syntax.type.isUntyped
    return function.parameters.count == 1 && parameter.defaultValue == nil && !isReadInside
  }

  private func literal(_ text: String) -> String {
    // On one line, whatever the text: it stands in an expression that is formatted later.
    text.debugDescription
  }
}
