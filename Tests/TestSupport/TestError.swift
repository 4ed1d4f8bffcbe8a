/// A failure of a test's own parts, as a sentence.
package struct TestError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
