import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

@testable import DSBridgeMacros

// The toolchain's swift-syntax has no test support. So these functions expand macros themselves.

/// A diagnostic that a macro reports.
struct DiagnosticSpec: Equatable {
  var message: String
  var line: Int
  var column: Int
  var severity = DiagnosticSeverity.error
  var notes: [NoteSpec] = []
  var fixIts: [FixItSpec] = []
}

struct NoteSpec: Equatable {
  var message: String
  var line: Int
  var column: Int
}

struct FixItSpec: Equatable {
  var message: String
}

/// Expands the macros `@Exposed` and `@unexposed` in `source`, and compares the result with `expanded`.
///
/// - Parameters:
///   - fixIts: The messages of the fix-its that are applied to the source. The result must be `fixed`.
///   - isDerived: Whether the compiler reports that a superclass already conforms to `ExposedInterface`.
func expectExpansion(
  _ source: String, _ expanded: String, diagnostics: [DiagnosticSpec] = [], fixIts: [String]? = nil,
  fixed: String? = nil,
  isDerived: Bool = false, at location: Testing.SourceLocation = #_sourceLocation
) {
  let file = Parser.parse(source: source)
  let context = BasicMacroExpansionContext(sourceFiles: [file: .init(moduleName: "Shop", fullFilePath: "Shop.swift")])
  let result = file.expand(
    macroSpecs: [
      "Exposed": MacroSpec(type: ExposedMacro.self, conformances: isDerived ? [] : ["DSBridge.ExposedInterface"]),
      "unexposed": MacroSpec(type: UnexposedMacro.self),
    ],
    contextGenerator: { node in
      BasicMacroExpansionContext(sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
    },
    indentationWidth: .spaces(2)
  ).description
  #expect(!Parser.parse(source: result).hasError, "not Swift: \(result)", sourceLocation: location)
  #expect(result.trimmingNewlines() == expanded.trimmingNewlines(), sourceLocation: location)
  #expect(context.diagnostics.map { $0.spec(in: context) } == diagnostics, sourceLocation: location)
  if let fixed {
    #expect(context.applyFixIts(to: source, messages: fixIts) == fixed, sourceLocation: location)
  }
}

extension Diagnostic {
  fileprivate func spec(in context: BasicMacroExpansionContext) -> DiagnosticSpec {
    let place = context.location(for: position, anchoredAt: node, fileName: "")
    return DiagnosticSpec(
      message: message, line: place.line, column: place.column, severity: diagMessage.severity,
      notes: notes.map { note in
        let place = context.location(for: note.position, anchoredAt: note.node, fileName: "")
        return NoteSpec(message: note.message, line: place.line, column: place.column)
      },
      fixIts: fixIts.map { FixItSpec(message: $0.message.message) })
  }
}

extension BasicMacroExpansionContext {
  /// Returns the source after applying the fix-its with these messages, or else the first fix-it of each diagnostic.
  fileprivate func applyFixIts(to source: String, messages: [String]?) -> String {
    let messages = messages ?? diagnostics.compactMap { $0.fixIts.first?.message.message }
    let changes = diagnostics.flatMap(\.fixIts).filter { messages.contains($0.message.message) }.flatMap(\.changes)
    let edits = changes.map(edit).sorted { $0.range.lowerBound > $1.range.lowerBound }
    var bytes = Array(source.utf8)
    for edit in edits { bytes.replaceSubrange(edit.range, with: edit.text.utf8) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the range of bytes of the source that a change replaces, and the new text. The macros replace only nodes.
  private func edit(_ change: FixIt.Change) -> (range: Range<Int>, text: String) {
    guard case .replace(let old, let new) = change else { fatalError("The tests cannot apply the change \(change).") }
    let ends = [old.position, old.endPosition].map { location(for: $0, anchoredAt: old, fileName: "").offset }
    return (ends[0]..<ends[1], new.description)
  }
}

extension String {
  fileprivate func trimmingNewlines() -> Substring {
    var text = self[...]
    while text.first?.isNewline == true { text.removeFirst() }
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
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
