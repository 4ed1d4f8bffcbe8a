/// A reader that parses JSON text from left to right, directly into the requested type.
///
/// The reader never traps, whatever the text contains. Nesting is limited, so that neither this reader nor a recursive
/// caller overflows the stack.
package struct JSONReader {
  /// The maximum nesting of a message's values. Foundation's decoder has the same limit.
  package static let depthLimit = 512

  package let bytes: ArraySlice<UInt8>
  package var index: Int
  private var depth = 0
  private let depthLimit: Int
  /// The problem at the index, as a sentence. Set by ``malformed(_:)``.
  private(set) var problem = ""

  package init(_ json: JSON, depthLimit: Int = JSONReader.depthLimit) {
    bytes = json.bytes
    index = bytes.startIndex
    self.depthLimit = depthLimit
  }

  /// Returns the error for a text that is not JSON. `problem` is a sentence about the byte at the index.
  mutating func malformed(_ problem: String) -> BridgeError {
    self.problem = problem
    return BridgeError(.malformed, "The JSON is malformed at byte \(index - bytes.startIndex). \(problem)")
  }

  /// Moves back to the start of a token and returns the error for it.
  mutating func malformed(from start: Int, _ problem: String) -> BridgeError {
    index = start
    return malformed(problem)
  }

  /// Returns the error for a missing value.
  mutating func missingValue() -> BridgeError {
    malformed(index < bytes.endIndex ? "Expected a value." : "Expected a value, but the text ends.")
  }

  // MARK: Tokens

  /// Returns the first byte of the next token, without reading it; nil at the end.
  package mutating func peek() -> UInt8? {
    while index < bytes.endIndex {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      case let byte: return byte
      }
    }
    return nil
  }

  /// Reads `byte` if it comes next. Returns whether it was read.
  mutating func skip(_ byte: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }

  package mutating func expectEnd() throws(BridgeError) {
    guard peek() == nil else { throw malformed("Unexpected text after the value.") }
  }

  // MARK: Values

  /// Reads `word` if it comes next. Returns whether it was read.
  mutating func skip(word: StaticString) -> Bool {
    guard peek() != nil else { return false }
    let isNext = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
    if isNext { index += word.utf8CodeUnitCount }
    return isNext
  }

  mutating func bool() throws -> Bool {
    if skip(word: "true") { return true }
    if skip(word: "false") { return false }
    throw JSONMismatch(index: index)
  }

  /// Reads an array. Calls `element` for each element, with the element's index in the array; `element` must read the
  /// element. Throws if the next value is not an array.
  package mutating func array(_ element: (inout JSONReader, Int) throws -> Void) throws {
    guard skip("[") else { throw JSONMismatch(index: index) }
    try enter()
    if !skip("]") {
      var count = 0
      repeat {
        try element(&self, count)
        count += 1
      } while skip(",")
      guard skip("]") else { throw malformed("Expected a comma or ].") }
    }
    depth -= 1
  }

  /// Reads an object. Calls `member` with the name of each member; `member` must read the member's value. Throws if the
  /// next value is not an object.
  package mutating func object(_ member: (inout JSONReader, String) throws -> Void) throws {
    guard skip("{") else { throw JSONMismatch(index: index) }
    try enter()
    if !skip("}") {
      repeat {
        guard peek() == UInt8(ascii: "\"") else {
          throw malformed("Expected a member's name in double quotes.")
        }
        let key = try string()
        guard skip(":") else { throw malformed("Expected a colon.") }
        try member(&self, key)
      } while skip(",")
      guard skip("}") else { throw malformed("Expected a comma or }.") }
    }
    depth -= 1
  }

  /// Whether reading has stopped at a value that is nested too deep.
  var isTooDeep: Bool { depth > depthLimit }

  private mutating func enter() throws {
    depth += 1
    guard !isTooDeep else { throw malformed("Values are nested deeper than \(depthLimit) levels.") }
  }

  /// Reads the next value as validated text.
  mutating func raw() throws -> JSON {
    _ = peek()
    let start = index
    try skipValue()
    return JSON(bytes: bytes[start..<index])
  }

  /// Skips and validates the next value.
  package mutating func skipValue() throws {
    guard let byte = peek() else { throw missingValue() }
    switch byte {
    case UInt8(ascii: "{"): try object { reader, _ in try reader.skipValue() }
    case UInt8(ascii: "["): try array { reader, _ in try reader.skipValue() }
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number()
    default:
      guard skip(word: "true") || skip(word: "false") || skip(word: "null") else {
        throw missingValue()
      }
    }
  }
}
