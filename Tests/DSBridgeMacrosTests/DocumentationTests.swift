import SwiftSyntax
import SwiftSyntaxBuilder
import Testing

@testable import DSBridgeMacros

@Suite(.timeLimit(.minutes(5))) struct DocumentationTests {
  @Test(arguments: [
    ("/// Adds one.", "Adds one."), ("///Adds one.", "Adds one."), ("///   Adds one.  ", "Adds one."),
    ("/// Adds\n/// one.", "Adds\none."), ("  /// Adds\n  ///   - a\n  ///\n  /// one.", "Adds\n  - a\n\none."),
    ("///\n/// Adds.\n///", "Adds."), ("// Not meant.", ""), ("/* Not meant. */", ""), ("", ""), ("///", ""),
    ("/** Adds one. */", "Adds one."), ("/**\n Adds\n one.\n */", "Adds\none."),
    ("/**\n * Adds\n *   one.\n *\n * More.\n */", "Adds\n  one.\n\nMore."),
    ("  /** Adds\n      one. */", "Adds\none."), ("/** Adds\n  * one. */", "Adds\none."),
    ("/**\n * a list\n or not\n */", "* a list\nor not"), ("/** a\r\n b */", "a\nb"), ("/***/", ""),
    ("// MARK: -\n\n/// Adds.", "Adds."), ("/// a\n/** b */", "a\nb"), ("///\tAdds.", "Adds."),
  ])
  func marksAndIndentationAreNoPartOfIt(comment: String, text: String) {
    let source: DeclSyntax = "\(raw: comment)\nfunc f() {}"
    #expect(DocumentationComment(source.leadingTrivia).text == text)
  }

  @Test func itIsWrittenAsALiteral() {
    expectExpansion(
      #"""
      @Exposed
      class A {
        /// Says "it\(1)".
        /// More.
        @objc func f(_ x: Int) {}
        /// Says.
        func g() {}
      }
      """#,
      #"""
      class A {
        /// Says "it\(1)".
        /// More.
        @objc func f(_ x: Int) {}
        /// Says.
        func g() {}

        nonisolated var exposedFunctions: [ExposedFunction] {
          [
            .bind("f", .value(), .nothing(), self.f(_:)).described("Says \"it\\(1)\".\nMore.", taking: [.init(nil, "x")]),
            .bind("g", .nothing(), self.g).described("Says."),
          ]
        }
      }

      extension A: nonisolated DSBridge.ExposedInterface {
      }
      """#)
  }
}
