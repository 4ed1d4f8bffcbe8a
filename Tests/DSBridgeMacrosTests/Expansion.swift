import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import DSBridgeMacros

/// Expands `source`, whose macros are `@Exposed` and `@unexposed`, and compares.
///
/// - Parameter isDerived: the compiler says that a superclass conforms already.
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

/// Expands a class with this one member, which must give this one element, or none.
func expectBinding(
  _ function: String, _ binding: String?, in header: String = "class A",
  at location: Testing.SourceLocation = #_sourceLocation
) {
  let array = binding.map { "[\n      \($0),\n    ]" } ?? "[]"
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
    """, at: location)
}

/// Expands a class with this one member, which must be refused.
func expectRefusal(
  _ function: String, _ message: String, column: Int, in header: String = "class A", notes: [NoteSpec] = [],
  fixIts: [FixItSpec] = [unexposedFixIt],
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
    diagnostics: [DiagnosticSpec(message: message, line: 3, column: column, notes: notes, fixIts: fixIts)], at: location
  )
}

var unexposedFixIt: FixItSpec { FixItSpec(message: "Add '@unexposed'") }
