/// A scanner that finds the position of the first child of a document's `<head>`, byte by byte, without building a
/// tree.
///
/// A script that is inserted there runs before all scripts of the page, and does not change the rest of the tree. The
/// scanner follows the WHATWG HTML standard. The tokenizer (13.2.5) defines the ends of comments, doctypes and tags.
/// The tree construction modes "initial", "before html" and "before head" (13.2.6.4.1 to 13.2.6.4.3) define what may
/// precede the head: white space, comments, doctypes, stray end tags and `<html>`. The position is right after
/// `<head>`, or right before the first token that makes the parser insert a head by itself. Works with any encoding
/// whose first 128 values are ASCII. The input must not contain a byte order mark.
///
/// In two cases, which no author writes intentionally, the insertion changes the rest of the tree. A comment, doctype
/// or tag that never ends is moved after the script, because the script would otherwise become part of it. White space
/// that is written as a character reference (`&#32;`) counts as text, so the script is inserted before it.
struct HeadLocator {
  private enum State {
    case data
    case lessThan
    case endTagOpen
    case tagName
    case markupDeclaration
    case markupDeclarationDash
    /// A bogus comment or a doctype: both end at the first `>`, even inside quotes.
    case bogusComment
    case comment(HeadLocator.Comment)
    case attributes(HeadLocator.Attributes)
  }

  private var state = State.data
  private var count = 0
  /// The position at which the current construct began.
  private var start = 0
  /// The tag's name in lower case, truncated to the length needed for comparisons.
  private var name: [UInt8] = []
  private var isEndTag = false

  /// The position to use if the file ends after the bytes that have been read. If a comment or tag is unfinished, the
  /// position is before it, because the inserted script would otherwise become part of it.
  var positionAtEnd: Int {
    if case .data = state { count } else { start }
  }

  /// Reads the next byte. Returns the position, relative to the first byte read, once it is known. Must not be called
  /// after that.
  mutating func read(_ byte: UInt8) -> Int? {
    count += 1
    switch state {
    case .data:
      if byte == UInt8(ascii: "<") {
        start = count - 1
        state = .lessThan
      } else if !byte.isHTMLSpace {
        return count - 1
      }
    case .lessThan:
      switch byte {
      case UInt8(ascii: "!"): state = .markupDeclaration
      case UInt8(ascii: "/"): state = .endTagOpen
      case UInt8(ascii: "?"): state = .bogusComment
      default:
        guard byte.isASCIILetter else { return start }
        beginTag(byte, isEndTag: false)
      }
    case .endTagOpen:
      if byte.isASCIILetter { beginTag(byte, isEndTag: true) } else { readBogusComment(byte) }
    case .tagName: return readName(byte)
    case .markupDeclaration:
      if byte == UInt8(ascii: "-") { state = .markupDeclarationDash } else { readBogusComment(byte) }
    case .markupDeclarationDash:
      if byte == UInt8(ascii: "-") { state = .comment(.start) } else { readBogusComment(byte) }
    case .bogusComment: readBogusComment(byte)
    case .comment(let comment):
      state = comment.after(byte).map { .comment($0) } ?? .data
    case .attributes(let attributes): return readAttributes(byte, from: attributes)
    }
    return nil
  }

  private mutating func readBogusComment(_ byte: UInt8) {
    state = byte == UInt8(ascii: ">") ? .data : .bogusComment
  }

  private mutating func beginTag(_ byte: UInt8, isEndTag: Bool) {
    self.isEndTag = isEndTag
    name = [byte | 0x20]
    state = .tagName
  }

  private mutating func readName(_ byte: UInt8) -> Int? {
    if !byte.isHTMLSpace, byte != UInt8(ascii: "/"), byte != UInt8(ascii: ">") {
      if name.count <= 4 { name.append(byte.isASCIILetter ? byte | 0x20 : byte) }
      return nil
    }
    // A start tag other than `head` or `html`, or one of these end tags, makes the parser insert a head by itself. The
    // parser ignores all other end tags here.
    let belongsBefore = isEndTag ? !Self.endTagsThatMatter.contains(name) : Self.startTagsBefore.contains(name)
    guard belongsBefore else { return start }
    return readAttributes(byte, from: .beforeName)
  }

  private mutating func readAttributes(_ byte: UInt8, from attributes: Attributes) -> Int? {
    if let next = attributes.after(byte) {
      state = .attributes(next)
      return nil
    }
    if !isEndTag, name == Self.head { return count }
    state = .data
    return nil
  }

  private static let head = Array("head".utf8)
  private static let startTagsBefore = [head, Array("html".utf8)]
  private static let endTagsThatMatter = ["head", "body", "html", "br"].map { Array($0.utf8) }
}

extension UInt8 {
  /// Tab, line feed, form feed, carriage return (which HTML reads as a line feed) or space.
  fileprivate var isHTMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }

  fileprivate var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}

extension HeadLocator {
  /// The part of a tag after its name (WHATWG HTML 13.2.5.32 to 13.2.5.40).
  enum Attributes {
    /// The position before a name, or after a closing quote or a `/`.
    case beforeName
    /// The position in a name or after it.
    case name
    case beforeValue
    case value(quote: UInt8)
    case unquotedValue

    /// Returns the state after `byte`, or `nil` if `byte` ends the tag.
    func after(_ byte: UInt8) -> Attributes? {
      switch self {
      case .value(let quote):
        return byte == quote ? .beforeName : self
      case .beforeValue where byte.isHTMLSpace:
        return self
      case .beforeValue where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"):
        return .value(quote: byte)
      case _ where byte == UInt8(ascii: ">"):
        return nil
      case .beforeValue:
        return .unquotedValue
      case .unquotedValue:
        return byte.isHTMLSpace ? .beforeName : self
      case .name:
        if byte == UInt8(ascii: "=") { return .beforeValue }
        return byte == UInt8(ascii: "/") ? .beforeName : .name
      case .beforeName:
        // In this state, an "=" is the first character of an attribute's name.
        return byte.isHTMLSpace || byte == UInt8(ascii: "/") ? .beforeName : .name
      }
    }
  }
}

extension HeadLocator {
  /// The part of a comment after `<!--` (WHATWG HTML 13.2.5.43 to 13.2.5.52). The states for `<` in a comment are
  /// omitted because they only report errors.
  enum Comment {
    case start
    case startDash
    case inside
    case endDash
    case end
    case endBang

    /// Returns the state after `byte`, or `nil` if `byte` ends the comment.
    func after(_ byte: UInt8) -> Comment? {
      switch (self, byte) {
      case (.start, UInt8(ascii: ">")), (.startDash, UInt8(ascii: ">")): nil
      case (.end, UInt8(ascii: ">")), (.endBang, UInt8(ascii: ">")): nil
      case (.start, UInt8(ascii: "-")): .startDash
      case (.inside, UInt8(ascii: "-")), (.endBang, UInt8(ascii: "-")): .endDash
      case (.startDash, UInt8(ascii: "-")), (.endDash, UInt8(ascii: "-")), (.end, UInt8(ascii: "-")): .end
      case (.end, UInt8(ascii: "!")): .endBang
      default: .inside
      }
    }
  }
}
