/// A tag of a Mustache template, or a text between tags.
enum MustachePiece: Equatable {
  case text(Range<Int>)
  /// The tag `{{name}}`. In text mode, `{{{name}}}` and `{{&name}}` have the same meaning.
  case variable(String)
  /// The tag that begins a section (`{{#name}}`), an inverted section (`{{^name}}`) or a block (`{{$name}}`).
  /// Inheriting templates may replace a block. Pages have no inheriting templates, so the default content is used.
  case section(String, sigil: Unicode.Scalar)
  /// The tag `{{/name}}`. An empty name ends the innermost section.
  case end(String)
  /// A comment or a change of delimiters, which produces no output. If the tag is alone on its line, the line is
  /// removed.
  case nothing
}

/// A lexer that splits a template into pieces in one pass.
struct MustacheLexer {
  private let bytes: [UInt8]
  private var index = 0
  /// The index of the last tag.
  private var tag = 0
  private var open = Array("{{".utf8)
  private var close = Array("}}".utf8)

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the next piece, or `nil` at the end. There is no text piece between two adjacent tags.
  mutating func next() throws(TemplateError) -> MustachePiece? {
    if index == bytes.count { return nil }
    let start = index
    guard let found = bytes.firstIndex(of: open, from: index) else {
      index = bytes.count
      return .text(start..<index)
    }
    if found > start {
      index = found
      return .text(start..<found)
    }
    tag = found
    index = found + open.count
    return try readTag()
  }

  private mutating func readTag() throws(TemplateError) -> MustachePiece {
    let sigil = Unicode.Scalar(bytes.indices.contains(index) ? bytes[index] : 0)
    if "{&#^$/!%=><".unicodeScalars.contains(sigil) { index += 1 }
    switch sigil {
    case "{": return .variable(try name(before: Array("}".utf8) + close))
    case "#", "^", "$": return .section(try name(before: close), sigil: sigil)
    case "/": return .end(try name(before: close, mayBeEmpty: true))
    case "!", "%":
      _ = try content(before: close)
      return .nothing
    case "=":
      try readDelimiters()
      return .nothing
    case ">", "<":
      throw TemplateError("The template includes a partial, which is not supported.")
    default: return .variable(try name(before: close))
    }
  }

  private mutating func content(before end: [UInt8]) throws(TemplateError) -> String {
    guard let found = bytes.firstIndex(of: end, from: index) else {
      throw TemplateError("A tag is not closed: \(excerpt).")
    }
    defer { index = found + end.count }
    return String(decoding: bytes[index..<found], as: UTF8.self)
  }

  private mutating func name(before end: [UInt8], mayBeEmpty: Bool = false) throws(TemplateError) -> String {
    let name = try content(before: end).trimming(while: \.isWhitespace)
    guard Self.isName(name) || name.isEmpty && mayBeEmpty else {
      throw TemplateError("A tag has no name: \(excerpt).")
    }
    return name
  }

  private mutating func readDelimiters() throws(TemplateError) {
    let parts = try content(before: Array("=".utf8) + close).split(whereSeparator: \.isWhitespace)
    guard parts.count == 2, !parts.joined().contains("=") else {
      throw TemplateError("A delimiter tag must contain two delimiters: \(excerpt).")
    }
    open = Array(parts[0].utf8)
    close = Array(parts[1].utf8)
  }

  /// Returns whether a text is a name, such as `.`, `name`, `a.b-c` or `.anchored`.
  private static func isName(_ text: String) -> Bool {
    if text == "." { return true }
    let parts = (text.hasPrefix(".") ? text.dropFirst() : text[...])
      .split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 32
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { $0.isOfWord || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "?") }
      }
  }

  /// The beginning of the last tag and its line number, for error messages.
  private var excerpt: String {
    let line = bytes[...tag].lazy.filter { $0 == UInt8(ascii: "\n") }.count + 1
    let text = String(decoding: bytes[tag...].prefix(40), as: UTF8.self)
    return "line \(line), \"\(text.prefix { !$0.isNewline }.prefix(30))\""
  }
}
