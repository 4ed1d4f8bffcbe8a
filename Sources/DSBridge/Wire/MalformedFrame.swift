/// Why a frame was refused; the socket it came on is closed with 1002.
package struct MalformedFrame: Error, Equatable, CustomStringConvertible {
  /// Counted from 1.
  package var line: Int
  package var problem: String

  package init(line: Int, problem: String) {
    self.line = line
    self.problem = problem
  }

  package var description: String { "line \(line): \(problem)" }
}
