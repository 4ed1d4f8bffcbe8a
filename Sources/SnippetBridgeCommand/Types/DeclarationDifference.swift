/// The functions and types that differ between two files of TypeScript declarations that SnippetBridge has written.
struct DeclarationDifference {
  /// The differences in the order of the new file, such as `till.total changed`. Removed parts are last.
  let changes: [String]
  /// The difference in one line if all functions and types are equal.
  private let rest: String

  init(from oldFile: String, to newFile: String) {
    let old = Self.parts(of: oldFile)
    let new = Self.parts(of: newFile)
    let before = Dictionary(old, uniquingKeysWith: { first, _ in first })
    let after = Set(new.map(\.name))
    changes =
      new.compactMap { name, text in
        guard let earlier = before[name] else { return "\(name) is new" }
        return earlier == text ? nil : "\(name) changed"
      } + old.filter { !after.contains($0.name) }.map { "\($0.name) was removed" }
    rest =
      old.map(\.name) == new.map(\.name)
      ? "line \(Self.firstDifference(oldFile, newFile)) differs, but no function or type changed"
      : "the order of the functions or types changed"
  }

  /// The first five differences, in one line. If no function or type changed, the difference in the other lines.
  var summary: String {
    guard !changes.isEmpty else { return rest }
    let further = changes.count - 5
    return changes.prefix(5).joined(separator: ", ") + (further > 0 ? ", and \(further) more" : "")
  }

  /// Returns the number of the first line of the old file that differs from the new file, or that only the old file
  /// has, or the number after its last line if only the new file has further lines.
  private static func firstDifference(_ old: String, _ new: String) -> Int {
    // The lines are compared by their bytes, because a character may consist of a carriage return and a line feed.
    let line = UInt8(ascii: "\n")
    let (old, new) = (
      old.utf8.split(separator: line, omittingEmptySubsequences: false),
      new.utf8.split(separator: line, omittingEmptySubsequences: false)
    )
    return zip(old, new).prefix { $0.elementsEqual($1) }.count + 1
  }

  /// Returns the functions, by their names in `native`, and the types, each with its text and its comment. The layout
  /// of the file is known: each nested level is indented by two more spaces.
  static func parts(of file: String) -> [(name: String, text: String)] {
    var parts: [(name: String, text: String)] = []
    var comment = ""
    var groups: [Substring] = []
    // The indentation of a declaration that continues on the next line.
    var continued: Int?
    for line in file.split(whereSeparator: \.isNewline) {
      let indentation = line.prefix { $0 == " " }.count
      let text = line.dropFirst(indentation)
      if let start = continued {
        parts[parts.endIndex - 1].text += "\n\(text)"
        if indentation == start { continued = nil }
      } else if text.hasPrefix("/**") || text.hasPrefix("*") {
        comment += "\(text)\n"
      } else if let type = typeName(text) {
        parts.append(("the type \(type)", comment + text))
        comment = ""
        if text.hasSuffix("{") { continued = indentation }
      } else if indentation >= 4, !text.hasPrefix("//") {
        if text.hasPrefix("}") {
          groups = groups.dropLast()
        } else if let name = groupName(text) {
          groups.append(name)
        } else {
          let name = text.prefix { $0 != "(" && $0 != ":" }
          let path = (groups + (name.isEmpty ? [] : [name])).joined(separator: ".")
          parts.append((path, comment + text))
          comment = ""
          if text.hasSuffix("{") { continued = indentation }
        }
      }
    }
    return parts
  }

  private static func typeName(_ text: Substring) -> Substring? {
    text.prefixMatch(of: /export (?:interface|type) ([^ ]*)/)?.1
  }

  /// Returns the name of a group of functions: `till` of `till: {`.
  private static func groupName(_ text: Substring) -> Substring? {
    text.hasSuffix(": {") && !text.contains("(") ? text.dropLast(3) : nil
  }
}
