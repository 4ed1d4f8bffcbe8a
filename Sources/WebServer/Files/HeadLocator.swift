/// Finds where the first child of a document's `<head>` begins, byte by byte, without building a tree.
///
/// A script put there runs before any script of the page, and changes nothing else in the tree. It follows the WHATWG
/// HTML standard: the tokenizer (13.2.5) for how comments, doctypes and tags end, and the tree construction modes
/// "initial", "before html" and "before head" (13.2.6.4.1 to 13.2.6.4.3) for what may stand before the head: white
/// space, comments, doctypes, stray end tags and `<html>`. The place is right after `<head>`, or right before the first
/// thing that makes the parser supply a head of its own. Works on any encoding whose first 128 values are ASCII; feed
/// it no byte order mark.
///
/// The tree does change in two cases that no page has on purpose: a comment, doctype or tag that never ends comes after
/// the script, as the script would drown in it; and white space written as a reference (`&#32;`) counts as text.
struct HeadLocator {
  private enum State {
    case data
    case lessThan
    case endTagOpen
    case startTagName
    case endTagName
    case markupDeclaration
    case markupDeclarationDash
    /// Also the doctype: both end at the first `>`, in quotes or not.
    case bogusComment
    case comment(HeadLocator.Comment)
    case attributes(HeadLocator.Attributes)
  }

  private var state = State.data
  private var count = 0
  /// Where the construct began that is being read.
  private var start = 0
  /// The tag's name in lower case, no longer than can matter.
  private var name: [UInt8] = []
  private var isEndTag = false

  /// The place if the file ends here. What is unfinished then would swallow a tag put after it, so the place is before
  /// it.
  var positionAtEnd: Int {
    if case .data = state { count } else { start }
  }

  /// Takes the next byte. Returns the place once it is known, counted from the first byte read; call no more after
  /// that.
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
      if byte.isASCIILetter {
        beginTag(byte, isEndTag: true)
      } else {
        state = byte == UInt8(ascii: ">") ? .data : .bogusComment
      }
    case .startTagName, .endTagName:
      return readName(byte)
    case .markupDeclaration:
      state = byte == UInt8(ascii: "-") ? .markupDeclarationDash : .bogusComment
      if byte == UInt8(ascii: ">") { state = .data }
    case .markupDeclarationDash:
      state = byte == UInt8(ascii: "-") ? .comment(.start) : .bogusComment
      if byte == UInt8(ascii: ">") { state = .data }
    case .bogusComment:
      if byte == UInt8(ascii: ">") { state = .data }
    case .comment(let comment):
      state = comment.after(byte).map { .comment($0) } ?? .data
    case .attributes(let attributes):
      guard let next = attributes.after(byte) else { return endTag() }
      state = .attributes(next)
    }
    return nil
  }

  private mutating func beginTag(_ byte: UInt8, isEndTag: Bool) {
    self.isEndTag = isEndTag
    name = [byte | 0x20]
    state = isEndTag ? .endTagName : .startTagName
  }

  private mutating func readName(_ byte: UInt8) -> Int? {
    if !byte.isHTMLSpace, byte != UInt8(ascii: "/"), byte != UInt8(ascii: ">") {
      if name.count <= 4 { name.append(byte.isASCIILetter ? byte | 0x20 : byte) }
      return nil
    }
    // These make the parser supply a head; every other end tag here is ignored, every other start tag is not.
    let belongsBefore = isEndTag ? !Self.endTagsThatMatter.contains(name) : Self.startTagsBefore.contains(name)
    guard belongsBefore else { return start }
    guard let next = Attributes.beforeName.after(byte) else { return endTag() }
    state = .attributes(next)
    return nil
  }

  private mutating func endTag() -> Int? {
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
