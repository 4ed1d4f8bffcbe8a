import DSBridgeText

/// Where things are in a JSON text: for errors that a person will look up. Foundation's decoder does not say it for
/// values of the wrong kind.
struct JSONPlaces {
  /// What is no JSON, and where.
  struct Fault: Error, Equatable {
    let offset: Int
    let problem: String
  }

  private static let deepest = 128

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The first byte at which it stops being JSON.
  func fault() -> Fault? {
    if let offset = firstByteOfNoCharacter() { return Fault(offset: offset, problem: "This is no UTF-8.") }
    var reader = JSONPlaceReader(bytes, deepest: Self.deepest)
    do {
      try reader.text()
      return nil
    } catch {
      return error
    }
  }

  private func firstByteOfNoCharacter() -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var rest = bytes.makeIterator()
    var decoder = UTF8()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&rest) { offset += UTF8.width(scalar) }
    return offset
  }

  /// Where the member at a path begins, or what is nearest to it on the way there.
  func offset(of path: [JSONStep]) -> Int {
    var reader = JSONPlaceReader(bytes, deepest: Self.deepest)
    try? reader.text(lookingFor: path)
    return reader.nearest
  }

  /// Both from 1. Columns are characters of Unicode.
  func lineAndColumn(of offset: Int) -> (line: Int, column: Int) {
    let before = bytes.prefix(offset)
    let line = before.lazy.filter { $0 == UInt8(ascii: "\n") }.count + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // Bytes 10xxxxxx go on with a character.
    return (line, before[start...].lazy.filter { $0 & 0xC0 != 0x80 }.count + 1)
  }
}

/// Reads over a JSON text (RFC 8259) once.
private struct JSONPlaceReader {
  private let bytes: [UInt8]
  private let deepest: Int
  private var index = 0
  private(set) var nearest = 0

  init(_ bytes: [UInt8], deepest: Int) {
    self.bytes = bytes
    self.deepest = deepest
  }

  mutating func text(lookingFor path: [JSONStep]? = nil) throws(JSONPlaces.Fault) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    try value(path.map { $0[...] }, depth: 0)
    skipSpace()
    guard index == bytes.count else { throw fault("There is more behind the end.") }
  }

  private mutating func value(_ path: ArraySlice<JSONStep>?, depth: Int) throws(JSONPlaces.Fault) {
    skipSpace()
    if path != nil { nearest = index }
    guard depth < deepest else { throw fault("It is nested deeper than \(deepest) levels.") }
    switch bytes.indices.contains(index) ? bytes[index] : 0 {
    case UInt8(ascii: "{"): try members(path, depth: depth)
    case UInt8(ascii: "["): try elements(path, depth: depth)
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    default: throw fault(index < bytes.count ? "A value must be here." : "The text ends where a value must be.")
    }
  }

  private mutating func members(_ path: ArraySlice<JSONStep>?, depth: Int) throws(JSONPlaces.Fault) {
    index += 1
    if takes("}") { return }
    repeat {
      skipSpace()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
        throw fault("A member's name must be here, in double quotes.")
      }
      let name = try string()
      guard takes(":") else { throw fault("A colon must be here.") }
      try value(path?.first == .member(name) ? path?.dropFirst() : nil, depth: depth + 1)
    } while takes(",")
    guard takes("}") else { throw fault("A comma or } must be here.") }
  }

  private mutating func elements(_ path: ArraySlice<JSONStep>?, depth: Int) throws(JSONPlaces.Fault) {
    index += 1
    if takes("]") { return }
    var count = 0
    repeat {
      try value(path?.first == .element(count) ? path?.dropFirst() : nil, depth: depth + 1)
      count += 1
    } while takes(",")
    guard takes("]") else { throw fault("A comma or ] must be here.") }
  }

  /// Its bytes as they stand: escapes are not looked for.
  private mutating func string() throws(JSONPlaces.Fault) -> String {
    let start = index
    index += 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return String(peer: bytes[(start + 1)..<(index - 1)])
      case UInt8(ascii: "\\"): try escape()
      case 0..<0x20: throw fault("A text has no line ends and no other control characters.")
      default: index += 1
      }
    }
    index = start
    throw fault("The text that begins here does not end.")
  }

  private mutating func escape() throws(JSONPlaces.Fault) {
    guard index + 1 < bytes.count else { throw fault("Something must follow the backslash.") }
    if bytes[index + 1] == UInt8(ascii: "u") {
      let digits = bytes[(index + 2)...].prefix(4)
      guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
        throw fault("Four hexadecimal digits must follow \\u.")
      }
      index += 6
    } else {
      guard "\"\\/bfnrt".utf8.contains(bytes[index + 1]) else { throw fault("There is no such escape.") }
      index += 2
    }
  }

  private mutating func number() throws(JSONPlaces.Fault) {
    let start = index
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    let first = index
    guard skipDigits() > 0, bytes[first] != UInt8(ascii: "0") || index == first + 1 else {
      index = start
      throw fault("That is no number.")
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      guard skipDigits() > 0 else { throw fault("A digit must be here.") }
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
      guard skipDigits() > 0 else { throw fault("A digit must be here.") }
    }
  }

  private mutating func skipDigits() -> Int {
    let start = index
    while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) { index += 1 }
    return index - start
  }

  private mutating func word(_ word: StaticString) throws(JSONPlaces.Fault) {
    let word = "\(word)"
    guard bytes[index...].starts(with: word.utf8) else { throw fault("A value must be here.") }
    index += word.utf8.count
  }

  private mutating func takes(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }

  private func fault(_ problem: String) -> JSONPlaces.Fault {
    JSONPlaces.Fault(offset: index, problem: problem)
  }
}
