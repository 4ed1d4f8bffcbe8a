import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import DSBridgeMacros

/// Expands the macros `@Exposed` and `@unexposed` in `source`, and compares the result with `expanded`.
///
/// - Parameter isDerived: Whether the compiler reports that a superclass already conforms to `ExposedInterface`.
func expectExpansion(
  _ source: String, _ expanded: String, diagnostics: [DiagnosticSpec] = [], fixIts: [String]? = nil,
  fixed: String? = nil,
  isDerived: Bool = false, at location: Testing.SourceLocation = #_sourceLocation
) {
  assertMacroExpansion(
    source, expandedSource: expanded, diagnostics: diagnostics,
    macroSpecs: [
      "Exposed": MacroSpec(type: ExposedMacro.self, conformances: isDerived ? [] : ["DSBridge.ExposedInterface"]),
      "unexposed": MacroSpec(type: UnexposedMacro.self),
    ],
    applyFixIts: fixIts, fixedSource: fixed, indentationWidth: .spaces(2),
    failureHandler: { Issue.record(Comment(rawValue: $0.message), sourceLocation: location) })
}

/// Expands a class with one function. The generated list must contain the element `binding`, followed by `described`.
/// If `binding` is `nil`, the list must be empty.
func expectBinding(
  _ function: String, _ binding: String?, _ described: String = "", in header: String = "class A",
  diagnostics: [DiagnosticSpec] = [], at location: Testing.SourceLocation = #_sourceLocation
) {
  let array = binding.map { "[\n      \($0)\(described),\n    ]" } ?? "[]"
  expectExpansion(
    "@Exposed\n\(header) {\n  \(function)\n}",
    """
    \(header) {
      \(function.replacing("@unexposed ", with: ""))

      nonisolated var exposedFunctions: [ExposedFunction] {
        \(array)
      }
    }

    extension A: nonisolated DSBridge.ExposedInterface {
    }
    """, diagnostics: diagnostics, at: location)
}

/// Expands a class with one function, which the macro must refuse with `message`. Applying `fixIt` to the function must
/// produce `fixed`.
func expectRefusal(
  _ function: String, _ message: String, column: Int, in header: String = "class A", notes: [NoteSpec] = [],
  fixIts: [FixItSpec] = [unexposedFixIt], applying fixIt: String? = nil, gives fixed: String? = nil,
  at location: Testing.SourceLocation = #_sourceLocation
) {
  expectExpansion(
    "@Exposed\n\(header) {\n  \(function)\n}",
    """
    \(header) {
      \(function)

      nonisolated var exposedFunctions: [ExposedFunction] {
        []
      }
    }

    extension A: nonisolated DSBridge.ExposedInterface {
    }
    """,
    diagnostics: [DiagnosticSpec(message: message, line: 3, column: column, notes: notes, fixIts: fixIts)],
    fixIts: fixIt.map { [$0] }, fixed: fixed.map { "@Exposed\n\(header) {\n  \($0)\n}" }, at: location)
}

/// The warning about a type without functions for pages. The attribute is at the start of the source.
var nothingExposed: DiagnosticSpec {
  DiagnosticSpec(
    message:
      "@Exposed exposes no function here: it exposes only the non-private functions in the type's own braces",
    line: 1, column: 1, severity: .warning)
}

var unexposedFixIt: FixItSpec { FixItSpec(message: "Add '@unexposed'") }
