/// A transform that inserts a tag at the start of an HTML document's head while the document is passed on. Only the
/// bytes before that position are held back.
package struct HeadInsertion: BodyTransform {
  private let tag: [UInt8]
  private var locator = HeadLocator()
  /// The encoding that `Content-Type` declares.
  private let declared: TextEncoding
  /// The document's encoding, or `nil` before the document's first bytes have been examined.
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
    declared =
      switch charset?.lowercased() {
      // WHATWG Encoding: "utf-16" without a byte order mark is little-endian.
      case "utf-16", "utf-16le": .littleEndianUTF16
      case "utf-16be": .bigEndianUTF16
      default: .bytes
      }
  }

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
    let encoding = encoding ?? readMark()
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
    let marked = held.withUnsafeBytes { TextEncoding(startOf: $0) }
    // A byte order mark takes precedence over `Content-Type` (WHATWG HTML, "determining the character encoding").
    let found = marked == .bytes ? declared : marked
    markLength = marked.mark.count
    scanned = markLength
    encoding = found
    return found
  }
}
