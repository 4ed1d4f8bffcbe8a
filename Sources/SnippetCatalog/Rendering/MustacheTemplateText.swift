/// A page in a form that swift-mustache can parse safely. All tags are normalized to one form, and each text between
/// tags is replaced with a short placeholder, the *mark*. ``expand(_:limit:)`` inserts the texts into the output.
///
/// swift-mustache 2.1 is not designed for untrusted pages (docs/decisions/0022). For each `{` in a text, it counts all
/// characters up to the end of the page: 156 kB with scripts took 1.9 s, and a megabyte takes more than a minute. `{{=<
/// >=}}<#a></a>` crashes the process. Nesting is limited only by the thread's stack. `{{` before a line break is
/// dropped without an error.
struct MustacheTemplateText {
  /// The first byte of a mark, which is followed by the index of a text and by ``markEnd``. ``escape(_:)`` escapes this
  /// byte in values.
  private static let mark: UInt8 = 1
  private static let markEnd: UInt8 = 2
  private static let deepest = 64
  private static let longest = 128 << 10

  /// The sizes of the sections in the template, in bytes, keyed by the last part of a section's name.
  /// ``MustacheBudget`` charges this size for each iteration of a section. If several sections have the same key, the
  /// largest size is used.
  private(set) var roundSizes: [String: Int] = [:]

  private let page: [UInt8]
  /// The template. Its first line contains only a tag, so swift-mustache drops the line.
  private var output = Array("{{% CONTENT_TYPE:TEXT}}\n".utf8)
  /// The number of tags in the page.
  private(set) var tags = 0
  private var texts: [Range<Int>] = []
  private var open: [(name: String, start: Int)] = []
  /// The index after the last line break if only white space has followed it so far; otherwise `nil`.
  private var lineStart: Int?
  /// The white space after the last line break at the end of the page. swift-mustache would drop it.
  private var tail: ArraySlice<UInt8> = []

  init(_ page: [UInt8], tags limit: Int) throws(TemplateError) {
    self.page = page
    var lexer = MustacheLexer(page)
    while let piece = try lexer.next() {
      try add(piece)
      guard tags <= limit else { throw TemplateError("The template has more than \(limit) tags.") }
      guard output.count <= Self.longest else {
        throw TemplateError(
          "The tags of the template, with the white space around them, have more than \(Self.longest) bytes.")
      }
    }
    if let (name, _) = open.last { throw TemplateError("The section \"\(name)\" is not closed.") }
    guard let lineStart else { return }
    tail = output[lineStart...]
    output.removeSubrange(lineStart...)
  }

  /// The template for swift-mustache.
  var text: String { String(decoding: output, as: UTF8.self) }

  /// Escapes a value, so that it does not contain the byte that begins a mark.
  static func escape(_ value: String) -> String {
    guard value.utf8.contains(mark) else { return value }
    return value.split(separator: "\u{1}", omittingEmptySubsequences: false).joined(separator: "\u{1}e\u{2}")
  }

  /// Replaces the marks in swift-mustache's output with the texts of the page. Throws if the result has more than
  /// `limit` bytes.
  func expand(_ output: String, limit: Int) throws(TemplateError) -> [UInt8] {
    var result: [UInt8] = []
    var rest = Array(output.utf8)[...]
    while let start = rest.firstIndex(of: Self.mark) {
      result += rest[..<start]
      guard let end = rest[start...].firstIndex(of: Self.markEnd) else { break }
      let name = String(decoding: rest[(start + 1)..<end], as: UTF8.self)
      if let number = Int(name), texts.indices.contains(number) {
        result += page[texts[number]]
      } else {
        result.append(Self.mark)
      }
      guard result.count <= limit else { throw TemplateError("The page has more than \(limit) bytes.") }
      rest = rest[(end + 1)...]
    }
    result += rest
    result += tail
    guard result.count <= limit else { throw TemplateError("The page has more than \(limit) bytes.") }
    return result
  }

  private mutating func add(_ piece: MustachePiece) throws(TemplateError) {
    lineStart = nil
    switch piece {
    case .text(let range): return add(range)
    case .variable(let name): output += "{{\(name)}}".utf8
    case .nothing: output += "{{!}}".utf8
    case .section(let name, let sigil): try begin(name, sigil)
    case .end(let name): try end(name)
    }
    tags += 1
  }

  /// Adds a mark for a text. White space at both ends of the text stays in the template, because it determines
  /// whether a tag is alone on its line.
  private mutating func add(_ range: Range<Int>) {
    func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    let text = page[range]
    guard let first = text.firstIndex(where: { !isSpace($0) }), let last = text.lastIndex(where: { !isSpace($0) })
    else { return addSpace(text) }
    addSpace(text[..<first])
    output += [Self.mark] + "\(texts.count)".utf8 + [Self.markEnd]
    texts.append(first..<(last + 1))
    lineStart = nil
    addSpace(text[(last + 1)...])
  }

  private mutating func addSpace(_ space: ArraySlice<UInt8>) {
    if let newline = space.lastIndex(of: UInt8(ascii: "\n")) {
      lineStart = output.count + (newline + 1 - space.startIndex)
    }
    output += space
  }

  private mutating func begin(_ name: String, _ sigil: Unicode.Scalar) throws(TemplateError) {
    guard open.count < Self.deepest else {
      throw TemplateError("The sections of the template are nested deeper than \(Self.deepest) levels.")
    }
    open.append((name, output.count))
    output += "{{\(sigil)\(name)}}".utf8
  }

  private mutating func end(_ name: String) throws(TemplateError) {
    guard let (opened, start) = open.popLast() else {
      throw TemplateError("The section \"\(name)\" is closed but was not opened.")
    }
    guard name.isEmpty || name == opened else {
      throw TemplateError("The section \"\(name)\" is closed while \"\(opened)\" is open.")
    }
    output += "{{/\(opened)}}".utf8
    // swift-mustache looks up the value of a section by the last part of the name.
    let key = opened.split(separator: ".").last.map(String.init) ?? "."
    roundSizes[key] = max(roundSizes[key] ?? 0, output.count - start)
  }
}
