/// A Swift comment as JSDoc: `- Parameter x:` becomes `@param x`. A `*/` inside the text is escaped.
struct TypeScriptComment {
  private let lines: [String]

  /// Converts a documentation comment.
  /// - Parameter parameters: the TypeScript names, keyed by the names that the Swift comment uses.
  init(_ documentation: String, parameters: [String: String]) {
    var isInList = false
    lines = documentation.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> String? in
      let text = TypeScriptComment.plain(line)
      let content = text.drop { $0 == " " }
      if content == "- Parameters:" {
        isInList = true
        return nil
      }
      if let rest = TypeScriptComment.after("- Parameter ", in: content) {
        return TypeScriptComment.parameter(rest, parameters)
      }
      if let rest = TypeScriptComment.after("- Returns:", in: content) { return "@returns\(rest)" }
      if let rest = TypeScriptComment.after("- Throws:", in: content) { return "@throws\(rest)" }
      if isInList, text.count > content.count, content.contains(":"),
        let rest = TypeScriptComment.after("- ", in: content)
      {
        return TypeScriptComment.parameter(rest, parameters)
      }
      if !content.isEmpty, text.count == content.count { isInList = false }
      return text
    }
  }

  /// Returns the comment with its line end; "" if it is empty.
  func text(indentation: String) -> String {
    guard lines != [""] else { return "" }
    guard lines.count > 1 else { return lines.first.map { "\(indentation)/** \($0) */\n" } ?? "" }
    let body = lines.map { "\(indentation) *\($0.isEmpty ? "" : " \($0)")\n" }.joined()
    return "\(indentation)/**\n\(body)\(indentation) */\n"
  }

  private static func plain(_ line: Substring) -> String {
    // In a Swift comment, a link has two backticks, and code has one.
    String(line).replacing("*/", with: "*\\/").replacing("``", with: "`")
  }

  private static func after(_ prefix: String, in text: Substring) -> Substring? {
    text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : nil
  }

  private static func parameter(_ text: Substring, _ parameters: [String: String]) -> String {
    guard let colon = text.firstIndex(of: ":") else { return "@param \(text)" }
    let name = String(text[..<colon])
    return "@param \(parameters[name] ?? name)\(text[colon...].dropFirst())"
  }
}
