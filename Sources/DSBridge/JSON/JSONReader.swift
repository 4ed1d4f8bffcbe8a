/// Reads JSON text from left to right, straight into the type that is wanted.
///
/// Never traps, whatever the text; nesting is limited so that neither this reader nor the stack of a recursive one
/// overflows.
struct JSONReader {
  /// Foundation's decoder has the same limit.
  static let depthLimit = 512

  let bytes: ArraySlice<UInt8>
  var index: Int
  private var depth = 0

  init(_ json: JSON) {
    bytes = json.bytes
    index = bytes.startIndex
  }

  /// The text is not JSON.
  func malformed(_ problem: String) -> BridgeError {
    BridgeError(.malformed, "The JSON is malformed at byte \(index - bytes.startIndex): \(problem).")
  }

  // MARK: Between the values

  /// The first byte of the next token; nil at the end.
  mutating func peek() -> UInt8? {
    while index < bytes.endIndex {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      case let byte: return byte
      }
    }
    return nil
  }

  /// Passes over `byte` when it comes next.
  mutating func skip(_ byte: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }

  mutating func expect(_ byte: Unicode.Scalar) throws(BridgeError) {
    guard skip(byte) else { throw malformed("\"\(byte)\" is missing") }
  }

  mutating func expectEnd() throws(BridgeError) {
    guard peek() == nil else { throw malformed("something follows the value") }
  }

  // MARK: Values

  /// Passes over `word` when it comes next.
  mutating func skip(word: StaticString) -> Bool {
    guard peek() != nil else { return false }
    let isNext = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
    if isNext { index += word.utf8CodeUnitCount }
    return isNext
  }

  /// The next value must be of another type than `type`.
  func mismatch(_ type: Any.Type, at start: Int) -> JSONMismatch {
    JSONMismatch(index: start, type: type)
  }

  mutating func bool() throws -> Bool {
    if skip(word: "true") { return true }
    if skip(word: "false") { return false }
    throw mismatch(Bool.self, at: index)
  }

  /// Reads an array, `element` once at the start of each element. Throws when there is none.
  mutating func array(_ type: Any.Type, element: (inout JSONReader, Int) throws -> Void) throws {
    guard skip("[") else { throw mismatch(type, at: index) }
    try enter()
    if !skip("]") {
      var count = 0
      repeat {
        try element(&self, count)
        count += 1
      } while skip(",")
      try expect("]")
    }
    depth -= 1
  }

  /// Reads an object. Calls `member` with the name at the start of each value. Throws if the next value is no object.
  mutating func object(_ type: Any.Type, member: (inout JSONReader, String) throws -> Void) throws {
    guard skip("{") else { throw mismatch(type, at: index) }
    try enter()
    if !skip("}") {
      repeat {
        guard peek() == UInt8(ascii: "\"") else { throw malformed("a key is missing") }
        let key = try string()
        try expect(":")
        try member(&self, key)
      } while skip(",")
      try expect("}")
    }
    depth -= 1
  }

  private mutating func enter() throws {
    depth += 1
    guard depth <= JSONReader.depthLimit else {
      throw malformed("values are nested deeper than \(JSONReader.depthLimit) levels")
    }
  }

  /// The next value as text, checked.
  mutating func raw() throws -> JSON {
    _ = peek()
    let start = index
    try skipValue()
    return JSON(bytes: bytes[start..<index])
  }

  /// Passes over the next value, checking it.
  mutating func skipValue() throws {
    guard let byte = peek() else { throw malformed("a value is missing") }
    switch byte {
    case UInt8(ascii: "{"): try object(JSON.self) { reader, _ in try reader.skipValue() }
    case UInt8(ascii: "["): try array(JSON.self) { reader, _ in try reader.skipValue() }
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number()
    default:
      guard skip(word: "true") || skip(word: "false") || skip(word: "null") else {
        throw malformed("this is no value")
      }
    }
  }
}
