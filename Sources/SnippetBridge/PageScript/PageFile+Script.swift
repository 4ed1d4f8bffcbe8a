extension PageFile {
  /// Creates a script file for pages from the source, which is minified.
  init(script name: String, _ source: some Sequence<UInt8>) {
    self.init(name, source, type: "text/javascript", extension: "js")
  }

  /// Returns the tag that loads the script.
  func tag(_ attributes: String = "") -> String {
    "<script src=\"\(path)\" integrity=\"\(integrity)\"\(attributes)></script>"
  }

  /// Removes the parts of the script that browsers do not need, about a third of its size: comments, indentation, and
  /// most spaces. Comments at the end of a line or between code on a line are removed too.
  ///
  /// String literals in a script must not contain " // " or "/**".
  static func compact(_ script: some Sequence<UInt8>) -> String {
    let lines = Array(script).split(separator: UInt8(ascii: "\n")).map { line in
      let text = String(decoding: line.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
      let code = text.replacing(/\/\*\*.*?\*\/ ?/, with: "")
      return code.firstRange(of: " // ").map { String(code[..<$0.lowerBound]) } ?? code
    }
    let code = lines.filter { line in !line.isEmpty && !["//", "*", "/**"].contains { line.hasPrefix($0) } }
    return code.map(tighten).joined(separator: "\n") + "\n"
  }

  /// Removes the spaces around ``signs`` in a line of code. Keeps string literals unchanged. Also keeps everything
  /// after the first slash, because the slash may begin a regular expression. In the script, template literals must not
  /// span several lines.
  private static func tighten(_ line: String) -> String {
    let bytes = Array(line.utf8)
    var code: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let start = index
      index += 1
      switch bytes[start] {
      case UInt8(ascii: "/"): index = bytes.count
      case UInt8(ascii: "'"), UInt8(ascii: "`"):
        while index < bytes.count, bytes[index] != bytes[start] {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, bytes.count)
      case let sign where signs.contains(sign):
        if code.last == UInt8(ascii: " ") { code.removeLast() }
        code.append(sign)
        if index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
        continue
      default: break
      }
      code += bytes[start..<index]
    }
    return String(decoding: code, as: UTF8.self)
  }

  private static let signs = Set("{}(),;:?=&|".utf8)
}
