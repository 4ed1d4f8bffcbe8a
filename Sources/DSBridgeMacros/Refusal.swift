import SwiftDiagnostics
import SwiftSyntax

/// The reason why a declaration cannot be exposed. Every declaration that is not exposed is reported.
enum Refusal: DiagnosticMessage {
  case notAnInterface
  case nothingExposed
  case dotted
  case isStatic, mutating, consuming, unavailable
  case generic, rethrowing, tuple, closureResult, closureInside
  case variadic, `inout`, isolatedParameter, autoclosure, voidParameter, existential
  case sameLabel(String)
  case completionNotLast, completionAndResult, completionReturns, completionParameters, completionResult
  case races
  case leavesWebView(String)
  case overloaded(String)
  case conditional
  case unexposedElsewhere

  var message: String {
    switch self {
    case .notAnInterface: "@Exposed goes with a class, struct, enum or actor"
    case .nothingExposed:
      "A page can call nothing here: @Exposed exposes the functions in the type's own braces, unless they are private"
    case .dotted: "A name with a dot cannot be exposed: a page would look for a namespace"
    case .isStatic: "A static function cannot be exposed: a page calls a value's functions"
    case .mutating: "A mutating function cannot be exposed: the bridge holds a copy; make the type a class"
    case .consuming: "A consuming function cannot be exposed: a page may call it again"
    case .unavailable: "An unavailable function cannot be exposed"
    case .generic: "A generic function cannot be exposed: a page's value does not tell its type"
    case .rethrowing: "A rethrowing function cannot be exposed: a page has no function to pass"
    case .tuple: "A tuple cannot be exposed: JSON has none; use a struct"
    case .closureResult: "A function that returns a closure cannot be exposed"
    case .closureInside: "A page has no closure to pass: only the last parameter may be one, the completion"
    case .variadic: "A variadic parameter cannot be exposed: use an array"
    case .inout: "An inout parameter cannot be exposed: return the new value"
    case .isolatedParameter: "An isolated parameter cannot be exposed: a page has no actor to pass"
    case .autoclosure: "An autoclosure cannot be exposed"
    case .voidParameter: "A parameter without a value cannot be exposed"
    case .existential: "A page's value does not tell its type: use one that is Decodable, or Any"
    case .sameLabel(let label): "Two parameters are called '\(label)': a page passes them by name"
    case .completionNotLast: "A closure can only be exposed as the last parameter: it is the completion"
    case .completionAndResult: "A function with a completion cannot return a result as well"
    case .completionReturns: "A completion returns Void"
    case .completionParameters: "A completion takes a value, and perhaps a Bool that is true with the last one"
    case .completionResult:
      "A Result cannot be exposed: use an async function that throws, or a completion of the value"
    case .races:
      "This async function would run outside the web view's isolation, and its type is not marked Sendable: it could race with other calls"
    case .leavesWebView(let actor):
      "This function runs on \(actor), and its type is not marked Sendable: it could race with other calls; write '@\(actor)' on the type"
    case .overloaded(let name): "'\(name)' is exposed already: a page finds functions by their bare name"
    case .conditional: "@Exposed does not see which branch of #if is compiled"
    case .unexposedElsewhere: "@unexposed goes with a function of an @Exposed type"
    }
  }

  var diagnosticID: MessageID {
    let name = "\(self)".prefix { $0 != "(" }
    return MessageID(domain: "DSBridge", id: String(name))
  }

  var severity: DiagnosticSeverity {
    switch self {
    case .nothingExposed: .warning
    default: .error
    }
  }

  func diagnostic(at node: some SyntaxProtocol, notes: [Note] = [], fixIts: [FixIt] = []) -> Diagnostic {
    Diagnostic(node: node, message: self, notes: notes, fixIts: fixIts)
  }
}

/// A note on another declaration that a refusal refers to.
struct RefusalNote: NoteMessage {
  let message: String

  var noteID: MessageID { MessageID(domain: "DSBridge", id: "note") }
}
