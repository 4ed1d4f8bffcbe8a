/// A transform that inserts a tag at the start of an HTML document's head while the document is passed on. Only the
/// bytes before that position are held back.
package struct HeadInsertion: BodyTransform {
  private let tag: [UInt8]
  private var locator = HeadLocator()
  /// The document's encoding. Before the document's first bytes have been examined, this is the UTF-16 encoding that
  /// `Content-Type` declares, or `nil` if it declares none.
  private var encoding: TextEncoding?
  private var held: [UInt8] = []
  /// The number of bytes of `held` that the locator has read.
  private var scanned = 0
  private var isDone = false

  private static let longestMark = 3

  /// Creates a transform.
  /// - Parameters:
  ///   - tag: The tag in UTF-8.
  ///   - charset: The charset in `Content-Type`, in upper or lower case.
  package init(of tag: [UInt8], charset: String?) {
    self.tag = tag
    switch charset?.lowercased() {
    case "utf-16le": encoding = .littleEndianUTF16
    case "utf-16be": encoding = .bigEndianUTF16
    default: break
    }
    // WHATWG Encoding: "utf-16" without a byte order mark is little-endian.
    defaultEncoding = charset?.lowercased() == "utf-16" ? .littleEndianUTF16 : .bytes
  }

  private let defaultEncoding: TextEncoding

  package mutating func transform(_ piece: UnsafeRawBufferPointer, into output: inout [UInt8]) {
    if isDone {
      output += piece
      return
    }
    held += piece
    if held.count >= Self.longestMark { scan(isComplete: false, into: &output) }
  }

  package mutating func finish(into output: inout [UInt8]) {
    if !isDone { scan(isComplete: true, into: &output) }
  }

  private mutating func scan(isComplete: Bool, into output: inout [UInt8]) {
    let encoding = readMark()
    // Only whole code units are scanned.
    let end = held.count - (held.count - scanned) % encoding.unitLength
    let found = held[scanned..<end].withUnsafeBytes { encoding.feed($0, to: &locator) }
    scanned = end
    guard let units = found ?? (isComplete || held.count >= Insertion.searchLimit ? locator.positionAtEnd : nil) else {
      return
    }
    isDone = true
    let position = markLength + units * encoding.unitLength
    output += held[..<position]
    output += encoding.encode(tag)
    output += held[position...]
    held = []
  }

  private var markLength = 0

  private mutating func readMark() -> TextEncoding {
    if scanned > 0, let encoding { return encoding }
    let marked = held.withUnsafeBytes { TextEncoding(startOf: $0) }
    // A byte order mark takes precedence over `Content-Type` (WHATWG HTML, "determining the character encoding").
    let found = marked == .bytes ? encoding ?? defaultEncoding : marked
    markLength = marked == .bytes ? 0 : marked.markLength
    scanned = markLength
    encoding = found
    return found
  }
}
