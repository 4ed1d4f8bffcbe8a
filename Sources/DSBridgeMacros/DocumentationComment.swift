import SwiftSyntax

/// The text of a declaration's documentation comment, without the comment marks.
struct DocumentationComment {
  /// The unindented text, or "" if the declaration has no documentation comment.
  let text: String

  /// Collects the documentation comments of `trivia`, the trivia before the declaration.
  init(_ trivia: Trivia) {
    var lines: [Substring] = []
    for piece in trivia {
      switch piece {
      case .docLineComment(let comment): lines.append(comment.dropFirst(3))
      case .docBlockComment(let comment): lines += DocumentationComment.lines(ofBlock: comment)
      default: continue
      }
    }
    text = DocumentationComment.unindented(lines.map { $0.replacing("\t", with: "  ")[...] })
  }

  /// Returns the lines of a `/** … */` comment. Removes the leading asterisks if all lines except the first have one.
  private static func lines(ofBlock comment: String) -> [Substring] {
    var lines = comment.dropFirst(3).dropLast(2).split(omittingEmptySubsequences: false) { $0.isNewline }
    let rest = lines.dropFirst().filter { !$0.allSatisfy(\.isWhitespace) }
    if !rest.isEmpty, rest.allSatisfy({ $0.drop(while: \.isWhitespace).first == "*" }) {
      for index in lines.indices.dropFirst() { lines[index] = lines[index].drop(while: \.isWhitespace).dropFirst() }
    }
    // The first line, which follows the opening mark, is given the indentation of the other lines.
    if lines.count > 1, let first = lines.first {
      let indentation = indentation(of: lines.dropFirst())
      lines[0] = String(repeating: " ", count: indentation) + first.drop(while: \.isWhitespace)
    }
    return lines
  }

  private static func unindented(_ lines: [Substring]) -> String {
    let indentation = indentation(of: lines[...])
    var lines = lines.map { line in
      var line = line.dropFirst(min(indentation, line.prefix(while: \.isWhitespace).count))
      while line.last?.isWhitespace == true { line.removeLast() }
      return line
    }
    while lines.first?.isEmpty == true { lines.removeFirst() }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  private static func indentation(of lines: ArraySlice<Substring>) -> Int {
    lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix(while: \.isWhitespace).count }.min() ?? 0
  }
}
