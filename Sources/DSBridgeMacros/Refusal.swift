import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The reason why a declaration cannot be exposed, as the message to its author. Each function that is neither exposed
/// nor hidden (by `private`, `fileprivate` or `@unexposed`) is reported with such a reason. A `%` stands for a name.
enum Refusal: String {
  case notAnInterface = "@Exposed can only be applied to a class, struct, enum or actor"
  case nothingExposed =
    "@Exposed exposes no function here: it exposes only the non-private functions in the type's own braces"
  case dotted = "A name with a dot cannot be exposed: pages read the part before a dot as a namespace"
  case isStatic = "A static function cannot be exposed: pages can only call instance functions"
  case mutating = "A mutating function cannot be exposed: the bridge holds a copy of the value; make the type a class"
  case consuming = "A consuming function cannot be exposed: a page may call it more than once"
  case unavailable = "An unavailable function cannot be exposed"
  case generic = "A generic function cannot be exposed: a value from a page does not determine the generic type"
  case rethrowing = "A rethrowing function cannot be exposed: a page cannot pass a Swift function"
  case tuple = "A tuple cannot be exposed: JSON has no tuples; use a struct"
  case closureResult = "A function that returns a closure cannot be exposed"
  case closureInside = "A page cannot pass a closure: only the last parameter can be a closure, the completion"
  case variadic = "A variadic parameter cannot be exposed: use an array"
  case `inout` = "An inout parameter cannot be exposed: return the new value"
  case isolatedParameter = "An isolated parameter cannot be exposed: a page cannot pass an actor"
  case autoclosure = "An autoclosure cannot be exposed"
  case voidParameter = "A parameter without a value cannot be exposed"
  case existential = "A value from a page does not determine the type: use a Decodable type, or Any"
  case sameLabel = "Two parameters have the label '%': pages pass arguments by label"
  case completionNotLast = "A closure can only be exposed as the last parameter, the completion"
  case completionAndResult = "A function with a completion cannot return a result as well"
  case completionReturns = "A completion must return Void"
  case completionParameters = "A completion takes at most a value and a Bool, which is true for the last value"
  case completionResult =
    "A Result cannot be exposed: use an async function that throws, or a completion that takes the value"
  case races =
    "This async function would run outside the web view's isolation, and its type is not marked Sendable: it could race with other calls"
  case leavesWebView =
    "This function runs on %, and its type is not marked Sendable: it could race with other calls; write '@%' on the type"
  case overloaded = "'%' is already exposed: pages find functions by their base name"
  case conditional = "A function inside #if cannot be exposed: @Exposed does not know which branch is compiled"
  case unexposedElsewhere = "@unexposed can only be applied to a function of an @Exposed type"

  /// Returns the diagnostic. `name` replaces each `%` in the message.
  func diagnostic(
    at node: some SyntaxProtocol, naming name: String = "", notes: [Note] = [], fixIts: [FixIt] = []
  ) -> Diagnostic {
    let text = rawValue.replacing("%", with: name)
    let message: any DiagnosticMessage =
      self == .nothingExposed ? MacroExpansionWarningMessage(text) : MacroExpansionErrorMessage(text)
    return Diagnostic(node: node, message: message, notes: notes, fixIts: fixIts)
  }
}
