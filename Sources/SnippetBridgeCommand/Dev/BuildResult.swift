import SnippetBridgeDevelopment

/// The result of a build.
enum BuildResult: Equatable, Sendable {
  /// The build has succeeded. `isNew` is whether the executable has changed.
  case succeeded(isNew: Bool)
  case failed([Problem])
}

/// A reader for the output of `swift build`.
enum BuildOutput {
  /// Returns the errors of the compiler with their lines of source code. If the compiler has reported none, returns one
  /// problem with the lines that contain `error:`, or with the last lines if there are no such lines.
  /// - Parameter sourceLine: A function that returns a line of a file, by its number from 1.
  static func problems(in output: [String], sourceLine: (_ path: String, _ number: Int) -> String?) -> [Problem] {
    var problems: [Problem] = []
    for case let match? in output.map({ $0.wholeMatch(of: /(\/[^:]+):(\d+):(\d+): error: (.+)/) }) {
      let (_, path, line, column, text) = match.output
      var lines: [String] = []
      if let source = Int(line).flatMap({ sourceLine(String(path), $0) }), let column = Int(column) {
        // The compiler counts bytes. The line with the mark repeats the tabs, so that the mark is below the column.
        let before = String(decoding: source.utf8.prefix(max(0, column - 1)), as: UTF8.self)
        lines = [String(source.prefix(500)), String(before.map { $0 == "\t" ? "\t" : " " }) + "^"]
      }
      let problem = Problem("\(path):\(line):\(column): \(text)", lines: lines)
      // The compiler reports an error again for each target that compiles the file.
      if !problems.contains(problem) { problems.append(problem) }
    }
    guard problems.isEmpty else { return Array(problems.prefix(largestCount)) }
    let errors = output.filter { $0.contains("error:") }
    let lines = errors.isEmpty ? Array(output.suffix(20)) : Array(errors.prefix(20))
    return [Problem("The build failed.", lines: lines)]
  }

  /// The maximum number of errors to show. One mistake often causes many.
  private static let largestCount = 20
}
